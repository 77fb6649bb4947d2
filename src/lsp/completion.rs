//! Completions as the protocol writes them.

use serde::{Deserialize, Serialize};
use tower_lsp_server::ls_types::*;

use crate::features::completion::{
    self, Completion, Completions, Kind, completions as offered, documentation_of_skill,
};
use crate::lsp::abilities::Abilities;
use crate::lsp::state::Question;
use crate::text::Span;

/// Signs behind which something is offered without being asked for: mentions, placeholders, paths, lists, values.
const SIGNS: [&str; 7] = ["/", "$", "{", "(", "`", "[", " "];

/// Signs that mean something in the frontmatter only.
const FRONTMATTER_SIGNS: [&str; 2] = ["[", " "];

/// What we tell the client of completions.
pub(crate) fn options() -> CompletionOptions {
    CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(SIGNS.map(str::to_owned).to_vec()),
        ..CompletionOptions::default()
    }
}

/// What an item carries for the time when its documentation is asked for.
#[derive(Deserialize, Serialize)]
struct Later {
    uri: String,
    skill: String,
}

/// What may stand at a position.
pub(crate) fn completions(question: &Question, position: Position, sign: Option<&str>) -> CompletionList {
    let offset = question.offset(position);
    let fence = &question.document.fence;
    let is_prose = fence.closing.is_some() && fence.body.touches(offset);
    if is_prose && sign.is_some_and(|sign| FRONTMATTER_SIGNS.contains(&sign)) {
        return CompletionList::default();
    }
    let Completions { items, is_incomplete } = question.ask(|context| offered(context, offset));
    let items = items.into_iter().enumerate().map(|(at, item)| shown(question, offset, at, item)).collect();
    CompletionList { is_incomplete, items }
}

/// The document that an item whose documentation is still to be told was offered in.
pub(crate) fn document_of(item: &CompletionItem) -> Option<Uri> {
    later_of(item)?.uri.parse().ok()
}

/// An item with its documentation.
pub(crate) fn resolved(question: &Question, mut item: CompletionItem) -> CompletionItem {
    let told = later_of(&item).and_then(|later| question.ask(|context| documentation_of_skill(context, &later.skill)));
    item.documentation = told.map(|told| documentation(told, &question.abilities));
    item
}

fn later_of(item: &CompletionItem) -> Option<Later> {
    serde_json::from_value(item.data.clone()?).ok()
}

fn shown(question: &Question, offset: usize, at: usize, item: Completion) -> CompletionItem {
    let client = &question.abilities;
    let snippet = item.snippet.filter(|_| client.snippets);
    let format = if snippet.is_some() { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT };
    let (told, data) = match item.documentation {
        completion::Documentation::None => (None, None),
        completion::Documentation::Text(text) => (Some(documentation(text, client)), None),
        completion::Documentation::OfSkill(skill) => {
            let uri = question.open.uri.as_str().to_owned();
            (None, serde_json::to_value(Later { uri, skill }).ok())
        }
    };
    let more = item.more.map(|edit| vec![TextEdit::new(question.range(edit.span), edit.text)]);
    CompletionItem {
        kind: Some(kind(item.kind)),
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        documentation: told,
        preselect: item.is_first_choice.then_some(true),
        sort_text: Some(format!("{at:04}")),
        filter_text: item.filter,
        insert_text_format: Some(format),
        text_edit: Some(edit(question, offset, item.span, snippet.unwrap_or(item.text))),
        additional_text_edits: more,
        data,
        label: item.label,
        ..CompletionItem::default()
    }
}

/// Replaces the word, or only what stands before the cursor, where the client lets the user choose.
fn edit(question: &Question, offset: usize, span: Span, new_text: String) -> CompletionTextEdit {
    let replace = question.range(span);
    if !question.abilities.insert_replace {
        return CompletionTextEdit::Edit(TextEdit::new(replace, new_text));
    }
    let insert = question.range(Span::new(span.start, offset.clamp(span.start, span.end)));
    CompletionTextEdit::InsertAndReplace(InsertReplaceEdit { new_text, insert, replace })
}

fn documentation(text: String, client: &Abilities) -> Documentation {
    match client.completion_markdown {
        true => Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text }),
        false => Documentation::String(text),
    }
}

fn kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Field => CompletionItemKind::PROPERTY,
        Kind::Value => CompletionItemKind::ENUM_MEMBER,
        Kind::Name => CompletionItemKind::TEXT,
        Kind::Agent => CompletionItemKind::CLASS,
        Kind::Tool => CompletionItemKind::FUNCTION,
        Kind::Skill => CompletionItemKind::MODULE,
        Kind::Placeholder => CompletionItemKind::VARIABLE,
        Kind::File => CompletionItemKind::FILE,
        Kind::Folder => CompletionItemKind::FOLDER,
        Kind::Scaffold => CompletionItemKind::SNIPPET,
    }
}
