//! Which hosts are meant: those that are named, and who is meant where none is.

use crate::config::Config;
use crate::hosts;
use crate::words::did_you_mean;

/// Whether there is such a host; an error that names the known ones otherwise.
pub fn known_host(config: &Config, id: &str) -> Result<(), String> {
    if config.known_hosts.get(id).is_some() {
        return Ok(());
    }
    let known: Vec<&str> = config.known_hosts.iter().map(|host| host.id.as_str()).collect();
    let guess = did_you_mean(id, known.iter().copied(), "hosts");
    Err(format!("there is no host `{id}`{guess}; known are {}", known.join(", ")))
}

/// The host that is meant where one is needed and none is named: the first that is written for, or else the usual one.
pub fn usual_host(config: &Config) -> String {
    let first = config.hosts.iter().flatten().next();
    first.map_or_else(|| hosts::usual_host().to_owned(), String::clone)
}

/// The hosts for which a new skill is made: those that are written for, or else the most widely read folders.
pub fn hosts_of_new_skills(config: &Config) -> Vec<String> {
    if let Some(named) = config.hosts.as_ref().filter(|named| !named.is_empty()) {
        return named.clone();
    }
    let usual = hosts::usual_host();
    let open = config.known_hosts.specification().map(|host| host.id.clone());
    std::iter::once(usual.to_owned()).chain(open).collect()
}

/// Some hosts, and all real ones after them: what those have explains what these do not.
pub fn with_real_hosts(config: &Config, named: &[String]) -> Vec<String> {
    let real = config.known_hosts.real().map(|host| &host.id);
    named.iter().chain(real.filter(|id| !named.contains(id))).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{self, Overlay};

    fn check(hosts: Option<&[&str]>, expected: &str) {
        let hosts = hosts.map(|hosts| hosts.iter().map(|host| (*host).to_owned()).collect());
        let (config, _) = config::resolve(None, &Overlay { hosts, ..Overlay::default() }, &[]);
        assert_eq!(usual_host(&config), expected);
    }

    #[test]
    fn the_first_that_is_written_for() {
        check(Some(&["codex", "claude-code"]), "codex");
        check(Some(&[]), "claude-code");
        check(None, "claude-code");
    }

    #[test]
    fn the_named_ones_come_first_and_each_once() {
        let (config, _) = config::resolve(None, &Overlay::default(), &[]);
        let all = with_real_hosts(&config, &["portable".to_owned(), "codex".to_owned()]);
        assert_eq!(&all[..2], ["portable", "codex"]);
        let ids = |id: &str| all.iter().filter(|it| *it == id).count();
        assert_eq!((ids("codex"), ids("claude-code"), ids("three-layer")), (1, 1, 0));
    }
}
