//! Text: byte spans, edits, and the one place where bytes become lines and columns.

mod edit;
mod position;
mod span;
mod worded;

pub use edit::{Edit, apply};
pub use position::{Encoding, Position, Text};
pub use span::Span;
pub(crate) use worded::worded;
