//! Where something comes from: a mention's skill, a shadowed skill's winner, a link's file, an argument's declaration,
//! an agent's file.

use crate::catalog::{SkillId, Status};
use crate::document;
use crate::features::called::each_file_once;
use crate::features::links::{self, link_at};
use crate::features::mention_meaning::led_to_by;
use crate::features::subject::{Subject, name, subject};
use crate::features::{Context, Location, mention_files};
use crate::text::Span;
use crate::words::add_new;

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What leads there.
    pub origin: Span,
    /// Where it leads.
    pub targets: Vec<Location>,
}

/// Where what stands at an offset comes from.
pub fn definition(context: &Context<'_>, offset: usize) -> Option<Definition> {
    let here = |span: Span| vec![Location { path: context.path.to_owned(), span }];
    let (origin, targets) = match subject(context, offset) {
        Some(Subject::Name { span, .. }) => {
            let winners = skills(context, winners(context));
            (span, if winners.is_empty() { here(span) } else { winners })
        }
        Some(Subject::Mention(mention)) => {
            let found = skills(context, led_to_by(context, &mention));
            match found.is_empty() {
                true => file(context, offset)?,
                false => (mention.whole, found),
            }
        }
        Some(Subject::Argument { argument, span }) => (span, here(argument.span)),
        Some(Subject::Placeholder { .. }) | None => agent(context, offset).or_else(|| file(context, offset))?,
    };
    Some(Definition { origin, targets })
}

/// The skills that are used instead of this one in the hosts for which its author writes.
fn winners(context: &Context<'_>) -> Vec<SkillId> {
    let Some((id, _)) = context.skill() else { return Vec::new() };
    let mut found = Vec::new();
    for view in context.hosts.iter().filter_map(|host| context.catalog.view(&host.id)) {
        let shadowed = view.all_of_skill(id).filter(|candidate| candidate.verdict.status == Status::Shadowed);
        add_new(&mut found, shadowed.filter_map(|candidate| candidate.verdict.winner).filter(|winner| *winner != id));
    }
    each_file_once(context.catalog, found)
}

fn skills(context: &Context<'_>, ids: Vec<SkillId>) -> Vec<Location> {
    let found = ids.into_iter().filter_map(|id| context.catalog.skill(id));
    found.map(|skill| Location { path: skill.path.clone(), span: skill.headline }).collect()
}

/// The agent that the field `agent` names.
fn agent(context: &Context<'_>, offset: usize) -> Option<(Span, Vec<Location>)> {
    let value = &context.document.field("agent")?.value;
    let wanted = value.scalar().map(str::trim).filter(|name| value.span.touches(offset) && !name.is_empty())?;
    let mut targets = Vec::new();
    for path in mention_files::agents(context) {
        let Some(text) = context.files.text(&path) else { continue };
        let agent = document::parse(&text);
        let is_file = path.file_stem().is_some_and(|stem| stem == wanted);
        match name(&agent) {
            Some((name, span)) if name == wanted => targets.push(Location { path, span }),
            None if is_file => targets.push(Location { path, span: Span::default() }),
            Some(_) | None => {}
        }
    }
    (!targets.is_empty()).then_some((value.span, targets))
}

/// The file to which a link or a path leads, or the heading of this document.
fn file(context: &Context<'_>, offset: usize) -> Option<(Span, Vec<Location>)> {
    if let Some(link) = link_at(context, offset) {
        let heading = link.fragment.as_deref().and_then(|fragment| {
            let document = document::parse(&context.files.text(&link.target)?);
            links::heading(&document, fragment).map(|heading| heading.span)
        });
        let target = Location { path: link.target, span: heading.unwrap_or_default() };
        return Some((link.span, vec![target]));
    }
    let mut own = context.document.body.links.iter().filter(|link| link.span.touches(offset));
    own.find_map(|link| {
        let heading = links::heading(context.document, link.target.strip_prefix('#')?)?;
        Some((link.target_span, vec![Location { path: context.path.to_owned(), span: heading.span }]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;
    use crate::text::slashed;

    fn check(fixture: &str, expected: &[&str]) {
        let found = ask(fixture, |context, cursor| {
            let Some(definition) = definition(context, cursor) else { return Vec::new() };
            let origin = definition.origin.of(&context.document.text).to_owned();
            let show = |target: Location| {
                let open = (target.path == context.path).then(|| context.document.text.to_string());
                let text = open.or_else(|| context.files.text(&target.path)).unwrap_or_default();
                format!("{origin} -> {}: {}", slashed(&target.path), target.span.of(&text))
            };
            definition.targets.into_iter().map(show).collect::<Vec<_>>()
        });
        assert_eq!(found, expected);
    }

    const RIVALS: &str = "
        //- /home/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Mine.
        ---
        //- /home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: The project's.
        ---
        ";

    #[test]
    fn a_mention_leads_to_the_skill_that_wins() {
        let mention = "
        //# hosts = claude-code
        //- /home/shop/.claude/skills/ship/SKILL.md
        Then /dep$0loy it.";
        check(&format!("{mention}{RIVALS}"), &["/deploy -> /home/.claude/skills/deploy/SKILL.md: deploy"]);
        let mention = mention.replace("claude-code", "gemini-cli").replace(".claude/skills", ".gemini/skills");
        let rivals = RIVALS.replace(".claude", ".gemini");
        check(&format!("{mention}{rivals}"), &["/deploy -> /home/shop/.gemini/skills/deploy/SKILL.md: deploy"]);
    }

    #[test]
    fn the_name_of_a_shadowed_skill_leads_to_the_winner() {
        let shadowed =
            RIVALS.replacen("name: deploy\n        description: The", "name: dep$0loy\n        description: The", 1);
        check(&shadowed, &["deploy -> /home/.claude/skills/deploy/SKILL.md: deploy"]);
        let winner =
            RIVALS.replacen("name: deploy\n        description: Mine", "name: dep$0loy\n        description: Mine", 1);
        check(&winner, &["deploy -> /home/.claude/skills/deploy/SKILL.md: deploy"]);
    }

    #[test]
    fn a_command() {
        check(
            "
            //- /home/shop/CLAUDE.md
            Run $0/tag now.
            //- /home/shop/.claude/commands/tag.md
            Tags.
            ",
            &["/tag -> /home/shop/.claude/commands/tag.md: Tags."],
        );
    }

    #[test]
    fn a_link_leads_to_its_file_and_heading() {
        let files = "
            //- /home/.claude/skills/pdf/references/api.md
            # API

            ## All fields
            ";
        let skill = "
            //- /home/.claude/skills/pdf/SKILL.md
            # Top
            ";
        let ask = |line: &str| format!("{skill}{line}{files}");
        let api = "/home/.claude/skills/pdf/references/api.md";
        let expected = format!("references/api.md -> {api}: ## All fields");
        check(&ask("See [the $0API](references/api.md#all-fields)."), &[&expected]);
        check(&ask("See `references/$0api.md`."), &[&format!("references/api.md -> {api}: ")]);
        check(&ask("See `refer$0ences/none.md`."), &[]);
        check(&ask("[up]($0#top)"), &["#top -> /home/.claude/skills/pdf/SKILL.md: # Top"]);
    }

    #[test]
    fn an_argument_leads_to_its_declaration() {
        check(
            "---\narguments: [issue]\n---\nFix $iss$0ue.\n",
            &["$issue -> /home/.claude/skills/unnamed/SKILL.md: issue"],
        );
    }

    #[test]
    fn an_agent_leads_to_its_file() {
        check(
            "
            //- /home/shop/.claude/skills/fix/SKILL.md
            ---
            context: fork
            agent: revi$0ewer
            ---
            //- /home/shop/.claude/agents/review.md
            ---
            name: reviewer
            ---
            //- /home/shop/.claude/agents/reviewer.md
            ---
            name: other
            ---
            ",
            &["reviewer -> /home/shop/.claude/agents/review.md: reviewer"],
        );
    }

    #[test]
    fn nothing_leads_nowhere() {
        check("---\nname: a\n---\nplain $0text, /nobody\n", &[]);
        check("//- /home/shop/CLAUDE.md\n/nob$0ody\n", &[]);
    }
}
