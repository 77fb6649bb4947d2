//! The settings that an editor sends (`skillLsp.*`), laid over those of the settings file.

use serde_json::Value;
use tower_lsp_server::ls_types::MessageType;

use crate::config::{Level, Overlay};

/// What the editor wants.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    /// Hosts, extra folders and levels.
    pub(crate) overlay: Overlay,
    /// When diagnostics are made.
    pub(crate) run: Run,
    /// What is logged.
    pub(crate) log: LogLevel,
}

/// When diagnostics are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Run {
    /// While someone types.
    #[default]
    OnType,
    /// When a document is saved.
    OnSave,
}

/// What is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LogLevel {
    /// Nothing.
    Off,
    /// What failed.
    Error,
    /// What may be wrong.
    Warning,
    /// What was done.
    #[default]
    Information,
    /// Everything.
    Debug,
}

impl LogLevel {
    /// The level from which on a line of this kind is logged.
    pub(crate) fn of(kind: MessageType) -> LogLevel {
        match kind {
            MessageType::ERROR => LogLevel::Error,
            MessageType::WARNING => LogLevel::Warning,
            MessageType::INFO => LogLevel::Information,
            _ => LogLevel::Debug,
        }
    }
}

impl Settings {
    /// Reads what the editor sent; what is not understood is told in sentences, and the rest still applies.
    pub(crate) fn read(value: &Value) -> (Settings, Vec<String>) {
        // Some clients send the section itself, some wrap it in its name.
        let value = value.get("skillLsp").or_else(|| value.get("skill-lsp")).unwrap_or(value);
        let mut settings = Settings::default();
        let mut problems = Vec::new();
        let Some(object) = value.as_object() else {
            if !value.is_null() {
                problems.push("the settings are not an object".to_owned());
            }
            return (settings, problems);
        };
        for (key, value) in object {
            let understood = match key.as_str() {
                "hosts" => texts(value).map(|hosts| settings.overlay.hosts = (!hosts.is_empty()).then_some(hosts)),
                "roots" => {
                    texts(value).map(|roots| settings.overlay.roots = roots.into_iter().map(Into::into).collect())
                }
                "checks" => levels(value).map(|levels| settings.overlay.checks = levels),
                "tools" => known_tools(value).map(|known| settings.overlay.known_tools = known),
                "run" => run(value).map(|run| settings.run = run),
                "log" | "logLevel" => log_level(value).map(|level| settings.log = level),
                // Of the editors themselves: where the program is, what is traced.
                _ => Some(()),
            };
            if understood.is_none() && !value.is_null() {
                problems.push(format!("`skillLsp.{key}` is not understood: {value}"));
            }
        }
        (settings, problems)
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}

fn levels(value: &Value) -> Option<std::collections::BTreeMap<String, Level>> {
    value.as_object()?.iter().map(|(id, level)| Some((id.clone(), Level::from_word(level.as_str()?)?))).collect()
}

/// `{"known": [...]}`.
fn known_tools(value: &Value) -> Option<Vec<String>> {
    value.as_object()?.get("known").map_or_else(|| Some(Vec::new()), texts)
}

fn run(value: &Value) -> Option<Run> {
    match value.as_str()? {
        "onType" => Some(Run::OnType),
        "onSave" => Some(Run::OnSave),
        _ => None,
    }
}

fn log_level(value: &Value) -> Option<LogLevel> {
    match value.as_str()? {
        "off" => Some(LogLevel::Off),
        "error" => Some(LogLevel::Error),
        "warning" | "warn" => Some(LogLevel::Warning),
        "information" | "info" => Some(LogLevel::Information),
        "debug" | "trace" => Some(LogLevel::Debug),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_understood_is_told_and_the_rest_applies() {
        let sent = json!({"skillLsp": {
            "hosts": ["codex"], "checks": {"field-unknown": "loud"}, "run": "onSave", "tools": {"known": ["Deploy"]},
            "log": "debug", "trace": {"server": "off"},
        }});
        let (settings, problems) = Settings::read(&sent);
        assert_eq!(problems, [r#"`skillLsp.checks` is not understood: {"field-unknown":"loud"}"#]);
        assert_eq!(settings.overlay.hosts, Some(vec!["codex".to_owned()]));
        assert_eq!(settings.overlay.known_tools, ["Deploy"]);
        assert_eq!((settings.run, settings.log), (Run::OnSave, LogLevel::Debug));
    }

    #[test]
    fn nothing_sent_means_the_defaults() {
        for sent in [json!(null), json!({}), json!({"skillLsp": null})] {
            assert_eq!(Settings::read(&sent), (Settings::default(), Vec::new()), "{sent}");
        }
        assert_eq!(Settings::read(&json!("x")).1, ["the settings are not an object"]);
    }
}
