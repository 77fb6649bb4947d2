//! An agent: what it is for, and where it is described.

use crate::document::Field;
use crate::features::Context;
use crate::features::hover::{Hover, field as field_hover};
use crate::features::page::{Page, Piece, code, words};
use crate::knowledge::fields::fact;
use crate::words::{capitalized, short};

/// What is told about the agent that a skill names.
pub(super) fn hover(context: &Context<'_>, field: &Field) -> Option<Hover> {
    let name = field.value.scalar()?.trim();
    let readers = || context.hosts.iter().filter(|host| fact(host, "agent").is_some());
    let declared = &context.environment.declared;
    let mut page = Page::of([code(name)]);
    let known = readers().find_map(|host| Some((host, declared.agents_of(&host.id).find(|it| it.name == name)?)));
    match known {
        Some((host, agent)) => {
            if !agent.about.is_empty() {
                page.line([words(agent.about.clone())]);
            }
            page.line(match &agent.path {
                Some(path) => {
                    let shown = short(path, context.environment);
                    vec![words("Described in "), Piece::File { shown, path: path.clone() }]
                }
                None => vec![words(format!("One of {}'s own", host.name))],
            });
        }
        None => match readers().find_map(|host| Some((host, host.agents.fallback.as_deref()?))) {
            Some((host, fallback)) => page.line([words(format!(
                "No such agent is known here: {} would take `{fallback}`",
                capitalized(&host.name)
            ))]),
            None => return Some(Hover { span: field.value.span, page: field_hover::page(context, &field.key)? }),
        },
    }
    if context.document.scalar("context") != Some("fork") && readers().any(|host| fact(host, "context").is_some()) {
        page.line([words("Without `context: fork` no agent is asked")]);
    }
    Some(Hover { span: field.value.span, page })
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::told;

    fn agent(line: &str) -> String {
        told(&format!(
            "//- /home/shop/.claude/skills/review/SKILL.md\n---\n{line}\n---\n\
             //- /home/shop/.claude/agents/r.md\n---\nname: code-reviewer\ndescription: Reads code.\n---\n"
        ))
    }

    #[test]
    fn of_every_kind() {
        assert_eq!(
            agent("context: fork\nagent: code$0-reviewer"),
            "[code-reviewer]\n`code-reviewer`\n\nReads code.\n\nDescribed in .claude/agents/r.md"
        );
        assert_eq!(
            agent("agent: Exp$0lore"),
            "[Explore]\n`Explore`\n\nSearches widely without changing anything, and reports what it found\n\n\
             One of Claude Code's own\n\nWithout `context: fork` no agent is asked"
        );
        assert_eq!(
            agent("context: fork\nagent: no$0body"),
            "[nobody]\n`nobody`\n\nNo such agent is known here: Claude Code would take `general-purpose`"
        );
    }
}
