//! `allow-unused`: a suppression comment that suppresses nothing.

use crate::checks::prelude::*;
use crate::checks::{CHECKS, check as check_of};
use crate::document::allow::{Allow, unknown_words};

/// Proposes every suppression; `finish` takes back those that did something.
pub(crate) static CHECK: Check = Check {
    id: "allow-unused",
    summary: "a suppression comment that suppresses nothing, or names an unknown check",
    documentation: "\
## What it reports

A comment `skill-lsp: allow …` that names a check which finds nothing there, or a check that does not exist; a comment
`skill-lsp: alow …` that says something else.

## Why it matters

A suppression that does nothing hides the next real finding, and tells readers of a problem that is gone.

## Example

```yaml
---
name: pdf
# skill-lsp: allow field-unknown
description: Fills in PDF forms. Use it when a form is to be filled in.
---
```

## Instead

Remove the comment, or move it to the line above the one it is meant for. `allow-file` covers the whole file.
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    for span in unknown_words(&document.text, &document.comments, &document.body) {
        let word = span.of(&document.text);
        match nearest(word, ["allow", "allow-file"], 2) {
            Some((meant, _)) => report
                .finding(span, format!("`{word}` allows nothing; did you mean `{meant}`?"))
                .fix(Fix::replacing(span, meant)),
            None => report.finding(span, format!("`{word}` means nothing here; `allow` and `allow-file` do")),
        };
    }
    for allow in &context.document.allows {
        if allow.checks.is_empty() {
            report
                .finding(allow.span, "This comment names no check to allow")
                .fix(Fix::offered("Remove the comment", vec![Edit::remove(whole(context, allow))]))
                .tag(Tag::Unnecessary);
        }
        for (index, (id, span)) in allow.checks.iter().enumerate() {
            if report.is_only_counted(*span) {
                continue;
            }
            let meant = nearest(id, CHECKS.iter().map(|check| check.id), 3).map(|(meant, _)| meant);
            let message = match (check_of(id), meant) {
                (Some(_), _) => format!("`{id}` finds nothing here, so this comment suppresses nothing"),
                (None, Some(meant)) => format!("There is no check called `{id}`; `{meant}` is one"),
                (None, None) => format!("There is no check called `{id}`"),
            };
            let fix = match allow.checks.as_slice() {
                [_] => Fix::offered("Remove the comment", vec![Edit::remove(whole(context, allow))]),
                all => Fix::offered(format!("Remove `{id}` from the comment"), vec![Edit::remove(one_of(all, index))]),
            };
            report.finding(*span, message).fix(fix).tag(Tag::Unnecessary);
        }
    }
}

/// The comment with the white space before it, and with its whole line when nothing else stands on it.
fn whole(context: &DocumentContext<'_>, allow: &Allow) -> Span {
    let text = &context.document.text;
    let before = Span::new(0, allow.span.start).of(text).trim_end_matches([' ', '\t']);
    let after = Span::new(allow.span.end, text.len()).of(text);
    let alone = before.is_empty() || before.ends_with(['\n', '\r']);
    let rest = after.trim_start_matches([' ', '\t']);
    let line_break = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) };
    if alone && (line_break > 0 || rest.is_empty()) {
        Span::new(before.len(), text.len() - rest.len() + line_break)
    } else {
        Span::new(before.len(), allow.span.end)
    }
}

/// One id of several, with what separates it from its neighbour.
fn one_of(all: &[(String, Span)], index: usize) -> Span {
    let own = all.get(index).map_or(Span::default(), |(_, span)| *span);
    match (all.get(index + 1), index.checked_sub(1).and_then(|it| all.get(it))) {
        (Some((_, next)), _) => Span::new(own.start, next.start),
        (None, Some((_, previous))) => Span::new(previous.end, own.end),
        (None, None) => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, check_fix, finished};

    #[test]
    fn a_suppression_that_works() {
        assert_eq!(
            finished(
                "
                //- /home/.claude/skills/pdf/SKILL.md
                ---
                name: pdf
                description: Fills in forms. Use it when a form is to be filled in.
                # skill-lsp: allow field-unknown — ours
                maintainer: me
                ---
                # PDF

                Fill in the form.
                "
            ),
            [""; 0]
        );
    }

    #[test]
    fn one_that_suppresses_nothing_and_one_that_names_nothing() {
        assert_eq!(
            finished(
                "
                //- /home/.claude/skills/pdf/SKILL.md
                ---
                # skill-lsp: allow field-unknown
                name: pdf
                # skill-lsp: allow field-unkown
                description: Fills in forms. Use it when a form is to be filled in.
                ---
                # PDF

                Fill in the form.
                "
            ),
            [
                "allow-unused: `field-unknown` finds nothing here, so this comment suppresses nothing",
                "allow-unused: There is no check called `field-unkown`; `field-unknown` is one",
            ]
        );
    }

    #[test]
    fn a_slip_in_the_word_itself() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            # skill-lsp: alow field-unknown
                         ^^^^ allow-unused (warning): `alow` allows nothing; did you mean `allow`?
            maintainer: me
            ---
            <!-- skill-lsp: ignore body-empty -->
                            ^^^^^^ allow-unused: `ignore` means nothing here; `allow` and `allow-file` do
            <!-- skill-lsp is a program; skill-lsp: allow -->
            ";
        check(&CHECK, before);
        let found: Vec<_> = Fixture::parse(before).findings(&CHECK).into_values().flatten().collect();
        assert_eq!(found[0].fixes[0].title, "Replace with `allow`");
    }

    #[test]
    fn a_comment_that_names_no_check() {
        let without = "---\nname: pdf\n---\n# PDF\n";
        let with = "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n# skill-lsp: allow\n---\n# PDF\n";
        check_fix(&CHECK, with, without);
    }

    #[test]
    fn of_several_ids_the_others_stay() {
        let text = "field-unknown, name-too-long";
        let all = [("field-unknown".to_owned(), Span::new(0, 13)), ("name-too-long".to_owned(), Span::new(15, 28))];
        let without = |index| crate::text::apply(text, &[Edit::remove(one_of(&all, index))]);
        assert_eq!(without(0), "name-too-long");
        assert_eq!(without(1), "field-unknown");
    }

    #[test]
    fn the_comment_goes_with_its_line() {
        check_fix(
            &CHECK,
            "
            //# line-ends = crlf
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            # skill-lsp: allow field-unknown
            name: pdf
            ---
            ",
            "
            ---
            name: pdf
            ---
            ",
        );
    }
}
