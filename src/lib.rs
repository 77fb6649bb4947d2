//! skill-lsp: what is wrong with a set of Agent Skills, who wins a name in which agent, and what the model sees.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod catalog;
pub mod checks;
pub mod cli;
pub mod config;
pub mod disk;
pub mod document;
pub mod features;
pub mod hosts;
pub mod listing;
pub mod text;
pub mod workspace;
