//! Semantic tokens.

use tower_lsp_server::ls_types::*;

use crate::features::tokens::{TokenKind, tokens};
use crate::lsp::convert::span_of;
use crate::lsp::state::Question;
use crate::text::Span;

/// The types that are used, each at its number.
const TYPES: [SemanticTokenType; 9] = [
    SemanticTokenType::FUNCTION,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::CLASS,
    SemanticTokenType::STRING,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::METHOD,
    SemanticTokenType::REGEXP,
    SemanticTokenType::PROPERTY,
];

/// The modifiers that are used, each at its bit.
const MODIFIERS: [SemanticTokenModifier; 2] = [SemanticTokenModifier::DEFAULT_LIBRARY, SemanticTokenModifier::READONLY];

/// What we tell the client that we can do.
pub(crate) fn options() -> SemanticTokensServerCapabilities {
    SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
        legend: SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    })
}

/// The number of a type and the bits of its modifiers.
fn coloured(kind: TokenKind) -> (u32, u32) {
    match kind {
        TokenKind::Skill => (0, 0),
        TokenKind::Argument => (1, 0),
        TokenKind::Variable => (2, 0b10),
        TokenKind::Tool => (3, 0),
        TokenKind::KnownTool => (3, 0b01),
        TokenKind::Pattern => (4, 0),
        TokenKind::Server => (5, 0),
        TokenKind::ServerTool => (6, 0),
        TokenKind::Wildcard => (7, 0),
        TokenKind::Parameter => (8, 0),
    }
}

/// The words of the document, or of a range of it.
pub(crate) fn semantic_tokens(question: &Question, range: Option<Range>) -> SemanticTokens {
    let text = &question.open.text;
    let whole = Span::new(0, text.as_str().len());
    let span = range.map_or(whole, |range| span_of(text, range, question.abilities.encoding));
    let mut last = Position::default();
    let mut data = Vec::new();
    for token in question.ask(|context| tokens(context, span)) {
        let Range { start, end } = question.range(token.span);
        if start.line != end.line || start.character >= end.character {
            continue;
        }
        let (token_type, token_modifiers_bitset) = coloured(token.kind);
        let before = if start.line == last.line { last.character } else { 0 };
        data.push(SemanticToken {
            delta_line: start.line.saturating_sub(last.line),
            delta_start: start.character.saturating_sub(before),
            length: end.character - start.character,
            token_type,
            token_modifiers_bitset,
        });
        last = start;
    }
    SemanticTokens { result_id: None, data }
}
