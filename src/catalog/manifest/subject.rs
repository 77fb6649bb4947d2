//! Which files are manifests, and whose.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::hosts::Host;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// The manifest of a package.
    Package,
    /// The catalogue of a marketplace.
    Market,
}

/// A file as a host sees it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The host.
    pub host: Arc<Host>,
    /// What it is.
    pub sort: Sort,
    /// The folder of the package, or of the marketplace.
    pub folder: PathBuf,
    /// No other program has a file at such a place. Many have a `plugin.json` that is about something else.
    pub is_sure: bool,
}

/// The hosts for which the author of a manifest writes: those that are named and read it, or else those whose own it
/// is. None when the file is no manifest.
pub fn subjects<'a>(
    hosts: impl IntoIterator<Item = &'a Arc<Host>>,
    named: Option<&[String]>,
    path: &Path,
) -> Vec<Subject> {
    let is_real = |host: &&Arc<Host>| named.is_some_and(|ids| ids.contains(&host.id)) || !host.only_when_named;
    let mut met: Vec<(usize, bool, Subject)> = Vec::new();
    for host in hosts.into_iter().filter(is_real).filter(|host| host.packages.table.is_none()) {
        let manifests = host.packages.manifests.iter().map(|name| (name, Sort::Package));
        let catalogs = host.packages.stores.iter().flat_map(|store| &store.catalogs).map(|name| (name, Sort::Market));
        let ends = manifests.chain(catalogs).filter(|(name, _)| path.ends_with(name));
        let Some((name, sort)) = ends.max_by_key(|(name, _)| parts(name)) else { continue };
        let Some(folder) = path.ancestors().nth(parts(name)) else { continue };
        let is_own = host.owns_manifests.contains(name);
        let is_sure = parts(name) > 1 || !["plugin.json", "marketplace.json"].contains(&name.as_str());
        met.push((parts(name), is_own, Subject { host: host.clone(), sort, folder: folder.to_owned(), is_sure }));
    }
    // `.x/plugin.json` is no `plugin.json` of the folder `.x`.
    let longest = met.iter().map(|(length, ..)| *length).max().unwrap_or_default();
    met.retain(|(length, ..)| *length == longest);
    match named {
        Some(ids) => met.retain(|(_, _, subject)| ids.contains(&subject.host.id)),
        None => {
            let has_owner = met.iter().any(|(_, is_own, _)| *is_own);
            met.retain(|(_, is_own, _)| *is_own || !has_owner);
        }
    }
    met.into_iter().map(|(_, _, subject)| subject).collect()
}

/// What the manifests and catalogues of a host are called, without their folders.
pub fn file_names(host: &Host) -> impl Iterator<Item = OsString> {
    let catalogs = host.packages.stores.iter().flat_map(|store| &store.catalogs);
    host.packages.manifests.iter().chain(catalogs).filter_map(|name| Some(Path::new(name).file_name()?.to_owned()))
}

fn parts(name: &str) -> usize {
    Path::new(name).iter().count()
}
