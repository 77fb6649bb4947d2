//! Text: byte spans, edits, and the one place where bytes become lines and columns.

mod device;
mod edit;
mod position;
mod slashed;
mod span;
mod worded;

pub(crate) use device::is_device;
pub use edit::{Edit, apply};
pub use position::{Encoding, Position, Text};
pub(crate) use slashed::slashed;
pub use span::Span;
pub(crate) use worded::worded;
