//! What an editor or a person can ask: one file per question; plain structs as answers.

pub mod arguments;
pub mod called;
pub mod changes;
pub mod completion;
mod context;
pub mod definition;
pub mod highlight;
pub mod hover;
pub mod inlay;
pub mod lens;
pub mod links;
pub mod list;
mod location;
mod measure;
pub mod mention_files;
pub mod mentions;
pub mod page;
pub mod profile;
pub mod references;
pub mod rename;
pub mod subject;
pub mod symbols;
#[cfg(test)]
pub(crate) mod testing;
mod verdict;
pub mod why;
pub mod workspace_symbols;

pub use context::{Context, Listings};
pub use location::Location;
