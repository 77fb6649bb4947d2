//! What an editor or a person can ask: one file per question; plain structs as answers.

pub mod actions;
pub mod changes;
mod context;
pub mod creation;
pub mod deletion;
pub mod explain;
pub mod folding;
pub mod list;
pub mod mending;
pub mod nearest;
pub mod profile;
pub mod prompt;
#[cfg(test)]
mod properties;
pub mod selection;
#[cfg(test)]
pub(crate) mod testing;
pub mod tokens;
pub mod why;

pub use context::{Context, Listings};
