//! Entries of a list of tools, in whichever form it is written: tools, MCP servers, and what the body needs.

use crate::document;
use crate::document::tool_rule::ToolRule;
use crate::document::tools::{ToolEntry, tools as read_tools};
use crate::features::Context;
use crate::features::completion::spot::ValueSpot;
use crate::features::completion::tool_slot::Slot;
use crate::features::completion::{Completion, Completions, Documentation, Kind, names_of, told_by, tool_patterns};
use crate::features::granted::in_words;
use crate::features::tool_readers::tool_readers;
use crate::grants::{Grant, List, Meaning, covers, grant};
use crate::hosts::{FieldKind, Host, PatternKind};
use crate::knowledge::fields::fact;
use crate::text::{Edit, Span, apply};
use crate::words::short;

/// The fields that hold tools, with the spellings that hosts read.
const FIELDS: [&str; 6] =
    ["allowed-tools", "allowedTools", "allowed_tools", "disallowed-tools", "tools", "disallowedTools"];

/// How many entries with patterns stand before the tools.
const MOST_FROM_BODY: usize = 12;

/// How many names of tools of MCP servers are taken from the body.
const MOST_NAMES: usize = 50;

/// Whether a field holds tools, and a host that the author writes for reads it.
pub(super) fn is_tool_field(context: &Context<'_>, key: &str) -> bool {
    FIELDS.contains(&key) && context.hosts.iter().any(|host| fact(host, key).is_some())
}

/// The entries that may stand at the cursor and are not in the list yet.
pub(super) fn tools(context: &Context<'_>, spot: &ValueSpot<'_>) -> Completions {
    let mut facts = context.hosts.iter().filter_map(|host| fact(host, spot.key));
    let wants_list = facts.any(|fact| fact.kind == FieldKind::Sequence);
    let slot = Slot::at(&context.document.text, spot, wants_list).filter(|slot| is_sound(context, spot.key, slot));
    let Some(slot) = slot else { return Completions::default() };
    let offers = Offers::new(context, slot, tool_readers(context, spot.key), List::of_field(spot.key));
    match offers.slot.typed.split_once('(') {
        Some((tool, pattern)) => tool_patterns::patterns(&offers, tool, pattern),
        None => Completions { items: names(&offers), is_incomplete: false },
    }
}

/// Whether an entry at this place leaves the frontmatter whole, and is read back.
fn is_sound(context: &Context<'_>, key: &str, slot: &Slot<'_>) -> bool {
    let document = context.document;
    if !document.errors.is_empty() {
        return true;
    }
    let probe = if slot.typed.contains('(') { "Probe(x)" } else { "Probe" };
    let Some(Completion { span, text, more, .. }) = slot.completion(probe, probe, Kind::Tool) else { return false };
    let edits: Vec<Edit> = more.into_iter().chain([Edit::replace(span, text)]).collect();
    // The body changes nothing, and it may be long.
    let head = Span::new(0, document.fence.body.start).of(&document.text);
    let after = document::parse(&apply(head, &edits));
    let Some(field) = after.field(key) else { return false };
    let is_read = |entry: &ToolEntry| entry.text == probe || slot.is_name_only && entry.text.starts_with(probe);
    after.errors.is_empty()
        && after.fields.len() == document.fields.len()
        && after.comments.len() == document.comments.len()
        && read_tools(&after.text, &field.value).entries.iter().any(is_read)
}

/// What is needed to make offers.
pub(super) struct Offers<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) slot: Slot<'a>,
    pub(super) readers: Vec<&'a Host>,
    pub(super) list: List,
    /// What the entries that are there mean, for each host that says so.
    meanings: Vec<(&'a Host, Vec<Grant>)>,
}

impl<'a> Offers<'a> {
    fn new(context: &'a Context<'a>, slot: Slot<'a>, readers: Vec<&'a Host>, list: List) -> Offers<'a> {
        let rules: Vec<ToolRule> = slot.there.iter().map(|entry| ToolRule::parse(entry)).collect();
        let ruled = readers.iter().filter(|host| host.tool_rules.is_some());
        let meanings = ruled.map(|host| (*host, rules.iter().map(|rule| grant(host, rule, list)).collect())).collect();
        Offers { context, slot, readers, list, meanings }
    }

    /// Whether an entry is there already, or covered by one with a pattern.
    pub(super) fn is_there(&self, entry: &str) -> bool {
        if self.slot.there.iter().any(|there| there == entry) {
            return true;
        }
        let rule = ToolRule::parse(entry);
        let new: Vec<Grant> = self.meanings.iter().map(|(host, _)| grant(host, &rule, self.list)).collect();
        let is_covered = |index: usize| {
            self.meanings.iter().zip(&new).all(|((_, there), new)| {
                there.get(index).is_some_and(|there| there.meaning != Meaning::Everything && covers(there, new))
            })
        };
        !self.meanings.is_empty() && (0..self.slot.there.len()).any(is_covered)
    }

    /// Whether some host makes something of an entry.
    pub(super) fn counts(&self, entry: &str) -> bool {
        let rule = ToolRule::parse(entry);
        self.meanings.iter().any(|(host, _)| {
            let meaning = grant(host, &rule, self.list).meaning;
            !matches!(meaning, Meaning::Nothing(_) | Meaning::UnknownTool | Meaning::Unsaid)
        })
    }

    /// An offer of an entry that counts and is not there.
    pub(super) fn entry(&self, entry: &str, kind: Kind, detail: impl Into<String>) -> Option<Completion> {
        if self.is_there(entry) || !self.counts(entry) {
            return None;
        }
        let words: Vec<(&Host, String)> =
            self.meanings.iter().map(|(host, _)| (*host, in_words(host, entry, self.list))).collect();
        let documentation = Documentation::Text(told_by(words.iter().map(|(host, words)| (*host, words.as_str()))));
        Some(Completion { detail: detail.into(), documentation, ..self.slot.completion(entry, entry, kind)? })
    }
}

/// What can stand where a name is typed: what the body needs, tools, MCP servers, tools of the settings.
fn names(offers: &Offers<'_>) -> Vec<Completion> {
    let slot = &offers.slot;
    let mut items = Vec::new();
    if offers.list == List::Allow && !slot.is_name_only {
        let shell = offers.readers.iter().flat_map(|host| &host.tools);
        let shell = shell.into_iter().find(|tool| tool.pattern == Some(PatternKind::Command) && !tool.gone);
        items.extend(shell.into_iter().flat_map(|tool| tool_patterns::commands(offers, &tool.name)));
        items.truncate(MOST_FROM_BODY);
    }
    of_hosts(offers, &mut items);
    of_servers(offers, &mut items);
    let of_settings = offers.context.config.known_tools.iter().filter(|tool| !tool.contains('*'));
    for tool in of_settings.filter(|tool| !slot.there.contains(tool)) {
        if !items.iter().any(|item| item.label == *tool) {
            let item = slot.completion(tool, tool, Kind::Tool);
            items.extend(item.map(|item| Completion { detail: "from the settings".to_owned(), ..item }));
        }
    }
    items
}

/// A tool, and what the hosts that have it say about it.
struct Known<'a> {
    name: &'a str,
    takes_patterns: bool,
    hosts: Vec<(&'a Host, &'a str)>,
}

/// The tools of the hosts, each alone and, where the host looks at patterns, with one to be filled in.
fn of_hosts(offers: &Offers<'_>, items: &mut Vec<Completion>) {
    let slot = &offers.slot;
    let mut known: Vec<Known<'_>> = Vec::new();
    for host in &offers.readers {
        for tool in host.tools.iter().filter(|tool| !tool.gone) {
            let takes_patterns = tool.pattern.is_some_and(|kind| kind != PatternKind::None);
            match known.iter_mut().find(|known| known.name == tool.name) {
                Some(known) => {
                    known.takes_patterns |= takes_patterns;
                    known.hosts.push((host, &tool.about));
                }
                None => known.push(Known { name: &tool.name, takes_patterns, hosts: vec![(host, &tool.about)] }),
            }
        }
    }
    for Known { name, takes_patterns, hosts } in known {
        let detail = names_of(hosts.iter().map(|(host, _)| *host));
        let told = |item: Completion| Completion {
            detail: detail.clone(),
            documentation: Documentation::Text(told_by(hosts.iter().copied())),
            ..item
        };
        if !slot.there.iter().any(|there| there == name) {
            items.extend(slot.completion(name, name, Kind::Tool).map(told));
        }
        if takes_patterns && !slot.is_name_only {
            let open = slot.opening(&format!("{name}(…)"), &format!("{name}("), ")", Kind::Tool).map(told);
            items.extend(open.map(|item| Completion { only_as_snippet: true, ..item }));
        }
    }
}

/// The MCP servers that are declared here, and their tools as far as someone names them.
fn of_servers(offers: &Offers<'_>, items: &mut Vec<Completion>) {
    if offers.slot.is_name_only {
        return;
    }
    let context = offers.context;
    let mut add = |entry: String, detail: String| {
        if !items.iter().any(|item| item.label == entry) {
            items.extend(offers.entry(&entry, Kind::Tool, detail));
        }
    };
    for host in &offers.readers {
        for server in context.environment.declared.servers_of(&host.id) {
            let place = format!("{}:{}", short(&server.at.path, context.environment), server.at.line);
            add(format!("mcp__{}", server.name), format!("every tool of an MCP server · {place}"));
            add(format!("mcp__{}__*", server.name), format!("the same · {place}"));
        }
    }
    for host in &offers.readers {
        for rule in context.environment.declared.rules_of(&host.id) {
            if ToolRule::parse(&rule.text).server().is_some_and(|name| name.tool.is_some()) {
                add(rule.text.clone(), short(&rule.at.path, context.environment));
            }
        }
    }
    for name in named_in(context.document.body.span.of(&context.document.text)) {
        add(name.to_owned(), "named in the body".to_owned());
    }
}

/// The tools of MCP servers that a text names: `mcp__server__tool`.
fn named_in(text: &str) -> impl Iterator<Item = &str> {
    let found = text.match_indices("mcp__").filter_map(|(at, _)| {
        let is_part = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-');
        let is_start = !text.get(..at)?.ends_with(is_part);
        let rest = text.get(at..)?;
        let name = rest.get(..rest.find(|sign| !is_part(sign)).unwrap_or(rest.len()))?.trim_end_matches('-');
        let has_tool = ToolRule::parse(name).server().is_some_and(|server| server.tool.is_some());
        (is_start && has_tool).then_some(name)
    });
    found.take(MOST_NAMES)
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, labels, offers};

    fn fixture(field: &str) -> String {
        format!("//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n---\n{field}\nlicense: MIT\n---\n")
    }

    /// The field after `Write` was taken.
    fn with_write(field: &str) -> String {
        let text = after(&fixture(field), "Write");
        text.trim_start_matches("---\n").trim_end_matches("\nlicense: MIT\n---\n").to_owned()
    }

    #[test]
    fn every_form() {
        assert_eq!(with_write("allowed-tools: $0"), "allowed-tools: Write");
        assert_eq!(with_write("allowed-tools:$0"), "allowed-tools: Write");
        assert_eq!(with_write("allowed-tools: Wr$0"), "allowed-tools: Write");
        assert_eq!(with_write("allowed-tools: Read Wr$0"), "allowed-tools: Read Write");
        assert_eq!(with_write("allowed-tools: Read, Wr$0"), "allowed-tools: Read, Write");
        assert_eq!(with_write("allowed-tools: Read,$0"), "allowed-tools: Read, Write");
        assert_eq!(with_write("allowed-tools: [$0"), "allowed-tools: [Write");
        assert_eq!(with_write("allowed-tools: [Read, $0]"), "allowed-tools: [Read, Write]");
        assert_eq!(with_write("allowed-tools: [\"Read\", \"W$0\"]"), "allowed-tools: [\"Read\", \"Write\"]");
        assert_eq!(with_write("allowed-tools: \"Read, W$0\""), "allowed-tools: \"Read, Write\"");
        assert_eq!(with_write("allowed-tools:\n  - Read\n  - W$0"), "allowed-tools:\n  - Read\n  - Write");
        assert_eq!(with_write("allowed-tools:\n- Read\n-$0"), "allowed-tools:\n- Read\n- Write");
        assert_eq!(with_write("allowed-tools:\n  $0"), "allowed-tools:\n  - Write");
        assert_eq!(with_write("allowed-tools:\n  - Read\n  $0"), "allowed-tools:\n  - Read\n  - Write");
        assert_eq!(with_write("allowed-tools: [\n  Read,\n  $0\n  ]"), "allowed-tools: [\n  Read,\n  Write\n  ]");
        assert_eq!(with_write("allowed-tools: >-\n  Read,\n  W$0"), "allowed-tools: >-\n  Read,\n  Write");
        assert_eq!(with_write("allowed-tools: Bash(a, b), W$0"), "allowed-tools: Bash(a, b), Write");
    }

    #[test]
    fn a_missing_comma_is_added() {
        assert_eq!(with_write("allowed-tools: [Read $0]"), "allowed-tools: [Read, Write]");
        assert_eq!(with_write("allowed-tools: [$0 Read]"), "allowed-tools: [Write, Read]");
        assert_eq!(with_write("allowed-tools: ['Read' $0]"), "allowed-tools: ['Read', Write]");
        assert_eq!(with_write("allowed-tools: Read, Edit $0"), "allowed-tools: Read, Edit, Write");
        assert_eq!(with_write("allowed-tools: Read, $0 Edit"), "allowed-tools: Read, Write, Edit");
        assert_eq!(with_write("allowed-tools: Read Edit $0"), "allowed-tools: Read Edit Write");
    }

    #[test]
    fn what_is_there_is_left_out() {
        let labels = |field: &str| labels(&fixture(field));
        let offered = labels("allowed-tools: [Read, $0, 'Bash(git *)', Grep");
        assert!(!offered.iter().any(|it| it == "Read" || it == "Grep"), "{offered:?}");
        assert!(offered.iter().any(|it| it == "Bash"), "another pattern may follow");
        let offered = labels("allowed-tools: Re$0ad Write");
        assert!(offered.iter().any(|it| it == "Read"), "it is the one under the cursor");
    }

    #[test]
    fn where_no_tool_can_stand() {
        for field in [
            "allowed-tools: Bash(git $0)",
            "allowed-tools: [Read] $0",
            "allowed-tools: \"Read\" $0",
            "allowed-tools: >-$0",
            "allowed-tools:\n  - Read $0",
            "allowed-tools: # Re$0",
        ] {
            assert_eq!(labels(&fixture(field)), Vec::<String>::new(), "{field}");
        }
    }

    #[test]
    fn the_hosts_say_what_a_tool_does() {
        let fixture = "
            //# hosts = claude-code, copilot-cli
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: $0
            ---
            ";
        assert!(offers(fixture).contains("\nBash — Claude Code\n"), "{}", offers(fixture));
    }

    #[test]
    fn a_host_that_takes_only_lists() {
        let fixture = "
            //# hosts = qwen-code
            //- /home/.qwen/skills/pdf/SKILL.md
            ---
            allowedTools: $0
            ---
            ";
        let first = labels(fixture).first().cloned().expect("there are some");
        assert_eq!(after(fixture, &first), format!("---\nallowedTools: [{first}]\n---\n"));
    }
}
