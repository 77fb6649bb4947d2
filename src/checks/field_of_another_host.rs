//! `field-of-another-host`: a field that none of the author's hosts reads.

use crate::catalog::SkillRoot;
use crate::checks::prelude::*;
use crate::document::tools::is_tool_field;
use crate::knowledge::fields::{Knowledge, fact};

/// Known, but not to the hosts the author writes for.
pub(crate) static CHECK: Check = Check {
    id: "field-of-another-host",
    summary: "a field that only hosts you do not write for read",
    documentation: "\
## What it reports

A field that some host reads, but none of those you write for; a list of tools that only some of your hosts read; and a
field that keeps the skill from the model in some of your hosts only.

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
    let own = || context.judges.iter().map(|judge| judge.host);
    for (field, knowledge) in context.known_fields() {
        let Knowledge::OfOthers(others) = knowledge else { continue };
        let mut names: Vec<&str> = others.iter().map(String::as_str).take(NAMED).collect();
        let more = others.len().saturating_sub(NAMED);
        let more_words = format!("{more} more");
        if more > 0 {
            names.push(&more_words);
        }
        let does = if own().count() == 1 { "does" } else { "do" };
        let (others, mine) = (shortened(&names), hosts_named(own()));
        let message = format!("`{}` is a field of {others}; {mine} {does} not read it", field.key);
        report.finding(field.key_span, message).hosts(own());
    }
    hidden_from_some(context, report);
    tools_of_some(context, report);
}

/// A list of tools that one of the author's hosts reads, and another one does not.
fn tools_of_some(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for field in context.document.fields.iter().filter(|field| is_tool_field(&field.key)) {
        let (reading, silent): (Vec<&Judge<'_>>, Vec<&Judge<'_>>) =
            context.judges.iter().partition(|judge| fact(judge.host, &field.key).is_some());
        // The open specification has no tools.
        let silent: Vec<&Judge<'_>> = silent.into_iter().filter(|judge| !judge.host.tools.is_empty()).collect();
        if reading.is_empty() || silent.is_empty() {
            continue;
        }
        let silent = || silent.iter().map(|judge| judge.host);
        report
            .finding(field.key_span, format!("`{}` does nothing in {}", field.key, hosts_named(silent())))
            .hosts(silent());
    }
}

/// A field that hides the skill in one host, while another that reads the same folder lists it all the same.
fn hidden_from_some(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    if !context.judges.iter().any(|judge| judge.reading.hidden) {
        return;
    }
    let Some(root) = SkillRoot::of(&context.config.known_hosts, context.path) else { return };
    let readers = context.judges.iter().filter(|judge| judge.reading.refusal.is_none() && root.is_read_by(judge.host));
    let (hiding, listing): (Vec<&Judge<'_>>, Vec<&Judge<'_>>) = readers.partition(|judge| judge.reading.hidden);
    let Some(first) = hiding.first() else { return };
    let listing: Vec<&Judge<'_>> = listing.into_iter().filter(|judge| !judge.reading.unlisted).collect();
    let mut hides = first.host.controls.hides.keys();
    let Some(field) = hides.find_map(|key| context.document.field(key)).filter(|_| !listing.is_empty()) else { return };
    let hiding = hosts_named(hiding.iter().map(|judge| judge.host));
    report
        .finding(field.key_span, format!("`{}` keeps the skill from the model in {hiding} only", field.key))
        .deeds(listing.iter().map(|judge| (judge, Deed::of("list", "it all the same"))));
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
    fn hidden_in_one_host_only() {
        check(
            &CHECK,
            "
            //# hosts = codex, pi, claude-code
            //- /home/shop/.agents/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
            disable-model-invocation: true
            ^^^^^^^^^^^^^^^^^^^^^^^^ field-of-another-host (hint): `disable-model-invocation` keeps the skill from the model in Pi only
            = Codex lists it all the same
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

    #[test]
    fn a_list_of_tools_that_some_do_not_read() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, codex, agentskills
            ---
            allowed-tools: Read
            ^^^^^^^^^^^^^ field-of-another-host (hint): `allowed-tools` does nothing in Codex
            disallowed-tools: Bash
            ^^^^^^^^^^^^^^^^ field-of-another-host (hint): `disallowed-tools` does nothing in Codex
            ---
            ",
        );
    }
}
