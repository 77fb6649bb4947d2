//! Why a host does not meet a skill: what stands between its roots and the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::imagined::Imagined;
use super::path::{Stop, along, holds, root_of};
use super::root::Group;
use super::seen::Bar;
use crate::catalog::place::{Off, off_at, places_if_on};
use crate::catalog::{Controls, Environment, Files, FoundKind, Place, View, expanded_path};
use crate::hosts::{At, Host, Hosts, Layout, RootRule, Scope, Walk};
use crate::text::worded;

/// A folder that is made for skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillRoot {
    /// Where it is.
    pub path: PathBuf,
    /// The end of its path that makes it one: `.claude/skills`.
    pub owned: String,
}

impl SkillRoot {
    /// The nearest folder above a file that one of the hosts calls its own.
    pub fn of(known: &Hosts, path: &Path) -> Option<SkillRoot> {
        let owners = known.owners(path);
        path.ancestors().skip(1).find_map(|folder| {
            let mut owned = owners.iter().flat_map(|host| &host.owns).filter(|owned| !owned.ends_with("commands"));
            let owned = owned.find(|owned| folder.ends_with(owned))?;
            Some(SkillRoot { path: folder.to_path_buf(), owned: owned.clone() })
        })
    }

    /// The nearest folder above a file that some host reads in a mode of somebody's own: `.roo/skills-reviewer`, beside the
    /// folders for modes that the host knows.
    pub fn of_own_mode(known: &Hosts, path: &Path) -> Option<SkillRoot> {
        path.ancestors().skip(1).find_map(|folder| {
            let (base, mode) = folder.file_name()?.to_str()?.split_once('-').filter(|(_, mode)| !mode.is_empty())?;
            let base = folder.with_file_name(base);
            let mut owned = known.real().flat_map(|host| host.owns.iter().map(move |owned| (host, owned)));
            let (_, owned) = owned.find(|(host, owned)| base.ends_with(owned) && has_modes(host, owned))?;
            Some(SkillRoot { path: folder.to_path_buf(), owned: format!("{owned}-{mode}") })
        })
    }

    /// The nearest folder above a file that some host reads at home, and none calls its own: `.config/agents/skills`.
    pub fn at_home(known: &Hosts, home: &Path, path: &Path) -> Option<SkillRoot> {
        let below = path.strip_prefix(home).ok()?;
        let of_users = known.real().flat_map(|host| &host.roots);
        let of_users = of_users.filter(|rule| rule.scope == Scope::User && rule.layout == Layout::Folders);
        let owned = of_users.flat_map(|rule| &rule.paths).filter_map(|path| path.strip_prefix("~/"));
        let owned = owned.filter(|owned| below.starts_with(owned)).max_by_key(|owned| owned.len())?;
        Some(SkillRoot { path: home.join(owned), owned: owned.to_owned() })
    }

    /// The folder of a host's user that a variable has moved, as one of the kind that it is in its usual place.
    pub fn moved(known: &Hosts, host: &Host, place: &Place, environment: &Environment) -> Option<SkillRoot> {
        let rule = host.roots.get(place.rule).filter(|rule| rule.scope == Scope::User)?;
        let usual = Environment { variables: BTreeMap::new(), ..environment.clone() };
        let mut usual = rule.paths.iter().filter_map(|path| expanded_path(path, &usual));
        let usual = usual.find_map(|path| SkillRoot::of(known, &path.join("SKILL.md")).filter(|it| it.path == path))?;
        Some(SkillRoot { path: place.path.clone(), owned: usual.owned })
    }

    /// Whether a host reads folders of this kind somewhere.
    pub fn is_read_by(&self, host: &Host) -> bool {
        host.owns.contains(&self.owned) || self.rules(host).next().is_some() || self.mode(host).is_some()
    }

    /// The mode of a host that it is for: `architect` for `.roo/skills-architect`.
    pub fn mode(&self, host: &Host) -> Option<&str> {
        let mut parts = self.owned.match_indices('-').filter_map(|(at, _)| self.owned.split_at_checked(at));
        let (_, mode) = parts.find(|(before, _)| has_modes(host, before))?;
        mode.strip_prefix('-')
    }

    /// The rules of a host that mean folders of this kind.
    fn rules<'a>(&'a self, host: &'a Host) -> impl Iterator<Item = &'a RootRule> {
        let of_skills = host.roots.iter().filter(|rule| rule.layout != Layout::Commands);
        of_skills.filter(|rule| rule.paths.iter().any(|path| Path::new(path).ends_with(&self.owned)))
    }

    /// How a host walks folders of this kind: once for each rule that means them.
    pub fn walks<'a>(&'a self, host: &'a Host) -> impl Iterator<Item = &'a Walk> {
        self.rules(host).map(|rule| rule.walk.as_ref().unwrap_or(&host.walk))
    }

    /// The folder that it belongs to: a project, or a home.
    pub fn holder(&self) -> Option<&Path> {
        self.path.ancestors().nth(Path::new(&self.owned).components().count())
    }
}

/// Whether a host has a folder like this one for each of its modes: `.roo/skills-architect` beside `.roo/skills`.
fn has_modes(host: &Host, owned: &str) -> bool {
    let is_of_mode = |other: &String| other.strip_prefix(owned).is_some_and(|mode| mode.starts_with('-'));
    host.owns.iter().any(|it| it == owned) && host.owns.iter().any(is_of_mode)
}

/// What stands between a host's roots and a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Something inside the root.
    Inside(Inside),
    /// There are more folders or entries in the root than the host looks at: its limits.
    TooMany(Option<usize>, Option<usize>),
    /// The host reads another folder in the place of this one.
    StandIn(String),
    /// The host reads only a folder inside of this one, or where a link in its path leads.
    OutsideRoots(String),
    /// The folder would be read, were it not for this.
    Off(Off),
    /// It reads no folder of this kind anywhere: `.agents/skills`.
    NeverReads(String),
    /// Its root lies above the git root.
    AboveGitRoot,
    /// The host reads this kind of folder only in one place, and it is another one.
    OnlyIn(String, SolePlace),
    /// The host reads this folder only when it works in another way than it usually does: the folder, and that mode.
    OfMode(String, String),
    /// Another project's, or one that counts when the agent is started elsewhere.
    Elsewhere,
}

/// What a walk of a root does not get past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inside {
    /// What it is.
    pub bar: Bar,
    /// What it is called: the folder on the way, the ignore file, the spelling that counts.
    pub name: String,
    /// How many folders the file lies below the root.
    pub lies: usize,
    /// How many the host looks.
    pub looks: usize,
    /// The kind of folder that the root is.
    pub root: String,
}

worded! {
    /// The one place in which a host reads a folder.
    pub enum SolePlace {
        /// Where it is started.
        WorkingDirectory = "the working directory",
        /// The root of the repository.
        GitRoot = "the git root",
        /// The user's home.
        Home = "the home folder",
    }
}

impl Obstacle {
    /// What is the matter with the file: "it lies 2 folders below `.claude/skills`".
    pub fn of_the_file(&self) -> String {
        match self {
            Obstacle::Inside(inside) => inside.of_the_file(),
            Obstacle::NeverReads(folder)
            | Obstacle::OnlyIn(folder, _)
            | Obstacle::OfMode(folder, _)
            | Obstacle::OutsideRoots(folder) => {
                format!("it lies in `{folder}`")
            }
            Obstacle::TooMany(..) => "too much comes before it".to_owned(),
            Obstacle::StandIn(folder) => format!("`{folder}` is there too"),
            Obstacle::Off(Off::Distrusted) => "this folder is not trusted".to_owned(),
            Obstacle::Off(_) => "its folder is switched off".to_owned(),
            Obstacle::AboveGitRoot => "it lies above the git root".to_owned(),
            Obstacle::Elsewhere => "it lies in another project".to_owned(),
        }
    }

    /// What one host does, and what several do: "looks one folder deep", "look one folder deep".
    pub fn of_hosts(&self) -> (String, String) {
        let (one, many, rest) = match self {
            Obstacle::Inside(inside) => inside.of_hosts(),
            Obstacle::TooMany(folders, entries) => {
                let folders = folders.map(|limit| format!("{limit} folders"));
                let limits: Vec<String> =
                    folders.into_iter().chain(entries.map(|limit| format!("{limit} entries"))).collect();
                ("looks", "look", format!("at {} of a root at most", limits.join(" and ")))
            }
            Obstacle::StandIn(folder) => ("reads", "read", format!("`{folder}` in its place")),
            Obstacle::OutsideRoots(folder) => ("reads", "read", format!("only some folders of `{folder}`")),
            Obstacle::Off(off) => ("does not read", "do not read", format!("this folder {}", off.word())),
            Obstacle::NeverReads(root) => ("never reads", "never read", format!("`{root}`")),
            Obstacle::AboveGitRoot => ("looks", "look", "up to the git root only".to_owned()),
            Obstacle::OnlyIn(root, place) => ("reads", "read", format!("`{root}` in {} only", place.word())),
            Obstacle::OfMode(_, mode) => ("reads", "read", format!("that folder only in its mode `{mode}`")),
            Obstacle::Elsewhere => ("does not read", "do not read", "it from this working directory".to_owned()),
        };
        (format!("{one} {rest}"), format!("{many} {rest}"))
    }
}

impl Inside {
    fn of_the_file(&self) -> String {
        let Inside { bar, name, lies, root, .. } = self;
        match bar {
            Bar::TooDeep => format!("it lies {lies} folders below `{root}`"),
            Bar::PassedBy | Bar::Leftover => format!("it lies in `{name}`"),
            Bar::Hidden => format!("it lies in the hidden folder `{name}`"),
            Bar::InsideSkill => format!("it lies in the skill `{name}`"),
            Bar::FolderLink => format!("it lies behind the link `{name}`"),
            Bar::Circle => format!("the link `{name}` on the way leads back, or nowhere"),
            Bar::Ignored => format!("`{name}` ignores it"),
            Bar::InRoot => format!("it lies in `{root}` itself, without a folder of its own"),
            Bar::OutsideRoot => "it has no folder of its own with a `SKILL.md`".to_owned(),
            Bar::Spelling => format!("it is not called `{name}`"),
            Bar::FileLink => "its `SKILL.md` is a link".to_owned(),
            Bar::BesideSkill => "a `SKILL.md` lies beside it".to_owned(),
            Bar::NoFile => "it is no file".to_owned(),
        }
    }

    fn of_hosts(&self) -> (&'static str, &'static str, String) {
        let Inside { bar, name, looks, .. } = self;
        match bar {
            Bar::TooDeep if *looks == 1 => ("looks", "look", "one folder deep".to_owned()),
            Bar::TooDeep => ("looks", "look", format!("{looks} folders deep")),
            Bar::PassedBy => ("never enters", "never enter", format!("`{name}`")),
            Bar::Hidden => ("skips", "skip", "hidden folders".to_owned()),
            Bar::InsideSkill => ("does not look", "do not look", "for skills inside a skill".to_owned()),
            Bar::FolderLink => ("follows", "follow", "no links to folders".to_owned()),
            Bar::Circle => ("does not follow", "do not follow", "links in circles".to_owned()),
            Bar::Leftover => ("skips", "skip", "what an unfinished installation left".to_owned()),
            Bar::Ignored => ("leaves out", "leave out", format!("what `{name}` ignores")),
            Bar::InRoot | Bar::OutsideRoot => ("reads", "read", "`NAME/SKILL.md` only".to_owned()),
            Bar::Spelling => ("reads", "read", format!("`{name}` only")),
            Bar::FileLink => ("reads", "read", "no `SKILL.md` that is a link".to_owned()),
            Bar::BesideSkill => ("reads", "read", "only the `SKILL.md` where there is one".to_owned()),
            Bar::NoFile => ("reads", "read", "files only".to_owned()),
        }
    }
}

/// The eyes of one host.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The host.
    pub host: &'a Host,
    /// Where it is started.
    pub environment: &'a Environment,
    /// Its switches.
    pub controls: &'a Controls,
    /// Its places.
    pub places: &'a [Place],
    /// Whether it has walked them: what lies on its way and was not met comes after its limits.
    pub has_looked: bool,
    /// The file system.
    pub files: &'a dyn Files,
}

impl<'a> Sight<'a> {
    /// The eyes of a host that has a view.
    pub fn of(view: &'a View, files: &'a dyn Files) -> Sight<'a> {
        let View { host, environment, controls, places, .. } = view;
        Sight { host, environment, controls, places, has_looked: true, files }
    }

    /// Why the host does not meet the file at `path`, which lies in `root` if that is a folder made for skills; `None`
    /// when nothing is known to stand in the way.
    pub fn obstacle(&self, root: Option<&SkillRoot>, path: &Path, kind: FoundKind) -> Option<Obstacle> {
        // It may be open and not saved yet.
        let files = &Imagined { files: self.files, path, is_known: &|_| false };
        Sight { files, ..*self }.obstacle_to(root, path, kind)
    }

    fn obstacle_to(&self, root: Option<&SkillRoot>, path: &Path, kind: FoundKind) -> Option<Obstacle> {
        let is_inside = |place: &Place| root.is_none_or(|root| place.path.starts_with(&root.path));
        if let Some(place) = innermost(self.files, self.places, path, kind, is_inside) {
            return self.at_place(place, root, path);
        }
        let before = root.and_then(|root| self.before_root(root, path));
        before.or_else(|| self.switched_off(path, kind))
    }

    /// What stands between a place of the host and the file.
    fn at_place(&self, place: &Place, root: Option<&SkillRoot>, path: &Path) -> Option<Obstacle> {
        let folder = match root_of(self.files, place, path) {
            Ok(folder) => folder,
            Err(obstacle) => return Some(obstacle),
        };
        let (walk, group) = (&place.walk, Group::new(place));
        match along(self.files, &group, &folder, path) {
            Err(stops) => inside_root(walk, &folder, root, path, stops),
            Ok(_) if self.has_looked && (walk.folder_limit.is_some() || walk.entry_limit.is_some()) => {
                Some(Obstacle::TooMany(walk.folder_limit, walk.entry_limit))
            }
            Ok(_) => None,
        }
    }

    /// What stands between the host and a file in a folder that is none of its places: something in the folder, or why
    /// the folder is out of reach.
    fn before_root(&self, root: &SkillRoot, path: &Path) -> Option<Obstacle> {
        if !root.is_read_by(self.host) {
            return Some(Obstacle::NeverReads(root.owned.clone()));
        }
        let rules: Vec<&RootRule> = root.rules(self.host).collect();
        // A host may call folders its own that it reads in some of its modes only: `skills-architect`.
        if let (true, Some(mode)) = (rules.is_empty(), root.mode(self.host)) {
            return Some(Obstacle::OfMode(root.owned.clone(), mode.to_owned()));
        }
        let walk = rules.first().and_then(|rule| rule.walk.as_ref()).unwrap_or(&self.host.walk);
        let group = Group { walk: walk.clone(), layout: Layout::Folders, at: Vec::new() };
        let stops = along(self.files, &group, &root.path, path).err();
        let inside = stops.and_then(|stops| inside_root(walk, &root.path, Some(root), path, stops));
        inside.or_else(|| to_root(&rules, self.environment, root))
    }

    /// What switches off the place in which the file lies.
    fn switched_off(&self, path: &Path, kind: FoundKind) -> Option<Obstacle> {
        let places = places_if_on(self.host, self.environment, self.controls);
        let place = innermost(self.files, &places, path, kind, |_| true)?;
        off_at(self.host, place, self.environment, self.controls).map(Obstacle::Off)
    }
}

/// The innermost of some places in which a file lies; one for what it looks like rather than another.
fn innermost<'a>(
    files: &dyn Files,
    places: &'a [Place],
    path: &Path,
    kind: FoundKind,
    is_meant: impl Fn(&Place) -> bool,
) -> Option<&'a Place> {
    let is_command = kind == FoundKind::Command;
    let holding = places.iter().filter(|place| is_meant(place) && holds(files, place, path));
    // Of equal ones the first counts.
    holding.rev().max_by_key(|place| (place.layout.is_commands() == is_command, place.path.components().count()))
}

/// What a walk of the root does not get past.
fn inside_root(
    walk: &Walk,
    folder: &Path,
    root: Option<&SkillRoot>,
    path: &Path,
    stops: Vec<Stop>,
) -> Option<Obstacle> {
    // Of several reasons the one comes first that says most: a name that is never entered is meant to be.
    let turn = |stop: &Stop| match stop.bar {
        Bar::OutsideRoot => 0,
        Bar::PassedBy => 1,
        Bar::Hidden => 2,
        Bar::InRoot => 3,
        Bar::TooDeep => 4,
        _ => 5,
    };
    let Stop { bar, name } = stops.into_iter().min_by_key(turn)?;
    let root = root.map_or_else(|| folder.display().to_string(), |root| root.owned.clone());
    let below = path.parent().and_then(|it| it.strip_prefix(folder).ok());
    let lies = below.map_or(0, |below| below.components().count());
    Some(Obstacle::Inside(Inside { bar, name, lies, looks: walk.depth, root }))
}

/// Why the root itself is out of reach from here.
fn to_root(rules: &[&RootRule], environment: &Environment, root: &SkillRoot) -> Option<Obstacle> {
    let holder = root.holder()?;
    let here = &environment.working_directory;
    let is_home = environment.home.as_deref() == Some(holder);
    let all = |at: At| rules.iter().all(|rule| rule.at == at || rule.at == At::Fixed);
    let only = |place| Some(Obstacle::OnlyIn(root.owned.clone(), place));
    // A home folder and a project may be the same one; whoever reads only one of the two is not asked further.
    if rules.iter().all(|rule| rule.at == At::Fixed) {
        return if is_home { None } else { only(SolePlace::Home) };
    }
    let is_around = here.starts_with(holder) || holder.starts_with(here);
    if is_around && holder != here && !is_home && all(At::WorkingDirectory) {
        return only(SolePlace::WorkingDirectory);
    }
    let git_root = environment.git_root.as_deref();
    if is_around && git_root.is_some_and(|git_root| git_root != holder) && !is_home && all(At::GitRoot) {
        return only(SolePlace::GitRoot);
    }
    let is_above = git_root
        .is_some_and(|git_root| git_root.starts_with(holder) && git_root != holder && here.starts_with(git_root));
    if is_above && !is_home {
        return Some(Obstacle::AboveGitRoot);
    }
    (!here.starts_with(holder) && !is_home).then_some(Obstacle::Elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{FileKind, Files, places};
    use crate::hosts;

    /// Knows no files at all.
    struct NoFiles;

    impl Files for NoFiles {
        fn kind(&self, _: &Path) -> Option<FileKind> {
            None
        }
        fn list(&self, _: &Path) -> Vec<String> {
            Vec::new()
        }
        fn text(&self, _: &Path) -> Option<String> {
            None
        }
    }

    /// What each host says of a file, from `/home/shop/app` in the git root `/home/shop`.
    fn said(path: &str, hosts: &[&str]) -> Vec<String> {
        let known = hosts::builtin();
        let environment = Environment {
            working_directory: "/home/shop/app".into(),
            home: Some("/home".into()),
            git_root: Some("/home/shop".into()),
            ..Environment::default()
        };
        let path = Path::new(path);
        let (_, kind) = FoundKind::of_path(path);
        let root = SkillRoot::of(&known, path).expect("a folder made for skills");
        let host = |id: &&str| known.get(id).expect("a known host").clone();
        let controls = Controls::default();
        let obstacle = |host: &Host| {
            let places = places(host, &environment, &controls);
            let (environment, controls, places) = (&environment, &controls, &places);
            let sight = Sight { host, environment, controls, places, has_looked: false, files: &NoFiles };
            sight.obstacle(Some(&root), path, kind)
        };
        let words = |host: &Host| match obstacle(host) {
            Some(obstacle) => format!("{}: {}; {}", host.id, obstacle.of_hosts().0, obstacle.of_the_file()),
            None => format!("{}: –", host.id),
        };
        hosts.iter().map(|id| words(&host(id))).collect()
    }

    #[test]
    fn a_folder_of_others() {
        assert_eq!(
            said("/home/shop/.agents/skills/pdf/SKILL.md", &["claude-code", "codex"]),
            ["claude-code: never reads `.agents/skills`; it lies in `.agents/skills`", "codex: –"]
        );
    }

    #[test]
    fn two_levels_deep() {
        assert_eq!(
            said("/home/shop/app/.agents/skills/office/pdf/SKILL.md", &["codex", "gemini-cli"]),
            ["codex: –", "gemini-cli: looks one folder deep; it lies 2 folders below `.agents/skills`"]
        );
    }

    #[test]
    fn outside_the_git_root() {
        assert_eq!(
            said("/.claude/skills/pdf/SKILL.md", &["claude-code"]),
            ["claude-code: looks up to the git root only; it lies above the git root"]
        );
    }

    #[test]
    fn above_a_host_that_does_not_look_up() {
        assert_eq!(
            said("/home/shop/.gemini/skills/pdf/SKILL.md", &["gemini-cli"]),
            ["gemini-cli: reads `.gemini/skills` in the working directory only; it lies in `.gemini/skills`"]
        );
    }

    #[test]
    fn hidden_passed_by_or_without_a_folder() {
        assert_eq!(
            said("/home/shop/app/.agents/skills/.later/pdf/SKILL.md", &["codex"]),
            ["codex: skips hidden folders; it lies in the hidden folder `.later`"]
        );
        assert_eq!(
            said("/home/shop/.claude/skills/synced/pdf/SKILL.md", &["claude-code"]),
            ["claude-code: never enters `synced`; it lies in `synced`"]
        );
        assert_eq!(
            said("/home/shop/.claude/skills/pdf.md", &["claude-code"]),
            ["claude-code: reads `NAME/SKILL.md` only; it has no folder of its own with a `SKILL.md`"]
        );
    }

    #[test]
    fn a_folder_of_another_mode() {
        assert_eq!(
            said("/home/shop/app/.roo/skills-architect/pdf/SKILL.md", &["roo"]),
            ["roo: reads that folder only in its mode `architect`; it lies in `.roo/skills-architect`"]
        );
    }

    #[test]
    fn another_project() {
        assert_eq!(
            said("/srv/other/.claude/skills/pdf/SKILL.md", &["claude-code"]),
            ["claude-code: does not read it from this working directory; it lies in another project"]
        );
    }
}
