//! The plugins that a host has installed in a store of its own: `MARKET/PLUGIN/VERSION`.

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::catalog::{Controls, Environment, Extension, expanded_path};
use crate::disk::read::read_text;
use crate::hosts::PluginStoreRule;

/// The skill folders of the plugins that are on, by their paths, each with the plugin's name.
pub(super) fn plugins(rule: &PluginStoreRule, controls: &Controls, environment: &Environment) -> Vec<Extension> {
    let Some(store) = expanded_path(&rule.folder, environment) else { return Vec::new() };
    let on = controls.plugins.iter().filter(|(_, on)| *on);
    let mut folders: Vec<Extension> = on.filter_map(|(id, _)| skill_folders(rule, &store, id)).flatten().collect();
    folders.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    folders
}

/// The skill folders of a plugin; `None` for one that is not there, or has no manifest that can be read.
fn skill_folders(rule: &PluginStoreRule, store: &Path, id: &str) -> Option<Vec<Extension>> {
    let (name, market) = id.rsplit_once('@')?;
    let is_plain = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    if !is_plain(name) || !is_plain(market) {
        return None;
    }
    let versions = store.join(market).join(name);
    let folder = versions.join(version(rule, &versions)?);
    let mut manifests = rule.manifests.iter().map(|manifest| folder.join(manifest));
    let text = read_text(&manifests.find(|path| path.is_file())?).ok()?;
    let manifest: Value = serde_json::from_str(&text).ok()?;
    let name = match manifest.as_object()?.get("name") {
        Some(name) => name.as_str()?.to_owned(),
        None => String::new(),
    };
    let name = match name.trim().is_empty() {
        true => folder.file_name()?.to_string_lossy().into_owned(),
        false => name,
    };
    let mut folders = named_folders(&folder, manifest.get("skills"));
    if folders.is_empty() {
        folders.push(folder.join(&rule.skills));
    }
    Some(folders.into_iter().map(|path| Extension { name: name.clone(), path, off: Vec::new() }).collect())
}

/// The folders that a manifest names; those that do not begin with `./`, or leave the plugin, do not count.
fn named_folders(plugin: &Path, written: Option<&Value>) -> Vec<PathBuf> {
    let written: Vec<&str> = match written {
        Some(Value::String(path)) => vec![path],
        Some(Value::Array(paths)) => match paths.iter().map(Value::as_str).collect() {
            Some(paths) => paths,
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let inside = written.iter().filter_map(|path| path.strip_prefix("./"));
    let fine = inside.filter(|path| !path.is_empty() && !path.split('/').any(|part| part == ".."));
    fine.map(|path| plugin.join(path).components().collect()).collect()
}

/// The version that is used: the first one of the rule, or else the highest.
fn version(rule: &PluginStoreRule, folder: &Path) -> Option<String> {
    let is_version = |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let versions: Vec<String> =
        folders.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_version).collect();
    match versions.contains(&rule.first_version) {
        true => Some(rule.first_version.clone()),
        false => versions.into_iter().max_by(|left, right| compare(left, right)),
    }
}

/// Two versions by their numbers, or else by their bytes.
fn compare(left: &str, right: &str) -> Ordering {
    match (Version::of(left), Version::of(right)) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ => left.cmp(right),
    }
}

/// A version of three numbers, as semver orders them. One that is only on its way to a version comes before it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    numbers: [u64; 3],
    is_final: bool,
    on_the_way: Vec<Part>,
}

/// A part of what stands behind the hyphen: numbers come before words.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(u64),
    Word(String),
}

impl Version {
    fn of(text: &str) -> Option<Version> {
        let text = text.split_once('+').map_or(text, |(text, _)| text);
        let (numbers, rest) = text.split_once('-').map_or((text, None), |(numbers, rest)| (numbers, Some(rest)));
        let mut parts = numbers.split('.').map(number);
        let numbers = [parts.next()??, parts.next()??, parts.next()??];
        let part = |part: &str| number(part).map_or_else(|| Part::Word(part.to_owned()), Part::Number);
        let on_the_way = rest.map(|rest| rest.split('.').map(part).collect()).unwrap_or_default();
        parts.next().is_none().then_some(Version { numbers, is_final: rest.is_none(), on_the_way })
    }
}

/// A number without zeros before it.
fn number(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    is_plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_by_number() {
        let order = ["1.0.0-1", "1.0.0-a", "1.0.0", "1.2.0", "1.10.0"];
        for pair in order.windows(2) {
            assert_eq!(compare(pair[0], pair[1]), Ordering::Less, "{pair:?}");
        }
        assert_eq!(compare("1.10", "1.2"), Ordering::Less, "two numbers are no version");
        assert_eq!(compare("b", "1.0.0"), Ordering::Greater);
    }

    #[test]
    fn the_folders_that_a_manifest_names() {
        let named = |json: &str| {
            let value = serde_json::from_str(json).unwrap();
            let folders = named_folders(Path::new("/p"), Some(&value));
            folders.iter().map(|it| it.display().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(named(r#""./extra/""#), "/p/extra");
        assert_eq!(named(r#"["./b", "./a/c"]"#), "/p/b /p/a/c");
        for nothing in [r#""extra""#, r#""./""#, r#""../x""#, r#""./../x""#, "[]", "{}", r#"["./a", 1]"#] {
            assert_eq!(named(nothing), "", "{nothing}");
        }
    }
}
