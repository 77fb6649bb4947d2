//! What an editor or a person can ask: one file per question; plain structs as answers.

pub mod arguments;
pub mod changes;
pub mod completion;
mod context;
pub mod hover;
pub mod inlay;
pub mod lens;
pub mod list;
mod measure;
pub mod page;
pub mod profile;
#[cfg(test)]
pub(crate) mod testing;
mod verdict;
pub mod why;

pub use context::{Context, Listings};
