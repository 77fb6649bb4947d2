//! A placeholder, or a command in the body: what the host puts in its place.

use crate::document::arguments::declared;
use crate::document::body::{Placeholder, PlaceholderKind};
use crate::features::Context;
use crate::features::hover::Hover;
use crate::features::page::{Page, Piece, code, words};
use crate::features::sample;
use crate::hosts::Host;
use crate::knowledge::fields::fact;
use crate::text::Span;
use crate::words::consequence::{Deed, of_deeds};
use crate::words::{capitalized, enumeration};

/// What is told about a placeholder; `None` when no host fills it.
pub(super) fn hover(context: &Context<'_>, placeholder: &Placeholder) -> Option<Hover> {
    let about = match &placeholder.kind {
        PlaceholderKind::Arguments => "Everything that is typed after the command".to_owned(),
        PlaceholderKind::ArgumentAt(_) | PlaceholderKind::Number(_) => {
            "One of the words that are typed after the command, by its number".to_owned()
        }
        PlaceholderKind::Named(name) => argument(context, name)?,
        // A declared argument is filled in without braces only.
        PlaceholderKind::Braced(name) => {
            let about = hosts(context).find_map(|host| host.placeholders.about.get(name));
            about.map(|about| about.trim_end_matches('.').to_owned()).unwrap_or_default()
        }
    };
    let fills = |host: &Host| match &placeholder.kind {
        PlaceholderKind::Braced(name) => host.placeholders.names.contains(name),
        PlaceholderKind::Named(_) => host.placeholders.arguments && fact(host, "arguments").is_some(),
        PlaceholderKind::Arguments | PlaceholderKind::ArgumentAt(_) | PlaceholderKind::Number(_) => {
            host.placeholders.arguments
        }
    };
    let mut page = Page::default();
    let written = placeholder.span.of(&context.document.text);
    page.line(match about.is_empty() {
        true => vec![code(written)],
        false => vec![code(written), words(format!(": {about}"))],
    });
    if let Some(line) = sample(context, placeholder, &fills) {
        page.line(line);
    }
    told(context, placeholder.span, page, fills, ("fills it in", "fill it in"))
}

/// What stands there with sample arguments, in the first host that fills it in and reads the skill.
fn sample(context: &Context<'_>, placeholder: &Placeholder, fills: &dyn Fn(&Host) -> bool) -> Option<Vec<Piece>> {
    let mut filling = hosts(context).filter(|host| fills(host) && sample::is_loaded(context, host));
    let sampled = sample::of_placeholder(context, &filling.next()?.id, placeholder.span)?;
    let value = if sampled.value.is_empty() { vec![words("nothing")] } else { vec![code(&sampled.value)] };
    let lead = match sampled.is_argument {
        true => vec![words("With "), code(sampled.typed), words(" this is ")],
        false => vec![words("Here this is ")],
    };
    Some(lead.into_iter().chain(value).collect())
}

/// What is told about a command that is run when the skill is loaded.
pub(super) fn command(context: &Context<'_>, span: Span) -> Option<Hover> {
    let page = Page::of([words("A command; what it prints stands here when the skill is loaded")]);
    told(context, span, page, |host| host.placeholders.commands, ("runs it", "run it"))
}

/// Which hosts do it, and which of those written for do not; nothing when nobody does.
fn told(
    context: &Context<'_>,
    span: Span,
    mut page: Page,
    does: impl Fn(&Host) -> bool,
    (one, many): (&str, &str),
) -> Option<Hover> {
    let doing: Vec<&str> = hosts(context).filter(|host| does(host)).map(|host| host.name.as_str()).collect();
    if doing.is_empty() {
        return None;
    }
    let verb = if doing.len() == 1 { one } else { many };
    page.line([words(format!("{} {verb}", capitalized(&enumeration(&doing))))]);
    // What nobody has looked at is not told.
    let others = context.hosts.iter().filter(|host| !does(host) && !host.placeholders.source.is_empty());
    let left = of_deeds(others.map(|host| (host, Deed::of("leave", "it as it is")))).text;
    if !left.is_empty() {
        page.line([words(left)]);
    }
    Some(Hover { span, page })
}

/// All real hosts, those written for first.
fn hosts<'a>(context: &Context<'a>) -> impl Iterator<Item = &'a Host> {
    let written_for = context.hosts;
    let is_other = move |host: &&Host| !written_for.iter().any(|it| it.id == host.id);
    let others = context.catalog.views().iter().map(|view| &*view.host).filter(is_other);
    written_for.iter().map(|host| &**host).chain(others)
}

/// What is known of a declared argument.
fn argument(context: &Context<'_>, name: &str) -> Option<String> {
    let declared = declared(context.document);
    let index = declared.iter().position(|argument| argument.name == name)?;
    Some(match declared.len() {
        1 => "the argument that the skill declares".to_owned(),
        count => format!("argument {} of the {count} that the skill declares", index + 1),
    })
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::{check, told};

    #[test]
    fn of_every_kind() {
        let text = |front: &str, body: &str| told(&format!("---\nname: pdf\n{front}---\n{body}\n"));
        assert_eq!(
            text("", "Fix $ARGU$0MENTS"),
            "[$ARGUMENTS]\n`$ARGUMENTS`: Everything that is typed after the command\n\nClaude Code and Goose fill it in"
        );
        assert_eq!(
            text("", "Fix `$$01`"),
            "[$1]\n`$1`: One of the words that are typed after the command, by its number\n\nClaude Code and Goose fill it in"
        );
        assert_eq!(
            text("", "Run ${CLAUDE_SKILL$0_DIR}/x"),
            "[${CLAUDE_SKILL_DIR}]\n`${CLAUDE_SKILL_DIR}`: The skill's own folder; not filled in a command, which has none\n\nHere this is `/home/.claude/skills/unnamed`\n\nClaude Code fills it in"
        );
        assert_eq!(
            text("arguments: [issue, branch]\n", "On $bra$0nch"),
            "[$branch]\n`$branch`: argument 2 of the 2 that the skill declares\n\nWith `/unnamed issue branch` this is `branch`\n\nClaude Code fills it in"
        );
        assert_eq!(text("", "In $HO$0ME and ${HOME}"), "nothing");
        assert_eq!(text("arguments: [issue]\n", "On ${iss$0ue}"), "nothing");
    }

    #[test]
    fn a_host_that_fills_nothing() {
        check(
            "
            //# hosts = copilot-cli
            ---
            name: pdf
            ---
            Fix $ARGUMENTS$0
            ",
            "
            [$ARGUMENTS]
            `$ARGUMENTS`: Everything that is typed after the command

            Claude Code and Goose fill it in

            Copilot CLI leaves it as it is
            ",
        );
    }

    #[test]
    fn with_sample_arguments() {
        let text = |front: &str, body: &str| {
            told(&format!("//- /home/.claude/skills/deploy/SKILL.md\n---\n{front}\n---\n{body}\n"))
        };
        assert!(
            text("arguments: [env, region]", "To $re$0gion")
                .contains("\n\nWith `/deploy env region` this is `region`\n\n")
        );
        let second = text("argument-hint: \"[env] <branch>\"", "To $$01");
        assert!(second.contains("\n\nWith `/deploy env branch` this is `branch`\n\n"), "{second}");
        assert!(!text("argument-hint: \"[env]\"", "To $$07").contains("With"));
    }

    #[test]
    fn a_command() {
        let expected =
            "[!`git log`]\nA command; what it prints stands here when the skill is loaded\n\nClaude Code runs it";
        assert_eq!(told("---\nname: pdf\n---\nSee !`git $0log`\n"), expected);
    }
}
