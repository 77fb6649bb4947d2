//! `tool-pattern-ignored`: a pattern that the tool never looks at.

use crate::checks::prelude::*;
use crate::document::tool_rule::ToolRule;
use crate::grants::{Grant, Meaning, Reason};
use crate::hosts::Host;
use crate::knowledge::tool_entries::{ListedTool, ToolField};
use crate::mending::tool_entry;

/// Nobody asks for it.
pub(crate) static CHECK: Check = Check {
    id: "tool-pattern-ignored",
    summary: "a pattern in `allowed-tools` behind a tool that never looks at it",
    documentation: "\
## What it reports

A path behind a tool for which the path rules of another one count (`Write(src/**)`, `Glob(src/**)`), and a pattern
behind a tool that takes none (`WebSearch(news)`). A parameter in `allowed-tools`, such as `Bash(run_in_background:true)`,
is a hint: only where tools are taken away does the host look at parameters.

## Why it matters

The entry is well written, and yet it never allows a call: Claude Code asks the `Edit` rules before anything is written,
and the `Read` rules before anything is read, whichever tool does it.

## Example

```yaml
allowed-tools: Write(src/**), Glob(docs/**)
```

## Instead

```yaml
allowed-tools: Edit(src/**), Read(docs/**)
```
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let text = &*context.document.text;
    for field in context.tool_fields() {
        for listed in &field.entries {
            let grants = &listed.grants;
            let ignored = grants.iter().filter_map(|(host, grant)| match &grant.meaning {
                Meaning::Nothing(reason @ (Reason::PathsOf(_) | Reason::NoPattern | Reason::ParameterOnlyDenies)) => {
                    Some((*host, reason))
                }
                _ => None,
            });
            let ignored: Vec<(&Host, &Reason)> = ignored.collect();
            let Some((_, reason)) = ignored.first() else { continue };
            let (entry, name) = (&listed.entry.text, &listed.rule.name);
            let (message, grade) = match reason {
                Reason::PathsOf(other) => (format!("`{entry}` is never looked at; `{other}` rules count"), Grade::Mild),
                Reason::ParameterOnlyDenies => (
                    format!("`{entry}` allows nothing: parameters count only where tools are taken away"),
                    Grade::Slight,
                ),
                _ => (format!("`{entry}` never matches: `{name}` takes no pattern"), Grade::Mild),
            };
            let span = listed.rule.pattern_range().map_or(listed.entry.span, |range| listed.entry.part(text, range));
            report
                .finding(span, message)
                .grade(grade)
                .deeds(ignored.iter().map(|(host, reason)| (*host, deed(reason))))
                .fixes(fix(field, listed, reason, text));
        }
    }
}

fn deed(reason: &Reason) -> Deed {
    match reason {
        Reason::PathsOf(other) => Deed::of("ask", format_args!("the `{other}` rules for this tool's paths")),
        _ => Deed::new("never matches it", "never match it"),
    }
}

fn fix(field: &ToolField<'_>, listed: &ListedTool<'_>, reason: &Reason, text: &str) -> Option<Fix> {
    let pattern = listed.rule.pattern.as_ref()?;
    let new = match reason {
        Reason::PathsOf(other) => {
            let new = format!("{other}{pattern}");
            // `Write(/tmp/x)` has two faults.
            let has_one_slash = |grant: &Grant| grant.meaning == Meaning::Nothing(Reason::OneSlash);
            match field.grants(&ToolRule::parse(&new)).iter().any(|(_, grant)| has_one_slash(grant)) {
                true => format!("{other}(/{})", pattern.text),
                false => new,
            }
        }
        Reason::NoPattern => listed.rule.name.clone(),
        _ => return None,
    };
    Some(Fix::offered(format!("Change to `{new}`"), vec![tool_entry::changed(&listed.entry, text, &new)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn paths_of_another_tool() {
        check(
            &CHECK,
            "
            ---
            allowed-tools: Write(src/**), WebSearch(news), Bash(run_in_background:true)
                                 ^^^^^^ tool-pattern-ignored (warning): `Write(src/**)` is never looked at; `Edit` rules count
                                 = Claude Code asks the `Edit` rules for this tool's paths
                                                    ^^^^ tool-pattern-ignored (warning): `WebSearch(news)` never matches: `WebSearch` takes no pattern
                                                                ^^^^^^^^^^^^^^^^^^^^^^ tool-pattern-ignored (hint): `Bash(run_in_background:true)` allows nothing: parameters count only where tools are taken away
            ---
            ",
        );
    }

    #[test]
    fn the_rule_that_counts() {
        check_fix(
            &CHECK,
            "
            ---
            disallowed-tools:
              - 'Glob(docs/**)'
              - NotebookEdit(x)
              - Write(/tmp/x)
            ---
            ",
            "
            ---
            disallowed-tools:
              - 'Read(docs/**)'
              - Edit(x)
              - Edit(//tmp/x)
            ---
            ",
        );
    }

    #[test]
    fn patterns_that_count() {
        silent(
            &CHECK,
            "
            ---
            allowed-tools: Edit(src/**), Read(x), Write(*), Write, Bash(git *), WebFetch(domain:x.y), Agent(Explore)
            disallowed-tools: Bash(run_in_background:true)
            ---
            ",
        );
    }
}
