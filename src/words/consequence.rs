//! What happens in which host, in one line: "Copilot CLI skips the skill; Claude Code and Codex repair it".

use std::borrow::Borrow;
use std::fmt::Display;

use crate::hosts::Host;
use crate::words::{add_to, capitalized, shortened};

/// What one or several hosts do: "skips the skill", "skip the skill".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    one: String,
    many: String,
    /// Whether the skill, or all that it says of itself, is lost by it.
    loses_skill: bool,
}

impl Deed {
    /// The words for one host, and for several.
    pub(crate) fn new(one: impl Into<String>, many: impl Into<String>) -> Deed {
        Deed { one: one.into(), many: many.into(), loses_skill: false }
    }

    /// A verb that takes an `s` for one host, and what it does.
    pub(crate) fn of(verb: &str, what: impl Display) -> Deed {
        Deed::new(format!("{verb}s {what}"), format!("{verb} {what}"))
    }

    /// It does not load the skill.
    pub(crate) fn skips() -> Deed {
        Deed::of("skip", "the skill").losing_skill()
    }

    /// It loads the skill, and the model never hears of it.
    pub(crate) fn unlisted() -> Deed {
        Deed::new("does not list the skill", "do not list the skill").losing_skill()
    }

    /// The same, where the skill is lost by it: dropped, not listed, or loaded without what it says of itself.
    pub(crate) fn losing_skill(self) -> Deed {
        Deed { loses_skill: true, ..self }
    }
}

/// What the hosts do, grouped, in one line, with the ids of the hosts that are named in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Consequence {
    /// The line, without a full stop; empty when there is nothing to say.
    pub(crate) text: String,
    /// The ids of the hosts in it.
    pub(crate) hosts: Vec<String>,
    /// Whether a host for which the author writes loses the skill: then the finding is an error.
    pub(crate) loses_skill: bool,
}

impl Consequence {
    /// The same, with what hosts do for which the author does not write: it makes nothing worse.
    pub(crate) fn and_elsewhere(self, elsewhere: Consequence) -> Consequence {
        let texts = [self.text, elsewhere.text];
        let text = texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ");
        Consequence { text, hosts: [self.hosts, elsewhere.hosts].concat(), loses_skill: self.loses_skill }
    }
}

/// Groups what the hosts do: equal deeds are said once, those first that lose the skill, then in the order in which
/// they are first met.
pub(crate) fn of_deeds<'a, H: Borrow<Host> + 'a>(deeds: impl IntoIterator<Item = (&'a H, Deed)>) -> Consequence {
    let mut groups: Vec<(Deed, Vec<&Host>)> = Vec::new();
    for (host, deed) in deeds {
        let host = host.borrow();
        add_to(&mut groups, deed, host);
    }
    groups.sort_by_key(|(deed, _)| !deed.loses_skill);
    let parts: Vec<String> = groups
        .iter()
        .map(|(deed, hosts)| {
            let names: Vec<&str> = hosts.iter().map(|host| host.name.as_str()).collect();
            let words = if let [_] = names.as_slice() { &deed.one } else { &deed.many };
            // Who reads agents does with them what others do with skills.
            let reads_agents = hosts.iter().any(|host| host.reads_agents());
            let words = if reads_agents { words.replace("the skill", "the agent") } else { words.clone() };
            format!("{} {words}", shortened(&names))
        })
        .collect();
    let hosts = groups.iter().flat_map(|(_, hosts)| hosts.iter().map(|host| host.id.clone())).collect();
    let loses_skill = groups.iter().any(|(deed, _)| deed.loses_skill);
    Consequence { text: capitalized(&parts.join("; ")), hosts, loses_skill }
}
