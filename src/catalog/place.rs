//! The concrete roots of a host, in load order, for one environment.

use std::path::PathBuf;

use crate::catalog::{Controls, Environment};
use crate::hosts::{Host, Layout, Scope, Walk};

/// One folder that a host looks into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder. Absolute; it may not exist.
    pub path: PathBuf,
    /// Its scope.
    pub scope: Scope,
    /// What lies in it.
    pub layout: Layout,
    /// How it is walked.
    pub walk: Walk,
    /// What the listing calls it (`user`, `project`, `plugin`).
    pub source: String,
    /// The index of the rule in `host.roots` that yields it.
    pub rule: usize,
    /// The plugin whose folder it is: its name prefixes the ids.
    pub plugin: Option<String>,
    /// For added and nested folders: the folder that stands before the colon when a name clashes
    /// (the path relative to the working directory, or the folder's own name).
    pub prefix: Option<String>,
    /// Read only once a file was touched there.
    pub later: bool,
    /// No file was touched there yet, so the host has not read it: its skills wait.
    pub waiting: bool,
}

/// The folders that `host` looks into, in load order, whether they exist or not; a folder is named once.
pub fn places(host: &Host, environment: &Environment, controls: &Controls) -> Vec<Place> {
    let _ = (host, environment, controls);
    Vec::new()
}
