//! The language server, driven over its pipes as an editor drives it: real files, a real process.

mod actions;
mod agents;
#[cfg(unix)]
mod agreement;
pub(crate) mod client;
pub(crate) mod commands;
mod completion;
mod diagnostics;
mod fields;
#[cfg(unix)]
mod files;
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
