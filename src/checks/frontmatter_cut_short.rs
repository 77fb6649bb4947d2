//! `frontmatter-cut-short`: a `---` inside the block, which ends it for some hosts.

use crate::checks::prelude::*;

/// A `---` inside a value.
pub(crate) static CHECK: Check = Check {
    id: "frontmatter-cut-short",
    summary: "a `---` inside a value, which ends the frontmatter for Claude Code",
    documentation: "\
## What it reports

Three hyphens in a row inside the frontmatter, in a value or in a comment, when a host you write for ends the block there.

## Why it matters

Claude Code ends the frontmatter at the first `---`, wherever it stands. The rest of the value and every field below it
become part of the text; nothing warns about it.

## Example

```yaml
---
name: pdf
description: Fills in PDF forms --- and signs them.
allowed-tools: Read
---
```

Claude Code reads the description `Fills in PDF forms` and no `allowed-tools`.

## Instead

```yaml
description: Fills in PDF forms — and signs them.
```

Quotes do not help: the host looks for the hyphens before it reads the YAML.

## Hosts

Other hosts end the block only at a line that is, or starts with, `---`.
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let text = &document.text;
    if document.fence.fault.is_some() || !document.fence.block.of(text).contains("---") {
        return;
    }
    let mut ends: Vec<usize> = Vec::new();
    let mut deeds = Vec::new();
    for judge in context.judges {
        let Some(cut) = judge.host.fence.cut(text) else { continue };
        let Some(dashes) = dashes_at(text, document.fence.block, cut.block.end) else { continue };
        ends.push(dashes);
        let lost = document.fields.iter().filter(|field| field.span.start > dashes).count();
        let deed = match lost {
            0 => Deed::of("lose", "the rest of this value"),
            1 => Deed::of("lose", "the rest of this value and the field below"),
            _ => Deed::of("lose", format_args!("the rest of this value and the {lost} fields below")),
        };
        deeds.push((judge, deed));
    }
    let Some(&first) = ends.iter().min() else { return };
    let rest = Span::new(first, document.fence.block.end).of(text);
    let dashes = Span::new(first, first + rest.len() - rest.trim_start_matches('-').len());
    let field = document.fields.iter().find(|field| field.span.touches(first));
    let message = match field {
        Some(field) => format!("`---` inside `{}` ends the frontmatter", field.key),
        None => "`---` in this line ends the frontmatter".to_owned(),
    };
    report
        .finding(dashes, message)
        .deeds(deeds)
        .fix(Fix::offered("Replace it with a dash (`—`)", dashes_in(text, Span::new(first, document.fence.block.end))));
}

/// Replaces every run of three and more hyphens: the host would end the block at the next one.
fn dashes_in(text: &str, span: Span) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut at = span.start;
    while let Some(found) = Span::new(at, span.end).of(text).find("---") {
        let start = at + found;
        let rest = Span::new(start, span.end).of(text);
        at = start + rest.len() - rest.trim_start_matches('-').len();
        edits.push(Edit::replace(Span::new(start, at), "—"));
    }
    edits
}

/// The hyphens at which a host ends the block before the author does.
fn dashes_at(text: &str, block: Span, end: usize) -> Option<usize> {
    let rest = Span::new(end, block.end).of(text);
    let gap = rest.len() - rest.trim_start().len();
    (end < block.end && rest.trim_start().starts_with("---")).then_some(end + gap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn in_a_value() {
        let before = "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms --- and signs --- them.
                                        ^^^ frontmatter-cut-short (warning): `---` inside `description` ends the frontmatter
                                        = Claude Code loses the rest of this value and the field below
            allowed-tools: Read
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            description: Fills in forms — and signs — them.
            allowed-tools: Read
            ---
            ",
        );
    }

    #[test]
    fn other_hosts_want_a_line() {
        silent(
            &CHECK,
            "
            //# hosts = codex
            //- /home/.codex/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms --- and signs them.
            ---
            ",
        );
    }

    #[test]
    fn two_hyphens_are_fine() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Run it with --help -- always.
            ---
            ",
        );
    }
}
