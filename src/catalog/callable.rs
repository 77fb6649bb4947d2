//! The names by which skills can be called, in order, so that those with a given beginning are found at once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::catalog::{Catalog, Status};
use crate::hosts::Host;

/// The names of all skills that some host can load.
#[derive(Debug, Default)]
pub struct Callable {
    /// Sorted by name; with each, the hosts that know it.
    names: Vec<(Arc<str>, Eyes)>,
}

/// A set of hosts, by the numbers of their views. A view beyond the last bit counts as seeing everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eyes(u64);

impl Eyes {
    /// The eyes of some hosts.
    pub fn of(catalog: &Catalog, hosts: &[Arc<Host>]) -> Eyes {
        let is_asked = |id: &str| hosts.iter().any(|host| host.id == id);
        let views = catalog.views().iter().enumerate().filter(|(_, view)| is_asked(&view.host.id));
        views.fold(Eyes::default(), |eyes, (index, _)| eyes.with(index))
    }

    fn with(self, view: usize) -> Eyes {
        Eyes(self.0 | u32::try_from(view).ok().and_then(|view| 1_u64.checked_shl(view)).unwrap_or(u64::MAX))
    }

    fn meet(self, other: Eyes) -> bool {
        self.0 & other.0 != 0
    }
}

impl Callable {
    /// The names in a catalogue.
    pub fn new(catalog: &Catalog) -> Callable {
        let mut seen: HashMap<Arc<str>, Eyes> = HashMap::new();
        for (index, view) in catalog.views().iter().enumerate() {
            for candidate in view.candidates.iter().filter(|it| is_callable(it.verdict.status)) {
                let eyes = seen.entry(candidate.id.clone()).or_default();
                *eyes = eyes.with(index);
            }
        }
        let mut names: Vec<(Arc<str>, Eyes)> = seen.into_iter().collect();
        names.sort_unstable_by(|left, right| left.0.cmp(&right.0));
        Callable { names }
    }

    /// The names with this beginning that at least one of these hosts knows, in order.
    pub fn starting_with<'a>(&'a self, beginning: &'a str, eyes: Eyes) -> impl Iterator<Item = &'a Arc<str>> {
        let first = self.names.partition_point(|(name, _)| &**name < beginning);
        let rest = self.names.get(first..).unwrap_or_default();
        let matching = rest.iter().take_while(move |(name, _)| name.starts_with(beginning));
        matching.filter(move |(_, known)| known.meet(eyes)).map(|(name, _)| name)
    }
}

/// Whether a host would load a skill in this status when someone calls it by name.
pub fn is_callable(status: Status) -> bool {
    match status {
        Status::Active | Status::Ambiguous | Status::Hidden | Status::Conditional => true,
        Status::Shadowed | Status::Disabled | Status::Skipped | Status::Unread => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_and_a_host() {
        let names = [("deploy", 0), ("deploy-app", 1), ("depot", 0), ("zip", 0)];
        let names = names.map(|(name, view)| (Arc::from(name), Eyes::default().with(view)));
        let callable = Callable { names: names.to_vec() };
        let ask = |beginning: &str, view: usize| -> Vec<String> {
            callable.starting_with(beginning, Eyes::default().with(view)).map(|name| name.to_string()).collect()
        };
        assert_eq!(ask("dep", 0), ["deploy", "depot"]);
        assert_eq!(ask("deploy", 1), ["deploy-app"]);
        assert_eq!(ask("", 0), ["deploy", "depot", "zip"]);
        assert_eq!(ask("x", 0), Vec::<String>::new());
        assert_eq!(Eyes::default().with(99), Eyes(u64::MAX));
    }
}
