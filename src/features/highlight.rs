//! The same thing elsewhere in the document: a name and its mentions, an argument, a placeholder.

use crate::document::arguments;
use crate::features::Context;
use crate::features::called::{leads_to, own_names};
use crate::features::mentions::mentions;
use crate::features::subject::{Subject, is_called, name, subject};
use crate::text::Span;

/// One place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Highlight {
    /// Where.
    pub span: Span,
    /// Whether the thing is declared here.
    pub declares: bool,
}

/// The places of what stands at an offset, itself included, in order.
pub fn highlights(context: &Context<'_>, offset: usize) -> Vec<Highlight> {
    let Some(subject) = subject(context, offset) else { return Vec::new() };
    let document = context.document;
    let mut found = match subject {
        Subject::Name { span, name } => {
            let mut names: Vec<&str> = context.skill().into_iter().flat_map(|(_, skill)| own_names(skill)).collect();
            names.push(&name);
            let mut found = mentions_of(context, &names);
            found.push(Highlight { span, declares: true });
            found
        }
        Subject::Mention(mention) => {
            let mut found = mentions_of(context, &[&mention.name]);
            let is_own = context.skill().is_some_and(|(id, _)| leads_to(context, &mention.name).contains(&id));
            if let Some((_, span)) = name(document).filter(|_| is_own) {
                found.push(Highlight { span, declares: true });
            }
            found
        }
        Subject::Argument { argument, .. } => {
            let used = document.body.placeholders.iter().filter(|it| is_called(&it.kind, &argument.name));
            let mut found: Vec<Highlight> =
                used.map(|it| Highlight { span: bare(it.span.of(&document.text), it.span), declares: false }).collect();
            let declared = arguments::declared(document).into_iter().filter(|it| it.name == argument.name);
            found.extend(declared.map(|it| Highlight { span: it.span, declares: true }));
            found
        }
        Subject::Placeholder { kind, .. } => {
            let same = document.body.placeholders.iter().filter(|it| it.kind == kind);
            same.map(|it| Highlight { span: it.span, declares: false }).collect()
        }
    };
    found.sort();
    found.dedup();
    found
}

fn mentions_of(context: &Context<'_>, names: &[&str]) -> Vec<Highlight> {
    let found = mentions(context.path, context.document).into_iter();
    let same = found.filter(|mention| names.contains(&mention.name.as_str()));
    same.map(|mention| Highlight { span: mention.span, declares: false }).collect()
}

/// The name in `$name` or `${name}`.
fn bare(written: &str, span: Span) -> Span {
    match written.starts_with("${") {
        true => Span::new(span.start + 2, span.end.saturating_sub(1)),
        false => Span::new(span.start + 1, span.end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;

    /// The text with each highlight in brackets: `[[…]]` where it declares.
    fn check(fixture: &str, expected: &str) {
        let shown = ask(fixture, |context, cursor| {
            let mut shown = context.document.text.to_string();
            for it in highlights(context, cursor).into_iter().rev() {
                let (open, close) = if it.declares { ("[[", "]]") } else { ("[", "]") };
                shown.insert_str(it.span.end, close);
                shown.insert_str(it.span.start, open);
            }
            shown
        });
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_name_and_its_mentions() {
        let after = "---\nname: \"[[pdf]]\"\n---\nRun /[pdf], then `/[pdf]`, not /pdfs.\n";
        check(
            "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: \"p$0df\"\n---\nRun /pdf, then `/pdf`, not /pdfs.\n",
            after,
        );
        check(
            "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: \"pdf\"\n---\nRun /pd$0f, then `/pdf`, not /pdfs.\n",
            after,
        );
    }

    #[test]
    fn a_mention_of_nobody_knows_whom() {
        check("//- /home/shop/CLAUDE.md\nUse /a$0b and /ab, /abc.\n", "Use /[ab] and /[ab], /abc.\n");
    }

    #[test]
    fn an_argument_and_its_declaration() {
        check(
            "---\narguments: issue br$0anch\n---\nFix $issue on $branch and ${branch}.\n",
            "---\narguments: issue [[branch]]\n---\nFix $issue on $[branch] and ${[branch]}.\n",
        );
    }

    #[test]
    fn a_placeholder() {
        check(
            "//- /home/shop/.claude/commands/fix.md\nFix $AR$0GUMENTS. Again: $ARGUMENTS and $1.\n",
            "Fix [$ARGUMENTS]. Again: [$ARGUMENTS] and $1.\n",
        );
    }
}
