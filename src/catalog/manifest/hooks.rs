//! Hooks in a manifest, by the data of the host. A fault below an event that guards costs the whole package, elsewhere only
//! the hook; in an entry of a marketplace nothing is forgiven.

use crate::catalog::manifest::Cost;
use crate::catalog::manifest::address::is_address;
use crate::catalog::manifest::form::Kind;
use crate::catalog::manifest::walk::Walk;
use crate::hosts::{FieldKind, HookKey};
use crate::settings::{Member, Node};

pub(super) fn walk(walk: &mut Walk<'_>, node: &Node) {
    let rule = &walk.host.hooks;
    if !rule.is_known() {
        return;
    }
    let events = walk.host.fields.iter().find(|fact| fact.key == "hooks").map(|fact| &fact.keys);
    let is_event = |name: &str| events.is_none_or(|events| events.iter().any(|event| event.name == name));
    for member in node.members() {
        let is_guard = |name: &String| rule.guards.contains(name);
        if is_event(&member.key) {
            let cost = if walk.entry.is_some() || is_guard(&member.key) { Cost::Refused } else { Cost::Ignored };
            event(walk, member, cost);
            continue;
        }
        // Hooks that nobody sets may be what guards everything else.
        let holds_guard = member.value.members().iter().any(|inner| is_guard(&inner.key));
        let cost = if walk.entry.is_some() || holds_guard { Cost::Refused } else { Cost::Ignored };
        walk.fault(member.key_span, cost, format!("`{}` is no event of hooks", member.key));
    }
}

fn event(walk: &mut Walk<'_>, member: &Member, cost: Cost) {
    if Kind::of(&member.value) != Kind::List {
        let is = Kind::of(&member.value).word();
        return walk.fault(member.value.span, cost, format!("`{}` is {is}, but must be a list", member.key));
    }
    for group in member.value.items() {
        for (span, message) in wrong_in_group(walk, group) {
            walk.fault(span, cost, message);
        }
    }
}

fn wrong_in_group(walk: &Walk<'_>, group: &Node) -> Vec<(crate::text::Span, String)> {
    if !group.is_map() {
        return vec![(group.span, "An item of an event must be an object with `hooks`".to_owned())];
    }
    let keys = &walk.host.hooks.group;
    if let Some(wrong) = keys.iter().find_map(|key| wrong_key(key, group)) {
        return vec![wrong];
    }
    let hooks = group.get("hooks").map(|it| it.value.items()).unwrap_or_default();
    hooks.iter().filter_map(|hook| wrong_in_hook(walk, hook)).collect()
}

fn wrong_in_hook(walk: &Walk<'_>, hook: &Node) -> Option<(crate::text::Span, String)> {
    let Some(kind) = hook.get("type") else { return Some((hook.span, "A hook needs a `type`".to_owned())) };
    let rule = &walk.host.hooks;
    let Some(known) = kind.value.text().and_then(|name| rule.hook_type(name)) else {
        let names: Vec<String> = rule.types.iter().map(|it| format!("`{}`", it.name)).collect();
        return Some((kind.value.span, format!("`type` must be one of {}", names.join(", "))));
    };
    let wrong = known.keys.iter().find_map(|key| wrong_key(key, hook));
    wrong.or_else(|| {
        let url = hook.get("url").filter(|it| it.value.text().is_some_and(|text| !is_address(text)))?;
        Some((url.value.span, "`url` is no web address".to_owned()))
    })
}

fn wrong_key(key: &HookKey, node: &Node) -> Option<(crate::text::Span, String)> {
    let name = &key.name;
    let Some(member) = node.get(name) else {
        return key.required.then(|| (node.span, format!("`{name}` is missing")));
    };
    let value = &member.value;
    let texts = |value: &Node| {
        let members = value.members();
        value.items().iter().chain(members.iter().map(|it| &it.value)).all(|it| it.text().is_some())
    };
    let kind = Kind::of(value);
    let (wanted, is_right) = match key.kind {
        FieldKind::Sequence => ("a list", kind == Kind::List && (name == "hooks" || texts(value))),
        FieldKind::Mapping => ("an object", kind == Kind::Object),
        FieldKind::TextMapping => ("an object of texts", kind == Kind::Object && texts(value)),
        FieldKind::Boolean => ("`true` or `false`", kind == Kind::Flag),
        FieldKind::Number => ("a number above zero", value.plain().as_f64().is_some_and(|it| it > 0.0)),
        _ => ("text", kind == Kind::Text),
    };
    if !is_right {
        return Some((value.span, format!("`{name}` must be {wanted}")));
    }
    let is_known = key.values.is_empty() || value.text().is_some_and(|text| key.values.iter().any(|it| it == text));
    (!is_known).then(|| (value.span, format!("`{name}` must be one of `{}`", key.values.join("`, `"))))
}
