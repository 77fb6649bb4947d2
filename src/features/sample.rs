//! Sample arguments for a skill: what a user might type behind its name, and what comes of it.

use crate::catalog::View;
use crate::document::Document;
use crate::document::arguments::declared;
use crate::features::Context;
use crate::hosts::Host;
use crate::loading::{LoadRequest, Loaded, MarkKind, SAMPLE_SESSION, Subject, load};
use crate::text::Span;

/// Words to type behind the name of a skill, as its `arguments` or its `argument-hint` name them.
pub fn arguments(document: &Document) -> Option<String> {
    let declared = declared(document);
    if !declared.is_empty() {
        let words = declared.iter().map(|argument| plain(argument.name.trim_end_matches(',')));
        return Some(words.collect::<Vec<_>>().join(" "));
    }
    let hint = document.scalar("argument-hint")?;
    let words: Vec<String> = hint
        .split([' ', '\t', '\n'])
        .map(|word| word.split('|').next().unwrap_or_default())
        .map(|word| plain(word.trim_matches(['[', ']', '<', '>', '(', ')', '.', '…', ',', '"', '\''])))
        .filter(|word| !word.is_empty())
        .take(MOST)
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// A hint may be a whole sentence.
const MOST: usize = 6;

/// A word that needs no quotes.
fn plain(word: &str) -> String {
    word.chars().map(|sign| if sign.is_alphanumeric() || "-_./:=".contains(sign) { sign } else { '-' }).collect()
}

/// What becomes of a placeholder when a skill is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// What is typed to load it.
    pub typed: String,
    /// What stands in its place.
    pub value: String,
    /// Whether it takes an argument.
    pub is_argument: bool,
}

/// Whether a host reads the open document, and it is known what it makes of it.
pub fn is_loaded(context: &Context<'_>, host: &Host) -> bool {
    let view = context.catalog.view(&host.id);
    let reads = |view: &View| context.skill().is_some_and(|(id, _)| view.standing(id).is_some());
    host.loading.is_some() && view.is_some_and(reads)
}

/// What stands in the place of a placeholder when a host loads the open document, with sample arguments.
pub fn of_placeholder(context: &Context<'_>, host: &str, span: Span) -> Option<Sampled> {
    let (id, skill) = context.skill()?;
    let view = context.catalog.view(host)?;
    let candidate = view.standing(id)?;
    view.host.loading.as_ref()?;
    let sample = arguments(context.document);
    let arguments = sample.clone().unwrap_or_default();
    let subject = Subject { view, candidate, skill, document: context.document, files: context.files };
    let request = LoadRequest { arguments: sample.clone(), session_id: None, typed: false };
    let Loaded { text, marks, .. } = load(&subject, &request).ok()?;
    let is_it = |kind: MarkKind| matches!(kind, MarkKind::Argument | MarkKind::Placeholder);
    let mark = marks.iter().find(|mark| is_it(mark.kind) && mark.source == Some(span))?;
    let value = mark.span.of(&text).to_owned();
    let is_argument = mark.kind == MarkKind::Argument;
    // Nobody knows the id of a session that is not held yet.
    let is_known = value != SAMPLE_SESSION && (sample.is_some() || !is_argument);
    is_known.then(|| Sampled { typed: format!("/{} {arguments}", candidate.id), value, is_argument })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    #[test]
    fn what_a_user_might_type() {
        let check = |field: &str, expected: Option<&str>| {
            assert_eq!(arguments(&parse(&format!("---\n{field}\n---\n"))).as_deref(), expected, "{field}");
        };
        check("arguments: [env, region]", Some("env region"));
        check("argument-hint: \"[env] <branch> [files...]\"", Some("env branch files"));
        check("argument-hint: on|off", Some("on"));
        check("argument-hint: \"\"", None);
        check("name: x", None);
    }
}
