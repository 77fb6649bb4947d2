//! The fields of a file as one host reads them, for those who want more than what a [`Reading`](super::Reading) keeps.

use super::BlockState;
use super::block::HostBlock;
use super::fields::Fields;
use super::values::{boolean, is_text};
use crate::catalog::FoundKind;
use crate::document::Document;
use crate::document::arguments::is_name;
use crate::document::tools::tools;
use crate::document::yaml::Value;
use crate::hosts::{FieldFact, Host};

/// The fields of a file as a host reads them.
pub struct Frontmatter<'a> {
    host: &'a Host,
    document: &'a Document,
    block: HostBlock,
    kind: FoundKind,
}

impl<'a> Frontmatter<'a> {
    /// What `host` reads in the block of `document`, found as `kind`.
    pub fn read(host: &'a Host, document: &'a Document, kind: FoundKind) -> Frontmatter<'a> {
        let block = match host.fence.cut(&document.text) {
            Some(cut) => HostBlock::read(host, document, cut.block),
            None => HostBlock::without_fields(BlockState::Absent),
        };
        Frontmatter { host, document, block, kind }
    }

    /// A scalar as text.
    pub fn text(&self, key: &str) -> Option<String> {
        self.counts(key).then(|| self.fields().value(key)?.scalar().map(Into::into)).flatten()
    }

    /// Whether a field says no.
    pub fn is_false(&self, key: &str) -> bool {
        self.fields().value(key).and_then(boolean) == Some(false) && self.counts(key)
    }

    /// A scalar that is one of the values which the host knows for the field, as the host writes it.
    pub fn word(&self, key: &str) -> Option<String> {
        let text = self.text(key)?;
        let same = |known: &&String| {
            if self.fact(key).is_some_and(|fact| fact.any_case) {
                known.eq_ignore_ascii_case(text.trim())
            } else {
                **known == text
            }
        };
        self.fact(key)?.values.iter().find(same).cloned()
    }

    /// The entries of a list of tools.
    pub fn tools(&self, key: &str) -> Vec<String> {
        let fields = self.fields();
        let Some(field) = fields.value(key).filter(|_| self.counts(key)) else { return Vec::new() };
        tools(fields.text, field.node).entries.into_iter().map(|entry| entry.text).collect()
    }

    /// The keys of a mapping.
    pub fn keys(&self, key: &str) -> Vec<String> {
        let fields = self.fields();
        let Some(field) = fields.value(key).filter(|_| self.counts(key)) else { return Vec::new() };
        match &field.node.value {
            Value::Mapping { entries, .. } => {
                entries.iter().filter_map(|entry| entry.key.scalar()).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The names of declared arguments: the texts of a list, or the words of a text. Digits alone name nothing.
    pub fn argument_names(&self) -> Vec<String> {
        let fields = self.fields();
        let Some(field) = fields.value("arguments").filter(|_| self.fact("arguments").is_some()) else {
            return Vec::new();
        };
        let names: Vec<String> = match &field.node.value {
            Value::Sequence { items, .. } => {
                let items = items.iter().map(|item| fields.target(item)).filter(|item| is_text(self.host, item));
                items.filter_map(|item| item.scalar()).map(str::to_owned).collect()
            }
            Value::Scalar(scalar) if is_text(self.host, field.node) => {
                scalar.text.split_whitespace().map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        names.into_iter().filter(|name| is_name(name)).collect()
    }

    fn fields(&self) -> Fields<'_> {
        self.block.fields(self.host, self.document)
    }

    fn fact(&self, key: &str) -> Option<&FieldFact> {
        self.host.fields.iter().find(|fact| fact.key == key)
    }

    /// Whether the host looks at a field in such a file.
    fn counts(&self, key: &str) -> bool {
        !(self.kind == FoundKind::Command && self.fact(key).is_some_and(|fact| fact.not_in_commands))
    }
}
