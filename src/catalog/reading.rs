//! What one host makes of one document: its block, its fields, or its refusal.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use regex::Regex;

use crate::catalog::FoundKind;
use crate::document::Document;
use crate::document::tools::tools;
use crate::document::yaml::{self, Entry, Node, Resolved, Schema, Style, Value};
use crate::hosts::{
    self, Alone, BooleanName, Consequence, FieldFact, Host, IdSource, MissingDescription, NotText, RepairName,
    Repeated, SchemaName,
};
use crate::text::Span;

/// A document as one host reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// How the host fared with the block.
    pub block: BlockState,
    /// Why the host refuses the skill, when it does.
    pub refusal: Option<Refusal>,
    /// The id the host uses, without any plugin prefix. The folder's name when nothing better is there.
    pub id: Arc<str>,
    /// The `name` as the host reads it; `None` when it is absent or ignored.
    pub name: Option<Arc<str>>,
    /// The description as the host reads it, fallbacks included; `None` when it has none.
    pub description: Option<Arc<str>>,
    /// Whether the description is the author's own rather than taken from the body.
    pub description_written: bool,
    /// `when_to_use`, in hosts that read it.
    pub when: Option<Arc<str>>,
    /// The model does not see it (`disable-model-invocation`).
    pub hidden: bool,
    /// Loaded, but left out of the listing (no description, in hosts that do so).
    pub unlisted: bool,
    /// `paths` patterns that hold it back; empty when it is unconditional.
    pub paths: Box<[Arc<str>]>,
    /// `allowed-tools` as the host splits them.
    pub allowed_tools: Box<[Arc<str>]>,
}

/// How a host fared with the frontmatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockState {
    /// It read it.
    Read,
    /// It read it after a repair of its own.
    Repaired,
    /// It saw no block: the whole file is body.
    Absent,
    /// The block could not be read and is ignored.
    Void,
}

/// Why a host refuses a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No frontmatter.
    BlockMissing,
    /// YAML it cannot read.
    BlockBroken,
    /// No `name`.
    NameMissing,
    /// A `name` that is not text or breaks its pattern.
    NameInvalid,
    /// A longer `name` than it takes.
    NameTooLong,
    /// `name` differs from the folder.
    NameMismatch,
    /// No description.
    DescriptionMissing,
    /// A description that is not text.
    DescriptionInvalid,
    /// A longer description than it takes.
    DescriptionTooLong,
    /// A larger file than it reads.
    FileTooLarge,
    /// A folder name that it reserves.
    Reserved,
}

impl Refusal {
    /// The refusal in words, after "skipped: ".
    pub fn words(&self) -> &'static str {
        match self {
            Refusal::BlockMissing => "it has no frontmatter",
            Refusal::BlockBroken => "its frontmatter is not valid YAML",
            Refusal::NameMissing => "it has no `name`",
            Refusal::NameInvalid => "its `name` is not one the host accepts",
            Refusal::NameTooLong => "its `name` is too long",
            Refusal::NameMismatch => "its `name` differs from its folder",
            Refusal::DescriptionMissing => "it has no description",
            Refusal::DescriptionInvalid => "its description is not text",
            Refusal::DescriptionTooLong => "its description is too long",
            Refusal::FileTooLarge => "the file is too large",
            Refusal::Reserved => "its folder name is reserved",
        }
    }
}

/// What `host` makes of `document`, found as `kind` in a folder (or as a command) called `folder`.
/// When the host's own cut of the fence is the author's and nothing is broken, the parsed fields are used as
/// they are; otherwise the host's text is read again, as the host does.
pub fn read(host: &Host, document: &Document, folder: &str, kind: FoundKind) -> Reading {
    let cut = host.fence.cut(&document.text);
    let body = cut.map_or(&*document.text, |cut| cut.body.of(&document.text));
    let block = match cut {
        Some(cut) => Block::read(host, document, cut.block),
        None if host.fence.missing == Consequence::Skipped => Block::refused(BlockState::Absent, Refusal::BlockMissing),
        None => Block::without_fields(BlockState::Absent),
    };
    let mut refusals = Refusals::default();
    refusals.note(refusal_of_file(host, document, folder, kind));
    refusals.note(block.refusal.clone());
    let fields = block.fields(host, document);
    let name = match kind {
        // A legacy command is called by its path, whatever its `name` is; nothing is demanded of it.
        FoundKind::Command => name(host, &fields, folder, &mut Refusals::default()),
        FoundKind::Skill | FoundKind::Flat => name(host, &fields, folder, &mut refusals),
    };
    let id: Arc<str> = match (name.as_ref().filter(|_| kind != FoundKind::Command), host.identity.id) {
        (Some(name), IdSource::Name | IdSource::NameOrFolder | IdSource::SourceAndName) => name.clone(),
        (Some(name), IdSource::Folder) if **name == *folder => name.clone(),
        _ => Arc::from(folder),
    };
    let description = description(host, &fields, body, kind, &mut refusals);
    let conditional = host.controls.conditional_paths && kind != FoundKind::Command;
    Reading {
        block: block.state.clone(),
        refusal: refusals.first,
        id,
        name,
        description: description.text,
        description_written: description.is_written,
        when: knows(host, "when_to_use").and_then(|_| fields.value("when_to_use")).and_then(when),
        hidden: host.controls.hides.iter().any(|(key, hiding)| fields.value(key).and_then(boolean) == Some(*hiding)),
        unlisted: description.is_unlisted,
        paths: if conditional { fields.value("paths").map(paths).unwrap_or_default() } else { Box::default() },
        allowed_tools: allowed_tools(host, &fields),
    }
}

/// The first reason to refuse a skill is the one that the host gives.
#[derive(Default)]
struct Refusals {
    first: Option<Refusal>,
}

impl Refusals {
    fn note(&mut self, refusal: Option<Refusal>) {
        self.first = self.first.take().or(refusal);
    }
}

fn refusal_of_file(host: &Host, document: &Document, folder: &str, kind: FoundKind) -> Option<Refusal> {
    let is_too_large = host.walk.size_limit.is_some_and(|limit| document.text.len() as u64 > limit);
    let is_reserved = kind == FoundKind::Skill
        && host.reserved.folders.iter().any(|reserved| reserved.to_lowercase() == folder.to_lowercase());
    // Nearly every folder is plain, and needs no pattern to be told so.
    let is_plain = folder.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte));
    if !is_plain && host.identity.folder_pattern.as_ref().is_some_and(|pattern| breaks(pattern, folder)) {
        return Some(Refusal::NameInvalid);
    }
    match (is_reserved, is_too_large) {
        (true, _) => Some(Refusal::Reserved),
        (false, true) => Some(Refusal::FileTooLarge),
        (false, false) => None,
    }
}

fn knows<'a>(host: &'a Host, key: &str) -> Option<&'a FieldFact> {
    host.fields.iter().find(|field| field.key == key)
}

/// The frontmatter as the host got it.
struct Block {
    state: BlockState,
    refusal: Option<Refusal>,
    /// What the host read itself; `None` when the document's own fields serve.
    own: Option<OwnBlock>,
}

/// A block that was read again.
struct OwnBlock {
    /// The text that the spans of the entries point into, when it is not the document's.
    text: Option<String>,
    entries: Vec<Entry>,
}

impl Block {
    fn without_fields(state: BlockState) -> Block {
        Block { state, refusal: None, own: Some(OwnBlock { text: None, entries: Vec::new() }) }
    }

    fn refused(state: BlockState, refusal: Refusal) -> Block {
        Block { refusal: Some(refusal), ..Block::without_fields(state) }
    }

    fn read(host: &Host, document: &Document, block: Span) -> Block {
        let text = &*document.text;
        if is_same(text, block, document.fence.block) && serves(host, document) {
            return Block { state: BlockState::Read, refusal: None, own: None };
        }
        let first = entries(host, text, block);
        if let Some(entries) =
            first.as_ref().filter(|entries| !wants_lines(host, entries) && !is_mistyped(host, entries))
        {
            let own = OwnBlock { text: None, entries: entries.clone() };
            return Block { state: BlockState::Read, refusal: None, own: Some(own) };
        }
        let tries = host.yaml.repair_after_bom || !text.starts_with('\u{feff}');
        let repair = if tries { host.yaml.repair } else { RepairName::None };
        let repaired = hosts::repaired(repair, block.of(text), &alone);
        let second = repaired.and_then(|text| Some((entries(host, &text, Span::new(0, text.len()))?, text)));
        match (second, first, host.yaml.broken) {
            (Some((entries, text)), ..) => {
                let own = OwnBlock { text: Some(text), entries };
                Block { state: BlockState::Repaired, refusal: None, own: Some(own) }
            }
            (None, Some(entries), _) => {
                Block { state: BlockState::Read, refusal: None, own: Some(OwnBlock { text: None, entries }) }
            }
            (None, None, Consequence::Skipped) => Block::refused(BlockState::Void, Refusal::BlockBroken),
            (None, None, _) => Block::without_fields(BlockState::Void),
        }
    }

    fn fields<'a>(&'a self, host: &'a Host, document: &'a Document) -> Fields<'a> {
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

/// Whether the fields of the document are what the host reads: nothing broken, nothing twice, nothing that hosts
/// read in different ways.
fn serves(host: &Host, document: &Document) -> bool {
    let fields = &document.fields;
    let is_plain = document.errors.is_empty() && document.not_mapping.is_none();
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
    };
    is_plain
        && !is_repeated
        && !is_mistyped()
        && (host.yaml.column_zero || !goes_on())
        && (host.yaml.repair != RepairName::LineFields || has_both_texts())
}

/// The fields of a block, when the host's parser reads it.
fn entries(host: &Host, text: &str, block: Span) -> Option<Vec<Entry>> {
    let entries = match yaml::parse_strict(text, block).ok()? {
        None => Vec::new(),
        Some(Node { value: Value::Mapping { entries, .. }, .. }) => entries,
        // A list or a text in place of fields: either nothing is said, or it is an error.
        Some(_) if host.yaml.broken == Consequence::Skipped => return None,
        Some(_) => Vec::new(),
    };
    let is_split = !host.yaml.column_zero && entries.iter().any(|entry| goes_on_at_column_zero(text, &entry.value));
    let is_broken = is_split || host.yaml.repeated == Repeated::Error && has_repeated(host, &entries);
    (!is_broken).then_some(entries)
}

fn has_repeated(host: &Host, entries: &[Entry]) -> bool {
    let mut keys: Vec<&str> = entries.iter().filter_map(|entry| entry.key.scalar()).collect();
    keys.retain(|key| !host.yaml.repeated_known_only || knows(host, key).is_some());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair.first() == pair.last())
}

/// Whether quoted text or a flow list has a further line that is not indented.
fn goes_on_at_column_zero(text: &str, node: &Node) -> bool {
    let is_inline = match &node.value {
        Value::Scalar(scalar) => matches!(scalar.style, Style::Single | Style::Double),
        Value::Sequence { flow, .. } | Value::Mapping { flow, .. } => *flow,
        Value::Alias(_) | Value::Missing | Value::Broken => false,
    };
    is_inline && node.span.of(text).lines().skip(1).any(|line| !line.is_empty() && !line.starts_with([' ', '\t']))
}

/// Whether a reader that knows what it wants finds a list or a mapping where text should be: to it, that is YAML it
/// cannot read.
fn is_mistyped(host: &Host, entries: &[Entry]) -> bool {
    let is_text = |entry: &Entry| matches!(entry.key.scalar(), Some("name" | "description"));
    host.yaml.as_written && entries.iter().any(|entry| is_text(entry) && is_collection(&entry.value))
}

fn is_collection(node: &Node) -> bool {
    matches!(node.value, Value::Sequence { .. } | Value::Mapping { .. })
}

/// Whether the host reads the block line by line although YAML understands it.
fn wants_lines(host: &Host, entries: &[Entry]) -> bool {
    let has_text = |key: &str| {
        let entry = entries.iter().rev().find(|entry| entry.key.scalar() == Some(key));
        entry.is_some_and(|entry| is_text(host, &entry.value))
    };
    host.yaml.repair == RepairName::LineFields && !(has_text("name") && has_text("description"))
}

fn is_text(host: &Host, node: &Node) -> bool {
    node.resolve(schema(host)) == Some(Resolved::Text) && !is_date(host, node)
}

/// Whether the host takes a value for a date.
fn is_date(host: &Host, node: &Node) -> bool {
    let Value::Scalar(scalar) = &node.value else { return false };
    host.yaml.timestamps
        && scalar.style == Style::Plain
        && node.tag.is_none()
        && node.scalar().is_some_and(|text| text.starts_with(|sign: char| sign.is_ascii_digit()) && !breaks(DATE, text))
}

/// A date, or a date and a time, as YAML 1.1 writes them.
const DATE: &str = r"(?x)^[0-9]{4} - (?: [0-9]{2} - [0-9]{2}
    | [0-9]{1,2} - [0-9]{1,2} (?: [Tt] | [\ \t]+ ) [0-9]{1,2} : [0-9]{2} : [0-9]{2} (?: \. [0-9]* )?
      (?: [\ \t]* (?: Z | [-+] [0-9]{1,2} (?: : [0-9]{2} )? ) )? )$";

fn schema(host: &Host) -> Schema {
    match host.yaml.schema {
        SchemaName::Core => Schema::Core,
        SchemaName::Yaml11 => Schema::Yaml11,
    }
}

/// The fields as the host looks them up.
struct Fields<'a> {
    host: &'a Host,
    text: &'a str,
    pairs: Vec<(&'a str, &'a Node)>,
    /// Anchored nodes by name, in the order of the text.
    anchors: BTreeMap<&'a str, Vec<&'a Node>>,
}

/// A value with what is needed to print it.
#[derive(Clone, Copy)]
struct Field<'a> {
    fields: &'a Fields<'a>,
    node: &'a Node,
}

impl<'a> Fields<'a> {
    /// The value of a key; `None` when it is absent or null.
    fn value(&'a self, key: &str) -> Option<Field<'a>> {
        let mut found = self.pairs.iter().filter(|(known, _)| *known == key);
        let pair = match self.host.yaml.repeated {
            Repeated::First => found.next(),
            Repeated::Last | Repeated::Error => found.next_back(),
        };
        let node = pair.map(|(_, node)| *node).or_else(|| self.merged(key))?;
        let field = Field { fields: self, node: self.target(node) };
        (field.resolve() != Some(Resolved::Null)).then_some(field)
    }

    /// What `<<: *anchor` brings in.
    fn merged(&self, key: &str) -> Option<&'a Node> {
        let (_, sources) = self.pairs.iter().find(|(known, _)| *known == "<<" && self.host.yaml.merges)?;
        let sources = match &self.target(sources).value {
            Value::Sequence { items, .. } => items.iter().collect(),
            Value::Scalar(_) | Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => {
                vec![*sources]
            }
        };
        sources.into_iter().find_map(|source| match &self.target(source).value {
            Value::Mapping { entries, .. } => {
                entries.iter().find(|entry| entry.key.scalar() == Some(key)).map(|entry| &entry.value)
            }
            Value::Scalar(_) | Value::Sequence { .. } | Value::Alias(_) | Value::Missing | Value::Broken => None,
        })
    }

    /// The node that an alias stands for: the last one before it with that anchor.
    fn target(&self, node: &'a Node) -> &'a Node {
        let Value::Alias(name) = &node.value else { return node };
        let Some(anchored) = self.anchors.get(name.as_str()) else { return node };
        let before = anchored.partition_point(|target| target.span.start < node.span.start);
        before.checked_sub(1).and_then(|index| anchored.get(index)).copied().unwrap_or(node)
    }
}

fn collect_anchors<'a>(node: &'a Node, anchors: &mut BTreeMap<&'a str, Vec<&'a Node>>) {
    if let Some(anchor) = &node.anchor {
        anchors.entry(anchor).or_default().push(node);
    }
    match &node.value {
        Value::Sequence { items, .. } => items.iter().for_each(|item| collect_anchors(item, anchors)),
        Value::Mapping { entries, .. } => entries.iter().for_each(|entry| collect_anchors(&entry.value, anchors)),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// How many items of a value are looked at: aliases inside lists could make them endless.
const MOST_ITEMS: usize = 10_000;

impl<'a> Field<'a> {
    fn resolve(&self) -> Option<Resolved> {
        self.node.resolve(schema(self.fields.host))
    }

    /// A scalar as text; `None` for lists and mappings.
    fn scalar(&self) -> Option<Cow<'a, str>> {
        let text = self.node.scalar()?;
        Some(match self.resolve()? {
            Resolved::Text => Cow::Borrowed(text),
            _ if self.fields.host.yaml.as_written => Cow::Borrowed(text),
            Resolved::Bool(value) => Cow::Borrowed(if value { "true" } else { "false" }),
            Resolved::Number(value) => Cow::Owned(number(value)),
            Resolved::Null => Cow::Borrowed(""),
        })
    }

    /// Any value as JavaScript prints it: lists with commas, mappings as `[object Object]`.
    fn print(&self) -> String {
        let mut text = String::new();
        self.print_into(&mut text, &mut 0, 0);
        text
    }

    fn print_into(&self, text: &mut String, items_seen: &mut usize, depth: usize) {
        *items_seen += 1;
        if depth > 16 || *items_seen > MOST_ITEMS {
            return;
        }
        match &self.node.value {
            Value::Scalar(_) => text.push_str(&self.scalar().unwrap_or_default()),
            Value::Sequence { items, .. } => {
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    Field { node: self.fields.target(item), ..*self }.print_into(text, items_seen, depth + 1);
                }
            }
            Value::Mapping { .. } => text.push_str("[object Object]"),
            Value::Alias(_) | Value::Missing | Value::Broken => {}
        }
    }
}

/// A number as JavaScript prints it: `1.5`, `31`, `1e+21`, `1e-7`, `Infinity`.
fn number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    // Rust prints the shortest digits that lead back to the number, as JavaScript does, but never an exponent.
    let magnitude = value.abs();
    if (1e-6..1e21).contains(&magnitude) {
        return value.to_string();
    }
    let scientific = format!("{value:e}");
    match scientific.split_once('e') {
        Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
        _ => scientific,
    }
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(hosts::is_space)
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The `name`, when the host takes one.
fn name(host: &Host, fields: &Fields<'_>, folder: &str, refusals: &mut Refusals) -> Option<Arc<str>> {
    let rule = &host.identity;
    let Some(field) = fields.value("name") else {
        refusals.note((rule.name_missing == Consequence::Skipped).then_some(Refusal::NameMissing));
        return None;
    };
    let is_text = is_text(host, field.node);
    // A reader that keeps what is written knows texts where others know numbers, but a list is a list.
    let is_odd = if host.yaml.as_written { field.node.scalar().is_none() } else { !is_text };
    if is_odd && (rule.name_not_text == Consequence::Skipped || host.yaml.as_written) {
        refusals.note(Some(Refusal::NameInvalid));
        return None;
    }
    if is_odd && rule.name_not_text != Consequence::None {
        return None;
    }
    let mut name = field.scalar().map_or_else(|| field.print(), Cow::into_owned);
    if rule.collapses_space {
        name = collapsed(&name);
    }
    if !rule.replaced.is_empty() {
        name = name.replace(|sign| rule.replaced.contains(sign), "-");
    }
    // An empty name is an id like any other where the name alone is the id.
    if name.is_empty() && rule.id != IdSource::Name {
        return None;
    }
    accepted(host, name, folder, refusals)
}

/// The name, when it keeps the host's rules.
fn accepted(host: &Host, name: String, folder: &str, refusals: &mut Refusals) -> Option<Arc<str>> {
    let rule = &host.identity;
    let differs = if rule.ignores_case { name.to_lowercase() != folder.to_lowercase() } else { name != folder };
    let is_too_long = rule.max_length.is_some_and(|longest| name.chars().count() > longest);
    let faults = [
        (is_too_long, rule.too_long, Refusal::NameTooLong),
        (breaks_pattern(host, &name), rule.pattern_broken, Refusal::NameInvalid),
        (differs, rule.folder_mismatch, Refusal::NameMismatch),
    ];
    for (is_fault, consequence, refusal) in faults {
        match consequence {
            Consequence::Skipped if is_fault => refusals.note(Some(refusal)),
            Consequence::Ignored if is_fault => return None,
            _ => {}
        }
    }
    Some(if name == folder { Arc::from(folder) } else { Arc::from(name) })
}

fn breaks_pattern(host: &Host, name: &str) -> bool {
    let rule = &host.identity;
    rule.pattern_broken != Consequence::None && rule.pattern.as_ref().is_some_and(|pattern| breaks(pattern, name))
}

fn breaks(pattern: &str, name: &str) -> bool {
    static COMPILED: Mutex<BTreeMap<String, Option<Regex>>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let regex = compiled.entry(pattern.to_owned()).or_insert_with(|| Regex::new(pattern).ok());
    regex.as_ref().is_some_and(|regex| !regex.is_match(name))
}

/// A description, and where it comes from.
#[derive(Default)]
struct Described {
    text: Option<Arc<str>>,
    is_written: bool,
    is_unlisted: bool,
}

fn description(host: &Host, fields: &Fields<'_>, body: &str, kind: FoundKind, refusals: &mut Refusals) -> Described {
    let rule = &host.description;
    let (fallback, refusal) = match fields.value("description") {
        None => (rule.missing, Refusal::DescriptionMissing),
        Some(field) => match (field.scalar(), is_text(host, field.node), rule.not_text) {
            (None, ..) => (rule.not_scalar, Refusal::DescriptionInvalid),
            (Some(_), false, NotText::Skipped) if !host.yaml.as_written => {
                (MissingDescription::Skipped, Refusal::DescriptionInvalid)
            }
            (Some(_), false, NotText::AsMissing) => (rule.missing, Refusal::DescriptionMissing),
            (Some(text), ..) => match cleaned(host, &text, refusals) {
                Some(text) => return Described { text: Some(Arc::from(text)), is_written: true, is_unlisted: false },
                None => (rule.empty, Refusal::DescriptionMissing),
            },
        },
    };
    match fallback {
        MissingDescription::Skipped => {
            refusals.note(Some(refusal));
            Described::default()
        }
        MissingDescription::Unlisted => Described { is_unlisted: true, ..Described::default() },
        MissingDescription::Kept => {
            // What is kept of an empty description are its spaces, where the host leaves them.
            let text = fields.value("description").and_then(|field| field.scalar()).filter(|_| !rule.trims);
            Described { text: Some(Arc::from(text.unwrap_or_default())), ..Described::default() }
        }
        MissingDescription::FirstLine => {
            let last_resort = match kind {
                FoundKind::Command if !rule.last_resort_command.is_empty() => &rule.last_resort_command,
                FoundKind::Command | FoundKind::Skill | FoundKind::Flat => &rule.last_resort,
            };
            let text = first_line(body).unwrap_or_else(|| last_resort.clone());
            Described { text: Some(Arc::from(text)), ..Described::default() }
        }
        MissingDescription::Body => Described { text: Some(Arc::from(collapsed(body))), ..Described::default() },
    }
}

/// A written description after the host has cleaned it; `None` when nothing is left.
fn cleaned(host: &Host, text: &str, refusals: &mut Refusals) -> Option<String> {
    let rule = &host.description;
    let mut text = match (rule.collapses_space, rule.trims) {
        (true, _) => collapsed(text),
        (false, true) => trimmed(text).to_owned(),
        (false, false) => text.to_owned(),
    };
    if trimmed(&text).is_empty() {
        return None;
    }
    if let Some((end, _)) = rule.max_length.and_then(|longest| text.char_indices().nth(longest)) {
        match rule.too_long {
            Consequence::Skipped => refusals.note(Some(Refusal::DescriptionTooLong)),
            Consequence::Ignored => text.truncate(end),
            Consequence::None | Consequence::Repaired | Consequence::Unlisted | Consequence::Empty => {}
        }
    }
    Some(text)
}

/// The first line of a body that is not blank, without heading signs.
fn first_line(body: &str) -> Option<String> {
    let line = body.split('\n').map(trimmed).find(|line| !line.is_empty())?;
    let after_signs = line.trim_start_matches('#');
    let title = trimmed(after_signs);
    // A heading needs a space after its signs, and the host's pattern stops at line ends of its own language.
    let is_heading = after_signs.len() < line.len()
        && title.len() < after_signs.len()
        && !title.is_empty()
        && !title.contains(['\r', '\u{2028}', '\u{2029}']);
    let line = if is_heading { title } else { line };
    let units: Vec<u16> = line.encode_utf16().take(101).collect();
    if units.len() <= 100 {
        return Some(line.to_owned());
    }
    // Half of a character that is cut in two is printed as a space.
    let start = char::decode_utf16(units.into_iter().take(97)).map(|sign| sign.unwrap_or(' '));
    Some(start.chain("...".chars()).collect())
}

fn when(field: Field<'_>) -> Option<Arc<str>> {
    let text = field.print();
    (!text.is_empty()).then(|| Arc::from(text))
}

/// A boolean in the ways that the host understands; `None` for everything else.
fn boolean(field: Field<'_>) -> Option<bool> {
    if let Some(Resolved::Bool(value)) = field.resolve() {
        return Some(value);
    }
    let text = field.scalar()?;
    match (field.fields.host.yaml.booleans, trimmed(&text).to_lowercase().as_str()) {
        (BooleanName::Words, "true" | "yes" | "on" | "1") => Some(true),
        (BooleanName::Words, "false" | "no" | "off" | "0") => Some(false),
        (BooleanName::Quoted, _) if *text == *"true" => Some(true),
        (BooleanName::Quoted, _) if *text == *"false" => Some(false),
        (BooleanName::Words | BooleanName::Quoted | BooleanName::Strict, _) => None,
    }
}

/// The most patterns that braces are spelled out into.
const MOST_PATTERNS: usize = 1000;

/// The most text that they take.
const MOST_PATTERN_BYTES: usize = 4 * 1024 * 1024;

/// The patterns of `paths`, as the host hands them to its matcher: braces spelled out, `/**` at the end dropped.
/// None when they hold nothing back: `**` matches everything.
fn paths(field: Field<'_>) -> Box<[Arc<str>]> {
    let mut texts = Vec::new();
    collect_texts(field, &mut texts, &mut 0, 0);
    let mut patterns: Vec<String> = Vec::new();
    for pattern in texts.iter().flat_map(|text| split_at_commas(text)) {
        patterns.extend(spelled_out(pattern, MOST_PATTERNS.saturating_sub(patterns.len())));
    }
    let patterns: Vec<&str> = patterns
        .iter()
        .map(|pattern| pattern.strip_suffix("/**").unwrap_or(pattern))
        .filter(|pattern| !pattern.is_empty())
        .collect();
    if patterns.iter().all(|pattern| *pattern == "**") {
        return Box::default();
    }
    patterns.into_iter().map(Arc::from).collect()
}

/// The texts in a value, lists inside lists included; what is not text is left out.
fn collect_texts<'a>(field: Field<'a>, texts: &mut Vec<&'a str>, items_seen: &mut usize, depth: usize) {
    match &field.node.value {
        Value::Scalar(scalar) if field.resolve() == Some(Resolved::Text) => texts.push(&scalar.text),
        Value::Sequence { items, .. } if depth < 16 => {
            for item in items {
                *items_seen += 1;
                if *items_seen > MOST_ITEMS {
                    return;
                }
                let item = Field { node: field.fields.target(item), ..field };
                collect_texts(item, texts, items_seen, depth + 1);
            }
        }
        Value::Scalar(_) | Value::Sequence { .. } | Value::Mapping { .. } => {}
        Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// The parts between commas that stand outside braces, trimmed, without empty ones.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_i64;
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts.into_iter().map(trimmed).filter(|part| !part.is_empty()).collect()
}

/// `*.{a,b}` as `*.a` and `*.b`; the pattern itself when that would be more than `most`, or too much text.
fn spelled_out(pattern: &str, most: usize) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    let mut room = MOST_PATTERN_BYTES;
    while let Some(next) = open.pop() {
        let parts = next.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
        let Some((before, (choices, after))) = parts.filter(|(_, (choices, _))| !choices.is_empty()) else {
            done.push(next);
            continue;
        };
        let count = done.len() + open.len() + choices.split(',').count();
        room = room.saturating_sub(next.len());
        if count > most || count.saturating_mul(pattern.len()) > room {
            return vec![pattern.to_owned()];
        }
        open.extend(choices.split(',').rev().map(|choice| format!("{before}{}{after}", trimmed(choice))));
    }
    done
}

fn allowed_tools(host: &Host, fields: &Fields<'_>) -> Box<[Arc<str>]> {
    let Some(fact) = knows(host, "allowed-tools") else { return Box::default() };
    let spellings = std::iter::once(&fact.key).chain(&fact.also);
    let Some(field) = spellings.map(|key| fields.value(key)).find_map(|field| field) else { return Box::default() };
    let entries = tools(fields.text, field.node).entries;
    entries.into_iter().map(|entry| Arc::from(entry.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    fn reading(host: &str, text: &str, kind: FoundKind) -> Reading {
        let hosts = hosts::builtin();
        let host = hosts.get(host).cloned().unwrap_or_else(|| panic!("no host {host}"));
        read(&host, &document::parse(text), "pdf", kind)
    }

    /// A reading in one line: `id (name): description - when`, then what is special about it.
    fn drawn(reading: &Reading) -> String {
        let mut line = reading.id.to_string();
        if let Some(name) = reading.name.as_ref().filter(|name| **name != reading.id) {
            line += &format!(" ({name})");
        }
        if let Some(description) = &reading.description {
            line += &format!(": {}", description.escape_debug());
        }
        if let Some(when) = &reading.when {
            line += &format!(" - {}", when.escape_debug());
        }
        match &reading.block {
            BlockState::Read => {}
            other => line += &format!(" [{}]", format!("{other:?}").to_lowercase()),
        }
        if reading.description.is_some() && !reading.description_written {
            line += " [not written]";
        }
        for (flag, word) in [(reading.hidden, " [hidden]"), (reading.unlisted, " [unlisted]")] {
            line += if flag { word } else { "" };
        }
        if !reading.paths.is_empty() {
            line += &format!(" [paths {}]", reading.paths.join(" "));
        }
        if !reading.allowed_tools.is_empty() {
            line += &format!(" [tools {}]", reading.allowed_tools.join(" | "));
        }
        match &reading.refusal {
            Some(refusal) => format!("skipped: {}", refusal.words()),
            None => line,
        }
    }

    fn claude(text: &str) -> String {
        drawn(&reading("claude-code", text, FoundKind::Skill))
    }

    const HOSTS: [&str; 6] = ["claude-code", "codex", "opencode", "gemini-cli", "agentskills", "three-layer"];

    /// Reads a text with six hosts and compares what each makes of it.
    #[track_caller]
    fn check(text: &str, expected: [&str; 6]) {
        let drawn = HOSTS.map(|host| format!("{host}: {}", drawn(&reading(host, text, FoundKind::Skill))));
        let expected: Vec<String> = HOSTS.iter().zip(expected).map(|(host, line)| format!("{host}: {line}")).collect();
        assert_eq!(drawn.join("\n"), expected.join("\n"), "{text}");
    }

    #[test]
    fn a_plain_skill() {
        check("---\nname: pdf\ndescription: Reads\n---\nBody\n", ["pdf: Reads"; 6]);
    }

    #[test]
    fn another_name_than_the_folder() {
        let other = "reader: Reads";
        check(
            "---\nname: reader\ndescription: Reads\n---\n",
            ["pdf (reader): Reads", other, other, other, other, other],
        );
    }

    #[test]
    fn a_colon_in_a_value() {
        let repaired = "pdf: Reads: writes [repaired]";
        check(
            "---\nname: pdf\ndescription: Reads: writes\n---\n",
            [repaired, repaired, repaired, repaired, repaired, "skipped: its frontmatter is not valid YAML"],
        );
    }

    #[test]
    fn dashes_inside_a_value() {
        let whole = "pdf: one --- two";
        check("---\nname: pdf\ndescription: one --- two\n---\nBody\n", ["pdf: one", whole, whole, whole, whole, whole]);
    }

    #[test]
    fn a_blank_line_before_the_fence() {
        let skipped = "skipped: it has no frontmatter";
        check(
            "\n---\nname: pdf\ndescription: Reads\n---\nBody\n",
            ["pdf: --- [absent] [not written]", skipped, skipped, skipped, skipped, "pdf:  [absent] [not written]"],
        );
    }

    #[test]
    fn a_byte_order_mark() {
        let skipped = "skipped: it has no frontmatter";
        let read = "pdf: Reads";
        check(
            "\u{feff}---\nname: pdf\ndescription: Reads\n---\nBody\n",
            [read, skipped, read, skipped, read, "pdf:  [absent] [not written]"],
        );
    }

    #[test]
    fn windows_line_ends() {
        let read = "pdf: Reads";
        check(
            "---\r\nname: pdf\r\ndescription: Reads\r\n---\r\nBody\r\n",
            [read, read, read, read, read, "pdf:  [absent] [not written]"],
        );
    }

    #[test]
    fn no_description() {
        let skipped = "skipped: it has no description";
        check(
            "---\nname: pdf\n---\n\n## Reads <b>\n",
            ["pdf: Reads <b> [not written]", skipped, "pdf [unlisted]", skipped, skipped, "pdf:  [not written]"],
        );
    }

    #[test]
    fn an_empty_description() {
        let skipped = "skipped: it has no description";
        check(
            "---\nname: pdf\ndescription: ''\n---\nBody\n",
            [
                "pdf: Body [not written]",
                skipped,
                "pdf:  [not written]",
                "pdf:  [not written]",
                skipped,
                "pdf:  [not written]",
            ],
        );
    }

    #[test]
    fn a_number_as_description() {
        check(
            "---\nname: pdf\ndescription: 1.50\n---\nBody\n",
            [
                "pdf: 1.5",
                "pdf: 1.50",
                "skipped: its description is not text",
                "pdf: 1.50 [repaired]",
                "pdf: 1.5",
                "pdf: 1.5",
            ],
        );
    }

    #[test]
    fn a_list_as_description() {
        let skipped = "skipped: its description is not text";
        check(
            "---\nname: pdf\ndescription: [a, b]\n---\nBody\n",
            ["pdf: Body [not written]", skipped, skipped, "pdf: [a, b] [repaired]", skipped, "pdf:  [not written]"],
        );
    }

    #[test]
    fn hidden_by_yes() {
        check(
            "---\nname: pdf\ndescription: d\ndisable-model-invocation: yes\n---\n",
            ["pdf: d [hidden]", "pdf: d", "pdf: d", "pdf: d", "pdf: d", "pdf: d"],
        );
        let pi = |value: &str| {
            let text = format!("---\nname: pdf\ndescription: d\ndisable-model-invocation: {value}\n---\n");
            drawn(&reading("pi", &text, FoundKind::Skill))
        };
        assert_eq!([pi("true"), pi("yes"), pi("'true'")], ["pdf: d [hidden]", "pdf: d", "pdf: d"]);
    }

    #[test]
    fn a_repeated_key() {
        let skipped = "skipped: its frontmatter is not valid YAML";
        check(
            "---\nname: pdf\ndescription: one\ndescription: two\n---\n",
            ["pdf: two", skipped, skipped, "pdf: two [repaired]", skipped, skipped],
        );
    }

    #[test]
    fn a_repeated_key_that_only_some_know() {
        let skipped = "skipped: its frontmatter is not valid YAML";
        check(
            "---\nname: pdf\ndescription: one\nx: 1\nx: 2\n---\n",
            ["pdf: one", "pdf: one", skipped, "pdf: one [repaired]", skipped, skipped],
        );
    }

    #[test]
    fn no_name() {
        let skipped = "skipped: it has no `name`";
        check("---\ndescription: d\n---\n", ["pdf: d", "pdf: d", skipped, skipped, "pdf: d", "pdf: d"]);
    }

    #[test]
    fn a_number_as_name() {
        check(
            "---\nname: 42\ndescription: d\n---\n",
            [
                "pdf (42): d",
                "42: d",
                "skipped: its `name` is not one the host accepts",
                "42: d [repaired]",
                "pdf: d",
                "42: d",
            ],
        );
    }

    #[test]
    fn yaml_that_no_repair_helps() {
        let skipped = "skipped: its frontmatter is not valid YAML";
        check(
            "---\nname: pdf\ndescription: \"abc\n---\nBody\n",
            ["pdf: Body [void] [not written]", skipped, skipped, "pdf: \\\"abc [repaired]", skipped, skipped],
        );
    }

    #[test]
    fn a_list_in_place_of_fields() {
        let skipped = "skipped: its frontmatter is not valid YAML";
        check("---\n- a\n---\nBody\n", ["pdf: Body [not written]", skipped, skipped, skipped, skipped, skipped]);
    }

    /// What Claude Code 2.1.325 was seen to list, value by value.
    #[test]
    fn descriptions_in_claude_code() {
        for (value, expected) in [
            ("'   '", "Body [not written]"),
            ("null", "Body [not written]"),
            ("~", "Body [not written]"),
            ("true", "true"),
            ("yes", "yes"),
            ("2024-01-02", "2024-01-02"),
            ("0x1F", "31"),
            ("0o17", "15"),
            ("017", "17"),
            ("1e21", "1e+21"),
            ("12345678901234567890", "12345678901234567000"),
            (".inf", "Infinity"),
            (".NaN", "NaN"),
            ("1_000", "1_000"),
            ("-0", "0"),
            ("0.0000001", "1e-7"),
            ("5.", "5"),
            ("0b11", "0b11"),
            ("{a: b}", "Body [not written]"),
            ("!x hello", "hello"),
            ("!!str 42", "42"),
            ("!!int \"42\"", "42"),
            ("\ttabbed", "tabbed"),
            ("\"\u{a0}x\u{a0}\"", "x"),
            ("a # hash", "a"),
            ("one\n  two three\n\n  four", "one two three\\nfour"),
            ("|\n  one\n  two\n", "one\\ntwo"),
            ("*bold* text", "*bold* text [repaired]"),
            ("a \"q\" \\ : b: c", "a \\\"q\\\" \\\\ : b: c [repaired]"),
            ("\"a\" b: c", "\\\"a\\\" b: c [repaired]"),
            ("[a, b] c", "[a, b] c [repaired]"),
            ("@home", "@home [repaired]"),
            ("%d x", "%d x [repaired]"),
            ("a: b # c", "a: b # c [repaired]"),
            ("> a", "> a [repaired]"),
            ("'a: b", "\\'a: b [repaired]"),
            ("] x", "] x [repaired]"),
            ("Use when:", "Body [void] [not written]"),
            ("- item", "Body [void] [not written]"),
            ("'it's x'", "Body [void] [not written]"),
            ("one\n  two: three", "Body [void] [not written]"),
            ("\"abc\ndef\"", "Body [void] [not written]"),
            ("[a,\nb]", "Body [void] [not written]"),
            ("|\n  abc\n def", "Body [void] [not written]"),
            ("\"a\\qb\"", "Body [void] [not written]"),
            ("{{name}}", "Body [not written]"),
        ] {
            let text = format!("---\ndescription: {value}\n---\nBody\n");
            assert_eq!(claude(&text), format!("pdf: {expected}"), "{value}");
        }
    }

    #[test]
    fn windows_line_ends_keep_claude_code_from_repairing() {
        assert_eq!(claude("---\r\ndescription: a: b\r\n---\r\nBody\r\n"), "pdf: Body [void] [not written]");
    }

    #[test]
    fn the_first_line_of_the_body_in_claude_code() {
        let long = "a".repeat(101);
        let cut = format!("{}...", "a".repeat(97));
        for (body, expected) in [
            ("\n   \n  ## Title ##\n", "Title ##"),
            ("\u{a0}\nnext\n", "next"),
            ("#\nnext\n", "#"),
            ("#tag here\n", "#tag here"),
            ("***\n", "***"),
            ("", "Skill"),
            ("first\rsecond\n", "first\\rsecond"),
            ("\u{85}line\n", "\\u{85}line"),
            (long.as_str(), cut.as_str()),
            ("a a", "a a"),
        ] {
            assert_eq!(
                claude(&format!("---\nx: y\n---\n{body}")),
                format!("pdf: {expected} [not written]"),
                "{body:?}"
            );
        }
        let emoji = format!("---\nx: y\n---\n{}😀😀😀😀\n", "a".repeat(96));
        assert_eq!(claude(&emoji), format!("pdf: {} ... [not written]", "a".repeat(96)));
    }

    #[test]
    fn fences_in_claude_code() {
        for (text, expected) in [
            ("---   \ndescription: d\n---\n", "d"),
            ("---\t\n\n\ndescription: d\n---\n", "d"),
            ("---\ndescription: d\n---# Title\n", "d"),
            ("---\ndescription: d\n  ---\nBody\n", "d"),
            ("---\ndescription: d\n...\nBody\n", "--- [absent] [not written]"),
            ("---\ndescription: d\nBody\n", "--- [absent] [not written]"),
            ("----\ndescription: d\n----\n", "---- [absent] [not written]"),
            ("---\ndescription: d\n----\n", "d"),
            ("\u{feff}\u{feff}---\ndescription: d\n---\n", "--- [absent] [not written]"),
            ("---\ndescription: d\n---", "d"),
            ("---\n---\nBody\n", "Body [not written]"),
            ("---\ndescription: d ---\nBody\n", "d"),
            (" ---\ndescription: d\n---\n", "--- [absent] [not written]"),
            ("---\nmetadata:\n\tx: y\ndescription: d\n---\n", "d [repaired]"),
            ("---\nmetadata:\n  x: a: b\ndescription: d\n---\nBody\n", "Body [void] [not written]"),
            ("---\nx: &a hello\ndescription: *a\n---\nBody\n", "hello"),
            ("---\nx: &a {description: m}\n<<: *a\n---\nBody\n", "m"),
            ("---\n  description: d\n---\n", "d"),
            ("---\n\"description\": d\n---\n", "d"),
            ("---\nDescription: d\n---\nBody\n", "Body [not written]"),
        ] {
            assert_eq!(claude(text), format!("pdf: {expected}"), "{text:?}");
        }
    }

    #[test]
    fn names_in_claude_code() {
        let longest = "n".repeat(256);
        let too_long = "n".repeat(257);
        for (value, expected) in [
            ("true", "pdf (true): d"),
            ("1.50", "pdf (1.5): d"),
            ("2024-01-02", "pdf (2024-01-02): d"),
            ("0", "pdf (0): d"),
            ("''", "pdf: d"),
            ("null", "pdf: d"),
            ("[a, b]", "pdf (a,b): d"),
            (longest.as_str(), format!("pdf ({longest}): d").as_str()),
            (too_long.as_str(), "pdf: d"),
        ] {
            assert_eq!(claude(&format!("---\nname: {value}\ndescription: d\n---\n")), expected, "{value}");
        }
    }

    #[test]
    fn when_to_use_in_claude_code() {
        for (value, expected) in [
            ("42", "pdf: d - 42"),
            ("[a, null, [b, c]]", "pdf: d - a,,b,c"),
            ("{a: b}", "pdf: d - [object Object]"),
            ("\"  x  \"", "pdf: d -   x  "),
            ("false", "pdf: d - false"),
            ("0", "pdf: d - 0"),
            ("''", "pdf: d"),
            ("", "pdf: d"),
        ] {
            assert_eq!(claude(&format!("---\ndescription: d\nwhen_to_use: {value}\n---\n")), expected, "{value}");
        }
    }

    #[test]
    fn what_hides_a_skill_in_claude_code() {
        for (value, expected) in [
            ("true", "pdf: d [hidden]"),
            ("\"ON\"", "pdf: d [hidden]"),
            ("1", "pdf: d [hidden]"),
            ("\"1\"", "pdf: d [hidden]"),
            ("\" True \"", "pdf: d [hidden]"),
            ("y", "pdf: d"),
            ("2", "pdf: d"),
            ("[true]", "pdf: d"),
            ("maybe", "pdf: d"),
        ] {
            let text = format!("---\ndescription: d\ndisable-model-invocation: {value}\n---\n");
            assert_eq!(claude(&text), expected, "{value}");
        }
    }

    #[test]
    fn what_holds_a_skill_back_in_claude_code() {
        for (value, expected) in [
            ("'**'", "pdf: d"),
            ("[]", "pdf: d"),
            ("", "pdf: d"),
            ("42", "pdf: d"),
            ("[42]", "pdf: d"),
            ("{a: b}", "pdf: d"),
            ("' , '", "pdf: d"),
            ("'/**'", "pdf: d"),
            ("'**/**'", "pdf: d"),
            ("['**', '**']", "pdf: d"),
            ("[['**']]", "pdf: d"),
            ("'*'", "pdf: d [paths *]"),
            ("'**, src/**'", "pdf: d [paths ** src]"),
            ("[src/**, '*.rs']", "pdf: d [paths src *.rs]"),
            ("'*.{ts,tsx}, b'", "pdf: d [paths *.ts *.tsx b]"),
        ] {
            assert_eq!(claude(&format!("---\ndescription: d\npaths: {value}\n---\n")), expected, "{value}");
        }
    }

    #[test]
    fn a_command_is_called_by_its_path_and_has_no_condition() {
        let command = |text: &str| drawn(&reading("claude-code", text, FoundKind::Command));
        assert_eq!(command("---\nname: n\npaths: x/**\ndescription: d\n---\n"), "pdf (n): d");
        assert_eq!(command("---\nname: n\n---\n"), "pdf (n): Custom command [not written]");
    }

    #[test]
    fn a_reserved_folder_and_a_large_file() {
        let hosts = hosts::builtin();
        let refusal = |folder: &str, text: &str| {
            let host = hosts.get("claude-code")?;
            read(host, &document::parse(text), folder, FoundKind::Skill).refusal
        };
        assert_eq!(refusal("Synced", "---\ndescription: d\n---\n"), Some(Refusal::Reserved));
        assert_eq!(refusal("pdf", &"a".repeat(1_000_001)), Some(Refusal::FileTooLarge));
        assert_eq!(refusal("pdf", &"a".repeat(1_000_000)), None);
    }

    #[test]
    fn tools_in_every_spelling_the_host_reads() {
        let text = "---\ndescription: d\nallowed_tools: a, b\n---\n";
        assert_eq!(drawn(&reading("shipmyagent", text, FoundKind::Skill)), "pdf: d [tools a | b]");
        assert_eq!(claude(text), "pdf: d");
        assert_eq!(
            claude("---\ndescription: d\nallowed-tools: Read, Bash(git add *)\n---\n"),
            "pdf: d [tools Read | Bash(git add *)]"
        );
    }

    #[test]
    fn names_that_codex_and_gemini_change() {
        let text = "---\nname: 'a  b:c'\ndescription: ' x  y '\n---\n";
        assert_eq!(drawn(&reading("codex", text, FoundKind::Skill)), "a b:c: x y");
        assert_eq!(drawn(&reading("gemini-cli", text, FoundKind::Skill)), "a  b-c:  x  y ");
    }

    #[test]
    fn equal_names_share_their_text() {
        let reading = reading("codex", "---\nname: other\ndescription: d\n---\n", FoundKind::Skill);
        assert!(reading.name.is_some_and(|name| Arc::ptr_eq(&name, &reading.id)));
    }

    #[test]
    fn aliases_that_multiply_come_to_an_end() {
        let mut text = String::from("---\na0: &a0 []\n");
        for level in 1..16 {
            let previous = level - 1;
            text += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{previous}"); 10].join(", "));
        }
        text += "paths: *a15\nwhen_to_use: *a15\ndescription: d\n---\n";
        assert!(claude(&text).starts_with("pdf: d"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_a_host_stumble(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    "---", "\n", "\r\n", "\r", "\u{feff}", "name", "description", "paths", "when_to_use", ":", ": ",
                    "- ", "  ", "\t", "'", "\"", "[", "]", "{", "}", ",", "&a ", "*a", "<<", "|", ">", "#", "!x ", "é",
                    "😀", "\u{85}", "\u{2028}", "\0", "\\", "1e999", "null", "x",
                ]),
                0..60,
            )
        ) {
            let document = document::parse(&pieces.concat());
            for host in hosts::builtin().iter() {
                for kind in [FoundKind::Skill, FoundKind::Command, FoundKind::Flat] {
                    read(host, &document, "pdf", kind);
                }
            }
        }
    }
}
