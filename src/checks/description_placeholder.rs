//! `description-placeholder`: a `description` that is still the template's.

use crate::checks::prelude::*;
use crate::document::yaml::Value;

/// Template text.
pub(crate) static CHECK: Check = Check {
    id: "description-placeholder",
    summary: "a `description` that is still the template's",
    documentation: "\
## What it reports

A `description` that starts with `TODO`, `FIXME` or `TBD`, that is nothing but a placeholder in brackets, or that is a
sentence known from the templates people start with. A sentence that merely mentions TODO comments is fine.

## Why it matters

The model is shown the placeholder and cannot know what the skill is for.

## Example

```yaml
description: \"[TODO: what it does and when to use it]\"
```

## Instead

```yaml
description: Fills in PDF forms. Use when a form is to be filled in.
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    if document.damage.is_some() {
        // Each damaged byte stands as `?`, which an unfilled template may hold too.
        return;
    }
    let Some(field) = document.field("description") else { return };
    // `[TODO: …]` without quotes is a list to YAML and a placeholder to people.
    let text = match &field.value.value {
        Value::Scalar(scalar) => scalar.text.as_str(),
        Value::Sequence { flow: true, .. } => field.value.span.of(&document.text),
        Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => return,
    };
    let text = text.trim();
    let is_list = matches!(field.value.value, Value::Sequence { .. });
    if is_placeholder(text) && (!is_list || starts_with_marker(text.trim_start_matches('['))) {
        report.finding(field.value.span, format!("`description` is still a placeholder: {}", excerpt(text)));
    }
}

/// Sentences of well-known templates, in lower case, without their full stop.
const TEMPLATES: &[&str] = &[
    "a description of what this skill does and when to use it",
    "a brief description of what this skill does",
    "a brief description of what this skill does and when to use it",
    "add a description here",
    "add description here",
    "brief description",
    "brief description here",
    "brief description of the skill",
    "brief description of what this skill does",
    "brief description of what this skill does and when to use it",
    "clear description of what this skill does and when to use it",
    "description",
    "description here",
    "description of the skill",
    "description of what this skill does and when to use it",
    "enter description here",
    "insert description here",
    "placeholder",
    "replace with description of the skill and when claude should use it",
    "replace with your skill description",
    "skill description",
    "skill description here",
    "what it does, and when to use it",
    "what this skill does and when to use it",
    "your description here",
    "your skill description",
    "your skill description here",
];

/// Whether a description is a placeholder and nothing else.
fn is_placeholder(text: &str) -> bool {
    let lower = text.to_lowercase();
    if TEMPLATES.contains(&lower.trim_end_matches(['.', '!', '…', ' '])) {
        return true;
    }
    if starts_with_marker(text) {
        return true;
    }
    if !text.is_empty() && text.chars().all(|character| ".…-?xX_ ".contains(character)) {
        return true;
    }
    // What `skill-lsp new` leaves to be said.
    if text.starts_with("Say what ") && text.ends_with("(say when to use it)") {
        return true;
    }
    // Wholly in brackets, with nothing but words inside: `[what it does]`, `<description>`, `{{description}}`.
    let inner = [("{{", "}}"), ("[", "]"), ("<", ">"), ("${", "}")]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    inner.is_some_and(|inner| !inner.contains(['[', ']', '<', '>', '{', '}']))
}

/// Whether a text starts with the marker of unfinished work, as a word of its own.
fn starts_with_marker(text: &str) -> bool {
    let text = text.trim_start_matches(['[', '<', '(', '{', '*', ' ']);
    ["TODO", "FIXME", "TBD", "XXX"].into_iter().any(|marker| {
        let Some(rest) = text.strip_prefix(marker) else { return false };
        // `TODO comments are found`, `TODO.txt` and `TODO-list` speak about them.
        let mut signs = rest.chars();
        if signs.next().is_some_and(|sign| matches!(sign, '.' | '-' | '('))
            && signs.next().is_some_and(char::is_alphanumeric)
        {
            return false;
        }
        let rest = rest.trim_start_matches(['*', ' ']);
        rest.is_empty() || rest.starts_with([':', '-', '–', '—', '.', '…', ']', '>', ')', '}', '(', '!', '：'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn an_unfilled_template() {
        check(
            &CHECK,
            "
            ---
            description: [TODO: say what it does]
                         ^^^^^^^^^^^^^^^^^^^^^^^^ description-placeholder (warning): `description` is still a placeholder: `[TODO: say what it does]`
            ---
            ",
        );
    }

    #[test]
    fn many_forms() {
        for text in [
            "TODO",
            "TODO: describe",
            "TODO - later",
            "TBD",
            "[TODO: what it does, when]",
            "<description of the skill>",
            "{{description}}",
            "[what it does]",
            "Description here",
            "A description of what this skill does and when to use it.",
            "What it does, and when to use it.",
            "Say what fill-forms does. Use when … (say when to use it)",
            "...",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn real_sentences() {
        for text in [
            "Finds TODO comments.",
            "TODO comments are found and sorted.",
            "TODO tracker for the whole team",
            "Todo lists for teams",
            "[Internal] Fills in forms.",
            "[Legacy] Use [other] instead",
            "Replace text in files",
            "Descriptions of images",
            "<b>Bold</b>",
        ] {
            assert!(!is_placeholder(text), "{text}");
        }
        silent(&CHECK, "---\ndescription: Finds TODO comments and lists them.\n---\n");
    }

    #[test]
    fn a_list_is_not_a_placeholder() {
        silent(&CHECK, "---\ndescription: [pdf, forms]\n---\n");
    }
}
