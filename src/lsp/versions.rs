//! The versions of hosts that are installed here: whoever shows them asks again with every change that is typed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::catalog::Environment;
use crate::hosts::{Host, Installed, InstalledRule};
use crate::project;

/// What was found is true for so long.
const KEPT: Duration = Duration::from_secs(60);

/// What was found, by the ids of the hosts.
#[derive(Default)]
pub(crate) struct Versions(Mutex<HashMap<String, Look>>);

/// A look for what is installed: when it was, by which rule, and what it found.
struct Look {
    when: Instant,
    rule: InstalledRule,
    found: Option<Installed>,
}

impl Versions {
    /// The version of a host that is installed here, looked for once a minute.
    pub(crate) fn of(&self, host: &Host, environment: &Environment) -> Option<Installed> {
        self.kept(host, Instant::now(), || project::installed(host, environment))
    }

    fn kept(&self, host: &Host, now: Instant, look: impl FnOnce() -> Option<Installed>) -> Option<Installed> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(&host.id) {
            // A host of the settings may have another rule by now.
            Some(last) if now.duration_since(last.when) < KEPT && last.rule == host.installed => last.found.clone(),
            _ => {
                let found = look();
                let look = Look { when: now, rule: host.installed.clone(), found: found.clone() };
                known.insert(host.id.clone(), look);
                found
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts;

    #[test]
    fn looked_for_once_a_minute_and_when_the_rule_is_another() {
        let (versions, start) = (Versions::default(), Instant::now());
        let mut host = Host::clone(hosts::builtin().get("claude-code").unwrap());
        let looks = std::cell::Cell::new(0);
        let ask = |host: &Host, seconds: u64| {
            let look = || {
                looks.set(looks.get() + 1);
                None
            };
            versions.kept(host, start + Duration::from_secs(seconds), look);
            looks.get()
        };
        assert_eq!([ask(&host, 0), ask(&host, 59), ask(&host, 60), ask(&host, 61)], [1, 1, 2, 2]);
        host.installed.programs.push("another".to_owned());
        assert_eq!(ask(&host, 62), 3);
    }
}
