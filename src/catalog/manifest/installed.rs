//! The list of installed packages.

use serde_json::Value as Json;

use crate::catalog::manifest::keys::{FIRST_RECORD, RECORD};
use crate::catalog::manifest::name::dependency;
use crate::catalog::manifest::refusal;
use crate::catalog::manifest::walk::Walk;
use crate::hosts::Host;
use crate::settings::Node;

/// What is wrong with the list of installed packages, if something is: then none of them counts. The second version has
/// a list for each package, one entry for each scope, the first version a single entry.
pub fn wrong_in_installed(host: &Host, list: &Json) -> Option<String> {
    let version = list.get("version").and_then(Json::as_u64);
    if !matches!(version, Some(1 | 2)) {
        return Some("its `version` is neither 1 nor 2".to_owned());
    }
    let has_form = |value: &Json, object| {
        let mut walk = Walk::new(host);
        walk.root(object, &Node::of(value));
        refusal(walk.faults).is_none()
    };
    let is_right = |value: &Json| match version {
        Some(1) => has_form(value, &FIRST_RECORD),
        _ => value.as_array().is_some_and(|records| records.iter().all(|record| has_form(record, &RECORD))),
    };
    let Some(plugins) = list.get("plugins").and_then(Json::as_object) else {
        return Some("`plugins` is missing".to_owned());
    };
    let is_id = |id: &&String| id.contains('@') && dependency(&Json::from(id.as_str())).is_some();
    let found = plugins.iter().find(|(id, value)| is_id(id) && !is_right(value));
    found.map(|(id, _)| format!("`{id}` does not have the form it must have"))
}
