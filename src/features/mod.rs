//! What an editor or a person can ask: one file per question; plain structs as answers.

pub mod changes;
pub mod completion;
mod context;
pub mod list;
pub mod profile;
#[cfg(test)]
pub(crate) mod testing;
pub mod why;

pub use context::{Context, Listings};
