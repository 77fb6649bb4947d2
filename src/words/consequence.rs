//! What happens in which host, in one line: "Copilot CLI skips the skill; Claude Code and Codex repair it".

use std::fmt::Display;
use std::sync::Arc;

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

    /// What it would be where the host looked: "would skip the skill".
    fn imagined(self) -> Deed {
        if self.many.starts_with("would ") {
            return self;
        }
        let would = match self.many.split_once(' ') {
            Some(("are", what)) => format!("would be {what}"),
            Some(("may", what)) => format!("might {what}"),
            Some(("do", what)) if what.starts_with("not ") => format!("would {what}"),
            _ => format!("would {}", self.many),
        };
        Deed { one: would.clone(), many: would, ..self }
    }
}

/// Who does something with a skill.
pub(crate) trait Doer {
    /// The host.
    fn host(&self) -> &Host;

    /// Whether it never reads the folder in which the skill lies: it only would.
    fn is_stranger(&self) -> bool {
        false
    }
}

impl Doer for Host {
    fn host(&self) -> &Host {
        self
    }
}

impl Doer for Arc<Host> {
    fn host(&self) -> &Host {
        self
    }
}

impl<D: Doer> Doer for &D {
    fn host(&self) -> &Host {
        (**self).host()
    }

    fn is_stranger(&self) -> bool {
        (**self).is_stranger()
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
pub(crate) fn of_deeds<'a, D: Doer + 'a>(deeds: impl IntoIterator<Item = (&'a D, Deed)>) -> Consequence {
    let mut groups: Vec<(Deed, Vec<&Host>)> = Vec::new();
    for (doer, deed) in deeds {
        add_to(&mut groups, if doer.is_stranger() { deed.imagined() } else { deed }, doer.host());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_host_would_do() {
        let would = |deed: Deed| deed.imagined().one;
        assert_eq!(would(Deed::skips()), "would skip the skill");
        assert_eq!(would(Deed::unlisted()), "would not list the skill");
        assert_eq!(would(Deed::new("passes over it", "pass over it")), "would pass over it");
        assert_eq!(would(Deed::new("is wrong", "are wrong")), "would be wrong");
        assert_eq!(would(Deed::new("may load no skill", "may load no skill")), "might load no skill");
        assert_eq!(would(Deed::new("would skip it", "would skip it")), "would skip it");
    }
}
