//! The entries of the lists of tools in a file, as each host that reads them takes them.

use crate::config::Config;
use crate::document::tool_rule::ToolRule;
use crate::document::tools::{ToolEntry, ToolList, is_tool_field, tools};
use crate::document::yaml::{Resolved, Schema};
use crate::document::{Document, Field};
use crate::grants::{Grant, List, grant};
use crate::hosts::{Host, glob_matches};
use crate::knowledge::fields::fact;
use crate::text::Span;

/// One list of tools.
pub(crate) struct ToolField<'a> {
    /// Whether it gives tools or takes them away.
    pub(crate) list: List,
    /// The entries as they are written.
    pub(crate) tools: ToolList,
    /// The entries as they are meant.
    pub(crate) entries: Vec<ListedTool<'a>>,
    /// The hosts that read it and whose ways with entries are known.
    pub(crate) readers: Vec<&'a Host>,
    /// Whether the author writes for those hosts; otherwise only the open specification judges, and these are the
    /// hosts that have its `allowed-tools`.
    pub(crate) is_own: bool,
}

/// One entry of a list. An item of a list that holds several stands here as several.
pub(crate) struct ListedTool<'a> {
    /// Where it stands, and its text.
    pub(crate) entry: ToolEntry,
    /// Its parts.
    pub(crate) rule: ToolRule,
    /// The index of the written entry that it is, or is a part of.
    pub(crate) index: usize,
    /// Whether it is the whole of that entry.
    pub(crate) is_whole: bool,
    /// What it means to each of the readers.
    pub(crate) grants: Vec<(&'a Host, Grant)>,
}

impl ListedTool<'_> {
    /// The bytes of its name.
    pub(crate) fn name_span(&self, text: &str) -> Span {
        self.entry.part(text, 0..self.rule.name.len())
    }
}

impl<'a> ToolField<'a> {
    fn listed(&self, text: &str) -> Vec<ListedTool<'a>> {
        let mut found = Vec::new();
        for (index, entry) in self.tools.entries.iter().enumerate() {
            let words = words(&entry.text);
            let is_whole = words.len() < 2;
            for range in words {
                let part = entry.text.get(range.clone()).unwrap_or_default().to_owned();
                let rule = ToolRule::parse(&part);
                let span = if is_whole { entry.span } else { entry.part(text, range) };
                let entry = ToolEntry { span, text: part, style: entry.style };
                found.push(ListedTool { entry, grants: self.grants(&rule), rule, index, is_whole });
            }
        }
        found
    }

    /// What an entry means to each host.
    pub(crate) fn grants(&self, rule: &ToolRule) -> Vec<(&'a Host, Grant)> {
        self.readers.iter().map(|host| (*host, grant(host, rule, self.list))).collect()
    }
}

/// The lists of tools in a file that somebody reads.
pub(crate) fn tool_fields<'a>(document: &Document, judges: &[&'a Host], config: &'a Config) -> Vec<ToolField<'a>> {
    let fields = document.fields.iter().filter(|field| is_tool_field(&field.key));
    fields.filter_map(|field| tool_field(document, field, judges, config)).collect()
}

fn tool_field<'a>(
    document: &Document,
    field: &Field,
    judges: &[&'a Host],
    config: &'a Config,
) -> Option<ToolField<'a>> {
    let tools = tools(&document.text, &field.value);
    let reads = |host: &Host| fact(host, &field.key).is_some();
    let knows = |host: &Host| reads(host) && host.tool_rules.is_some();
    let judges: Vec<&Host> = judges.iter().copied().filter(|host| reads(host)).collect();
    // `allowed-tools: 5` names no tool; it is a value of another kind.
    let is_of_another_kind =
        matches!(field.value.resolve(Schema::Core), Some(Resolved::Number(_) | Resolved::Bool(_) | Resolved::Null));
    if judges.is_empty() || tools.entries.is_empty() || is_of_another_kind {
        return None;
    }
    let own: Vec<&Host> = judges.iter().copied().filter(|host| knows(host)).collect();
    let is_own = !own.is_empty();
    let is_open = judges.iter().all(|host| host.tools.is_empty());
    let readers = match is_own {
        true => own,
        false if is_open => {
            let others = config.known_hosts.real().filter(|host| knows(host));
            others.map(AsRef::as_ref).collect()
        }
        false => Vec::new(),
    };
    if readers.is_empty() {
        return None;
    }
    let mut found = ToolField { list: List::of_field(&field.key), tools, entries: Vec::new(), readers, is_own };
    found.entries = found.listed(&document.text);
    Some(found)
}

/// Whether the settings say that there is a tool of this name.
pub(crate) fn is_declared(config: &Config, name: &str) -> bool {
    config.known_tools.iter().any(|known| known == name || known.contains('*') && glob_matches(known, name))
}

/// The ranges of the entries in an item: cut at blanks and commas outside parentheses.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, sign) in text.char_indices().chain([(text.len(), ',')]) {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' | ' ' | '\t' | '\n' | '\r' if depth == 0 || at == text.len() => {
                if start < at {
                    found.push(start..at);
                }
                start = at + sign.len_utf8();
            }
            _ => {}
        }
    }
    found
}
