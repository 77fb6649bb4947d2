//! What a host says of a manifest that has the form it must have.

use std::collections::HashMap;

use regex::Regex;
use serde_json::Value as Json;

use crate::catalog::manifest::form::{Need, Object};
use crate::catalog::manifest::keys::{MARKET, PLUGIN};
use crate::catalog::manifest::name::{is_id_part, is_kebab, is_plain_name};
use crate::catalog::manifest::walk::{Walk, opening};
use crate::catalog::manifest::{Cost, Matter, Sort};
use crate::settings::Node;

/// So many characters a name may have to be taken everywhere.
const LONGEST: usize = 128;

pub(super) fn add(walk: &mut Walk<'_>, sort: Sort, root: &Node) {
    let is_right = !walk.faults.iter().any(|fault| fault.cost == Cost::Refused);
    match sort {
        Sort::Package if is_right => {
            if let Some(name) = root.get("name") {
                walk.below("name", |walk| package_name(walk, &name.value, maker(root, "author")));
            }
            wished(walk, &PLUGIN, root, |_| false);
        }
        // What hooks would come to nothing is looked at once the rest can be loaded.
        Sort::Package => walk.faults.retain(|it| it.cost != Cost::Ignored || !it.key.starts_with("hooks")),
        Sort::Market => {
            if let Some(name) = root.get("name").filter(|it| it.value.text().is_some_and(|it| !it.is_empty())) {
                walk.below("name", |walk| market_name(walk, &name.value));
            }
            entry_names(walk, root);
            renames(walk, root, is_right);
            if is_right {
                repeated(walk, root);
                let older = |key: &str| {
                    root.get("metadata")
                        .is_some_and(|it| it.value.get(key).is_some_and(|it| it.value.text() != Some("")))
                };
                wished(walk, &MARKET, root, older);
                if let Some(plugins) = root.get("plugins").filter(|it| it.value.items().is_empty()) {
                    walk.below("plugins", |walk| {
                        walk.fault(
                            plugins.value.span,
                            Cost::Ignored,
                            "`plugins` is empty: nothing is offered".to_owned(),
                        );
                    });
                }
            }
        }
    }
}

fn is_match(pattern: Option<&String>, name: &str) -> bool {
    let pattern = pattern.and_then(|pattern| Regex::new(&format!("(?i){pattern}")).ok());
    pattern.is_some_and(|pattern| pattern.is_match(name))
}

/// The name of who made a package or a marketplace.
fn maker<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.get(key)?.value.get("name")?.value.text()
}

fn package_name(walk: &mut Walk<'_>, node: &Node, author: Option<&str>) {
    let Some(name) = node.text() else { return };
    if !is_kebab(name) {
        let (cost, what) = match (is_plain_name(name), is_id_part(name)) {
            (false, _) => (Cost::Ignored, "can neither be loaded by its folder nor be installed"),
            (true, false) => (Cost::Ignored, "cannot be installed from a marketplace"),
            (true, true) => (Cost::Advised, "is not taken everywhere: lowercase letters, digits and hyphens are"),
        };
        walk.fault(node.span, cost, format!("A package that is called `{name}` {what}"));
    }
    reserved(walk, node, name, author);
}

/// Names that the maker of the host keeps, for all but the maker.
fn reserved(walk: &mut Walk<'_>, node: &Node, name: &str, author: Option<&str>) {
    let rule = &walk.host.packages;
    let is_maker = author.is_some_and(|author| is_match(rule.doubtful_names.as_ref(), author));
    if !is_maker && is_match(rule.reserved_names.as_ref(), name) {
        walk.fault(node.span, Cost::Invalid, format!("`{name}` is a name that its maker keeps for itself"));
    } else if is_match(rule.doubtful_names.as_ref(), name) {
        walk.fault(node.span, Cost::Advised, format!("`{name}` reads like a name of its maker"));
    }
}

fn market_name(walk: &mut Walk<'_>, node: &Node) {
    let Some(name) = node.text() else { return };
    let rule = &walk.host.packages;
    let is_own = rule.own_markets.iter().any(|own| own == name);
    if !is_own && is_match(rule.reserved_markets.as_ref(), name) {
        walk.fault(node.span, Cost::Refused, format!("`{name}` is a name that no other marketplace may have"));
    } else if !is_id_part(name) {
        walk.fault(
            node.span,
            Cost::Invalid,
            format!("Nothing can be installed from a marketplace that is called `{name}`"),
        );
    } else if name.chars().count() > LONGEST {
        walk.fault(
            node.span,
            Cost::Advised,
            format!("A name of more than {LONGEST} characters is not taken everywhere"),
        );
    }
}

fn entry_names(walk: &mut Walk<'_>, root: &Node) {
    let market = root.get("name").and_then(|it| it.value.text()).unwrap_or_default();
    let is_own = walk.host.packages.own_markets.iter().any(|own| own == market);
    let entries = root.get("plugins").map(|it| it.value.items()).unwrap_or_default();
    for (index, entry) in entries.iter().enumerate() {
        let Some(member) = entry.get("name") else { continue };
        let Some(name) = member.value.text().filter(|name| !name.is_empty()) else { continue };
        walk.entry = Some(index);
        walk.below("plugins", |walk| {
            walk.below(&index.to_string(), |walk| {
                walk.below("name", |walk| {
                    if !is_id_part(name) {
                        let message = format!("A package that is called `{name}` cannot be installed");
                        walk.fault(member.value.span, Cost::Invalid, message);
                    } else if name.chars().count() > LONGEST {
                        let message = format!("A name of more than {LONGEST} characters is not taken everywhere");
                        walk.fault(member.value.span, Cost::Advised, message);
                    }
                    if !is_own {
                        reserved(walk, &member.value, name, maker(root, "owner"));
                    }
                });
            });
        });
        walk.entry = None;
    }
}

/// Packages of one name: only the first is ever found.
fn repeated(walk: &mut Walk<'_>, root: &Node) {
    let entries = root.get("plugins").map(|it| it.value.items()).unwrap_or_default();
    let names: Vec<Option<&str>> = entries.iter().map(|it| it.get("name")?.value.text()).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    names.iter().flatten().for_each(|name| *counts.entry(name).or_default() += 1);
    for (index, (entry, name)) in entries.iter().zip(&names).enumerate() {
        let Some(name) = name.filter(|name| counts.get(name).is_some_and(|count| *count > 1)) else { continue };
        let Some(member) = entry.get("name") else { continue };
        walk.entry = Some(index);
        walk.below(&format!("plugins.{index}.name"), |walk| {
            let message = format!("Another entry of this marketplace is called `{name}` too");
            walk.fault(member.value.span, Cost::Invalid, message);
        });
        walk.entry = None;
    }
}

/// Whether each old name leads to a package that there is, or to nothing.
fn renames(walk: &mut Walk<'_>, root: &Node, are_followed: bool) {
    let Some(renames) = root.get("renames").map(|it| &it.value) else { return };
    let entries = root.get("plugins").map(|it| it.value.items()).unwrap_or_default();
    let is_there = |name: &str| entries.iter().any(|it| it.get("name").is_some_and(|it| it.value.text() == Some(name)));
    for member in renames.members() {
        let wrong = match (&member.value.plain(), member.value.text()) {
            (Json::Null, _) => None,
            (_, None) => Some("must be text, or `null`".to_owned()),
            (_, Some(_)) if !are_followed => None,
            (_, Some(first)) => {
                let mut name = first;
                let mut steps = 0;
                loop {
                    if is_there(name) && name != member.key {
                        break None;
                    }
                    steps += 1;
                    match renames.get(name) {
                        Some(_) if steps > renames.members().len() => break Some("leads round in a circle".to_owned()),
                        Some(next) if next.value.plain().is_null() => break None,
                        Some(next) => match next.value.text() {
                            Some(next) => name = next,
                            None => break None,
                        },
                        None => break Some(format!("leads to `{name}`, which is no package of this marketplace")),
                    }
                }
            }
        };
        if let Some(wrong) = wrong {
            walk.below("renames", |walk| {
                walk.below(&member.key, |walk| {
                    walk.fault(member.value.span, Cost::Invalid, format!("`{}` {wrong}", member.key));
                });
            });
        }
    }
}

/// What the host wishes for.
fn wished(walk: &mut Walk<'_>, object: &'static Object, root: &Node, is_elsewhere: impl Fn(&str) -> bool) {
    for key in object.all_keys().filter(|key| key.need == Need::Wished) {
        let is_there = root.get(key.name).is_some_and(|it| it.value.text() != Some(""));
        if !is_there && !is_elsewhere(key.name) {
            walk.below(key.name, |walk| {
                let message = format!("`{}` is not given", key.name);
                walk.noted(opening(root), Cost::Advised, Matter::Incomplete, message, None);
            });
        }
    }
}
