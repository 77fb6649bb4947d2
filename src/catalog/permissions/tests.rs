//! What hosts grant: settings and skills in, one line for each skill out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::permissions::verdict;
use crate::catalog::{Catalog, Controls, Environment, Found, FoundKind, SettingsFile, Skill, places, read};
use crate::document;
use crate::hosts::builtin;

const TOOLS: &str = "allowed-tools: [Read]";

/// What a host grants with some settings: `name: verdict` for each skill, given as its name and its fields.
fn check(host: &str, settings: &[(&str, &str)], skills: &[(&str, &str)], expected: &str) {
    check_in(host, Start::default(), settings, skills, expected);
}

/// How a session begins.
#[derive(Default)]
struct Start {
    trusted: bool,
    agent: Option<String>,
}

fn check_in(host: &str, start: Start, settings: &[(&str, &str)], skills: &[(&str, &str)], expected: &str) {
    let host = builtin().get(host).unwrap().clone();
    let home = PathBuf::from("/home");
    let working_directory = PathBuf::from("/home/shop");
    let environment = Environment { home: Some(home), working_directory, agent: start.agent, ..Environment::default() };
    let file = |(path, text): &(&str, &str)| SettingsFile {
        path: PathBuf::from(path),
        text: (*text).to_owned(),
        source: Some(if path.contains("shop") { "project" } else { "user" }.to_owned()),
        agent: path.strip_suffix(".md").and_then(|path| Some(path.rsplit_once('/')?.1.to_owned())),
        ..SettingsFile::default()
    };
    let files: Vec<SettingsFile> = settings.iter().map(file).collect();
    let mut controls = Controls::read(&host.controls, &files, None);
    controls.trusted = start.trusted;
    controls.read_permissions(&host, &files, &environment);
    let places = places(&host, &environment, &controls);
    let is_home = |path: &Path| path.starts_with("/home") && !path.starts_with("/home/shop");
    let place = places.iter().position(|place| is_home(&place.path)).unwrap();
    let root = places[place].path.clone();
    let mut catalog = Catalog::default();
    catalog.add_host(host.clone(), places, controls, Arc::new(environment));
    for (name, fields) in skills {
        let own = if fields.contains("name:") { String::new() } else { format!("name: {name}\n") };
        let text = format!("---\n{own}description: Text.\n{fields}\n---\nBody.\n");
        let document = document::parse(&text);
        let path = root.join(name).join("SKILL.md");
        let found = Found {
            real: path.clone(),
            path,
            name: (*name).to_owned(),
            kind: FoundKind::Skill,
            size: text.len() as u64,
            rank: 0,
            is_outside: false,
        };
        let reading = Arc::new(read(&host, &document, name, FoundKind::Skill));
        catalog.insert(Skill::new(&found, &document), vec![(0, place, reading)]);
    }
    catalog.settle();
    let view = &catalog.views()[0];
    let mut shown = String::new();
    for (name, _) in skills {
        let candidate = view.candidates.iter().find(|it| *it.reading.id == **name).unwrap();
        shown += &format!("{name}: {}\n", verdict(view, candidate).words(view));
    }
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(shown.trim_end(), expected.join("\n"));
}

#[test]
fn the_first_pattern_that_fits_counts() {
    let settings = "{\"permissions\": {\"skill\": {\n\"deploy-ok\": \"ask\",\n\"deploy-*\": \"deny\",\n\"*\": \"allow\",\n\"7\": \"deny\"}}}";
    check(
        "three-layer",
        &[("/home/.claude/three-layer.json", settings)],
        &[("deploy-ok", ""), ("deploy-x", ""), ("other", ""), ("7", "name: '7'")],
        "
        deploy-ok: asked about by `deploy-ok` in ~/.claude/three-layer.json:2
        deploy-x: denied by `deploy-*` in ~/.claude/three-layer.json:3
        other: allowed by `*` in ~/.claude/three-layer.json:4
        7: denied by `7` in ~/.claude/three-layer.json:5
        ",
    );
    check("three-layer", &[], &[("a", "")], "a: allowed: no rule is about it");
}

#[test]
fn the_last_pattern_that_fits_counts() {
    let settings =
        "{\"skill\": {\"*\": \"ask\", \"deploy-*\": \"deny\",\n \"deploy-ok\": \"allow\", \"deploy-*\": \"ask\"}}";
    check(
        "portable",
        &[("/home/.config/portable/permissions.json", settings)],
        &[("deploy-ok", ""), ("deploy-x", ""), ("other", "")],
        "
        deploy-ok: allowed by `deploy-ok` in ~/.config/portable/permissions.json:2
        deploy-x: asked about by `deploy-*` in ~/.config/portable/permissions.json:2
        other: asked about by `*` in ~/.config/portable/permissions.json:1
        ",
    );
    let word = [("/home/.config/portable/permissions.json", "{\"skill\": \"deny\"}")];
    check("portable", &word, &[("a", "")], "a: denied by `*` in ~/.config/portable/permissions.json:1");
}

#[test]
fn denied_asked_about_allowed_or_safe() {
    let user = r#"{"permissions": {
        "allow": ["Skill(deploy *)", "Skill(/one)", "Skill(dep*)", "Bash(ls)"],
        "ask": ["Skill(skill:one*)", "Skill(plain)"],
        "deny": ["Skill(deploy-now)", "Skill(Fancy Name)", "Skill(never:*)"]}}"#;
    let settings = [("/home/.claude/settings.json", user)];
    let skills = [
        ("deploy", TOOLS),
        ("deploy-all", TOOLS),
        ("deploy-now", TOOLS),
        ("dep", TOOLS),
        ("one", TOOLS),
        ("plain", ""),
        ("named", "name: Fancy Name"),
        ("never-ever", ""),
    ];
    check(
        "claude-code",
        &settings,
        &skills,
        "
        deploy: allowed by `Skill(deploy *)` in ~/.claude/settings.json:2
        deploy-all: allowed by `Skill(deploy *)` in ~/.claude/settings.json:2
        deploy-now: denied by `Skill(deploy-now)` in ~/.claude/settings.json:4
        dep: asked about, as it has `allowed-tools`
        one: asked about by `Skill(skill:one*)` in ~/.claude/settings.json:3
        plain: allowed, as it has nothing to ask about
        named: denied by `Skill(Fancy Name)` in ~/.claude/settings.json:4
        never-ever: denied by `Skill(never:*)` in ~/.claude/settings.json:4
        ",
    );
}

#[test]
fn a_project_allows_only_where_it_is_trusted() {
    let settings = [("/home/shop/.claude/settings.json", r#"{"permissions": {"allow": ["Skill(deploy)"]}}"#)];
    check(
        "claude-code",
        &settings,
        &[("deploy", TOOLS)],
        "deploy: asked about, as it has `allowed-tools`: `Skill(deploy)` in .claude/settings.json:1 counts once the folder is trusted",
    );
    check_in(
        "claude-code",
        Start { trusted: true, ..Start::default() },
        &settings,
        &[("deploy", TOOLS)],
        "deploy: allowed by `Skill(deploy)` in .claude/settings.json:1",
    );
}

#[test]
fn what_today_s_host_asks_about() {
    check(
        "claude-code",
        &[],
        &[
            ("list", "allowed-tools: [Read]"),
            ("text", "allowed-tools: Read"),
            ("empty", "allowed-tools: []"),
            ("null", "allowed-tools:"),
            ("blank", "allowed-tools: ' , '"),
            ("number", "allowed-tools: 7"),
            ("numbers", "allowed-tools: [7, '']"),
            ("taken", "disallowed-tools: [Bash]"),
            ("hooks", "hooks: {Stop: [x]}"),
            ("no-list", "hooks: {Stop: x}"),
            ("no-event", "hooks: {Nonsense: []}"),
            ("nothing-below", "hooks: {PreToolUse: []}"),
            ("guard", "hooks: {PreToolUse: [{hooks: [{type: command, command: x}]}]}"),
            ("broken-guard", "allowed-tools: [Read]\nhooks: {PreToolUse: [{matcher: 7}], Stop: [x]}"),
            ("broken-guard-again", "disallowed-tools: [Read]\nhooks: {PreToolUse: [x]}"),
            ("stray-guard", "allowed-tools: [Read]\nPreToolUse: [{hooks: []}]"),
            ("unknown", "frobnicate: 7"),
            ("other", "model: haiku\ncontext: fork\npaths: '**'\nshell: bash\nmetadata: {a: b}"),
        ],
        "
        list: asked about, as it has `allowed-tools`
        text: asked about, as it has `allowed-tools`
        empty: allowed, as it has nothing to ask about
        null: allowed, as it has nothing to ask about
        blank: allowed, as it has nothing to ask about
        number: allowed, as it has nothing to ask about
        numbers: allowed, as it has nothing to ask about
        taken: asked about, as it has `disallowed-tools`
        hooks: asked about, as it has `hooks`
        no-list: allowed, as it has nothing to ask about
        no-event: allowed, as it has nothing to ask about
        nothing-below: asked about, as it has `hooks`
        guard: asked about, as it has `hooks`
        broken-guard: allowed, as it has nothing to ask about
        broken-guard-again: asked about, as it has `disallowed-tools`
        stray-guard: allowed, as it has nothing to ask about
        unknown: allowed, as it has nothing to ask about
        other: allowed, as it has nothing to ask about
        ",
    );
}

#[test]
fn what_the_description_of_june_2026_asks_about() {
    check(
        "claude-code@2026-06",
        &[],
        &[
            ("tools", "allowed-tools:\n  - Read\n  - Grep"),
            ("hooks", "hooks:\n  PreToolUse:\n    - command: [\"echo\", \"checking\"]"),
            ("unknown", "frobnicate: 7"),
            ("nothing", "frobnicate: []\nhooks: {}\nallowed-tools:"),
            ("safe", "model: opus\neffort: high\ncontext: fork\nagent: code-reviewer\nversion: '1.0'\nshell: [bash]"),
        ],
        "
        tools: asked about, as it has `allowed-tools`
        hooks: asked about, as it has `hooks`
        unknown: asked about, as it has `frobnicate`
        nothing: allowed, as it has nothing to ask about
        safe: allowed, as it has nothing to ask about
        ",
    );
}

#[test]
fn the_rules_of_opencode_know_their_places() {
    let project =
        "{\n  // mine\n  \"permission\": {\"skill\": {\n    \"deploy-*\": \"deny\",\n    \"other\": \"ask\"}}\n}";
    let user = "{\"permission\": \"ask\"}";
    check(
        "opencode",
        &[("/home/shop/opencode.json", project), ("/home/.config/opencode/opencode.json", user)],
        &[("deploy-x", ""), ("other", ""), ("third", "")],
        "
        deploy-x: denied by `deploy-*` in opencode.json:4
        other: asked about by `other` in opencode.json:5
        third: asked about by `*` in ~/.config/opencode/opencode.json:1
        ",
    );
    let agent = "---\nmode: primary\npermission:\n  skill:\n    deploy-*: deny\n---\n";
    check(
        "opencode",
        &[("/home/shop/.opencode/agents/build.md", agent)],
        &[("deploy-x", ""), ("other", "")],
        "
        deploy-x: denied by `deploy-*` in .opencode/agents/build.md:5
        other: allowed: no rule is about it
        ",
    );
    check_in(
        "opencode",
        Start { agent: Some("plan".to_owned()), ..Start::default() },
        &[("/home/shop/opencode.json", r#"{"agent": {"plan": {"permission": {"skill": "deny"}}}}"#)],
        &[("a", "")],
        "a: denied by `skill` in opencode.json:1",
    );
}
