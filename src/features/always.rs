//! "Always allow": the rule that remembers a yes, as a change of the host's own settings.

use serde_json::{Value, json};

use crate::hosts::Host;
use crate::settings::edit::{find, remove, set};
use crate::settings::{Format, SettingsRefusal};

/// Whether a host remembers that a skill may always be loaded.
pub fn is_remembered(host: &Host) -> bool {
    host.permissions.remembered.is_some() && host.controls.permissions.is_some()
}

/// The text of the settings with a rule that allows a skill, and nothing else changed. The rule is the last one, so that
/// it counts where the last one does.
pub fn always_allowed(host: &Host, text: &str, name: &str) -> Result<String, SettingsRefusal> {
    let refused = |message: String| SettingsRefusal { offset: 0, message };
    let Some(key) = host.controls.permissions.as_deref().filter(|_| is_remembered(host)) else {
        return Err(refused(format!("{} does not remember what it was told", host.name)));
    };
    if name.contains(['*', '?']) {
        return Err(refused(format!("`{name}` would be a pattern, and allow other skills too")));
    }
    let above: Vec<&str> = key.split('.').collect();
    let keys: Vec<&str> = above.iter().copied().chain([name]).collect();
    let allow = Value::from("allow");
    // A single word is about all skills.
    if let Some(Value::String(word)) = find(Format::Json, text, &above)?.map(|found| found.value) {
        let (all, mut rules) = ("*", json!({}));
        rules[all] = Value::from(word);
        rules[name] = allow;
        return set(Format::Json, text, &above, &rules);
    }
    match find(Format::Json, text, &keys)? {
        Some(_) => set(Format::Json, &remove(Format::Json, text, &keys)?, &keys, &allow),
        None => set(Format::Json, text, &keys, &allow),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::builtin;

    fn check(text: &str, name: &str, expected: &str) {
        let host = builtin().get("portable").unwrap().clone();
        let changed = always_allowed(&host, text, name).unwrap_or_else(|refusal| refusal.in_file("x", text));
        assert_eq!(changed, expected);
    }

    #[test]
    fn the_rule_is_the_last_one() {
        check("", "pdf", "{ \"skill\": { \"pdf\": \"allow\" } }");
        check(
            "{\n  \"skill\": {\n    \"*\": \"ask\"\n  }\n}\n",
            "pdf",
            "{\n  \"skill\": {\n    \"*\": \"ask\",\n    \"pdf\": \"allow\"\n  }\n}\n",
        );
        check(r#"{"skill": {"pdf": "deny", "*": "ask"}}"#, "pdf", r#"{"skill": {"*": "ask", "pdf": "allow"}}"#);
        check(r#"{"skill": "ask", "other": 1}"#, "pdf", r#"{"skill": { "*": "ask", "pdf": "allow" }, "other": 1}"#);
    }

    #[test]
    fn what_is_refused() {
        check("{\n  \"skill\": [", "pdf", "x:2:13: a value is expected here, but the text ends");
        check("{\"skill\": 7}", "pdf", "x:1:11: `skill` is a single value, but a mapping is needed");
        check("{}", "p*", "x:1:1: `p*` would be a pattern, and allow other skills too");
        let claude = builtin().get("claude-code").unwrap().clone();
        assert!(!is_remembered(&claude) && always_allowed(&claude, "{}", "pdf").is_err());
    }
}
