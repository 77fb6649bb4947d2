//! The skills that an agent names in its `skills`, and which skill a host takes a name for.

use std::path::Path;

use crate::catalog::{Candidate, OwnPackages, View};
use crate::document::Document;
use crate::document::tools::{ToolEntry, tools};

/// The entries of `skills`, which is cut as a list of tools is.
pub(crate) fn named(document: &Document) -> Vec<ToolEntry> {
    document.field("skills").map(|field| tools(&document.text, &field.value).entries).unwrap_or_default()
}

/// The package in which an agent lies, by name.
pub(crate) fn package_of<'a>(own: &'a OwnPackages, host: &str, path: &Path) -> Option<&'a str> {
    let (folder, _) = own.around(path)?;
    own.of(host).iter().find(|package| package.path == folder).map(|package| &*package.name)
}

/// The skill that a name means: the one that is called so, the one of the agent's own package, or the first of any
/// package.
pub(crate) fn meant<'a>(view: &'a View, package: Option<&str>, name: &str) -> Option<&'a Candidate> {
    let called = |wanted: &str| view.candidates.iter().find(|it| &*it.id == wanted);
    let shown = || view.candidates.iter().find(|it| it.reading.name.as_deref() == Some(name));
    let in_package = || called(&format!("{}:{name}", package?));
    let end = format!(":{name}");
    let in_any = || view.candidates.iter().find(|it| it.id.ends_with(&end));
    called(name).or_else(in_package).or_else(in_any).or_else(shown)
}
