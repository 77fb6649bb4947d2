//! The hosts whose tools and ways count for a list of tools.

use crate::features::Context;
use crate::hosts::Host;
use crate::knowledge::fields::fact;

/// The hosts that the author writes for and that read the field. Where only hosts without tools of their own do, all
/// whose ways with entries are known.
pub(crate) fn tool_readers<'a>(context: &Context<'a>, key: &str) -> Vec<&'a Host> {
    let own: Vec<&Host> = context.hosts.iter().map(AsRef::as_ref).filter(|host| fact(host, key).is_some()).collect();
    if own.is_empty() || own.iter().any(|host| !host.tools.is_empty()) {
        return own;
    }
    let knows = |host: &&Host| host.tool_rules.is_some() && fact(host, key).is_some();
    context.config.known_hosts.real().map(AsRef::as_ref).filter(knows).collect()
}
