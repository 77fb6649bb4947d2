//! Who wins, tested from a tree drawn as text to a table of verdicts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{
    BlockState, Candidate, Catalog, Controls, Environment, FoundKind, Origin, Package, Place, Reading, Refusal,
    SettingsFile, Skill, places, reworded,
};
use crate::hosts::Host;
use crate::text::{Span, slashed};

/// A host in the manner of Claude Code.
const CLAUDE: &str = r#"
id = "claude"
name = "Claude"
verified = { version = "1", how = "run" }
identity = { id = "folder" }
description = { missing = "first-line" }
winner = { policy = "first", order = "byte", scoped-clashes = true, hidden-steps-aside = true }
controls = { files = [], overrides = "skillOverrides", conditional-paths = true, plugins = "enabledPlugins" }
packages = { root-file = true, stores = [{ kind = "given" }, { kind = "marketplaces" }] }
roots = [
  { scope = "managed", paths = ["/etc/claude/.claude/skills"] },
  { scope = "user", paths = ["${CLAUDE_CONFIG_DIR:-~/.claude}/skills"] },
  { scope = "project", at = "upwards", paths = [".claude/skills"], main-checkout = true },
  { scope = "added", at = "added", paths = [".claude/skills"] },
  { scope = "command", paths = ["~/.claude/commands"], layout = "commands" },
  { scope = "command", at = "upwards", paths = [".claude/commands"], layout = "commands" },
  { scope = "plugin", at = "package", paths = ["commands"], layout = "commands" },
  { scope = "plugin", at = "package", paths = ["skills"] },
  { scope = "nested", at = "touched", paths = [".claude/skills"] },
]
"#;

fn simple(winner: &str) -> Host {
    let text = format!(
        r#"
id = "simple"
name = "Simple"
verified = {{ version = "1", how = "run" }}
winner = {winner}
roots = [
  {{ scope = "user", paths = ["~/.s/skills"] }},
  {{ scope = "project", at = "working-directory", paths = [".s/skills"] }},
]
"#
    );
    toml::from_str(&text).unwrap()
}

fn claude() -> Host {
    toml::from_str(CLAUDE).unwrap()
}

fn environment() -> Environment {
    Environment {
        working_directory: PathBuf::from("/w/repo/app"),
        home: Some(PathBuf::from("/home/me")),
        git_root: Some(PathBuf::from("/w/repo")),
        ..Environment::default()
    }
}

/// Puts a file into a catalogue of one view: `path` and words about it.
fn insert(catalog: &mut Catalog, line: &str) {
    let mut words = line.split_whitespace();
    let path = Path::new(words.next().unwrap());
    let words: Vec<&str> = words.collect();
    let value = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    let has = |word: &str| words.contains(&word);
    let is_command = path.file_name().unwrap() != "SKILL.md";
    let folder = match is_command {
        true => path.file_stem().unwrap(),
        false => path.parent().unwrap().file_name().unwrap(),
    };
    let folder = folder.to_str().unwrap();
    let skill = Skill {
        path: path.to_owned(),
        real: PathBuf::from(value("real").unwrap_or(path.to_str().unwrap())),
        folder: Arc::from(folder),
        kind: if is_command { FoundKind::Command } else { FoundKind::Skill },
        rank: u32::MAX,
        name: None,
        description: None,
        hash: 0,
        length: 0,
        mentions: Box::default(),
        headline: Span::at(0),
        is_judged: true,
        is_outside: false,
    };
    let reading = Arc::new(Reading {
        block: BlockState::Read,
        refusal: has("refused").then_some(Refusal::DescriptionMissing),
        field_refused: None,
        id: Arc::from(value("id").unwrap_or(folder)),
        name: value("name").map(Arc::from),
        description: Some(Arc::from(value("says").unwrap_or("text"))),
        last_resort: false,
        description_written: !has("undescribed"),
        when: None,
        hidden: has("hidden"),
        hidden_by: None,
        unlisted: has("unlisted"),
        // A reader leaves out what matches everything.
        paths: value("paths").filter(|pattern| *pattern != "**").map(Arc::from).into_iter().collect(),
        allowed_tools: Box::default(),
        asks_about: None,
    });
    let view = &catalog.views()[0];
    let is_there = |place: &Place| place.layout.is_commands() == is_command && path.starts_with(&place.path);
    let readings = view
        .places
        .iter()
        .enumerate()
        .filter(|(_, place)| is_there(place))
        .map(|(index, _)| (0, index, reading.clone()))
        .collect();
    catalog.insert(skill, readings);
}

fn catalog(host: Host, environment: Environment, controls: Controls, tree: &str) -> Catalog {
    let mut catalog = Catalog::default();
    let places = places(&host, &environment, &controls);
    catalog.add_host(Arc::new(host), places, controls, Arc::new(environment));
    for line in tree.lines().map(str::trim).filter(|line| !line.is_empty()) {
        insert(&mut catalog, line);
    }
    catalog.settle();
    catalog
}

/// One line for each candidate in the order met: id, status, place, reason, note.
fn table(catalog: &Catalog) -> String {
    let view = &catalog.views()[0];
    let mut lines = Vec::new();
    for candidate in &view.candidates {
        let verdict = &candidate.verdict;
        let mut line =
            format!("{} {} {}: {}", candidate.id, verdict.status.word(), view.scope(candidate).word(), verdict.reason);
        if let Some(note) = &candidate.note {
            line.push_str(" |");
            line.push_str(note);
        }
        if verdict.name_only {
            line.push_str(" | name only");
        }
        if candidate.later {
            line.push_str(" | later");
        }
        lines.push(line);
    }
    lines.join("\n")
}

fn check(catalog: &Catalog, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(table(catalog), expected.join("\n"));
}

/// Who says something else once these files are put in; nothing where more than that is another.
fn reworded_by(catalog: &Catalog, lines: &[&str]) -> Option<Vec<String>> {
    let mut after = catalog.clone();
    lines.iter().for_each(|line| insert(&mut after, line));
    after.settle();
    let pairs = reworded((catalog, &catalog.views()[0]), (&after, &after.views()[0]), 2)?;
    let words = |it: &Candidate| it.reading.description.as_deref().unwrap_or_default().to_owned();
    Some(pairs.into_iter().map(|(old, new)| format!("{} {} {}", new.id, words(old), words(new))).collect())
}

#[test]
fn words_alone_change_no_more_than_words() {
    let tree = "/w/repo/app/.claude/skills/a/SKILL.md
        /w/repo/app/.claude/skills/b/SKILL.md
        /home/me/.claude/skills/b/SKILL.md
        /w/repo/app/.claude/skills/c/SKILL.md";
    let catalog = catalog(claude(), environment(), Controls::default(), tree);
    let by = |lines: &[&str]| reworded_by(&catalog, lines);
    let (a, b, c) = (
        "/w/repo/app/.claude/skills/a/SKILL.md",
        "/home/me/.claude/skills/b/SKILL.md",
        "/w/repo/app/.claude/skills/c/SKILL.md",
    );
    let with = |path: &str, words: &str| format!("{path} {words}");
    assert_eq!(by(&[]), Some(Vec::new()));
    assert_eq!(by(&[&with(a, "says=more")]), Some(vec!["a text more".to_owned()]));
    assert_eq!(by(&[&with(b, "says=more")]), Some(vec!["b text more".to_owned()]));
    assert_eq!(by(&[&with(a, "says=more"), a]), Some(vec!["a text text".to_owned()]));
    for words in [
        "id=d",
        "name=d",
        "hidden",
        "unlisted",
        "refused",
        "paths=*.rs",
        "real=/elsewhere",
        "real=/w/repo/app/.claude/skills/c/SKILL.md",
    ] {
        assert_eq!(by(&[&with(a, words)]), None, "{words}");
    }
    assert_eq!(by(&["/w/repo/app/.claude/skills/d/SKILL.md"]), None);
    let all = [a, b, c].map(|path| with(path, "says=more"));
    assert_eq!(by(&[&all[0], &all[1], &all[2]]), None, "three are more than two");
}

fn paths_of(host: &Host, environment: &Environment) -> String {
    let places = places(host, environment, &Controls::default());
    let shown: Vec<String> =
        places.iter().map(|place| format!("{} {}", place.scope.word(), slashed(&place.path))).collect();
    shown.join("\n")
}

#[test]
fn roots_from_the_working_directory_up_to_the_git_root() {
    assert_eq!(
        paths_of(&claude(), &environment()),
        "managed /etc/claude/.claude/skills\nuser /home/me/.claude/skills\n\
         project /w/repo/app/.claude/skills\nproject /w/repo/.claude/skills\n\
         command /home/me/.claude/commands\ncommand /w/repo/app/.claude/commands\ncommand /w/repo/.claude/commands"
    );
}

#[test]
fn without_a_git_root_before_home_and_without_home_to_the_top() {
    let host = |until: &str| -> Host {
        let rule = format!("{{ scope = \"project\", at = \"upwards\", paths = [\"s\"], until = \"{until}\" }}");
        let text = format!(
            "id = \"x\"\nname = \"X\"\nverified = {{ version = \"1\", how = \"run\" }}\nroots = [\n  {rule},\n  \
             {{ scope = \"user\", paths = [\"~/.x\", \"$NOT_SET/y\"] }},\n]"
        );
        toml::from_str(&text).unwrap()
    };
    let mut environment =
        Environment { git_root: None, working_directory: PathBuf::from("/home/me/a/b"), ..environment() };
    let home = "project /home/me/a/b/s\nproject /home/me/a/s\nuser /home/me/.x";
    assert_eq!(paths_of(&host("git-root"), &environment), home);
    assert_eq!(paths_of(&host("home"), &environment), home);
    assert_eq!(paths_of(&host("git-root-or-here"), &environment), "project /home/me/a/b/s\nuser /home/me/.x");
    environment.home = None;
    let top = "project /home/me/a/b/s\nproject /home/me/a/s\nproject /home/me/s\nproject /home/s\nproject /s";
    assert_eq!(paths_of(&host("git-root"), &environment), top);
    assert_eq!(paths_of(&host("top"), &environment), top);
}

#[test]
fn a_variable_moves_the_user_root_and_a_folder_is_named_once() {
    let mut environment = environment();
    environment.variables.insert("CLAUDE_CONFIG_DIR".to_owned(), "/w/repo/.claude".to_owned());
    let shown = paths_of(&claude(), &environment);
    assert!(
        shown.contains("user /w/repo/.claude/skills") && !shown.contains("project /w/repo/.claude/skills"),
        "{shown}"
    );
}

#[test]
fn a_main_checkout_stands_in_for_a_worktree() {
    let environment = Environment { main_checkout: Some(PathBuf::from("/w/main")), ..environment() };
    let places = places(&claude(), &environment, &Controls::default());
    let main = places.iter().find(|place| place.path.starts_with("/w/main")).unwrap();
    assert_eq!(main.unless, [Path::new("/w/repo/.claude/skills")]);
}

#[test]
fn settings_name_more_roots() {
    let text = r#"
id = "x"
name = "X"
verified = { version = "1", how = "run" }
controls = { files = [], paths = "skills.paths", external-paths = "skills.external" }
roots = [{ scope = "explicit", at = "setting", paths = [] }, { scope = "explicit", at = "explicit", paths = [] }]
"#;
    let host: Host = toml::from_str(text).unwrap();
    let environment = Environment { explicit: vec![PathBuf::from("/team")], ..environment() };
    let shown = |settings: &str| {
        let file = SettingsFile {
            path: PathBuf::from("/s.json"),
            text: settings.to_owned(),
            source: Some("user".to_owned()),
            ..SettingsFile::default()
        };
        let controls = Controls::read(&host.controls, &[file], None);
        let places = places(&host, &environment, &controls);
        places.iter().map(|place| slashed(&place.path)).collect::<Vec<_>>()
    };
    let paths = r#""skills": {"paths": ["a", "../b", "~/c", "../../../d"]"#;
    assert_eq!(shown(&format!("{{{paths}}}}}")), ["/w/repo/app/a", "/w/repo/b", "/team"]);
    let open = shown(&format!("{{{paths}, \"external\": true}}}}"));
    assert_eq!(open, ["/w/repo/app/a", "/w/repo/b", "/home/me/c", "/d", "/team"]);
}

#[test]
fn the_first_root_wins() {
    let tree = "
        /w/repo/app/.claude/skills/pdf/SKILL.md
        /w/repo/.claude/skills/pdf/SKILL.md
        /home/me/.claude/skills/pdf/SKILL.md
        /w/repo/.claude/skills/near/SKILL.md
        /w/repo/app/.claude/skills/near/SKILL.md
        /home/me/.claude/skills/alone/SKILL.md
        /home/me/.claude/skills/broken/SKILL.md refused
        /w/repo/.claude/skills/broken/SKILL.md
    ";
    check(
        &catalog(claude(), environment(), Controls::default(), tree),
        "
        alone active user: the only skill of its name
        broken skipped user: it has no description
        pdf active user: user skills come before project skills
        near active project: `.claude/skills` comes before `/w/repo/.claude/skills`
        pdf shadowed project: user skills come before project skills
        broken active project: the only skill of its name
        near shadowed project: `.claude/skills` comes before `/w/repo/.claude/skills`
        pdf shadowed project: user skills come before project skills
        ",
    );
}

#[test]
fn a_hidden_skill_leaves_its_name_to_the_next_one() {
    let tree = "
        /home/me/.claude/skills/h/SKILL.md hidden
        /w/repo/.claude/skills/h/SKILL.md
        /home/me/.claude/skills/k/SKILL.md
        /w/repo/.claude/skills/k/SKILL.md hidden
    ";
    check(
        &catalog(claude(), environment(), Controls::default(), tree),
        "
        h hidden user: its own fields keep it from the model
        k active user: user skills come before project skills
        h active project: the one before it is not shown to the model
        k shadowed project: user skills come before project skills
        ",
    );
}

#[test]
fn clashes_of_added_and_nested_folders_are_renamed() {
    let environment = Environment {
        added: vec![PathBuf::from("/w/extra"), PathBuf::from("/w/repo/app/sub"), PathBuf::from("/v/extra")],
        touched: vec![PathBuf::from("/w/repo/app/pkg/a/file.txt"), PathBuf::from("/w/repo/other/file.txt")],
        nested: vec![PathBuf::from("/w/repo/app/pkg"), PathBuf::from("/w/repo/app/quiet")],
        ..environment()
    };
    let tree = "
        /home/me/.claude/skills/shared/SKILL.md
        /w/extra/.claude/skills/shared/SKILL.md name=fancy
        /w/extra/.claude/skills/only/SKILL.md
        /w/extra/.claude/skills/both/SKILL.md
        /w/extra/.claude/skills/command/SKILL.md
        /home/me/.claude/commands/command.md
        /w/repo/app/sub/.claude/skills/both/SKILL.md
        /v/extra/.claude/skills/shared/SKILL.md
        /w/repo/app/pkg/.claude/skills/command/SKILL.md
        /w/repo/app/pkg/.claude/skills/nest/SKILL.md
        /w/repo/app/pkg/a/.claude/skills/nest/SKILL.md
        /w/repo/app/pkg/a/.claude/skills/solo/SKILL.md paths=*.zzz
        /w/repo/app/quiet/.claude/skills/solo/SKILL.md
        /w/repo/other/.claude/skills/outside/SKILL.md
    ";
    let catalog = catalog(claude(), environment, Controls::default(), tree);
    let instead = |folder: &str, name: &str| {
        format!(
            "(scoped to {folder}/ — use this instead of the unscoped \"{name}\" skill when the files being changed are \
             under {folder}/)"
        )
    };
    let from = |folder: &str| format!("(from {folder}/.claude/skills — applies when working on files under {folder}/)");
    check(
        &catalog,
        &format!(
            "
            shared active user: the only skill of its name
            both active added: the only skill of its name
            command active added: skills come before commands
            only active added: the only skill of its name
            w/extra:shared active added: its name is taken, so it is called `w/extra:shared` | {}
            sub:both active added: its name is taken, so it is called `sub:both` | {}
            v/extra:shared active added: its name is taken, so it is called `v/extra:shared` | {}
            command shadowed command: skills come before commands
            pkg/a:nest active nested: its name is taken, so it is called `pkg/a:nest` | {} | later
            solo active nested: the only skill of its name | {} | later
            pkg:command active nested: its name is taken, so it is called `pkg:command` | {} | later
            pkg:nest active nested: its name is taken, so it is called `pkg:nest` | {} | later
            solo conditional nested: read once a file under `quiet/` is touched | later
            ",
            instead("w/extra", "shared"),
            instead("sub", "both"),
            instead("v/extra", "shared"),
            from("pkg/a"),
            from("pkg/a"),
            instead("pkg", "command"),
            from("pkg"),
        ),
    );
    let view = &catalog.views()[0];
    let listed: Vec<&str> = view.in_listing_order().iter().map(|candidate| &*candidate.id).collect();
    let first = "shared both command only command w/extra:shared sub:both v/extra:shared";
    let later = "pkg:command pkg/a:nest pkg:nest solo solo";
    assert_eq!(listed.join(" "), format!("{first} {later}"));
    let named = |id: &str| view.named(id).map(|it| it.id.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(named("shared"), "shared w/extra:shared v/extra:shared");
    assert_eq!(named("sub:both"), "both sub:both", "a given name leads back to the clash");
}

#[test]
fn a_skill_that_waits_for_a_file_takes_no_name_from_others() {
    let tree = "
        /home/me/.claude/skills/c/SKILL.md paths=docs/**
        /w/repo/.claude/skills/c/SKILL.md
        /home/me/.claude/skills/d/SKILL.md paths=**
        /w/extra/.claude/skills/x/SKILL.md paths=docs/**
    ";
    let mut environment = Environment { added: vec![PathBuf::from("/w/extra")], ..environment() };
    check(
        &catalog(claude(), environment.clone(), Controls::default(), tree),
        "
        c conditional user: waits for a file that matches `docs/**` | later
        d active user: the only skill of its name
        c active project: the only skill of its name
        x conditional added: waits for a file that matches `docs/**` | later
        ",
    );
    environment.touched = vec![PathBuf::from("/w/repo/app/docs/a.md")];
    check(
        &catalog(claude(), environment, Controls::default(), tree),
        "
        c shadowed user: a skill that waits for a file comes after those that do not | later
        d active user: the only skill of its name
        c active project: a skill that waits for a file comes after those that do not
        x active added: the only skill of its name | (from extra/.claude/skills — applies when working on files under extra/) | later
        ",
    );
}

#[test]
fn what_waited_above_in_an_added_folder_says_where_it_comes_from() {
    let tree = "
        /w/repo/.claude/skills/near/SKILL.md paths=docs/**
        /w/.claude/skills/far/SKILL.md paths=docs/**
        /w/repo/app/.claude/skills/here/SKILL.md paths=docs/**
        /w/repo/.claude/skills/whole/SKILL.md
    ";
    let added = vec![PathBuf::from("/w")];
    let touched = vec![PathBuf::from("/w/repo/app/docs/a.md")];
    let environment = Environment { added, touched, ..environment() };
    check(
        &catalog(claude(), environment, Controls::default(), tree),
        "
        here active project: the only skill of its name | later
        near active project: the only skill of its name | (from w/repo/.claude/skills — applies when working on files under w/repo/) | later
        whole active project: the only skill of its name
        far active added: the only skill of its name | (from w/.claude/skills — applies when working on files under w/) | later
        ",
    );
}

#[test]
fn switches_and_plugins() {
    let settings = r#"{"skillOverrides": {"a": "off", "b": "name-only", "c": "user-invocable-only", "p:k": "off",
        "extra:b": "off"}, "enabledPlugins": {"q@m": true, "r@m": false}}"#;
    let package = |name: &str, origin: Origin, store: usize| Package {
        name: name.to_owned(),
        path: PathBuf::from(format!("/plugins/{name}")),
        id: format!("{name}@m"),
        origin,
        store,
        on: origin == Origin::Given,
        usual_skills: true,
        usual_commands: true,
        ..Package::default()
    };
    let environment = Environment { added: vec![PathBuf::from("/w/extra")], ..environment() };
    let file = SettingsFile {
        path: PathBuf::from("/s.json"),
        text: settings.to_owned(),
        source: Some("user".to_owned()),
        ..SettingsFile::default()
    };
    let mut controls = Controls::read(&claude().controls, &[file], None);
    let packages = [("p", Origin::Given, 0), ("q", Origin::Installed, 1), ("r", Origin::Installed, 1)];
    let packages = packages.map(|(name, origin, store)| package(name, origin, store));
    controls.take_packages(&claude().packages, packages.to_vec());
    let tree = "
        /home/me/.claude/skills/a/SKILL.md
        /home/me/.claude/skills/b/SKILL.md
        /home/me/.claude/skills/c/SKILL.md
        /w/extra/.claude/skills/b/SKILL.md
        /plugins/p/skills/k/SKILL.md name=shown
        /plugins/p/skills/bare/SKILL.md undescribed
        /plugins/p/commands/go.md
        /plugins/q/skills/k/SKILL.md
        /plugins/r/skills/k/SKILL.md
    ";
    let catalog = catalog(claude(), environment, controls, tree);
    check(
        &catalog,
        "
        a disabled user: switched off by `skillOverrides` in `/s.json`
        b active user: the only skill of its name | name only
        c hidden user: only the user may call it: `skillOverrides` in `/s.json` says `user-invocable-only`
        b disabled added: switched off by `skillOverrides` in `/s.json`
        p:go active plugin: the only skill of its name
        p:bare hidden plugin: it has no description, so it is not listed
        p:k active plugin: the only skill of its name
        q:k active plugin: the only skill of its name
        ",
    );
    let label = catalog.views()[0].named("p:k").next().unwrap().label_name.as_deref();
    assert_eq!(label, Some("p:shown"));
}

#[test]
fn one_file_under_two_paths_counts_once() {
    let tree = "
        /home/me/.claude/skills/real/SKILL.md
        /w/repo/.claude/skills/link/SKILL.md real=/home/me/.claude/skills/real/SKILL.md
    ";
    let mut catalog = catalog(claude(), environment(), Controls::default(), tree);
    check(
        &catalog,
        "
        real active user: the only skill of its name
        link shadowed project: the same file as `~/.claude/skills/real/SKILL.md`
        ",
    );
    catalog.remove(Path::new("/home/me/.claude/skills/real/SKILL.md"));
    assert_eq!(catalog.settle().len(), 1);
    check(&catalog, "link active project: the only skill of its name");
}

#[test]
fn policies() {
    let tree = "
        /home/me/.s/skills/a/SKILL.md
        /home/me/.s/skills/b/SKILL.md
        /w/repo/app/.s/skills/a/SKILL.md
        /w/repo/app/.s/skills/z/SKILL.md id=b
        /w/repo/app/.s/skills/y/SKILL.md id=b
    ";
    let made = |winner: &str| catalog(simple(winner), environment(), Controls::default(), tree);
    check(
        &made("{ policy = \"last\" }"),
        "
        a shadowed user: project skills override user skills
        b shadowed user: project skills override user skills
        a active project: project skills override user skills
        b shadowed project: in one folder, `z` is met after, and the last one counts
        b active project: project skills override user skills
        ",
    );
    let keeps = made("{ policy = \"last-keeps-place\" }");
    let order: Vec<String> = keeps.views()[0]
        .in_listing_order()
        .iter()
        .filter(|it| it.verdict.status.word() == "active")
        .map(|it| keeps.skill(it.skill).unwrap().path.display().to_string())
        .collect();
    assert_eq!(order, ["/w/repo/app/.s/skills/a/SKILL.md", "/w/repo/app/.s/skills/z/SKILL.md"]);
    check(
        &made("{ policy = \"all\", because = \"Simple keeps every skill of a name, told apart by path\" }"),
        "
        a active user: Simple keeps every skill of a name, told apart by path
        b active user: Simple keeps every skill of a name, told apart by path
        a active project: Simple keeps every skill of a name, told apart by path
        b active project: Simple keeps every skill of a name, told apart by path
        b active project: Simple keeps every skill of a name, told apart by path
        ",
    );
    check(
        &made("{ policy = \"race\" }"),
        "
        a ambiguous user: not decided: Simple keeps whichever file it finishes reading last
        b ambiguous user: not decided: Simple keeps whichever file it finishes reading last
        a ambiguous project: not decided: Simple keeps whichever file it finishes reading last
        b ambiguous project: not decided: Simple keeps whichever file it finishes reading last
        b ambiguous project: not decided: Simple keeps whichever file it finishes reading last
        ",
    );
}

#[test]
fn one_changed_file_settles_only_its_names_and_old_snapshots_stay() {
    let lines: Vec<String> = (0..3000).map(|it| format!("/home/me/.claude/skills/s{it}/SKILL.md")).collect();
    let mut catalog = catalog(claude(), environment(), Controls::default(), &lines.join("\n"));
    let before = catalog.clone();
    insert(&mut catalog, "/w/repo/.claude/skills/s7/SKILL.md");
    assert_eq!(catalog.settle().len(), 2);
    insert(&mut catalog, "/home/me/.claude/skills/s7/SKILL.md refused");
    assert_eq!(catalog.settle().len(), 2);
    let status = |catalog: &Catalog| {
        let words: Vec<&str> = catalog.views()[0].named("s7").map(|it| it.verdict.status.word()).collect();
        words.join(" ")
    };
    assert_eq!((status(&before).as_str(), status(&catalog).as_str()), ("active", "skipped active"));
    catalog.remove(Path::new("/home/me/.claude/skills/s7/SKILL.md"));
    catalog.settle();
    assert_eq!((status(&catalog).as_str(), catalog.len(), before.len()), ("active", 3000, 3000));
    let ids: Vec<&str> = catalog.views()[0].candidates.iter().map(|it| &*it.id).collect();
    assert_eq!(ids.len(), 3000);
    assert!(ids[..2999].is_sorted() && ids[2999] == "s7", "still in order");
}

fn builtin(id: &str) -> Host {
    Host::clone(crate::hosts::builtin().get(id).unwrap())
}

#[test]
fn sorted_by_path_the_last_counts_whatever_root_it_is_in() {
    let tree = "
        /w/repo/app/.agents/skills/pdf/SKILL.md
        /w/repo/.crush/skills/pdf/SKILL.md
        /home/me/.claude/skills/pdf/SKILL.md
        /w/repo/app/.agents/skills/pdf-b/SKILL.md
    ";
    check(
        &catalog(builtin("crush"), environment(), Controls::default(), tree),
        "
        pdf shadowed user: all are sorted by path, whatever root they lie in, and the last of a name counts
        pdf shadowed project: all are sorted by path, whatever root they lie in, and the last of a name counts
        pdf active project: all are sorted by path, whatever root they lie in, and the last of a name counts
        pdf-b active project: the only skill of its name
        ",
    );
}

#[test]
fn the_strongest_root_wins_and_the_name_keeps_its_place() {
    let tree = "
        /home/me/.agents/skills/pdf/SKILL.md
        /home/me/.agents/skills/zip/SKILL.md
        /w/repo/app/.agents/skills/pdf/SKILL.md
        /home/me/.roo/skills-code/pdf/SKILL.md
    ";
    let catalog = catalog(builtin("roo"), environment(), Controls::default(), tree);
    check(
        &catalog,
        "
        pdf shadowed user: project skills override user skills
        zip active user: the only skill of its name
        pdf active project: project skills override user skills
        pdf shadowed user: project skills override user skills
        ",
    );
    let listed = catalog.views()[0].in_listing_order();
    let listed: Vec<&str> =
        listed.iter().filter(|it| it.verdict.status.word() == "active").map(|it| it.id.as_ref()).collect();
    assert_eq!(listed, ["pdf", "zip"]);
}

#[test]
fn inside_one_root_the_file_system_decides() {
    let tree = "
        /w/repo/app/.goose/skills/a/SKILL.md id=pdf
        /w/repo/app/.goose/skills/b/SKILL.md id=pdf
        /home/me/.agents/skills/pdf/SKILL.md
    ";
    check(
        &catalog(builtin("goose"), environment(), Controls::default(), tree),
        "
        pdf ambiguous project: not decided: the file system decides which of one folder is met first
        pdf ambiguous project: not decided: the file system decides which of one folder is met first
        pdf shadowed user: project skills come before user skills
        ",
    );
}

#[test]
fn a_variable_that_is_set_takes_the_place_of_the_usual_folders() {
    let mut environment = environment();
    environment.variables.insert("CRUSH_SKILLS_DIR".to_owned(), "/srv/skills".to_owned());
    let paths = paths_of(&builtin("crush"), &environment);
    assert!(paths.starts_with("environment /srv/skills\nproject /w/repo/app/.agents/skills\n"), "{paths}");
}
