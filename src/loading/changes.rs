//! What loading a skill changes beside the talk: tools, model, effort, where it runs.

use crate::catalog::{Frontmatter, Reading};
use crate::hosts::Host;

/// What the host does differently while a skill is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Tools that may be used without asking.
    pub allowed_tools: Vec<String>,
    /// Tools that are taken away.
    pub disallowed_tools: Vec<String>,
    /// Another model.
    pub model: Option<String>,
    /// How hard it thinks.
    pub effort: Option<String>,
    /// Whether the skill runs in an agent of its own, which sees nothing of the talk.
    pub fork: bool,
    /// The agent that it runs in.
    pub agent: Option<String>,
    /// The events for which it brings hooks.
    pub hooks: Vec<String>,
    /// The shell in which its commands run.
    pub shell: Option<String>,
}

impl Changes {
    /// The changes, one phrase each: what, and to what.
    pub fn phrases(&self) -> Vec<(&'static str, String)> {
        let list = |tools: &[String]| (!tools.is_empty()).then(|| tools.join(", "));
        let fork = self.fork.then(|| match &self.agent {
            Some(agent) => format!("a fork, with the agent `{agent}`"),
            None => "a fork".to_owned(),
        });
        [
            ("allowed tools", list(&self.allowed_tools)),
            ("disallowed tools", list(&self.disallowed_tools)),
            ("model", self.model.clone()),
            ("effort", self.effort.clone()),
            ("runs in", fork),
            ("hooks", list(&self.hooks)),
            ("shell", self.shell.clone()),
        ]
        .into_iter()
        .filter_map(|(what, value)| Some((what, value?)))
        .collect()
    }
}

/// What the fields change that the host knows.
pub(super) fn changes(host: &Host, frontmatter: &Frontmatter<'_>, reading: &Reading) -> Changes {
    let knows = |key: &str| host.fields.iter().any(|field| field.key == key);
    let text = |key: &str| frontmatter.text(key).filter(|_| knows(key)).map(|text| text.trim().to_owned());
    let text = |key: &str| text(key).filter(|text| !text.is_empty());
    let fork = text("context").is_some_and(|context| context == "fork");
    Changes {
        allowed_tools: reading.allowed_tools.iter().map(ToString::to_string).collect(),
        disallowed_tools: if knows("disallowed-tools") { frontmatter.tools("disallowed-tools") } else { Vec::new() },
        model: text("model").filter(|model| !model.eq_ignore_ascii_case("inherit")),
        effort: frontmatter.word("effort").filter(|_| knows("effort")),
        fork,
        agent: text("agent").filter(|_| fork),
        hooks: if knows("hooks") { frontmatter.keys("hooks") } else { Vec::new() },
        shell: text("shell"),
    }
}
