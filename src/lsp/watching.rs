//! Watches the skills: the client does it for its folders where it can, we do it for all the rest.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tower_lsp_server::Client;
use tower_lsp_server::ls_types::*;

use crate::disk::{self, Watch};
use crate::lsp::outbox::{Outbox, Outgoing};
use crate::lsp::state::Shared;

/// Our own watching.
pub(crate) struct Watching {
    shared: Arc<Shared>,
    outbox: Outbox,
    watch: Arc<Mutex<Option<Watch>>>,
}

impl Watching {
    /// Watches nothing yet.
    pub(crate) fn new(shared: Arc<Shared>, outbox: Outbox) -> Watching {
        let watched = shared.clone();
        let watch = disk::watch(move |paths| watched.disk_changed(paths));
        if let Err(problem) = &watch {
            let _ = outbox.send(Outgoing::Log(MessageType::WARNING, problem.message.clone()));
        }
        Watching { shared, outbox, watch: Arc::new(Mutex::new(watch.ok())) }
    }

    /// Watches what the folders need now and the client does not watch.
    pub(crate) async fn renew(&self) {
        let (folders, inside) = {
            let state = self.shared.lock();
            let watched = state.folders.iter().flat_map(|folder| folder.watched()).collect::<Vec<PathBuf>>();
            (watched, if state.abilities.watches_files { state.roots.clone() } else { Vec::new() })
        };
        let is_ours = |path: &PathBuf| !inside.iter().any(|root| path.starts_with(root));
        let folders: Vec<PathBuf> = folders.into_iter().filter(is_ours).collect();
        let (watch, outbox) = (self.watch.clone(), self.outbox.clone());
        let watched = tokio::task::spawn_blocking(move || {
            let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
            for problem in watch.as_mut().map(|watch| watch.also(&folders)).unwrap_or_default() {
                let _ = outbox.send(Outgoing::Log(MessageType::WARNING, problem.message));
            }
        });
        let _ = watched.await;
    }
}

impl Shared {
    /// Takes in what changed on the disk, whoever saw it.
    pub(crate) fn disk_changed(&self, paths: Vec<PathBuf>) {
        let (is_index_due, looks) = self.lock().disk_changed(paths);
        if is_index_due || looks.into_iter().any(|look| look()) {
            self.index_bell.notify_one();
        }
        self.ring();
    }
}

/// Asks the client to tell us of changed files and settings, as far as it can.
pub(crate) async fn register(shared: Arc<Shared>, client: Client, outbox: Outbox) {
    let registrations = {
        let state = shared.lock();
        let mut registrations = Vec::new();
        if state.abilities.registers_configuration {
            registrations.push(Registration {
                id: "skill-lsp/settings".to_owned(),
                method: "workspace/didChangeConfiguration".to_owned(),
                register_options: Some(serde_json::json!({"section": "skillLsp"})),
            });
        }
        if state.abilities.watches_files {
            let watched: Vec<PathBuf> = state.folders.iter().flat_map(|folder| folder.watched()).collect();
            let known = state.folders.first().map(|folder| folder.snapshot.config.known_hosts.iter().cloned());
            let manifests = known.map(|hosts| disk::manifest_names(&hosts.collect::<Vec<_>>())).unwrap_or_default();
            registrations.push(registration(&watched, &manifests, &state.roots));
        }
        registrations
    };
    if registrations.is_empty() {
        return;
    }
    if let Err(error) = client.register_capability(registrations).await {
        let line = format!("the client does not tell us of changes: {error}");
        let _ = outbox.send(Outgoing::Log(MessageType::WARNING, line));
    }
}

/// What the client is asked to watch: skills, whatever lies in the hidden folders of agents, manifests, and settings.
fn registration(watched: &[PathBuf], manifests: &[String], roots: &[PathBuf]) -> Registration {
    let mut globs: Vec<String> = ["**/SKILL.md", "**/skill-lsp.toml", "**/.skill-lsp.toml"].map(str::to_owned).to_vec();
    globs.extend(manifests.iter().map(|name| format!("**/{name}")));
    for path in watched {
        globs.extend(roots.iter().filter_map(|root| glob(path.strip_prefix(root).ok()?)));
    }
    globs.sort_unstable();
    globs.dedup();
    let watchers = globs
        .into_iter()
        .map(|glob| FileSystemWatcher { glob_pattern: GlobPattern::String(glob), kind: None })
        .collect();
    Registration {
        id: "skill-lsp/watched-files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(DidChangeWatchedFilesRegistrationOptions { watchers }).ok(),
    }
}

/// Everything in the first folder of a path below a workspace folder: settings lie beside skills. Of a file that lies
/// in no folder of an agent, the file.
fn glob(below: &Path) -> Option<String> {
    let first = below.iter().next()?.to_str()?;
    if first.contains(['*', '{', '[', '?']) || matches!(first, "skill-lsp.toml" | ".skill-lsp.toml") {
        return None;
    }
    let is_file = below.iter().count() == 1 && below.extension().is_some();
    Some(if is_file { format!("**/{first}") } else { format!("**/{first}/**") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_watches_the_folders_of_agents_and_the_settings() {
        let watched = [
            "/shop/.claude/skills",
            "/shop/.mcp.json",
            "/shop/.claude/commands",
            "/home/.claude/skills",
            "/shop/skill-lsp.toml",
        ];
        let manifests = [".claude-plugin/plugin.json".to_owned()];
        let registration = registration(&watched.map(PathBuf::from), &manifests, &[PathBuf::from("/shop")]);
        let globs: Vec<String> = registration.register_options.unwrap()["watchers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|watcher| watcher["globPattern"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(
            globs,
            [
                "**/.claude-plugin/plugin.json",
                "**/.claude/**",
                "**/.mcp.json",
                "**/.skill-lsp.toml",
                "**/SKILL.md",
                "**/skill-lsp.toml",
            ]
        );
    }
}
