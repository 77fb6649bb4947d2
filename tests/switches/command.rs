//! `enable` and `disable`, as people type them.

use crate::program::Tree;

const LOCAL: &str = "home/project/.claude/settings.local.json";
const USER: &str = "home/.claude/settings.json";

#[test]
fn off_and_on_where_the_skill_lives() {
    let tree = Tree::for_every_agent();
    let off = tree.run(&["disable", "deploy"]);
    assert_eq!(
        (off.code, off.out.as_str()),
        (Some(0), "`deploy` is off in Claude Code now: ./.claude/settings.local.json:3\n")
    );
    assert_eq!(tree.read(LOCAL), "{\n  \"skillOverrides\": {\n    \"deploy\": \"off\"\n  }\n}\n");
    let again = tree.run(&["disable", "deploy"]);
    assert!(
        again.out.starts_with("`deploy` is off in Claude Code already (switched off by `skillOverrides` in `"),
        "{}",
        again.out
    );
    assert_eq!(tree.run(&["disable", "pdf"]).out, "`pdf` is off in Claude Code now: ~/.claude/settings.json:3\n");
    assert_eq!(tree.run(&["why", "deploy", "--host", "claude-code"]).code, Some(0));
    assert!(!tree.run(&["prompt"]).out.contains("deploy"));
    assert_eq!(
        tree.run(&["enable", "deploy"]).out,
        "`deploy` is on in Claude Code now: ./.claude/settings.local.json said nothing else and is gone\n"
    );
    assert!(tree.run(&["prompt"]).out.contains("deploy"));
    let by_path = tree.run(&["disable", ".claude/skills/deploy"]);
    assert_eq!(by_path.out, "`deploy` is off in Claude Code now: ./.claude/settings.local.json:3\n", "{}", by_path.err);
}

#[test]
fn a_name_is_found_in_any_case() {
    let tree = Tree::for_every_agent();
    let off = tree.run(&["disable", "Deploy"]);
    assert_eq!(off.out, "`deploy` is off in Claude Code now: ./.claude/settings.local.json:3\n", "{}", off.err);
    assert_eq!(tree.run(&["enable", "DEPLOY"]).code, Some(0));
    // Where two differ in nothing else, it is said exactly.
    tree.write("home/project/.claude/skills/DEPLOY/SKILL.md", "---\ndescription: Ships. Use when asked.\n---\n");
    assert_eq!(tree.run(&["disable", "Deploy"]).code, Some(1));
    assert!(tree.run(&["disable", "DEPLOY"]).out.starts_with("`DEPLOY` is off"));
}

#[test]
fn several_agents_at_once_and_as_json() {
    let tree = Tree::for_every_agent();
    let off = tree.run(&["disable", "deploy", "--host", "codex", "--host", "gemini-cli", "--format", "json"]);
    let answers: serde_json::Value = serde_json::from_str(&off.out).unwrap();
    assert_eq!(answers[0]["host"], "codex");
    assert_eq!(answers[0]["scope"], "user");
    assert_eq!(answers[0]["enabled"], false);
    assert_eq!(answers[0]["changed"], true);
    assert_eq!(answers[1]["path"], tree.path("home/project/.gemini/settings.json").display().to_string());
    assert_eq!(tree.read("home/.codex/config.toml"), "[[skills.config]]\nname = \"deploy\"\nenabled = false\n");
}

#[test]
fn agents_that_share_a_file_and_agents_named_twice() {
    let tree = Tree::for_every_agent();
    let hosts = ["--host", "claude-code", "--host", "claude-code", "--host", "claude-code@2026-06"];
    let off = tree.run(&[&["disable", "deploy"], &hosts[..]].concat());
    assert_eq!((off.code, off.err.as_str()), (Some(0), ""), "{}", off.out);
    assert_eq!(off.out.lines().count(), 2, "{}", off.out);
    assert_eq!(tree.read(LOCAL), "{\n  \"skillOverrides\": {\n    \"deploy\": \"off\"\n  }\n}\n");
}

#[test]
fn what_was_written_is_said_though_another_file_cannot_be() {
    let tree = Tree::for_every_agent();
    tree.write("home/.codex/config.toml", "");
    let file = tree.path("home/.codex/config.toml");
    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).unwrap();
    let off = tree.run(&["disable", "deploy", "--host", "claude-code", "--host", "codex", "--host", "gemini-cli"]);
    assert_eq!(off.code, Some(2), "{}", off.err);
    assert!(off.err.ends_with("config.toml: it is read-only\n") && off.err.lines().count() == 1, "{}", off.err);
    let said: Vec<&str> = off.out.lines().collect();
    assert_eq!(said.len(), 2, "{}", off.out);
    assert!(said[0].starts_with("`deploy` is off in Claude Code now"), "{}", off.out);
    assert!(tree.path(LOCAL).exists() && tree.path("home/project/.gemini/settings.json").exists());
}

#[test]
fn a_diff_writes_nothing() {
    let tree = Tree::for_every_agent();
    let shown = tree.run(&["disable", "deploy", "--diff"]);
    assert!(shown.out.ends_with("+    \"deploy\": \"off\"\n+  }\n+}\n"), "{}", shown.out);
    assert!(!tree.path(LOCAL).exists());
}

#[test]
fn a_scope_that_is_asked_for() {
    let tree = Tree::for_every_agent();
    tree.run(&["disable", "deploy", "--scope", "user"]);
    assert!(tree.read(USER).contains("\"deploy\": \"off\""));
    // Who says it already is asked to say otherwise.
    let shown = tree.run(&["enable", "deploy", "--diff"]);
    assert!(shown.out.contains("\n+++ /dev/null\n"), "{}", shown.out);
    tree.run(&["enable", "deploy"]);
    assert!(!tree.path(USER).exists(), "a file that we made goes");
    assert_eq!(tree.run(&["enable", "deploy", "--diff"]).out, "");
    let refused = tree.run(&["disable", "deploy", "--host", "codex", "--scope", "project"]);
    assert_eq!(refused.code, Some(2));
    assert_eq!(refused.err, "error: Codex keeps no switch in `project` settings, only in: user\n");
}

#[test]
fn what_is_stronger_is_named_and_nothing_is_written() {
    let tree = Tree::for_every_agent();
    tree.write(LOCAL, "{\n  \"skillOverrides\": {\n    \"deploy\": \"on\"\n  }\n}\n");
    let refused = tree.run(&["disable", "deploy", "--scope", "user"]);
    assert_eq!(refused.code, Some(1));
    let place = tree.path(LOCAL);
    let expected = format!(
        "error: `deploy` stays on in Claude Code: {}:3 says \"on\", and counts too; nothing was written\n",
        place.display()
    );
    assert_eq!(refused.err, expected);
    assert!(!tree.path(USER).exists());
    // A later rule decides in OpenCode, and the skill's own cannot stand behind it.
    tree.write("home/project/opencode.json", "{\"permission\": {\"skill\": {\"deploy\": \"allow\", \"*\": \"deny\"}}}");
    let refused = tree.run(&["enable", "deploy", "--host", "opencode"]);
    assert_eq!(refused.code, Some(1), "{}{}", refused.out, refused.err);
    let rule = format!("{}:1 denies `*`", tree.path("home/project/opencode.json").display());
    assert!(refused.err.contains(&format!("`deploy` stays off in OpenCode: {rule}")), "{}", refused.err);
    let text = "{\"permission\": {\"skill\": {\n  \"deploy\": \"ask\",\n  \"*\": \"allow\"\n}}}";
    tree.write("home/project/opencode.json", text);
    let refused = tree.run(&["disable", "deploy", "--host", "opencode"]);
    assert_eq!(refused.code, Some(1), "{}{}", refused.out, refused.err);
    let place = tree.path("home/project/opencode.json");
    let rule = format!("{}:3 says \"allow\" for `*`, and that rule decides", place.display());
    assert!(refused.err.contains(&format!("`deploy` stays on in OpenCode: {rule}")), "{}", refused.err);
    assert_eq!(tree.read("home/project/opencode.json"), text);
}

#[cfg(unix)]
#[test]
fn a_name_that_would_be_a_pattern_is_refused() {
    let tree = Tree::for_every_agent();
    for name in ["*", "a*", "d?ploy"] {
        let text = format!("---\nname: \"{name}\"\ndescription: Does it.\n---\n\nDo it.\n");
        for root in [".claude", ".agents"] {
            tree.write(&format!("home/project/{root}/skills/{name}/SKILL.md"), &text);
        }
        for (host, file) in
            [("opencode", "home/project/opencode.json"), ("portable", "home/.config/portable/permissions.json")]
        {
            let refused = tree.run(&["disable", name, "--host", host]);
            assert_eq!(refused.code, Some(2), "{host} {name}: {}{}", refused.out, refused.err);
            let place = tree.path(file).display().to_string();
            let expected = format!("error: `{name}` would be a pattern in {place}, and switch other skills too\n");
            assert_eq!(refused.err, expected, "{host}");
            assert!(!tree.path(file).exists());
        }
        assert_eq!(tree.run(&["disable", name]).code, Some(0), "Claude Code has no patterns there");
    }
}

#[test]
fn a_file_that_does_not_parse_is_named_with_its_place_and_left_alone() {
    let tree = Tree::for_every_agent();
    for (host, file, text, place) in [
        ("claude-code", LOCAL, "{\n  \"model\": ,\n}\n", ":2:12: a value is expected here, not `,`"),
        ("claude-code", LOCAL, "{\n  // no comments here\n}\n", ":2:3: this file may not hold comments"),
        (
            "claude-code",
            LOCAL,
            "{\"skillOverrides\": []}",
            ":1:20: `skillOverrides` is a list, but a mapping is needed",
        ),
        ("codex", "home/.codex/config.toml", "model = \n", ":1:9: "),
        (
            "gemini-cli",
            "home/project/.gemini/settings.json",
            "{\"skills\": {\"disabled\": {}}}",
            ":1:25: `disabled` is a mapping, but a list is needed",
        ),
        (
            "opencode",
            "home/project/opencode.json",
            "{\"permission\": 7}",
            ":1:16: `permission` is a single value, but a mapping is needed",
        ),
    ] {
        tree.write(file, text);
        let refused = tree.run(&["disable", "deploy", "--host", host]);
        assert_eq!(refused.code, Some(2), "{host}: {}", refused.out);
        let path = tree.path(file).display().to_string();
        assert!(refused.err.contains(&format!("cannot change {path}{place}")), "{host}: {}", refused.err);
        assert_eq!(tree.read(file), text);
        std::fs::remove_file(tree.path(file)).unwrap();
    }
}

#[test]
fn of_equal_keys_the_one_that_the_agent_reads_is_changed() {
    let tree = Tree::for_every_agent();
    tree.write(LOCAL, "{\"skillOverrides\": {}, \"skillOverrides\": {\n\"deploy\": \"on\", \"deploy\": \"on\"}}");
    let off = tree.run(&["disable", "deploy"]);
    assert_eq!(off.out, "`deploy` is off in Claude Code now: ./.claude/settings.local.json:2\n", "{}", off.err);
    let text = "{\"skillOverrides\": {}, \"skillOverrides\": {\n\"deploy\": \"on\", \"deploy\": \"off\"}}";
    assert_eq!(tree.read(LOCAL), text);
    assert!(!tree.run(&["prompt"]).out.contains("deploy"));
}

#[test]
fn agents_without_a_switch_say_what_they_have_instead() {
    let tree = Tree::for_every_agent();
    let said = |host: &str| tree.run(&["disable", "deploy", "--host", host]).err;
    assert_eq!(
        said("cursor"),
        "error: Cursor has no switch for a single skill in its settings; `disable-model-invocation: true` in the skill's own frontmatter keeps it from the model\n"
    );
    assert!(said("goose").contains("`extensions.skills.enabled` in its settings is for all skills at once"));
    assert!(said("shipmyagent").contains("`pinnedSkillIds` says which skills are always loaded"));
    let unknown = tree.run(&["disable", "deplyo"]);
    assert_eq!(
        (unknown.code, unknown.err.as_str()),
        (Some(1), "error: Claude Code has no skill `deplyo` here: did you mean `deploy`?\n")
    );
}

#[test]
fn a_skill_that_is_on_and_denied_is_said_to_be_so() {
    let tree = Tree::for_every_agent();
    assert_eq!(tree.run(&["enable", "deploy"]).out, "`deploy` is on in Claude Code already\n");
    tree.write(LOCAL, "{\n  \"permissions\": {\n    \"deny\": [\"Skill(deploy)\"]\n  }\n}\n");
    let on = tree.run(&["enable", "deploy"]);
    assert!(on.out.starts_with("`deploy` is on in Claude Code already (loading it is denied"), "{}", on.out);
    assert!(on.out.contains("Skill(deploy)"), "{}", on.out);
}

#[test]
fn a_word_that_is_lost_is_told() {
    let tree = Tree::for_every_agent();
    tree.write(LOCAL, "{\"skillOverrides\": {\"deploy\": \"name-only\"}}");
    let off = tree.run(&["disable", "deploy"]);
    assert!(off.out.ends_with("settings.local.json:1 (it said \"name-only\" before)\n"), "{}", off.out);
    let users = "{\"skillOverrides\": {\"deploy\": \"user-invocable-only\"}}";
    tree.write(LOCAL, users);
    assert!(tree.run(&["enable", "deploy"]).out.contains("is on in Claude Code now"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_file_of_ones_own_stays_so() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let tree = Tree::for_every_agent();
    tree.write("home/dotfiles/claude.json", "{\n  \"model\": \"opus\"\n}\n");
    let real = tree.path("home/dotfiles/claude.json");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&real, tree.path(USER)).unwrap();
    assert_eq!(tree.run(&["disable", "pdf"]).code, Some(0));
    assert!(tree.path(USER).is_symlink());
    assert!(tree.read("home/dotfiles/claude.json").contains("\"pdf\": \"off\""));
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
}

/// The desktop app of the first design document: `SKILLS_TOGGLE_ENABLED` keeps `skills[id].enabled`, its sessions get
/// what is enabled, and `enableSkills` stands above all.
#[test]
fn the_toggle_of_the_three_layer_document() {
    let tree = Tree::for_every_agent();
    let settings = "home/.claude/three-layer.json";
    tree.write(
        settings,
        "{\n  \"enableSkills\": true,\n  \"skills\": {\n    \"user:pdf\": { \"enabled\": true }\n  }\n}\n",
    );
    let host = ["--host", "three-layer"];
    let run = |arguments: &[&str]| tree.run(&[arguments, &host].concat());
    assert_eq!(
        run(&["disable", "user:pdf"]).out,
        "`user:pdf` is off in the three-layer application now: ~/.claude/three-layer.json:4\n"
    );
    assert!(tree.read(settings).contains("\"user:pdf\": { \"enabled\": false }"));
    assert!(!run(&["prompt"]).out.contains("pdf"));
    assert!(run(&["prompt"]).out.contains("deploy"));
    assert_eq!(run(&["enable", "user:pdf"]).code, Some(0));
    assert_eq!(run(&["disable", "deploy"]).code, Some(0), "a name is enough where one id has it");
    assert!(tree.read(settings).contains("\"project:deploy\": {\n      \"enabled\": false\n    }"));
    tree.write(settings, "{\"enableSkills\": false}");
    let refused = run(&["enable", "user:pdf"]);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.err.contains("skills are switched off by `enableSkills` in `~/.claude/three-layer.json`"),
        "{}",
        refused.err
    );
}
