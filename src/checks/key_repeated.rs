//! `key-repeated`: the same key twice in the frontmatter.

use std::collections::HashMap;

use crate::catalog::BlockState;
use crate::checks::prelude::*;
use crate::document::{self, Document, Field};
use crate::hosts::{Consequence, Repeated};
use crate::text::apply;

/// The same key twice.
pub(crate) static CHECK: Check = Check {
    id: "key-repeated",
    summary: "the same key twice in the frontmatter",
    documentation: "\
## What it reports

A key that stands more than once at the top level of the frontmatter.

## Why it matters

Only one of the two values counts, and hosts do not agree on which: some take the first, some the last, and some refuse
the whole frontmatter as invalid YAML.

## Example

```yaml
---
name: pdf
description: Fills in PDF forms.
metadata:
  version: \"1.0\"
metadata:
  author: me
---
```

## Instead

Merge the two into one:

```yaml
metadata:
  version: \"1.0\"
  author: me
```

The fix removes a repetition that is identical. Where the values differ, each can be removed by hand or from the menu.
",
    levels: [Level::Error, Level::Error, Level::Error],
    fixable: true,
    run: Run::Text(run),
};

/// How many bytes are parsed to find out which repetitions can go: each is tried on the whole text.
const MOST_TRIED: usize = 1_000_000;

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let mut seen: HashMap<&str, &Field> = HashMap::new();
    let mut left = MOST_TRIED;
    for field in document.fields.iter().filter(|field| !field.key.is_empty()) {
        let first = *seen.entry(&field.key).or_insert(field);
        if std::ptr::eq(first, field) {
            continue;
        }
        let identical = first.span.of(&document.text) == field.span.of(&document.text);
        let message = match identical {
            true => format!("`{}` is given twice, with the same value", field.key),
            false => format!("`{}` is given twice, with different values", field.key),
        };
        let fixes = match identical {
            true => {
                let edits = vec![remove(&document.text, field)];
                left = left.saturating_sub(document.text.len());
                let is_safe = left > 0 && takes_no_more(document, field, &edits);
                let fix = if is_safe { Fix::safe } else { Fix::offered };
                vec![fix("Remove the repetition", edits)]
            }
            false => vec![
                Fix::offered(format!("Remove this `{}`", field.key), vec![remove(&document.text, field)]),
                Fix::offered(format!("Remove the first `{}`", field.key), vec![remove(&document.text, first)]),
            ],
        };
        let (first_span, first) = (first.key_span, format!("the first `{}`", field.key));
        report
            .finding(field.key_span, message)
            .grade(Grade::Severe)
            .deeds(context.judges.iter().map(|judge| (judge, deed(judge))))
            .related([Related { path: context.path.to_owned(), span: first_span, message: first }])
            .fixes(fixes);
    }
}

fn deed(judge: &Judge<'_>) -> Deed {
    let rule = &judge.host.yaml;
    match rule.repeated {
        Repeated::First => Deed::of("take", "the first"),
        Repeated::Last => Deed::of("take", "the last"),
        Repeated::Error if judge.reading.block == BlockState::Repaired => Deed::of("repair", "it"),
        Repeated::Error if rule.broken == Consequence::Skipped => Deed::skips(),
        Repeated::Error => Deed::of("ignore", "the whole frontmatter").losing_skill(),
    }
}

/// The field with its indentation and its line break.
fn remove(text: &str, field: &Field) -> Edit {
    let rest = Span::new(field.span.end, text.len()).of(text);
    let line_break = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) };
    let before = Span::new(0, field.span.start).of(text);
    let unindented = before.trim_end_matches(' ');
    let start = if unindented.ends_with(['\n', '\r']) { unindented.len() } else { field.span.start };
    Edit::remove(Span::new(start, field.span.end + line_break))
}

/// Whether the edits take away the field and nothing else: not where an anchor stands before its key, nor where it ends
/// the block.
fn takes_no_more(document: &Document, field: &Field, edits: &[Edit]) -> bool {
    let before = document.text.get(..field.key_span.start).unwrap_or_default();
    let is_first = before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
    let after = document::parse(&apply(&document.text, edits));
    let is_closed = after.fence.fault.is_some() == document.fence.fault.is_some();
    is_first && is_closed && after.errors.len() <= document.errors.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn with_different_values() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
            name: pdfs
            ^^^^ key-repeated (error): `name` is given twice, with different values
            ---
            ",
        );
    }

    #[test]
    fn hosts_do_not_agree() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, codex, opencode
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            name: pdfs
            ^^^^ key-repeated: `name` is given twice, with different values
                 = Codex and OpenCode skip the skill; Claude Code takes the last
            ---
            ",
        );
    }

    #[test]
    fn with_the_same_value() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            license: MIT
            license: MIT
            description: Fills in forms.
            ---
            ",
            "
            ---
            name: pdf
            license: MIT
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn the_last_of_a_block_that_is_not_closed() {
        let document = document::parse("---\nname: pdf\nname: pdf\n--");
        let field = document.fields.last().unwrap();
        let edits = [Edit::remove(Span::new(field.span.start, document.text.len()))];
        assert!(takes_no_more(&document, field, &[remove(&document.text, field)]));
        let closed = document::parse("---\nname: pdf\nname: pdf\n---");
        assert!(!takes_no_more(&closed, closed.fields.last().unwrap(), &edits), "the fence would go with it");
    }

    #[test]
    fn inside_a_mapping_it_is_not_ours() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            metadata:
              name: other
            ---
            ",
        );
    }

    #[test]
    fn an_anchor_before_the_key_is_not_left_standing() {
        let document = document::parse("---\n&a metadata:\n&a metadata:\n--");
        let field = document.fields.last().unwrap();
        assert!(!takes_no_more(&document, field, &[remove(&document.text, field)]));
    }
}
