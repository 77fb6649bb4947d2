//! Trees in, one line for each file met out.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::{fs, io};

use super::{Listings, unless_absent, walk, walk_knowing};
use crate::catalog::{Controls, EntryKind, Environment, Files, FoundKind, Met, Place, Sight, met_along, places};
use crate::disk::real::real_path;
use crate::disk::{DiskProblem, RealFiles};
use crate::hosts::Host;
use crate::text::slashed;

/// Writes a tree: `path` for a file, `path = text` for one that says something, `path/` for a folder, `path -> target`
/// for a link.
fn tree(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (path, target) = line.split_once(" -> ").map_or((line, None), |(path, to)| (path, Some(to)));
        let (path, text) = path.split_once(" = ").unwrap_or((path, "text"));
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match target {
            #[cfg(unix)]
            Some(target) => std::os::unix::fs::symlink(target, &path).unwrap(),
            #[cfg(not(unix))]
            Some(_) => {}
            None if line.ends_with('/') => fs::create_dir_all(&path).unwrap(),
            None => fs::write(&path, text).unwrap(),
        }
    }
    folder
}

fn host(roots: &str, walk: &str) -> Host {
    let verified = "verified = { version = \"1\", how = \"run\" }";
    toml::from_str(&format!("id = \"x\"\nname = \"X\"\n{verified}\nroots = [{roots}]\n[walk]\n{walk}")).unwrap()
}

const HERE: &str = "{ scope = \"project\", at = \"working-directory\", paths = [\"skills\"] }";

/// One line for each file met: path, kind and name, places; then the problems.
fn walked(folder: &Path, hosts: &[Host]) -> String {
    let environment = Environment { working_directory: folder.to_owned(), ..Environment::default() };
    let places: Vec<Vec<Place>> = hosts.iter().map(|host| places(host, &environment, &Controls::default())).collect();
    let places: Vec<&[Place]> = places.iter().map(Vec::as_slice).collect();
    let (met, problems) = walk(&places);
    looks_the_same_along_every_path(folder, &places, &met);
    let real = real_path(folder).unwrap();
    let mut lines = Vec::new();
    for (found, at) in met {
        let path = found.path.strip_prefix(folder).unwrap();
        let mut line = format!("{} {:?} {} {at:?}", slashed(path), found.kind, found.name);
        if found.real != real.join(path) {
            line.push_str(&format!(" = {}", slashed(found.real.strip_prefix(&real).unwrap())));
        }
        lines.push(line);
    }
    let shown = |problem: DiskProblem| problem.message.replace(&within(folder), "");
    lines.extend(problems.into_iter().map(shown));
    lines.join("\n")
}

/// What the path of something in a folder begins with.
fn within(folder: &Path) -> String {
    format!("{}{MAIN_SEPARATOR}", folder.display())
}

/// Whoever looks along one path comes upon it where the walk does, and as what the walk does.
fn looks_the_same_along_every_path(folder: &Path, places: &[&[Place]], met: &[Met]) {
    let mut paths: Vec<PathBuf> = met.iter().map(|(found, _)| found.path.clone()).collect();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in RealFiles.entries(&folder).unwrap() {
            match entry.kind {
                EntryKind::Folder => folders.push(folder.join(entry.name)),
                // Whoever saves what a broken link is open for mends the link.
                _ => paths.extend(Some(folder.join(entry.name)).filter(|path| RealFiles.kind(path).is_some())),
            }
        }
    }
    // A great many of the same kind say no more than a few.
    for path in paths.iter().step_by(1 + paths.len() / 100) {
        let (found, at) = met_along(&RealFiles, &|_| false, places, path);
        let walked = met.iter().find(|(found, _)| found.path == *path).filter(|(_, at)| !at.is_empty());
        assert_eq!(at, walked.map(|(_, at)| at.clone()).unwrap_or_default(), "{}", path.display());
        assert!(walked.is_none_or(|(walked, _)| *walked == found), "{found:?}\n{walked:?}");
    }
}

fn check(text: &str, hosts: &[Host], expected: &str) {
    let folder = tree(text);
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(walked(folder.path(), hosts), expected.join("\n"));
}

#[test]
fn direct_children_or_deeper_and_what_nobody_reads() {
    check(
        "
        skills/a/SKILL.md
        skills/a/template/SKILL.md
        skills/low/skill.md
        skills/group/deep/SKILL.md
        skills/.hidden/SKILL.md
        skills/synced/b/SKILL.md
        skills/node_modules/c/SKILL.md
        skills/flat.md
        skills/SKILL.md
        ",
        &[
            host(HERE, "depth = 1\nskip = [\"SYNCED\"]"),
            host(HERE, "depth = 6\nhidden = false\nroot-file = true\nstop-at-skill = false\nany-case = true"),
            host(HERE, "flat-files = true"),
        ],
        "
        skills/.hidden/SKILL.md Skill .hidden [(0, 0), (2, 0)]
        skills/SKILL.md Skill skills [(1, 0)]
        skills/a/SKILL.md Skill a [(0, 0), (1, 0), (2, 0)]
        skills/a/template/SKILL.md Skill template [(1, 0)]
        skills/flat.md Flat flat [(2, 0)]
        skills/group/deep/SKILL.md Skill deep [(1, 0)]
        skills/low/skill.md Skill low [(1, 0)]
        skills/node_modules/c/SKILL.md Skill c [(1, 0)]
        skills/synced/b/SKILL.md Skill b [(1, 0)]
        ",
    );
    check(
        "skills/low/skill.md\nskills/group/deep/SKILL.md",
        &[host(HERE, "depth = 1")],
        "skills/group/deep/SKILL.md Skill deep []\nskills/low/skill.md Skill low []",
    );
}

#[test]
fn commands_have_ids_with_their_folders() {
    let roots = "{ scope = \"command\", at = \"working-directory\", paths = [\"commands\"], layout = \"commands\" }";
    check(
        "
        commands/go.md
        commands/sub/Deep.md
        commands/sub/Upper.MD
        commands/sub/notes.txt
        commands/skill/SKILL.md
        commands/skill/other.md
        ",
        &[host(roots, "depth = 32"), host(roots, "depth = 32\nany-extension-case = true")],
        "
        commands/go.md Command go [(0, 0), (1, 0)]
        commands/skill/SKILL.md Command skill [(0, 0), (1, 0)]
        commands/sub/Deep.md Command sub:Deep [(0, 0), (1, 0)]
        commands/sub/Upper.MD Command sub:Upper.MD [(1, 0)]
        ",
    );
}

#[test]
fn a_cache_of_plugins_and_an_inner_skills_folder() {
    let roots = "{ scope = \"plugin\", at = \"working-directory\", paths = [\"cache\"], layout = \"plugin-cache\" }, \
                 { scope = \"explicit\", at = \"working-directory\", paths = [\"team\"] }";
    check(
        "cache/p/1.0/skills/a/SKILL.md\ncache/p/1.0/other/b/SKILL.md\nteam/skills/c/SKILL.md\nteam/d/SKILL.md",
        &[host(roots, "inner-skills = true")],
        "cache/p/1.0/skills/a/SKILL.md Skill a [(0, 0)]\nteam/skills/c/SKILL.md Skill c [(0, 1)]",
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_loops_end() {
    check(
        "
        real/a/SKILL.md
        skills/link -> ../real/a
        skills/self -> .
        skills/up -> ../..
        skills/x/y -> ../z
        skills/z/w -> ../x
        skills/file/SKILL.md -> ../../real/a/SKILL.md
        skills/broken/SKILL.md -> nowhere
        skills/nowhere -> gone
        ",
        &[host(HERE, "depth = 32\nfile-links = false"), host(HERE, "symlinks = false")],
        "
        skills/file/SKILL.md Skill file [(1, 0)] = real/a/SKILL.md
        skills/link/SKILL.md Skill link [(0, 0)] = real/a/SKILL.md
        cannot read skills/broken/SKILL.md: it is a link that leads nowhere
        ",
    );
}

#[cfg(unix)]
#[test]
fn what_is_not_a_file_is_a_problem_and_the_rest_is_still_met() {
    let folder = tree("skills/a/SKILL.md\nskills/folder/SKILL.md/\nskills/pipe/\nskills/linked/SKILL.md -> ../a");
    let pipe = folder.path().join("skills/pipe/SKILL.md");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    assert_eq!(
        walked(folder.path(), &[host(HERE, "")]),
        "skills/a/SKILL.md Skill a [(0, 0)]\n\
         cannot read skills/folder/SKILL.md: it is a folder\n\
         cannot read skills/linked/SKILL.md: it is not a file\n\
         cannot read skills/pipe/SKILL.md: it is not a file"
    );
}

#[test]
fn a_folder_that_cannot_be_read_is_a_problem_unless_it_is_absent() {
    let denied = io::Error::from(io::ErrorKind::PermissionDenied);
    let shown = unless_absent(Path::new("/x"), &denied).map(|problem| problem.message);
    assert_eq!(shown.as_deref(), Some("cannot read /x: permission denied"));
    assert_eq!(unless_absent(Path::new("/x"), &io::Error::from(io::ErrorKind::NotFound)), None);
    check("other/file", &[host(HERE, "")], "");
    check("skills", &[host(HERE, "")], "");
}

#[cfg(unix)]
#[test]
fn a_folder_that_could_not_be_read_for_a_moment_is_told() {
    use std::collections::HashMap;

    use super::problem;
    use crate::catalog::Unread;

    let folder = tree("skills/a/SKILL.md");
    let skills = folder.path().join("skills");
    // The number of `EMFILE`. By now the folder can be read.
    let errors = HashMap::from([(skills.clone(), io::Error::from_raw_os_error(24))]);
    let shown = problem(&Unread::Folder(skills.clone()), &errors).map(|problem| problem.message);
    assert_eq!(shown, Some(format!("cannot read {}: too many open files", skills.display())));
}

#[test]
fn ignore_files_are_respected_where_the_host_does() {
    check(
        "skills/a/SKILL.md\nskills/b/SKILL.md",
        &[host(HERE, "gitignore = true")],
        "skills/a/SKILL.md Skill a [(0, 0)]\nskills/b/SKILL.md Skill b [(0, 0)]",
    );
    let folder = tree("skills/a/SKILL.md\nskills/b/SKILL.md");
    fs::write(folder.path().join("skills/.gitignore"), "b/\n").unwrap();
    assert_eq!(
        walked(folder.path(), &[host(HERE, "gitignore = true")]),
        "skills/a/SKILL.md Skill a [(0, 0)]\nskills/b/SKILL.md Skill b []"
    );
}

#[test]
fn limits_cut_by_name_and_many_entries_are_met() {
    let text: Vec<String> = (0..2000).map(|number| format!("skills/s{number:04}/SKILL.md")).collect();
    let folder = tree(&text.join("\n"));
    let hosts = [host(HERE, ""), host(HERE, "folder-limit = 11"), host(HERE, "folder-limit = 5000")];
    let shown = walked(folder.path(), &hosts);
    let count = |view: &str| shown.lines().filter(|line| line.contains(view)).count();
    assert_eq!((count("(0, 0)"), count("(1, 0)"), count("(2, 0)")), (2000, 10, 2000));
    let tenth = shown.lines().nth(9).unwrap();
    assert_eq!(tenth, "skills/s0009/SKILL.md Skill s0009 [(0, 0), (1, 0), (2, 0)]");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_above_the_root_is_followed_once_where_the_rule_says_so() {
    let text = "skills/a/SKILL.md\nrel/b/SKILL.md\nskills/up -> ..\nskills/loop -> .";
    let rules = "root-file = false\nhidden = true\ndepth = 32";
    let expected = "rel/b/SKILL.md Skill b [(0, 0)] ";
    let folder = tree(text);
    assert!(!walked(folder.path(), &[host(HERE, rules)]).contains(expected.split(' ').next().unwrap()));
    let above = walked(folder.path(), &[host(HERE, &format!("{rules}\nlinks-above = true"))]);
    assert_eq!(above.matches("rel/b/SKILL.md Skill b").count(), 1, "{above}");
}

/// What keeps a host from a file that it does not meet, in the words for people.
fn kept(text: &str, host: &Host, path: &str) -> String {
    let folder = tree(text);
    let environment = &Environment { working_directory: folder.path().to_owned(), ..Environment::default() };
    let (controls, path) = (&Controls::default(), folder.path().join(path));
    let places = &places(host, environment, controls);
    looks_the_same_along_every_path(folder.path(), &[places], &walk(&[places]).0);
    let sight = Sight { host, environment, controls, places, has_looked: true, files: &RealFiles };
    let Some(obstacle) = sight.obstacle(None, &path, FoundKind::of_path(&path).1) else { return "–".to_owned() };
    let said = format!("{}; {}", obstacle.of_hosts().0, obstacle.of_the_file());
    said.replace(&within(folder.path()), "")
}

#[test]
fn what_stands_inside_a_root_has_words() {
    let check = |text: &str, walk: &str, path: &str, expected: &str| {
        assert_eq!(kept(text, &host(HERE, walk), path), expected);
    };
    let ignored = "skills/a/SKILL.md\nskills/.ignore = a";
    check(ignored, "gitignore = true", "skills/a/SKILL.md", "leaves out what `.ignore` ignores; `.ignore` ignores it");
    check(ignored, "", "skills/a/SKILL.md", "–");
    check(
        "skills/a/SKILL.md\nskills/a/b/SKILL.md",
        "depth = 4",
        "skills/a/b/SKILL.md",
        "does not look for skills inside a skill; it lies in the skill `a`",
    );
    check(
        "skills/x.backup-1-2/SKILL.md",
        "skip-leftovers = true",
        "skills/x.backup-1-2/SKILL.md",
        "skips what an unfinished installation left; it lies in `x.backup-1-2`",
    );
    check("skills/a/skill.md", "", "skills/a/skill.md", "reads `SKILL.md` only; it is not called `SKILL.md`");
    // Elsewhere the two are one file.
    #[cfg(not(any(windows, target_os = "macos")))]
    check(
        "skills/a/skill.md\nskills/a/Skill.md",
        "any-case = true",
        "skills/a/skill.md",
        "reads `Skill.md` only; it is not called `Skill.md`",
    );
    check(
        "skills/SKILL.md\nskills/b.md",
        "flat-files = true\nroot-file = true",
        "skills/b.md",
        "reads only the `SKILL.md` where there is one; a `SKILL.md` lies beside it",
    );
    check("skills/a/SKILL.md/", "", "skills/a/SKILL.md", "reads files only; it is no file");
    check(
        "skills/a/SKILL.md\nskills/b/SKILL.md\nskills/c/SKILL.md",
        "folder-limit = 3",
        "skills/c/SKILL.md",
        "looks at 3 folders of a root at most; too much comes before it",
    );
    check(
        "skills/.x/node_modules/deep/SKILL.md",
        "hidden = false\nskip = [\"node_modules\"]",
        "skills/.x/node_modules/deep/SKILL.md",
        "never enters `node_modules`; it lies in `node_modules`",
    );
    check("skills/a/b/SKILL.md", "", "skills/a/b/SKILL.md", "looks one folder deep; it lies 2 folders below `skills`");
}

#[cfg(unix)]
#[test]
fn links_that_stand_in_the_way_have_words() {
    let check = |text: &str, walk: &str, path: &str, expected: &str| {
        assert_eq!(kept(text, &host(HERE, walk), path), expected);
    };
    let linked = "real/a/SKILL.md\nskills/l -> ../real/a\nskills/b/SKILL.md -> ../../real/a/SKILL.md";
    check(linked, "symlinks = false", "skills/l/SKILL.md", "follows no links to folders; it lies behind the link `l`");
    check(
        linked,
        "file-links = false",
        "skills/b/SKILL.md",
        "reads no `SKILL.md` that is a link; its `SKILL.md` is a link",
    );
    check(
        "skills/a/SKILL.md\nskills/b/up -> ..",
        "depth = 9",
        "skills/b/up/a/SKILL.md",
        "does not follow links in circles; the link `up` on the way leads back, or nowhere",
    );
}

#[test]
fn what_stands_before_a_root_has_words() {
    let rule = |rest: &str| format!("{{ scope = \"project\", at = \"git-root\", {rest} }}");
    let first = host(&rule("paths = [\"one\", \"two\"], reads = \"first\""), "");
    let said = kept("one/x\ntwo/a/SKILL.md", &first, "two/a/SKILL.md");
    assert_eq!(said, "reads `one` in its place; `one` is there too");
    assert_eq!(kept("two/a/SKILL.md", &first, "two/a/SKILL.md"), "–");
    let cache = host(&rule("paths = [\"cache\"], layout = \"plugin-cache\""), "");
    let said = kept("cache/a/SKILL.md\ncache/p/1/skills/b/SKILL.md", &cache, "cache/a/SKILL.md");
    assert_eq!(said, "reads only some folders of `cache`; it lies in `cache`");
    let inner = host(&rule("paths = [\"team\"]"), "inner-skills = true");
    let said = kept("team/skills/a/SKILL.md\nteam/b/SKILL.md", &inner, "team/b/SKILL.md");
    assert_eq!(said, "reads only some folders of `team`; it lies in `team`");
    let elsewhere = host(&rule("paths = [\"skills\"], system = \"nowhere\""), "");
    let said = kept("skills/a/SKILL.md", &elsewhere, "skills/a/SKILL.md");
    assert_eq!(said, "does not read this folder on this system; its folder is switched off");
}

#[test]
fn a_folder_that_was_looked_into_is_not_looked_into_again() {
    let folder = tree("skills/a/SKILL.md\nskills/b/SKILL.md");
    let environment = Environment { working_directory: folder.path().to_owned(), ..Environment::default() };
    let places = places(&host(HERE, "depth = 1"), &environment, &Controls::default());
    let names = |known: &Listings| -> Vec<String> {
        walk_knowing(&[&places], known).0.into_iter().map(|(found, _)| found.name).collect()
    };
    assert_eq!(names(&Listings::default()), ["a", "b"]);
    let empty = Listings::from_iter([(folder.path().join("skills").join("a").into_os_string(), Vec::new())]);
    assert_eq!(names(&empty), ["b"]);
}

#[cfg(unix)]
#[test]
fn links_that_lead_to_one_another_come_to_an_end() {
    let mut text = String::new();
    for skill in 0..12 {
        text.push_str(&format!("skills/s{skill}/SKILL.md\n"));
        text.extend((0..12).filter(|to| *to != skill).map(|to| format!("skills/s{skill}/l{to} -> ../s{to}\n")));
    }
    let folder = tree(&text);
    let environment = Environment { working_directory: folder.path().to_owned(), ..Environment::default() };
    let places = places(&host(HERE, "depth = 99\nstop-at-skill = false"), &environment, &Controls::default());
    let (met, problems) = walk(&[&places]);
    assert_eq!(met.iter().filter(|(_, at)| !at.is_empty()).count(), 12 + 2000);
    let said: Vec<&str> = problems.iter().filter_map(|it| it.message.rsplit(": ").next()).collect();
    assert_eq!(said, ["links in it lead to more than 2000 folders"]);
    assert_eq!(walk(&[&places]).0, met, "the same are left out each time");
}

#[cfg(target_os = "linux")]
#[test]
fn the_trees_of_the_kernel_are_not_entered() {
    let deep = || [host(HERE, "depth = 99")];
    assert_eq!(
        walked(tree("skills/a/SKILL.md\nskills/odd -> /proc").path(), &deep()),
        "skills/a/SKILL.md Skill a [(0, 0)]"
    );
    let said = walked(tree("skills -> /proc").path(), &deep());
    assert_eq!(said, "cannot read skills: it leads to a file system of the kernel");
}

#[cfg(target_os = "linux")]
#[test]
fn a_skill_whose_folder_has_no_name_that_is_text_is_told() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tree("skills/pdf/SKILL.md");
    for (name, file) in [(&b"b\xff"[..], "SKILL.md"), (b"c\xff", "notes.md")] {
        let unnamed = folder.path().join("skills").join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir(&unnamed).unwrap();
        fs::write(unnamed.join(file), "text").unwrap();
    }
    assert_eq!(
        walked(folder.path(), &[host(HERE, "")]),
        "skills/pdf/SKILL.md Skill pdf [(0, 0)]\ncannot read skills/b\u{fffd}: its name is not UTF-8"
    );
}

#[test]
fn one_folder_is_walked_in_as_many_ways_as_there_are_hosts() {
    let folder = tree("skills/a/SKILL.md");
    let hosts: Vec<Host> = (1..=140).map(|depth| host(HERE, &format!("depth = {depth}"))).collect();
    let everyone: Vec<(usize, usize)> = (0..140).map(|host| (host, 0)).collect();
    assert_eq!(walked(folder.path(), &hosts), format!("skills/a/SKILL.md Skill a {everyone:?}"));
}
