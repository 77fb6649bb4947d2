//! A model: which one a short name stands for, and how large its context window is.

use crate::document::Field;
use crate::features::Context;
use crate::features::hover::{Hover, field as field_hover};
use crate::features::page::{Page, code, strong, words};
use crate::knowledge::fields::fact;
use crate::words::grouped;

/// What is told about the model that a skill names.
pub(super) fn hover(context: &Context<'_>, field: &Field) -> Option<Hover> {
    let written = field.value.scalar()?.trim();
    let mut page = Page::default();
    for host in context.hosts.iter().filter(|host| fact(host, "model").is_some()) {
        let lower = written.to_lowercase();
        let known = host.models.iter().find(|model| model.name == lower || model.also.contains(&lower));
        if let Some(model) = known.filter(|model| !model.name.contains('*')) {
            page.line([
                strong(host.name.clone()),
                words(": "),
                code(&model.name),
                words(format!(", with a context window of {} tokens", grouped(model.context_window))),
            ]);
        }
    }
    page.append(field_hover::page(context, &field.key)?);
    Some(Hover { span: field.value.span, page })
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::told;

    #[test]
    fn what_a_short_name_stands_for() {
        let model = |it: &str| told(&format!("//# hosts = claude-code\n---\nmodel: {it}\n---\n"));
        let first = "[Haiku]\nClaude Code: `claude-haiku-5-5`, with a context window of 1,000,000 tokens\n\n`model`\n";
        assert!(model("Hai$0ku").starts_with(first), "{}", model("Hai$0ku"));
        assert!(model("o$0wn").starts_with("[own]\n`model`\n"));
    }
}
