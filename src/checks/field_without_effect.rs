//! `field-without-effect`: a field that another field, or its absence, makes idle.

use crate::catalog::never_matches;
use crate::checks::hooks;
use crate::checks::prelude::*;
use crate::document::Document;
use crate::document::arguments::{MOST_DECLARED, declared};
use crate::document::body::PlaceholderKind;
use crate::document::patterns::patterns;
use crate::knowledge::fields::fact;
use crate::mending::new_field;

/// `agent` without `context: fork`, fields that contradict each other.
pub(crate) static CHECK: Check = Check {
    id: "field-without-effect",
    summary: "a field that does nothing, because of another or for want of it",
    documentation: "\
## What it reports

- `agent` without `context: fork`: an agent is chosen only for a skill that runs in its own context
- `disable-model-invocation: true` together with `user-invocable: false`: nobody can start the skill
- a pattern in `paths` that no file can match, such as `./src/**` or `src/[ab/**`
- an argument that is declared and not used, while others are (a hint)
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
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let forks = document.scalar("context").is_some_and(|value| value.trim() == "fork");
    // A `context` with another value is a finding of its own.
    if let (Some(agent), false, None) = (document.field("agent"), forks, document.field("context")) {
        let judges: Vec<&Judge<'_>> = knowing(context, &["agent", "context"]);
        if !judges.is_empty() && agent.value.scalar().is_some_and(|value| !value.trim().is_empty()) {
            report
                .finding(agent.key_span, "`agent` has no effect without `context: fork`")
                .deeds(judges.iter().map(|judge| (judge, Deed::of("ignore", "it"))))
                .fixes(
                    new_field::insert(context.document, "context", "fork", Some("agent"))
                        .map(|edit| Fix::offered("Add `context: fork`", vec![edit])),
                )
                .tag(Tag::Unnecessary);
        }
    }
    if is(document, "disable-model-invocation", &["true", "yes", "on", "1"])
        && is(document, "user-invocable", &["false", "no", "off", "0"])
        && let Some(field) = document.field("user-invocable")
    {
        let judges = knowing(context, &["disable-model-invocation", "user-invocable"]);
        if !judges.is_empty() {
            let message =
                "Nobody can start this skill: the model may not (`disable-model-invocation`), nor may the user";
            report.finding(field.key_span, message).hosts(judges.iter().map(|judge| judge.host));
        }
    }
    unused_arguments(context, report);
    idle_patterns(context, report);
    hooks::report(context, hooks::Kind::Idle, report);
}

/// Patterns in `paths` that no file can match.
fn idle_patterns(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let Some(field) = document.field("paths").filter(|_| !context.is_command()) else { return };
    let judges: Vec<&Judge<'_>> =
        knowing(context, &["paths"]).into_iter().filter(|judge| judge.host.controls.conditional_paths).collect();
    let patterns = patterns(&document.text, &field.value);
    for pattern in &patterns {
        let written = pattern.span.of(&document.text);
        let idle = |judge: &Judge<'_>| never_matches(judge.host.controls.path_patterns, written);
        let Some(why) = judges.iter().find_map(|judge| idle(judge)) else { continue };
        let deeds = judges.iter().filter(|judge| idle(judge).is_some()).map(|judge| {
            let kind = judge.host.controls.path_patterns;
            let is_alone = patterns.iter().all(|it| never_matches(kind, it.span.of(&document.text)).is_some());
            let deed = match is_alone {
                true => Deed::new("never shows the skill to the model", "never show the skill to the model"),
                false => Deed::new("matches nothing with it", "match nothing with it"),
            };
            (judge, deed)
        });
        let fix =
            written.strip_prefix("./").filter(|rest| !rest.is_empty() && !rest.starts_with(['.', '/'])).map(|_| {
                let start = pattern.span.start;
                Fix::safe("Remove `./`", vec![Edit::replace(Span::new(start, start + 2), String::new())])
            });
        report
            .finding(pattern.span, format!("{} matches no file: {}", excerpt(written), why.why()))
            .deeds(deeds)
            .fixes(fix);
    }
}

/// Arguments that the body leaves out while it names others: what is typed for them goes nowhere.
fn unused_arguments(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let declared = declared(document);
    let judges: Vec<&Judge<'_>> = knowing(context, &["arguments"]);
    let filling: Vec<&&Judge<'_>> = judges.iter().filter(|judge| judge.host.placeholders.arguments).collect();
    let Some(from_zero) = filling.first().map(|judge| judge.host.placeholders.from_zero) else { return };
    if declared.len() > MOST_DECLARED {
        return;
    }
    let body = document.body.span.of(&document.text);
    // Everything that is typed stands there.
    let takes_all = document.body.placeholders.iter().any(|it| it.kind == PlaceholderKind::Arguments);
    let is_used = |index: usize, name: &str| {
        let is_numbered = document.body.placeholders.iter().any(|it| match it.kind {
            PlaceholderKind::Number(number) => number == index + usize::from(!from_zero),
            PlaceholderKind::ArgumentAt(number) => number == index,
            PlaceholderKind::Arguments | PlaceholderKind::Named(_) | PlaceholderKind::Braced(_) => false,
        });
        is_numbered || body.contains(&format!("${name}")) || body.contains(&format!("${{{name}}}"))
    };
    let used: Vec<bool> = declared.iter().enumerate().map(|(index, it)| is_used(index, &it.name)).collect();
    // When none is used, hosts hand over all that is typed.
    if takes_all || !used.contains(&true) {
        return;
    }
    // A comma at the end of a name is a finding of its own.
    let idle = declared.iter().zip(used).filter(|(argument, is_used)| !is_used && !argument.name.ends_with(','));
    for (argument, _) in idle {
        let message = format!("The argument {} is declared, but the body does not use it", excerpt(&argument.name));
        report
            .finding(argument.span, message)
            .grade(Grade::Slight)
            .deeds(filling.iter().map(|judge| (judge, Deed::of("drop", "what is typed for it"))))
            .tag(Tag::Unnecessary);
    }
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
    use crate::checks::testing::{check, check_fix, silent};

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
    fn patterns_that_match_nothing() {
        check(
            &CHECK,
            "
            //- /home/shop/.claude/skills/audit/SKILL.md
            ---
            paths: [./src/**, \"docs/*.md\", ../lib]
                    ^^^^^^^^ field-without-effect (warning): `./src/**` matches no file: paths have no `./` before them
                             = Claude Code matches nothing with it
                                           ^^^^^^ field-without-effect: `../lib` matches no file: paths have no `..` in them
                                                  = Claude Code matches nothing with it
            ---
            //- /home/shop/.claude/skills/alone/SKILL.md
            ---
            paths: \"./src/**, ~/x\"
                    ^^^^^^^^ field-without-effect: `./src/**` matches no file: paths have no `./` before them
                             = Claude Code never shows the skill to the model
                              ^^^ field-without-effect: `~/x` matches no file: paths begin at the working directory
                                  = Claude Code never shows the skill to the model
            ---
            ",
        );
        check(
            &CHECK,
            "
            //- /home/shop/.claude/skills/open/SKILL.md
            ---
            paths: \"src/[ab/**, *.{ts,js\"
                    ^^^^^^^^^^ field-without-effect (warning): `src/[ab/**` matches no file: nothing closes its `[`
                                ^^^^^^^^ field-without-effect: `*.{ts,js` matches no file: nothing closes its `{`
            ---
            ",
        );
        check_fix(
            &CHECK,
            "//- /home/shop/.claude/skills/a/SKILL.md\n---\npaths:\n  - './src/**'\n  - ./x\n---\n",
            "//- /home/shop/.claude/skills/a/SKILL.md\n---\npaths:\n  - 'src/**'\n  - x\n---\n",
        );
        for written in ["src/**", "[/src/**, '*.{ts,js}']", "'**'", "[]", "", "[src/**, '!src/x']"] {
            silent(&CHECK, &format!("//- /home/shop/.claude/skills/a/SKILL.md\n---\npaths: {written}\n---\n"));
        }
        silent(&CHECK, "//- /home/shop/.claude/commands/a.md\n---\npaths: ./x\n---\n");
    }

    #[test]
    fn an_argument_that_goes_nowhere() {
        let skill = |body: &str| format!("//# hosts = claude-code\n---\narguments: [issue, branch]\n---\n{body}\n");
        check(
            &CHECK,
            &skill("Fix $issue.").replace(
                "branch]\n",
                "branch]\n                   ^^^^^^ field-without-effect (hint): The argument `branch` is declared, but the body does not use it\n                     = Claude Code drops what is typed for it\n",
            ),
        );
        for body in [
            "Fix $issue on $branch.",
            "Fix it.",
            "Fix $issue: $ARGUMENTS",
            "Fix $issue on $1.",
            "$issue `$ARGUMENTS[1]`",
        ] {
            silent(&CHECK, &skill(body));
        }
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
