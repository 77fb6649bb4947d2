//! The language server, driven over its pipes as an editor drives it: real files, a real process.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "server/actions.rs"]
mod actions;
#[path = "server/client.rs"]
mod client;
#[path = "server/commands.rs"]
mod commands;
#[path = "server/lifecycle.rs"]
mod lifecycle;
