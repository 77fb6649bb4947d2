//! Loading, tested from the text of a skill to the text that the model receives.

use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::catalog::{Catalog, Controls, Environment, FileKind, Found, FoundKind, Package, Place, places, read};
use crate::document::parse;
use crate::hosts::builtin;
use crate::text::slashed;

/// A file in memory, as one host would load it.
struct Case<'a> {
    host: &'a str,
    path: &'a str,
    text: &'a str,
}

impl Files for Case<'_> {
    fn kind(&self, path: &Path) -> Option<FileKind> {
        path.ends_with("notes.md").then_some(FileKind::File)
    }
    fn list(&self, folder: &Path) -> Vec<String> {
        match folder.file_name().and_then(|name| name.to_str()) {
            Some("deploy") => vec!["SKILL.md".to_owned(), "notes.md".to_owned(), "scripts/".to_owned()],
            Some("scripts") => vec!["run.sh".to_owned()],
            _ => Vec::new(),
        }
    }
    fn text(&self, _: &Path) -> Option<String> {
        None
    }
}

fn environment() -> Environment {
    Environment {
        working_directory: PathBuf::from("/w"),
        home: Some(PathBuf::from("/home/me")),
        git_root: Some(PathBuf::from("/w")),
        ..Environment::default()
    }
}

fn controls() -> Controls {
    let package = Package {
        name: "plug".to_owned(),
        path: PathBuf::from("/plug"),
        id: "plug@inline".to_owned(),
        loaded: true,
        usual_skills: true,
        usual_commands: true,
        ..Package::default()
    };
    Controls { packages: vec![package], ..Controls::default() }
}

fn loaded(case: &Case<'_>, arguments: &str) -> Result<Loaded, LoadError> {
    let host = builtin().get(case.host).expect("a known host").clone();
    let environment = Arc::new(environment());
    let mut catalog = Catalog::default();
    let places = places(&host, &environment, &controls());
    catalog.add_host(host.clone(), places, controls(), environment);
    let path = Path::new(case.path);
    let (name, kind) = FoundKind::of_path(path);
    let document = parse(case.text);
    let found = Found { path: path.to_owned(), real: path.to_owned(), name, kind, size: 0, rank: 0, is_outside: false };
    let reading = Arc::new(read(&host, &document, &found.name, kind));
    let is_there = |place: &Place| path.starts_with(&place.path);
    let here = catalog.views()[0].places.iter().position(is_there).expect("a place for it");
    let id = catalog.insert(crate::catalog::Skill::new(&found, &document), vec![(0, here, reading)]);
    catalog.settle();
    let view = &catalog.views()[0];
    let skill = catalog.skill(id).expect("the skill");
    let candidate = view.standing(id).expect("a candidate");
    let subject = Subject { view, candidate, skill, document: &document, files: case };
    load(&subject, &LoadRequest { arguments: Some(arguments.to_owned()), session_id: None, typed: false })
}

/// The body that Claude Code gives for a body and arguments.
fn body(front: &str, body: &str, arguments: &str) -> String {
    let text = format!("---\n{front}\n---\n{body}");
    let case = Case { host: "claude-code", path: "/w/.claude/skills/deploy/SKILL.md", text: &text };
    let text = loaded(&case, arguments).expect("it is loaded").text;
    text.strip_prefix("Base directory for this skill: /w/.claude/skills/deploy\n\n").expect("the header").to_owned()
}

#[test]
fn arguments_by_number_and_all_together() {
    assert_eq!(body("", "$0, $1, $2 of $ARGUMENTS", "a 'b c'"), "a, b c, $2 of a 'b c'");
    assert_eq!(body("", "$ARGUMENTS[1] $ARGUMENTS[7] $10 $1a", "a b"), "b $ARGUMENTS[7] $10 $1a");
}

#[test]
fn declared_arguments() {
    assert_eq!(body("arguments: [env, region]", "$env-$region, $environment", "prod eu"), "prod-eu, $environment");
    assert_eq!(body("arguments: env env2", "$env2 $env $env[0]", "a"), " a $env[0]", "what is missing is nothing");
}

#[test]
fn a_backslash_keeps_a_placeholder() {
    assert_eq!(body("arguments: x", r"\$0 \$ARGUMENTS \$x \$HOME \\$0", "a"), r"$0 $ARGUMENTS $x \$HOME \\a");
}

#[test]
fn arguments_that_nobody_takes_stand_at_the_end() {
    assert_eq!(body("", "Go.", "a b"), "Go.\n\nARGUMENTS: a b");
    assert_eq!(body("", "Go.", ""), "Go.");
    assert_eq!(body("", "Go $5.", "a b"), "Go $5.\n\nARGUMENTS: a b");
}

#[test]
fn an_argument_is_never_filled_again_nor_a_command() {
    assert_eq!(body("", "$0|$1", "'$1 $ARGUMENTS' x"), "$1 $ARGUMENTS|x");
    assert_eq!(body("", "$ARGUMENTS", "!`rm x` and `!a`"), "\\! `rm x` and ` \\!a`");
    assert_eq!(body("", "$ARGUMENTS", "${CLAUDE_SKILL_DIR}"), "/w/.claude/skills/deploy");
}

#[test]
fn folders_and_the_session() {
    assert_eq!(
        body("", "${CLAUDE_SKILL_DIR} ${CLAUDE_PROJECT_DIR} ${CLAUDE_SESSION_ID} ${CLAUDE_PLUGIN_ROOT} ${HOME}", ""),
        format!("/w/.claude/skills/deploy /w {SAMPLE_SESSION} ${{CLAUDE_PLUGIN_ROOT}} ${{HOME}}")
    );
    assert_eq!(body("effort: HIGH", "${CLAUDE_EFFORT}", ""), "high");
}

#[test]
fn a_command_has_no_folder() {
    let case = Case { host: "claude-code", path: "/w/.claude/commands/go.md", text: "Go ${CLAUDE_SKILL_DIR} $0\n" };
    assert_eq!(loaded(&case, "now").unwrap().text, "Go ${CLAUDE_SKILL_DIR} now\n");
}

#[test]
fn a_plugin_has_folders_of_its_own() {
    let text = "${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} ${CLAUDE_SKILL_DIR}";
    let case = Case { host: "claude-code", path: "/plug/skills/x/SKILL.md", text };
    assert_eq!(
        slashed(loaded(&case, "").unwrap().text),
        "Base directory for this skill: /plug/skills/x\n\n\
         /plug /home/me/.claude/plugins/data/plug-inline /plug/skills/x"
    );
}

#[test]
fn what_was_filled_in_and_what_is_left_is_marked() {
    let text = "---\narguments: env\n---\nTo $env, see @notes.md and @../other.md.\n!`git log $0`\n";
    let case = Case { host: "claude-code", path: "/w/.claude/skills/deploy/SKILL.md", text };
    let loaded = loaded(&case, "prod").unwrap();
    let shown: Vec<String> = loaded
        .marks
        .iter()
        .map(|mark| {
            let source = mark.source.map_or("-", |span| span.of(text));
            let file = if mark.file.is_some() { " (there)" } else { "" };
            format!("{}: {} <- {source}{file}", mark.kind.word(), mark.span.of(&loaded.text))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "argument: prod <- $env",
            "file: @notes.md <- @notes.md (there)",
            "file: @../other.md <- @../other.md",
            "command: !`git log prod` <- !`git log $0`",
            "argument: prod <- $0",
        ]
    );
}

#[test]
fn what_loading_changes() {
    let text = "---\nallowed-tools: Read, Bash(git *)\ndisallowed-tools: Write\nmodel: opus\neffort: high\n\
                context: fork\nagent: Plan\nhooks:\n  Stop: []\n---\nGo.\n";
    let case = Case { host: "claude-code", path: "/w/.claude/skills/deploy/SKILL.md", text };
    let phrases: Vec<String> =
        loaded(&case, "").unwrap().changes.phrases().iter().map(|(what, value)| format!("{what}: {value}")).collect();
    assert_eq!(
        phrases,
        [
            "allowed tools: Read, Bash(git *)",
            "disallowed tools: Write",
            "model: opus",
            "effort: high",
            "runs in: a fork, with the agent `Plan`",
            "hooks: Stop"
        ]
    );
}

#[test]
fn too_much_to_fill_in() {
    let text = "$ARGUMENTS".repeat(1000);
    let case = Case { host: "claude-code", path: "/w/.claude/skills/deploy/SKILL.md", text: &text };
    assert_eq!(loaded(&case, &"x".repeat(100_000)), Err(LoadError::TooLong(4_000_000)));
}

#[test]
fn a_host_that_nobody_has_looked_at() {
    let text = "---\nname: x\ndescription: d\n---\nGo $0.\n";
    let case = Case { host: "agentskills", path: "/w/.agents/skills/x/SKILL.md", text };
    let loaded = loaded(&case, "a").unwrap();
    assert_eq!((loaded.text.as_str(), loaded.known), (text, false));
}
