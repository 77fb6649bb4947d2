//! What a settings file says: JSON with or without comments, TOML and YAML as one tree in which every key and value
//! knows its bytes. Reading, findings and [`edit`], which keeps every other byte, all stand on it.
//!
//! Of two equal keys the last counts in JSON, as in JavaScript, and keeps the place of the first; TOML and YAML refuse
//! the second.

pub mod edit;
mod json;
#[cfg(test)]
mod tests;
mod toml;
mod tree;
mod yaml;

use std::path::Path;

use crate::text::{Encoding, Span, Text};

pub use tree::{Member, Node, Value, look_up};
pub use yaml::frontmatter;

/// How a settings file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON.
    Json,
    /// JSON with comments and trailing commas.
    JsonWithComments,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
}

impl Format {
    /// By the ending of a name; `comments` is whether the host takes them in any JSON.
    pub fn of(path: &Path, comments: bool) -> Format {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml") => Format::Toml,
            Some("yaml" | "yml") => Format::Yaml,
            Some("jsonc") => Format::JsonWithComments,
            _ if comments => Format::JsonWithComments,
            _ => Format::Json,
        }
    }

    /// What a text says. A blank one is an empty mapping.
    pub fn parse(self, text: &str) -> Settings {
        match self {
            Format::Json => json::settings(text, json::Comments::Wrong),
            Format::JsonWithComments => json::settings(text, json::Comments::Fine),
            Format::Toml => toml::settings(text),
            Format::Yaml => yaml::settings(text),
        }
    }
}

/// What a text says, and whether its host can read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The tree: of broken JSON what stands before the break, of broken TOML and YAML nothing.
    pub root: Node,
    /// The first thing that is wrong.
    pub problem: Option<SettingsRefusal>,
}

impl Settings {
    /// A text of which nothing can be read.
    fn broken(offset: usize, message: impl Into<String>) -> Settings {
        Settings { root: Node::blank(), problem: Some(SettingsRefusal::new(offset, message)) }
    }

    /// The tree, of a text that can be read.
    pub fn whole(self) -> Result<Node, SettingsRefusal> {
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(self.root),
        }
    }
}

/// Why a text cannot be read, or is left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsRefusal {
    /// The byte where it is wrong.
    pub offset: usize,
    /// What is wrong there, without a full stop.
    pub message: String,
}

impl SettingsRefusal {
    fn new(offset: usize, message: impl Into<String>) -> SettingsRefusal {
        SettingsRefusal { offset, message: message.into() }
    }

    /// A key that stands in a mapping already.
    fn repeated(key: &str, at: Span) -> SettingsRefusal {
        SettingsRefusal::new(at.start, format!("`{key}` stands here a second time"))
    }

    /// The place and what is wrong with it, for a file called `name`: `name:2:5: …`.
    pub fn in_file(&self, name: &str, text: &str) -> String {
        let position = Text::new(text).position(self.offset, Encoding::Utf32);
        format!("{name}:{}:{}: {}", position.line + 1, position.column + 1, self.message)
    }
}
