//! Completions as the protocol writes them.

use serde::{Deserialize, Serialize};
use tower_lsp_server::ls_types::*;

use crate::features::completion::{
    self, Completion, Completions, Kind, completions as offered, documentation_of_skill,
};
use crate::features::manifest;
use crate::lsp::abilities::Abilities;
use crate::lsp::state::Question;
use crate::text::Span;

/// Signs behind which something is offered without being asked for: mentions, placeholders, paths, lists, values, and in
/// JSON what stands in quotes.
const SIGNS: [&str; 8] = ["/", "$", "{", "(", "`", "[", " ", "\""];

/// Signs that mean something in the frontmatter only.
const FRONTMATTER_SIGNS: [&str; 3] = ["[", " ", "\""];

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
    if question.open.is_manifest {
        let offered = question.ask_of_manifest(|asked| manifest::completion::completions(asked, offset));
        return listed(question, offset, offered);
    }
    let fence = &question.document.fence;
    let is_prose = fence.closing.is_some() && fence.body.touches(offset);
    if is_prose && sign.is_some_and(|sign| FRONTMATTER_SIGNS.contains(&sign)) {
        return CompletionList::default();
    }
    listed(question, offset, question.ask(|context| offered(context, offset)))
}

fn listed(question: &Question, offset: usize, Completions { items, is_incomplete }: Completions) -> CompletionList {
    let mut places = Places { question, offset, last: None };
    let snippets = question.abilities.snippets;
    let items = items.into_iter().filter(|item| snippets || !item.only_as_snippet);
    let items = items.enumerate().map(|(at, item)| shown(&mut places, at, item)).collect();
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

/// Where offers are written. Nearly always all of them in the same place, which is worked out once.
struct Places<'a> {
    question: &'a Question,
    offset: usize,
    last: Option<(Span, Range, Range)>,
}

impl Places<'_> {
    /// The range up to the cursor, and the whole one.
    fn of(&mut self, span: Span) -> (Range, Range) {
        if let Some((known, insert, replace)) = self.last
            && known == span
        {
            return (insert, replace);
        }
        let typed = Span::new(span.start, self.offset.clamp(span.start, span.end));
        let (insert, replace) = (self.question.range(typed), self.question.range(span));
        self.last = Some((span, insert, replace));
        (insert, replace)
    }

    /// Replaces the word, or only what stands before the cursor, where the client lets the user choose.
    fn edit(&mut self, span: Span, is_whole: bool, new_text: String) -> CompletionTextEdit {
        let (insert, replace) = self.of(span);
        match self.question.abilities.insert_replace && !is_whole {
            true => CompletionTextEdit::InsertAndReplace(InsertReplaceEdit { new_text, insert, replace }),
            false => CompletionTextEdit::Edit(TextEdit::new(replace, new_text)),
        }
    }
}

fn shown(places: &mut Places<'_>, at: usize, item: Completion) -> CompletionItem {
    let question = places.question;
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
    let more = item.more.into_iter().map(|edit| TextEdit::new(question.range(edit.span), edit.text));
    let more: Vec<TextEdit> = more.collect();
    CompletionItem {
        kind: Some(kind(item.kind)),
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        documentation: told,
        preselect: item.is_first_choice.then_some(true),
        sort_text: Some(format!("{at:04}")),
        filter_text: item.filter,
        insert_text_format: Some(format),
        text_edit: Some(places.edit(item.span, item.is_whole, snippet.unwrap_or(item.text))),
        additional_text_edits: (!more.is_empty()).then_some(more),
        data,
        label: item.label,
        ..CompletionItem::default()
    }
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
