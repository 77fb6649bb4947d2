//! How a host writes down that a skill is on or off: the text of its settings file before, and after.

use std::path::Path;

use serde_json::{Value, json};

use crate::hosts::{ControlRule, Host};
use crate::settings::{Format, Node, SettingsRefusal, edit};
use crate::text::{Edit, Span, apply};

/// The form of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SwitchForm {
    /// A key that maps names to `on`, `off` and other words.
    Words(String),
    /// A key that maps ids to `{"enabled": …}`.
    Flags(String),
    /// A list of tables with `name` or `path`, and `enabled`.
    Tables(String),
    /// A list of names that are off.
    Names(String),
    /// A key that maps patterns to `allow`, `ask` and `deny`, for one tool of several when there is a second key.
    Permissions(String, Option<String>),
}

/// Whom a switch means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    /// The name by which settings call the skill.
    pub(super) name: String,
    /// Its file, when this one is meant and no other of its name.
    pub(super) path: Option<String>,
}

/// Whether a word of the settings has to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Without it, something else would hold.
    Needed,
    /// It would hold without being said.
    Redundant,
}

/// What a settings text says about a skill.
pub(super) struct Said {
    /// The byte where it says so.
    pub(super) offset: usize,
    /// The word, as written.
    pub(super) word: String,
}

/// The form in which a host keeps switches; `None` when it has none.
pub(super) fn form(host: &Host) -> Option<SwitchForm> {
    let ControlRule { switch, overrides, enabled, disabled, permissions, .. } = &host.controls;
    let file = switch.first()?.paths.last()?;
    let first = |key: &String| key.split('|').next().unwrap_or_default().to_owned();
    if let Some(key) = overrides {
        return Some(SwitchForm::Words(first(key)));
    }
    if let Some(key) = enabled {
        let is_toml = file.ends_with(".toml");
        return Some(if is_toml { SwitchForm::Tables(first(key)) } else { SwitchForm::Flags(first(key)) });
    }
    if let Some(key) = disabled {
        return Some(SwitchForm::Names(key.clone()));
    }
    let key = permissions.as_ref().filter(|_| host.permissions.denied_unlisted)?;
    Some(SwitchForm::Permissions(key.clone(), host.permissions.tool.clone()))
}

/// How a settings file of a host is written.
pub(super) fn format(host: &Host, path: &Path) -> Format {
    Format::of(path, host.controls.comments)
}

/// A settings text and how names in it are compared.
pub(super) struct Page<'a> {
    pub(super) format: Format,
    pub(super) text: &'a str,
    pub(super) rule: &'a ControlRule,
}

impl SwitchForm {
    /// Whether a rule of this name would be about other skills too.
    pub(super) fn is_pattern(&self, name: &str) -> bool {
        matches!(self, SwitchForm::Permissions(..)) && name.contains(['*', '?'])
    }

    /// What a text says about a skill itself, patterns aside.
    pub(super) fn said(&self, page: &Page<'_>, subject: &Subject) -> Result<Option<Said>, SettingsRefusal> {
        let found = |keys: &[&str]| -> Result<Option<Said>, SettingsRefusal> {
            let found = edit::find(page.format, page.text, keys)?;
            Ok(found.map(|found| Said { offset: found.span.start, word: found.value.to_string() }))
        };
        match self {
            SwitchForm::Words(_) | SwitchForm::Flags(_) => found(&slices(&self.keys(page, subject)?)),
            SwitchForm::Permissions(..) if self.is_one_word(page)?.is_some() => Ok(None),
            SwitchForm::Permissions(..) => found(&slices(&self.keys(page, subject)?)),
            SwitchForm::Tables(_) => match self.table(page, subject)? {
                Some(keys) => found(&slices(&keys)),
                None => Ok(None),
            },
            SwitchForm::Names(key) => {
                let keys = spelled(page, key)?;
                let Some(list) = edit::find(page.format, page.text, &slices(&keys))? else { return Ok(None) };
                let mut items = list.value.as_array().into_iter().flatten();
                let is_meant = |item: &Value| item.as_str().is_some_and(|name| means(page.rule, name, &subject.name));
                let Some(index) = items.position(is_meant) else { return Ok(None) };
                let index = index.to_string();
                found(&slices(&keys).into_iter().chain([index.as_str()]).collect::<Vec<_>>())
            }
        }
    }

    /// Where a text names the skill in order to switch it, quotes included; rules of permissions aside.
    pub(super) fn named(&self, page: &Page<'_>, name: &str) -> Vec<Span> {
        let root = page.format.parse(page.text).root;
        let found = |key: &str| key.split('|').find_map(|key| root.look_up(key));
        let text = |node: &Node| node.text().is_some_and(|text| means(page.rule, text, name)).then_some(node.span);
        match self {
            SwitchForm::Words(key) | SwitchForm::Flags(key) => {
                let members = found(key).map(Node::members).unwrap_or_default().into_iter();
                members.filter(|member| member.key == name).map(|member| member.key_span).collect()
            }
            SwitchForm::Names(key) => found(key).into_iter().flat_map(Node::items).filter_map(text).collect(),
            SwitchForm::Tables(key) => {
                let tables = found(key).into_iter().flat_map(Node::items);
                tables.filter_map(|table| text(&table.get("name")?.value)).collect()
            }
            SwitchForm::Permissions(..) => Vec::new(),
        }
    }

    /// The text in which the skill is on or off. `weight` says whether that has to be said.
    pub(super) fn switched(
        &self,
        page: &Page<'_>,
        subject: &Subject,
        on: bool,
        weight: Weight,
    ) -> Result<String, SettingsRefusal> {
        let Page { format, text, .. } = *page;
        match self {
            SwitchForm::Words(_) => {
                let value = Value::from(if on { "on" } else { "off" });
                let keys = self.keys(page, subject)?;
                changed(page, &keys, &keys, &value, weight)
            }
            SwitchForm::Flags(_) => {
                let keys = self.keys(page, subject)?;
                match self.flag_alone(page, &keys)? {
                    // Where only tables say it, what is no table becomes one.
                    Some(whole) if whole == keys && page.rule.enabled_in_tables => {
                        changed(page, &keys, &keys, &json!({"enabled": on}), weight)
                    }
                    Some(whole) => changed(page, &keys, &whole, &json!(on), weight),
                    None => changed(page, &keys, &keys, &json!(on), Weight::Needed),
                }
            }
            SwitchForm::Tables(key) => match self.table(page, subject)? {
                Some(keys) => {
                    let table = keys.split_last().map_or(&[][..], |(_, table)| table);
                    changed(page, &keys, table, &json!(on), weight)
                }
                None => {
                    let table = match &subject.path {
                        Some(path) => json!({"path": path, "enabled": on}),
                        None => json!({"name": subject.name, "enabled": on}),
                    };
                    edit::push(format, text, &slices(&spelled(page, key)?), &table)
                }
            },
            SwitchForm::Names(key) => {
                let keys = spelled(page, key)?;
                match on {
                    true => {
                        let is_meant = |name: &str| means(page.rule, name, &subject.name);
                        let pulled = edit::pull(format, text, &slices(&keys), &is_meant)?;
                        Ok(pulled.unwrap_or_else(|| text.to_owned()))
                    }
                    false => edit::push(format, text, &slices(&keys), &json!(subject.name)),
                }
            }
            SwitchForm::Permissions(..) => self.permitted(page, subject, on, weight),
        }
    }

    /// The text without what it says about the skill.
    pub(super) fn unsaid(&self, page: &Page<'_>, subject: &Subject) -> Result<String, SettingsRefusal> {
        let keys = match self {
            SwitchForm::Words(_) => self.keys(page, subject)?,
            SwitchForm::Flags(_) => {
                let keys = self.keys(page, subject)?;
                match self.flag_alone(page, &keys)? {
                    Some(whole) => whole,
                    None => return self.switched(page, subject, true, Weight::Needed),
                }
            }
            SwitchForm::Permissions(..) if self.is_one_word(page)?.is_some() => return Ok(page.text.to_owned()),
            SwitchForm::Permissions(..) => self.keys(page, subject)?,
            SwitchForm::Tables(_) => match self.table(page, subject)? {
                // A table that says nothing of `enabled` counts for nothing.
                Some(keys) => keys,
                None => return Ok(page.text.to_owned()),
            },
            SwitchForm::Names(_) => return self.switched(page, subject, true, Weight::Redundant),
        };
        edit::remove(page.format, page.text, &slices(&keys))
    }

    /// The keys of all that is said of a skill, when that is its flag and nothing besides: an empty table would turn it off.
    fn flag_alone(&self, page: &Page<'_>, keys: &[String]) -> Result<Option<Vec<String>>, SettingsRefusal> {
        let Some((_, table)) = keys.split_last().filter(|(last, _)| *last == "enabled") else {
            return Ok(Some(keys.to_vec()));
        };
        let found = edit::find(page.format, page.text, &slices(table))?;
        let is_alone = found.is_none_or(|found| found.value.as_object().is_none_or(|it| it.len() <= 1));
        Ok(is_alone.then(|| table.to_vec()))
    }

    /// Rules for all tools, or for all skills, may be one word. It becomes the rule `*` of a map, in which the skill
    /// gets its own; such a map is written without white space at its brackets.
    fn permitted(
        &self,
        page: &Page<'_>,
        subject: &Subject,
        on: bool,
        weight: Weight,
    ) -> Result<String, SettingsRefusal> {
        let Page { format, text, .. } = *page;
        let value = Value::from(if on { "allow" } else { "deny" });
        if let Some((keys, word)) = self.is_one_word(page)? {
            let Some(found) = edit::find(format, text, &slices(&keys))? else { return Ok(text.to_owned()) };
            let own = format!("{}: {value}", Value::from(subject.name.as_str()));
            let own = match self {
                SwitchForm::Permissions(_, Some(tool)) if keys.len() == 1 => format!("{}: {{{own}}}", json!(tool)),
                _ => own,
            };
            let map = format!("{{\"*\": {}, {own}}}", Value::from(word));
            return Ok(apply(text, &[Edit::replace(found.span, map)]));
        }
        if weight == Weight::Redundant
            && let Some(narrow) = self.narrowed(page, subject)?
        {
            return Ok(narrow);
        }
        let keys = self.keys(page, subject)?;
        changed(page, &keys, &keys, &value, weight)
    }

    /// The text with one word again, when this one looks as if it was made of it by giving the skill a rule of its own.
    fn narrowed(&self, page: &Page<'_>, subject: &Subject) -> Result<Option<String>, SettingsRefusal> {
        let Page { format, text, .. } = *page;
        let keys = self.keys(page, subject)?;
        let Some(said) = edit::find(format, text, &slices(&keys))? else { return Ok(None) };
        let is_on = said.value.as_str() == Some("allow");
        for depth in 1..keys.len() {
            let outer = slices(keys.get(..depth).unwrap_or_default());
            let Some(map) = edit::find(format, text, &outer)? else { continue };
            let Some(word) = map.value.get("*").filter(|word| word.is_string()) else { continue };
            let candidate = apply(text, &[Edit::replace(map.span, word.to_string())]);
            let before = Page { text: &candidate, ..*page };
            let is_it = self.is_one_word(&before)?.is_some_and(|(keys, _)| slices(&keys) == outer)
                && self.permitted(&before, subject, is_on, Weight::Needed)? == text;
            if is_it {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// The keys at which the rules are one word, and that word.
    fn is_one_word(&self, page: &Page<'_>) -> Result<Option<(Vec<String>, String)>, SettingsRefusal> {
        let SwitchForm::Permissions(key, tool) = self else { return Ok(None) };
        let mut keys = spelled(page, key)?;
        for tool in std::iter::once(None).chain(tool.iter().map(Some)) {
            keys.extend(tool.cloned());
            match edit::find(page.format, page.text, &slices(&keys))? {
                Some(found) if found.value.is_string() => {
                    let word = found.value.as_str().unwrap_or_default().to_owned();
                    return Ok(Some((keys, word)));
                }
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Where a text says it.
    fn keys(&self, page: &Page<'_>, subject: &Subject) -> Result<Vec<String>, SettingsRefusal> {
        let (key, below): (&String, Vec<String>) = match self {
            SwitchForm::Words(key) => (key, vec![]),
            SwitchForm::Flags(key) => {
                let keys: Vec<String> = spelled(page, key)?.into_iter().chain([subject.name.clone()]).collect();
                let short = edit::find(page.format, page.text, &slices(&keys));
                // A plain `true` or `false` says it too.
                let is_said = |value: &Value| match page.rule.enabled_in_tables {
                    true => !value.is_object(),
                    false => value.is_boolean(),
                };
                if short.is_ok_and(|found| found.is_some_and(|found| is_said(&found.value))) {
                    return Ok(keys);
                }
                return Ok(keys.into_iter().chain(["enabled".to_owned()]).collect());
            }
            SwitchForm::Permissions(key, tool) => (key, tool.iter().cloned().collect()),
            SwitchForm::Tables(key) | SwitchForm::Names(key) => (key, vec![]),
        };
        let mut keys = spelled(page, key)?;
        keys.extend(below);
        keys.push(subject.name.clone());
        Ok(keys)
    }

    /// The keys of `enabled` in the last table that means the skill.
    fn table(&self, page: &Page<'_>, subject: &Subject) -> Result<Option<Vec<String>>, SettingsRefusal> {
        let SwitchForm::Tables(key) = self else { return Ok(None) };
        let mut keys = spelled(page, key)?;
        let Some(list) = edit::find(page.format, page.text, &slices(&keys))? else { return Ok(None) };
        let text = |table: &Value, key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
        let is_meant = |table: &Value| match (text(table, "name"), text(table, "path")) {
            (Some(name), None) => subject.path.is_none() && name.trim() == subject.name,
            (None, Some(path)) => subject.path.as_ref() == Some(&path),
            _ => false,
        };
        let tables = list.value.as_array().map(Vec::as_slice).unwrap_or_default();
        let index = tables.iter().rposition(|table| is_meant(table) && table.get("enabled").is_some());
        keys.extend(index.map(|index| index.to_string()));
        keys.push("enabled".to_owned());
        Ok(index.map(|_| keys))
    }
}

/// The text with a value under `keys`; one that need not be said goes, when what is at `added` looks as if it had been
/// added to say the opposite.
fn changed(
    page: &Page<'_>,
    keys: &[String],
    added: &[String],
    value: &Value,
    weight: Weight,
) -> Result<String, SettingsRefusal> {
    let before = match weight {
        Weight::Redundant => edit::unset(page.format, page.text, &slices(added))?,
        Weight::Needed => None,
    };
    before.map_or_else(|| edit::set(page.format, page.text, &slices(keys), value), Ok)
}

/// The keys of a dotted key as a text spells it: `a.b` may be a key itself, or `b` inside `a`; of several spellings the
/// first that is there.
fn spelled(page: &Page<'_>, key: &str) -> Result<Vec<String>, SettingsRefusal> {
    let parts = |key: &str| -> Vec<String> { key.split('.').map(str::to_owned).collect() };
    for spelling in key.split('|') {
        if edit::find(page.format, page.text, &[spelling])?.is_some() {
            return Ok(vec![spelling.to_owned()]);
        }
        let keys = parts(spelling);
        if edit::find(page.format, page.text, &slices(&keys)).is_ok_and(|found| found.is_some()) {
            return Ok(keys);
        }
    }
    Ok(parts(key.split('|').next().unwrap_or_default()))
}

/// Whether a name in the settings means a skill.
fn means(rule: &ControlRule, written: &str, name: &str) -> bool {
    let written = if rule.trims_names { written.trim() } else { written };
    written == name || (rule.ignores_case && written.to_lowercase() == name.to_lowercase())
}

fn slices(keys: &[String]) -> Vec<&str> {
    keys.iter().map(String::as_str).collect()
}
