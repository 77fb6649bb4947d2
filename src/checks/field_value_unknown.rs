//! `field-value-unknown`: a value outside the few that a field takes.

use crate::checks::hooks;
use crate::checks::prelude::*;
use crate::document::Field;
use crate::document::yaml::{Resolved, Schema, Value};
use crate::hosts::{FieldFact, FieldKind, Host};
use crate::knowledge::fields::fact;
use crate::mending::lines::first_line;
use crate::mending::new_field;

/// A value that the host does not know.
pub(crate) static CHECK: Check = Check {
    id: "field-value-unknown",
    summary: "a value outside the few that a field takes",
    documentation: "\
## What it reports

A value that is none of those a field takes, where the host knows only a few; and a near miss of a known one, where it
takes others too (`model`), or one that is evidently another program's (`model: gpt-4`). A text that is empty or longer
than the specification allows (`compatibility`). An `agent` that is not there: a hint, unless it is a near miss of one
that is. In `hooks`: an event or a type of hook that the host does not know, a matcher that is no regular expression,
that is a near miss of a tool, or that can match nothing.

## Why it matters

Hosts ignore such a value without a word and do what they do without the field.

## Example

```yaml
context: spoon
effort: huge
```

## Instead

```yaml
context: fork
effort: high
```
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for field in &context.document.fields {
        let Some(value) = field.value.scalar().map(str::trim).filter(|value| !value.is_empty()) else { continue };
        for judge in context.judges {
            let Some(fact) = fact(judge.host, &field.key).filter(|fact| !fact.values.is_empty()) else { continue };
            let is_number = matches!(field.value.resolve(Schema::Core), Some(Resolved::Number(_)));
            if fact.kind == FieldKind::Boolean
                || (fact.kind == FieldKind::Number && is_number)
                || fact.values.iter().any(|known| known == value)
                || (fact.any_case && fact.values.iter().any(|known| known.eq_ignore_ascii_case(value)))
            {
                continue;
            }
            let is_elsewhere = context.declared.gateways.contains(&judge.host.id);
            if let Some(maker) = foreign(fact, value).filter(|_| !is_elsewhere) {
                let message = format!("{} is a model of another maker (`{maker}…`)", excerpt(value));
                let deed = Deed::new("asks its own service for it", "ask their own service for it");
                report.finding(field.value.span, message).deeds([(judge, deed)]);
                break;
            }
            let nearest = nearest_value(fact, value).or_else(|| near_model(judge.host, fact, value));
            let message = match (&nearest, fact.open) {
                (None, true) => continue,
                (Some(known), true) => format!("{} is not a known `{}`; `{known}` is", excerpt(value), field.key),
                (_, false) => {
                    let (host, known) = (&judge.host.name, quoted_words(&fact.values));
                    format!("{} is not a value of `{}`; {host} knows {known}", excerpt(value), field.key)
                }
            };
            let fix = nearest.map(|known| Fix::replacing(field.value.span, &known));
            let is_refused = judge.reading.field_refused.as_deref() == Some(&*field.key);
            let finding = report.finding(field.value.span, message).fixes(fix);
            match is_refused {
                true => finding.deeds([(judge, Deed::skips())]),
                false => finding.hosts([judge.host]),
            };
            break;
        }
    }
    lengths(context, report);
    agent(context, report);
    hooks::report(context, hooks::Kind::Unknown, report);
}

/// A text that may have so many characters, and not none.
fn lengths(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for field in &context.document.fields {
        bytes(context, field, report);
        let longest = |judge: &Judge<'_>| fact(judge.host, &field.key)?.longest;
        let Some(most) = context.judges.iter().find_map(longest) else { continue };
        let count = match &field.value.value {
            Value::Scalar(scalar) => scalar.text.trim().chars().count(),
            Value::Missing => 0,
            Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Broken => continue,
        };
        let (span, message) = match count {
            0 => (field.key_span, format!("`{}` is empty; without the field it says as much", field.key)),
            count if count > most => {
                let span = first_line(&context.document.text, field.value.span);
                (span, format!("`{}` has {} characters; {most} are the most", field.key, grouped(count)))
            }
            _ => continue,
        };
        report.finding(span, message).hosts(context.judges.iter().filter(|it| longest(it).is_some()).map(|it| it.host));
    }
}

/// A text that has more bytes than a host takes.
fn bytes(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let count = field.value.scalar().map_or(0, str::len);
    let most = |judge: &Judge<'_>| fact(judge.host, &field.key)?.most_bytes.filter(|most| count > *most);
    let Some(least) = context.judges.iter().filter_map(most).min() else { return };
    let refusing = context.judges.iter().filter(|judge| most(judge).is_some());
    let span = first_line(&context.document.text, field.value.span);
    report
        .finding(span, format!("`{}` has {} bytes; {least} are the most", field.key, grouped(count)))
        .deeds(refusing.map(|judge| (judge, Deed::skips())));
}

/// How a value begins that no service of the host has.
fn foreign<'a>(fact: &'a FieldFact, value: &str) -> Option<&'a str> {
    let lower = value.to_lowercase();
    fact.foreign.iter().map(String::as_str).find(|start| lower.starts_with(start))
}

/// An agent that is not there, in a skill that runs in one.
fn agent(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let forks = document.scalar("context") == Some("fork");
    let Some((field, name)) = document.field("agent").filter(|_| forks).and_then(|it| Some((it, it.value.scalar()?)))
    else {
        return;
    };
    for judge in context.judges.iter().filter(|judge| fact(judge.host, "agent").is_some()) {
        let host: &Host = judge.host;
        let known: Vec<&str> = context.declared.agents_of(&host.id).map(|agent| agent.name.as_str()).collect();
        let Some(fallback) = host.agents.fallback.as_deref().filter(|_| !known.contains(&name)) else { continue };
        if name.trim().is_empty() || known.is_empty() || is_beside(context, name) {
            continue;
        }
        let mut of_plugins =
            known.iter().copied().filter(|it| it.rsplit_once(':').is_some_and(|(_, last)| last == name));
        let of_plugin = of_plugins.next().filter(|_| of_plugins.next().is_none());
        let most = if name.len() < 6 { 1 } else { 2 };
        let meant = known
            .iter()
            .copied()
            .find(|it| it.eq_ignore_ascii_case(name))
            .or(of_plugin)
            .or_else(|| nearest(name, known.iter().copied(), most).map(|(meant, _)| meant));
        let message = match meant {
            Some(meant) => format!("There is no agent {} here; did you mean `{meant}`?", excerpt(name)),
            None => format!("There is no agent {} here", excerpt(name)),
        };
        // Without a better guess it may be one that is elsewhere; and of the one that stands in nothing is lost.
        let grade = if meant.is_some_and(|meant| meant != fallback) { Grade::Mild } else { Grade::Slight };
        let fix = meant.map(|meant| {
            let edits = vec![Edit::replace(field.value.span, new_field::scalar(meant))];
            let title = format!("Replace with `{meant}`");
            // One that is only near may be another, which lies in somebody's home.
            match meant.eq_ignore_ascii_case(name) {
                true => Fix::safe(title, edits),
                false => Fix::offered(title, edits),
            }
        });
        report
            .finding(field.value.span, message)
            .grade(grade)
            .deeds([(host, Deed::of("run", format_args!("the skill with `{fallback}`")))])
            .fixes(fix);
        break;
    }
}

/// Whether the file of an agent lies beside the folder of skills, as in a plugin that is not installed.
fn is_beside(context: &DocumentContext<'_>, name: &str) -> bool {
    let last = name.rsplit(':').next().unwrap_or(name);
    let is_plain = last.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_'));
    let root = context.path.ancestors().nth(3).filter(|_| is_plain);
    root.is_some_and(|root| context.files.kind(&root.join("agents").join(format!("{last}.md"))).is_some())
}

/// The one known value that the author evidently meant.
fn nearest_value(fact: &FieldFact, value: &str) -> Option<String> {
    let lower = value.to_lowercase();
    if let Some(known) = fact.values.iter().find(|known| known.to_lowercase() == lower) {
        return Some(known.clone());
    }
    // Names that differ in a digit are other versions, not slips.
    if value.chars().count() < 4 || (fact.open && value.chars().any(|it| it.is_ascii_digit())) {
        return None;
    }
    let most = if fact.open || value.chars().count() < 6 { 1 } else { 2 };
    let mut near: Vec<(usize, &String)> = fact
        .values
        .iter()
        .map(|known| (strsim::osa_distance(&lower, known), known))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    near.sort_unstable();
    match near.as_slice() {
        [(_, only)] => Some((*only).clone()),
        [(first, known), (second, _), ..] if first < second => Some((*known).clone()),
        _ => None,
    }
}

/// The name of a model in which one word is a slip: `claude-sonet-5-5`. Numbers tell versions, and may be any.
fn near_model(host: &Host, fact: &FieldFact, value: &str) -> Option<String> {
    if fact.key != "model" || !value.contains('-') || host.models.is_empty() {
        return None;
    }
    let is_word = |word: &&str| word.len() > 3 && word.bytes().all(|it| it.is_ascii_alphabetic());
    let names = host.models.iter().flat_map(|model| model.name.split(['-', '*', '[', ']']));
    let known: Vec<&str> = names.filter(is_word).collect();
    let words = || value.split('-').filter(is_word);
    let mut slips = words().filter(|word| !known.contains(word));
    let (slip, others) = (slips.next()?, slips.next());
    let (meant, _) = nearest(slip, known.iter().copied(), 1)?;
    let has_known = words().any(|word| known.contains(&word));
    (others.is_none() && has_known).then(|| value.replacen(slip, meant, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, check_fix, silent};

    #[test]
    fn an_empty_or_long_text() {
        let skill = |value: &str| format!("//# hosts = agentskills\n---\ncompatibility: {value}\n---\n");
        check(
            &CHECK,
            "
            //# hosts = agentskills
            ---
            compatibility: \"\"
            ^^^^^^^^^^^^^ field-value-unknown (warning): `compatibility` is empty; without the field it says as much
            ---
            ",
        );
        silent(&CHECK, &skill(&"x".repeat(500)));
        let long = Fixture::parse(&skill(&"é".repeat(501))).findings(&CHECK);
        let messages: Vec<String> = long.into_values().flatten().map(|it| it.message).collect();
        assert_eq!(messages, ["`compatibility` has 501 characters; 500 are the most"]);
        silent(&CHECK, "//# hosts = claude-code\n---\ncompatibility:\n---\n");
    }

    #[test]
    fn more_bytes_than_a_host_takes() {
        let skill = |host: &str, text: &str| format!("//# hosts = {host}\n---\nname: a\ncompatibility: {text}\n---\n");
        let found = Fixture::parse(&skill("crush", &"é".repeat(251))).findings(&CHECK);
        let found: Vec<_> = found.into_values().flatten().map(|it| (it.message, it.level)).collect();
        assert_eq!(found, [("`compatibility` has 502 bytes; 500 are the most".to_owned(), Level::Error)]);
        silent(&CHECK, &skill("crush", &"é".repeat(250)));
        silent(&CHECK, &skill("claude-code", &"é".repeat(251)));
    }

    #[test]
    fn a_model_of_another_maker() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            model: gpt-4
                   ^^^^^ field-value-unknown (warning): `gpt-4` is a model of another maker (`gpt-…`)
                   = Claude Code asks its own service for it
            ---
            ",
        );
        for model in [
            "claude-opus-9",
            "us.anthropic.claude-x",
            "my-gateway-model",
            "opus",
            "inherit",
            "deepseek-chat",
            "glm-4.6",
        ] {
            silent(&CHECK, &format!("//# hosts = claude-code\n---\nmodel: {model}\n---\n"));
        }
        silent(&CHECK, "//# hosts = qwen-code\n---\nmodel: gpt-4\n---\n");
    }

    #[test]
    fn a_slip() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            effort: hihg
            ---
            ",
            "
            ---
            name: pdf
            effort: high
            ---
            ",
        );
    }

    #[test]
    fn values_the_host_knows() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            effort: high
            context: fork
            model: my-own-model-7
            ---
            ",
        );
        for model in
            ["Haiku", "Inherit", "sonnet[1m]", "claude-sonnet-4-5-20250929", "claude-3-5-haiku-latest", "claude-new-9"]
        {
            silent(&CHECK, &format!("//# hosts = claude-code\n---\nmodel: {model}\neffort: HIGH\nshell: Bash\n---\n"));
        }
    }

    #[test]
    fn an_agent_that_is_not_there() {
        let skill = |agent: &str, drawn: &str| {
            format!(
                "//- /home/shop/.claude/skills/review/SKILL.md\n---\ncontext: fork\nagent: {agent}\n{drawn}---\n\
                 //- /home/shop/.claude/agents/r.md\n---\nname: code-reviewer\ndescription: Reads code.\n---\n\
                 //- /home/shop/.claude/agents/other.md\nBeside.\n"
            )
        };
        let draw = |agent: &str, told: &str| {
            let drawn = format!(
                "       {} field-value-unknown {told}\n       = Claude Code runs the skill with `general-purpose`\n",
                "^".repeat(agent.len())
            );
            check(&CHECK, &skill(agent, &drawn));
        };
        draw("code-reviwer", "(warning): There is no agent `code-reviwer` here; did you mean `code-reviewer`?");
        draw("explore", "(warning): There is no agent `explore` here; did you mean `Explore`?");
        draw("General-purpose", "(hint): There is no agent `General-purpose` here; did you mean `general-purpose`?");
        draw("translator", "(hint): There is no agent `translator` here");
        for agent in ["code-reviewer", "Explore", "other", "shop:other"] {
            silent(&CHECK, &skill(agent, ""));
        }
        silent(&CHECK, &skill("explore", "").replace("context: fork\n", ""));
    }

    #[test]
    fn a_model_with_a_slip() {
        let fixed = |before: &str, after: &str| {
            let skill = |model: &str| {
                format!("//# hosts = claude-code\n//- /home/.claude/skills/a/SKILL.md\n---\nmodel: {model}\n---\n")
            };
            check_fix(&CHECK, &skill(before), &skill(after));
        };
        fixed("sonet", "sonnet");
        fixed("claude-sonet-4-5", "claude-sonnet-4-5");
        fixed("claude-opsu-5-5", "claude-opus-5-5");
        fixed("cluade-haiku-5-5", "claude-haiku-5-5");
    }
}
