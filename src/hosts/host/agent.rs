//! The agents of a host: who asks for skills, and whose permissions count.

use super::{
    Consequence, DescriptionRule, FieldFact, HookRule, Host, IdSource, IdentityRule, KeyFact, MissingDescription,
    PlaceholderRule, Reserved, SettingsRule,
};

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
        /// Folders of agents that are the host's own (`.claude/agents`), as the ends of paths.
        pub owns: Vec<String>,
        /// The fields that it knows in the file of an agent. Where there are none nobody has looked, and nothing is said
        /// about such files.
        pub fields: Vec<FieldFact>,
        /// How the names of files end that are written for other programs, though this one reads them too.
        pub for_others: Vec<String>,
        /// Those of the fields that it passes over in the agents of a plugin.
        pub not_in_plugins: Vec<String>,
        /// The longest name, in characters.
        pub max_length: Option<usize>,
        /// The agent that runs a skill whose own is not there.
        pub fallback: Option<String>,
        /// Where this fact comes from.
        pub source: String,
    }
}

impl Host {
    /// Whether it is looked at as a reader of agents: it looks for skills nowhere.
    pub fn reads_agents(&self) -> bool {
        self.roots.is_empty() && !self.agents.fields.is_empty()
    }

    /// The same program as it reads the file of an agent, in a plugin or in a folder of its own; `None` where nobody has
    /// looked. What a host does with such a file is said in the words that say what it does with a skill.
    pub fn for_agents(&self, is_of_plugin: bool) -> Option<Host> {
        let rule = &self.agents;
        let is_read = |field: &&FieldFact| !(is_of_plugin && rule.not_in_plugins.contains(&field.key));
        let fields: Vec<FieldFact> = rule.fields.iter().filter(is_read).cloned().collect();
        if fields.is_empty() {
            return None;
        }
        let mut host = Host { fields, ..self.clone() };
        let refused = if is_of_plugin { Consequence::None } else { Consequence::Skipped };
        let lost = if is_of_plugin { Consequence::Empty } else { Consequence::Skipped };
        (host.fence.missing, host.yaml.broken) = (lost, lost);
        host.identity = IdentityRule {
            id: if is_of_plugin { IdSource::NameOrFolder } else { IdSource::Name },
            name_missing: refused,
            name_not_text: refused,
            pattern: (!is_of_plugin).then(|| format!("^[^-{0}][^{0}]*$", rule.not_in_names)),
            pattern_broken: refused,
            max_length: rule.max_length,
            too_long: if is_of_plugin { Consequence::Ignored } else { Consequence::Skipped },
            ..IdentityRule::default()
        };
        let missing = if is_of_plugin { MissingDescription::Kept } else { MissingDescription::Skipped };
        host.description =
            DescriptionRule { missing, empty: missing, not_scalar: missing, ..DescriptionRule::default() };
        (host.reserved, host.placeholders) = (Reserved::default(), PlaceholderRule::default());
        (host.hooks, host.roots) = (HookRule::default(), Vec::new());
        Some(host)
    }
}
