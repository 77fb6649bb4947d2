//! A settings file of a host.

use std::path::PathBuf;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

use crate::catalog::Environment;
use crate::hosts::VariableStyle;
use crate::settings::{self, Format, Member, Node, frontmatter};
use crate::text::Span;

/// A settings file that `disk` found and read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// It counts only when the folder is trusted.
    pub when_trusted: bool,
    /// The agent that it describes, when it is a Markdown file whose frontmatter is the settings.
    pub agent: Option<String>,
    /// The source of settings it belongs to; none for the administrator's.
    pub source: Option<String>,
    /// Only what it says of plugins counts.
    pub only_plugins: bool,
}

impl SettingsFile {
    /// What it says, or why its host cannot read it; `comments` is whether that takes them in any JSON.
    pub fn tree(&self, comments: bool) -> Result<Node, String> {
        let Some(agent) = &self.agent else {
            let read = Format::of(&self.path, comments).parse(&self.text).whole();
            let name = || format!("cannot read {}", self.path.display());
            return read.map_err(|refusal| refusal.in_file(&name(), &self.text));
        };
        let under = |key: &str, value: Node| {
            let member = Member { key: key.to_owned(), key_span: Span::at(0), value };
            Node { span: Span::at(0), value: settings::Value::Map(vec![member]) }
        };
        Ok(under("agent", under(agent, frontmatter(&self.text))))
    }
}

/// What a settings file says as plain data, or why its host cannot read it.
pub fn parsed(file: &SettingsFile, comments: bool) -> Result<Value, String> {
    file.tree(comments).map(|root| root.plain())
}

/// A settings text with its environment variables filled in.
pub fn with_variables(style: VariableStyle, text: &str, environment: &Environment) -> String {
    static DOLLAR: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\$(?:([0-9A-Za-z_]+)|\{([^}]+?)(?::-([^}]*))?\})").ok());
    static BRACES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\{env:([^}]+)\}").ok());
    let value = |name: &str| environment.variables.get(name).map(String::as_str);
    let filled = match style {
        VariableStyle::Dollar => DOLLAR.as_ref().map(|pattern| {
            pattern.replace_all(text, |found: &Captures| {
                let name = found.get(1).or(found.get(2)).map_or("", |name| name.as_str());
                let otherwise = found.get(3).map(|otherwise| otherwise.as_str().to_owned());
                let whole = found.get(0).map_or("", |whole| whole.as_str());
                let quoted = |value: &str| {
                    let quoted = Value::from(value).to_string();
                    quoted.trim_start_matches('"').strip_suffix('"').unwrap_or_default().to_owned()
                };
                value(name).map(quoted).or(otherwise).unwrap_or_else(|| whole.to_owned())
            })
        }),
        VariableStyle::EnvBraces => BRACES.as_ref().map(|pattern| {
            pattern.replace_all(text, |found: &Captures| {
                value(found.get(1).map_or("", |name| name.as_str())).unwrap_or_default().to_owned()
            })
        }),
    };
    filled.map_or_else(|| text.to_owned(), |filled| filled.into_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn variables_in_two_styles() {
        let variables = BTreeMap::from([("A".to_owned(), "x\"y".to_owned())]);
        let environment = Environment { variables, ..Environment::default() };
        let filled = |style, text| with_variables(style, text, &environment);
        assert_eq!(filled(VariableStyle::Dollar, "$A ${A} $B ${B:-c} ${B}"), "x\\\"y x\\\"y $B c ${B}");
        assert_eq!(filled(VariableStyle::EnvBraces, "[{env:A}] [{env:B}] $A"), "[x\"y] [] $A");
    }

    #[test]
    fn an_agent_in_markdown() {
        let text = "---\nmode: primary\ntools: {skill: false}\npermission:\n  skill:\n    \"a-*\": deny\n---\nBody.\n";
        let agent = Some("build".to_owned());
        let file = SettingsFile { text: text.to_owned(), agent, ..SettingsFile::default() };
        let shown = parsed(&file, false).unwrap().to_string();
        let expected =
            r#"{"agent":{"build":{"mode":"primary","tools":{"skill":false},"permission":{"skill":{"a-*":"deny"}}}}}"#;
        assert_eq!(shown, expected);
    }
}
