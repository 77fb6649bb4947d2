//! `field-of-another-host`: a field that none of the author's hosts reads.

use crate::checks::consequence::shortened;
use crate::checks::field_knowledge::{Knowledge, MOST_FIELDS, knowledge};
use crate::checks::{Check, DocumentContext, Report, Run};
use crate::config::Level;

/// Known, but not to the hosts the author writes for.
pub(crate) static CHECK: Check = Check {
    id: "field-of-another-host",
    group: "fields",
    summary: "a field that only hosts you do not write for read",
    documentation: "\
## What it reports

A field that some host reads, but none of those you write for.

## Why it matters

It does nothing where this skill is used. That may be intended, when the same skill is shared with other hosts; it is a hint
only.

## Example

In `.codex/skills`, where Codex does not read it:

```yaml
disable-model-invocation: true
```

## Instead

Use what your host offers for the same purpose, or name all hosts you write for in `skill-lsp.toml`:

```toml
hosts = [\"codex\", \"claude-code\"]
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: false,
    run: Run::Document(run),
};

/// How many hosts are named before the rest is counted.
const NAMED: usize = 3;

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let own: Vec<&str> = context.judges.iter().map(|judge| judge.host.name.as_str()).collect();
    for field in context.document.fields.iter().take(MOST_FIELDS) {
        let Knowledge::OfOthers(others) = knowledge(context, &field.key) else { continue };
        let mut names: Vec<&str> = others.iter().map(String::as_str).take(NAMED).collect();
        let more = others.len().saturating_sub(NAMED);
        let more_words = format!("{more} more");
        if more > 0 {
            names.push(&more_words);
        }
        let does = if own.len() == 1 { "does" } else { "do" };
        let message =
            format!("`{}` is a field of {}; {} {does} not read it", field.key, shortened(&names), shortened(&own));
        report
            .finding(field.key_span, message)
            .consequence("", context.judges.iter().map(|judge| judge.host.id.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_field_of_claude_code_in_codex() {
        check(
            &CHECK,
            "
            //# hosts = codex
            //- /home/.codex/skills/pdf/SKILL.md
            ---
            name: pdf
            background: true
            ^^^^^^^^^^ field-of-another-host (hint): `background` is a field of Claude Code; Codex does not read it
            ---
            ",
        );
    }

    #[test]
    fn own_fields() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
            disable-model-invocation: true
            context: fork
            x-own: 1
            ---
            ",
        );
    }
}
