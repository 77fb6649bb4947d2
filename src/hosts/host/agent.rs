//! The agents of a host: who asks for skills, and whose permissions count.

use serde::{Deserialize, Serialize};

/// Agents that settings describe, each with permissions of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct AgentRule {
    /// The keys that map an agent's name to what is said of it; the last is the strongest.
    pub keys: Vec<String>,
    /// The key that names the agent a session begins with.
    pub first: Option<String>,
    /// The host's own agents with which a session may begin, in the order in which they are tried.
    pub own: Vec<String>,
    /// The host's own agents with which none begins.
    pub helpers: Vec<String>,
    /// Where this fact comes from.
    pub source: String,
}
