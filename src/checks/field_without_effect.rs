//! `field-without-effect`: a field that another field, or its absence, makes idle.

use crate::checks::consequence::{self, Deed};
use crate::checks::field_knowledge::fact;
use crate::checks::{Check, DocumentContext, Judge, Report, Run, Tag, hooks};
use crate::config::Level;
use crate::document::Document;

/// `agent` without `context: fork`, fields that contradict each other.
pub(crate) static CHECK: Check = Check {
    id: "field-without-effect",
    group: "fields",
    summary: "a field that does nothing, because of another or for want of it",
    documentation: "\
## What it reports

- `agent` without `context: fork`: an agent is chosen only for a skill that runs in its own context
- `disable-model-invocation: true` together with `user-invocable: false`: nobody can start the skill
- in `hooks`, a matcher for an event that has nothing to match, a key of another type of hook; an event outside of `hooks`

## Why it matters

The frontmatter says something that the host does not do, and nothing warns about it.

## Example

```yaml
---
name: audit
description: Audits the dependencies.
agent: Explore
---
```

## Instead

```yaml
---
name: audit
description: Audits the dependencies.
context: fork
agent: Explore
---
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let forks = document.scalar("context").is_some_and(|value| value.trim() == "fork");
    // A `context` with another value is a finding of its own.
    if let (Some(agent), false, None) = (document.field("agent"), forks, document.field("context")) {
        let judges: Vec<&Judge<'_>> = knowing(context, &["agent", "context"]);
        if !judges.is_empty() && agent.value.scalar().is_some_and(|value| !value.trim().is_empty()) {
            let deeds = judges.iter().map(|judge| (judge.host.as_ref(), Deed::new("ignores it", "ignore it")));
            let consequence = consequence::of_deeds(deeds);
            report
                .finding(agent.key_span, "`agent` has no effect without `context: fork`")
                .consequence(consequence.text, consequence.hosts)
                .tag(Tag::Unnecessary);
        }
    }
    if is(document, "disable-model-invocation", &["true", "yes", "on", "1"])
        && is(document, "user-invocable", &["false", "no", "off", "0"])
        && let Some(field) = document.field("user-invocable")
    {
        let judges = knowing(context, &["disable-model-invocation", "user-invocable"]);
        if !judges.is_empty() {
            let hosts = judges.iter().map(|judge| judge.host.id.clone());
            report
                .finding(
                    field.key_span,
                    "Nobody can start this skill: the model may not (`disable-model-invocation`), nor may the user",
                )
                .consequence("", hosts);
        }
    }
    hooks::report(context, hooks::Kind::Idle, report);
}

fn is(document: &Document, key: &str, words: &[&str]) -> bool {
    document.scalar(key).is_some_and(|value| words.contains(&value.trim().to_ascii_lowercase().as_str()))
}

/// The judges that read all of these fields.
fn knowing<'a>(context: &'a DocumentContext<'_>, keys: &[&str]) -> Vec<&'a Judge<'a>> {
    context.judges.iter().filter(|judge| keys.iter().all(|key| fact(judge.host, key).is_some())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn an_agent_without_a_fork() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/audit/SKILL.md
            ---
            name: audit
            agent: Explore
            ^^^^^ field-without-effect (warning): `agent` has no effect without `context: fork`
                  = Claude Code ignores it
            ---
            ",
        );
    }

    #[test]
    fn nobody_may_start_it() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/audit/SKILL.md
            ---
            name: audit
            disable-model-invocation: true
            user-invocable: false
            ^^^^^^^^^^^^^^ field-without-effect (warning): Nobody can start this skill: the model may not (`disable-model-invocation`), nor may the user
            ---
            ",
        );
    }

    #[test]
    fn with_a_fork() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/audit/SKILL.md
            ---
            name: audit
            context: fork
            agent: Explore
            user-invocable: false
            ---
            ",
        );
    }
}
