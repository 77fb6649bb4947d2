//! `yaml-not-portable`: YAML that some parsers read and others refuse.

use crate::checks::damaged_block;
use crate::checks::prelude::*;
use crate::document::yaml::{Cause, Node, Scalar, Style, Value};
use crate::document::{Document, Field};
use crate::knowledge::fields::fact;
use crate::mending::lines::{first_line, indentation, lines};
use crate::mending::quoting::{mends, quoted};
use crate::words::consequence::Consequence;

/// Legal here, refused there.
pub(crate) static CHECK: Check = Check {
    id: "yaml-not-portable",
    summary: "YAML that some hosts read and others refuse",
    documentation: "\
## What it reports

YAML on which parsers do not agree:

- a tab between the colon and the value
- a quoted value that goes on at the start of a line, without indentation
- a character written as two JSON escapes (`\\ud83c\\udf50`)
- anchors and aliases (`&name`, `*name`)
- a second YAML document in the block
- a word that YAML takes for a tag (`description: !important …`): it is no part of the value
- a value in brackets or braces (`metadata: {a: b}`), which the reference validator of the specification refuses (a hint)

## Why it matters

A skill is read by many programs, each with its own YAML parser. What one of them accepts, another takes for an error, and
then the skill is skipped or loads without its fields. Aliases can be made to expand without bound, so some parsers refuse
them altogether.

## Example

```yaml
description: \"Fills in PDF forms
and signs them.\"
```

## Instead

```yaml
description: \"Fills in PDF forms
  and signs them.\"
```
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let text = &document.text;
    let (consequence, grade) = damaged_block::consequence(context.judges);
    for field in &document.fields {
        tab_after_colon(text, field, report);
        surrogates(text, &field.value, report);
        tag(document, field, &consequence, grade, report);
        brackets(context, field, report);
    }
    if let Some((span, what)) = document.fields.iter().find_map(|field| anchor_or_alias(text, &field.value)) {
        // What stands in fields that none of the hosts reads is another's matter.
        let is_read = document.fields.iter().any(|field| {
            let is_known = context.judges.iter().any(|judge| fact(judge.host, &field.key).is_some());
            is_known && field.key != "metadata" && anchor_or_alias(text, &field.value).is_some()
        });
        let grade = if is_read { Grade::Mild } else { Grade::Slight };
        report.finding(span, format!("The frontmatter uses {what}, which some hosts refuse")).grade(grade);
    }
    for error in &document.errors {
        match error.cause {
            Cause::QuoteAtColumnZero => {
                let key = error.key.as_deref().unwrap_or_default();
                report
                    .finding(error.span, format!("The quoted value of `{key}` goes on at the start of a line"))
                    .grade(grade)
                    .consequence(consequence.clone())
                    .fixes(document.field(key).and_then(|field| indented(document, field)));
            }
            Cause::SecondDocument => {
                report
                    .finding(error.span, "A second YAML document starts inside the frontmatter")
                    .grade(grade)
                    .consequence(consequence.clone());
            }
            _ => {}
        }
    }
}

fn tab_after_colon(text: &str, field: &Field, report: &mut Report<'_>) {
    let gap = Span::new(field.key_span.end, field.value.span.start);
    let between = gap.of(text);
    let Some(blank) = between.strip_prefix(':') else { return };
    if blank.contains('\t') && blank.chars().all(|it| it == ' ' || it == '\t') && !field.value.span.is_empty() {
        let blank = Span::new(gap.start + 1, gap.end);
        report
            .finding(blank, format!("A tab stands between `{}:` and its value", field.key))
            .grade(Grade::Slight)
            .fix(Fix::safe("Replace it with a space", vec![Edit::replace(blank, " ")]));
    }
}

/// `description: !important x`: the first word is a tag, and lost. Tags of YAML's own are meant.
fn tag(document: &Document, field: &Field, consequence: &Consequence, grade: Grade, report: &mut Report<'_>) {
    let Some(tag) = field.value.tag.as_deref().filter(|tag| tag.len() > 1 && !tag.starts_with("!!")) else { return };
    let text = &document.text;
    let gap = Span::new(field.key_span.end, field.value.span.start);
    let Some(at) = gap.of(text).find(tag).map(|at| gap.start + at) else { return };
    let whole = Span::new(at, field.value.span.end);
    let edit = Edit::replace(whole, quoted(whole.of(text)));
    let is_plain = matches!(field.value.value, Value::Scalar(Scalar { style: Style::Plain, .. }));
    let message = format!("YAML takes {} for a tag: it is no part of `{}`", excerpt(tag), field.key);
    report
        .finding(Span::new(at, at + tag.len()), message)
        .grade(grade)
        .consequence(consequence.clone())
        .fixes(is_plain.then(|| Fix::safe("Quote the value", vec![edit])));
}

/// `metadata: {a: b}`, for those who write for the open specification.
fn brackets(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let sign = match field.value.value {
        Value::Sequence { flow: true, .. } => "brackets",
        Value::Mapping { flow: true, .. } => "braces",
        _ => return,
    };
    // Who writes for an agent that takes them need not care.
    if !context.judges.is_empty() && context.judges.iter().all(|judge| judge.host.yaml.validator_wants_lines) {
        let span = first_line(&context.document.text, field.value.span);
        report
            .finding(span, format!("`{}` is written in {sign}, which the reference validator refuses", field.key))
            .grade(Grade::Slight)
            .hosts(context.judges.iter().map(|judge| judge.host));
    }
}

/// `\ud83c\udf50` in double quotes: two halves of one character, as JSON writes it.
fn surrogates(text: &str, node: &Node, report: &mut Report<'_>) {
    match &node.value {
        Value::Scalar(Scalar { style: Style::Double, .. }) => {
            let raw = node.span.of(text);
            let mut from = 0;
            while let Some((at, character)) = surrogate_pair(raw, from) {
                let span = Span::new(node.span.start + at, node.span.start + at + 12);
                let message =
                    format!("{} is JSON for `{character}`; some YAML parsers refuse it", excerpt(span.of(text)));
                report
                    .finding(span, message)
                    .fix(Fix::safe(format!("Write `{character}` itself"), vec![Edit::replace(span, character)]));
                from = at + 12;
            }
        }
        Value::Sequence { items, .. } => items.iter().for_each(|item| surrogates(text, item, report)),
        Value::Mapping { entries, .. } => {
            for entry in entries {
                surrogates(text, &entry.key, report);
                surrogates(text, &entry.value, report);
            }
        }
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// The next pair of escapes at or after `from`, and the character it stands for.
fn surrogate_pair(raw: &str, from: usize) -> Option<(usize, char)> {
    let mut start = from;
    loop {
        let at = start + raw.get(start..)?.find("\\u")?;
        let half = |at: usize| match raw.get(at..at + 2) {
            Some("\\u") => u16::from_str_radix(raw.get(at + 2..at + 6)?, 16).ok(),
            _ => None,
        };
        let escaped = raw.get(..at)?.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
        if let (false, Some(first), Some(second)) = (escaped, half(at), half(at + 6))
            && let Some(Ok(character)) = char::decode_utf16([first, second]).next()
            && character.len_utf16() == 2
        {
            return Some((at, character));
        }
        start = at + 2;
    }
}

/// The first anchor or alias in a value. Aliases are not followed.
fn anchor_or_alias(text: &str, node: &Node) -> Option<(Span, String)> {
    if let Some(name) = &node.anchor {
        let sign = format!("&{name}");
        let before = Span::new(0, node.span.start).of(text);
        let start = before.rfind(&sign).or_else(|| node.span.of(text).starts_with(&sign).then_some(node.span.start))?;
        return Some((Span::new(start, start + sign.len()), format!("the anchor {}", excerpt(&sign))));
    }
    match &node.value {
        Value::Alias(name) => Some((node.span, format!("the alias {}", excerpt(&format!("*{name}"))))),
        Value::Sequence { items, .. } => items.iter().find_map(|item| anchor_or_alias(text, item)),
        Value::Mapping { entries, .. } => entries
            .iter()
            .find_map(|entry| anchor_or_alias(text, &entry.key).or_else(|| anchor_or_alias(text, &entry.value))),
        Value::Scalar(_) | Value::Missing | Value::Broken => None,
    }
}

/// Indents the lines of a quoted value that start at column 0; when that is not enough, deeper than all the others.
fn indented(document: &Document, field: &Field) -> Option<Fix> {
    let text = &document.text;
    let by = |indent: usize| -> Vec<Edit> {
        lines(text, field.value.span)
            .skip(1)
            .filter(|line| !line.of(text).trim().is_empty() && indentation(text, *line).is_empty())
            .map(|line| Edit::insert(line.start, " ".repeat(indent)))
            .collect()
    };
    let deepest = lines(text, field.span).map(|line| indentation(text, line).len()).max().unwrap_or_default();
    let edits = [2, deepest + 2].map(by).into_iter().find(|edits| mends(document, edits))?;
    Some(Fix::safe("Indent the lines", edits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_word_that_is_a_tag() {
        let before = "
            //# hosts = claude-code
            ---
            description: !important x is done
                         ^^^^^^^^^^ yaml-not-portable (warning): YAML takes `!important` for a tag: it is no part of `description`
            ---
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "---\ndescription: \"!important x is done\"\n---\n");
        check(
            &CHECK,
            "
            //# hosts = gemini-cli
            ---
            description: !important x is done
                         ^^^^^^^^^^ yaml-not-portable (error): YAML takes `!important` for a tag: it is no part of `description`
            ---
            ",
        );
        silent(&CHECK, "//# hosts = claude-code\n---\nname: !!str 8120\ndescription: It is !important.\n---\n");
    }

    #[test]
    fn what_the_reference_validator_refuses() {
        check(
            &CHECK,
            "
            //# hosts = agentskills
            ---
            metadata: {a: b}
                      ^^^^^^ yaml-not-portable (hint): `metadata` is written in braces, which the reference validator refuses
            ---
            ",
        );
        silent(&CHECK, "//# hosts = claude-code\n---\nmetadata: {a: b}\n---\n");
    }

    #[test]
    fn tab_after_the_colon() {
        check_fix(&CHECK, "//- /home/.claude/skills/pdf/SKILL.md\n---\nname:\tpdf\n---\n", "---\nname: pdf\n---\n");
    }

    #[test]
    fn a_quoted_value_deep_inside() {
        check_fix(
            &CHECK,
            "//- /home/.claude/skills/pdf/SKILL.md\n---\nmetadata:\n  m:\n    e: \"s\n- t\"\n---\n",
            "---\nmetadata:\n  m:\n    e: \"s\n      - t\"\n---\n",
        );
    }

    #[test]
    fn json_escapes() {
        let before = r#"
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            metadata: {"icon": "\ud83c\udf50", "dash": "\u2014"}
                                ^^^^^^^^^^^^ yaml-not-portable (warning): `\ud83c\udf50` is JSON for `🍐`; some YAML parsers refuse it
            ---
            "#;
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            r#"
            ---
            metadata: {"icon": "🍐", "dash": "\u2014"}
            ---
            "#,
        );
    }

    #[test]
    fn json_escapes_in_a_key() {
        check_fix(
            &CHECK,
            r#"
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            metadata: {"\ud83c\udf50": pear}
            ---
            "#,
            r#"
            ---
            metadata: {"🍐": pear}
            ---
            "#,
        );
    }

    #[test]
    fn anchors_are_told_once() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            metadata:
              a: &tools Read
                 ^^^^^^ yaml-not-portable (hint): The frontmatter uses the anchor `&tools`, which some hosts refuse
              b: *tools
            ---
            ",
        );
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            metadata:
              a: &tools Read
                 ^^^^^^ yaml-not-portable (warning): The frontmatter uses the anchor `&tools`, which some hosts refuse
            allowed-tools: *tools
            ---
            ",
        );
    }

    #[test]
    fn a_quoted_value_at_column_0() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: \"Fills in forms
            and signs them.\"
            ---
            ",
            "
            ---
            name: pdf
            description: \"Fills in forms
              and signs them.\"
            ---
            ",
        );
    }

    #[test]
    fn plain_yaml() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: \"Fills in \\u2014 forms & more *here*
              and there.\"
            metadata: {a: [1, 2]}
            ---
            ",
        );
    }
}
