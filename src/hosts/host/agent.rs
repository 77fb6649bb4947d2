//! The agents of a host: who asks for skills, and whose permissions count.

use super::{KeyFact, SettingsRule};

form! {
    /// Agents that settings describe, each with permissions of its own.
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

    /// Where agents are described that a skill can hand work to.
    pub struct AgentPlaces {
        /// The host's own agents.
        pub own: Vec<KeyFact>,
        /// Folders of Markdown files, one for each agent, the strongest first; as files of settings are written.
        pub folders: Vec<SettingsRule>,
        /// Files lie at any depth in these folders, not only right in them.
        pub deep: bool,
        /// How the names of these files end; `.md` when nothing is said.
        pub ending: Option<String>,
        /// Fields without which a file is no agent. Of those of plugins none is needed.
        pub required: Vec<String>,
        /// Signs that no name of an agent may have, except those of plugins.
        pub not_in_names: String,
        /// The folder of agents in a plugin; they are called `plugin:name`, those in folders of it
        /// `plugin:folder:name`.
        pub plugin_folder: Option<String>,
        /// The agent that runs a skill whose own is not there.
        pub fallback: Option<String>,
        /// Where this fact comes from.
        pub source: String,
    }
}
