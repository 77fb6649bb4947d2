//! An entry of a list of tools that is changed or taken out.

use crate::document::Document;
use crate::document::lines::line_at;
use crate::document::tools::{ToolEntry, ToolList, ToolListForm};
use crate::document::yaml::Style;
use crate::text::{Edit, Span};

/// The edit that gives an entry another text, changing no more than what differs.
pub(crate) fn changed(entry: &ToolEntry, text: &str, new: &str) -> Edit {
    let Edit { span, text: inserted } = Edit::difference(&entry.text, new);
    let inserted = match entry.style {
        Style::Double => inserted.replace('\\', "\\\\").replace('"', "\\\""),
        Style::Single => inserted.replace('\'', "''"),
        Style::Plain | Style::Literal | Style::Folded => inserted,
    };
    Edit::replace(entry.part(text, span.start..span.end), inserted)
}

/// The edit that takes an entry out of its list, with the separator that is then too many. `None` where it is the only
/// one, or where a comment would be left behind without what it is about.
pub(crate) fn removal(document: &Document, tools: &ToolList, index: usize) -> Option<Edit> {
    let text = &*document.text;
    let entry = tools.entries.get(index)?;
    if tools.entries.len() < 2 {
        return None;
    }
    let quote = |span: Span| {
        let quoted = matches!(entry.style, Style::Single | Style::Double)
            && matches!(tools.form, ToolListForm::List | ToolListForm::Flow);
        Span::new(span.start - usize::from(quoted), span.end + usize::from(quoted))
    };
    let span = quote(entry.span);
    if tools.form == ToolListForm::List {
        let line = line_at(text, span.start);
        let last = line_at(text, span.end);
        let dash = text.get(line.start..span.start)?.trim();
        let behind = text.get(span.end..last.end)?.trim();
        return (dash == "-" && behind.is_empty()).then(|| Edit::remove(Span::new(line.start, last.next)));
    }
    let next = tools.entries.get(index + 1).map(|next| next.span.start);
    let previous = index.checked_sub(1).and_then(|index| tools.entries.get(index)).map(|it| it.span.end);
    // Up to the next entry, or from the end of the one before; their own quotes stay.
    let removed = match (next, previous) {
        (Some(next), _) => {
            let between = text.get(span.end..next)?;
            let kept = between.trim_end_matches(['"', '\'']).len();
            Span::new(span.start, span.end + kept)
        }
        (None, Some(previous)) => {
            let between = text.get(previous..span.start)?;
            let kept = between.len() - between.trim_start_matches(['"', '\'']).len();
            Span::new(previous + kept, span.end)
        }
        (None, None) => return None,
    };
    let holds_comment = document.comments.iter().any(|comment| removed.overlaps(*comment));
    (!holds_comment).then(|| Edit::remove(removed))
}
