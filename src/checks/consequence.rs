//! What happens in which host, in one line: "Claude Code and Codex repair it; Copilot CLI skips the skill".

use crate::catalog::BlockState;
use crate::checks::{Grade, Judge};
use crate::hosts::Host;

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

    /// It does not load the skill.
    pub(crate) fn skips() -> Deed {
        Deed::new("skips the skill", "skip the skill")
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
pub(crate) fn of_deeds<'a>(deeds: impl IntoIterator<Item = (&'a Host, Deed)>) -> Consequence {
    let mut groups: Vec<(Deed, Vec<&Host>)> = Vec::new();
    for (host, deed) in deeds {
        match groups.iter_mut().find(|(known, _)| *known == deed) {
            Some((_, hosts)) => hosts.push(host),
            None => groups.push((deed, vec![host])),
        }
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

/// The text with a capital: a host's name may start with "the".
pub(crate) fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

/// What the judges make of a block that is not as it should be, and how grave that is: severe when one of them
/// drops the skill or loses its fields.
pub(crate) fn of_block(judges: &[Judge<'_>]) -> (Consequence, Grade) {
    let consequence = of_deeds(judges.iter().filter_map(|judge| Some((judge.host.as_ref(), block_deed(judge)?))));
    let grade = if judges.iter().any(loses_block) { Grade::Severe } else { Grade::Mild };
    (consequence, grade)
}

/// Whether a host does not get at the fields: it refuses the skill for its block, or takes the block for nothing.
pub(crate) fn loses_block(judge: &Judge<'_>) -> bool {
    matches!(judge.reading.block, BlockState::Absent | BlockState::Void)
}

fn block_deed(judge: &Judge<'_>) -> Option<Deed> {
    match judge.reading.block {
        BlockState::Read => None,
        BlockState::Repaired => Some(Deed::new("repairs it", "repair it")),
        BlockState::Absent | BlockState::Void if judge.reading.refusal.is_some() => Some(Deed::skips()),
        BlockState::Absent => Some(Deed::new("sees no frontmatter", "see no frontmatter")),
        BlockState::Void => Some(Deed::new("ignores the whole frontmatter", "ignore the whole frontmatter")),
    }
}

/// So many hosts are named one by one; of more, some, and how many others there are.
const NAMED: usize = 5;

/// `a, b and c`, or `a, b, c, d and 4 more`: the finding itself lists them all.
pub(crate) fn shortened(names: &[&str]) -> String {
    match names.split_at_checked(NAMED - 1) {
        Some((first, rest)) if rest.len() > 1 => format!("{} and {} more", first.join(", "), rest.len()),
        _ => enumeration(names),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn enumeration(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_in_a_sentence() {
        assert_eq!(enumeration(&[]), "");
        assert_eq!(enumeration(&["a"]), "a");
        assert_eq!(enumeration(&["a", "b"]), "a and b");
        assert_eq!(enumeration(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn many_names_are_counted() {
        assert_eq!(shortened(&["a", "b", "c", "d", "e"]), "a, b, c, d and e");
        assert_eq!(shortened(&["a", "b", "c", "d", "e", "f"]), "a, b, c, d and 2 more");
        assert_eq!(shortened(&[]), "");
    }
}
