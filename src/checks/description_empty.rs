//! `description-empty`: a `description` that says nothing.

use crate::checks::description_missing::first_sentence;
use crate::checks::prelude::*;
use crate::checks::undescribed;
use crate::document::yaml::{Resolved, Schema, Value};
use crate::mending::new_field;

/// An empty `description`.
pub(crate) static CHECK: Check = Check {
    id: "description-empty",
    summary: "a `description` that says nothing",
    documentation: "\
## What it reports

A `description` without a value, of white space only, or `null`.

## Why it matters

The description is all that the model knows of a skill until it loads it. Hosts treat an empty one as none at all, or
list the skill with nothing behind its name.

## Example

```yaml
name: pdf
description:
```

## Instead

```yaml
name: pdf
description: Fills in PDF forms. Use when a form is to be filled in.
```
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some(field) = context.document.field("description").filter(|_| !context.is_command()) else { return };
    let is_empty = match &field.value.value {
        Value::Missing => true,
        Value::Scalar(scalar) => {
            scalar.text.trim().is_empty() || field.value.resolve(Schema::Core) == Some(Resolved::Null)
        }
        Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Broken => false,
    };
    if !is_empty {
        return;
    }
    let (consequence, _) = undescribed::consequence(context);
    let fix = first_sentence(context).map(|sentence| {
        let edit = new_field::set(context.document, field.value.span, &sentence);
        Fix::offered("Describe it by the first sentence of its body", vec![edit])
    });
    let text = &context.document.text;
    let is_behind = |comment: &&Span| {
        comment.start > field.key_span.end
            && !Span::new(field.key_span.end, comment.start).of(text).contains(['\n', '\r'])
    };
    let comment = context.document.comments.iter().find(is_behind);
    let message = match comment {
        Some(comment) => {
            format!("`description` is empty: {} is a comment for YAML", excerpt(comment.of(text).trim_end()))
        }
        None => "`description` is empty".to_owned(),
    };
    report.finding(field.key_span, message).consequence(consequence).fixes(fix);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn nothing_after_the_colon() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, codex
            ---
            name: pdf
            description:
            ^^^^^^^^^^^ description-empty (error): `description` is empty
                        = Codex skips the skill; Claude Code lists it as `Forms`
            license: MIT
            ---
            # Forms
            ",
        );
    }

    #[test]
    fn all_of_it_a_comment() {
        check(
            &CHECK,
            "
            ---
            description: # Fills in PDF forms
            ^^^^^^^^^^^ description-empty: `description` is empty: `# Fills in PDF forms` is a comment for YAML
            ---
            ",
        );
    }

    #[test]
    fn quotes_around_nothing() {
        check(
            &CHECK,
            "
            ---
            description: \"  \"
            ^^^^^^^^^^^ description-empty: `description` is empty
            ---
            ",
        );
    }

    #[test]
    fn null() {
        check(
            &CHECK,
            "
            ---
            description: ~
            ^^^^^^^^^^^ description-empty: `description` is empty
            ---
            ",
        );
    }

    #[test]
    fn it_is_filled_in() {
        check_fix(
            &CHECK,
            "
            ---
            description:
            ---
            Fills in forms.
            ",
            "
            ---
            description: Fills in forms.
            ---
            Fills in forms.
            ",
        );
    }

    #[test]
    fn a_comment_behind_it_stays_one() {
        check_fix(
            &CHECK,
            "
            ---
            description: #1 helper
            ---
            Fills in forms.
            ",
            "
            ---
            description: Fills in forms. #1 helper
            ---
            Fills in forms.
            ",
        );
    }

    #[test]
    fn it_says_something() {
        silent(&CHECK, "---\ndescription: Fills in forms.\n---\n");
        silent(&CHECK, "---\ndescription: \"null\"\n---\n");
        silent(&CHECK, "---\nname: pdf\n---\n");
    }
}
