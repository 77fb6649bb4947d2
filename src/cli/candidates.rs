//! What a shell can complete an argument with: what there is here, as the settings and the agents see it.

use clap_complete::CompletionCandidate;

use crate::checks::CHECKS;
use crate::cli::arguments::{Global, Sight, When};
use crate::cli::session::{self, Ask};
use crate::config::Config;
use crate::features::list::{Extent, list};
use crate::hosts::Host;
use crate::words::add_new;

/// The hosts, those of the settings too, and `all`.
pub(crate) fn hosts() -> Vec<CompletionCandidate> {
    let Some(config) = config() else { return Vec::new() };
    let candidate = |host: &Host| CompletionCandidate::new(&host.id).help(Some(host.name.clone().into()));
    let all = CompletionCandidate::new("all").help(Some("every agent".into()));
    config.known_hosts.iter().map(|host| candidate(host)).chain([all]).collect()
}

/// The checks.
pub(crate) fn checks() -> Vec<CompletionCandidate> {
    CHECKS.iter().map(|check| CompletionCandidate::new(check.id).help(Some(check.summary.into()))).collect()
}

/// The modes of all hosts.
pub(crate) fn modes() -> Vec<CompletionCandidate> {
    let mut modes: Vec<String> = Vec::new();
    let config = config();
    let hosts = config.iter().flat_map(|config| config.known_hosts.iter());
    add_new(&mut modes, hosts.flat_map(|host| host.listing.iter().map(|rule| rule.mode.clone())));
    modes.retain(|mode| !mode.is_empty());
    modes.into_iter().map(CompletionCandidate::new).collect()
}

/// The models that hosts know by name.
pub(crate) fn models() -> Vec<CompletionCandidate> {
    let mut models: Vec<String> = Vec::new();
    let config = config();
    let hosts = config.iter().flat_map(|config| config.known_hosts.iter());
    add_new(&mut models, hosts.flat_map(|host| host.models.iter().map(|model| model.name.clone())));
    models.retain(|model| !model.contains('*'));
    models.into_iter().map(CompletionCandidate::new).collect()
}

/// The skills that some agent has here.
pub(crate) fn skills() -> Vec<CompletionCandidate> {
    let sight = Sight::default();
    let global = global();
    let Ok(session) = session::open(&Ask::about_skills(&global, &sight, &[])) else { return Vec::new() };
    let mut ids: Vec<(String, String)> = Vec::new();
    for skill in list(&session.snapshot.catalog, None, &session.snapshot, &session.hosts(), Extent::Used) {
        if !ids.iter().any(|(id, _)| *id == skill.id) {
            ids.push((skill.id, skill.description));
        }
    }
    ids.sort();
    let help = |text: &str| text.lines().next().unwrap_or_default().chars().take(80).collect::<String>();
    ids.into_iter().map(|(id, text)| CompletionCandidate::new(id).help(Some(help(&text).into()))).collect()
}

fn config() -> Option<Config> {
    let sight = Sight::default();
    session::setting(&Ask::about_skills(&global(), &sight, &[])).ok().map(|setting| setting.config)
}

fn global() -> Global {
    Global { cwd: None, config: None, color: When::Never }
}
