//! What a skill may do in a host without asking: its entries, and what the settings make of them.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::document::Document;
use crate::document::tools::{is_tool_field, tools};
use crate::features::granted::{Granted, Setting, granted};
use crate::features::toolbox::{ToolRuleAt, rules};
use crate::grants::List;
use crate::knowledge::fields::fact;

/// What a skill may do in one host. The names of the fields are those of `tools --skill --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Allowance {
    /// The host's id.
    pub host: String,
    /// The skill's file. Absolute.
    pub path: PathBuf,
    /// Whether the host reads `allowed-tools` at all.
    pub reads_allowed_tools: bool,
    /// What it allows.
    pub allowed: Vec<Granted>,
    /// What it takes away.
    pub disallowed: Vec<Granted>,
    /// All rules of the settings about tools.
    pub settings: Vec<ToolRuleAt>,
}

/// What the skill in a file may do in a host.
pub fn allowance(setting: &Setting<'_>, path: &Path, document: &Document) -> Allowance {
    let Setting { host, declared, .. } = *setting;
    let mut allowance = Allowance {
        host: host.id.clone(),
        path: path.to_owned(),
        reads_allowed_tools: fact(host, "allowed-tools").is_some(),
        allowed: Vec::new(),
        disallowed: Vec::new(),
        settings: rules(host, declared),
    };
    let fields = document.fields.iter().filter(|field| is_tool_field(&field.key) && fact(host, &field.key).is_some());
    for field in fields {
        let list = List::of_field(&field.key);
        let entries = tools(&document.text, &field.value).entries;
        let read = entries.iter().map(|entry| granted(setting, &entry.text, list));
        match list {
            List::Allow => allowance.allowed.extend(read),
            List::Deny => allowance.disallowed.extend(read),
        }
    }
    allowance
}
