//! Inlay hints in the words of the protocol.

use tower_lsp_server::ls_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};

use crate::features::inlay::hints;
use crate::lsp::convert::{position_at, span_of};
use crate::lsp::state::Question;

/// The hints in a part of a document.
pub(crate) fn answer(question: &Question, range: Range) -> Vec<InlayHint> {
    let (text, encoding) = (&question.open.text, question.abilities.encoding);
    let hints = question.ask(|context| hints(context, span_of(text, range, encoding)));
    let hint = |hint: crate::features::inlay::Hint| InlayHint {
        position: position_at(text, hint.offset, encoding),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: (!hint.tooltip.is_empty()).then_some(InlayHintTooltip::String(hint.tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    hints.into_iter().map(hint).collect()
}
