//! `tool-repeated`: an entry that another one makes needless.

use crate::checks::prelude::*;
use crate::grants::covers;
use crate::knowledge::tool_entries::{ListedTool, ToolField};
use crate::mending::tool_entry::removal;

/// Listed twice, or covered.
pub(crate) static CHECK: Check = Check {
    id: "tool-repeated",
    summary: "an entry of `allowed-tools` that is there twice, or covered by another one",
    documentation: "\
## What it reports

An entry that stands in the list twice, and one whose calls are all allowed by a wider entry: `Bash(git add *)` beside
`Bash(git *)`, `mcp__github__create_issue` beside `mcp__github`.

## Why it matters

It does nothing, and it misleads: the narrow entry looks like a limit where there is none.

## Example

```yaml
allowed-tools: Bash(git *), Bash(git add *), Read, Read
```

## Instead

```yaml
allowed-tools: Bash(git *), Read
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

/// How many entries of a list are held against each other: more than anyone writes by hand.
const MOST_ENTRIES: usize = 300;

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for field in context.tool_fields() {
        let entries = field.entries.get(..MOST_ENTRIES).unwrap_or(&field.entries);
        for (index, listed) in entries.iter().enumerate() {
            let Some(cover) = cover(entries, index) else { continue };
            tell(context, field, listed, cover, report);
        }
    }
}

/// The entry that makes this one needless. Of two that mean the same, the first stays.
fn cover<'a>(entries: &'a [ListedTool<'a>], index: usize) -> Option<&'a ListedTool<'a>> {
    let listed = entries.get(index)?;
    let all = |left: &ListedTool<'_>, right: &ListedTool<'_>| {
        left.grants.iter().zip(&right.grants).all(|((_, left), (_, right))| covers(left, right))
    };
    let mut others = entries.iter().enumerate().filter(|(other, _)| *other != index);
    let found = others.find(|(other, entry)| {
        if entry.entry.text == listed.entry.text {
            return *other < index;
        }
        all(entry, listed) && (*other < index || !all(listed, entry))
    });
    found.map(|(_, entry)| entry)
}

fn tell(
    context: &DocumentContext<'_>,
    field: &ToolField<'_>,
    listed: &ListedTool<'_>,
    cover: &ListedTool<'_>,
    report: &mut Report<'_>,
) {
    let (entry, other) = (&listed.entry.text, &cover.entry.text);
    let message = match entry == other {
        true => format!("`{entry}` is listed twice"),
        false => format!("`{entry}` is covered by `{other}`"),
    };
    let place =
        Related { path: context.path.to_owned(), span: cover.entry.span, message: format!("`{other}` is here") };
    let edit = removal(context.document, &field.tools, listed.index).filter(|_| listed.is_whole);
    report
        .finding(listed.entry.span, message)
        .tag(Tag::Unnecessary)
        .hosts(field.readers.iter().copied())
        .related([place])
        .fixes(edit.map(|edit| Fix::offered(format!("Remove `{entry}`"), vec![edit])));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn twice_and_covered() {
        check(
            &CHECK,
            "
            ---
            allowed-tools: Read, Bash(git add *), Read, Bash(git:*), Task, Agent
                                 ^^^^^^^^^^^^^^^ tool-repeated (hint): `Bash(git add *)` is covered by `Bash(git:*)`
                                                  ^^^^ tool-repeated: `Read` is listed twice
                                                                           ^^^^^ tool-repeated: `Agent` is covered by `Task`
            ---
            ",
        );
    }

    #[test]
    fn taken_out_of_every_form() {
        for (before, after) in [
            ("Read, Write, Read", "Read, Write"),
            ("Read, Read, Write", "Read, Write"),
            ("Read Write Read", "Read Write"),
            ("[Read, \"Read\", Write]", "[Read, Write]"),
            ("[\"Read\", \"Read\"]", "[\"Read\"]"),
            ("\"Read, Read\"", "\"Read\""),
            ("\n  - Read\n  - 'Read'\n  - Write", "\n  - Read\n  - Write"),
        ] {
            let text = |value: &str| format!("---\nallowed-tools: {value}\n---\n");
            check_fix(&CHECK, &text(before), &text(after));
        }
    }

    #[test]
    fn neither_covers_the_other() {
        silent(
            &CHECK,
            "
            ---
            allowed-tools: Edit, Write, Edit(src/**), Bash(git add *), Bash(git push *), Nope, Nope2, mcp__a__b, mcp__b
            disallowed-tools: Read
            ---
            ",
        );
    }
}
