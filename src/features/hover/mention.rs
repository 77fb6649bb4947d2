//! A mention of a skill: which one it means, what that one does, and who wins the name in each host.

use crate::catalog::View;
use crate::features::Context;
use crate::features::hover::Hover;
use crate::features::hover::name::who_wins;
use crate::features::mentions::mentions;
use crate::features::page::{Page, strong, words};
use crate::features::why::{self, Why};
use crate::words::enumeration;

/// What is told about the mention at an offset; `None` when there is none, or no host has such a skill.
pub(super) fn hover(context: &Context<'_>, offset: usize) -> Option<Hover> {
    let mentions = mentions(context.path, context.document);
    let mention = mentions.into_iter().find(|it| it.whole.touches(offset))?;
    Some(Hover { span: mention.whole, page: page(context, &mention.name)? })
}

fn page(context: &Context<'_>, name: &str) -> Option<Page> {
    let mut answers = why::of_id(context.catalog, name);
    why::tell_shown(answers.iter_mut().map(|(_, why)| why), context.catalog, context.listings);
    if answers.is_empty() {
        return own_command(context, name);
    }
    let mut page = Page::of([strong(name)]);
    if let Some(description) = description(context, &answers) {
        page.line([words(shown_description(&description))]);
    }
    page.append(who_wins(context, &answers));
    Some(page)
}

/// The description of the skill that is meant: as the first host reads it that is written for, else as any.
fn description(context: &Context<'_>, answers: &[(&View, Why)]) -> Option<String> {
    let is_written_for = |view: &View| context.hosts.iter().any(|host| host.id == view.host.id);
    let first = answers.iter().find(|(view, _)| is_written_for(view)).or(answers.first())?;
    let (view, answer) = first;
    let path = answer.winner.as_ref().or_else(|| Some(&answer.candidates.first()?.path))?;
    let candidate = view.standing(context.catalog.by_path(path)?)?;
    candidate.reading.description.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// The longest description that is shown, in characters.
const LONGEST: usize = 400;

/// A description, cut where it is long.
pub(super) fn shown_description(description: &str) -> String {
    let description = description.trim();
    match description.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", description.get(..end).unwrap_or_default().trim_end()),
        None => description.to_owned(),
    }
}

/// A command that a host has of its own.
fn own_command(context: &Context<'_>, name: &str) -> Option<Page> {
    let having = context.hosts.iter().filter(|host| host.reserved.commands.iter().any(|it| it == name));
    let hosts = enumeration(&having.map(|host| host.name.as_str()).collect::<Vec<_>>());
    (!hosts.is_empty()).then(|| Page::of([strong(name), words(format!(": a command of {hosts} itself"))]))
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::{check, told};

    #[test]
    fn a_skill_that_is_there() {
        check(
            "
            //# hosts = codex
            //- /home/shop/.agents/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads PDF files.
            ---
            Then use /dep$0loy.
            //- /home/.codex/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys <the> shop.
            ---
            ",
            "
            [/deploy]
            deploy

            Deploys <the> shop.

            Codex, Kimi CLI and Cursor: ~/.codex/skills/deploy: listed: the only skill of its name
            ",
        );
    }

    #[test]
    fn in_the_frontmatter_and_in_other_files() {
        let deploy =
            "//- /home/.claude/skills/deploy/SKILL.md\n---\nname: deploy\ndescription: Deploys.\n---\nDo it.\n";
        let told = |path: &str, text: &str| told(&format!("//- {path}\n{text}{deploy}"));
        let skill = "/home/shop/.claude/skills/pdf/SKILL.md";
        let expected = "deploy\n\nDeploys.\n\n";
        for (path, text, span) in [
            (skill, "---\ndescription: Use before /dep$0loy.\n---\n", "/deploy"),
            (skill, "---\nallowed-tools: Read, Skill(dep$0loy)\n---\n", "deploy"),
            ("/home/shop/CLAUDE.md", "# Notes\n\nRun /dep$0loy.\n", "/deploy"),
            ("/home/shop/AGENTS.md", "Then: /dep$0loy now\n", "/deploy"),
        ] {
            let told = told(path, text);
            assert!(told.starts_with(&format!("[{span}]\n{expected}")), "{told}");
        }
        assert_eq!(told("/home/shop/CLAUDE.md", "---\nna$0me: x\n---\n"), "nothing");
        assert_eq!(told("/home/shop/CLAUDE.md", "Give $ARGU$0MENTS and [x](a$0.md)\n"), "nothing");
    }

    #[test]
    fn a_sign_of_another_host_and_a_command_of_the_host_itself() {
        check("---\nname: pdf\n---\nUse /comp$0act.\n", "[/compact]\ncompact: a command of Claude Code itself");
        check("---\nname: pdf\n---\nUse /nobody$0-has-this.\n", "nothing");
    }
}
