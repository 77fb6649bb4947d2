//! `argument-undeclared`: `$name` or `$2` where no such argument is declared.

use crate::checks::{Check, DocumentContext, Fix, Report, Run};
use crate::config::Level;
use crate::document::body::{Placeholder, PlaceholderKind};
use crate::document::yaml::Value;
use crate::document::{Document, Field};
use crate::text::Edit;

/// An argument that is not declared.
pub(crate) static CHECK: Check = Check {
    id: "argument-undeclared",
    group: "body",
    summary: "`$name` or `$2` where no such argument is declared",
    documentation: "\
## What it reports

In a skill that declares its `arguments`, a `$name` in the text that is not among them, or a number beyond their count.
In a skill that only has an `argument-hint`, a number beyond the arguments it shows. Code is left alone: `$1` and
`$name` mean something else to a shell.

## Why it matters

What is not declared is not filled in: the model sees `$branch` instead of what the user typed.

## Example

```markdown
---
arguments: [issue]
---
Fix $issue on the branch $branch.
```

## Instead

```markdown
---
arguments: [issue, branch]
---
Fix $issue on the branch $branch.
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    if !context.judges.iter().any(|judge| judge.host.placeholders.arguments) {
        return;
    }
    let field = document.field("arguments");
    let declared = declared(document);
    let count = match (declared.is_empty(), document.scalar("argument-hint")) {
        (false, _) => declared.len(),
        (true, Some(hint)) => shown(hint),
        (true, None) => return,
    };
    if count == 0 {
        return;
    }
    let text = &document.text;
    // Hosts differ on whether `$0` or `$1` is the first; a text that uses `$0` counts from there.
    let from_zero = document.body.placeholders.iter().any(|it| matches!(it.kind, PlaceholderKind::Number(0)));
    for placeholder in document.body.placeholders.iter().filter(|it| !it.in_code) {
        let written = placeholder.span.of(text);
        match &placeholder.kind {
            PlaceholderKind::Number(number) if is_beyond(*number, count, from_zero) => {
                report.finding(placeholder.span, format!("`{written}` is beyond the {count} declared arguments"));
            }
            PlaceholderKind::ArgumentAt(index) if *index >= count => {
                report.finding(placeholder.span, format!("`{written}` is beyond the {count} declared arguments"));
            }
            PlaceholderKind::Named(name) if !declared.is_empty() && is_meant(context, placeholder, name, &declared) => {
                let fix = field.and_then(|field| declaration(field, name));
                report
                    .finding(placeholder.span, format!("`{written}` is not among the declared arguments"))
                    .maybe_fix(fix);
            }
            _ => {}
        }
    }
}

fn is_beyond(number: usize, count: usize, from_zero: bool) -> bool {
    if from_zero { number >= count } else { number > count }
}

/// Whether a `$name` in the text is an argument: not one of those declared, not a variable in capitals, and not the
/// mention of another skill (`$fill-form`).
fn is_meant(context: &DocumentContext<'_>, placeholder: &Placeholder, name: &str, declared: &[String]) -> bool {
    let after = context.document.text.get(placeholder.span.end..).unwrap_or_default();
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && !goes_on(after)
        && !declared.iter().any(|it| it == name)
}

/// Whether a word goes on behind the name, as in `$fill-form`, `$object.field` or `$call(`.
fn goes_on(after: &str) -> bool {
    let mut characters = after.chars();
    match characters.next() {
        Some('.' | '-' | ':') => characters.next().is_some_and(|next| next.is_alphanumeric() || next == ':'),
        Some('(' | '[' | '$' | '{' | '\\' | '/' | '=') => true,
        _ => false,
    }
}

/// The names in `arguments`: a list, or words in one text.
fn declared(document: &Document) -> Vec<String> {
    let Some(field) = document.field("arguments") else { return Vec::new() };
    match &field.value.value {
        Value::Scalar(scalar) => {
            scalar.text.split([' ', ',', '\n']).filter(|it| !it.is_empty()).map(str::to_owned).collect()
        }
        Value::Sequence { items, .. } => {
            items.iter().map(|item| item.scalar().unwrap_or(item.span.of(&document.text)).to_owned()).collect()
        }
        Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => Vec::new(),
    }
}

/// How many arguments a hint shows: `[issue] [branch]` is two. None when it leaves their number open.
fn shown(hint: &str) -> usize {
    let is_open = hint.contains("...") || hint.contains('…') || hint.contains('|') || hint.contains('*');
    let groups = hint.matches(['[', '<']).count();
    let is_made_of_groups =
        hint.split_whitespace().all(|word| word.starts_with(['[', '<']) && word.ends_with([']', '>']));
    if is_open || !is_made_of_groups { 0 } else { groups }
}

/// Adds the name to the declared ones.
fn declaration(field: &Field, name: &str) -> Option<Fix> {
    let edit = match &field.value.value {
        Value::Scalar(scalar) if !scalar.text.contains(['\n', ',']) => {
            Edit::insert(plain_end(field)?, format!(" {name}"))
        }
        Value::Sequence { flow: true, items } => Edit::insert(items.last()?.span.end, format!(", {name}")),
        _ => return None,
    };
    Some(Fix::offered(format!("Declare `{name}`"), vec![edit]))
}

/// The end of a value that is written without quotes.
fn plain_end(field: &Field) -> Option<usize> {
    use crate::document::yaml::Style;
    match &field.value.value {
        Value::Scalar(scalar) if scalar.style == Style::Plain => Some(field.value.span.end),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_name_that_is_not_declared() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [issue]
            ---
            Fix $issue on $branch, then $3.
                          ^^^^^^^ argument-undeclared (hint): `$branch` is not among the declared arguments
                                        ^^ argument-undeclared: `$3` is beyond the 1 declared arguments
            ",
        );
    }

    #[test]
    fn it_is_declared() {
        check_fix(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [issue]
            ---
            Fix $issue on $branch.
            ",
            "
            ---
            arguments: [issue, branch]
            ---
            Fix $issue on $branch.
            ",
        );
        check_fix(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: issue
            ---
            Fix $issue on $branch.
            ",
            "
            ---
            arguments: issue branch
            ---
            Fix $issue on $branch.
            ",
        );
    }

    #[test]
    fn beyond_the_hint() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            argument-hint: \"[issue] [branch]\"
            ---
            Fix $1 on $2, then $4.
                               ^^ argument-undeclared: `$4` is beyond the 2 declared arguments
            ",
        );
    }

    #[test]
    fn nothing_is_declared() {
        silent(&CHECK, "//# hosts = claude-code\n---\nname: x\n---\nFix $1, $name and $9.\n");
    }

    #[test]
    fn code_is_left_alone() {
        silent(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: [issue]
            ---
            `awk '{print $7}'` and $fill-form and $HOME

            ```bash
            echo $branch $9
            ```
            ",
        );
    }

    #[test]
    fn a_hint_that_leaves_it_open() {
        for hint in ["[file...]", "[a|b]", "file name", "[a] or nothing"] {
            silent(&CHECK, &format!("//# hosts = claude-code\n---\nargument-hint: \"{hint}\"\n---\nUse $5.\n"));
        }
    }
}
