//! `name-reserved`: a name that a host keeps for itself.

use crate::checks::prelude::*;
use crate::hosts::Host;

/// A reserved name.
pub(crate) static CHECK: Check = Check {
    id: "name-reserved",
    summary: "a name that a host keeps for itself",
    documentation: "\
## What it reports

- a folder that a host never loads because it uses the name itself (`synced` in Claude Code);
- a skill with the name of a built-in command or skill, which it replaces;
- as a hint, a name with a word that is refused when the skill is uploaded (`anthropic`, `claude`).

## Why it matters

A skill in a reserved folder is silently never seen. One that replaces a built-in command takes that command away from
everybody who has the skill.

## Example

`.claude/skills/synced/SKILL.md`

## Instead

`.claude/skills/sync-notes/SKILL.md`
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    if context.is_command() {
        return;
    }
    let field = context.document.field("name");
    let span = field.filter(|field| field.value.scalar().is_some()).map_or(context.headline(), |it| it.value.span);
    let folder = context.folder;
    let name = context.document.scalar("name").map(str::trim).unwrap_or_default();

    let hosts = || context.judges.iter().map(|judge| judge.host.as_ref());
    let never: Vec<&Host> =
        hosts().filter(|host| host.reserved.folders.iter().any(|it| it.eq_ignore_ascii_case(folder))).collect();
    if !never.is_empty() {
        let words = Deed::new("never loads a folder of this name", "never load a folder of this name").losing_skill();
        say(report, span, format!("`{folder}` is a reserved folder name"), &never, &words, Grade::Severe);
        return;
    }
    // Whoever does not meet it here meets it elsewhere under the name of a package.
    for judge in context.judges.iter().filter(|judge| !judge.is_stranger) {
        let id = judge.reading.id.as_ref();
        if judge.host.reserved.replaces.iter().any(|it| it == id) {
            let words = Deed::new("loads it in place of its own", "load it in place of their own");
            let message = format!("`{id}` replaces the built-in `/{id}`");
            say(report, span, message, &[judge.host.as_ref()], &words, Grade::Mild);
        }
    }
    let lower = name.to_ascii_lowercase();
    let mut words: Vec<&str> = hosts().flat_map(|host| &host.reserved.words).map(String::as_str).collect();
    words.sort_unstable();
    words.dedup();
    if let Some(word) = words.into_iter().find(|word| lower.contains(*word)) {
        let refusing: Vec<&Host> = hosts().filter(|host| host.reserved.words.iter().any(|it| it == word)).collect();
        let deed = Deed::of("load", "it all the same");
        let message = format!("`{name}` contains `{word}`, which is refused when a skill is uploaded");
        say(report, span, message, &refusing, &deed, Grade::Slight);
    }
}

fn say(report: &mut Report<'_>, span: Span, message: String, hosts: &[&Host], deed: &Deed, grade: Grade) {
    report.finding(span, message).grade(grade).deeds(hosts.iter().map(|host| (*host, deed.clone())));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_folder_that_is_never_loaded() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/Synced/SKILL.md
            ---
            name: notes
                  ^^^^^ name-reserved (error): `Synced` is a reserved folder name
                  = Claude Code never loads a folder of this name
            ---
            ",
        );
    }

    #[test]
    fn a_built_in_command() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/.claude/skills/init/SKILL.md
            ---
            name: init
                  ^^^^ name-reserved (warning): `init` replaces the built-in `/init`
                  = Claude Code loads it in place of its own
            ---
            ",
        );
    }

    #[test]
    fn a_word_that_is_refused_at_upload() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/.claude/skills/claude-notes/SKILL.md
            ---
            name: claude-notes
                  ^^^^^^^^^^^^ name-reserved (hint): `claude-notes` contains `claude`, which is refused when a skill is uploaded
            ---
            ",
        );
    }

    #[test]
    fn where_the_host_does_not_care() {
        silent(
            &CHECK,
            "
            //# hosts = codex
            //- /home/.agents/skills/synced/SKILL.md
            ---
            name: synced
            ---
            ",
        );
    }
}
