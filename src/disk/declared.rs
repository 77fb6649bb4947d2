//! Looks for what exists around the skills: the files that name servers, agents and rules.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::{Declared, Environment, Files, Package, Reach};
use crate::disk::files::RealFiles;
use crate::disk::reach::settings_text;
use crate::disk::settings::controls;
use crate::hosts::Host;

/// What exists around the skills, seen by some hosts.
pub fn declared(hosts: &[Arc<Host>], environment: &Environment) -> Declared {
    let packages = |host: &Host| -> Vec<Package> {
        let is_asked = host.servers.plugins.is_some() || !host.owns_manifests.is_empty();
        if is_asked { controls(host, environment).packages } else { Vec::new() }
    };
    Declared::read(hosts, &packages, environment, &LargeFiles(&environment.reach))
}

/// The real file system, for settings: agents keep long histories in theirs.
struct LargeFiles<'a>(&'a Reach);

impl Files for LargeFiles<'_> {
    fn beneath(&self) -> Option<&dyn Files> {
        Some(&RealFiles)
    }

    fn text(&self, path: &Path) -> Option<String> {
        settings_text(self.0, path).ok()
    }

    fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        self.text(path).map(String::into_bytes)
    }
}
