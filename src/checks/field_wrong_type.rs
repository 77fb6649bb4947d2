//! `field-wrong-type`: a value of another kind than the field takes.

use crate::catalog::{Refusal, boolean_of};
use crate::checks::prelude::*;
use crate::checks::{Finding, hooks};
use crate::document::Field;
use crate::document::arguments::{Argument, declared, is_name};
use crate::document::yaml::{Node, Resolved, Scalar, Schema, Style, Value};
use crate::hosts::{self, FieldKind};
use crate::knowledge::fields::fact;
use crate::mending::lines::first_line;
use crate::mending::quoting::quoted;
use crate::words::consequence::{self};

/// Another kind of value than the field takes.
pub(crate) static CHECK: Check = Check {
    id: "field-wrong-type",
    summary: "a value of another kind than the field takes",
    documentation: "\
## What it reports

A value that YAML reads as something else than the field takes: a list where text is wanted, a number as a name, a word that
is neither true nor false. In `hooks`, whatever has not the shape that the host takes: an event without a list below it, a
hook where a group of hooks belongs, a hook without its `type` or its `command`.

## Why it matters

The usual cause is a missing pair of quotes: `[file]` is a list for YAML, and `8120` a number. Hosts then ignore the value or
refuse the skill.

## Example

```yaml
---
name: 8120
description: [TODO]
argument-hint: [file]
disable-model-invocation: maybe
---
```

## Instead

```yaml
---
name: \"8120\"
description: Files form 8120. Use when the user asks for it.
argument-hint: \"[file]\"
disable-model-invocation: true
---
```

A number such as `version: 1.10` is a hint only: no host reads it by its type, but YAML makes `1.1` of it.
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    hooks::report(context, hooks::Kind::Shape, report);
    for field in &context.document.fields {
        if context.judges.iter().any(|judge| hooks::is_read(judge.host, &field.key)) {
            continue;
        }
        let told = report.findings.len();
        let kinds = context.judges.iter().filter_map(|judge| Some(fact(judge.host, &field.key)?.kind));
        let kind = kinds.max_by_key(|kind| strictness(*kind)).unwrap_or_else(|| kind_elsewhere(context, &field.key));
        match kind {
            FieldKind::Text => text(context, field, report),
            FieldKind::Boolean => boolean(context, field, report),
            FieldKind::Sequence => {
                let what = shape(&field.value).filter(|what| *what == "a mapping");
                if let Some(what) = what.or_else(|| field.value.scalar().filter(|it| !it.is_empty()).map(|_| "text")) {
                    report.finding(field.value.span, format!("`{}` is {what}, not a list", field.key));
                }
            }
            FieldKind::List if field.key == "arguments" => arguments(context, field, report),
            FieldKind::List if is_unsplit(field) => unsplit(context, field, report),
            FieldKind::List | FieldKind::Number => {
                if let Some(what) = shape(&field.value).filter(|what| *what == "a mapping" || kind == FieldKind::Number)
                {
                    let wanted = if kind == FieldKind::List { "a list" } else { "a number" };
                    report.finding(field.value.span, format!("`{}` is {what}, not {wanted}", field.key));
                }
            }
            FieldKind::Mapping if field.key != "metadata" => mapping(field, Grade::Mild, report),
            // No host reads `metadata` by its type.
            FieldKind::Mapping | FieldKind::TextMapping => {
                mapping(field, Grade::Slight, report);
                numbers_in(context, field, report);
                if kind == FieldKind::TextMapping {
                    others_in(context, field, report);
                }
            }
            FieldKind::Any if field.key == "version" => version(context, field, report),
            FieldKind::Any => {}
        }
        refused(context, field, told, report);
    }
}

/// What hosts do that refuse the skill for the value of this field: said with what was told about it, or by itself.
fn refused(context: &DocumentContext<'_>, field: &Field, told: usize, report: &mut Report<'_>) {
    let refusing: Vec<&Judge<'_>> = context.judges.iter().filter(|judge| refuses(judge, field)).collect();
    // Of a text that is too long, and of a word that is not among those that a host knows, another check speaks.
    let bytes = field.value.scalar().map_or(0, str::len);
    let is_known_value = |judge: &&Judge<'_>| {
        let fact = fact(judge.host, &field.key);
        fact.is_some_and(|it| (it.values.is_empty() || it.open) && it.most_bytes.is_none_or(|most| bytes <= most))
    };
    let cost = consequence::of_deeds(refusing.iter().map(|judge| (judge, Deed::skips())));
    if refusing.is_empty() {
        return;
    }
    if let Some((_, last)) = report.findings.get_mut(told..).and_then(|told| told.last_mut()) {
        (last.consequence, last.hosts, last.loses_skill) = (Some(cost.text), cost.hosts, cost.loses_skill);
    } else if refusing.iter().any(is_known_value) {
        report
            .finding(field.value.span, format!("`{}` has a value of another kind than it takes", field.key))
            .consequence(cost);
    }
}

/// The names of arguments: a list of names, or names with blanks between them.
fn arguments(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let text = &context.document.text;
    match &field.value.value {
        Value::Mapping { .. } => {
            let span = first_line(text, field.value.span);
            report.finding(span, "`arguments` is a mapping, but it takes names");
        }
        Value::Sequence { items, .. } => {
            let is_unread = |item: &&Node| match &item.value {
                Value::Mapping { .. } | Value::Sequence { .. } => true,
                Value::Scalar(scalar) => !scalar.text.trim().is_empty() && !is_name(&scalar.text),
                Value::Alias(_) | Value::Missing | Value::Broken => false,
            };
            // One finding for all: they are of one form.
            let unread: Vec<&Node> = items.iter().filter(is_unread).collect();
            let Some(first) = unread.first() else { return };
            let hosts = context.judges.iter().filter(|judge| fact(judge.host, &field.key).is_some());
            let is_used = |name: &str| context.document.text.contains(&format!("${name}"));
            let grade =
                if unread.iter().any(|item| name_of(item).is_some_and(is_used)) { Grade::Mild } else { Grade::Slight };
            let edits: Vec<Edit> =
                unread.iter().filter_map(|item| Some(Edit::replace(item.span, name_of(item)?.to_owned()))).collect();
            let fix = (edits.len() == unread.len()).then(|| Fix::offered("Keep the names alone", edits));
            let what = shape(first).unwrap_or("a number");
            report
                .finding(first_line(text, first.span), format!("An argument is {what}, but it takes a name"))
                .grade(grade)
                .deeds(hosts.map(|judge| (judge, Deed::new("passes over it", "pass over it"))))
                .fixes(fix);
        }
        Value::Scalar(scalar) => {
            let declared = declared(context.document);
            if declared.is_empty() && !scalar.text.trim().is_empty() {
                let readers = context.judges.iter().filter(|judge| fact(judge.host, &field.key).is_some());
                report
                    .finding(field.value.span, format!("`arguments` is {}, but it takes names", excerpt(&scalar.text)))
                    .deeds(readers.map(|judge| (judge, Deed::new("passes over it", "pass over it"))));
                return;
            }
            let is_odd = |it: &Argument| it.name.contains(['<', '>', '[', ']', '(', ')', '"', '\'', '@', '|']);
            if declared.len() > 5 || declared.iter().any(is_odd) {
                let edit = Edit::replace(field.key_span, "argument-hint".to_owned());
                let is_free = context.document.field("argument-hint").is_none();
                let message = "`arguments` takes names; this reads like a hint, which belongs in `argument-hint`";
                report
                    .finding(first_line(text, field.value.span), message)
                    .grade(Grade::Slight)
                    .fixes(is_free.then(|| Fix::offered("Rename to `argument-hint`", vec![edit])));
                return;
            }
            // Names with commas between them, and none behind the last.
            let Some((_, first)) = declared.split_last().filter(|(last, _)| !last.name.ends_with(',')) else { return };
            let Some(named) = first.first().filter(|_| first.iter().all(|it| it.name.ends_with(','))) else { return };
            let names: Vec<&str> =
                declared.iter().flat_map(|it| it.name.split(',')).filter(|it| !it.is_empty()).collect();
            let fix = names.iter().all(|name| is_plain(name)).then(|| {
                let edit = Edit::replace(field.value.span, format!("[{}]", names.join(", ")));
                Fix::safe("Write a list", vec![edit])
            });
            let message = format!("Names in `arguments` are told apart by blanks: one is named `{}`", named.name);
            report.finding(named.span, message).fixes(fix);
        }
        Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

fn is_plain(name: &str) -> bool {
    name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'))
}

/// The name in `- name: issue`.
fn name_of(item: &Node) -> Option<&str> {
    let Value::Mapping { entries, .. } = &item.value else { return None };
    let entry = entries.iter().find(|entry| entry.key.scalar() == Some("name"))?;
    entry.value.scalar().filter(|name| is_name(name) && is_plain(name))
}

/// What a field is that only other hosts know: text, when all of them take it for text.
fn kind_elsewhere(context: &DocumentContext<'_>, key: &str) -> FieldKind {
    let hosts = context.config.known_hosts.real();
    let mut kinds = hosts.filter_map(|host| Some(fact(host, key)?.kind)).peekable();
    if kinds.peek().is_some() && kinds.all(|kind| kind == FieldKind::Text) { FieldKind::Text } else { FieldKind::Any }
}

/// Where hosts differ on a field, the one that wants most of it is asked.
fn strictness(kind: FieldKind) -> u8 {
    match kind {
        FieldKind::Any => 0,
        FieldKind::Mapping => 1,
        FieldKind::TextMapping => 2,
        FieldKind::List | FieldKind::Sequence => 3,
        FieldKind::Text | FieldKind::Number => 4,
        FieldKind::Boolean => 5,
    }
}

/// `version: 1.10`, which no host reads, but which YAML changes.
fn version(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let raw = field.value.span.of(&context.document.text);
    if let (Value::Scalar(Scalar { style: Style::Plain, .. }), Some(Resolved::Number(number))) =
        (&field.value.value, field.value.resolve(Schema::Core))
        && changes_as_number(raw)
    {
        report
            .finding(field.value.span, format!("`version` is the number {number}, not the text {}", excerpt(raw)))
            .grade(Grade::Slight)
            .fix(quoting(field.value.span, raw));
    }
}

/// A field that holds text.
fn text(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let source = &context.document.text;
    let raw = field.value.span.of(source);
    let quote = || quoting(field.value.span, raw);
    if let Some(what) = shape(&field.value) {
        // A placeholder wants to be filled in, not quoted.
        let is_flow =
            matches!(field.value.value, Value::Sequence { flow: true, .. } | Value::Mapping { flow: true, .. });
        let (consequence, grade) = outcome(context, field);
        // `[file]` is how people write that an argument may be left out, and a list of one word is printed as that word.
        let grade = if field.key == "argument-hint" && is_one_word(&field.value) { Grade::Slight } else { grade };
        report
            .finding(field.value.span, format!("YAML reads {} as {what}, but `{}` is text", excerpt(raw), field.key))
            .grade(grade)
            .consequence(consequence)
            .fixes((is_flow && !raw.contains(['\n', '\r']) && !raw.contains("TODO")).then(|| Fix {
                // Brackets belong to a hint and to a sentence; elsewhere a list may have been meant.
                safe: matches!(field.key.as_str(), "argument-hint" | "description" | "name"),
                ..quote()
            }));
        return;
    }
    let Value::Scalar(Scalar { style: Style::Plain, .. }) = field.value.value else { return };
    let kind = match field.value.resolve(Schema::Core) {
        Some(Resolved::Number(number)) => format!("the number {number}"),
        Some(Resolved::Bool(value)) => format!("the boolean {value}"),
        Some(Resolved::Null | Resolved::Text) | None => return,
    };
    if matches!(field.key.as_str(), "name" | "description") {
        let (consequence, grade) = outcome(context, field);
        report
            .finding(field.value.span, format!("`{}` is {kind}, not text", field.key))
            .grade(grade)
            .consequence(consequence)
            .fix(quote());
    } else if changes_as_number(raw) {
        report
            .finding(field.value.span, format!("`{}` is {kind}, not the text {}", field.key, excerpt(raw)))
            .grade(Grade::Slight)
            .fix(quote());
    }
}

fn is_one_word(node: &Node) -> bool {
    let Value::Sequence { items, flow: true } = &node.value else { return false };
    matches!(items.as_slice(), [only] if only.scalar().is_some())
}

/// What the hosts do with a `name` or `description` that is not text; for other fields nothing is known.
fn outcome(context: &DocumentContext<'_>, field: &Field) -> (consequence::Consequence, Grade) {
    let deed = |judge: &Judge<'_>| -> Option<Deed> {
        let reading = judge.reading;
        match (field.key.as_str(), &reading.refusal) {
            ("name", Some(Refusal::NameInvalid | Refusal::NameMissing))
            | ("description", Some(Refusal::DescriptionInvalid | Refusal::DescriptionMissing)) => Some(Deed::skips()),
            ("description", None) if reading.unlisted => Some(Deed::unlisted()),
            ("description", None) if reading.description.is_none() || !reading.description_written => {
                Some(Deed::of("ignore", "it"))
            }
            ("name", None) if judge.host.identity.name_not_text == hosts::Consequence::StopsAll => {
                Some(Deed::new("may load no skill at all", "may load no skill at all").losing_skill())
            }
            ("name", None) if reading.name.is_none() => Some(Deed::of("ignore", "it")),
            _ => None,
        }
    };
    let skips = |judge: &Judge<'_>| deed(judge).is_some_and(|it| it == Deed::skips());
    let stops = |judge: &Judge<'_>| {
        field.key == "name"
            && judge.reading.refusal.is_none()
            && judge.host.identity.name_not_text == hosts::Consequence::StopsAll
    };
    let grade = match field.key.as_str() {
        _ if context.judges.iter().any(|judge| skips(judge) || stops(judge)) => Grade::Severe,
        "description" if context.judges.iter().any(|judge| deed(judge).is_some()) => Grade::Severe,
        _ => Grade::Mild,
    };
    let deeds = context.judges.iter().filter_map(|judge| Some((judge, deed(judge)?)));
    (consequence::of_deeds(deeds), grade)
}

/// Words that some hosts take for true or false, in any case.
const TRUE: [&str; 5] = ["true", "yes", "y", "on", "1"];
const FALSE: [&str; 5] = ["false", "no", "n", "off", "0"];

/// A field that is true or false.
fn boolean(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let value = &field.value;
    let is_nothing = matches!(value.value, Value::Alias(_) | Value::Missing | Value::Broken)
        || value.scalar().is_some_and(|text| text.trim().is_empty());
    let readers = context.judges.iter().filter(|judge| {
        fact(judge.host, &field.key)
            .is_some_and(|fact| fact.kind == FieldKind::Boolean && !(context.is_command() && fact.not_in_commands))
    });
    let losing = |judge: &&Judge<'_>| refuses(judge, field) || boolean_of(judge.host, value).is_none();
    let losing: Vec<&Judge<'_>> = readers.filter(losing).collect();
    if is_nothing || losing.is_empty() {
        return;
    }
    let word = value.scalar().unwrap_or_default().trim().to_ascii_lowercase();
    let meant = match (TRUE.contains(&&*word), FALSE.contains(&&*word)) {
        (true, _) => Some("true"),
        (_, true) => Some("false"),
        _ => None,
    };
    let message = match (meant, shape(value)) {
        (_, Some(what)) => format!("`{}` is {what}, neither true nor false", field.key),
        (Some(meant), None) => {
            let hosts = hosts_named(losing.iter().map(|judge| judge.host));
            let written = excerpt(value.span.of(&context.document.text));
            format!("`{}` is {written}, which is not {meant} in {hosts}", field.key)
        }
        (None, None) => {
            let written = excerpt(value.scalar().unwrap_or_default());
            format!("`{}` is {written}, which is neither true nor false", field.key)
        }
    };
    told(report.finding(value.span, message), &losing, field)
        .fixes(meant.map(|meant| Fix::replacing(value.span, meant)));
}

/// Whether a host refuses the skill because of this field.
fn refuses(judge: &Judge<'_>, field: &Field) -> bool {
    judge.reading.field_refused.as_deref() == Some(&*field.key)
}

/// What a finding says of the hosts that refuse the skill because of this field, and how grave that is.
fn told<'a>(finding: Finding<'a>, judges: &[&Judge<'_>], field: &Field) -> Finding<'a> {
    let refusing: Vec<&Judge<'_>> = judges.iter().copied().filter(|judge| refuses(judge, field)).collect();
    match refusing.is_empty() {
        true => finding.hosts(judges.iter().map(|judge| judge.host)),
        false => finding.grade(Grade::Severe).deeds(refusing.iter().map(|judge| (judge, Deed::skips()))),
    }
}

/// A number or a boolean in place of a list, or of the text that is split into one.
fn is_unsplit(field: &Field) -> bool {
    let is_plain = matches!(field.value.value, Value::Scalar(Scalar { style: Style::Plain, .. }));
    is_plain && matches!(field.value.resolve(Schema::Core), Some(Resolved::Number(_) | Resolved::Bool(_)))
}

fn unsplit(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let kind = match field.value.resolve(Schema::Core) {
        Some(Resolved::Number(number)) => format!("the number {number}"),
        _ => format!("the boolean {}", field.value.scalar().unwrap_or_default()),
    };
    let readers: Vec<&Judge<'_>> =
        context.judges.iter().filter(|judge| fact(judge.host, &field.key).is_some()).collect();
    let message = format!("`{}` is {kind}, not a list", field.key);
    told(report.finding(field.value.span, message), &readers, field);
}

/// A field that holds fields of its own.
fn mapping(field: &Field, grade: Grade, report: &mut Report<'_>) {
    let what = match &field.value.value {
        Value::Sequence { .. } => "a list",
        Value::Scalar(scalar) if !scalar.text.trim().is_empty() => "text",
        Value::Scalar(_) | Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => return,
    };
    let message = format!("`{}` is {what}, but it takes `key: value` lines below it", field.key);
    report.finding(field.value.span, message).grade(grade);
}

/// `version: 1.10` under `metadata`, where the specification wants text.
fn numbers_in(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let Value::Mapping { entries, .. } = &field.value.value else { return };
    for entry in entries {
        let raw = entry.value.span.of(&context.document.text);
        if let (Some(key), Some(Resolved::Number(number))) = (entry.key.scalar(), entry.value.resolve(Schema::Core))
            && matches!(entry.value.value, Value::Scalar(Scalar { style: Style::Plain, .. }))
            && changes_as_number(raw)
        {
            let message = format!("`{key}` is the number {number}, not the text {}", excerpt(raw));
            report.finding(entry.value.span, message).grade(Grade::Slight).fix(quoting(entry.value.span, raw));
        }
    }
}

/// `tags: [a, b]` under `metadata`, where the specification wants text. A number that changes is told by itself.
fn others_in(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let Value::Mapping { entries, .. } = &field.value.value else { return };
    for entry in entries {
        let span = entry.value.span;
        let raw = span.of(&context.document.text);
        let is_plain = matches!(entry.value.value, Value::Scalar(Scalar { style: Style::Plain, .. }));
        let what = match (shape(&entry.value), entry.value.resolve(Schema::Core)) {
            (Some(what), _) => what,
            (None, Some(Resolved::Number(_))) if is_plain && !changes_as_number(raw) => "a number",
            (None, Some(Resolved::Bool(_))) if is_plain => "a boolean",
            _ => continue,
        };
        let Some(key) = entry.key.scalar() else { continue };
        report
            .finding(
                first_line(&context.document.text, span),
                format!("`{key}` in `{}` is {what}, not text", field.key),
            )
            .grade(Grade::Slight)
            .fixes(is_plain.then(|| quoting(span, raw)));
    }
}

fn quoting(span: Span, raw: &str) -> Fix {
    Fix::safe("Quote the value", vec![Edit::replace(span, quoted(raw))])
}

/// Whether a number is printed otherwise than it is written: `1.0`, `1.10`, `1e3`.
fn changes_as_number(raw: &str) -> bool {
    raw.parse::<f64>().is_ok_and(|number| number.to_string() != raw)
}

/// The shape of a value that is not a scalar.
fn shape(node: &Node) -> Option<&'static str> {
    match node.value {
        Value::Sequence { .. } => Some("a list"),
        Value::Mapping { .. } => Some("a mapping"),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_second_reason_to_refuse_the_skill_is_told_with_the_first() {
        check(
            &CHECK,
            "
            //# hosts = crush
            //- /home/.crush/skills/pdf/SKILL.md
            ---
            name: PDF Miner
            description: Fills in forms.
            metadata: [a]
                      ^^^ field-wrong-type (error): `metadata` is a list, but it takes `key: value` lines below it
                      = Crush skips the skill
            ---
            ",
        );
    }

    #[test]
    fn numbers_where_names_belong() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            paths: 5
                   ^ field-wrong-type (warning): `paths` is the number 5, not a list
            arguments: 3
                       ^ field-wrong-type (warning): `arguments` is `3`, but it takes names
                       = Claude Code passes over it
            allowed-tools: 5
                           ^ field-wrong-type (warning): `allowed-tools` is the number 5, not a list
            ---
            //- /home/.codex/skills/pdf/SKILL.md
            ---
            allowed-tools: true
                           ^^^^ field-wrong-type (warning): `allowed-tools` is the boolean true, not a list
            ---
            ",
        );
        check(
            &CHECK,
            "
            //# hosts = copilot-cli
            //- /home/.copilot/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
            allowed-tools: 5
                           ^ field-wrong-type (error): `allowed-tools` is the number 5, not a list
                           = Copilot CLI skips the skill
            ---
            ",
        );
        for value in ["\"5\"", "Read", "", "[]", "'**'"] {
            silent(&CHECK, &format!("//# hosts = claude-code\n---\npaths: {value}\nallowed-tools: {value}\n---\n"));
        }
    }

    #[test]
    fn a_number_where_any_text_is_fine() {
        check(
            &CHECK,
            "
            //# hosts = qwen-code
            //- /home/.qwen/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
            model: 5
                   ^ field-wrong-type (error): `model` has a value of another kind than it takes
                   = Qwen Code skips the skill
            ---
            ",
        );
    }

    #[test]
    fn words_that_are_booleans_in_some_hosts() {
        let skill = |host: &str, value: &str| {
            format!("//# hosts = {host}\n---\nname: x\ndescription: Does x.\nuser-invocable: {value}\n---\n")
        };
        for value in ["0", "1", "no", "'on'", "false", "\"True\""] {
            silent(&CHECK, &skill("claude-code", value));
        }
        silent(&CHECK, &skill("qwen-code", "'true'"));
        check(
            &CHECK,
            &skill("qwen-code", "0").replace(
                "0\n",
                "0\n                ^ field-wrong-type (warning): `user-invocable` is `0`, which is not false in Qwen Code\n",
            ),
        );
        check(
            &CHECK,
            &skill("copilot-cli", "0").replace(
                "0\n",
                "0\n                ^ field-wrong-type (error): `user-invocable` is `0`, which is not false in Copilot CLI\n                  = Copilot CLI skips the skill\n",
            ),
        );
        check_fix(&CHECK, &skill("qwen-code", "no"), &skill("qwen-code", "false"));
    }

    #[test]
    fn metadata_is_text_to_text() {
        check(
            &CHECK,
            "
            //# hosts = agentskills
            ---
            metadata:
              author: me
              count: 1
                     ^ field-wrong-type (hint): `count` in `metadata` is a number, not text
              tags: [a]
                    ^^^ field-wrong-type (hint): `tags` in `metadata` is a list, not text
              stable: true
                      ^^^^ field-wrong-type (hint): `stable` in `metadata` is a boolean, not text
            ---
            ",
        );
        silent(&CHECK, "//# hosts = agentskills\n---\nmetadata:\n  author: me\n  count: '1'\n  note:\n---\n");
    }

    #[test]
    fn a_hint_in_brackets() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            argument-hint: [file]
                           ^^^^^^ field-wrong-type (hint): YAML reads `[file]` as a list, but `argument-hint` is text
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            argument-hint: \"[file]\"
            ---
            ",
        );
    }

    #[test]
    fn a_number_as_a_name() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/8120/SKILL.md
            ---
            name: 8120
            ---
            ",
            "
            ---
            name: \"8120\"
            ---
            ",
        );
    }

    #[test]
    fn a_description_in_braces() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: {fills: forms}
                         ^^^^^^^^^^^^^^ field-wrong-type (error): YAML reads `{fills: forms}` as a mapping, but `description` is text
                         = Claude Code ignores it
            ---
            ",
        );
    }

    #[test]
    fn a_mapping_where_a_list_belongs() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            paths: {src: tests}
                   ^^^^^^^^^^^^ field-wrong-type (warning): `paths` is a mapping, not a list
            ---
            ",
        );
    }

    #[test]
    fn neither_true_nor_false() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            disable-model-invocation: maybe
                                      ^^^^^ field-wrong-type (warning): `disable-model-invocation` is `maybe`, which is neither true nor false
            ---
            ",
        );
    }

    #[test]
    fn names_of_arguments() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            ---
            arguments: issue, branch
                       ^^^^^^ field-wrong-type (warning): Names in `arguments` are told apart by blanks: one is named `issue,`
            ---
            //- /home/.claude/skills/b/SKILL.md
            ---
            arguments:
              - name: issue
                ^^^^^^^^^^^ field-wrong-type (hint): An argument is a mapping, but it takes a name
                            = Claude Code passes over it
                description: Its number
              - name: branch
            ---
            //- /home/.claude/skills/c/SKILL.md
            ---
            arguments: [{name: issue}]
                        ^^^^^^^^^^^^^ field-wrong-type (warning): An argument is a mapping, but it takes a name
                                      = Claude Code passes over it
            ---
            Fix $issue.
            //- /home/.claude/skills/d/SKILL.md
            ---
            arguments: tweet text to post, 280 chars max
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ field-wrong-type (hint): `arguments` takes names; this reads like a hint, which belongs in `argument-hint`
            ---
            //- /home/.claude/skills/e/SKILL.md
            ---
            arguments: [2, branch]
                        ^ field-wrong-type: An argument is a number, but it takes a name
                          = Claude Code passes over it
            ---
            ",
        );
        let fixed = |before: &str, after: &str| {
            let skill =
                |it: &str| format!("//# hosts = claude-code\n//- /home/.claude/skills/a/SKILL.md\n---\n{it}\n---\n");
            check_fix(&CHECK, &skill(before), &skill(after));
        };
        fixed("arguments: issue, branch", "arguments: [issue, branch]");
        fixed("arguments: \"issue,branch, x\"", "arguments: [issue, branch, x]");
        fixed("arguments:\n  - name: issue\n    description: d\n  - b", "arguments:\n  - issue\n  - b");
        fixed("arguments: \"<file>\"", "argument-hint: \"<file>\"");
        for written in ["issue branch", "[issue, branch]", "a", "\"a,b\"", "", "a, b c"] {
            silent(&CHECK, &format!("//# hosts = claude-code\n---\narguments: {written}\n---\n"));
        }
    }

    #[test]
    fn a_version_that_loses_its_zero() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            version: 1.10
                     ^^^^ field-wrong-type (hint): `version` is the number 1.1, not the text `1.10`
            ---
            ",
        );
    }

    #[test]
    fn values_of_the_right_kind() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: >-
              Fills in forms.
            version: 1.0.1
            argument-hint: \"[file]\"
            disable-model-invocation: Yes
            user-invocable: \"false\"
            allowed-tools: [Read]
            license:
            metadata:
              a: b
            ---
            ",
        );
    }
}
