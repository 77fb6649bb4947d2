//! What settings, manifests and frontmatter have run by themselves: hooks, servers, scripts of an install; and what they
//! allow.

use std::path::Path;

use crate::features::review::Weight;
use crate::features::review::file::is_hoard;
use crate::features::review::foreign_keys::is_foreign;
use crate::features::review::language::Language;
use crate::features::review::note::{Notes, quoted};
use crate::features::review::signs::{Hit, hits};
use crate::settings::{Format, Member, Node, Value};

/// Larger files are data.
const LARGEST: usize = 1_000_000;
/// Deeper nothing that runs is looked for.
const DEEPEST: usize = 12;

/// Notes what a settings file or a manifest declares.
pub(super) fn declared(name: &str, text: &str, notes: &mut Notes<'_>) {
    let ending = name.rsplit('.').next().unwrap_or_default();
    if !["json", "jsonc", "toml", "yaml", "yml", "code-workspace"].contains(&ending) || text.len() > LARGEST {
        return;
    }
    let file = name.rsplit('/').next().unwrap_or(name);
    if file.contains("lock") {
        return;
    }
    tree(file, &Format::of(Path::new(name), true).parse(text).root, notes);
}

/// Notes what a tree declares; `file` is the name of the file it stands in.
pub(super) fn tree(file: &str, root: &Node, notes: &mut Notes<'_>) {
    for member in root.members() {
        let (key, value) = (member.key.as_str(), &member.value);
        match key {
            "hooks" => hooks(value, "", 0, notes),
            "mcpServers" | "mcp_servers" | "context_servers" => servers("the MCP server", value, notes),
            "mcp" if value.is_map() => {
                servers("the MCP server", value.get("servers").map_or(value, |it| &it.value), notes)
            }
            "servers" if file.contains("mcp") => servers("the MCP server", value, notes),
            "lspServers" | "lsp" if value.is_map() => servers("the language server", value, notes),
            "scripts" if file == "package.json" => install_scripts(value, notes),
            "tasks" if file == "tasks.json" => tasks(value, notes),
            "permissions" | "sandbox" | "env" | "tools" | "security" => settings(key, value, 0, notes),
            _ => {
                setting(key, member.key_span.start, value, notes);
                if is_of_agents(file) && !is_helper(key) {
                    others(key, value, 0, notes);
                }
            }
        }
    }
}

/// Names of files that agents read, without their endings.
const OF_AGENTS: &str = include_str!("files_of_agents.txt");

/// Whether a file is read by agents, so that a command in it is one that is run.
fn is_of_agents(file: &str) -> bool {
    let stem =
        file.strip_suffix(".json").or_else(|| file.strip_suffix(".jsonc")).or_else(|| file.strip_suffix(".toml"));
    stem.is_some_and(|stem| {
        OF_AGENTS.lines().any(|known| known == stem) || stem.starts_with("settings") || stem.ends_with("-extension")
    })
}

/// What else has a command: whatever an agent calls it.
fn others(key: &str, node: &Node, depth: usize, notes: &mut Notes<'_>) {
    if depth > DEEPEST {
        return;
    }
    if let Some(command) = command_of(node).filter(|it| it.contains([' ', '/', '.', '-']) || node.get("args").is_some())
    {
        runs("server", &format!("`{key}`"), &command, place_of(node), notes);
        return;
    }
    for member in node.members().iter().filter(|member| !is_helper(&member.key)) {
        others(&member.key, &member.value, depth + 1, notes);
    }
    node.items().iter().for_each(|item| others(key, item, depth + 1, notes));
}

/// Says that something runs by itself: a danger where its command is a sign of one.
fn runs(kind: &str, who: &str, command: &str, at: usize, notes: &mut Notes<'_>) {
    notes.commands.push(command.to_owned());
    match gravest(command) {
        Some((weight, words)) => notes.add(weight, kind, at, format!("{who} {words}: {}", quoted(command))),
        None => notes.add(Weight::Look, kind, at, format!("{who} runs {}", quoted(command))),
    }
}

/// What a command that runs by itself is a sign of, and how much it weighs there: what weighs more than a note, and what
/// sends something away.
pub(super) fn gravest(command: &str) -> Option<(Weight, &'static str)> {
    let counts = |hit: &Hit| hit.weight != Weight::Note || hit.sign.kind == "sends";
    // What is given to an interpreter speaks its language.
    let speaks = |hit: &Hit| counts(hit) || hit.sign.kind == "network";
    let others = [Language::Python, Language::JavaScript];
    let others = others.into_iter().flat_map(|language| hits(command, language)).filter(speaks);
    let found = hits(command, Language::Shell).into_iter().filter(counts).chain(others);
    // Nobody has asked for it, so that what is taken from the user's own keys is no matter of taste.
    let weigh = |hit: Hit| match hit.sign.kind.as_str() {
        "credentials" if is_hoard(command) => (Weight::Danger, hit.sign.words.as_str()),
        _ => (hit.weight.min(Weight::Look), hit.sign.words.as_str()),
    };
    found.map(weigh).min_by_key(|(weight, _)| *weight)
}

/// The command of a table that has one, with its arguments.
fn command_of(node: &Node) -> Option<String> {
    let command = node.get("command").or_else(|| node.get("bash")).or_else(|| node.get("powershell"))?;
    let words =
        |node: &Node| node.items().iter().filter_map(Node::text).map(str::to_owned).collect::<Vec<_>>().join(" ");
    let first = match command.value.text() {
        Some(text) => text.to_owned(),
        None => words(&command.value),
    };
    let rest = node.get("args").map(|args| words(&args.value)).unwrap_or_default();
    Some(format!("{first} {rest}").trim().to_owned()).filter(|it| !it.is_empty())
}

/// Where the command of a table stands.
fn place_of(node: &Node) -> usize {
    let command = node.get("command").or_else(|| node.get("bash")).or_else(|| node.get("powershell"));
    command.map_or(node.span.start, |command| command.value.span.start)
}

fn hooks(node: &Node, event: &str, depth: usize, notes: &mut Notes<'_>) {
    if depth > DEEPEST {
        return;
    }
    let who = if event.is_empty() { "a hook".to_owned() } else { format!("a hook at {event}") };
    if let Some(command) = command_of(node) {
        runs("hook", &who, &command, place_of(node), notes);
        return;
    }
    for (key, verb) in [("url", "sends what happens to"), ("prompt", "tells the model")] {
        if let Some(member) = node.get(key)
            && let Some(text) = member.value.text()
        {
            notes.add(Weight::Look, "hook", member.value.span.start, format!("{who} {verb} {}", quoted(text)));
            return;
        }
    }
    match &node.value {
        Value::Map(_) => {
            for member in node.members() {
                let is_event = event.is_empty() && !matches!(member.key.as_str(), "hooks" | "matcher" | "description");
                let event = if is_event { member.key.as_str() } else { event };
                hooks(&member.value, event, depth + 1, notes);
            }
        }
        Value::List(items) => items.iter().for_each(|item| hooks(item, event, depth + 1, notes)),
        Value::Text(text) if depth <= 2 && !event.is_empty() && text.contains([' ', '/']) => {
            runs("hook", &who, text, node.span.start, notes);
        }
        Value::Text(_) | Value::Other(_) => {}
    }
}

fn servers(what: &str, node: &Node, notes: &mut Notes<'_>) {
    for member in node.members() {
        let who = format!("{what} `{}`", member.key);
        let at = member.key_span.start;
        if let Some(command) = command_of(&member.value) {
            runs("server", &who, &command, at, notes);
        } else if let Some(url) = ["url", "httpUrl", "serverUrl", "uri"].iter().find_map(|key| member.value.get(key)) {
            let url = url.value.text().unwrap_or_default();
            notes.add(Weight::Look, "server", at, format!("{who} is {}", quoted(url)));
        }
        given(&who, member, notes);
        for key in ["trust", "autoApprove", "alwaysAllow"] {
            if let Some(trusted) = member.value.get(key).filter(|it| says_yes(&it.value)) {
                let message = format!("{who} is used without asking: `{key}`");
                notes.add(Weight::Look, "settings", trusted.key_span.start, message);
            }
        }
    }
}

/// The keys of the user's other services that a server is given.
fn given(who: &str, server: &Member, notes: &mut Notes<'_>) {
    let command = command_of(&server.value);
    let address = ["url", "httpUrl", "serverUrl", "uri"].iter().find_map(|key| server.value.get(key)?.value.text());
    let about = format!("{} {} {}", server.key, command.unwrap_or_default(), address.unwrap_or_default());
    let lists = ["env", "environment", "headers"].iter().filter_map(|key| server.value.get(key));
    for variable in lists.flat_map(|list| list.value.members()) {
        let held = variable.value.text().unwrap_or_default();
        let name = held.trim_start_matches("Bearer ").trim_start_matches(['$', '{']).trim_end_matches('}');
        let name = name.trim_start_matches("env:");
        if held.contains('$') && is_foreign(name, &about) {
            let message = format!("{who} is given `{name}`, the key of another service");
            notes.add(Weight::Look, "credentials", variable.key_span.start, message);
        }
    }
}

/// What a package manager runs while it installs.
fn install_scripts(node: &Node, notes: &mut Notes<'_>) {
    for member in node.members() {
        let is_run = ["preinstall", "install", "postinstall", "prepare", "prepublish", "preprepare", "postprepare"];
        if let Some(command) = member.value.text().filter(|_| is_run.contains(&member.key.as_str())) {
            let who = format!("an install of this package (`{}`)", member.key);
            runs("install-script", &who, command, member.key_span.start, notes);
        }
    }
}

/// What an editor runs when the folder is opened.
fn tasks(node: &Node, notes: &mut Notes<'_>) {
    for task in node.items() {
        let opens = task.look_up("runOptions.runOn").and_then(Node::text) == Some("folderOpen");
        if let Some(command) = command_of(task).filter(|_| opens) {
            runs("hook", "an editor that opens the folder", &command, place_of(task), notes);
        }
    }
}

fn settings(around: &str, node: &Node, depth: usize, notes: &mut Notes<'_>) {
    if depth > 3 {
        return;
    }
    for member in node.members() {
        let (key, value) = (member.key.as_str(), &member.value);
        let at = member.key_span.start;
        let name = key.to_ascii_uppercase();
        let loads = ["NODE_OPTIONS", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "PYTHONSTARTUP", "BASH_ENV"];
        let said = value.text().unwrap_or_default();
        let is_loaded =
            name != "NODE_OPTIONS" || ["require", "import", "-r ", "loader"].iter().any(|it| said.contains(it));
        if around == "env" && (loads.contains(&name.as_str()) && is_loaded || name == "NODE_TLS_REJECT_UNAUTHORIZED") {
            let to = quoted(said);
            let message = format!("changes what the agent's programs load or trust: `{key}` is {to}");
            notes.add(Weight::Danger, "settings", at, message);
            continue;
        }
        let is_agents =
            ["ANTHROPIC", "CLAUDE", "OPENAI", "GEMINI", "GOOGLE_GEMINI"].iter().any(|it| name.starts_with(it));
        if around == "env" && (name.ends_with("_BASE_URL") && is_agents || name.ends_with("_PROXY")) {
            let to = quoted(said);
            let is_here = ["localhost", "127.0.0.1", "[::1]"].iter().any(|it| said.contains(it));
            let weight = if is_agents && !is_here { Weight::Danger } else { Weight::Look };
            notes.add(weight, "settings", at, format!("has the agent speak to {to} (`{key}`)"));
            continue;
        }
        if key == "allow" {
            for item in value.items() {
                let entry = item.text().unwrap_or_default();
                let shells = ["Bash", "Bash(*)", "Bash(:*)", "*", "run_shell_command", "Shell", "Shell(*)"];
                if shells.contains(&entry) {
                    let message = format!("lets an agent run any command without asking: `{entry}`");
                    notes.add(Weight::Look, "settings", item.span.start, message);
                }
            }
        }
        setting(key, at, value, notes);
        if value.is_map() {
            settings(around, value, depth + 1, notes);
        }
    }
}

/// One key that changes how careful an agent is, or has something run.
fn setting(key: &str, at: usize, value: &Node, notes: &mut Notes<'_>) {
    let said = value.text().unwrap_or_default().to_ascii_lowercase();
    let lower = key.to_ascii_lowercase();
    let careless = match lower.as_str() {
        "defaultmode" | "permissionmode" | "permission-mode" | "approvalmode" | "approval_mode" => {
            ["bypasspermissions", "yolo"].contains(&said.as_str())
        }
        "approval_policy" => said == "never",
        "sandbox_mode" => said == "danger-full-access",
        "enableallprojectmcpservers" | "autoaccept" | "yolo" => says_yes(value),
        _ => {
            let is_careless = lower.contains("dangerously") || lower.contains("bypass") || lower.contains("skip");
            let is_guard = ["permission", "approv", "sandbox", "trust", "confirm"].iter().any(|it| lower.contains(it));
            is_careless && is_guard && says_yes(value)
        }
    };
    if careless {
        let shown = value.text().map_or("on", |text| text);
        notes.add(Weight::Danger, "settings", at, format!("has an agent ask nobody: `{key}` is `{shown}`"));
        return;
    }
    if is_helper(key) {
        let words = value.items().iter().filter_map(Node::text).collect::<Vec<_>>().join(" ");
        let command = command_of(value).or_else(|| value.text().map(str::to_owned)).unwrap_or(words);
        if !command.is_empty() {
            let at = if value.is_map() { place_of(value) } else { at };
            runs("hook", &format!("`{key}`"), &command, at, notes);
        }
    }
}

/// Whether a key has something run, in an agent or where a container is made.
fn is_helper(key: &str) -> bool {
    const HELPERS: [&str; 12] = [
        "apikeyhelper",
        "awsauthrefresh",
        "awscredentialexport",
        "otelheadershelper",
        "notify",
        "statusline",
        "postcreatecommand",
        "poststartcommand",
        "postattachcommand",
        "oncreatecommand",
        "initializecommand",
        "updatecontentcommand",
    ];
    HELPERS.contains(&key.to_ascii_lowercase().as_str())
}

fn says_yes(value: &Node) -> bool {
    match &value.value {
        Value::Other(plain) => plain.as_bool() == Some(true),
        Value::Text(text) => text == "true" || text == "allow",
        Value::List(items) => !items.is_empty(),
        Value::Map(_) => false,
    }
}
