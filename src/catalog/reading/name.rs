//! The `name` that a host takes from the fields, or why it refuses it.

use std::borrow::Cow;
use std::sync::Arc;

use super::fields::Fields;
use super::pattern::breaks;
use super::values::{collapsed, is_text, trimmed, without_escapes};
use super::{Refusal, Refusals};
use crate::hosts::{Consequence, Host, IdSource};

/// The `name`, when the host takes one.
pub(super) fn name(host: &Host, fields: &Fields<'_>, folder: &str, refusals: &mut Refusals) -> Option<Arc<str>> {
    let rule = &host.identity;
    let Some(field) = fields.text_value("name") else {
        refusals.note((rule.name_missing == Consequence::Skipped).then_some(Refusal::NameMissing));
        return checked_folder(host, folder, refusals);
    };
    let is_text = is_text(host, field.node);
    // A reader that keeps what is written knows texts where others know numbers, but a list is a list.
    let is_odd = if host.yaml.as_written { field.node.scalar().is_none() } else { !is_text };
    if is_odd && (rule.name_not_text == Consequence::Skipped || host.yaml.as_written) {
        refusals.note(Some(Refusal::NameInvalid));
        return None;
    }
    if is_odd && !matches!(rule.name_not_text, Consequence::None | Consequence::StopsAll) {
        return None;
    }
    let mut name = field.scalar().map_or_else(|| field.print(), Cow::into_owned);
    if name.is_empty() && rule.empty_refused {
        refusals.note(Some(Refusal::NameInvalid));
        return None;
    }
    if host.yaml.strips_escapes {
        name = without_escapes(&name);
        return accepted(host, name, folder, refusals);
    }
    if rule.collapses_space {
        name = collapsed(&name);
    }
    if rule.trims {
        name = trimmed(&name).to_owned();
    }
    if !rule.replaced.is_empty() {
        name = name.replace(|sign| rule.replaced.contains(sign), "-");
    }
    if name.is_empty() && rule.empty_refused {
        refusals.note(Some(Refusal::NameInvalid));
        return None;
    }
    // An empty name is an id like any other where the name alone is the id.
    if name.is_empty() && rule.id != IdSource::Name {
        return checked_folder(host, folder, refusals);
    }
    accepted(host, name, folder, refusals)
}

/// The folder's name in place of the `name`, where the host holds it to the same rules.
fn checked_folder(host: &Host, folder: &str, refusals: &mut Refusals) -> Option<Arc<str>> {
    let rule = &host.identity;
    let name = if rule.collapses_space { collapsed(folder) } else { folder.to_owned() };
    rule.folder_checked.then(|| accepted(host, name, folder, refusals)).flatten()
}

/// The name, when it keeps the host's rules.
fn accepted(host: &Host, name: String, folder: &str, refusals: &mut Refusals) -> Option<Arc<str>> {
    let rule = &host.identity;
    let differs = if rule.ignores_case || rule.folder_any_case {
        name.to_lowercase() != folder.to_lowercase()
    } else {
        name != folder
    };
    let is_too_long = rule.max_length.is_some_and(|longest| name.chars().count() > longest);
    let faults = [
        (is_too_long, rule.too_long, Refusal::NameTooLong),
        (breaks_pattern(host, &name), rule.pattern_broken, Refusal::NameInvalid),
        (differs, rule.folder_mismatch, Refusal::NameMismatch),
    ];
    for (is_fault, consequence, refusal) in faults {
        match consequence {
            Consequence::Skipped if is_fault => refusals.note(Some(refusal)),
            Consequence::Ignored if is_fault => return None,
            _ => {}
        }
    }
    let name = if rule.hyphens_for_spaces { with_hyphens(&name) } else { name };
    Some(if name == folder { Arc::from(folder) } else { Arc::from(name) })
}

/// A name whose runs of spaces are one hyphen each.
fn with_hyphens(name: &str) -> String {
    let mut hyphened = String::with_capacity(name.len());
    let mut after_space = false;
    for sign in name.chars() {
        match sign {
            ' ' if after_space => {}
            ' ' => hyphened.push('-'),
            sign => hyphened.push(sign),
        }
        after_space = sign == ' ';
    }
    hyphened
}

fn breaks_pattern(host: &Host, name: &str) -> bool {
    let rule = &host.identity;
    rule.pattern_broken != Consequence::None && rule.pattern.as_ref().is_some_and(|pattern| breaks(pattern, name))
}

#[cfg(test)]
mod tests {
    use super::with_hyphens;

    #[test]
    fn a_run_of_spaces_is_one_hyphen() {
        assert_eq!([" a  b c", "a-b", "a   "].map(with_hyphens), ["-a-b-c", "a-b", "a-"]);
    }
}
