//! Grows trees for every host: whoever looks along one path sees what the walk sees, a file that is open and not saved
//! is what it would be once saved, and what keeps a host from a skill is the true reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skill_lsp::catalog::{
    Bar, Controls, Files, FoundKind, Inside, Obstacle, Place, Sight, SkillRoot, met_along, places,
};
use skill_lsp::config::{self, Overlay};
use skill_lsp::disk::{self, RealFiles, Surroundings};
use skill_lsp::hosts::{self, Host, OrderName};
use skill_lsp::workspace::{Indexed, Wanted, Workspace, indexed_hosts};

use crate::program::Tree;

/// So many trees for each host.
const TREES: u64 = 5;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.roll(of.len())]
    }
}

/// A project and a home in which one host finds its folders, and others theirs.
struct Grown {
    folder: tempfile::TempDir,
    host: Arc<Host>,
}

const FOLDERS: [&str; 9] = ["a", "b", "group", ".later", "node_modules", "synced", "c.backup-1-2", "skills", "1.0"];
const FILES: [&str; 8] = ["SKILL.md", "SKILL.md", "SKILL.md", "SKILL.md", "skill.md", "Skill.MD", "notes.md", "GO.MD"];
const RULES: [&str; 6] = ["a/\n", "/b\n", "*.md\n!SKILL.md\n", "group/a\n", "A\n", "!a\n"];

impl Grown {
    fn new(host: &Arc<Host>, seed: u64) -> Grown {
        let grown = Grown { folder: tempfile::tempdir().unwrap(), host: host.clone() };
        let base = grown.folder.path();
        for folder in ["project/.git", "project/sub", "home", "else/x"] {
            fs::create_dir_all(base.join(folder)).unwrap();
        }
        fs::write(base.join("else/x/SKILL.md"), text("x")).unwrap();
        let roots: Vec<PathBuf> = grown.places().into_iter().map(|place| place.path).collect();
        let mut roots: Vec<PathBuf> = roots.into_iter().filter(|root| root.starts_with(base)).collect();
        roots.extend(
            ["project/.claude/skills", "project/.agents/skills", "other/.claude/skills"].map(|it| base.join(it)),
        );
        // Few hosts respect ignore files: those find one for certain.
        let ignoring = grown.places().into_iter().find(|place| place.walk.gitignore && place.path.starts_with(base));
        if let Some(place) = ignoring {
            fs::create_dir_all(place.path.join("ignored")).unwrap();
            fs::write(place.path.join("ignored/SKILL.md"), text("ignored")).unwrap();
            fs::write(place.path.join(".gitignore"), "ignored/\n").unwrap();
        }
        let mut dice = Dice(seed);
        for _ in 0..3 {
            let root = dice.one(&roots).clone();
            grow(&root, base, &mut dice);
        }
        grown
    }

    fn workspace(&self) -> Workspace {
        let overlay = Overlay { hosts: Some(vec![self.host.id.clone()]), ..Overlay::default() };
        let (config, _) = config::resolve(None, &overlay, &[]);
        let (environment, files) = (disk::environment(&self.surroundings()).0, disk::files());
        let hosts = indexed_hosts(&config, &environment, &*files, Wanted::Check);
        let index = |host: Arc<Host>| Indexed::new(host.clone(), disk::controls(&host, &environment), &environment);
        let indexed: Vec<Indexed> = hosts.into_iter().map(index).collect();
        let places: Vec<&[Place]> = indexed.iter().map(|indexed| &*indexed.places).collect();
        let (met, _) = disk::walk(&places);
        let reach = environment.reach.clone();
        let mut workspace = Workspace::new(config, environment, files, indexed);
        let (examined, _) = disk::read_all(&met, &reach, |found, at, bytes| workspace.examine(found, at, bytes));
        workspace.accept(examined);
        workspace
    }

    fn surroundings(&self) -> Surroundings {
        Surroundings {
            working_directory: Some(self.folder.path().join("project/sub")),
            home: Some(self.folder.path().join("home")),
            variables: Some(Default::default()),
            ..Surroundings::default()
        }
    }

    fn places(&self) -> Vec<Place> {
        places(&self.host, &disk::environment(&self.surroundings()).0, &Controls::default())
    }

    /// The Markdown files of the tree, links to folders not followed.
    fn files(&self) -> Vec<PathBuf> {
        let (mut files, mut folders) = (Vec::new(), vec![self.folder.path().to_owned()]);
        while let Some(folder) = folders.pop() {
            let (below, here): (Vec<String>, Vec<String>) =
                RealFiles.list(&folder).into_iter().partition(|name| name.ends_with('/'));
            let is_linked = |path: &PathBuf| path.is_symlink();
            folders
                .extend(below.iter().map(|name| folder.join(name.trim_end_matches('/'))).filter(|it| !is_linked(it)));
            let is_markdown = |name: &&String| name.to_lowercase().ends_with(".md");
            files.extend(here.iter().filter(is_markdown).map(|name| folder.join(name)));
        }
        files
    }

    /// What keeps the host from a file; `None` when it meets it.
    fn obstacle(&self, path: &Path) -> Option<Obstacle> {
        let places = self.places();
        let (walked, _) = disk::walk(&[&places]);
        if walked.iter().any(|(found, at)| found.path == path && !at.is_empty()) {
            return None;
        }
        let (environment, controls) = (&disk::environment(&self.surroundings()).0, &Controls::default());
        let (host, places) = (&*self.host, &*places);
        let sight = Sight { host, environment, controls, places, has_looked: true, files: &RealFiles };
        let root = SkillRoot::of(&hosts::builtin(), path);
        let obstacle = sight.obstacle(root.as_ref(), path, FoundKind::of_path(path).1);
        Some(obstacle.unwrap_or(Obstacle::Elsewhere))
    }
}

fn text(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}. Use when {name} is asked for.\n---\nDo it.\n")
}

/// Puts skills and what stands in their way below a root.
fn grow(root: &Path, base: &Path, dice: &mut Dice) {
    if fs::create_dir_all(root).is_err() {
        return;
    }
    for _ in 0..7 {
        let depth = dice.roll(4);
        let folder = (0..depth).fold(root.to_owned(), |folder, _| folder.join(dice.one(&FOLDERS)));
        if fs::create_dir_all(&folder).is_err() {
            continue;
        }
        let path = folder.join(dice.one(&FILES));
        match dice.roll(12) {
            0 => drop(fs::write(folder.join(".ignore"), dice.one(&RULES))),
            5 | 6 => drop(fs::write(root.join(".gitignore"), dice.one(&RULES))),
            1 => link(dice.one(&["..", ".", "../..", "a", "gone"]), &folder.join("link")),
            2 => link(base.join("else/x"), &folder.join("linked")),
            3 => link(base.join("else/x/SKILL.md"), &path),
            4 => drop(fs::create_dir(&path)),
            _ if path.exists() => {}
            _ => fs::write(&path, text(["pdf", "a", "b"][dice.roll(3)])).unwrap(),
        }
    }
}

fn link(target: impl AsRef<Path>, path: &Path) {
    drop(std::os::unix::fs::symlink(target, path));
}

/// Every host with its trees.
fn each_tree(mut test: impl FnMut(&Grown, &mut Dice)) {
    for (number, host) in (0..).zip(hosts::builtin().iter()) {
        for tree in 0..TREES {
            let seed = number * 1000 + tree;
            test(&Grown::new(host, seed), &mut Dice(seed + 500));
        }
    }
}

#[test]
fn a_look_along_a_path_sees_what_the_walk_sees() {
    let (mut met_ones, mut others) = (0, 0);
    each_tree(|grown, _| {
        let places = grown.places();
        let (walked, _) = disk::walk(&[&places]);
        let mut paths = grown.files();
        paths.extend(walked.iter().map(|(found, _)| found.path.clone()));
        for path in paths {
            let (found, at) = met_along(&RealFiles, &|_| false, &[&places], &path);
            let met = walked.iter().find(|(found, at)| found.path == path && !at.is_empty());
            let where_it_is = format!("{}: {}", grown.host.id, path.display());
            assert_eq!(at, met.map(|(_, at)| at.clone()).unwrap_or_default(), "{where_it_is}");
            assert!(met.is_none_or(|(walked, _)| *walked == found), "{where_it_is}: {found:?} {met:?}");
            *if met.is_some() { &mut met_ones } else { &mut others } += 1;
        }
    });
    assert!(met_ones > 100 && others > 100, "{met_ones} {others}");
}

#[test]
fn a_file_that_is_open_is_what_it_would_be_once_saved() {
    let mut compared = 0;
    each_tree(|grown, dice| {
        let saved = grown.workspace();
        let is_listed = grown.host.winner.order == OrderName::FileSystem;
        // When the file system would list a file beside others, nobody knows before it is saved.
        let snapshot = saved.snapshot();
        let is_linked = |real: &Path| snapshot.catalog.skills().filter(|(_, skill)| skill.real == real).count() > 1;
        // Through links a file is met once more when it is saved.
        let is_known = |path: &PathBuf| {
            let skill = snapshot.catalog.by_path(path).and_then(|id| snapshot.catalog.skill(id));
            skill.is_some_and(|skill| !is_linked(&skill.real))
        };
        let is_asked = |path: &PathBuf| !path.is_symlink() && (path.ends_with("SKILL.md") || !is_listed);
        let is_skill_file = |name: &String| name.eq_ignore_ascii_case("SKILL.md");
        let has_rivals =
            |path: &PathBuf| RealFiles.list(path.parent().unwrap()).into_iter().filter(is_skill_file).count() > 1;
        let is_asked = |path: &PathBuf| is_asked(path) && !(grown.host.walk.first_spelling && has_rivals(path));
        let files: Vec<PathBuf> = grown.files().into_iter().filter(is_asked).filter(is_known).collect();
        if files.is_empty() {
            return;
        }
        let path = dice.one(&files).clone();
        let bytes = fs::read(&path).unwrap();
        let found = saved.found(&path, bytes.len());
        let at = saved.places_of(&found);
        // Copies are compared as they are saved.
        let found_in = |workspace: &Workspace| {
            let mut found = workspace.snapshot().diagnostics(&path);
            found.retain(|finding| finding.check != "copies-differ");
            found
        };
        let findings = found_in(&saved);
        fs::remove_file(&path).unwrap();
        let mut open = grown.workspace();
        let imagined = open.found(&path, bytes.len());
        let places = open.places_of(&imagined);
        let where_it_is = format!("{}: {}", grown.host.id, path.display());
        assert_eq!(places, at, "{where_it_is}");
        assert_eq!((&imagined.name, imagined.kind, &imagined.real), (&found.name, found.kind, &found.real));
        open.put_saved(&path, &bytes);
        assert_eq!(found_in(&open), findings, "{where_it_is}");
        compared += 1;
    });
    assert!(compared > 30, "{compared}");
}

#[test]
fn what_keeps_a_host_from_a_skill_is_the_true_reason() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    each_tree(|grown, _| {
        let skills: Vec<PathBuf> = grown.files().into_iter().filter(|path| path.ends_with("SKILL.md")).collect();
        let kept = skills.iter().filter_map(|path| {
            let obstacle = grown.obstacle(path)?;
            let shown = match &obstacle {
                Obstacle::Inside(inside) => format!("{:?}", inside.bar),
                other => format!("{other:?}"),
            };
            let kind: String = shown.chars().take_while(char::is_ascii_alphabetic).collect();
            Some((seen.get(&kind).copied().unwrap_or_default(), kind, path, obstacle))
        });
        // One is changed in each tree: what came up least.
        let Some((_, kind, path, obstacle)) = kept.min_by_key(|(times, ..)| *times) else { return };
        let words = format!("{}: {}: {obstacle:?}", grown.host.id, path.display());
        *seen.entry(kind).or_default() += 1;
        if let Some(path) = without(grown, path, &obstacle) {
            assert_ne!(grown.obstacle(&path), Some(obstacle), "{words}");
        }
    });
    for expected in ["Hidden", "PassedBy", "TooDeep", "InRoot", "Ignored", "InsideSkill", "FileLink", "NeverReads"] {
        assert!(seen.contains_key(expected), "{expected} never came up: {seen:?}");
    }
}

#[test]
fn pi_leaves_out_what_git_ignores_and_why_says_so() {
    let tree = Tree::of(&[
        ("home/project/.agents/skills/.gitignore", "pdf/\n"),
        ("home/project/.agents/skills/pdf/SKILL.md", &text("pdf")),
    ]);
    let answers = tree.json(&["why", "pdf", "--host", "pi", "--host", "codex", "--format", "json"]);
    let said = |host: usize| &answers[host]["candidates"][0]["reason"];
    assert_eq!(answers[0]["outcome"], "absent");
    assert_eq!((said(0), &answers[1]["outcome"]), (&"leaves out what `.gitignore` ignores".into(), &"active".into()));
}

/// Takes away what is said to keep the host from a file, and says where the file is then; `None` where the file would
/// have to become another one.
fn without(grown: &Grown, path: &Path, obstacle: &Obstacle) -> Option<PathBuf> {
    let folder = path.parent().unwrap();
    let moved = |to: PathBuf| {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::rename(path, &to).unwrap();
        Some(to)
    };
    let root = || SkillRoot::of(&hosts::builtin(), path).map(|root| root.path);
    let Obstacle::Inside(Inside { bar, name, looks, .. }) = obstacle else {
        return without_outside(grown, path, obstacle);
    };
    match bar {
        Bar::Hidden | Bar::PassedBy | Bar::Leftover => {
            let mut path = path.to_owned();
            while let Some(old) = path.ancestors().skip(1).find(|it| it.ends_with(name)).map(Path::to_owned) {
                let new = old.with_file_name("plain");
                fs::rename(&old, &new).ok()?;
                path = new.join(path.strip_prefix(&old).unwrap());
            }
            Some(path)
        }
        Bar::TooDeep => {
            let root = root()?;
            assert!(path.parent().unwrap().strip_prefix(&root).unwrap().components().count() > *looks);
            moved(root.join("up/SKILL.md"))
        }
        Bar::InRoot => moved(folder.join("own/SKILL.md")),
        Bar::Ignored => {
            for folder in folder.ancestors().take_while(|it| it.starts_with(grown.folder.path())) {
                drop(fs::remove_file(folder.join(name)));
            }
            Some(path.to_owned())
        }
        Bar::InsideSkill => {
            let above = folder.ancestors().skip(1).filter(|it| it.ends_with(name));
            let skills: Vec<PathBuf> = above.map(|it| it.join("SKILL.md")).filter(|it| it.exists()).collect();
            assert!(!skills.is_empty(), "{}", path.display());
            for own in skills {
                if own.is_dir() { fs::remove_dir_all(own) } else { fs::remove_file(own) }.unwrap();
            }
            Some(path.to_owned())
        }
        Bar::FileLink => {
            fs::remove_file(path).unwrap();
            fs::write(path, text("x")).unwrap();
            Some(path.to_owned())
        }
        Bar::Spelling | Bar::OutsideRoot | Bar::FolderLink | Bar::Circle | Bar::BesideSkill | Bar::NoFile => None,
    }
}

/// The same for what lies before the root.
fn without_outside(grown: &Grown, path: &Path, obstacle: &Obstacle) -> Option<PathBuf> {
    match obstacle {
        Obstacle::StandIn(folder) => {
            fs::remove_dir_all(folder).unwrap();
            Some(path.to_owned())
        }
        // Which folders a host reads at all is in its data; where they lie, in its places.
        Obstacle::NeverReads(root) => {
            assert!(grown.places().iter().all(|place| !place.path.ends_with(root)), "{root}");
            None
        }
        Obstacle::AboveGitRoot | Obstacle::OnlyIn(..) | Obstacle::OfMode(..) | Obstacle::Elsewhere => {
            assert!(grown.places().iter().all(|place| !path.starts_with(&place.path)), "{}", path.display());
            None
        }
        Obstacle::Inside(_) | Obstacle::TooMany(..) | Obstacle::OutsideRoots(_) | Obstacle::Off(_) => None,
    }
}
