//! Each of these was put to Claude Code 2.1.325; its own words are in its debug log.

use crate::checks::testing::{check, check_fix, silent};
use crate::checks::{field_misspelled, field_value_unknown, field_without_effect, field_wrong_type};

/// A skill with these lines in its frontmatter.
fn skill(lines: &str) -> String {
    format!("//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n---\n{lines}\n---\n")
}

#[test]
fn hooks_as_they_should_be() {
    let text = skill(
        "allowed-tools: Read
hooks:
  PreToolUse:
    - matcher: \"Edit|Write\"
      hooks:
        - type: command
          command: ./check.sh
          timeout: 10
          once: true
    - matcher: mcp__memory__.*
      hooks: [{type: prompt, prompt: Is it fine?}]
    - matcher: ^(Bash|PowerShell)$
      hooks:
        - {type: http, url: \"http://localhost:8080/\", headers: {A: b}}
  SessionStart:
    - matcher: startup|resume
      hooks:
        - type: agent
          prompt: Look.
  Stop:
    - hooks:
        - type: mcp_tool
          server: a
          tool: b
          input: {c: 1}
  SubagentStop:
    - matcher: my-agent
      hooks: []
  UserPromptSubmit:
    - matcher: \"\"
      hooks:
        - type: command
          command: \"true\"
          if: Bash(git *)
          async: true
          note: of my own",
    );
    for check in
        [&field_value_unknown::CHECK, &field_wrong_type::CHECK, &field_without_effect::CHECK, &field_misspelled::CHECK]
    {
        silent(check, &text);
    }
}

#[test]
fn where_no_event_is_known_none_is_unknown() {
    let hooks = "hooks:\n  PreToolUse:\n    - hooks: []\n  Whatever:\n    - hooks: []";
    let text = skill(hooks).replace("hosts = claude-code", "hosts = claude-code@2026-06");
    silent(&field_value_unknown::CHECK, &text);
}

#[test]
fn an_event_that_is_none() {
    check(
        &field_value_unknown::CHECK,
        &skill(
            "hooks:
  PostTolUse:
  ^^^^^^^^^^ field-value-unknown (warning): `PostTolUse` is not a hook event; did you mean `PostToolUse`?
             = Claude Code ignores the event
    - hooks: []
  pre-tool-use:
  ^^^^^^^^^^^^ field-value-unknown: `pre-tool-use` is not a hook event; did you mean `PreToolUse`?
               = Claude Code ignores the event
    - hooks: []
  OnSave:
  ^^^^^^ field-value-unknown: `OnSave` is not a hook event
         = Claude Code loads the skill without any of its hooks
    matcher: x
    hooks:
      - type: command",
        ),
    );
    check_fix(
        &field_value_unknown::CHECK,
        &skill("hooks:\n  PostTolUse:\n    - hooks: []"),
        &skill("hooks:\n  PostToolUse:\n    - hooks: []"),
    );
}

#[test]
fn only_what_is_near_is_meant() {
    check(
        &field_value_unknown::CHECK,
        &skill(
            "hooks:
  Spot:
  ^^^^ field-value-unknown (warning): `Spot` is not a hook event
       = Claude Code ignores the event
    - hooks: []",
        ),
    );
    check_fix(
        &field_value_unknown::CHECK,
        &skill("hooks:\n  Stop:\n    - hooks:\n        - type: comment\n          command: x"),
        &skill("hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: x"),
    );
    check(
        &field_misspelled::CHECK,
        &skill(
            "hooks:
  Stop:
    - hooks:
        - type: http
          ulr: http://localhost/
          ^^^ field-misspelled (warning): `ulr` is not a key here; did you mean `url`?",
        ),
    );
}

#[test]
fn a_word_where_a_group_belongs() {
    check(
        &field_wrong_type::CHECK,
        &skill(
            "hooks:
  Stop:
    - ./check.sh
      ^^^^^^^^^^ field-wrong-type (warning): A group of hooks is text, but it takes `matcher` and `hooks`
                 = Claude Code ignores these hooks",
        ),
    );
}

#[test]
fn a_hook_where_a_group_belongs() {
    check(
        &field_wrong_type::CHECK,
        &skill(
            "allowed-tools: Read
hooks:
  PreToolUse:
    - type: command
      ^^^^ field-wrong-type (warning): A hook stands where a group of hooks is expected; it belongs below `hooks:`
           = Claude Code loads the skill without any of its hooks and without its `allowed-tools`
      command: x
  Stop:
    - type: command
      ^^^^ field-wrong-type: A hook stands where a group of hooks is expected; it belongs below `hooks:`
           = Claude Code ignores these hooks
      command: x",
        ),
    );
    check_fix(
        &field_wrong_type::CHECK,
        &skill(
            "hooks:\n  Stop:\n    - matcher: a\n      type: command\n      command: |\n        x\n\n        y\n    - command: z\n      type: command",
        ),
        &skill(
            "hooks:\n  Stop:\n    - matcher: a\n      hooks:\n        - type: command\n          command: |\n            x\n\n            y\n    - hooks:\n        - command: z\n          type: command",
        ),
    );
}

#[test]
fn other_shapes() {
    check(
        &field_wrong_type::CHECK,
        &skill(
            "hooks:
  Stop: ./x.sh
        ^^^^^^ field-wrong-type: `Stop` is text, but it takes a list: `- matcher: …` or `- hooks: …`
               = Claude Code ignores the event
  SessionEnd:
    hooks:
    ^^^^^^ field-wrong-type: `SessionEnd` is a mapping, but it takes a list: `- matcher: …` or `- hooks: …`
           = Claude Code ignores the event
      - type: command
  PostToolUse:
    - matcher: Edit
      ^^^^^^^ field-wrong-type: The group has no `hooks`
              = Claude Code ignores these hooks
    - matcher: [Edit, Write]
               ^^^^^^^^^^^^^ field-wrong-type: `matcher` is a list, but it is text: names with `|` between them
                             = Claude Code ignores these hooks
      hooks:
        type: command
        ^^^^^^^^^^^^^ field-wrong-type: `hooks` is a mapping, but it takes a list: `- type: …`
                      = Claude Code ignores these hooks
        command: x
    - hooks:
        - ./x.sh
          ^^^^^^ field-wrong-type: A hook is text, but it takes `type` and what belongs to it
                 = Claude Code ignores these hooks
        - command: x
          ^^^^^^^ field-wrong-type: The hook has no `type`
                  = Claude Code ignores these hooks
        - type: command
                ^^^^^^^ field-wrong-type: A `command` hook needs `command`
                        = Claude Code ignores these hooks
        - type: http
          url:
          ^^^ field-wrong-type: A `http` hook needs `url`, which is empty here
              = Claude Code ignores these hooks
  PreToolUse:
  Setup: ~",
        ),
    );
    for (text, what) in [("./hooks.json", "text"), ("[x]", "a list")] {
        let place = format!("hooks: {text}\n       {}", "^".repeat(text.len()));
        let told = format!(
            "{place} field-wrong-type: `hooks` is {what}, but it takes events with lists of hooks below them\n       = Claude Code loads the skill without any of its hooks"
        );
        check(&field_wrong_type::CHECK, &skill(&told));
    }
}

#[test]
fn shapes_are_mended() {
    check_fix(
        &field_wrong_type::CHECK,
        &skill("hooks:\n  Stop:\n    hooks:\n      - type: command\n        command: x"),
        &skill("hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: x"),
    );
    check_fix(
        &field_wrong_type::CHECK,
        &skill(
            "hooks:\n  Stop:\n    - hooks:\n        - command: x\n    - hooks: {type: command, command: y}\n    - hooks: [{prompt: z, type: agent}, {command: a}]",
        ),
        &skill(
            "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: x\n    - hooks: [{type: command, command: y}]\n    - hooks: [{prompt: z, type: agent}, {type: command, command: a}]",
        ),
    );
    check_fix(
        &field_wrong_type::CHECK,
        &skill("hooks:\n  PostToolUse:\n    - matcher: [Edit, Write]\n      hooks: []"),
        &skill("hooks:\n  PostToolUse:\n    - matcher: \"Edit|Write\"\n      hooks: []"),
    );
}

#[test]
fn values_of_another_kind() {
    let before = skill(
        "hooks:
  Stop:
    - hooks:
        - type: command
          command: 5
                   ^ field-wrong-type: `command` is `5`, but it must be text
          timeout: \"30\"
                   ^^^^ field-wrong-type: `timeout` is `\"30\"`, but it must be a number
          once: yes
                ^^^ field-wrong-type: `once` is `yes`, but it must be `true` or `false`
        - type: command
          command: x
          timeout: 0
                   ^ field-wrong-type: `timeout` is `0`, but it must be more than 0
          args: a b
                ^^^ field-wrong-type: `args` is `a b`, but it must be a list",
    );
    let drawn: String = before
        .lines()
        .map(|line| match line.contains(" field-wrong-type: ") {
            true => format!("{line}\n = Claude Code ignores these hooks\n"),
            false => format!("{line}\n"),
        })
        .collect();
    check(&field_wrong_type::CHECK, &drawn);
    check_fix(
        &field_wrong_type::CHECK,
        &skill(
            "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: 5\n          timeout: \"30\"\n          once: yes",
        ),
        &skill(
            "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: \"5\"\n          timeout: 30\n          once: true",
        ),
    );
}

#[test]
fn words_that_nobody_knows() {
    check(
        &field_value_unknown::CHECK,
        &skill(
            "hooks:
  PreToolUse:
    - hooks:
        - type: shell
                ^^^^^ field-value-unknown: `shell` is not a type of hook; Claude Code knows `command`, `prompt`, `agent`, `http` and `mcp_tool`
                      = Claude Code loads the skill without any of its hooks
          command: x
  Stop:
    - hooks:
        - type: command
          command: x
          shell: zsh
                 ^^^ field-value-unknown: `zsh` is not a value of `shell`, which is `bash` and `powershell`
                     = Claude Code ignores these hooks",
        ),
    );
    check_fix(
        &field_value_unknown::CHECK,
        &skill("hooks:\n  Stop:\n    - hooks:\n        - type: Comand\n          command: x"),
        &skill("hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: x"),
    );
}

#[test]
fn matchers() {
    check(
        &field_value_unknown::CHECK,
        &skill(
            "hooks:
  PostToolUse:
    - matcher: \"Bash(\"
               ^^^^^^^ field-value-unknown: `Bash(` is not a regular expression
                       = Claude Code never runs these hooks
      hooks: []
    - matcher: edit|Wirte|Own
               ^^^^ field-value-unknown: `edit` is not a tool of Claude Code; did you mean `Edit`?
                    = Claude Code never runs these hooks
                    ^^^^^ field-value-unknown: `Wirte` is not a tool of Claude Code; did you mean `Write`?
                          = Claude Code never runs these hooks
      hooks: []
    - matcher: Bash(git *)
               ^^^^^^^^^^^ field-value-unknown: `Bash(git *)` matches no tool: a matcher is compared with names alone; a rule belongs in `if`
                           = Claude Code never runs these hooks
      hooks: []
    - matcher: mcp__github
               ^^^^^^^^^^^ field-value-unknown: `mcp__github` matches no tool: names are compared whole; `mcp__github__.*` matches the server
                           = Claude Code never runs these hooks
      hooks: []
  SessionStart:
    - matcher: starup
               ^^^^^^ field-value-unknown: `starup` never occurs in `SessionStart`; it knows `startup`, `resume`, `clear`, `compact` and `fork`
                      = Claude Code never runs these hooks
      hooks: []",
        ),
    );
    check_fix(
        &field_value_unknown::CHECK,
        &skill(
            "hooks:\n  PostToolUse:\n    - matcher: 'edit|Wirte'\n      hooks: []\n    - matcher: mcp__a\n      hooks: []",
        ),
        &skill(
            "hooks:\n  PostToolUse:\n    - matcher: 'Edit|Write'\n      hooks: []\n    - matcher: mcp__a__.*\n      hooks: []",
        ),
    );
    silent(
        &field_value_unknown::CHECK,
        &skill(
            "hooks:\n  PostToolUse:\n    - matcher: Bash(.*)\n      hooks: []\n    - matcher: ralph_hero__list\n      hooks: []\n    - matcher: KillShell\n      hooks: []",
        ),
    );
}

#[test]
fn what_does_nothing() {
    check(
        &field_without_effect::CHECK,
        &skill(
            "hooks:
  Stop:
    - matcher: Bash
      ^^^^^^^ field-without-effect: `matcher` has no effect: there is nothing to match in `Stop`
              = Claude Code ignores it
      hooks:
        - type: command
          command: x
          prompt: y
          ^^^^^^ field-without-effect: `prompt` is a key of `prompt` and `agent` hooks, not of `command` hooks
                 = Claude Code ignores it",
        ),
    );
}

#[test]
fn an_event_outside() {
    let before = skill(
        "allowed-tools: Read
PreToolUse:
^^^^^^^^^^ field-without-effect: `PreToolUse` is an event, and stands outside of `hooks`
           = Claude Code loads the skill without any of its hooks and without its `allowed-tools`
  - matcher: Bash
    hooks: []",
    );
    check(&field_without_effect::CHECK, &before);
    check_fix(
        &field_without_effect::CHECK,
        &before,
        &skill("allowed-tools: Read\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks: []"),
    );
    silent(&field_without_effect::CHECK, &skill("Stop: now"));
}

#[test]
fn keys_that_are_near_misses() {
    let before = skill(
        "hooks:
  PreToolUse:
    - mathcer: Bash
      ^^^^^^^ field-misspelled (warning): `mathcer` is not a key here; did you mean `matcher`?
              = Claude Code ignores it
      hooks:
        - type: command
          comand: x
          ^^^^^^ field-misspelled: `comand` is not a key here; did you mean `command`?
                 = Claude Code loads the skill without any of its hooks
          status_message: y
          ^^^^^^^^^^^^^^ field-misspelled: `status_message` is not a key here; did you mean `statusMessage`?
                         = Claude Code ignores it",
    );
    check(&field_misspelled::CHECK, &before);
    check_fix(
        &field_misspelled::CHECK,
        &before,
        &skill(
            "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: x\n          statusMessage: y",
        ),
    );
    silent(
        &field_wrong_type::CHECK,
        &skill(
            "hooks:\n  Stop:\n    - hook: []\n    - hooks:\n        - type: command\n          comand: x\n        - tpye: command",
        ),
    );
}

#[test]
fn another_host() {
    let text = "//# hosts = qwen-code\n//- /home/.qwen/skills/pdf/SKILL.md\n---\nname: pdf\ndescription: d\nhooks:\n  Stop:\n    - hooks:\n        - type: prompt\n                ^^^^^^ field-value-unknown: `prompt` is not a type of hook; Qwen Code knows `command` and `http`\n                       = Qwen Code ignores these hooks\n          prompt: x\n  PreToolUse:\n    - matcher: edit\n      hooks: []\n---\n";
    check(&field_value_unknown::CHECK, text);
    // Who does not know hooks has nothing to say about them.
    silent(
        &field_value_unknown::CHECK,
        "//# hosts = codex\n//- /home/.codex/skills/pdf/SKILL.md\n---\nhooks:\n  X: y\n---\n",
    );
}
