//! `text-lookalike`: typographic signs where YAML wants its own.

use crate::checks::damaged_block;
use crate::checks::prelude::*;
use crate::document::tools::is_tool_field;
use crate::document::yaml::{Cause, Scalar, Style, Value};
use crate::document::{self, Field};
use crate::mending::lines::{line_end, line_start};
use crate::mending::quoting::{breaks_nothing, quoted};

/// Curly quotes around a value, a full-width colon after a key.
pub(crate) static CHECK: Check = Check {
    id: "text-lookalike",
    summary: "curly quotes around a value, or full-width signs where plain ones belong",
    documentation: "\
## What it reports

Signs that look like YAML and are not: curly quotes (`“…”`) around a whole value, a full-width colon (`：`) after a key,
and full-width commas and parentheses (`Read，Write`) in a list of tools.

## Why it matters

Word processors and input methods put them in. Curly quotes do not quote: they become part of the text. A full-width colon
does not end a key: the line is no field, and YAML cannot read the block. A full-width comma separates nothing: `Read，Write` is
one name, which no tool has.

## Example

```yaml
---
name: pdf
description: “Fills in PDF forms.”
---
```

## Instead

```yaml
---
name: pdf
description: \"Fills in PDF forms.\"
---
```
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Text(run),
};

/// Opening and closing signs of typographic quotation.
const PAIRS: [(char, char); 4] = [('“', '”'), ('‘', '’'), ('„', '“'), ('”', '”')];

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let text = &document.text;
    for field in &document.fields {
        let Value::Scalar(Scalar { style: Style::Plain, .. }) = field.value.value else { continue };
        let raw = field.value.span.of(text);
        let Some(inner) = inside_curly_quotes(raw) else { continue };
        let quote =
            Span::new(field.value.span.start, field.value.span.start + raw.chars().next().map_or(0, char::len_utf8));
        report
            .finding(
                quote,
                format!("The curly quotes around `{}` are part of its text, they do not quote it", field.key),
            )
            .fix(Fix::safe("Use straight quotes", vec![Edit::replace(field.value.span, quoted(inner))]));
    }
    for field in document.fields.iter().filter(|field| is_tool_field(&field.key)) {
        wide_signs(context, field, report);
    }
    for error in document.errors.iter().filter(|error| error.cause == Cause::FullWidthColon) {
        let key = error.key.as_deref().unwrap_or_default();
        let consequence = damaged_block::consequence_of_lost_fields(context.judges);
        let space =
            if Span::new(error.span.end, text.len()).of(text).starts_with([' ', '\t', '\n', '\r']) { "" } else { " " };
        let colon = format!(":{space}");
        let finding = report
            .finding(error.span, format!("A full-width colon (U+FF1A) follows `{key}`, so YAML sees no key"))
            .grade(Grade::Severe)
            .consequence(consequence);
        if is_field_with(&colon, text, error.span) {
            finding.fix(Fix::safe("Replace it with `:`", vec![Edit::replace(error.span, colon)]));
        }
    }
}

/// Signs of the writing of Chinese and Japanese that look like those of a list of tools, and what those are.
pub(crate) const WIDE_SIGNS: [(char, &str); 5] = [('，', ", "), ('、', ", "), ('；', ", "), ('（', "("), ('）', ")")];

/// `Read，Write`: one name to every host. All of them are one slip of the keyboard; in a pattern they may be meant.
fn wide_signs(context: &DocumentContext<'_>, field: &Field, report: &mut Report<'_>) {
    let text = &context.document.text;
    let raw = field.value.span.of(text);
    let plain = |sign: char| WIDE_SIGNS.iter().find(|(wide, _)| *wide == sign).map(|(_, plain)| *plain);
    let mut edits = Vec::new();
    let mut depth = 0_usize;
    for (at, sign) in raw.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let Some(plain) = plain(sign).filter(|_| depth == 0) else { continue };
        let start = field.value.span.start + at;
        let span = Span::new(start, start + sign.len_utf8());
        let is_spaced = raw.get(at + sign.len_utf8()..).is_some_and(|rest| rest.starts_with(' '));
        edits.push((span, sign, Edit::replace(span, if is_spaced { plain.trim_end() } else { plain })));
    }
    let Some((first, sign, _)) = edits.first() else { return };
    let (first, sign) = (*first, *sign);
    let instead = plain(sign).unwrap_or_default().trim_end();
    let all: Vec<Edit> = edits.into_iter().map(|(_, _, edit)| edit).collect();
    let fix = breaks_nothing(context.document, &all).then(|| Fix::safe("Use plain signs", all));
    report
        .finding(first, format!("`{sign}` in `{}` is part of a name; `{instead}` is the sign of a list", field.key))
        .fixes(fix);
}

/// Whether the line of a place is a field with a colon there: what follows may be no value either (`x：,`), and one error
/// for another is no fix. Only the line is read: a block may have thousands of them.
fn is_field_with(colon: &str, text: &str, place: Span) -> bool {
    let before = Span::new(line_start(text, place.start), place.start).of(text);
    let after = Span::new(place.end, line_end(text, place.end)).of(text);
    document::parse(&format!("---\n{before}{colon}{after}\n---\n")).errors.is_empty()
}

/// The text between curly quotes that enclose the whole value.
fn inside_curly_quotes(raw: &str) -> Option<&str> {
    let (open, close) = (raw.chars().next()?, raw.chars().last()?);
    PAIRS.contains(&(open, close)).then_some(())?;
    let inner = raw.strip_prefix(open)?.strip_suffix(close)?;
    // `“A” and “B”` is prose that begins and ends with a quotation; `’` alone is an apostrophe.
    let is_apostrophe = close == '’';
    (!inner.contains(open) && (is_apostrophe || !inner.contains(close))).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn wide_signs_in_a_list_of_tools() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: Read，Write、 Bash（git add *）
                               ^ text-lookalike (warning): `，` in `allowed-tools` is part of a name; `,` is the sign of a list
            ---
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "---\nallowed-tools: Read, Write, Bash(git add *)\n---\n");
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            description: 填写，签名。
            allowed-tools: Read, Bash(echo 你好，世界)
            ---
            ",
        );
    }

    #[test]
    fn curly_quotes() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: “Fills in the user’s forms.”
                         ^ text-lookalike (warning): The curly quotes around `description` are part of its text, they do not quote it
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            description: \"Fills in the user’s forms.\"
            ---
            ",
        );
    }

    #[test]
    fn full_width_colon() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description：填写表格。
                       ^ text-lookalike (error): A full-width colon (U+FF1A) follows `description`, so YAML sees no key
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            description: 填写表格。
            ---
            ",
        );
    }

    #[test]
    fn no_fix_where_the_value_is_none_either() {
        for (line, expected) in [("x：,", false), ("x：y", true), ("x：", true)] {
            let at = line.find('：').unwrap();
            assert_eq!(is_field_with(": ", line, Span::new(at, at + '：'.len_utf8())), expected, "{line}");
        }
    }

    #[test]
    fn quotations_in_prose() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: “Fill in” is for forms, not for “signing”
            when_to_use: 填写：表格
            ---
            ",
        );
    }
}
