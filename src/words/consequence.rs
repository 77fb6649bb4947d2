//! What happens in which host, in one line: "Claude Code and Codex repair it; Copilot CLI skips the skill".

use std::borrow::Borrow;
use std::fmt::Display;

use crate::hosts::Host;
use crate::words::{add_to, capitalized, shortened};

/// What one or several hosts do: "skips the skill", "skip the skill".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    one: String,
    many: String,
}

impl Deed {
    /// The words for one host, and for several.
    pub(crate) fn new(one: impl Into<String>, many: impl Into<String>) -> Deed {
        Deed { one: one.into(), many: many.into() }
    }

    /// A verb that takes an `s` for one host, and what it does.
    pub(crate) fn of(verb: &str, what: impl Display) -> Deed {
        Deed { one: format!("{verb}s {what}"), many: format!("{verb} {what}") }
    }

    /// It does not load the skill.
    pub(crate) fn skips() -> Deed {
        Deed::of("skip", "the skill")
    }
}

/// What the hosts do, grouped, in one line, with the ids of the hosts that are named in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Consequence {
    /// The line, without a full stop; empty when there is nothing to say.
    pub(crate) text: String,
    /// The ids of the hosts in it.
    pub(crate) hosts: Vec<String>,
}

/// Groups what the hosts do: equal deeds are said once, in the order in which they are first met.
pub(crate) fn of_deeds<'a, H: Borrow<Host> + 'a>(deeds: impl IntoIterator<Item = (&'a H, Deed)>) -> Consequence {
    let mut groups: Vec<(Deed, Vec<&Host>)> = Vec::new();
    for (host, deed) in deeds {
        let host = host.borrow();
        add_to(&mut groups, deed, host);
    }
    let parts: Vec<String> = groups
        .iter()
        .map(|(deed, hosts)| {
            let names: Vec<&str> = hosts.iter().map(|host| host.name.as_str()).collect();
            let words = if let [_] = names.as_slice() { &deed.one } else { &deed.many };
            format!("{} {words}", shortened(&names))
        })
        .collect();
    let hosts = groups.iter().flat_map(|(_, hosts)| hosts.iter().map(|host| host.id.clone())).collect();
    Consequence { text: capitalized(&parts.join("; ")), hosts }
}
