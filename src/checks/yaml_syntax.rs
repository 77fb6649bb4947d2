//! `yaml-syntax`: YAML that cannot be read, told in the words of its cause.

use crate::checks::damaged_block;
use crate::checks::merge_conflict;
use crate::checks::prelude::*;
use crate::checks::value_cut_by_comment::looks_like_text;
use crate::document::Field;
use crate::document::fence::FenceFault;
use crate::document::yaml::{Cause, YamlError};
use crate::mending::lines::{indentation, line_end, line_start, lines};
use crate::mending::quoting::{mends, quoted};

/// A YAML error.
pub(crate) static CHECK: Check = Check {
    id: "yaml-syntax",
    summary: "a YAML error in the frontmatter, with its cause",
    documentation: "\
## What it reports

A place in the frontmatter that YAML cannot read. The message names the cause; the usual ones are:

- `: ` inside a value without quotes, which YAML takes for a new key
- a value that starts with `@`, a backtick, `%`, `*` or another reserved character
- `[a] [b]`, where YAML reads a list and cannot go on
- a quote that is not closed, or that ends too early
- a field that lost its line break and stands at the end of the value above
- tabs as indentation, or a line that is indented too little

## Why it matters

One such place spoils the whole block: the host does not lose one field but all of them. Some hosts repair the usual
mistakes, others skip the skill without a word.

## Example

```yaml
---
name: pdf
description: Fills in PDF forms: text fields, boxes and signatures.
---
```

## Instead

```yaml
---
name: pdf
description: \"Fills in PDF forms: text fields, boxes and signatures.\"
---
```

## Hosts

Claude Code puts quotes around one-line values and tries again; Codex, OpenCode and Gemini CLI repair a `: `. Copilot CLI,
Pi, Kimi CLI, Cline and Amp skip the skill.
",
    levels: [Level::Error, Level::Error, Level::Error],
    fixable: true,
    run: Run::Text(run),
};

/// Each fix is tried before it is offered, so a file that is broken all over gets only some.
fn most_fixes(context: &DocumentContext<'_>) -> usize {
    (200_000 / context.document.fence.block.len().max(1)).clamp(2, 50)
}

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    // With everything on one line, the missing line breaks are the cause of all that follows.
    if matches!(document.fence.fault, Some(FenceFault::OneLine(_))) {
        return;
    }
    let (consequence, _) = damaged_block::consequence(context.judges);
    let most_fixes = most_fixes(context);
    let errors = document.errors.iter().filter(|error| !is_told_elsewhere(context, error));
    for (index, error) in errors.enumerate() {
        let fix = if index < most_fixes { fix(context, error) } else { None };
        let span = glued_key(context, error).unwrap_or(error.span);
        let finding = report.finding(span, message(context, error)).grade(Grade::Severe).fixes(fix);
        // How deep a host goes is not known.
        if error.cause != Cause::TooDeep {
            finding.consequence(consequence.clone());
        }
    }
}

/// Whether another check has the better words for it.
fn is_told_elsewhere(context: &DocumentContext<'_>, error: &YamlError) -> bool {
    match error.cause {
        // `merge-conflict`, `text-lookalike`, `yaml-not-portable`, `encoding-damaged`.
        Cause::ConflictMarker => merge_conflict::in_frontmatter(context.document),
        Cause::FullWidthColon | Cause::QuoteAtColumnZero | Cause::SecondDocument | Cause::ControlCharacter('\0') => {
            true
        }
        // Where a block without an end stops is a guess: what cannot be YAML there may be the body.
        Cause::KeyWithoutColon | Cause::LessIndented | Cause::MoreIndented | Cause::Other(_) => {
            matches!(context.document.fence.fault, Some(FenceFault::Unclosed))
        }
        _ => false,
    }
}

fn message(context: &DocumentContext<'_>, error: &YamlError) -> String {
    let text = &context.document.text;
    let blamed = excerpt(error.span.of(text));
    let a_value = match field_of(context, error) {
        Some(field) if item_at(text, error).is_some_and(|item| item != field.value.span) => "an unquoted value",
        _ => "the unquoted value",
    };
    let of_key = error.key.as_ref().map(|key| format!(" of `{key}`")).unwrap_or_default();
    if let Some(glued) = glued_key(context, error) {
        return format!("`{}` must stand on a line of its own, below the value{of_key}", glued.of(text));
    }
    match &error.cause {
        Cause::ColonInPlain => format!("`: ` in {a_value}{of_key} starts a new key for YAML"),
        Cause::ColonInContinuation => {
            format!("`: ` in a further line of the unquoted value{of_key} starts a new key for YAML")
        }
        Cause::ReservedStart('`') => format!("YAML reserves the backtick at the start of {a_value}{of_key}"),
        Cause::ReservedStart(sign) => format!("YAML reserves the `{sign}` at the start of {a_value}{of_key}"),
        Cause::AliasUndefined => format!("YAML reads {blamed} as a reference, because of the `*` at its start"),
        Cause::TextAfterQuote => format!("{blamed} follows the closing quote of the value{of_key}"),
        Cause::CommaAfterQuote => "A comma follows the closing quote, as in JSON; YAML has none here".to_owned(),
        Cause::InnerQuote => format!("The quoted value{of_key} ends at the quote before {blamed}"),
        Cause::QuoteUnclosed => "The quote opened here is never closed".to_owned(),
        Cause::BadEscape => format!("{blamed} in double quotes is not an escape that YAML knows"),
        Cause::TextAfterFlow => {
            let before = before_in_value(context, error);
            match before {
                Some(before) => format!("YAML reads {before} as a list and cannot go on with {blamed}"),
                None => format!("YAML cannot go on with {blamed} after the closing bracket"),
            }
        }
        Cause::FlowUnclosed(bracket) => format!("The `{bracket}` opened here is never closed"),
        Cause::TemplatePlaceholder => format!("{blamed} is a template placeholder that was never filled in"),
        Cause::ListAsKey => {
            format!("The list {blamed} stands where a key is expected; a key before it seems to be missing")
        }
        Cause::ListOnKeyLine => "A `- ` list must start on the line below its key".to_owned(),
        Cause::KeyWithoutColon => match error.span.of(text).split_whitespace().next() {
            Some(word) if is_field(context, word) => format!("There is no `:` after {}", excerpt(word)),
            _ => format!("{blamed} is neither a `key: value` line nor part of the value above"),
        },
        Cause::FullWidthColon => "A full-width colon follows the key".to_owned(),
        Cause::ColonWithoutSpace => "There is no space after this colon, so YAML sees no key".to_owned(),
        Cause::TabIndentation => "A tab is used as indentation, which YAML does not allow".to_owned(),
        Cause::LessIndented => format!("This line is indented less than the value{of_key} it belongs to"),
        Cause::MoreIndented => "This line is indented more than the ones around it".to_owned(),
        Cause::TextAfterBlockSign => {
            let sign = Span::new(line_start(text, error.span.start), error.span.start).of(text);
            let sign = if sign.contains('>') { '>' } else { '|' };
            format!("Text follows `{sign}` on the same line; it must start on the next one")
        }
        Cause::CommentInPlain => format!("{blamed} is a comment for YAML, but the value{of_key} goes on below it"),
        Cause::QuoteAtColumnZero => "The quoted value goes on at the start of a line".to_owned(),
        Cause::ListAfterValue => match &error.key {
            Some(key) => format!("A list item stands below `{key}`, which has a value already"),
            None => "A list item stands below a key that has a value already".to_owned(),
        },
        Cause::DashMissing => format!("{blamed} stands among list items without a `- `"),
        Cause::CommaMissing => format!("A comma is missing before {blamed}"),
        Cause::SecondDocument => "A second YAML document starts here".to_owned(),
        Cause::ConflictMarker => "A Git conflict marker is left here".to_owned(),
        Cause::ControlCharacter(character) => {
            format!("The control character U+{:04X} is not allowed in YAML", *character as u32)
        }
        Cause::TooDeep => "This value is nested too deeply to be read".to_owned(),
        Cause::Other(words) => format!("YAML cannot read this: {words}"),
    }
}

fn fix(context: &DocumentContext<'_>, error: &YamlError) -> Option<Fix> {
    let text = &context.document.text;
    let field = field_of(context, error);
    let value = error.value(text).or(field.map(|field| field.value.span));
    let glued = glued_key(context, error);
    let fix = match &error.cause {
        Cause::ColonInPlain if glued.is_some() => Fix::safe(
            format!("Break the line before `{}`", glued?.of(text)),
            vec![Edit::insert(glued?.start, context.line_break())],
        ),
        Cause::ReservedStart(sign) if item_at(text, error) != value => {
            Fix::safe("Quote the value", quoted_items(text, value?, *sign))
        }
        Cause::ColonInPlain
        | Cause::ColonInContinuation
        | Cause::ReservedStart(_)
        | Cause::AliasUndefined
        | Cause::TextAfterFlow => return quote_fix(context, item_at(text, error)?),
        Cause::CommentInPlain => return quote_fix(context, field?.value.span),
        Cause::TextAfterQuote => after_quote(text, value?, error.span),
        Cause::InnerQuote => {
            Fix::safe("Escape the inner quotes", vec![Edit::replace(value?, inner_escaped(text, value?))])
        }
        Cause::CommaAfterQuote => Fix::safe("Remove the comma", vec![Edit::remove(error.span)]),
        Cause::QuoteUnclosed => {
            let end = line_start(text, error.span.end)
                + Span::new(line_start(text, error.span.end), line_end(text, error.span.end)).of(text).trim_end().len();
            Fix::safe("Close the quote", vec![Edit::insert(end, error.span.of(text))])
        }
        Cause::BadEscape => {
            let inner = value?.of(text).strip_prefix('"')?.strip_suffix('"')?;
            if inner.contains("\\\"") || inner.contains("\\\\") {
                return None;
            }
            Fix::safe("Take the backslashes literally", vec![Edit::replace(value?, quoted(inner))])
        }
        Cause::FlowUnclosed(_) if field.is_some_and(|it| is_sentence_field(&it.key)) => {
            return quote_fix(context, value?);
        }
        // `description: - does it` is a sentence with a dash before it.
        Cause::ListOnKeyLine if field.is_some_and(|it| is_sentence_field(&it.key)) => {
            return quote_fix(context, value?);
        }
        Cause::ListOnKeyLine => {
            let key_end = field?.key_span.end + 1;
            let next = lines(text, field?.span).nth(1);
            let indent = next.map_or("  ", |line| indentation(text, line).of(text));
            let gap = Span::new(key_end, error.span.start);
            Fix::safe(
                "Move the list to the next line",
                vec![Edit::replace(gap, format!("{}{indent}", context.line_break()))],
            )
        }
        Cause::KeyWithoutColon => {
            let word = error.span.of(text).split_whitespace().next().filter(|word| is_field(context, word))?;
            Fix::safe("Insert the colon", vec![Edit::insert(error.span.start + word.len(), ":")])
        }
        Cause::ColonWithoutSpace => Fix::safe("Insert a space", vec![Edit::insert(error.span.end, " ")]),
        Cause::TabIndentation => Fix::safe("Replace the tabs with spaces", tabs_to_spaces(text, field, error.span)),
        Cause::LessIndented | Cause::MoreIndented => {
            let line = Span::new(line_start(text, error.span.start), line_end(text, error.span.start));
            let above = lines(text, Span::new(context.document.fence.block.start, line.start))
                .filter(|line| !line.of(text).trim().is_empty())
                .last()?;
            let indent = indentation(text, above).of(text);
            Fix::offered("Align the line with the one above", vec![Edit::replace(indentation(text, line), indent)])
        }
        Cause::TextAfterBlockSign => {
            let next = lines(text, field?.span).nth(1).filter(|line| !line.of(text).trim().is_empty());
            let indent = next.map_or("  ", |line| indentation(text, line).of(text));
            let before = Span::new(0, error.span.start).of(text);
            let gap = Span::new(before.trim_end_matches([' ', '\t']).len(), error.span.start);
            Fix::safe(
                "Move the text to the next line",
                vec![Edit::replace(gap, format!("{}{indent}", context.line_break()))],
            )
        }
        Cause::CommaMissing => {
            let before = Span::new(0, error.span.start).of(text).trim_end();
            Fix::offered("Insert the comma", vec![Edit::insert(before.len(), ",")])
        }
        Cause::ControlCharacter(_) => Fix::safe("Remove the character", vec![Edit::remove(error.span)]),
        Cause::FlowUnclosed(_)
        | Cause::TemplatePlaceholder
        | Cause::ListAsKey
        | Cause::FullWidthColon
        | Cause::QuoteAtColumnZero
        | Cause::ListAfterValue
        | Cause::DashMissing
        | Cause::SecondDocument
        | Cause::ConflictMarker
        | Cause::TooDeep
        | Cause::Other(_) => return None,
    };
    let edits: Vec<Edit> = fix.edits_here().cloned().collect();
    mends(context.document, &edits).then_some(fix)
}

/// The field that an error stands in.
fn field_of<'a>(context: &'a DocumentContext<'_>, error: &YamlError) -> Option<&'a Field> {
    let fields = &context.document.fields;
    let after = fields.partition_point(|field| field.span.start <= error.span.start);
    fields.get(after.checked_sub(1)?).filter(|field| error.span.start <= field.span.end)
}

/// The innermost value that an error stands in; inside `[…]` and `{…}`, the item.
fn item_at(text: &str, error: &YamlError) -> Option<Span> {
    let value = error.value(text)?;
    if !value.of(text).starts_with(['[', '{']) || error.cause == Cause::TextAfterFlow {
        return Some(value);
    }
    let before = Span::new(value.start, error.span.start).of(text);
    let after = Span::new(error.span.start, value.end).of(text);
    let from = before.rfind(['[', '{', ',', ':']).map_or(value.start, |at| value.start + at + 1);
    let to = error.span.start + after.find([',', ']', '}']).unwrap_or(after.len());
    let item = Span::new(from, to);
    let blank = item.of(text).len() - item.of(text).trim_start().len();
    Some(Span::new(from + blank, from + blank + item.of(text).trim().len()))
}

/// Every item of `[…]` that starts with a reserved sign, in quotes: one alone would not mend the list.
fn quoted_items(text: &str, value: Span, sign: char) -> Vec<Edit> {
    let raw = value.of(text);
    let starts = raw.match_indices(sign).filter(|(at, _)| {
        raw.get(..*at).is_some_and(|before| before.trim_end().ends_with(['[', '{', ',', ':']) || before.is_empty())
    });
    starts
        .filter_map(|(at, _)| {
            let rest = raw.get(at..)?;
            let item = rest.get(..rest.find([',', ']', '}', '\n', '\r'])?)?.trim_end();
            let start = value.start + at;
            Some(Edit::replace(Span::new(start, start + item.len()), quoted(item)))
        })
        .collect()
}

/// The key of a field that lost its line break: `…forms.license: MIT`. Behind a full stop of a Latin script only a
/// known field is one, since `package.name: value` has the same look.
fn glued_key(context: &DocumentContext<'_>, error: &YamlError) -> Option<Span> {
    let text = &context.document.text;
    if error.cause != Cause::ColonInPlain {
        return None;
    }
    let value = field_of(context, error)?.value.span;
    let before = Span::new(value.start, error.span.start).of(text);
    let sentence = before.trim_end_matches(|it: char| it.is_ascii_lowercase() || matches!(it, '-' | '_'));
    let key = before.get(sentence.len()..).filter(|key| key.len() > 2 && !key.starts_with(['-', '_']))?;
    let follows = Span::new(error.span.end, line_end(text, error.span.end)).of(text).trim();
    let is_glued = match sentence.chars().last()? {
        '。' | '！' | '？' => !follows.contains(char::is_whitespace),
        '.' | '!' | '?' => is_field(context, key),
        _ => false,
    };
    let is_new = context.document.field(key).is_none() && !follows.is_empty();
    (is_glued && is_new).then(|| Span::new(error.span.start - key.len(), error.span.start))
}

/// Whether a word is a field that some host knows.
fn is_field(context: &DocumentContext<'_>, word: &str) -> bool {
    matches!(word, "name" | "description" | "license")
        || context.config.known_hosts.iter().any(|host| host.fields.iter().any(|field| field.key == word))
}

/// Whether a field holds a sentence, so that its brackets are part of it.
fn is_sentence_field(key: &str) -> bool {
    matches!(key, "name" | "description" | "argument-hint" | "when_to_use" | "compatibility" | "license")
}

/// What stands in the value before the error.
fn before_in_value(context: &DocumentContext<'_>, error: &YamlError) -> Option<String> {
    let value = field_of(context, error)?.value.span;
    let before = Span::new(value.start, error.span.start).of(&context.document.text).trim();
    (!before.is_empty() && before.starts_with('[')).then(|| excerpt(before))
}

/// `"A long sentence." And more` continues inside the quotes; `"Word" and more` was never meant as a quoted value.
fn after_quote(text: &str, value: Span, rest: Span) -> Fix {
    let raw = value.of(text);
    let before = Span::new(value.start, rest.start).of(text);
    let quoted_part = before.trim_end();
    if quoted_part.split_whitespace().count() < 4 {
        return Fix::safe("Quote the whole value", vec![Edit::replace(value, quoted(raw))]);
    }
    let quote = raw.get(..1).unwrap_or("\"");
    let closing = value.start + quoted_part.len();
    let edits =
        vec![Edit::remove(Span::new(closing.saturating_sub(1), closing)), Edit::insert(value.end, quote.to_owned())];
    Fix::safe("Move the text inside the quotes", edits)
}

/// The value with the quotes inside it escaped, or, when it does not end in its quote, quoted as a whole.
fn inner_escaped(text: &str, value: Span) -> String {
    let raw = value.of(text);
    let Some(quote) = raw.chars().next().filter(|it| matches!(it, '"' | '\'')) else { return quoted(raw) };
    let Some(inner) = raw.get(1..).and_then(|rest| rest.strip_suffix(quote)) else { return quoted(raw) };
    let outer_ends_early = inner.starts_with(quote);
    if outer_ends_early {
        return quoted(raw);
    }
    if quote == '\'' {
        return format!("'{}'", inner.replace("''", "'").replace('\'', "''"));
    }
    let mut escaped = String::with_capacity(raw.len() + 8);
    let mut after_backslash = false;
    for character in inner.chars() {
        if character == '"' && !after_backslash {
            escaped.push('\\');
        }
        after_backslash = character == '\\' && !after_backslash;
        escaped.push(character);
    }
    format!("\"{escaped}\"")
}

/// Every leading tab of the field becomes two spaces, as hosts that repair it do.
fn tabs_to_spaces(text: &str, field: Option<&Field>, error: Span) -> Vec<Edit> {
    let around = field.map_or(Span::new(error.start, line_end(text, error.start)), |field| field.span);
    lines(text, Span::new(line_start(text, around.start), around.end))
        .map(|line| indentation(text, line))
        .filter(|indent| indent.of(text).contains('\t'))
        .map(|indent| Edit::replace(indent, indent.of(text).replace('\t', "  ")))
        .collect()
}

/// The safe fix that puts a value in quotes, when it helps.
fn quote_fix(context: &DocumentContext<'_>, value: Span) -> Option<Fix> {
    let text = &context.document.text;
    // ` #12 and more` would be a comment behind the quote; the hosts that repair the line keep it.
    let rest = Span::new(value.end, line_end(text, value.end)).of(text).trim_end();
    let is_cut = rest.starts_with([' ', '\t']) && looks_like_text(rest.trim_start());
    let value = if is_cut { Span::new(value.start, value.end + rest.len()) } else { value };
    let raw = value.of(text);
    let edits = vec![Edit::replace(value, quoted(raw))];
    mends(context.document, &edits).then(|| Fix::safe("Quote the value", edits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    /// A frontmatter with one broken field; what is drawn below it, and what the fix makes of it.
    fn broken(lines: &str, drawn: &str, fixed: Option<&str>) {
        let before = format!(
            "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n{lines}\n{drawn}\nlicense: MIT\n---\n# PDF\n"
        );
        check(&CHECK, &before);
        if let Some(fixed) = fixed {
            check_fix(&CHECK, &before, &format!("---\nname: pdf\n{fixed}\nlicense: MIT\n---\n# PDF\n"));
        }
    }

    #[test]
    fn a_number_behind_a_colon() {
        let fixed = |before: &str, after: &str| {
            let skill =
                |line: &str| format!("//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n{line}\n---\n# PDF\n");
            check_fix(&CHECK, &skill(before), &skill(after));
        };
        fixed(
            "description: Reviews code: also PR #12 and more.",
            "description: \"Reviews code: also PR #12 and more.\"",
        );
        fixed(
            "description: Reviews code: also more. # a remark",
            "description: \"Reviews code: also more.\" # a remark",
        );
    }

    #[test]
    fn colon_in_a_value() {
        broken(
            "description: Fills in forms: text and boxes.",
            "                           ^^ yaml-syntax (error): `: ` in the unquoted value of `description` starts a new key for YAML",
            Some("description: \"Fills in forms: text and boxes.\""),
        );
    }

    #[test]
    fn colon_in_a_value_with_quotes() {
        broken(
            "description: Fills \"in\" forms: text.",
            "                             ^^ yaml-syntax: `: ` in the unquoted value of `description` starts a new key for YAML",
            Some("description: 'Fills \"in\" forms: text.'"),
        );
    }

    #[test]
    fn colon_in_a_further_line() {
        broken(
            "description: Fills in forms.\n  Use it for: text.",
            "            ^^ yaml-syntax: `: ` in a further line of the unquoted value of `description` starts a new key for YAML",
            Some("description: \"Fills in forms.\n  Use it for: text.\""),
        );
    }

    #[test]
    fn text_behind_the_sign_of_a_block() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: > Fills in forms.
                           ^^^^^^^^^^^^^^^ yaml-syntax (error): Text follows `>` on the same line; it must start on the next one
                Use it for boxes.
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            description: >
                Fills in forms.
                Use it for boxes.
            ---
            ",
        );
    }

    #[test]
    fn what_each_host_makes_of_it() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, codex, opencode
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: @me fills in forms.
                         ^ yaml-syntax: YAML reserves the `@` at the start of the unquoted value of `description`
                         = OpenCode skips the skill; Claude Code and Codex repair it
            ---
            ",
        );
    }

    #[test]
    fn reserved_start() {
        broken(
            "description: @me fills in forms.",
            "             ^ yaml-syntax: YAML reserves the `@` at the start of the unquoted value of `description`",
            Some("description: \"@me fills in forms.\""),
        );
    }

    #[test]
    fn a_field_that_lost_its_line_break() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: 填写表格。license: MIT
            ---
            ",
            "
            ---
            name: pdf
            description: 填写表格。
            license: MIT
            ---
            ",
        );
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.license: MIT
                                        ^^^^^^^ yaml-syntax: `license` must stand on a line of its own, below the value of `description`
            ---
            ",
        );
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Sets forms.title: the heading
                                         ^^ yaml-syntax: `: ` in the unquoted value of `description` starts a new key for YAML
            ---
            ",
        );
    }

    #[test]
    fn several_items_of_a_list() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            metadata:
              words: [forms, @me, sign, @you and me]
            ---
            ",
            "
            ---
            metadata:
              words: [forms, \"@me\", sign, \"@you and me\"]
            ---
            ",
        );
    }

    #[test]
    fn inside_a_list_only_the_item_is_quoted() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            metadata:
              words: [forms, @me, sign]
                             ^ yaml-syntax: YAML reserves the `@` at the start of an unquoted value of `metadata`
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            metadata:
              words: [forms, \"@me\", sign]
            ---
            ",
        );
    }

    #[test]
    fn inside_a_nested_field_only_its_value_is_quoted() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            metadata:
              author: me
              about: Forms: text and boxes
              since: now
            ---
            ",
            "
            ---
            metadata:
              author: me
              about: \"Forms: text and boxes\"
              since: now
            ---
            ",
        );
    }

    #[test]
    fn bold_text() {
        broken(
            "description: **PDF** fills in forms.",
            "             ^^^^^^^ yaml-syntax: YAML reads `**PDF**` as a reference, because of the `*` at its start",
            Some("description: \"**PDF** fills in forms.\""),
        );
    }

    #[test]
    fn two_groups() {
        broken(
            "argument-hint: [file] [page]",
            "                      ^^^^^^ yaml-syntax: YAML reads `[file]` as a list and cannot go on with `[page]`",
            Some("argument-hint: \"[file] [page]\""),
        );
    }

    #[test]
    fn inner_quotes() {
        broken(
            "description: \"Fills in \"PDF\" forms.\"",
            "                        ^^^^^^^^^^^^ yaml-syntax: The quoted value of `description` ends at the quote before `PDF\" forms.\"`",
            Some("description: \"Fills in \\\"PDF\\\" forms.\""),
        );
    }

    #[test]
    fn text_after_a_quoted_sentence() {
        broken(
            "description: \"Fills in all forms.\" Use it.",
            "                                   ^^^^^^^ yaml-syntax: `Use it.` follows the closing quote of the value of `description`",
            Some("description: \"Fills in all forms. Use it.\""),
        );
    }

    #[test]
    fn text_after_a_quoted_word() {
        broken(
            "description: \"PDF\" forms are filled in.",
            "                   ^^^^^^^^^^^^^^^^^^^^ yaml-syntax: `forms are filled in.` follows the closing quote of the value of `description`",
            Some("description: '\"PDF\" forms are filled in.'"),
        );
    }

    #[test]
    fn comma_after_a_quote() {
        broken(
            "description: \"Fills in forms.\",",
            "                              ^ yaml-syntax: A comma follows the closing quote, as in JSON; YAML has none here",
            Some("description: \"Fills in forms.\""),
        );
    }

    #[test]
    fn quote_never_closed() {
        broken(
            "description: \"Fills in forms.",
            "             ^ yaml-syntax: The quote opened here is never closed",
            Some("description: \"Fills in forms.\""),
        );
    }

    #[test]
    fn windows_path() {
        broken(
            "description: \"Reads C:\\Users\\me\"",
            "                      ^^ yaml-syntax: `\\U` in double quotes is not an escape that YAML knows",
            Some("description: 'Reads C:\\Users\\me'"),
        );
    }

    #[test]
    fn tab_indentation() {
        broken(
            "metadata:\n\tauthor: me",
            "^ yaml-syntax: A tab is used as indentation, which YAML does not allow",
            Some("metadata:\n  author: me"),
        );
    }

    #[test]
    fn list_on_the_line_of_its_key() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: - Read
                           ^ yaml-syntax: A `- ` list must start on the line below its key
              - Write
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            allowed-tools:
              - Read
              - Write
            ---
            ",
        );
    }

    #[test]
    fn item_without_a_dash() {
        broken(
            "allowed-tools:\n  - Read\n  Write",
            "  ^^^^^ yaml-syntax (error): `Write` stands among list items without a `- `",
            None,
        );
    }

    #[test]
    fn a_conflict_marker_by_itself() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            <<<<<<< HEAD
            ^^^^^^^^^^^^ yaml-syntax (error): A Git conflict marker is left here
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn no_colon() {
        broken(
            "description Fills in forms.",
            "^^^^^^^^^^^^^^^^^^^^^^^^^^^ yaml-syntax: There is no `:` after `description`",
            Some("description: Fills in forms."),
        );
    }

    #[test]
    fn quoted_values_are_fine() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: \"Fills in forms: text [a] [b] @me #1\"
            when_to_use: >-
              For forms: text, and
              \"quotes\".
            ---
            ",
        );
    }
}
