//! Our values as the protocol writes them, and back.

use std::path::{Path, PathBuf};

use tower_lsp_server::ls_types::*;

use crate::catalog::normal;
use crate::disk::spelled;
use crate::lsp::address;
use crate::text::{self, Encoding, Span, Text};

/// The path of a `file:` address, without `.` and `..`; `None` for anything else.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme().as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let path = match cfg!(windows) {
        true => {
            address::learn(uri.as_str());
            let host = uri.authority().map_or("", |authority| authority.host());
            PathBuf::from(address::path(host, &uri.path().decode().to_string_lossy())?)
        }
        false => uri.to_file_path()?.into_owned(),
    };
    // An editor may spell names in another case than the disk, where that makes no difference.
    path.is_absolute().then(|| spelled(&normal(&path)))
}

/// The address of a path.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    let uri = Uri::from_file_path(path)?;
    match cfg!(windows) {
        true => address::rewritten(uri.as_str()).parse().ok(),
        false => Some(uri),
    }
}

/// A position of the protocol as ours.
pub(crate) fn position_of(position: Position) -> text::Position {
    text::Position { line: position.line as usize, column: position.character as usize }
}

/// The byte offset that a position means.
pub(crate) fn offset_of(text: &Text, position: Position, encoding: Encoding) -> usize {
    text.offset(position_of(position), encoding)
}

/// The span that a range means.
pub(crate) fn span_of(text: &Text, range: Range, encoding: Encoding) -> Span {
    text.span(position_of(range.start), position_of(range.end), encoding)
}

/// The position of a byte offset.
pub(crate) fn position_at(text: &Text, offset: usize, encoding: Encoding) -> Position {
    let at = text.position(offset, encoding);
    Position::new(u32::try_from(at.line).unwrap_or(u32::MAX), u32::try_from(at.column).unwrap_or(u32::MAX))
}

/// The range of a span.
pub(crate) fn range_of(text: &Text, span: Span, encoding: Encoding) -> Range {
    Range::new(position_at(text, span.start, encoding), position_at(text, span.end, encoding))
}
