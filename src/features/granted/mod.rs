//! What an entry of `allowed-tools` allows in one host, in plain words: the one source of `tools --skill` and of hover.

mod examples;
mod settings;
mod words;

pub use settings::{Effect, RuleEffect};

use std::path::PathBuf;

use serde::Serialize;

use crate::catalog::{Declared, Server};
use crate::document::tool_rule::ToolRule;
use crate::grants::{Grant, List, Meaning, grant};
use crate::hosts::{Host, glob_matches};

/// What an entry allows. The names of the fields are those of `tools --skill --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Granted {
    /// The entry as it is written.
    pub entry: String,
    /// The tool as the host calls it today; nothing for those of MCP servers and for what the host does not know.
    pub tool: Option<String>,
    /// What it allows, or takes away, in words: the end of a sentence.
    pub words: String,
    /// What comes of it.
    pub outcome: GrantOutcome,
    /// Calls that it matches.
    pub matches: Vec<String>,
    /// Calls that look alike and that it does not match.
    pub misses: Vec<String>,
    /// The MCP server it means, where a file declares it.
    pub server: Option<DeclaredServer>,
    /// What the settings say about it.
    pub settings: Vec<RuleEffect>,
}

/// What comes of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GrantOutcome {
    /// Some calls match it.
    Matches,
    /// No call ever matches it; the words say why.
    Never,
    /// The host has no tool of this name; no call matches it either.
    UnknownTool,
    /// What the host makes of it is not known.
    NotKnown,
}

/// Where a server is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeclaredServer {
    /// Its name, as the file writes it.
    pub name: String,
    /// The file. Absolute.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
}

impl From<&Server> for DeclaredServer {
    fn from(server: &Server) -> Self {
        DeclaredServer { name: server.written.clone(), path: server.at.path.clone(), line: server.at.line }
    }
}

/// A host among what exists around it.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The host.
    pub host: &'a Host,
    /// What exists here.
    pub declared: &'a Declared,
    /// The MCP servers of the plugin that the skill belongs to.
    pub brought: &'a [Server],
    /// Tools that our own settings name, with `*` for anything.
    pub known_tools: &'a [String],
}

/// What an entry of a list of tools means in a host.
pub fn granted(setting: &Setting<'_>, entry: &str, list: List) -> Granted {
    let Setting { host, declared, brought, known_tools } = *setting;
    let rule = ToolRule::parse(entry);
    let read = grant(host, &rule, list);
    let server = server_of(&read, host, declared, brought);
    let is_known = known_tools.iter().any(|known| glob_matches(known, &rule.name));
    let (matches, misses) = examples::examples(&read);
    let mut words = words::words(host, &read, entry, list);
    let outcome = match read.meaning {
        Meaning::Nothing(_) => GrantOutcome::Never,
        Meaning::UnknownTool if is_known => {
            words = "a tool that the settings of skill-lsp name".to_owned();
            GrantOutcome::NotKnown
        }
        Meaning::UnknownTool => GrantOutcome::UnknownTool,
        Meaning::Unsaid => GrantOutcome::NotKnown,
        _ => GrantOutcome::Matches,
    };
    if server.is_none() && !is_known {
        words.push_str(words::origin(host, &read));
    }
    Granted {
        entry: entry.to_owned(),
        words,
        outcome,
        matches,
        misses,
        server: server.map(DeclaredServer::from),
        settings: match list {
            List::Allow => settings::effects(host, declared, &read),
            // What a skill takes away stays away, whatever the settings allow.
            List::Deny => Vec::new(),
        },
        tool: read.tool,
    }
}

/// What an entry allows or takes away in a host, in words and nothing more.
pub(crate) fn in_words(host: &Host, entry: &str, list: List) -> String {
    let deed = if list == List::Allow { "allows" } else { "takes away" };
    let read = grant(host, &ToolRule::parse(entry), list);
    format!("{deed} {}", words::words(host, &read, entry, list))
}

/// Where the server that an entry means is declared for the host.
fn server_of<'a>(read: &Grant, host: &'a Host, declared: &'a Declared, brought: &'a [Server]) -> Option<&'a Server> {
    match &read.meaning {
        Meaning::Server(name) | Meaning::ServerTool { server: name, .. } => {
            declared.servers_of(&host.id).chain(brought).find(|server| server.name == *name)
        }
        _ => None,
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::checks::catalog_testing::environment;
    use crate::checks::testing::Fixture;
    use crate::hosts::builtin;

    /// What Claude Code makes of an entry among the files of a fixture.
    pub(crate) fn in_claude_code(entry: &str, list: List, fixture: &str) -> Granted {
        let host = builtin().get("claude-code").unwrap().clone();
        let declared = environment(&Fixture::parse(fixture)).declared;
        granted(
            &Setting { host: &host, declared: &declared, brought: &[], known_tools: &["Fly*".to_owned()] },
            entry,
            list,
        )
    }
}
