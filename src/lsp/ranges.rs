//! Folding ranges and selection ranges.

use tower_lsp_server::ls_types::*;

use crate::features::folding::{FoldKind, folds};
use crate::features::selection::selection;
use crate::lsp::state::Question;

/// What can be folded, in whole lines: every client takes those.
pub(crate) fn folding_ranges(question: &Question) -> Vec<FoldingRange> {
    let range = |fold: crate::features::folding::Fold| {
        let range = question.range(fold.span);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: match fold.kind {
                FoldKind::Comment => Some(FoldingRangeKind::Comment),
                FoldKind::Frontmatter => Some(FoldingRangeKind::Region),
                FoldKind::Value | FoldKind::Section | FoldKind::Code => None,
            },
            ..FoldingRange::default()
        }
    };
    folds(&question.document).into_iter().map(range).filter(|range| range.start_line < range.end_line).collect()
}

/// What a growing selection covers from each of some positions.
pub(crate) fn selection_ranges(question: &Question, positions: &[Position]) -> Vec<SelectionRange> {
    let at = |position: &Position| {
        let spans = selection(&question.document, question.offset(*position));
        let grow = |parent: Option<Box<SelectionRange>>, span: &crate::text::Span| {
            Some(Box::new(SelectionRange { range: question.range(*span), parent }))
        };
        let range = spans.iter().rev().fold(None, grow);
        range.map_or_else(SelectionRange::default, |range| *range)
    };
    positions.iter().map(at).collect()
}
