//! Where the package of an entry of a marketplace comes from.

use crate::catalog::manifest::address::{is_address, scheme_and_host};
use crate::catalog::manifest::form::{Form, Kind, Object, Others, Target};
use crate::catalog::manifest::keys::may;
use crate::catalog::manifest::name::is_id_part;
use crate::catalog::manifest::walk::Walk;
use crate::catalog::manifest::{Cost, Cure, Matter};
use crate::settings::Node;

/// The kinds of sources that are objects, and the keys that each needs.
const KINDS: [(&str, &[&str]); 4] =
    [("github", &["repo"]), ("url", &["url"]), ("git-subdir", &["url", "path"]), ("npm", &["package"])];

/// What may stand in a source that is an object. Which of it must is told by [`KINDS`].
pub(super) static SOURCE: Object = Object {
    base: None,
    keys: &[
        may("source", Form::Word(&["github", "url", "git-subdir", "npm"]), "The kind of source."),
        may("repo", Form::Text, "The repository on GitHub, as `owner/name`."),
        may("url", Form::Text, "The address of a git repository."),
        may("path", Form::Text, "The folder of the package in the repository."),
        may("ref", Form::Text, "The branch or tag that is taken."),
        may("sha", Form::Text, "The commit that is taken, all 40 characters of it."),
        may("package", Form::Text, "The package in the npm registry."),
        may("version", Form::Text, "The version or range of versions of that package."),
        may("registry", Form::Text, "The address of another registry."),
    ],
    others: Others::Free,
};

pub(super) fn walk(walk: &mut Walk<'_>, node: &Node, has_plugin_root: bool) {
    let Some(written) = node.text() else { return object(walk, node) };
    let is_name = has_plugin_root && is_id_part(written) && !written.contains("..");
    if !(is_name || written == "." || written.starts_with("./")) {
        let message = format!("`source` is `{written}`, but a path begins with `./`");
        return walk.noted(node.span, Cost::Refused, Matter::Form, message, Cure::dotted(node));
    }
    if written.split(['/', '\\']).any(|part| part == "..") {
        let message = format!("`source` is `{written}`, but a path may not hold `..`");
        return walk.fault(node.span, Cost::Refused, message);
    }
    walk.uses(node, Target::Folder, false);
}

fn object(walk: &mut Walk<'_>, node: &Node) {
    let kinds = || KINDS.map(|(kind, _)| format!("`{kind}`")).join(", ");
    let Some(kind) = node.get("source") else {
        return walk.fault(node.span, Cost::Refused, format!("`source` names no kind: one of {}", kinds()));
    };
    let known = kind.value.text().and_then(|text| KINDS.iter().find(|(known, _)| *known == text));
    let Some((kind, needed)) = known else {
        return walk.fault(kind.value.span, Cost::Refused, format!("`source` must be one of {}", kinds()));
    };
    for key in *needed {
        match node.get(key) {
            None => walk.fault(node.span, Cost::Refused, format!("`{key}` is missing for the source `{kind}`")),
            Some(member) => is_text(walk, key, &member.value),
        }
    }
    let texts: &[&str] = if *kind == "npm" { &["version", "registry"] } else { &["ref", "sha"] };
    for key in texts {
        if let Some(member) = node.get(key) {
            is_text(walk, key, &member.value);
        }
    }
    let mut refuse = |key: &str, message: &str, is_wrong: &dyn Fn(&str) -> bool| {
        if let Some(member) = node.get(key).filter(|it| it.value.text().is_some_and(is_wrong)) {
            walk.fault(member.value.span, Cost::Refused, format!("`{key}` {message}"));
        }
    };
    let leads_out = |text: &str| text.split(['/', '\\']).any(|part| part == "..");
    match *kind {
        "npm" => {
            refuse("package", "may not be a path", &leads_out);
            let is_no_registry = |text: &str| {
                !is_address(text) || !scheme_and_host(text).is_some_and(|(scheme, _)| scheme.starts_with("http"))
            };
            refuse("registry", "is no web address", &is_no_registry);
        }
        "git-subdir" => {
            refuse("path", "is empty", &str::is_empty);
            refuse("path", "may not hold `..`", &leads_out);
        }
        _ => {}
    }
    if *kind != "npm" {
        let is_no_commit =
            |text: &str| text.len() != 40 || !text.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it));
        refuse("sha", "must be the 40 characters of a commit", &is_no_commit);
    }
}

fn is_text(walk: &mut Walk<'_>, key: &str, node: &Node) {
    if Kind::of(node) != Kind::Text {
        let message = format!("`{key}` is {}, but must be text", Kind::of(node).word());
        walk.fault(node.span, Cost::Refused, message);
    }
}
