//! Manifests of hosts that ask for little: a few keys that must be there, and the paths of skills and commands.

use regex::Regex;
use serde_json::Value as Json;

use crate::catalog::manifest::entry_form::{wanted, wrong_in_catalog, wrong_in_entry, wrong_in_package};
use crate::catalog::manifest::form::{Kind, Target};
use crate::catalog::manifest::walk::opening;
use crate::catalog::manifest::{Cost, Cure, Examined, Fault, Matter, PathUse, Sort};
use crate::hosts::{EntryForm, Host, ManifestKey, ManifestPaths};
use crate::settings::{Member, Node};
use crate::text::Span;

pub(super) fn examine(host: &Host, sort: Sort, root: &Node) -> Examined {
    let mut found = Examined::default();
    if !root.is_map() {
        let message = format!("The file holds {}, but must hold an object", Kind::of(root).word());
        found.fault(root.span, "", Cost::Refused, message);
        return found;
    }
    match sort {
        Sort::Package => package(host, root, &mut found),
        Sort::Market => market(host, root, &mut found),
    }
    found
}

impl Examined {
    fn fault(&mut self, span: Span, key: &str, cost: Cost, message: String) {
        let key = key.to_owned();
        self.faults.push(Fault { span, key, entry: None, cost, matter: Matter::Form, message, cure: None });
    }

    fn uses(&mut self, node: &Node, key: &str, entry: Option<usize>) {
        let Some(written) = node.text().filter(|it| !it.is_empty() && !it.contains("://")) else { return };
        let (key, written) = (key.to_owned(), written.to_owned());
        let (target, is_looked_for) = (Target::Either, false);
        self.paths.push(PathUse { span: node.span, key, written, target, entry, is_looked_for });
    }
}

fn package(host: &Host, root: &Node, found: &mut Examined) {
    let rule = &host.packages;
    for key in &rule.required {
        match root.get(key) {
            None => found.fault(opening(root), key, Cost::Refused, format!("`{key}` is missing")),
            Some(member) if is_nothing(&member.value.plain()) => {
                found.fault(member.value.span, key, Cost::Refused, format!("`{key}` is empty"));
            }
            Some(_) => {}
        }
    }
    if let Some(name) = root.get("name").filter(|it| !is_nothing(&it.value.plain())) {
        wrong_in_name(host, name, found);
    }
    for (key, form) in wrong_in_package(rule, &root.plain()) {
        let Some(value) = root.get(key).map(|it| &it.value) else { continue };
        found.fault(value.span, key, Cost::Refused, of_another_form(key, value, form));
    }
    if rule.keys.is_empty() {
        return;
    }
    for member in root.members() {
        let Some(key) = rule.keys.iter().find(|key| key.name == member.key) else {
            let known = rule.keys.iter().map(|key| key.name.clone()).collect();
            let (key, message) = (member.key.clone(), format!("`{}` is not read", member.key));
            let (cost, matter) = (Cost::Ignored, Matter::UnknownKey { known });
            found.faults.push(Fault { span: member.key_span, key, entry: None, cost, matter, message, cure: None });
            continue;
        };
        value(host, key, member, found);
    }
}

fn wrong_in_name(host: &Host, member: &Member, found: &mut Examined) {
    let Some(name) = member.value.text() else {
        let message = format!("`name` is {}, but must be text", Kind::of(&member.value).word());
        let cost = if host.packages.needs_manifest { Cost::Refused } else { Cost::Ignored };
        return found.fault(member.value.span, "name", cost, message);
    };
    let pattern = host.packages.name_pattern.as_ref().and_then(|pattern| Regex::new(pattern).ok());
    if pattern.is_some_and(|pattern| !pattern.is_match(name)) {
        let message = format!("`name` is `{name}`, which holds a character that no name may hold");
        found.fault(member.value.span, "name", Cost::Refused, message);
    }
}

fn value(host: &Host, key: &ManifestKey, member: &Member, found: &mut Examined) {
    let name = &key.name;
    if !key.path {
        // What becomes of a value of another kind is not known.
        return;
    }
    let inside = member.value.get("paths").map(|it| &it.value);
    for node in [Some(&member.value), inside].into_iter().flatten() {
        for item in std::iter::once(node).filter(|it| it.text().is_some()).chain(node.items()) {
            path(host, name, item, found);
        }
    }
}

fn path(host: &Host, key: &str, node: &Node, found: &mut Examined) {
    let Some(written) = node.text() else { return };
    let leaves = written.split(['/', '\\']).any(|part| part == "..");
    let needs_dot = host.packages.paths == ManifestPaths::Dotted && !written.starts_with("./");
    if leaves || needs_dot {
        let message = match leaves {
            true => format!("`{written}` holds `..`, and may lead out of the package"),
            false => format!("`{key}` is `{written}`, but a path begins with `./`"),
        };
        found.fault(node.span, key, Cost::Ignored, message);
        if let (false, Some(fault)) = (leaves, found.faults.last_mut()) {
            fault.cure = Cure::dotted(node);
        }
        return;
    }
    found.uses(node, key, None);
}

/// A catalogue, of which no more is asked than where its packages lie.
fn market(host: &Host, root: &Node, found: &mut Examined) {
    let Some(plugins) = root.get("plugins") else {
        return found.fault(opening(root), "plugins", Cost::Refused, "`plugins` is missing".to_owned());
    };
    if Kind::of(&plugins.value) != Kind::List {
        let message = format!("`plugins` is {}, but must be a list", Kind::of(&plugins.value).word());
        return found.fault(plugins.value.span, "plugins", Cost::Refused, message);
    }
    wrong_forms(host, root, plugins.value.items(), found);
    let root = root.get("metadata").and_then(|it| it.value.get("pluginRoot")).is_some();
    for (index, entry) in plugins.value.items().iter().enumerate() {
        let source = entry.get("source").filter(|it| it.value.text().is_some_and(|it| it.starts_with('.') && !root));
        if let Some(source) = source {
            found.uses(&source.value, &format!("plugins.{index}.source"), Some(index));
        }
    }
}

/// The values of a catalogue that keep a host from all of it.
fn wrong_forms(host: &Host, root: &Node, entries: &[Node], found: &mut Examined) {
    let rule = &host.packages.entries;
    for (key, form) in wrong_in_catalog(rule, &root.plain()) {
        let value = key.split('.').try_fold(root, |at, key| at.get(key).map(|it| &it.value));
        let Some(value) = value else { continue };
        found.fault(value.span, key, Cost::Refused, of_another_form(key, value, form));
    }
    for (index, entry) in entries.iter().enumerate() {
        for (key, form) in wrong_in_entry(rule, &entry.plain()) {
            let Some(value) = entry.get(key).map(|it| &it.value) else { continue };
            found.fault(
                value.span,
                &format!("plugins.{index}.{key}"),
                Cost::Refused,
                of_another_form(key, value, form),
            );
        }
    }
}

fn of_another_form(key: &str, value: &Node, form: EntryForm) -> String {
    let is_list = |form| matches!(form, EntryForm::Texts | EntryForm::Paths);
    let odd = value.items().iter().find(|item| is_list(form) && item.text().is_none());
    match (form, odd) {
        (EntryForm::Address, _) if value.text().is_some() => format!("`{key}` is not a web address"),
        (_, Some(odd)) => format!("`{key}` holds {}, but must be {}", Kind::of(odd).word(), wanted(form)),
        _ => format!("`{key}` is {}, but must be {}", Kind::of(value).word(), wanted(form)),
    }
}

/// Whether a value counts as if it were not there.
fn is_nothing(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => true,
        Json::Number(number) => number.as_f64() == Some(0.0),
        Json::String(text) => text.is_empty(),
        Json::Bool(true) | Json::Array(_) | Json::Object(_) => false,
    }
}
