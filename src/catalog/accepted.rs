//! Which values a host that takes its settings files whole or not at all accepts in them.

use serde_json::Value;

use crate::catalog::Override;
use crate::catalog::controls::as_variable;
use crate::hosts::ControlRule;
use crate::settings::look_up;

/// Whether a value is one that the host accepts.
type Accepts<'a> = &'a dyn Fn(&Value) -> bool;

/// The first key whose value a host that takes files whole does not accept.
pub(super) fn unacceptable<'a>(rule: &'a ControlRule, settings: &Value) -> Option<&'a str> {
    if !rule.whole_or_not {
        return None;
    }
    let all = |value: &Value, accepts: Accepts<'_>| value.as_object().is_some_and(|it| it.values().all(accepts));
    let is_word = |word: &Value| word.as_str().is_some_and(|word| Override::from_word(word).is_some());
    let is_switch = |on: &Value| on.is_boolean() || on.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    let is_list = |list: &Value| list.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    let accepts: [(&Option<String>, Accepts<'_>); 8] = [
        (&rule.overrides, &|value| all(value, &is_word)),
        (&rule.budget_fraction, &|value| value.as_f64().is_some_and(|it| it > 0.0 && it <= 1.0)),
        (&rule.text_limit, &|value| value.as_f64().is_some_and(|it| it > 0.0 && it.fract() == 0.0)),
        (&rule.plugins, &|value| all(value, &is_switch)),
        (&rule.variables, &|value| all(value, &|it| as_variable(it).is_some())),
        (&rule.model, &Value::is_string),
        (&rule.own_skills_off, &Value::is_boolean),
        (&rule.permissions, &|value| {
            ["deny", "ask", "allow"].iter().all(|word| value.get(word).is_none_or(is_list)) && value.is_object()
        }),
    ];
    if !settings.is_object() {
        return Some("{}");
    }
    accepts.into_iter().find_map(|(key, accepts)| {
        let key = key.as_deref()?;
        (!accepts(look_up(settings, key)?)).then_some(key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first key that Claude Code does not take, in settings that hold one.
    fn check(settings: &str, expected: Option<&str>) {
        let claude = crate::hosts::builtin().get("claude-code").unwrap().clone();
        assert_eq!(unacceptable(&claude.controls, &serde_json::from_str(settings).unwrap()), expected, "{settings}");
    }

    #[test]
    fn one_wrong_value_costs_the_whole_file() {
        let fraction = Some("skillListingBudgetFraction");
        check(r#"{"skillListingBudgetFraction": 1}"#, None);
        check(r#"{"skillListingBudgetFraction": 1.5}"#, fraction);
        check(r#"{"skillListingBudgetFraction": 0}"#, fraction);
        check(r#"{"skillListingBudgetFraction": "0.5"}"#, fraction);
        check(r#"{"skillListingMaxDescChars": 7}"#, None);
        check(r#"{"skillListingMaxDescChars": 7.5}"#, Some("skillListingMaxDescChars"));
        check(r#"{"skillListingMaxDescChars": -7}"#, Some("skillListingMaxDescChars"));
        check(r#"{"skillOverrides": {"a": "off"}, "permissions": {"allow": ["Read"]}}"#, None);
        check(r#"{"skillOverrides": {"a": "of"}}"#, Some("skillOverrides"));
        check(r#"{"permissions": {"allow": "Read"}}"#, Some("permissions"));
        check(r#"{"permissions": []}"#, Some("permissions"));
        check(r#"{"enabledPlugins": {"a@b": true, "c@d": ["x"]}}"#, None);
        check(r#"{"enabledPlugins": {"a@b": "yes"}}"#, Some("enabledPlugins"));
        check("[]", Some("{}"));
    }
}
