//! What one host makes of one document: its block, its fields, or its refusal.

mod around;
mod asks;
mod block;
mod brackets;
mod companion;
mod description;
mod fields;
mod frontmatter;
mod inner_texts;
mod migrated;
mod name;
mod odd_breaks;
mod paths;
mod pattern;
mod quoted;
mod refused;
mod stand_in;
mod tags;
mod validation;
mod values;

use std::borrow::Cow;
use std::sync::Arc;

pub use self::around::{Around, read_at, read_found, reads_as_usual};
use self::block::HostBlock;
pub(crate) use self::companion::{CompanionFault, companion_fault};
use self::description::description;
use self::fields::Fields;
pub use self::frontmatter::Frontmatter;
use self::inner_texts::first_mistyped;
use self::migrated::read_migrated;
use self::name::name;
use self::paths::{leaves_project, paths};
pub(crate) use self::pattern::breaks;
pub use self::validation::{Complaint, complaints};
pub(crate) use self::values::boolean_of;
use self::values::{boolean, collapsed, is_text, trimmed};
use crate::catalog::FoundKind;
use crate::document::Document;
use crate::document::tools::tools;
use crate::document::yaml::{Node, Resolved, Value};
use crate::hosts::{BooleanName, Consequence, FieldFact, FieldKind, Host, IdSource, MissingDescription};

/// A document as one host reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// How the host fared with the block.
    pub block: BlockState,
    /// Why the host refuses the skill, when it does: the first reason, which it gives.
    pub refusal: Option<Refusal>,
    /// The first field for whose value the host refuses the skill, also where it has other reasons before.
    pub field_refused: Option<Arc<str>>,
    /// The id the host uses, without any plugin prefix. The folder's name when nothing better is there.
    pub id: Arc<str>,
    /// The `name` as the host reads it; `None` when it is absent or ignored.
    pub name: Option<Arc<str>>,
    /// The description as the host reads it, fallbacks included; `None` when it has none.
    pub description: Option<Arc<str>>,
    /// Whether the description is the author's own rather than taken from the body.
    pub description_written: bool,
    /// Whether neither a description nor a line of the body was there, so that the host's own words stand in.
    pub last_resort: bool,
    /// `when_to_use`, in hosts that read it.
    pub when: Option<Arc<str>>,
    /// The model does not see it (`disable-model-invocation`).
    pub hidden: bool,
    /// The field that says so, as `key: value`; nothing where a file beside it does.
    pub hidden_by: Option<Arc<str>>,
    /// Loaded, but left out of the listing (no description, in hosts that do so).
    pub unlisted: bool,
    /// `paths` patterns that hold it back; empty when it is unconditional.
    pub paths: Box<[Arc<str>]>,
    /// `allowed-tools` as the host splits them.
    pub allowed_tools: Box<[Arc<str>]>,
    /// The first field for whose sake the host asks before the model may load it.
    pub asks_about: Option<Arc<str>>,
}

impl Reading {
    /// Whether the host leaves it out of its listing for want of a description: of a package's skill, it takes none from
    /// the body.
    pub fn is_unlisted(&self, host: &Host, is_of_package: bool) -> bool {
        let missing = host.description.missing;
        let borrows = matches!(missing, MissingDescription::FirstLine | MissingDescription::FirstParagraph);
        self.unlisted || is_of_package && borrows && !self.description_written && self.when.is_none()
    }
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
    /// Nothing below the frontmatter.
    BodyEmpty,
    /// A larger file than it reads.
    FileTooLarge,
    /// A folder name that it reserves.
    Reserved,
    /// A file beside it that gives it to other products.
    ForOthers,
    /// A command that cannot become a skill.
    NotMigrated,
    /// Bytes that are not UTF-8.
    Damaged,
    /// A field whose value it does not take.
    FieldInvalid(Arc<str>),
    /// A field that it does not know.
    FieldUnknown(Arc<str>),
    /// A link leads out of the package that it belongs to.
    OutsidePackage,
}

impl Refusal {
    /// The field that it is about, as people quote it.
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Refusal::NameMissing | Refusal::NameInvalid | Refusal::NameTooLong | Refusal::NameMismatch => {
                Some("`name`")
            }
            Refusal::DescriptionMissing | Refusal::DescriptionInvalid | Refusal::DescriptionTooLong => {
                Some("`description`")
            }
            Refusal::BlockMissing
            | Refusal::BlockBroken
            | Refusal::BodyEmpty
            | Refusal::FileTooLarge
            | Refusal::Reserved
            | Refusal::ForOthers
            | Refusal::NotMigrated
            | Refusal::Damaged
            | Refusal::FieldInvalid(_)
            | Refusal::FieldUnknown(_)
            | Refusal::OutsidePackage => None,
        }
    }

    /// The refusal in words, after "skipped: ".
    pub fn words(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Refusal::BlockMissing => "it has no frontmatter",
            Refusal::BlockBroken => "its frontmatter is not valid YAML",
            Refusal::NameMissing => "it has no `name`",
            Refusal::NameInvalid => "its `name` is not one the host accepts",
            Refusal::NameTooLong => "its `name` is too long",
            Refusal::NameMismatch => "its `name` differs from its folder",
            Refusal::DescriptionMissing => "it has no description",
            Refusal::DescriptionInvalid => "its description is not text",
            Refusal::DescriptionTooLong => "its description is too long",
            Refusal::BodyEmpty => "it has no text below its frontmatter",
            Refusal::FileTooLarge => "the file is too large",
            Refusal::Reserved => "its folder name is reserved",
            Refusal::NotMigrated => {
                "it is a command that cannot become a skill: its text is filled in when it is called"
            }
            Refusal::Damaged => "it is not UTF-8",
            Refusal::OutsidePackage => "a link leads from it out of its plugin",
            Refusal::ForOthers => "the file beside it gives it to other products",
            Refusal::FieldInvalid(key) => {
                return Cow::Owned(format!("the host does not take the value of its `{key}`"));
            }
            Refusal::FieldUnknown(key) => return Cow::Owned(format!("it has the field `{key}`, which is none here")),
        })
    }
}

/// What `host` makes of `document`, found as `kind` in a folder (or as a command) called `folder`.
/// When the host's own cut of the fence is the author's and nothing is broken, the parsed fields are used as
/// they are; otherwise the host's text is read again, as the host does.
pub fn read(host: &Host, document: &Document, folder: &str, kind: FoundKind) -> Reading {
    let refusal_of_file = refusal_of_file(host, document, folder, kind);
    let document = document.replaced.as_deref().unwrap_or(document);
    let cut = host.fence.cut(&document.text);
    let body = cut.map_or(&*document.text, |cut| cut.body.of(&document.text));
    let block = match cut {
        Some(cut) => HostBlock::read(host, document, cut.block),
        None if is_bare_command(host, document, kind) => HostBlock::without_fields(BlockState::Absent),
        None if host.fence.missing == Consequence::Skipped => {
            HostBlock::refused(BlockState::Absent, Refusal::BlockMissing)
        }
        None => HostBlock::without_fields(BlockState::Absent),
    };
    let mut refusals = Refusals::default();
    refusals.note(refusal_of_file);
    refusals.note(block.refusal.clone());
    if host.fence.body_empty == Consequence::Skipped && trimmed(body).is_empty() {
        refusals.note(Some(Refusal::BodyEmpty));
    }
    let fields = block.fields(host, document);
    let goes_by_path = kind == FoundKind::Command && !host.identity.commands_named;
    let name = match kind {
        // A legacy command is called by its path, whatever its `name` is; nothing is demanded of it.
        FoundKind::Command if goes_by_path => name(host, &fields, folder, &mut Refusals::default()),
        FoundKind::Skill | FoundKind::Flat | FoundKind::Command | FoundKind::Written | FoundKind::Agent => {
            name(host, &fields, folder, &mut refusals)
        }
    };
    let id: Arc<str> = match (name.as_ref().filter(|_| !goes_by_path), host.identity.id) {
        (Some(name), IdSource::Name | IdSource::NameOrFolder | IdSource::SourceAndName) => name.clone(),
        (Some(name), IdSource::Folder) if **name == *folder => name.clone(),
        _ if host.identity.collapses_space => Arc::from(collapsed(folder)),
        _ => Arc::from(folder),
    };
    let description = description(host, &fields, body, folder, kind, &mut refusals);
    let field_refused = if goes_by_path && host.read_by.is_empty() { None } else { refused_field(host, &fields, kind) };
    refusals.note(field_refused.clone().map(Refusal::FieldInvalid));
    let mut keys = fields.pairs.iter().map(|(key, _)| *key).filter(|_| host.known_fields_only);
    refusals.note(keys.find(|key| knows(host, key).is_none()).map(|key| Refusal::FieldUnknown(Arc::from(key))));
    let hidden_by = hidden_by(host, &fields);
    let conditional = host.controls.conditional_paths && kind != FoundKind::Command;
    Reading {
        block: block.state.clone(),
        refusal: refusals.first,
        field_refused,
        id,
        name,
        description: description.text,
        description_written: description.is_written,
        last_resort: description.is_last_resort,
        when: when(host, &fields),
        hidden: hidden_by.is_some(),
        hidden_by,
        unlisted: description.is_unlisted,
        paths: if conditional { fields.value("paths").map(paths).unwrap_or_default() } else { Box::default() },
        allowed_tools: allowed_tools(host, &fields),
        asks_about: asks::asks_about(host, &fields),
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
    if document.damage.is_some() && matches!(host.fence.damaged, Consequence::Skipped | Consequence::StopsAll) {
        return Some(Refusal::Damaged);
    }
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

/// Some hosts take a command without a block for all body.
fn is_bare_command(host: &Host, document: &Document, kind: FoundKind) -> bool {
    kind == FoundKind::Command && host.fence.commands_without && !document.text.trim_start().starts_with("---")
}

/// The first field with a value that makes the host refuse the skill.
fn refused_field(host: &Host, fields: &Fields<'_>, kind: FoundKind) -> Option<Arc<str>> {
    let written = |key: &str| {
        let mut nodes = fields.pairs.iter().filter(|(known, _)| *known == key).map(|(_, node)| *node);
        nodes.next_back()
    };
    if let Some(key) = first_mistyped(host, &written, &|node| fields.target(node)) {
        return Some(Arc::from(key));
    }
    let is_refused = |fact: &&FieldFact| {
        let Some(field) = fields.value(&fact.key) else { return false };
        let fits = match fact.kind {
            FieldKind::Text => {
                let is_known =
                    || fact.open || field.node.scalar().is_some_and(|it| fact.values.iter().any(|one| one == it));
                // A reader that keeps what is written takes a number for a text.
                let is_text =
                    if host.yaml.as_written { field.node.scalar().is_some() } else { is_text(host, field.node) };
                is_text && (fact.values.is_empty() || is_known())
            }
            FieldKind::Boolean if host.yaml.booleans == BooleanName::FewWords => boolean(field).is_some(),
            FieldKind::Boolean => matches!(field.resolve(), Some(Resolved::Bool(_))),
            FieldKind::Number => matches!(field.resolve(), Some(Resolved::Number(_))),
            FieldKind::List => match &field.node.value {
                Value::Sequence { items, .. } => items.iter().all(|item| is_text(host, fields.target(item))),
                _ => is_text(host, field.node),
            },
            FieldKind::Sequence => matches!(field.node.value, Value::Sequence { .. }),
            FieldKind::Mapping => matches!(field.node.value, Value::Mapping { .. }),
            FieldKind::TextMapping => {
                let are_texts = || match &field.node.value {
                    Value::Mapping { entries, .. } => entries.iter().all(|it| is_text(host, fields.target(&it.value))),
                    _ => false,
                };
                matches!(field.node.value, Value::Mapping { .. })
                    && !has_inner(field.node)
                    && (!fact.strict_texts || are_texts())
            }
            FieldKind::Any => true,
        };
        let is_too_long = fact.most_bytes.is_some_and(|most| field.node.scalar().is_some_and(|text| text.len() > most));
        let is_excused = fact.nullable && field.resolve() == Some(Resolved::Null);
        is_too_long
            || fact.filled && field.node.scalar().is_some_and(|text| trimmed(text).is_empty())
            || !fits && !is_excused
            || fact.key == "paths" && host.controls.paths_stay_inside && leaves_project(field)
    };
    let is_read = |fact: &&FieldFact| {
        fact.refuses && !(fact.not_in_commands && kind == FoundKind::Command) && counts(fact, fields)
    };
    let fact = host.fields.iter().filter(is_read).find(is_refused)?;
    Some(Arc::from(&*fact.key))
}

/// The field that keeps the skill from the model, with its value.
fn hidden_by(host: &Host, fields: &Fields<'_>) -> Option<Arc<str>> {
    let counts = |key: &str| knows(host, key).is_none_or(|fact| counts(fact, fields));
    let is_said = |key: &str, hiding: bool| fields.value_inside(key).and_then(boolean) == Some(hiding) && counts(key);
    match host.controls.hides.iter().find(|(key, hiding)| is_said(key, **hiding)) {
        Some((key, hiding)) => {
            let written = fields.value_inside(key).and_then(|field| field.node.scalar());
            Some(Arc::from(format!("{key}: {}", written.map_or(hiding.to_string(), str::to_owned))))
        }
        None => of_other_modes(host, fields),
    }
}

/// The field that gives the skill to other modes than the one in which the host starts.
fn of_other_modes(host: &Host, fields: &Fields<'_>) -> Option<Arc<str>> {
    let starts_in = host.controls.starts_in.as_deref()?;
    let (key, modes) = host.controls.mode_fields.iter().find_map(|key| {
        let node = fields.value(key)?.node;
        let texts: Vec<&str> = match (&node.value, knows(host, key)?.kind) {
            (Value::Sequence { items, .. }, FieldKind::List) => {
                let texts = items.iter().map(|item| fields.target(item)).filter(|item| is_text(host, item));
                texts.filter_map(Node::scalar).filter(|text| !text.is_empty()).collect()
            }
            (_, FieldKind::Text) if is_text(host, node) => {
                node.scalar().filter(|text| !text.is_empty()).map(|text| vec![text])?
            }
            _ => return None,
        };
        Some((key, texts))
    })?;
    // An empty list means every mode.
    let is_for_others = !modes.is_empty() && !modes.contains(&starts_in);
    is_for_others.then(|| Arc::from(format!("{key}: {}", modes.join(", "))))
}

/// Whether the host looks at a field at all, the others being as they are.
fn counts(fact: &FieldFact, fields: &Fields<'_>) -> bool {
    let other = fact.only_without.as_ref().and_then(|key| fields.value(key));
    other.is_none_or(|other| other.resolve() == Some(Resolved::Null))
}

/// Whether a mapping that should hold texts holds a list or a mapping.
fn has_inner(node: &Node) -> bool {
    let Value::Mapping { entries, .. } = &node.value else { return false };
    entries.iter().any(|entry| matches!(entry.value.value, Value::Mapping { .. } | Value::Sequence { .. }))
}

fn knows<'a>(host: &'a Host, key: &str) -> Option<&'a FieldFact> {
    host.fields.iter().find(|field| field.key == key)
}

fn when(host: &Host, fields: &Fields<'_>) -> Option<Arc<str>> {
    let fact = knows(host, "when_to_use")?;
    let field = fields.value(&fact.key).filter(|field| !fact.text_only || is_text(host, field.node))?;
    let text = field.print();
    (!text.is_empty()).then(|| Arc::from(text))
}

fn allowed_tools(host: &Host, fields: &Fields<'_>) -> Box<[Arc<str>]> {
    let Some(fact) = knows(host, "allowed-tools") else { return Box::default() };
    let spellings = std::iter::once(&fact.key).chain(&fact.also);
    let Some(field) = spellings.map(|key| fields.value(key)).find_map(|field| field) else { return Box::default() };
    let entries = tools(fields.text, field.node).entries;
    entries.into_iter().map(|entry| Arc::from(entry.text)).collect()
}

#[cfg(test)]
mod tests;
