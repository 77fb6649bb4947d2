//! The language server, driven over its pipes as an editor drives it: real files, a real process.

mod actions;
mod agents;
// The trees among the tests have links and the paths of Unix.
#[cfg(unix)]
mod agreement;
pub(crate) mod client;
pub(crate) mod commands;
mod completion;
mod diagnostics;
mod fields;
// Compares paths as text, as Unix writes them.
#[cfg(unix)]
mod files;
mod following;
mod hints;
mod lifecycle;
mod manifests;
mod manners;
mod navigation;
mod packages;
mod places;
mod rename;
pub(crate) mod storm;
mod toggling;
mod touched;
mod watching;
