//! Renames, as the files that change.

use super::*;
use crate::features::testing::ask;
use crate::text::{apply, slashed};

/// What becomes of the files when the skill at the cursor is called `name`: the changed files, one `+` line for each
/// line that is another, and what moves; or the refusal.
fn renamed(fixture: &str, name: &str, files: Files) -> String {
    ask(fixture, |context, cursor| match plan(context, cursor, name, files) {
        Ok(Some(plan)) => shown(context, &changes(context, &plan, &[])),
        Ok(None) => "nothing".to_owned(),
        Err(RenameRefusal(reason)) => reason,
    })
}

fn shown(context: &Context<'_>, changes: &Changes) -> String {
    let mut shown = String::new();
    for change in &changes.0 {
        match change {
            Change::Edit { path, edits } => {
                let open = (path == context.path).then(|| context.document.text.to_string());
                let before = open.or_else(|| context.files.text(path)).unwrap_or_default();
                let after = apply(&before, edits);
                shown.push_str(&format!("{}\n", slashed(path)));
                for (old, new) in before.lines().zip(after.lines()) {
                    if old != new {
                        shown.push_str(&format!("  + {new}\n"));
                    }
                }
            }
            Change::Rename { from, to } => shown.push_str(&format!("{} -> {}\n", slashed(from), slashed(to))),
            Change::Create { path, .. } => shown.push_str(&format!("create {}\n", slashed(path))),
        }
    }
    shown
}

const PROJECT: &str = "
    //- /home/shop/.claude/skills/deploy/SKILL.md
    ---
    name: dep$0loy
    description: Deploys. Not for /deploy-docs.
    ---
    Before /deploy, see /home/deploy and `scripts/deploy.sh`.
    //- /home/shop/.claude/skills/deploy/scripts/deploy.sh
    ls
    //- /home/shop/.claude/skills/ship/SKILL.md
    ---
    name: ship
    description: Runs after /deploy.
    allowed-tools: Skill(deploy)
    ---
    Use `/deploy` and $deploy; see [it](../deploy/SKILL.md#top), [here](https://x.org/deploy).
    Run `bash ../deploy/scripts/deploy.sh` and ../deploy.
    ```
    /deploy
    ```
    //- /home/shop/.claude/skills/ship/references/notes.md
    See /deploy.
    //- /home/shop/CLAUDE.md
    Run /deploy from `.claude/skills/deploy/SKILL.md`, not deploy.
    //- /home/shop/AGENTS.md
    Run $deploy.
    //- /home/shop/.claude/agents/helper.md
    ---
    name: helper
    skills: [ship, deploy]
    ---
    //- /home/shop/.claude/commands/release.md
    Then /deploy.
    ";

#[test]
fn name_folder_and_every_mention() {
    assert_eq!(
        renamed(PROJECT, "roll-out", Files::Renamed),
        "\
/home/shop/.claude/agents/helper.md
  + skills: [ship, roll-out]
/home/shop/.claude/commands/release.md
  + Then /roll-out.
/home/shop/.claude/skills/deploy/SKILL.md
  + name: roll-out
  + Before /roll-out, see /home/deploy and `scripts/deploy.sh`.
/home/shop/.claude/skills/ship/SKILL.md
  + description: Runs after /roll-out.
  + allowed-tools: Skill(roll-out)
  + Use `/roll-out` and $roll-out; see [it](../roll-out/SKILL.md#top), [here](https://x.org/deploy).
  + Run `bash ../roll-out/scripts/deploy.sh` and ../deploy.
/home/shop/.claude/skills/ship/references/notes.md
  + See /roll-out.
/home/shop/AGENTS.md
  + Run $roll-out.
/home/shop/CLAUDE.md
  + Run /roll-out from `.claude/skills/roll-out/SKILL.md`, not deploy.
/home/shop/.claude/skills/deploy -> /home/shop/.claude/skills/roll-out
"
    );
}

#[test]
fn what_else_agents_are_told() {
    let fixture = "
        //- /home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: dep$0loy
        description: Deploys.
        ---
        //- /home/shop/.claude/rules/release/friday.md
        Run /deploy.
        //- /home/shop/.claude/output-styles/short.md
        After /deploy say nothing.
        //- /home/shop/.claude/plans/next.md
        First /deploy.
        //- /home/shop/.claude/worktrees/other/.git
        gitdir: elsewhere
        //- /home/shop/.claude/worktrees/other/.claude/rules/friday.md
        Run /deploy.
        //- /home/.claude/rules/mine.md
        Always /deploy.
        //- /home/.claude/projects/shop/noted.md
        Once there was /deploy.
        //- /home/shop/GEMINI.md
        Run /deploy.
        //- /home/shop/.github/copilot-instructions.md
        Run /deploy.
        //- /home/shop/.github/instructions/ship.instructions.md
        Run /deploy.
        //- /home/shop/.github/ISSUE_TEMPLATE/bug.md
        Comment /deploy to roll out the fix.
        //- /home/shop/docs/notes.md
        Run /deploy.
        ";
    assert_eq!(
        renamed(fixture, "roll-out", Files::Renamed),
        "\
/home/.claude/rules/mine.md
  + Always /roll-out.
/home/shop/.claude/output-styles/short.md
  + After /roll-out say nothing.
/home/shop/.claude/plans/next.md
  + First /roll-out.
/home/shop/.claude/rules/release/friday.md
  + Run /roll-out.
/home/shop/.claude/skills/deploy/SKILL.md
  + name: roll-out
/home/shop/.github/copilot-instructions.md
  + Run /roll-out.
/home/shop/.github/instructions/ship.instructions.md
  + Run /roll-out.
/home/shop/GEMINI.md
  + Run /roll-out.
/home/shop/.claude/skills/deploy -> /home/shop/.claude/skills/roll-out
"
    );
}

#[test]
fn only_what_means_this_skill() {
    let copies = |first: &str, second: &str| {
        format!(
            "
        //- /home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: {first}deploy
        description: Deploys.
        ---
        Say /deploy again.
        //- /home/shop/.agents/skills/deploy/SKILL.md
        ---
        name: {second}deploy
        description: Deploys.
        ---
        Say $deploy again.
        //- /home/shop/CLAUDE.md
        Run /deploy, or with Codex $deploy.
        //- /home/shop/AGENTS.md
        Run $deploy, or /deploy.
        //- /home/shop/.claude/rules/friday.md
        Run /deploy.
        "
        )
    };
    assert_eq!(
        renamed(&copies("$0", ""), "roll-out", Files::Renamed),
        "\
/home/shop/.claude/rules/friday.md
  + Run /roll-out.
/home/shop/.claude/skills/deploy/SKILL.md
  + name: roll-out
  + Say /roll-out again.
/home/shop/CLAUDE.md
  + Run /roll-out, or with Codex $deploy.
/home/shop/.claude/skills/deploy -> /home/shop/.claude/skills/roll-out
"
    );
    assert_eq!(
        renamed(&copies("", "$0"), "roll-out", Files::Renamed),
        "\
/home/shop/.agents/skills/deploy/SKILL.md
  + name: roll-out
  + Say $roll-out again.
/home/shop/AGENTS.md
  + Run $roll-out, or /deploy.
/home/shop/CLAUDE.md
  + Run /deploy, or with Codex $roll-out.
/home/shop/.agents/skills/deploy -> /home/shop/.agents/skills/roll-out
"
    );
}

#[test]
fn what_a_project_says_means_its_own_skill() {
    let fixture = "
        //- /home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: dep$0loy
        description: The project's.
        ---
        //- /home/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Mine.
        ---
        //- /home/shop/CLAUDE.md
        Use /deploy.
        //- /home/.claude/CLAUDE.md
        Use /deploy.
        ";
    assert_eq!(
        renamed(fixture, "roll-out", Files::Renamed),
        "\
/home/shop/.claude/skills/deploy/SKILL.md
  + name: roll-out
/home/shop/CLAUDE.md
  + Use /roll-out.
/home/shop/.claude/skills/deploy -> /home/shop/.claude/skills/roll-out
"
    );
    let mine = fixture
        .replace("dep$0loy", "deploy")
        .replace("name: deploy\n        description: Mine", "name: $0deploy\n        description: Mine");
    assert_eq!(
        renamed(&mine, "roll-out", Files::Renamed),
        "\
/home/.claude/CLAUDE.md
  + Use /roll-out.
/home/.claude/skills/deploy/SKILL.md
  + name: roll-out
/home/.claude/skills/deploy -> /home/.claude/skills/roll-out
"
    );
}

#[test]
fn an_editor_that_renames_no_files() {
    let renamed = renamed(PROJECT, "roll-out", Files::Kept);
    assert!(renamed.contains("  + name: roll-out\n"), "{renamed}");
    assert!(!renamed.contains("->"), "{renamed}");
    assert!(!renamed.contains("../roll-out"), "the folder stays where it is: {renamed}");
}

#[test]
fn from_a_mention_elsewhere() {
    let mention = "
        //- /home/shop/AGENTS.md
        Use /sh$0ip.
        //- /home/.agents/skills/ship/SKILL.md
        ---
        name: 'ship'
        description: Ships.
        ---
        ";
    ask(mention, |context, cursor| {
        let found = renameable(context, cursor).expect("it can be").expect("it is one");
        assert_eq!((found.span.of(&context.document.text), found.name.as_str()), ("ship", "ship"));
    });
    assert_eq!(
        renamed(mention, "8120", Files::Renamed),
        "\
/home/.agents/skills/ship/SKILL.md
  + name: '8120'
/home/shop/AGENTS.md
  + Use /8120.
/home/.agents/skills/ship -> /home/.agents/skills/8120
"
    );
}

#[test]
fn a_name_that_is_a_number_gets_quotes() {
    let fixture = "
        //- /home/.claude/skills/pdf/SKILL.md
        ---
        name: $0pdf
        ---
        ";
    assert!(renamed(fixture, "8120", Files::Renamed).contains("  + name: \"8120\"\n"));
}

#[test]
fn a_name_that_was_not_the_folder() {
    let fixture = "
        //- /home/.claude/skills/pdfs/SKILL.md
        ---
        name: $0pdf
        description: Fills in forms.
        ---
        Not /pdfs but /pdf.
        ";
    assert_eq!(
        renamed(fixture, "forms", Files::Renamed),
        "\
/home/.claude/skills/pdfs/SKILL.md
  + name: forms
  + Not /forms but /forms.
/home/.claude/skills/pdfs -> /home/.claude/skills/forms
"
    );
    assert_eq!(
        renamed(fixture, "pdfs", Files::Renamed),
        "\
/home/.claude/skills/pdfs/SKILL.md
  + name: pdfs
  + Not /pdfs but /pdfs.
"
    );
}

#[test]
fn a_command_is_its_file() {
    let fixture = "
        //- /home/shop/CLAUDE.md
        Run /rel$0ease.
        //- /home/shop/.claude/commands/release.md
        Then stop.
        ";
    assert_eq!(
        renamed(fixture, "publish", Files::Renamed),
        "\
/home/shop/CLAUDE.md
  + Run /publish.
/home/shop/.claude/commands/release.md -> /home/shop/.claude/commands/publish.md
"
    );
    assert_eq!(
        renamed(fixture, "publish", Files::Kept),
        "The name is that of the file, which this editor cannot rename in one step"
    );
}

#[test]
fn a_skill_that_is_named_by_its_folder() {
    let fixture = "
        //- /home/shop/CLAUDE.md
        Run /rel$0ease.
        //- /home/shop/.claude/skills/release/SKILL.md
        ---
        description: Releases.
        ---
        ";
    assert_eq!(
        renamed(fixture, "publish", Files::Kept),
        "The name is that of the folder, which this editor cannot rename in one step"
    );
}

#[test]
fn refusals() {
    let rival = "
        //- /home/.claude/skills/pdf/SKILL.md
        ---
        name: $0pdf
        description: Fills in forms.
        ---
        //- /home/shop/.claude/skills/forms/SKILL.md
        ---
        name: forms
        description: Fills in forms.
        ---
        //- /home/.claude/skills/old/notes.md
        Old.
        ";
    for (name, reason) in [
        ("forms", "`forms` is taken in Claude Code by `.claude/skills/forms`"),
        ("old", "`~/.claude/skills/old` is there already"),
        (
            "My Forms",
            "`My Forms` is not a valid name: it takes lower-case letters, digits and single hyphens, such as `my-forms`",
        ),
        ("aux", "`aux` is the name of a device on Windows, where no folder can be called so"),
        ("", "`` is not a valid name: it takes lower-case letters, digits and single hyphens"),
        ("../x", "`../x` is not a valid name: it takes lower-case letters, digits and single hyphens, such as `x`"),
        ("synced", "Claude Code never loads a folder called `synced`"),
        ("clear", "`/clear` is a command of Claude Code itself"),
        ("pdf", "nothing"),
    ] {
        assert_eq!(renamed(rival, name, Files::Renamed), reason, "{name}");
    }
    let long = "a".repeat(65);
    assert_eq!(renamed(rival, &long, Files::Renamed), "The name has 65 characters; at most 64 are allowed");
}

#[test]
fn a_place_where_nothing_is_changed() {
    let fixture = "
        //- MANAGED/.claude/skills/rules/SKILL.md
        ---
        name: rul$0es
        description: The rules.
        ---
        ";
    let managed = match () {
        () if cfg!(windows) => "C:/Program Files/ClaudeCode",
        () if cfg!(target_os = "macos") => "/Library/Application Support/ClaudeCode",
        () => "/etc/claude-code",
    };
    let reason = format!("`{managed}/.claude/skills/rules` is managed by an administrator");
    ask(&fixture.replace("MANAGED", managed), |context, cursor| {
        assert_eq!(renameable(context, cursor), Err(RenameRefusal(reason)));
    });
    let fixture = "
        //- /opt/rules/SKILL.md
        ---
        name: rul$0es
        description: The rules.
        ---
        ";
    let reason = "`/opt/rules` lies outside the workspace and outside your home folder";
    ask(fixture, |context, cursor| {
        assert_eq!(renameable(context, cursor), Err(RenameRefusal(reason.to_owned())));
    });
}

#[test]
fn a_name_that_two_skills_have() {
    let fixture = "
        //# hosts = codex
        //- /home/shop/AGENTS.md
        Use /sh$0ip.
        //- /home/.agents/skills/ship/SKILL.md
        ---
        name: ship
        description: Ships.
        ---
        //- /home/shop/.agents/skills/ship/SKILL.md
        ---
        name: ship
        description: Ships this.
        ---
        ";
    assert_eq!(
        renamed(fixture, "sail", Files::Renamed),
        "Several skills are called `ship`: rename one of them in its own file"
    );
}

#[test]
fn a_folder_renamed_in_the_explorer() {
    ask(&PROJECT.replace("/deploy-docs", "others"), |context, _| {
        let folder = Path::new("/home/shop/.claude/skills/deploy");
        let plan = plan_of_move(context, folder, &folder.with_file_name("roll-out")).expect("a plan");
        let shown = shown(context, &changes(context, &Plan { moved: None, ..plan }, &[]));
        assert!(shown.contains("/home/shop/CLAUDE.md\n  + Run /roll-out"), "{shown}");
        assert!(shown.contains("  + name: roll-out\n"), "{shown}");
        assert_eq!(plan_of_move(context, folder, Path::new("/home/shop/.codex/skills/deploy")), None, "only moved");
        assert_eq!(plan_of_move(context, folder, Path::new("/home/shop/.codex/skills/roll-out")), None, "elsewhere");
        assert_eq!(plan_of_move(context, folder, &folder.with_file_name("Not A Name")), None);
        assert_eq!(plan_of_move(context, folder, &folder.with_file_name("ship")), None, "taken");
    });
}

#[test]
fn a_folder_moved_as_part_of_our_own_edit() {
    let fixture = "
        //- /home/shop/.claude/skills/notes/SKILL.md
        ---
        name: minutes$0
        description: Takes notes.
        ---
        //- /home/shop/CLAUDE.md
        Run /minutes after each meeting.
        ";
    ask(fixture, |context, _| {
        let folder = Path::new("/home/shop/.claude/skills/notes");
        let plan = plan_of_move(context, folder, &folder.with_file_name("minutes")).expect("a plan");
        assert_eq!(changes(context, &Plan { moved: None, ..plan }, &[]), Changes::default());
    });
}

#[test]
fn the_part_of_a_name_that_is_the_skills_own() {
    for (written, own, part) in [
        ("deploy", &["deploy"][..], "deploy"),
        ("tools:deploy", &["deploy"], "deploy"),
        ("release:tag", &["release:tag"], "tag"),
        ("a:b-c", &["c", "b-c"], "b-c"),
        ("shop:my-skill", &["My Skill"], "my-skill"),
    ] {
        assert_eq!(own_part(written, own.iter().copied()), part, "{written}");
    }
}

#[test]
fn every_place_of_odd_texts_has_an_answer() {
    use crate::features::references::{Declaration, references, wanted};
    use crate::features::{definition, highlight, links};
    let texts = [
        "---\r\nname: \"\r\ndescription: '/读\r\narguments: [a, \r\n---\r\n[a](b.md#) $a ${a} /x `y/z.md` [b](#)\r\n",
        "\u{feff}---\nname: 😀\nskills: x\narguments: |\n  a b\nagent: [c]\n---\n/a:b: $a-b ``` ![](<>)\n",
        "---\nname: >\n  pdf\nallowed-tools: Skill(, Skill()\nagent: pdf\n",
        "---\nname: 'pdf'\n---\n/pdf /pdf: ($pdf) `../pdf/SKILL.md`",
        "name: /pdf",
        "---",
        "",
    ];
    for text in texts {
        for path in ["/home/shop/.claude/skills/pdf/SKILL.md", "/home/shop/CLAUDE.md", "/home/shop/.claude/agents/a.md"]
        {
            ask(&format!("//- {path}\n{text}"), |context, _| {
                let length = context.document.text.len();
                for offset in 0..length + 3 {
                    let _ = definition::definition(context, offset);
                    let spans = highlight::highlights(context, offset).into_iter().map(|it| it.span);
                    assert!(spans.into_iter().all(|span| span.end <= length), "{offset} in {text:?}");
                    if let Some(wanted) = wanted(context, offset, Declaration::Included) {
                        references(context, &wanted, Declaration::Included, &[]);
                    }
                    if let Ok(Some(plan)) = plan(context, offset, "new-name", Files::Renamed) {
                        changes(context, &plan, &[]);
                    }
                    let found = renameable(context, offset).ok().flatten();
                    let is_near = |span: Span| span.touches(offset) || span.touches(offset + 1);
                    assert!(found.is_none_or(|it| is_near(it.span) && it.span.end <= length));
                }
                assert!(links::links(context).iter().all(|link| link.span.end <= length));
            });
        }
    }
}

#[test]
fn nothing_to_rename() {
    for fixture in ["$0", "---\nname: a\n---\nplain te$0xt /nobody\n", "---\narguments: [is$0sue]\n---\n$issue\n"] {
        assert_eq!(renamed(fixture, "x", Files::Renamed), "nothing", "{fixture}");
    }
}
