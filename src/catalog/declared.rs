//! What exists around the skills by name: MCP servers, agents, and rules about tools, each with its place.
//!
//! It is read once with the settings, and only names are taken. What is broken is passed over: the host that cannot read
//! its settings says so itself.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Environment, Files, Origin, Package, Permission, normal, settings_places};
use crate::document;
use crate::hosts::{Host, PluginServers, SettingsRule};
use crate::settings::{Format, Member, Node};
use crate::text::Text;

/// The most agents that are read.
const MOST_AGENTS: usize = 1000;
/// The most servers of one file that are read.
const MOST_SERVERS: usize = 10_000;
/// How deep folders of agents are read.
const DEEPEST: usize = 6;

/// What exists around the skills.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The MCP servers, host by host, the strongest file first.
    pub servers: Vec<Server>,
    /// The agents, in the same order; a host's own come last.
    pub agents: Vec<Agent>,
    /// The rules about tools, in the same order.
    pub rules: Vec<Rule>,
    /// The ids of the hosts that are told to ask another service than their own.
    pub gateways: Vec<String>,
    /// The ids of the hosts that have packages here, loaded or not.
    pub packaged: Vec<String>,
    /// The files and folders that were looked for only here, there or not.
    pub looked_at: Vec<PathBuf>,
    /// The settings files of hosts that were looked for, there or not.
    pub settings: Vec<PathBuf>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The file. Absolute.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
}

/// An MCP server that a settings file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name, as it stands in the names of its tools: `mcp__NAME__tool`.
    pub name: String,
    /// Its name, as the file writes it.
    pub written: String,
    /// The plugin that brings it.
    pub plugin: Option<String>,
    /// Where it is declared.
    pub at: Line,
    /// The ids of the hosts that read this.
    pub hosts: Vec<String>,
}

/// An agent that can be handed work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// Its file; none for a host's own.
    pub path: Option<PathBuf>,
    /// The ids of the hosts that know it.
    pub hosts: Vec<String>,
}

/// A rule about tools in a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it does.
    pub permission: Permission,
    /// What it is about, written as an entry of `allowed-tools`.
    pub text: String,
    /// Where it stands.
    pub at: Line,
    /// The ids of the hosts that read it.
    pub hosts: Vec<String>,
}

impl Declared {
    /// Looks around with the eyes of some hosts. `packages` gives those that a host has.
    pub fn read(
        hosts: &[Arc<Host>],
        packages: &dyn Fn(&Host) -> Vec<Package>,
        environment: &Environment,
        files: &dyn Files,
    ) -> Declared {
        let mut reader = DeclarationReader::new(environment, files);
        for host in hosts {
            let mut packages = packages(host);
            // For whom a package of this repository is made is asked elsewhere: many can take it.
            let has_some = packages.iter().any(|package| package.origin != Origin::Here);
            reader.declared.packaged.extend(has_some.then(|| host.id.clone()));
            packages.retain(|package| package.loaded);
            reader.read_servers(host, &packages);
            reader.read_agents(host, &packages);
            reader.read_rules(host);
            reader.read_gateway(host);
        }
        let DeclarationReader { mut declared, .. } = reader;
        declared.settings.sort_unstable();
        declared.settings.dedup();
        declared.looked_at.sort_unstable();
        declared.looked_at.dedup();
        declared.looked_at.retain(|path| declared.settings.binary_search(path).is_err());
        declared
    }

    /// Whether a change of a file can change this and nothing else.
    pub fn is_about(&self, path: &Path) -> bool {
        self.looked_at.iter().any(|looked_at| path.starts_with(looked_at) || looked_at.starts_with(path))
    }

    /// The servers that a host reads.
    pub fn servers_of<'a>(&'a self, host: &'a str) -> impl Iterator<Item = &'a Server> {
        self.servers.iter().filter(move |server| server.hosts.iter().any(|id| id == host))
    }

    /// The agents that a host knows.
    pub fn agents_of<'a>(&'a self, host: &'a str) -> impl Iterator<Item = &'a Agent> {
        self.agents.iter().filter(move |agent| agent.hosts.iter().any(|id| id == host))
    }

    /// The rules that a host reads.
    pub fn rules_of<'a>(&'a self, host: &'a str) -> impl Iterator<Item = &'a Rule> {
        self.rules.iter().filter(move |rule| rule.hosts.iter().any(|id| id == host))
    }
}

/// The servers of the plugin in whose folder a skill lies, whether it is installed or not.
pub fn servers_around(host: &Host, skill: &Path, files: &dyn Files) -> Vec<Server> {
    let Some(rule) = &host.servers.plugins else { return Vec::new() };
    // A plugin's skills lie in `skills/NAME`, its commands in `commands`.
    for folder in skill.ancestors().skip(1).take(4) {
        let manifest = folder.join(&rule.manifest);
        let Some(text) = files.text(&manifest) else { continue };
        let root = Format::of(&manifest, true).parse(&text).root;
        let name = root.look_up("name").and_then(Node::text);
        return name.map(|name| servers_of_plugin(host, name, folder, files)).unwrap_or_default();
    }
    Vec::new()
}

/// The servers that a plugin brings, which need not be installed.
fn servers_of_plugin(host: &Host, plugin: &str, folder: &Path, files: &dyn Files) -> Vec<Server> {
    let environment = Environment::default();
    let mut reader = DeclarationReader::new(&environment, files);
    if let Some(rule) = &host.servers.plugins {
        reader.read_plugin(host, rule, plugin, folder);
    }
    reader.declared.servers
}

struct DeclarationReader<'a> {
    environment: &'a Environment,
    files: &'a dyn Files,
    /// What was read already: several hosts read one file.
    texts: HashMap<PathBuf, Option<Arc<str>>>,
    /// The same as trees, with their lines.
    trees: HashMap<PathBuf, Arc<(Node, Text)>>,
    declared: Declared,
}

impl<'a> DeclarationReader<'a> {
    fn new(environment: &'a Environment, files: &'a dyn Files) -> DeclarationReader<'a> {
        let declared = Declared::default();
        DeclarationReader { environment, files, texts: HashMap::new(), trees: HashMap::new(), declared }
    }

    fn read_servers(&mut self, host: &Host, plugins: &[Package]) {
        let rule = &host.servers;
        if let Some(key) = &rule.setting {
            for path in self.settings_of(host) {
                self.take_servers(host, &path, Some(key), false, None);
            }
        }
        for files in &rule.files {
            for path in files.places.iter().flat_map(|rule| self.files_of(rule)).collect::<Vec<_>>() {
                self.take_servers(host, &path, files.key.as_deref(), files.or_whole, None);
            }
        }
        for plugin in plugins {
            if let Some(rule) = &rule.plugins {
                self.read_plugin(host, rule, &plugin.name, &plugin.path);
            }
        }
    }

    fn read_plugin(&mut self, host: &Host, rule: &PluginServers, plugin: &str, folder: &Path) {
        let naming = Some((plugin, rule.name.as_str()));
        self.take_servers(host, &folder.join(&rule.file), Some(&rule.key), true, naming);
        let manifest = folder.join(&rule.manifest);
        self.take_servers(host, &manifest, Some(&rule.key), false, naming);
        let Some(tree) = self.tree(&manifest) else { return };
        let Some(value) = tree.0.look_up(&rule.key) else { return };
        let named = value.items().iter().chain([value]).filter_map(Node::text);
        for path in named.map(|path| normal(&folder.join(path))) {
            if path.starts_with(folder) {
                self.take_servers(host, &path, Some(&rule.key), true, naming);
            }
        }
    }

    /// Takes in the servers of one file: those under a key, or those of the whole file. `naming` is the plugin's name, and
    /// how its servers are called.
    fn take_servers(
        &mut self,
        host: &Host,
        path: &Path,
        key: Option<&str>,
        or_whole: bool,
        naming: Option<(&str, &str)>,
    ) {
        let environment = self.environment;
        let checkout = environment.main_checkout.as_ref().or(environment.git_root.as_ref());
        let here: &Path = checkout.unwrap_or(&environment.working_directory);
        let Some(tree) = self.tree(path) else { return };
        let (root, lines) = &*tree;
        let under = key.and_then(|key| match key.split_once(".{here}.") {
            Some((above, below)) => {
                let folders = root.look_up(above)?.members();
                folders.iter().find(|member| Path::new(&member.key) == here)?.value.look_up(below)
            }
            None => root.look_up(key),
        });
        let Some(servers) = under.or((key.is_none() || or_whole).then_some(root)) else { return };
        // A list of a manifest may hold mappings too.
        let parts = std::iter::once(servers).chain(servers.items());
        let members = parts.flat_map(Node::members).filter(|member| member.value.is_map());
        for Member { key: written, key_span, .. } in members.take(MOST_SERVERS) {
            let written = written.clone();
            let name = match naming {
                Some((plugin, name)) => name.replace("{plugin}", plugin).replace("{server}", &written),
                None => written.clone(),
            };
            let name = if host.servers.plain_names { plain(&name) } else { name };
            let at = Line { path: path.to_owned(), line: lines.line_number(key_span.start) };
            let servers = &mut self.declared.servers;
            match servers.iter_mut().find(|known| known.name == name && known.at == at) {
                Some(known) => add(&mut known.hosts, &host.id),
                None => {
                    let plugin = naming.map(|(plugin, _)| plugin.to_owned());
                    servers.push(Server { name, written, plugin, at, hosts: vec![host.id.clone()] });
                }
            }
        }
    }

    fn read_agents(&mut self, host: &Host, plugins: &[Package]) {
        let rule = &host.agents;
        for folder in rule.folders.iter().flat_map(|rule| self.paths_of(rule)).collect::<Vec<_>>() {
            self.take_agents(host, &folder, "", 0);
        }
        for plugin in plugins {
            if let Some(folder) = &rule.plugin_folder {
                self.take_agents(host, &plugin.path.join(folder), &format!("{}:", plugin.name), 0);
            }
        }
        for own in &rule.own {
            self.take_agent(host, own.name.clone(), own.about.clone(), None);
        }
    }

    /// Takes in the agents of a folder. `prefix` is what stands before their names in a plugin.
    fn take_agents(&mut self, host: &Host, folder: &Path, prefix: &str, depth: usize) {
        let rule = &host.agents;
        let ending = rule.ending.as_deref().unwrap_or(".md");
        let is_of_plugin = !prefix.is_empty();
        for name in self.files.list(folder) {
            if let Some(name) = name.strip_suffix('/') {
                if rule.deep && depth < DEEPEST {
                    let prefix = if is_of_plugin { format!("{prefix}{name}:") } else { String::new() };
                    self.take_agents(host, &folder.join(name), &prefix, depth + 1);
                }
                continue;
            }
            let Some(stem) = name.strip_suffix(ending) else { continue };
            if self.declared.agents.len() >= MOST_AGENTS {
                return;
            }
            let path = folder.join(&name);
            let Some(text) = self.text(&path) else { continue };
            let agent = document::parse(&text);
            let said = |key: &str| agent.scalar(key).map(str::trim).filter(|value| !value.is_empty());
            let name = said("name").unwrap_or(stem);
            let is_whole = rule.required.iter().all(|key| said(key).is_some());
            let is_named = !name.contains(|sign| rule.not_in_names.contains(sign));
            if !is_of_plugin && (!is_whole || !is_named) {
                continue;
            }
            let about = said("description").unwrap_or_default().to_owned();
            self.take_agent(host, format!("{prefix}{name}"), about, Some(path));
        }
    }

    /// Of several agents of one name the first counts.
    fn take_agent(&mut self, host: &Host, name: String, about: String, path: Option<PathBuf>) {
        let agents = &mut self.declared.agents;
        if agents.iter().any(|known| known.name == name && known.hosts.contains(&host.id)) {
            return;
        }
        match agents.iter_mut().find(|known| path.is_some() && known.name == name && known.path == path) {
            Some(known) => add(&mut known.hosts, &host.id),
            None => agents.push(Agent { name, about, path, hosts: vec![host.id.clone()] }),
        }
    }

    fn read_rules(&mut self, host: &Host) {
        let keys = &host.permissions.rules;
        let keys = [(Permission::Deny, &keys.deny), (Permission::Ask, &keys.ask), (Permission::Allow, &keys.allow)];
        if keys.iter().all(|(_, key)| key.is_none()) {
            return;
        }
        for path in self.settings_of(host) {
            let Some(tree) = self.tree(&path) else { continue };
            let (root, lines) = &*tree;
            for (permission, key) in keys {
                let list = key.as_ref().and_then(|key| root.look_up(key));
                for item in list.map(Node::items).unwrap_or_default() {
                    let Some(text) = item.text().map(str::to_owned) else { continue };
                    let at = Line { path: path.clone(), line: lines.line_number(item.span.start) };
                    let rules = &mut self.declared.rules;
                    match rules.iter_mut().find(|it| it.permission == permission && it.at == at && it.text == text) {
                        Some(known) => add(&mut known.hosts, &host.id),
                        None => rules.push(Rule { permission, text, at, hosts: vec![host.id.clone()] }),
                    }
                }
            }
        }
    }

    fn read_gateway(&mut self, host: &Host) {
        let variables: Vec<&String> = host.fields.iter().flat_map(|field| &field.foreign_behind).collect();
        if variables.is_empty() {
            return;
        }
        let is_set = |value: Option<&str>| value.is_some_and(|value| !value.trim().is_empty());
        let of_environment = |name: &&String| is_set(self.environment.variables.get(*name).map(String::as_str));
        let is_told = variables.iter().any(of_environment)
            || self.settings_of(host).iter().any(|path| {
                let Some(tree) = self.tree(path) else { return false };
                let written = |name: &&String| tree.0.look_up("env").and_then(|env| env.look_up(name));
                variables.iter().any(|name| is_set(written(name).and_then(Node::text)))
            });
        if is_told {
            self.declared.gateways.push(host.id.clone());
        }
    }

    /// The settings files of a host that are there, the strongest first.
    fn settings_of(&mut self, host: &Host) -> Vec<PathBuf> {
        // Of those of added folders only plugins count.
        let rules = host.controls.files.iter().filter(|rule| rule.at != crate::hosts::SettingsAt::Added);
        let mut paths: Vec<PathBuf> = Vec::new();
        for rule in rules {
            let places = settings_places(rule, self.environment).into_iter().flatten();
            self.declared.settings.extend(places.filter(|path| !path.ends_with("*.json") && !path.ends_with("*.md")));
            for path in self.files_of(rule) {
                if !paths.contains(&path) {
                    paths.push(path);
                }
            }
        }
        paths
    }

    /// The paths of a rule that are there, the strongest first.
    fn files_of(&mut self, rule: &SettingsRule) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for group in settings_places(rule, self.environment) {
            for path in group {
                let paths = match path.ends_with("*.json").then(|| path.parent()).flatten() {
                    Some(folder) => {
                        let names = self.files.list(folder).into_iter().rev();
                        names
                            .filter(|it| it.ends_with(".json") && !it.starts_with('.'))
                            .map(|it| folder.join(it))
                            .collect()
                    }
                    // Agents are read as such.
                    None if path.ends_with("**/*.md") => Vec::new(),
                    None => vec![path],
                };
                let there: Vec<PathBuf> = paths.into_iter().filter(|path| self.text(path).is_some()).collect();
                let is_there = !there.is_empty();
                found.extend(there);
                if is_there {
                    break;
                }
            }
        }
        found
    }

    /// The folders of a rule, there or not.
    fn paths_of(&mut self, rule: &SettingsRule) -> Vec<PathBuf> {
        let paths: Vec<PathBuf> = settings_places(rule, self.environment).into_iter().flatten().collect();
        self.declared.looked_at.extend(paths.iter().cloned());
        paths
    }

    /// The text of a file; `None` when it is not there.
    fn text(&mut self, path: &Path) -> Option<Arc<str>> {
        if let Some(known) = self.texts.get(path) {
            return known.clone();
        }
        let text: Option<Arc<str>> = self.files.text(path).map(Arc::from);
        self.declared.looked_at.push(path.to_owned());
        self.texts.insert(path.to_owned(), text.clone());
        text
    }

    /// What a settings file says, as far as it can be read, and its lines; `None` when there is none.
    fn tree(&mut self, path: &Path) -> Option<Arc<(Node, Text)>> {
        let text = self.text(path)?;
        let tree = || Arc::new((Format::of(path, true).parse(&text).root, Text::new(&*text)));
        Some(self.trees.entry(path.to_owned()).or_insert_with(tree).clone())
    }
}

fn add(hosts: &mut Vec<String>, host: &str) {
    if !hosts.iter().any(|known| known == host) {
        hosts.push(host.to_owned());
    }
}

/// A name with an underscore for every sign that no name of a tool has.
fn plain(name: &str) -> String {
    name.chars()
        .map(|sign| if sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-') { sign } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::catalog_testing::environment;
    use crate::checks::testing::Fixture;
    use crate::text::slashed;

    /// What a host finds around a fixture, one line each.
    fn check(host: &str, fixture: &str, expected: &str) {
        let declared = environment(&Fixture::parse(fixture)).declared.clone();
        let mut shown = String::new();
        for server in declared.servers_of(host) {
            shown += &format!("server {} {}:{}\n", server.name, slashed(&server.at.path), server.at.line);
        }
        for agent in declared.agents_of(host).filter(|agent| agent.path.is_some()) {
            let path = slashed(agent.path.as_ref().unwrap());
            shown += &format!("agent {} ({}) {path}\n", agent.name, agent.about);
        }
        for rule in declared.rules_of(host) {
            let word = format!("{:?}", rule.permission).to_lowercase();
            shown += &format!("{word} {} {}:{}\n", rule.text, slashed(&rule.at.path), rule.at.line);
        }
        let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
        assert_eq!(shown.trim_end(), expected.join("\n"));
    }

    #[test]
    fn what_claude_code_reads() {
        check(
            "claude-code",
            r#"
            //# cwd = /home/shop/web
            //# git-root = /home/shop
            //- /home/.claude.json
            {"numStartups": 3, "mcpServers": {"git hub": {"command": "x"}},
             "projects": {"/home/shop": {"mcpServers": {
               "local": {"type": "http"}}}, "/home/shop/web": {"mcpServers": {"elsewhere": {}}}}}
            //- /home/shop/web/.mcp.json
            {
              "mcpServers": {
                "db": {},
                "off": false
              }
            }
            //- /home/.mcp.json
            {"mcpServers": {"above": {}}}
            //- /home/shop/.claude/settings.json
            {"mcpServers": {"not-read-here": {}}}
            //- /home/shop/web/.claude/settings.json
            {"permissions": {
              "allow": ["Bash(npm run *)",
                        "Read"],
              "deny": ["Bash(rm *)"]}}
            //- /home/.claude/settings.json
            {"permissions": {"ask": ["WebFetch", 7]}}
            //- /home/shop/.claude/agents/team/review.md
            ---
            name: reviewer
            description: Reads code.
            ---
            //- /home/.claude/agents/review.md
            ---
            name: reviewer
            description: The weaker one.
            ---
            //- /home/.claude/agents/a.md
            ---
            name: a:b
            description: No name has a colon.
            ---
            //- /home/.claude/agents/b.md
            No description.
            "#,
            "
            server local /home/.claude.json:3
            server db /home/shop/web/.mcp.json:3
            server above /home/.mcp.json:1
            server git_hub /home/.claude.json:1
            agent reviewer (Reads code.) /home/shop/.claude/agents/team/review.md
            deny Bash(rm *) /home/shop/web/.claude/settings.json:4
            allow Bash(npm run *) /home/shop/web/.claude/settings.json:2
            allow Read /home/shop/web/.claude/settings.json:3
            ask WebFetch /home/.claude/settings.json:1
            ",
        );
    }

    #[test]
    fn the_files_of_other_hosts() {
        let fixture = r#"
            //- /home/shop/.vscode/mcp.json
            // servers of the editor
            {"servers": {"playwright": {"command": "npx",},},}
            //- /home/shop/opencode.json
            {"mcp": {"docs": {"type": "remote"}}}
            //- /home/shop/.codex/config.toml
            model = "x"
            [mcp_servers.linear]
            url = "https://example.com"
            //- /home/shop/.gemini/settings.json
            {"mcpServers": {"figma": {}}}
            //- /home/shop/.cursor/mcp.json
            {"mcpServers": {"figma": {}}}
            //- /home/.config/goose/config.yaml
            extensions:
              memory:
                enabled: true
            //- /home/AppData/Roaming/Block/goose/config/config.yaml
            extensions:
              memory:
                enabled: true
            //- /home/shop/crush.json
            {"mcp": {"files": {}}}
            //- /home/.config/amp/settings.json
            {"amp.mcpServers": {"search": {}}}
            "#;
        check("copilot-vscode", fixture, "server playwright /home/shop/.vscode/mcp.json:2");
        check("opencode", fixture, "server docs /home/shop/opencode.json:1");
        check("codex", fixture, "server linear /home/shop/.codex/config.toml:2");
        check("gemini-cli", fixture, "server figma /home/shop/.gemini/settings.json:1");
        check("cursor", fixture, "server figma /home/shop/.cursor/mcp.json:1");
        let goose = if cfg!(windows) { "AppData/Roaming/Block/goose/config" } else { ".config/goose" };
        check("goose", fixture, &format!("server memory /home/{goose}/config.yaml:2"));
        check("crush", fixture, "server files /home/shop/crush.json:1");
        check("amp", fixture, "server search /home/.config/amp/settings.json:1");
        check("claude-code", fixture, "");
    }

    #[test]
    fn only_some_hosts_look_for_agents_in_folders_of_the_folder() {
        let fixture = "
            //- /home/shop/.qwen/agents/near.md
            ---
            name: near
            description: Is seen.
            ---
            //- /home/shop/.qwen/agents/team/far.md
            ---
            name: far
            description: Is not.
            ---
            ";
        check("qwen-code", fixture, "agent near (Is seen.) /home/shop/.qwen/agents/near.md");
    }

    #[test]
    fn what_a_plugin_brings() {
        let fixture = Fixture::parse(
            r#"
            //- /p/.claude-plugin/plugin.json
            {"name": "deploy.kit",
             "mcpServers": ["./more.json", {"inline": {}}, "../outside.json"]}
            //- /p/.mcp.json
            {"db": {"command": "x"}}
            //- /p/more.json
            {"mcpServers": {"cache": {}}}
            //- /outside.json
            {"mcpServers": {"outside": {}}}
            "#,
        );
        let claude = crate::hosts::builtin().get("claude-code").unwrap().clone();
        let servers = servers_of_plugin(&claude, "deploy.kit", Path::new("/p"), &fixture.memory());
        let shown: Vec<String> =
            servers.iter().map(|it| format!("{} {}:{}", it.name, slashed(&it.at.path), it.at.line)).collect();
        let expected = [
            "plugin_deploy_kit_db /p/.mcp.json:1",
            "plugin_deploy_kit_inline /p/.claude-plugin/plugin.json:2",
            "plugin_deploy_kit_cache /p/more.json:1",
        ];
        assert_eq!(shown, expected);
        let around = servers_around(&claude, Path::new("/p/skills/x/SKILL.md"), &fixture.memory());
        assert_eq!(around, servers);
        assert_eq!(servers_around(&claude, Path::new("/q/skills/x/SKILL.md"), &fixture.memory()), []);
    }

    #[test]
    fn broken_files_are_passed_over() {
        let fixture = "
            //- /home/.claude.json
            {\"mcpServers\": [
            //- /home/shop/.mcp.json
            nothing
            //- /home/shop/.codex/config.toml
            = [
            //- /home/.claude/settings.json
            {\"permissions\": {\"allow\": {}}}
            ";
        check("claude-code", fixture, "");
        check("codex", fixture, "");
    }

    #[test]
    fn what_a_change_of_a_file_concerns() {
        let declared = Declared { looked_at: vec!["/p/.mcp.json".into(), "/p/agents".into()], ..Declared::default() };
        let concerned =
            ["/p/.mcp.json", "/p/agents/a.md", "/p", "/p/agent", "/q"].map(|it| declared.is_about(it.as_ref()));
        assert_eq!(concerned, [true, true, true, false, false]);
    }
}
