//! The list of checks, and the one place where a finding gets its level and where suppressions count.

use std::path::Path;

use crate::checks::{CatalogContext, Check, Diagnostic, DocumentContext};
use crate::config::Config;
use crate::document::allow::Allow;

/// Every check, in the order of the tables.
pub static CHECKS: &[&Check] = &[];

/// The check with this id.
pub fn check(id: &str) -> Option<&'static Check> {
    CHECKS.iter().copied().find(|check| check.id == id)
}

/// The findings of the document checks, suppressions not yet applied (see [`finish`]).
pub fn diagnostics_of_document(context: &DocumentContext<'_>) -> Vec<Diagnostic> {
    let _ = context;
    Vec::new()
}

/// The findings of the catalogue checks.
pub fn diagnostics_of_catalog(context: &CatalogContext<'_>) -> Vec<Diagnostic> {
    let _ = context;
    Vec::new()
}

/// What remains of raw findings: levels set, suppressed ones taken out, unused suppressions added, in the order
/// of the text.
pub fn finish(path: &Path, allows: &[Allow], config: &Config, raw: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let _ = (path, allows, config);
    raw
}
