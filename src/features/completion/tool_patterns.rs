//! What may stand in the parentheses of an entry: commands of the body, scripts, files, domains, skills, agents.

use std::path::Path;

use crate::catalog::{Eyes, FoundKind};
use crate::document::tool_rule::ToolRule;
use crate::features::Context;
use crate::features::completion::paths::is_inside;
use crate::features::completion::tools::Offers;
use crate::features::completion::{Completion, Completions, Documentation, Kind};
use crate::features::used_commands::used_commands;
use crate::grants::{List, tool_named};
use crate::hosts::{Host, ParameterRule, PatternKind};
use crate::knowledge::relative_link::resolved;
use crate::words::{add_new, short};

/// How many skills, and how many names of a folder, are offered.
const MOST: usize = 200;

/// How many domains of the body are offered.
const MOST_DOMAINS: usize = 20;

/// How many scripts are offered.
const MOST_SCRIPTS: usize = 50;

/// Where the scripts of a skill lie.
const SCRIPTS: &str = "scripts";

/// How the names of files end that can be run.
const RUNNABLE: [&str; 15] =
    ["py", "sh", "bash", "zsh", "js", "mjs", "cjs", "ts", "mts", "rb", "pl", "php", "ps1", "lua", "R"];

/// How the name of the placeholder for the skill's own folder ends.
const OWN_FOLDER: &str = "SKILL_DIR";

/// What may stand in the parentheses behind a tool, of which `pattern` is typed.
pub(super) fn patterns(offers: &Offers<'_>, tool: &str, pattern: &str) -> Completions {
    let mut kinds: Vec<PatternKind> = Vec::new();
    add_new(&mut kinds, offers.readers.iter().filter_map(|host| tool_named(host, tool)?.pattern));
    let mut found = Completions::default();
    for kind in kinds {
        match kind {
            PatternKind::None => {}
            PatternKind::Command => found.items.extend(commands(offers, tool)),
            PatternKind::Path => found.items.extend(paths(offers, tool, pattern)),
            PatternKind::Domain => found.items.extend(domains(offers, tool)),
            PatternKind::Skill => skills(offers, tool, pattern, &mut found),
            PatternKind::Agent => found.items.extend(agents(offers, tool)),
        }
    }
    found.items.extend(parameters(offers, tool));
    found
}

/// The commands that the body uses, and the skill's own scripts.
pub(super) fn commands(offers: &Offers<'_>, tool: &str) -> Vec<Completion> {
    let mut items: Vec<Completion> = Vec::new();
    let mut add = |words: &str, detail: String| {
        let entry = format!("{tool}({words} *)");
        if are_filled(offers, &entry) && !items.iter().any(|item| item.label == entry) {
            items.extend(offers.entry(&entry, Kind::Tool, detail));
        }
    };
    for used in used_commands(offers.context.document) {
        let detail = match used.count {
            1 => "used in the body".to_owned(),
            2 => "used twice in the body".to_owned(),
            count => format!("used {count} times in the body"),
        };
        add(&used.words, detail);
    }
    if let Some(name) = own_folder(offers) {
        for script in scripts(offers.context) {
            add(&format!("${{{name}}}/{script}"), "a script of this skill".to_owned());
        }
    }
    items
}

/// Whether every placeholder of an entry is filled by a host.
fn are_filled(offers: &Offers<'_>, entry: &str) -> bool {
    let rule = ToolRule::parse(entry);
    let names = rule.pattern.as_ref().map(|pattern| pattern.placeholders()).unwrap_or_default();
    names.iter().all(|(name, _)| placeholders(offers).any(|known| known == *name))
}

/// The placeholders that hosts fill in entries of this file.
fn placeholders<'a>(offers: &'a Offers<'_>) -> impl Iterator<Item = &'a str> {
    let (_, kind) = FoundKind::of_path(offers.context.path);
    let all = offers.readers.iter().filter_map(|host| host.tool_rules.as_ref()).flat_map(|rules| &rules.placeholders);
    // A command has no folder of its own.
    all.map(String::as_str).filter(move |name| kind != FoundKind::Command || !name.ends_with(OWN_FOLDER))
}

fn own_folder<'a>(offers: &'a Offers<'_>) -> Option<&'a str> {
    placeholders(offers).find(|name| name.ends_with(OWN_FOLDER))
}

/// The scripts of a skill, as paths from its folder.
fn scripts(context: &Context<'_>) -> Vec<String> {
    let folder = context.folder().join(SCRIPTS);
    let mut found = Vec::new();
    for name in context.files.list(&folder) {
        match name.strip_suffix('/') {
            Some(inner) => {
                let below = context.files.list(&folder.join(inner));
                found.extend(below.into_iter().map(|file| format!("{SCRIPTS}/{inner}/{file}")));
            }
            None => found.push(format!("{SCRIPTS}/{name}")),
        }
    }
    found.retain(|path| is_plain(path) && is_runnable(path));
    found.truncate(MOST_SCRIPTS);
    found
}

fn is_plain(path: &str) -> bool {
    path.chars().all(|sign| sign.is_alphanumeric() || "_-./+@".contains(sign)) && !path.contains("__pycache__")
}

fn is_runnable(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|it| it.to_str());
    ending.is_some_and(|ending| RUNNABLE.contains(&ending))
}

/// The files of the workspace, folder by folder. A folder stands for all that lies in it.
fn paths(offers: &Offers<'_>, tool: &str, pattern: &str) -> Vec<Completion> {
    let context = offers.context;
    let typed = pattern.trim_end_matches(')');
    let (folder, name) = typed.split_at(typed.rfind('/').map_or(0, |at| at + 1));
    if folder.starts_with("//") || folder.contains(['*', '~', '$', '\\', '?', '[', '!', ':']) {
        return Vec::new();
    }
    let path = resolved(&context.environment.working_directory, folder.trim_start_matches('/'));
    if !is_inside(context, &path) {
        return Vec::new();
    }
    // A path from the folder that the session was started in, unless one has begun otherwise.
    let start = if folder.is_empty() && name.is_empty() { "/" } else { folder };
    let shows_hidden = offers.list == List::Deny || name.starts_with('.');
    let is_offered = |name: &String| {
        let plain = name.trim_end_matches('/');
        (shows_hidden || !plain.starts_with('.'))
            && !matches!(plain, ".git" | "node_modules" | "__pycache__" | "target")
            && !plain.contains(['*', '?', '[', ']', '!', '\\', '(', ')', ',', ':', '"', '\'', '#'])
    };
    let names = context.files.list(&path).into_iter().filter(is_offered).take(MOST);
    let items = names.filter_map(|name| {
        let (rest, kind) = match name.strip_suffix('/') {
            Some(folder) => (format!("{folder}/**"), Kind::Folder),
            None => (name, Kind::File),
        };
        offers.entry(&format!("{tool}({start}{rest})"), kind, "")
    });
    items.collect()
}

/// The domains to which the body leads, and one to be filled in.
fn domains(offers: &Offers<'_>, tool: &str) -> Vec<Completion> {
    let text = offers.context.document.body.span.of(&offers.context.document.text);
    let mut domains: Vec<(&str, usize)> = Vec::new();
    for (at, sign) in text.match_indices("://") {
        let is_web = text.get(..at).is_some_and(|before| before.ends_with("http") || before.ends_with("https"));
        let rest = text.get(at + sign.len()..).unwrap_or_default();
        let is_part = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-');
        let name = rest.get(..rest.find(|sign| !is_part(sign)).unwrap_or(rest.len())).unwrap_or_default();
        let name = name.trim_end_matches(['.', '-']);
        if !is_web || !name.contains('.') {
            continue;
        }
        let has_room = domains.len() < MOST_DOMAINS;
        match domains.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None if has_room => domains.push((name, 1)),
            None => {}
        }
    }
    domains.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let entry = |name: &str| offers.entry(&format!("{tool}(domain:{name})"), Kind::Value, "in the body");
    let mut items: Vec<Completion> = domains.iter().filter_map(|(name, _)| entry(name)).collect();
    items.extend(offers.slot.opening(&format!("{tool}(domain:…)"), &format!("{tool}(domain:"), ")", Kind::Value));
    items
}

/// The skills that the hosts could load. All of them when they are few; else those that begin as typed.
fn skills(offers: &Offers<'_>, tool: &str, pattern: &str, found: &mut Completions) {
    let context = offers.context;
    let callable = context.gathered.callable(context.catalog);
    let hosts: Vec<_> =
        context.hosts.iter().filter(|host| offers.readers.iter().any(|it| it.id == host.id)).cloned().collect();
    let eyes = Eyes::of(context.catalog, if hosts.is_empty() { context.hosts } else { &hosts });
    found.is_incomplete = callable.starting_with("", eyes).nth(MOST).is_some();
    let beginning = if found.is_incomplete { pattern.trim_end_matches(')') } else { "" };
    let own = context.skill().map(|(_, skill)| skill.folder.as_ref());
    for name in callable.starting_with(beginning, eyes).take(MOST).filter(|name| Some(name.as_ref()) != own) {
        let documentation = Documentation::OfSkill(name.to_string());
        let item = offers.entry(&format!("{tool}({name})"), Kind::Skill, "");
        found.items.extend(item.map(|item| Completion { documentation, ..item }));
    }
}

/// The agents that the hosts know here.
fn agents(offers: &Offers<'_>, tool: &str) -> Vec<Completion> {
    let context = offers.context;
    let mut items: Vec<Completion> = Vec::new();
    for host in &offers.readers {
        for agent in context.environment.declared.agents_of(&host.id) {
            let entry = format!("{tool}({})", agent.name);
            if items.iter().any(|item| item.label == entry) {
                continue;
            }
            let detail = match &agent.path {
                Some(path) => short(path, context.environment),
                None => format!("{}'s own", host.name),
            };
            let item = offers.entry(&entry, Kind::Agent, detail);
            items.extend(item.map(|item| match agent.about.as_str() {
                "" => item,
                about => Completion { documentation: Documentation::Text(about.to_owned()), ..item },
            }));
        }
    }
    items
}

/// The parameters of a tool, where the host looks at them.
fn parameters(offers: &Offers<'_>, tool: &str) -> Vec<Completion> {
    let looks = |host: &&&Host| {
        let rule = host.tool_rules.as_ref().map(|rules| rules.parameters);
        rule == Some(ParameterRule::Denying) && offers.list == List::Deny
    };
    let facts = offers.readers.iter().filter(looks).filter_map(|host| tool_named(host, tool));
    let names = facts.flat_map(|fact| &fact.parameters);
    let items = names.filter_map(|name| {
        let left = format!("{tool}({name}:");
        let item = offers.slot.opening(&format!("{left}…)"), &left, ")", Kind::Value)?;
        Some(Completion { detail: "a parameter".to_owned(), ..item })
    });
    items.collect()
}
