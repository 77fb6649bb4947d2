//! What each host has: its tools, and the servers, agents and rules that its settings name here.

use std::path::PathBuf;

use serde::Serialize;

use crate::catalog::{Declared, Permission, Server};
use crate::features::granted::DeclaredServer;
use crate::hosts::{Host, PatternKind, ToolFact};
use crate::knowledge::fields::fact;

/// What one host has. The names of the fields are those of `tools --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Toolbox {
    /// The host's id.
    pub host: String,
    /// Whether it reads `allowed-tools`.
    pub reads_allowed_tools: bool,
    /// Its tools.
    pub tools: Vec<Tool>,
    /// The MCP servers that its settings declare.
    pub servers: Vec<ToolServer>,
    /// The agents it knows.
    pub agents: Vec<ToolAgent>,
    /// The rules of its settings about tools.
    pub rules: Vec<ToolRuleAt>,
}

/// A tool of a host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Other names that the host takes for it.
    pub also: Vec<String>,
    /// One line: what it does.
    pub about: String,
    /// What may stand in parentheses behind it, when that is known.
    pub pattern: Option<PatternKind>,
    /// The tool whose paths count for this one.
    pub paths_of: Option<String>,
    /// Inputs that a rule can name.
    pub parameters: Vec<String>,
    /// Earlier versions had it.
    pub gone: bool,
}

/// A server, as its tools are named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolServer {
    /// What entries of `allowed-tools` call all its tools.
    pub entry: String,
    /// The plugin that brings it.
    pub plugin: Option<String>,
    /// Where it is declared.
    #[serde(flatten)]
    pub declared: DeclaredServer,
}

/// An agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolAgent {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// Its file; none for the host's own.
    pub path: Option<PathBuf>,
}

/// A rule of the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolRuleAt {
    /// `allow`, `ask` or `deny`.
    pub permission: &'static str,
    /// The rule as it is written.
    pub rule: String,
    /// The file. Absolute.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
}

/// What a host has, among what exists around it.
pub fn toolbox(host: &Host, declared: &Declared) -> Toolbox {
    let server = |server: &Server| ToolServer {
        entry: format!("mcp__{}", server.name),
        plugin: server.plugin.clone(),
        declared: DeclaredServer::from(server),
    };
    Toolbox {
        host: host.id.clone(),
        reads_allowed_tools: fact(host, "allowed-tools").is_some(),
        tools: host.tools.iter().map(tool).collect(),
        servers: declared.servers_of(&host.id).map(server).collect(),
        agents: declared
            .agents_of(&host.id)
            .map(|agent| ToolAgent { name: agent.name.clone(), about: agent.about.clone(), path: agent.path.clone() })
            .collect(),
        rules: rules(host, declared),
    }
}

/// The rules of a host's settings, the strongest file first.
pub fn rules(host: &Host, declared: &Declared) -> Vec<ToolRuleAt> {
    let rules = declared.rules_of(&host.id);
    rules
        .map(|rule| ToolRuleAt {
            permission: word(rule.permission),
            rule: rule.text.clone(),
            path: rule.at.path.clone(),
            line: rule.at.line,
        })
        .collect()
}

fn tool(fact: &ToolFact) -> Tool {
    Tool {
        name: fact.name.clone(),
        also: fact.also.clone(),
        about: fact.about.clone(),
        pattern: fact.pattern,
        paths_of: fact.paths_of.clone(),
        parameters: fact.parameters.clone(),
        gone: fact.gone,
    }
}

fn word(permission: Permission) -> &'static str {
    match permission {
        Permission::Allow => "allow",
        Permission::Ask => "ask",
        Permission::Deny => "deny",
    }
}

impl Tool {
    /// How an entry with a pattern looks: `Bash(git add *)`; nothing for one that takes none.
    pub fn form(&self) -> Option<String> {
        let inside = match self.pattern? {
            PatternKind::None => return None,
            PatternKind::Command => "git add *",
            PatternKind::Path => "src/**",
            PatternKind::Domain => "domain:example.com",
            PatternKind::Skill => "deploy",
            PatternKind::Agent => "reviewer",
        };
        Some(format!("{}({inside})", self.name))
    }
}
