//! The language server, driven over its pipes as an editor drives it: real files, a real process.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    unreachable_pub,
    reason = "a test may stop at the first thing amiss"
)]

#[path = "server/actions.rs"]
mod actions;
#[path = "server/agreement.rs"]
mod agreement;
#[path = "hosts/case.rs"]
#[allow(dead_code, reason = "the trees are used here, not what the hosts listed")]
mod case;
#[path = "server/client.rs"]
mod client;
#[path = "server/commands.rs"]
mod commands;
#[path = "server/completion.rs"]
mod completion;
#[path = "server/diagnostics.rs"]
mod diagnostics;
#[path = "server/fields.rs"]
mod fields;
#[cfg(unix)]
#[path = "server/files.rs"]
mod files;
#[path = "server/hints.rs"]
mod hints;
#[cfg(unix)]
mod hostile;
#[path = "server/lifecycle.rs"]
mod lifecycle;
#[path = "server/manners.rs"]
mod manners;
#[path = "server/navigation.rs"]
mod navigation;
#[path = "server/rename.rs"]
mod rename;
#[path = "server/storm.rs"]
mod storm;
#[path = "server/touched.rs"]
mod touched;
#[path = "hosts/tree.rs"]
mod tree;
#[path = "server/watching.rs"]
mod watching;
