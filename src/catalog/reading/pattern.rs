//! The patterns that host data names, each compiled once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use regex::Regex;

/// Whether a name does not match a pattern.
pub(crate) fn breaks(pattern: &str, name: &str) -> bool {
    compiled(pattern).is_some_and(|regex| !regex.is_match(name))
}

fn compiled(pattern: &str) -> Option<Arc<Regex>> {
    static COMPILED: Mutex<BTreeMap<String, Option<Arc<Regex>>>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    match compiled.get(pattern) {
        Some(known) => known.clone(),
        None => compiled.entry(pattern.to_owned()).or_insert(Regex::new(pattern).ok().map(Arc::new)).clone(),
    }
}
