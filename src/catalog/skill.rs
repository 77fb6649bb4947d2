//! One skill file, as every host finds it, and what is kept of it when its text is let go.

use std::ffi::OsStr;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::document::Document;
use crate::document::body::Mention;
use crate::text::Span;

/// The number of a skill in its catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId(pub u32);

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned {
    /// The text.
    pub text: Arc<str>,
    /// Where it stands in its file.
    pub span: Span,
}

/// A file that a walk met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The path as met: links in it are not resolved.
    pub path: PathBuf,
    /// The path with all links resolved.
    pub real: PathBuf,
    /// The folder's name; for a command its id (`sub:name`).
    pub name: String,
    /// What it is.
    pub kind: FoundKind,
    /// Its size in bytes, known once it is read.
    pub size: u64,
    /// As which entry of its root the file system lists it, or the folder that leads to it; the largest when unknown.
    pub rank: u32,
    /// Whether a link leads outside, so that its text is withheld; known once it is read.
    pub is_outside: bool,
}

/// What a walk met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// `NAME/SKILL.md`
    Skill,
    /// A legacy command file.
    Command,
    /// `NAME.md` in a root.
    Flat,
    /// A manifest in which commands are written. It is judged as a manifest.
    Written,
    /// `NAME.md` in a folder of agents. No skill: it is in no catalogue.
    Agent,
}

impl FoundKind {
    /// What a path looks like by itself, and the name it would have: a skill by its file name, a command by the
    /// folder `commands` above it, an agent by the folder `agents`.
    pub fn of_path(path: &Path) -> (String, FoundKind) {
        let text = |name: Option<&OsStr>| name.unwrap_or_default().to_string_lossy().into_owned();
        let file = text(path.file_name());
        if file.eq_ignore_ascii_case("SKILL.md") {
            return (text(path.parent().and_then(Path::file_name)), FoundKind::Skill);
        }
        let names: Vec<String> = path.with_extension("").iter().map(|name| text(Some(name))).collect();
        let above = names.len().saturating_sub(1);
        let below = |folder: &str| names.iter().take(above).rposition(|name| name == folder);
        match below("commands") {
            Some(commands) => (names.get(commands + 1..).unwrap_or_default().join(":"), FoundKind::Command),
            None if below("agents") > below("skills") => (text(path.file_stem()), FoundKind::Agent),
            None => (text(path.file_stem()), FoundKind::Flat),
        }
    }
}

/// What the catalogue keeps of one file: small, so that fifty thousand fit.
#[derive(Clone, Debug)]
pub struct Skill {
    /// The file, as first met.
    pub path: PathBuf,
    /// The same with links resolved.
    pub real: PathBuf,
    /// The folder's name, or a command's id.
    pub folder: Arc<str>,
    /// What it is.
    pub kind: FoundKind,
    /// As which entry of its root the file system lists it, or the folder that leads to it.
    pub rank: u32,
    /// `name` as written, when it is a scalar.
    pub name: Option<Spanned>,
    /// Where the description stands, when it is there.
    pub description: Option<Span>,
    /// A hash of its bytes: equal files hash equal.
    pub hash: u64,
    /// Its length in bytes.
    pub length: usize,
    /// Mentions of other skills in its body, at most 64.
    pub mentions: Box<[Spanned]>,
    /// Where a finding about the whole file is shown: the name, the opening fence, or the first line.
    pub headline: Span,
    /// Whether findings are asked for: by what meets it, or because it is open.
    pub is_judged: bool,
    /// Whether a link leads outside, so that its text is withheld.
    pub is_outside: bool,
}

impl Skill {
    /// What is kept of a document.
    pub fn new(found: &Found, document: &Document) -> Skill {
        let kept = |mention: &Mention| Spanned { text: Arc::from(mention.name.as_str()), span: mention.span };
        let mentions = document.body.mentions().iter().take(64).map(kept).collect();
        Skill { mentions, ..Skill::unjudged(found, document) }
    }

    /// The same of one that nobody judges: only findings are about mentions, and to see them takes the whole body.
    pub fn unjudged(found: &Found, document: &Document) -> Skill {
        let name = document
            .field("name")
            .and_then(|field| Some(Spanned { text: Arc::from(field.value.scalar()?), span: field.value.span }));
        let description = document.field("description").map(|field| field.value.span);
        let first_line = document.text.find(['\n', '\r']).unwrap_or(document.text.len());
        let headline =
            name.as_ref().map(|name| name.span).or(document.fence.opening).unwrap_or_else(|| Span::new(0, first_line));
        Skill {
            path: found.path.clone(),
            real: found.real.clone(),
            folder: Arc::from(found.name.as_str()),
            kind: found.kind,
            rank: found.rank,
            name,
            description,
            hash: hash(document.text.as_bytes()),
            length: document.text.len(),
            mentions: Box::default(),
            headline,
            is_judged: false,
            is_outside: found.is_outside,
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    foldhash::quality::FixedState::default().hash_one(bytes)
}
