//! The frontmatter as one host gets it: read as it stands, after a repair of its own, or not at all.

use std::collections::BTreeMap;

use super::fields::{Fields, collect_anchors};
use super::inner_texts::is_mistyped_inside;
use super::odd_breaks::{has_odd_breaks, with_plain_breaks};
use super::quoted::{join, joins_otherwise};
use super::refused::{is_refused, may_refuse_fields};
use super::values::is_text;
use super::{BlockState, Refusal, knows};
use super::{brackets, stand_in, tags};
use crate::document::Document;
use crate::document::fence::FenceFault;
use crate::document::yaml::{self, Cause, Entry, Node, Scalar, Style, Value, YamlError};
use crate::hosts::{self, Alone, Breaks, Consequence, Host, RepairName, Repeated};
use crate::text::Span;

/// The frontmatter as the host got it.
pub(super) struct HostBlock {
    pub(super) state: BlockState,
    pub(super) refusal: Option<Refusal>,
    /// What the host read itself; `None` when the document's own fields serve.
    own: Option<OwnBlock>,
}

/// A block that was read again.
struct OwnBlock {
    /// The text that the spans of the entries point into, when it is not the document's.
    text: Option<String>,
    entries: Vec<Entry>,
}

impl HostBlock {
    pub(super) fn without_fields(state: BlockState) -> HostBlock {
        HostBlock { state, refusal: None, own: Some(OwnBlock { text: None, entries: Vec::new() }) }
    }

    pub(super) fn refused(state: BlockState, refusal: Refusal) -> HostBlock {
        HostBlock { refusal: Some(refusal), ..HostBlock::without_fields(state) }
    }

    pub(super) fn read(host: &Host, document: &Document, block: Span) -> HostBlock {
        let text = &*document.text;
        let repair = repair(host, text, block);
        let other = rewritten(host, block.of(text));
        if let Some(other) = stand_in::without_controls(host, other.as_deref().unwrap_or(block.of(text))) {
            return HostBlock::read_text(host, other, repair).map_text(stand_in::with_controls);
        }
        if let Some(other) = other {
            return HostBlock::read_text(host, other, repair);
        }
        let serves = || {
            host.yaml.repair != RepairName::FieldsAsWritten
                && serves(host, document)
                && !(host.fence.cuts_end() && has_last_block_scalar(document))
        };
        // What an author wrote on one line we take apart, and no host does.
        let is_one_line = matches!(document.fence.fault, Some(FenceFault::OneLine(_)));
        if is_same(text, block, document.fence.block) && !is_one_line && serves() {
            return HostBlock { state: BlockState::Read, refusal: None, own: None };
        }
        if host.yaml.repair == RepairName::FieldsAsWritten {
            return HostBlock::as_written(host, block.of(text));
        }
        let first = entries(host, text, block);
        if let Some(entries) =
            first.as_ref().filter(|entries| !wants_lines(host, entries) && !is_mistyped(host, entries))
        {
            let own = OwnBlock { text: None, entries: entries.clone() };
            return HostBlock { state: BlockState::Read, refusal: None, own: Some(own) };
        }
        if let Some(own) = first.is_none().then(|| eased(host, block.of(text))).flatten() {
            return HostBlock { state: BlockState::Read, refusal: None, own: Some(own) };
        }
        let repaired = hosts::repaired(repair, block.of(text), &alone);
        let second = repaired.and_then(|text| match entries(host, &text, Span::new(0, text.len())) {
            Some(entries) => Some(OwnBlock { text: Some(text), entries }),
            None => eased(host, &text),
        });
        match (second, first, host.yaml.broken) {
            (Some(own), ..) => HostBlock { state: BlockState::Repaired, refusal: None, own: Some(own) },
            (None, Some(entries), _) => {
                HostBlock { state: BlockState::Read, refusal: None, own: Some(OwnBlock { text: None, entries }) }
            }
            (None, None, Consequence::Skipped) => HostBlock::refused(BlockState::Void, Refusal::BlockBroken),
            (None, None, _) => HostBlock::without_fields(BlockState::Void),
        }
    }

    /// What a host makes of the block that has a reader of its own instead of YAML.
    fn as_written(host: &Host, block: &str) -> HostBlock {
        let own = plainly_written(host, block).unwrap_or_else(|| {
            let text = hosts::repaired(host.yaml.repair, block, &alone).unwrap_or_default();
            let entries = entries(host, &text, Span::new(0, text.len())).unwrap_or_default();
            OwnBlock { text: Some(text), entries }
        });
        HostBlock { state: BlockState::Read, refusal: None, own: Some(own) }
    }

    /// Reads a block that the host has rewritten before anything else.
    fn read_text(host: &Host, text: String, repair: RepairName) -> HostBlock {
        let whole = Span::new(0, text.len());
        let own = match entries(host, &text, whole).map(|entries| trimmed_end(host, entries)) {
            Some(entries) => Some((BlockState::Read, OwnBlock { text: Some(text), entries })),
            None => eased(host, &text).map(|own| (BlockState::Read, own)).or_else(|| {
                let text = hosts::repaired(repair, &text, &alone)?;
                let own = match entries(host, &text, Span::new(0, text.len())) {
                    Some(entries) => OwnBlock { text: Some(text), entries },
                    None => eased(host, &text)?,
                };
                Some((BlockState::Repaired, own))
            }),
        };
        match own {
            Some((state, own)) => HostBlock { state, refusal: None, own: Some(own) },
            None if host.yaml.broken == Consequence::Skipped => {
                HostBlock::refused(BlockState::Void, Refusal::BlockBroken)
            }
            None => HostBlock::without_fields(BlockState::Void),
        }
    }

    /// The block with another text in each of its scalars.
    fn map_text(mut self, other: impl Fn(&str) -> String) -> HostBlock {
        let entries = self.own.iter_mut().flat_map(|own| &mut own.entries);
        for entry in entries {
            map_scalars(&mut entry.key, &other);
            map_scalars(&mut entry.value, &other);
        }
        self
    }

    pub(super) fn fields<'a>(&'a self, host: &'a Host, document: &'a Document) -> Fields<'a> {
        let (text, pairs): (&str, Vec<(&str, &Node)>) = match &self.own {
            Some(own) => (
                own.text.as_deref().unwrap_or(&document.text),
                own.entries.iter().map(|entry| (entry.key.scalar().unwrap_or_default(), &entry.value)).collect(),
            ),
            None => (&*document.text, document.fields.iter().map(|field| (field.key.as_str(), &field.value)).collect()),
        };
        let mut anchors = BTreeMap::new();
        pairs.iter().for_each(|(_, value)| collect_anchors(value, &mut anchors));
        Fields { host, text, pairs, anchors }
    }
}

/// What YAML makes of the fields as they are written, when nothing in them is written otherwise inside quotes: nearly
/// always, and at a fraction of the cost.
fn plainly_written(host: &Host, block: &str) -> Option<OwnBlock> {
    if host.yaml.repeated == Repeated::Error {
        return None;
    }
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    let mut text = String::with_capacity(2 * block.len());
    let mut node = |written: Option<&str>| {
        let start = text.len();
        let value = match written {
            Some(written) => {
                text.extend(["\"", written, "\""]);
                Value::Scalar(Scalar { text: written.to_owned(), style: Style::Double })
            }
            None => {
                text.push_str("[]");
                Value::Sequence { items: Vec::new(), flow: true }
            }
        };
        let span = Span::new(start, text.len());
        written.is_none_or(|it| it.bytes().all(is_plain)).then_some(Node { value, span, tag: None, anchor: None })
    };
    let entry = |(key, value): (String, Option<String>)| {
        // A parser gives up on longer keys.
        let key = node(Some(&key)).filter(|_| key.len() < 1000)?;
        Some(Entry { key, value: node(value.as_deref())? })
    };
    let entries = hosts::fields_as_written(block).into_iter().map(entry).collect::<Option<Vec<_>>>()?;
    Some(OwnBlock { text: Some(text), entries })
}

fn map_scalars(node: &mut Node, other: &impl Fn(&str) -> String) {
    match &mut node.value {
        Value::Scalar(scalar) => scalar.text = other(&scalar.text),
        Value::Sequence { items, .. } => items.iter_mut().for_each(|item| map_scalars(item, other)),
        Value::Mapping { entries, .. } => entries.iter_mut().for_each(|entry| {
            map_scalars(&mut entry.key, other);
            map_scalars(&mut entry.value, other);
        }),
        Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// The block of a host that takes what YAML itself refuses, when that is all that is wrong with it: a plain value which
/// begins with a comma, quoted text that goes on left of its key, a field behind brackets, commas without an item between
/// them, a comment right behind quotes, half a pair of JSON's.
fn eased(host: &Host, block: &str) -> Option<OwnBlock> {
    let commas = hosts::quoted_commas(block).filter(|_| host.yaml.leading_comma);
    let quotes = || hosts::indented_quotes(block).filter(|_| host.yaml.quotes_column_zero);
    let keys = || brackets::with_null_keys(block).filter(|_| host.yaml.keys_behind_brackets);
    let items = || brackets::with_empty_items(block).filter(|_| host.yaml.empty_items);
    let text = commas.or_else(quotes).or_else(keys).or_else(items).or_else(|| eased_in_quotes(host, block))?;
    let entries = entries(host, &text, Span::new(0, text.len()))?;
    Some(OwnBlock { text: Some(text), entries })
}

/// The block with comments set apart from the quotes before them, and a sign for each lone half of a pair.
fn eased_in_quotes(host: &Host, block: &str) -> Option<String> {
    let halves = without_halves(block).filter(|_| host.yaml.half_surrogates);
    let mut text = halves.clone().unwrap_or_else(|| block.to_owned());
    for _ in 0..MOST_COMMENTS {
        let Err(error) = yaml::parse_strict(&text, Span::new(0, text.len())) else { break };
        let is_behind_quotes =
            matches!(error.cause, Cause::TextAfterQuote | Cause::InnerQuote) && error.span.of(&text).starts_with('#');
        if !host.yaml.comments_after_quotes || !is_behind_quotes {
            break;
        }
        text.insert(error.span.start, ' ');
    }
    (text != block).then_some(text)
}

/// How many comments are set apart from quotes in one block.
const MOST_COMMENTS: usize = 32;

/// The block with U+FFFD for each `\ud83d` that has no other half beside it; `None` when there is none.
fn without_halves(block: &str) -> Option<String> {
    let half = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(digits, 16).ok().filter(|code| code >> 11 == 0x1b)
    };
    let (mut text, mut rest) = (String::new(), block);
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        text.push_str(before);
        let pair = (half(escape), escape.get(6..).and_then(half));
        let (written, length) = match pair {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (escape.get(..12), 12),
            (Some(_), _) => (Some("\\ufffd"), 6),
            (None, _) => {
                let length = escape.chars().take(2).map(char::len_utf8).sum();
                (escape.get(..length), length)
            }
        };
        text.push_str(written.unwrap_or_default());
        rest = escape.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    (text != block).then_some(text)
}

/// The text that the host reads in place of the block, when it changes white space before it reads YAML and that
/// makes a difference.
fn rewritten(host: &Host, block: &str) -> Option<String> {
    let breaks = host.fence.breaks;
    let is_odd = breaks != Breaks::None
        && block
            .char_indices()
            .any(|(at, sign)| breaks.has(sign) && !block.get(at..).is_some_and(|rest| rest.starts_with("\r\n")));
    // Only a block scalar keeps the line break behind it, and only the first line can lose its indentation.
    let loses = host.yaml.trims_block && (block.starts_with([' ', '\t']) || ends_in_block_scalar(block));
    let loses_break = host.yaml.last_break_outside && block.contains('+') && ends_in_block_scalar(block);
    let loses_tabs = host.yaml.tabs_before_keys && block.contains("\n\t") && !begins_with_tab(block);
    if !is_odd && !loses && !loses_break && !loses_tabs {
        return None;
    }
    let mut text = block.replace("\r\n", "\n");
    if is_odd {
        text = text.replace(|sign| breaks.has(sign), "\n");
    }
    if loses_tabs {
        text = text.split_inclusive('\n').map(without_tabs).collect();
    }
    if loses_break && text.ends_with('\n') {
        text.pop();
    }
    Some(if host.yaml.trims_block { text.trim().to_owned() } else { text })
}

/// Whether the first line that says something begins with a tab.
fn begins_with_tab(block: &str) -> bool {
    let says = |line: &&str| !matches!(line.trim_start().chars().next(), None | Some('#'));
    block.lines().find(says).is_some_and(|line| line.starts_with('\t'))
}

/// A line without the tabs that it begins with, unless there is nothing else in it.
fn without_tabs(line: &str) -> &str {
    let rest = line.trim_start_matches([' ', '\t']);
    if line.starts_with('\t') && !rest.trim_start().is_empty() { rest } else { line }
}

/// Whether the last lines may belong to a block scalar: they are indented, and somewhere before them a line ends
/// like the opening of one.
fn ends_in_block_scalar(block: &str) -> bool {
    let is_opening = |line: &str| {
        let line = line.split_once(" #").map_or(line, |(before, _)| before);
        let sign = line.trim_end().trim_end_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '+' | '-'));
        sign.ends_with(['|', '>'])
    };
    block.trim_end().lines().next_back().is_some_and(|line| line.starts_with([' ', '\t']) || is_opening(line))
        && block.lines().any(is_opening)
}

/// Entries of a block that was trimmed: a block scalar at its end has lost its last line break.
fn trimmed_end(host: &Host, mut entries: Vec<Entry>) -> Vec<Entry> {
    if let Some(Value::Scalar(scalar)) = entries.last_mut().map(|entry| &mut entry.value.value)
        && host.yaml.trims_block
        && matches!(scalar.style, Style::Literal | Style::Folded)
    {
        scalar.text.truncate(scalar.text.trim_end_matches('\n').len());
    }
    entries
}

/// What the host tries with this file when YAML fails.
fn repair(host: &Host, text: &str, block: Span) -> RepairName {
    let is_opened = || matches!(text.get(..block.start), Some("---\n" | "---\r\n"));
    let is_closed = || text.get(block.end..).is_some_and(|rest| rest.starts_with("---"));
    let tries = !host.yaml.repair_bare_fences || is_opened() && is_closed();
    if tries { host.yaml.repair } else { RepairName::None }
}

fn alone(value: &str) -> Alone {
    match yaml::parse_strict(value, Span::new(0, value.len())) {
        Ok(Some(Node { value: Value::Sequence { .. }, .. })) => Alone::List,
        Ok(_) => Alone::Other,
        Err(_) => Alone::Unreadable,
    }
}

/// Whether two blocks hold the same lines: blank ones around them do not matter.
fn is_same(text: &str, left: Span, right: Span) -> bool {
    let trimmed = |span: Span| {
        let block = span.of(text);
        let start = span.start + (block.len() - block.trim_start().len());
        (start, start + block.trim().len())
    };
    trimmed(left) == trimmed(right)
}

/// Whether the last value is one whose end depends on the line break before the closing fence.
fn has_last_block_scalar(document: &Document) -> bool {
    let last = document.fields.iter().max_by_key(|field| field.value.span.start);
    last.is_some_and(|field| match &field.value.value {
        Value::Scalar(scalar) => matches!(scalar.style, Style::Literal | Style::Folded),
        Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => false,
    })
}

/// Whether the fields of the document are what the host reads: nothing broken, nothing twice, nothing that hosts
/// read in different ways.
fn serves(host: &Host, document: &Document) -> bool {
    let fields = &document.fields;
    let is_harmless = |error: &YamlError| is_harmless(host, &document.text, error);
    let is_plain = document.errors.iter().all(is_harmless) && document.not_mapping.is_none();
    let mut keys: Vec<&str> = fields.iter().map(|field| field.key.as_str()).collect();
    keys.sort_unstable();
    let is_repeated = keys.windows(2).any(|pair| pair.first() == pair.last());
    let goes_on = || fields.iter().any(|field| goes_on_at_column_zero(&document.text, &field.value));
    let has_both_texts = || {
        ["name", "description"].iter().all(|key| document.field(key).is_some_and(|field| is_text(host, &field.value)))
    };
    let is_mistyped = || {
        let texts = ["name", "description"].iter().filter_map(|key| document.field(key));
        host.yaml.as_written && texts.into_iter().any(|field| is_collection(&field.value))
            || is_mistyped_inside(host, &|key| document.field(key).map(|field| &field.value))
    };
    // Cut off at its beginning, the first line is indented less than the others.
    let is_indented =
        || document.fence.block.of(&document.text).trim_start_matches(['\r', '\n']).starts_with([' ', '\t']);
    let repeats_inside = || host.yaml.repeated_inside && fields.iter().any(|field| repeats(&field.value, 0));
    let begins_later = || host.fence.trims_block && is_indented();
    let says_nothing = host.yaml.comments_broken && fields.is_empty();
    is_plain
        && !says_nothing
        && !begins_later()
        && !may_refuse_fields(host, document)
        && !has_odd_breaks(host, document.fence.block.of(&document.text))
        && !joins_otherwise(host, &document.text, fields.iter().map(|field| &field.value))
        && !is_repeated
        && !repeats_inside()
        && !is_mistyped()
        && (host.yaml.column_zero || !goes_on())
        && !(host.yaml.tags_applied && fields.iter().any(|field| field.value.tag.is_some()))
        && !fields.iter().any(|field| tags::is_bare(host.yaml.bare_tag, &field.value))
        && !(host.yaml.known_tags && fields.iter().any(|field| has_unknown_tag(&field.value)))
        && (host.yaml.repair != RepairName::LineFields || has_both_texts())
}

/// The fields of a block, when the host's parser reads it.
fn entries(host: &Host, text: &str, block: Span) -> Option<Vec<Entry>> {
    let plain = with_plain_breaks(host, text, block);
    let text = &*plain.text;
    let entries = match strict(host, text, block)? {
        None if host.yaml.comments_broken && !block.of(text).trim().is_empty() => return None,
        None => Vec::new(),
        Some(Node { value: Value::Mapping { entries, .. }, .. }) => entries,
        // A list or a text in place of fields: either nothing is said, or it is an error.
        Some(_) if host.yaml.broken == Consequence::Skipped && !host.yaml.not_mapping_empty => return None,
        Some(_) => Vec::new(),
    };
    let is_split = !host.yaml.column_zero && entries.iter().any(|entry| goes_on_at_column_zero(text, &entry.value));
    let is_tagged = host.yaml.known_tags && entries.iter().any(|entry| has_unknown_tag(&entry.value));
    let has_repeated_inside = || host.yaml.repeated_inside && entries.iter().any(|entry| repeats(&entry.value, 0));
    let is_broken = is_refused(host, text, block, &entries)
        || is_split
        || is_tagged
        || host.yaml.repeated == Repeated::Error && (has_repeated(host, &entries) || has_repeated_inside());
    if is_broken {
        return None;
    }
    let mut entries = entries;
    if host.yaml.tags_applied {
        entries.iter_mut().for_each(|entry| tags::apply(&mut entry.value));
    }
    let bare = entries.iter_mut().filter(|entry| tags::is_bare(host.yaml.bare_tag, &entry.value));
    bare.for_each(|entry| entry.value.tag = None);
    join(host, text, &mut entries);
    plain.put_back(&mut entries);
    if host.fence.cuts_end() && !block.of(text).ends_with('\n') {
        drop_last_break(&mut entries, block.end);
    }
    Some(entries)
}

/// Whether the host reads on behind an error.
fn is_harmless(host: &Host, text: &str, error: &YamlError) -> bool {
    host.yaml.quotes_column_zero && error.cause == Cause::QuoteAtColumnZero
        || host.yaml.any_depth && error.cause == Cause::TooDeep && is_closed(text, error.span.start)
}

/// Whether the brackets of a value are closed, if it begins with one.
fn is_closed(text: &str, value: usize) -> bool {
    let rest = text.get(value..).unwrap_or_default().trim_start();
    !rest.starts_with(['[', '{']) || yaml::flow_end(text, text.len() - rest.len(), text.len()).is_ok()
}

/// What the grammar makes of the block; quoted text goes on at column 0 where the host lets it.
fn strict(host: &Host, text: &str, block: Span) -> Option<Option<Node>> {
    let error = match yaml::parse_strict(text, block) {
        Ok(root) => return Some(root),
        Err(error) => error,
    };
    let is_harmless = |error: &YamlError| is_harmless(host, text, error);
    if !is_harmless(&error) {
        return None;
    }
    let tolerant = yaml::parse_tolerant(text, block);
    let entries = tolerant.entries.into_iter().map(|(entry, _)| entry).collect();
    let value = Value::Mapping { entries, flow: false };
    tolerant.errors.iter().all(is_harmless).then_some(Some(Node { value, span: block, tag: None, anchor: None }))
}

/// Whether a key stands twice in a mapping inside a value.
fn repeats(node: &Node, depth: usize) -> bool {
    match &node.value {
        Value::Mapping { entries, .. } => {
            let mut keys: Vec<&str> = entries.iter().filter_map(|entry| entry.key.scalar()).collect();
            keys.sort_unstable();
            let is_repeated = keys.windows(2).any(|pair| pair.first() == pair.last());
            is_repeated || depth < DEEPEST && entries.iter().any(|entry| repeats(&entry.value, depth + 1))
        }
        Value::Sequence { items, .. } => depth < DEEPEST && items.iter().any(|item| repeats(item, depth + 1)),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => false,
    }
}

/// How deep values are looked into.
const DEEPEST: usize = 64;

/// A block scalar at the very end of a block without a last line break has none either.
fn drop_last_break(entries: &mut [Entry], end: usize) {
    let Some(last) = entries.last_mut() else { return };
    if let Value::Scalar(scalar) = &mut last.value.value
        && matches!(scalar.style, Style::Literal | Style::Folded)
        && last.value.span.end >= end
        && scalar.text.ends_with('\n')
    {
        scalar.text.pop();
    }
}

/// Whether a tag stands somewhere in a value that YAML does not define.
fn has_unknown_tag(node: &Node) -> bool {
    const KNOWN: &[&str] =
        &["str", "int", "float", "bool", "null", "seq", "map", "binary", "omap", "pairs", "set", "timestamp", "merge"];
    let is_known = |tag: &str| tag == "!" || tag.strip_prefix("!!").is_some_and(|tag| KNOWN.contains(&tag));
    if node.tag.as_deref().is_some_and(|tag| !tag.starts_with("!<") && !is_known(tag)) {
        return true;
    }
    match &node.value {
        Value::Sequence { items, .. } => items.iter().any(has_unknown_tag),
        Value::Mapping { entries, .. } => entries.iter().any(|entry| has_unknown_tag(&entry.value)),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => false,
    }
}

fn has_repeated(host: &Host, entries: &[Entry]) -> bool {
    let mut keys: Vec<&str> = entries.iter().filter_map(|entry| entry.key.scalar()).collect();
    keys.retain(|key| !host.yaml.repeated_known_only || knows(host, key).is_some());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair.first() == pair.last())
}

/// Whether quoted text has a further line that is not indented, or a flow list or mapping one, here or inside, that is
/// indented no more than the line it begins in. Its closing bracket may stand anywhere.
fn goes_on_at_column_zero(text: &str, node: &Node) -> bool {
    let lines = || node.span.of(text).lines().skip(1).filter(|line| !line.trim().is_empty());
    match &node.value {
        Value::Scalar(scalar) => {
            matches!(scalar.style, Style::Single | Style::Double) && lines().any(|line| !line.starts_with([' ', '\t']))
        }
        Value::Sequence { flow: true, .. } | Value::Mapping { flow: true, .. } => {
            let before = text.get(..node.span.start).unwrap_or_default();
            let column = spaces(before.rsplit('\n').next().unwrap_or_default());
            lines().any(|line| spaces(line) <= column && !line.trim_start().starts_with([']', '}']))
        }
        Value::Sequence { items, .. } => items.iter().any(|item| is_left_flow(text, item)),
        Value::Mapping { entries, .. } => entries.iter().any(|entry| is_left_flow(text, &entry.value)),
        Value::Alias(_) | Value::Missing | Value::Broken => false,
    }
}

/// The same for a value inside another; of quotes there, YAML itself speaks.
fn is_left_flow(text: &str, node: &Node) -> bool {
    !matches!(node.value, Value::Scalar(_)) && goes_on_at_column_zero(text, node)
}

/// How many spaces a line begins with.
fn spaces(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Whether a reader that knows what it wants finds a list or a mapping where text should be: to it, that is YAML it
/// cannot read.
fn is_mistyped(host: &Host, entries: &[Entry]) -> bool {
    let is_text = |entry: &Entry| matches!(entry.key.scalar(), Some("name" | "description"));
    let value = |key: &str| {
        let mut values = entries.iter().filter(|entry| entry.key.scalar() == Some(key)).map(|entry| &entry.value);
        values.next_back()
    };
    host.yaml.as_written && entries.iter().any(|entry| is_text(entry) && is_collection(&entry.value))
        || is_mistyped_inside(host, &value)
}

fn is_collection(node: &Node) -> bool {
    matches!(node.value, Value::Sequence { .. } | Value::Mapping { .. })
}

/// Whether the host reads the block line by line although YAML understands it.
fn wants_lines(host: &Host, entries: &[Entry]) -> bool {
    let mut anchors = BTreeMap::new();
    entries.iter().for_each(|entry| collect_anchors(&entry.value, &mut anchors));
    let fields = Fields { host, text: "", pairs: Vec::new(), anchors };
    let has_text = |key: &str| {
        let entry = entries.iter().rev().find(|entry| entry.key.scalar() == Some(key));
        entry.is_some_and(|entry| is_text(host, fields.target(&entry.value)))
    };
    host.yaml.repair == RepairName::LineFields && !(has_text("name") && has_text("description"))
}
