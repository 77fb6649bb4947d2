//! What an editor or a person can ask: one file per question; plain structs as answers.

pub mod list;
pub mod profile;
pub mod why;
