//! Completions as text, for tests.

use crate::features::completion::{Completion, Documentation, completions, documentation_of_skill};
use crate::features::testing::ask;
use crate::text::{Edit, apply};

/// The labels of what is offered at the cursor.
pub(super) fn labels(fixture: &str) -> Vec<String> {
    ask(fixture, |context, cursor| completions(context, cursor).items.into_iter().map(|item| item.label).collect())
}

/// What is offered at the cursor, a line each: `label — detail`.
pub(super) fn offers(fixture: &str) -> String {
    ask(fixture, |context, cursor| {
        let lines = completions(context, cursor).items.into_iter().map(|item| match item.detail.as_str() {
            "" => format!("\n{}", item.label),
            detail => format!("\n{} — {detail}", item.label),
        });
        lines.collect()
    })
}

/// The text after the offer with this label was taken, without snippets.
pub(super) fn after(fixture: &str, label: &str) -> String {
    ask(fixture, |context, cursor| {
        let item = found(completions(context, cursor).items, label);
        assert!(item.span.touches(cursor), "{item:?} is not at the cursor");
        let mut edits = vec![Edit::replace(item.span, item.text)];
        edits.extend(item.more);
        apply(&context.document.text, &edits)
    })
}

/// The snippet of the offer with this label.
pub(super) fn snippet(fixture: &str, label: &str) -> Option<String> {
    ask(fixture, |context, cursor| found(completions(context, cursor).items, label).snippet)
}

/// What is told of the offer with this label.
pub(super) fn documentation(fixture: &str, label: &str) -> String {
    ask(fixture, |context, cursor| match found(completions(context, cursor).items, label).documentation {
        Documentation::None => String::new(),
        Documentation::Text(text) => text,
        Documentation::OfSkill(name) => documentation_of_skill(context, &name).unwrap_or_default(),
    })
}

fn found(items: Vec<Completion>, label: &str) -> Completion {
    let labels: Vec<String> = items.iter().map(|item| item.label.clone()).collect();
    items.into_iter().find(|item| item.label == label).unwrap_or_else(|| panic!("no `{label}` among {labels:?}"))
}
