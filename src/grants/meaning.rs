//! What one entry means to one host.

use std::ops::Range;

use crate::document::tool_rule::{Imbalance, RulePattern, ToolRule};
use crate::grants::{CommandPattern, PathPattern, simple_commands};
use crate::hosts::{Host, ParameterRule, PatternKind, PrefixRule, ToolFact, ToolRules};

/// Which list an entry stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// `allowed-tools`
    Allow,
    /// `disallowed-tools`
    Deny,
}

impl List {
    /// The list that a field holds, by its key.
    pub fn of_field(key: &str) -> List {
        let is_deny = key.to_ascii_lowercase().starts_with("disallowed");
        if is_deny { List::Deny } else { List::Allow }
    }
}

/// What an entry means to a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The tool as the host calls it today; nothing for MCP servers and names it does not know.
    pub tool: Option<String>,
    /// Which calls of it are meant.
    pub meaning: Meaning,
}

/// Which calls of a tool are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Every call.
    Everything,
    /// Every call inside the working folders.
    WorkingFolders,
    /// Shell commands.
    Command(CommandPattern),
    /// Files, for every tool that asks for these paths.
    Path(PathPattern),
    /// Pages of a domain: `example.com`, `*.example.com`.
    Domain(String),
    /// The skill of this name.
    Skill(String),
    /// Skills whose names start so.
    SkillsFrom(String),
    /// The agent of this name.
    Agent(String),
    /// Calls with this value of a parameter.
    Parameter {
        /// Its name.
        name: String,
        /// Its value, with `*` for anything.
        value: String,
    },
    /// Every tool of an MCP server.
    Server(String),
    /// Tools of an MCP server, with `*` for anything.
    ServerTool {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
    },
    /// Every tool whose name matches, with `*` for anything.
    Names(String),
    /// Nothing: no call ever matches.
    Nothing(Reason),
    /// The host has no tool of this name.
    UnknownTool,
    /// What the host does with it is not known.
    Unsaid,
}

/// Why an entry means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A parenthesis is not closed, not opened, or not at the end.
    Unbalanced(Imbalance),
    /// The host cuts the entry in two behind a parenthesis inside the pattern.
    Cut,
    /// No name before the parenthesis.
    NoName,
    /// A `*` in the name.
    WildcardName,
    /// A pattern behind a tool of an MCP server.
    ServerPattern,
    /// A colon in the first word of a command: `npx:checkly:*`.
    ColonInCommand,
    /// A `:*` that is not at the end: `git:* main`.
    PrefixInside,
    /// Several patterns with commas between them: `git add:*, git commit:*`.
    SeveralCommands,
    /// A wildcard in a line of several commands, which are asked for one by one: `cd x && make *`.
    Compound,
    /// A `*` before the `:*` at the end, which is read as a plain sign.
    WildcardBeforePrefix,
    /// Nothing before the `:*`.
    EmptyPrefix,
    /// A blank before the command or behind it, which no command has.
    Blank,
    /// Quotes around the whole command, which belong to it then.
    Quoted,
    /// `:*` behind a path.
    PrefixOfPath,
    /// Braces in a path, which stand for themselves: `{src,docs}/**`.
    Braces,
    /// A path that leads upwards: `../x`.
    Upwards,
    /// A variable of the shell in a path: `$HOME/x`.
    HomeVariable,
    /// An absolute path with one slash, which starts in the folder of the session: `/tmp/x`, `${CLAUDE_PROJECT_DIR}/x`.
    OneSlash,
    /// A page or a bare name where `domain:` is wanted.
    NotADomain,
    /// The name of a skill with a `*` right behind it.
    GluedWildcard,
    /// The input that has a matcher of its own, named like a parameter: `Bash(command:git *)`.
    OwnInput(String),
    /// A parameter, where only the taking away of tools looks at parameters.
    ParameterOnlyDenies,
    /// A path behind a tool for which the path rules of another one count.
    PathsOf(String),
    /// A pattern behind a tool that looks at none.
    NoPattern,
    /// A tool of earlier versions.
    GoneTool,
}

/// The tool of a host that a name stands for.
pub fn tool_named<'a>(host: &'a Host, name: &str) -> Option<&'a ToolFact> {
    let by_name = host.tools.iter().find(|tool| tool.name == name);
    by_name.or_else(|| host.tools.iter().find(|tool| tool.also.iter().any(|also| also == name)))
}

/// What an entry means to a host.
pub fn grant(host: &Host, rule: &ToolRule, list: List) -> Grant {
    let nameless = |meaning: Meaning| Grant { tool: None, meaning };
    let Some(rules) = &host.tool_rules else { return nameless(Meaning::Unsaid) };
    if let Some(imbalance) = rule.imbalance() {
        return nameless(Meaning::Nothing(Reason::Unbalanced(imbalance)));
    }
    if rules.cuts_inside && is_cut(rule) {
        return nameless(Meaning::Nothing(Reason::Cut));
    }
    if rule.name.is_empty() {
        return nameless(Meaning::Nothing(Reason::NoName));
    }
    if let Some(meaning) = of_server(rule, rules, list) {
        return nameless(meaning);
    }
    if rules.names_are_literal && rule.name.contains('*') {
        let meaning = match list {
            List::Allow => Meaning::Nothing(Reason::WildcardName),
            List::Deny => Meaning::Names(rule.name.clone()),
        };
        return nameless(meaning);
    }
    let Some(tool) = tool_named(host, &rule.name) else { return nameless(Meaning::UnknownTool) };
    let meaning = match &rule.pattern {
        _ if tool.gone => Meaning::Nothing(Reason::GoneTool),
        None => Meaning::Everything,
        Some(pattern) => of_pattern(tool, rules, pattern, list),
    };
    Grant { tool: Some(tool.name.clone()), meaning }
}

/// Whether a blank or a comma follows a parenthesis that closes inside the pattern.
fn is_cut(rule: &ToolRule) -> bool {
    let closed = rule.pattern.as_ref().and_then(|pattern| pattern.text.split_once(')'));
    closed.is_some_and(|(_, behind)| {
        let mut is_inside = false;
        behind.chars().any(|sign| {
            match sign {
                '(' => is_inside = true,
                ')' => is_inside = false,
                _ => {}
            }
            !is_inside && matches!(sign, ' ' | ',')
        })
    })
}

fn of_server(rule: &ToolRule, rules: &ToolRules, list: List) -> Option<Meaning> {
    let parts = rule.server()?;
    let text = |range: Range<usize>| rule.name.get(range).unwrap_or_default().to_owned();
    let server = text(parts.server);
    Some(match parts.tool.map(text) {
        _ if rule.pattern.is_some() => Meaning::Nothing(Reason::ServerPattern),
        _ if server.contains('*') && list == List::Allow && rules.names_are_literal => {
            Meaning::Nothing(Reason::WildcardName)
        }
        _ if server.contains('*') => Meaning::Names(rule.name.clone()),
        None => Meaning::Server(server),
        Some(tool) if tool == "*" => Meaning::Server(server),
        Some(tool) => Meaning::ServerTool { server, tool },
    })
}

fn of_pattern(tool: &ToolFact, rules: &ToolRules, pattern: &RulePattern, list: List) -> Meaning {
    let nothing = Meaning::Nothing;
    let takes_paths = tool.pattern == Some(PatternKind::Path) || tool.paths_of.is_some();
    if matches!(pattern.text.as_str(), "" | "*") {
        let is_here = takes_paths && rules.star_is_here && list == List::Allow;
        return if is_here { Meaning::WorkingFolders } else { Meaning::Everything };
    }
    if let Some((name, value)) = pattern.parameter().filter(|_| pattern.prefix().is_none())
        && tool.parameters.iter().any(|it| it == name)
    {
        return match (rules.parameters, list) {
            (ParameterRule::Denying, List::Deny) => {
                Meaning::Parameter { name: name.to_owned(), value: value.to_owned() }
            }
            _ => nothing(Reason::ParameterOnlyDenies),
        };
    }
    let plain = pattern.plain();
    if let Some(other) = &tool.paths_of {
        return match plain.contains(":*") {
            true => nothing(Reason::PrefixOfPath),
            false => nothing(Reason::PathsOf(other.clone())),
        };
    }
    match tool.pattern {
        None => Meaning::Unsaid,
        Some(PatternKind::None) => nothing(Reason::NoPattern),
        Some(PatternKind::Command) => match of_command(&plain, rules.prefix) {
            Meaning::Command(CommandPattern::Prefix(_) | CommandPattern::Wildcard(_))
                if rules.compounds_are_exact && simple_commands(&plain).len() > 1 =>
            {
                nothing(Reason::Compound)
            }
            meaning => meaning,
        },
        Some(PatternKind::Path) if plain.contains(":*") => nothing(Reason::PrefixOfPath),
        Some(PatternKind::Path) if has_one_slash(pattern, rules) => nothing(Reason::OneSlash),
        Some(PatternKind::Path) => match fault_of_path(&plain).filter(|_| rules.one_slash_is_here) {
            Some(reason) => nothing(reason),
            None => Meaning::Path(PathPattern::read(&plain)),
        },
        Some(PatternKind::Domain) => match plain.strip_prefix("domain:") {
            Some(_) if plain.contains(',') => nothing(Reason::SeveralCommands),
            Some(domain) if !domain.contains(['/', ':', ' ']) => Meaning::Domain(domain.to_owned()),
            _ => nothing(Reason::NotADomain),
        },
        Some(PatternKind::Skill) if plain.contains(',') => nothing(Reason::SeveralCommands),
        Some(PatternKind::Skill) => of_skill(&plain),
        Some(PatternKind::Agent) => Meaning::Agent(plain),
    }
}

/// The first parts of paths that no project has at its top.
const TOPS: [&str; 8] = ["/tmp/", "/private/", "/Users/", "/Volumes/", "/home/", "/root/", "/usr/", "/etc/"];

/// Whether a path is plainly absolute, but for the second slash that says so.
fn has_one_slash(pattern: &RulePattern, rules: &ToolRules) -> bool {
    let text = &pattern.text;
    let filled = pattern
        .placeholders()
        .into_iter()
        .next()
        .filter(|(name, range)| range.start == 0 && rules.placeholders.iter().any(|known| known == name));
    rules.one_slash_is_here && (filled.is_some() || TOPS.iter().any(|top| text.starts_with(top)))
}

/// What keeps a path from ever matching.
fn fault_of_path(path: &str) -> Option<Reason> {
    let is_like_path = |part: &str| part.contains(['/', '*', '.']);
    let is_quoted = |quote: char| path.len() > 2 && path.starts_with(quote) && path.ends_with(quote);
    if path.contains('{') && path.contains(',') && path.contains('}') {
        return Some(Reason::Braces);
    }
    if path.contains(',') && path.split(',').all(|part| is_like_path(part.trim())) {
        return Some(Reason::SeveralCommands);
    }
    if is_quoted('"') || is_quoted('\'') {
        return Some(Reason::Quoted);
    }
    if let Some((name, _)) = path.split_once(':').filter(|(name, _)| matches!(*name, "file_path" | "path")) {
        return Some(Reason::OwnInput(name.to_owned()));
    }
    match path {
        _ if path.starts_with(' ') => Some(Reason::Blank),
        _ if path.starts_with("../") => Some(Reason::Upwards),
        _ if path.starts_with("$HOME/") || path.starts_with("${HOME}/") => Some(Reason::HomeVariable),
        _ => None,
    }
}

fn of_command(pattern: &str, prefix: PrefixRule) -> Meaning {
    let nothing = Meaning::Nothing;
    let read = CommandPattern::read(pattern, prefix);
    if prefix == PrefixRule::Anywhere {
        return Meaning::Command(read);
    }
    if pattern == ":*" {
        return nothing(Reason::EmptyPrefix);
    }
    if let Some((name, value)) = pattern.split_once(':')
        && name.trim() == "command"
        && value != "*"
    {
        return nothing(Reason::OwnInput(name.trim().to_owned()));
    }
    let before = pattern.strip_suffix(":*").unwrap_or(pattern);
    let parts: Vec<&str> = pattern.split(',').map(str::trim).collect();
    if parts.len() > 1 && are_commands(&parts) {
        return nothing(Reason::SeveralCommands);
    }
    if before.contains(":*") {
        return nothing(Reason::PrefixInside);
    }
    let quote = pattern.chars().next().filter(|sign| matches!(sign, '"' | '\''));
    if quote.is_some_and(|quote| pattern.len() > 2 && pattern.ends_with(quote) && pattern.matches(quote).count() == 2) {
        return nothing(Reason::Quoted);
    }
    if before.trim() != before && !matches!(read, CommandPattern::Wildcard(_)) {
        return nothing(Reason::Blank);
    }
    if first_word(before).is_some_and(has_colon) {
        return nothing(Reason::ColonInCommand);
    }
    if before.len() < pattern.len() && before.replace("\\*", "").contains('*') {
        return nothing(Reason::WildcardBeforePrefix);
    }
    Meaning::Command(read)
}

/// Whether the parts between commas are commands of their own: each has its wildcard, all name one program, or the first is
/// nothing but a name.
fn are_commands(parts: &[&str]) -> bool {
    let program = |part: &str| part.split_whitespace().next().unwrap_or_default().to_owned();
    let first = program(parts.first().copied().unwrap_or_default());
    let is_name = |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
    let has_wildcards = parts.iter().all(|part| part.ends_with('*') && part.len() > 1);
    let is_one_program = is_name(&first) && parts.iter().all(|part| program(part) == first && *part != first);
    let are_names = parts.iter().all(|part| is_name(part));
    has_wildcards || is_one_program || are_names
}

/// The word that names the program: variables that are set before it do not count.
fn first_word(command: &str) -> Option<&str> {
    command.split_whitespace().find(|word| {
        let name = word.split_once('=').map(|(name, _)| name);
        name.is_none_or(|name| name.is_empty() || !name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_'))
    })
}

/// Whether a word has a colon that is no part of a path: `npx:checkly`, but not `C:\x` and not `./a:b`.
fn has_colon(word: &str) -> bool {
    word.contains(':') && !word.contains(['/', '\\', '$', '"', '\''])
}

fn of_skill(pattern: &str) -> Meaning {
    let pattern = pattern.trim();
    let pattern = pattern.strip_prefix('/').unwrap_or(pattern);
    let prefix = pattern.strip_suffix(":*").or_else(|| pattern.strip_suffix(" *"));
    match prefix {
        Some(prefix) => Meaning::SkillsFrom(prefix.to_owned()),
        None if pattern.contains('*') => Meaning::Nothing(Reason::GluedWildcard),
        None => Meaning::Skill(pattern.to_owned()),
    }
}
