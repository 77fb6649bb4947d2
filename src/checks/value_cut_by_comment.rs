//! `value-cut-by-comment`: a ` #` that cuts an unquoted value.

use crate::checks::prelude::*;
use crate::document::Field;
use crate::document::yaml::{Scalar, Style, Value};
use crate::mending::lines::{line_end, line_start};
use crate::mending::quoting::quoted;

/// A ` #` in the middle of a value.
pub(crate) static CHECK: Check = Check {
    id: "value-cut-by-comment",
    summary: "` #` cuts an unquoted value: the rest is a comment",
    documentation: "\
## What it reports

A value without quotes that is cut by ` #`, when what follows looks like part of it: an issue number, a channel, a colour.
A comment that is meant as one (`# with a space`) is left alone.

## Why it matters

YAML starts a comment at every `#` after a space. The agent sees a description that stops in the middle, and nothing warns
about it.

## Example

```yaml
description: Posts releases to the channel #announcements and to the website.
```

The description is only `Posts releases to the channel`.

## Instead

```yaml
description: \"Posts releases to the channel #announcements and to the website.\"
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let text = &document.text;
    for comment in &document.comments {
        if !looks_like_text(comment.of(text)) {
            continue;
        }
        let above = document.fields.partition_point(|field| field.key_span.start <= comment.start);
        let field = above.checked_sub(1).and_then(|index| document.fields.get(index));
        let Some((field, start, kept)) = field.and_then(|field| cut_value(text, field, *comment)) else { continue };
        let cut = Span::new(comment.start, comment.start + comment.of(text).trim_end().len());
        let message = match kept.is_empty() {
            true => format!("{} is a comment for YAML, so `{}` has no value", excerpt(cut.of(text)), field.key),
            false => {
                let kept = excerpt(&kept);
                format!("{} is a comment for YAML, so `{}` is only {kept}", excerpt(cut.of(text)), field.key)
            }
        };
        let value = Span::new(start, cut.end);
        let edit = Edit::replace(value, quoted(value.of(text)));
        report.finding(cut, message).fix(Fix::safe("Quote the value", vec![edit]));
    }
}

/// `#42` or `#channel`, but neither `# a remark` nor `#!`, `##` or a suppression.
pub(crate) fn looks_like_text(comment: &str) -> bool {
    let rest = comment.trim_start_matches('#');
    comment.len() - rest.len() == 1
        && rest.starts_with(|first: char| first.is_alphanumeric())
        && !rest.starts_with("skill-lsp:")
}

/// The field whose plain or missing value ends right before the comment, with the start of that value and its text.
fn cut_value<'a>(text: &str, field: &'a Field, comment: Span) -> Option<(&'a Field, usize, String)> {
    let on_last_line = line_start(text, comment.start) <= field.value.span.end && comment.start >= field.value.span.end;
    if !on_last_line || !Span::new(field.value.span.end, comment.start).of(text).trim().is_empty() {
        return None;
    }
    match &field.value.value {
        Value::Scalar(Scalar { text: kept, style: Style::Plain }) => {
            Some((field, field.value.span.start, kept.clone()))
        }
        // `color: #336699`. A remark behind a key whose value stands below is not a value.
        Value::Missing if line_end(text, field.key_span.start) >= comment.end => {
            Some((field, comment.start, String::new()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn an_issue_number() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fixes ticket #12 and closes it.
                                      ^^^^^^^^^^^^^^^^^^ value-cut-by-comment (warning): `#12 and closes it.` is a comment for YAML, so `description` is only `Fixes ticket`
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            description: \"Fixes ticket #12 and closes it.\"
            ---
            ",
        );
    }

    #[test]
    fn a_colour() {
        check_fix(
            &CHECK,
            "
            //# line-ends = crlf
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            color: #336699
            name: pdf
            ---
            ",
            "
            ---
            color: \"#336699\"
            name: pdf
            ---
            ",
        );
    }

    #[test]
    fn real_comments() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            # skill-lsp: allow field-unknown
            #name: old
            name: pdf # the folder's name
            allowed-tools: Read # optional
            metadata: # who
              #author: me
              version: '1'
            description: 'Fixes #12' # quoted
            ---
            ",
        );
    }

    #[test]
    fn a_sign_inside_a_word() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Writes C#, F# and issue#12.
            ---
            ",
        );
    }
}
