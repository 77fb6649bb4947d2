//! The patterns that host data names, each compiled once.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use regex::Regex;

pub(super) fn breaks(pattern: &str, name: &str) -> bool {
    static COMPILED: Mutex<BTreeMap<String, Option<Regex>>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let regex = compiled.entry(pattern.to_owned()).or_insert_with(|| Regex::new(pattern).ok());
    regex.as_ref().is_some_and(|regex| !regex.is_match(name))
}
