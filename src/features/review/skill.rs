//! What a skill, a command or an agent asks for: tools without asking, and commands on load.

use crate::catalog::Declared;
use crate::document::tool_rule::ToolRule;
use crate::document::tools::{is_tool_field, tools};
use crate::document::{self, Document};
use crate::features::granted::{GrantOutcome, Setting, granted};
use crate::features::review::declared::{gravest, tree};
use crate::features::review::links::links;
use crate::features::review::note::{Notes, quoted};
use crate::features::review::{Grant, SkillSeen, Weight};
use crate::grants::{List, Meaning, grant, tool_named};
use crate::hosts::{Host, PatternKind};
use crate::knowledge::fields::fact;
use crate::settings::frontmatter;
use crate::text::Text;
use crate::words::enumeration;

/// What a Markdown file is to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Skill,
    Command,
    Agent,
    Other,
}

impl Role {
    /// By the path.
    pub(super) fn of(name: &str) -> Role {
        let mut parts = name.rsplit('/');
        let file = parts.next().unwrap_or_default().to_ascii_lowercase();
        if file == "skill.md" {
            return Role::Skill;
        }
        let folders: Vec<&str> = parts.collect();
        match file.ends_with(".md") {
            true if folders.contains(&"commands") => Role::Command,
            true if folders.contains(&"agents") => Role::Agent,
            _ => Role::Other,
        }
    }
}

/// What a file is to an agent that reads it by itself or by its name, with the tools it takes; nothing for a skill and for
/// what only a link leads to.
pub(super) fn role(name: &str, text: &str) -> Option<String> {
    const TOLD_EVERYWHERE: [&str; 6] =
        ["agents.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "copilot-instructions.md"];
    let file = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    let folders: Vec<&str> = name.split('/').collect();
    let what = match Role::of(name) {
        Role::Skill => return None,
        Role::Command => "a command",
        Role::Agent => "an agent",
        Role::Other if TOLD_EVERYWHERE.contains(&file.as_str()) => "is read at every start",
        Role::Other if folders.iter().any(|it| *it == "output-styles" || *it == "rules" || *it == "instructions") => {
            "rules"
        }
        Role::Other => return None,
    };
    let document = document::parse(text);
    let tools = document.fields.iter().find(|field| field.key == "tools" || field.key == "allowed-tools");
    let tools = tools.map(|field| quoted(field.value.span.of(&document.text)));
    Some(tools.map_or_else(|| what.to_owned(), |tools| format!("{what} with the tools {tools}")))
}

/// Notes what the file asks for, and gives the skill, when it is one, with what it may do without asking.
pub(super) fn skill(
    name: &str,
    text: &Text,
    hosts: &[&Host],
    notes: &mut Notes<'_>,
) -> (Option<SkillSeen>, Vec<Grant>) {
    let role = Role::of(name);
    let document = document::parse(text.as_str());
    links(name, &document, notes);
    if role == Role::Other {
        return (None, Vec::new());
    }
    tree(name, &frontmatter(text.as_str()), notes);
    commands(role, &document, hosts, notes);
    let grants = grants(name, text, &document, hosts, notes);
    let seen = SkillSeen {
        name: document.scalar("name").unwrap_or_default().to_owned(),
        description: document.scalar("description").unwrap_or_default().to_owned(),
        path: name.into(),
        body: document.body.span.len(),
    };
    ((role == Role::Skill).then_some(seen), grants)
}

/// What runs when the text is loaded.
fn commands(role: Role, document: &Document, hosts: &[&Host], notes: &mut Notes<'_>) {
    let running: Vec<&str> =
        hosts.iter().filter(|host| host.placeholders.commands).map(|host| host.name.as_str()).collect();
    if role == Role::Agent || running.is_empty() {
        return;
    }
    let what = if role == Role::Skill { "the skill" } else { "the command" };
    for command in &document.body.commands {
        let written = command.command.of(&document.text).trim();
        let when = format!("as soon as {what} is loaded, {} runs {}", enumeration(&running), quoted(written));
        notes.commands.push(written.to_owned());
        match gravest(written) {
            Some((weight, words)) => {
                notes.add(weight, "load-command", command.span.start, format!("{when}, which {words}"));
            }
            None => notes.add(Weight::Look, "load-command", command.span.start, when),
        }
    }
}

/// Programs through which any other can be run.
const ANY_PROGRAM: [&str; 30] = [
    "sh",
    "bash",
    "zsh",
    "python",
    "python3",
    "node",
    "ruby",
    "perl",
    "php",
    "deno",
    "bun",
    "npx",
    "bunx",
    "uvx",
    "uv",
    "env",
    "sudo",
    "xargs",
    "eval",
    "ssh",
    "docker",
    "osascript",
    "powershell",
    "pwsh",
    "cmd",
    "curl",
    "wget",
    "nc",
    "find",
    "awk",
];

fn grants(name: &str, text: &Text, document: &Document, hosts: &[&Host], notes: &mut Notes<'_>) -> Vec<Grant> {
    let mut all: Vec<Grant> = Vec::new();
    let declared = Declared::default();
    for field in document.fields.iter().filter(|field| is_tool_field(&field.key)) {
        if List::of_field(&field.key) != List::Allow {
            continue;
        }
        for entry in tools(&document.text, &field.value).entries {
            let mut found: Vec<(&Host, String)> = Vec::new();
            let mut freely: Vec<&str> = Vec::new();
            for host in hosts.iter().filter(|host| fact(host, &field.key).is_some()) {
                let setting = Setting { host, declared: &declared, brought: &[], known_tools: &[] };
                let read = granted(&setting, &entry.text, List::Allow);
                if read.outcome != GrantOutcome::Matches {
                    continue;
                }
                if is_free(host, &entry.text) {
                    freely.push(&host.name);
                }
                found.push((host, read.words));
            }
            let Some((_, words)) = found.first() else { continue };
            let names: Vec<String> = found.iter().map(|(host, _)| host.id.clone()).collect();
            all.push(Grant {
                path: name.into(),
                line: text.line_number(entry.span.start),
                entry: entry.text.clone(),
                words: words.clone(),
                hosts: names,
                anything: !freely.is_empty(),
            });
            if !freely.is_empty() {
                let through =
                    match entry.text.contains('(') && !entry.text.contains("(*") && !entry.text.contains("(:*") {
                        true => format!(" through `{}`", entry.text),
                        false => String::new(),
                    };
                let message = format!("may run any command{through} without asking, in {}", enumeration(&freely));
                notes.add(Weight::Look, "grant", entry.span.start, message);
            }
        }
    }
    all
}

/// Whether an entry lets any command be run: it says so, or it allows a program that runs others.
fn is_free(host: &Host, entry: &str) -> bool {
    let rule = ToolRule::parse(entry);
    let is_shell = tool_named(host, &rule.name).is_some_and(|tool| tool.pattern == Some(PatternKind::Command));
    match grant(host, &rule, List::Allow).meaning {
        Meaning::Everything => is_shell,
        Meaning::Command(_) => {
            let inside = entry.split_once('(').map(|(_, inside)| inside.trim_end_matches(')')).unwrap_or_default();
            let first = inside.split([' ', ':']).next().unwrap_or_default();
            let rest = inside.get(first.len()..).unwrap_or_default();
            ANY_PROGRAM.contains(&first.trim_end_matches('*'))
                && matches!(rest.trim(), ":*" | "*" | "")
                && inside.contains('*')
        }
        _ => false,
    }
}
