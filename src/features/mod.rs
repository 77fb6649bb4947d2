//! What an editor or a person can ask: one file per question; plain structs as answers.

pub mod actions;
pub mod allowance;
pub mod always;
pub mod called;
pub mod changes;
pub mod completion;
mod context;
pub mod creation;
pub mod definition;
pub mod deletion;
pub mod explain;
pub mod fixing;
pub mod folding;
pub mod granted;
pub mod highlight;
pub mod hover;
pub mod inlay;
pub mod lens;
pub mod links;
pub mod list;
mod location;
pub mod meant;
mod measure;
pub mod mention_files;
pub mod mentions;
pub mod named_hosts;
pub mod offer;
pub mod opened;
pub mod page;
pub mod permission;
pub mod pins;
pub mod profile;
pub mod prompt;
#[cfg(test)]
mod properties;
pub mod references;
pub mod rename;
pub mod sample;
pub mod selection;
pub mod show;
pub mod skill_file;
pub mod subject;
pub mod switching;
pub mod symbols;
#[cfg(test)]
pub(crate) mod testing;
pub mod tokens;
mod tool_readers;
pub mod toolbox;
pub mod usage;
pub mod used_commands;
pub mod verdict;
pub mod why;
pub mod workspace_symbols;

pub use context::{Context, Lazily, Listings};
pub use location::Location;
