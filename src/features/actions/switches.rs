//! On the name of a skill: turn it on or off in the settings of the agents it is written for.

use crate::features::Context;
use crate::features::actions::{Action, Deed, Kind};
use crate::features::switching::{is_switchable, usual_place};
use crate::text::Span;

/// The switches of the skill, when its name or its first line is selected.
pub(super) fn switches(context: &Context<'_>, span: Span) -> Vec<Action> {
    let Some((id, skill)) = context.skill() else { return Vec::new() };
    let text = &context.document.text;
    let first_line = Span::new(0, text.find(['\n', '\r']).unwrap_or(text.len()));
    if ![skill.headline, first_line].iter().any(|place| place.touches(span.start)) {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for host in context.hosts {
        let Some(view) = context.catalog.view(&host.id) else { continue };
        let Some(candidate) = view.standing(id) else { continue };
        let Some(is_on) = is_switchable(view, candidate) else { continue };
        let Some(scope) = usual_place(context.catalog, view, context.files, candidate) else { continue };
        let word = if is_on { "off" } else { "on" };
        let title = format!("Turn {word} in {} ({} settings)", host.name, scope.word());
        let deed = Deed::Switch { host: host.id.clone(), id: candidate.id.to_string(), on: !is_on, scope };
        actions.push(Action::new(Kind::Switch, title, deed));
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;

    fn check(fixture: &str, expected: &[&str]) {
        let titles = ask(fixture, |context, cursor| {
            switches(context, Span::at(cursor)).into_iter().map(|action| action.title).collect::<Vec<_>>()
        });
        assert_eq!(titles, expected);
    }

    #[test]
    fn on_the_name_for_those_it_is_written_for() {
        check(
            "
            //# hosts = claude-code, codex, cursor
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pd$0f
            description: Reads it.
            ---
            ",
            &["Turn off in Claude Code (user settings)"],
        );
        check(
            "
            //# hosts = claude-code, gemini-cli
            //- /home/shop/.agents/skills/pdf/SKILL.md
            --$0-
            name: pdf
            description: Reads it.
            ---
            ",
            &["Turn off in Gemini CLI (project settings)"],
        );
    }

    #[test]
    fn not_elsewhere() {
        check(
            "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Rea$0ds it.
            ---
            ",
            &[],
        );
    }
}
