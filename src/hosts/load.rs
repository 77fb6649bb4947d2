//! The hosts that are known: the built-in ones, and those that the settings add.

use std::sync::Arc;

use crate::hosts::Host;
use crate::text::Span;

/// All known hosts, in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    hosts: Vec<Arc<Host>>,
}

/// What is wrong with a host description, at its place in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError {
    /// Where, in the text it was read from.
    pub span: Span,
    /// What.
    pub message: String,
}

impl Hosts {
    /// The host with this id.
    pub fn get(&self, id: &str) -> Option<&Arc<Host>> {
        self.hosts.iter().find(|host| host.id == id)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Host>> {
        self.hosts.iter()
    }

    /// The host or hosts whose own folder this root is (`.claude/skills`: claude-code). Empty when nobody's.
    /// A path that ends in, or lies below, one of the `owns` of a host counts.
    pub fn owners(&self, root: &std::path::Path) -> Vec<&Arc<Host>> {
        let _ = root;
        Vec::new()
    }

    /// Adds or replaces a host given as TOML in the same form as the built-in ones; `extends = "id"` starts
    /// from another host's data.
    pub fn add(&mut self, id: &str, table: toml::Table) -> Result<(), HostError> {
        let _ = (id, table);
        Ok(())
    }
}

/// The built-in hosts.
pub fn builtin() -> Hosts {
    Hosts::default()
}
