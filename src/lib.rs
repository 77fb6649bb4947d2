//! skill-lsp: what is wrong with a set of Agent Skills, who wins a name in which agent, and what the model sees.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod document;
pub mod text;
