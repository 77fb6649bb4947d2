//! A text in pieces: what may still be filled in, and what is settled.

use crate::loading::{Mark, MarkKind};
use crate::text::Span;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextPiece {
    pub(super) text: String,
    /// Where it stands in the file, when it does.
    pub(super) source: Option<Span>,
    pub(super) state: State,
}

/// What may become of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Placeholders in it are filled.
    Open { is_body: bool },
    /// It stays as it is.
    Settled,
    /// It was filled in, for this.
    Filled { kind: MarkKind, written: String },
}

impl TextPiece {
    /// A piece whose placeholders are to be filled.
    pub(super) fn open(text: String, start: Option<usize>, is_body: bool) -> TextPiece {
        let source = start.map(|start| Span::new(start, start + text.len()));
        TextPiece { text, source, state: State::Open { is_body } }
    }

    /// A piece that stays.
    pub(super) fn settled(text: String, start: Option<usize>) -> TextPiece {
        let source = start.map(|start| Span::new(start, start + text.len()));
        TextPiece { text, source, state: State::Settled }
    }

    /// A part of an open piece.
    fn part(&self, span: Span, state: State, text: String) -> TextPiece {
        let source = self.source.map(|source| Span::new(source.start + span.start, source.start + span.end));
        TextPiece { text, source, state }
    }
}

/// What stands in an open piece, and what takes its place.
pub(super) struct Hit {
    /// Where, in the text of the piece.
    pub(super) span: Span,
    /// What takes its place.
    pub(super) text: String,
    /// As what it is marked; not at all when it is only kept from being filled.
    pub(super) kind: Option<MarkKind>,
}

/// The pieces with the hits that `find` has in each open one. Hits come in order and do not overlap.
pub(super) fn rewritten<E>(
    pieces: Vec<TextPiece>,
    mut find: impl FnMut(&str) -> Result<Vec<Hit>, E>,
) -> Result<Vec<TextPiece>, E> {
    let mut found = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let State::Open { .. } = piece.state else {
            found.push(piece);
            continue;
        };
        let hits = find(&piece.text)?;
        if hits.is_empty() {
            found.push(piece);
            continue;
        }
        let mut at = 0;
        for hit in hits {
            let before = Span::new(at, hit.span.start);
            found.push(piece.part(before, piece.state.clone(), before.of(&piece.text).to_owned()));
            let written = hit.span.of(&piece.text).to_owned();
            let state = hit.kind.map_or(State::Settled, |kind| State::Filled { kind, written });
            found.push(piece.part(hit.span, state, hit.text));
            at = hit.span.end;
        }
        let rest = Span::new(at, piece.text.len());
        found.push(piece.part(rest, piece.state.clone(), rest.of(&piece.text).to_owned()));
    }
    Ok(found)
}

/// The whole text, and a mark for each piece that was filled in.
pub(super) fn joined(pieces: &[TextPiece]) -> (String, Vec<Mark>) {
    let mut text = String::with_capacity(pieces.iter().map(|piece| piece.text.len()).sum());
    let mut marks = Vec::new();
    for piece in pieces {
        let start = text.len();
        text.push_str(&piece.text);
        if let State::Filled { kind, written } = &piece.state {
            let span = Span::new(start, text.len());
            marks.push(Mark { kind: *kind, span, written: written.clone(), source: piece.source, file: None });
        }
    }
    (text, marks)
}

/// Gives marks that were found in the whole text their places in the file: from the piece in which each begins to the
/// one in which it ends.
pub(super) fn give_sources(marks: &mut [Mark], pieces: &[TextPiece]) {
    let mut starts = Vec::with_capacity(pieces.len());
    let mut at = 0;
    for piece in pieces {
        starts.push(at);
        at += piece.text.len();
    }
    let place = |offset: usize| {
        let index = starts.partition_point(|start| *start <= offset).checked_sub(1)?;
        let (piece, start) = (pieces.get(index)?, starts.get(index)?);
        let source = piece.source?;
        // Inside what was filled in there is no place but the placeholder.
        Some(match piece.state {
            State::Filled { .. } => source,
            State::Open { .. } | State::Settled => {
                let at = (source.start + offset - start).min(source.end);
                Span::new(at, at)
            }
        })
    };
    for mark in marks.iter_mut().filter(|mark| mark.source.is_none()) {
        let last = mark.span.end.checked_sub(1).filter(|last| *last >= mark.span.start);
        if let (Some(start), Some(last)) = (place(mark.span.start), last.and_then(place)) {
            let end = if last.is_empty() { last.end + 1 } else { last.end };
            mark.source = (start.start < end).then(|| Span::new(start.start, end));
        }
    }
}
