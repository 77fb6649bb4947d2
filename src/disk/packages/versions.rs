//! Packages that lie by marketplace, name and version: `MARKET/PLUGIN/VERSION`.

use std::cmp::Ordering;
use std::fs;
use std::path::Path;

use crate::catalog::{Origin, Package};
use crate::disk::packages::Look;
use crate::hosts::StoreRule;

impl Look<'_> {
    /// The packages that the settings name, by their paths.
    pub(super) fn versions(&mut self, store: &StoreRule, folder: &Path) -> Vec<Package> {
        let named = self.controls.plugins.iter();
        let mut packages: Vec<Package> = named.filter_map(|(id, _)| self.version(store, folder, id)).collect();
        packages.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        packages
    }

    fn version(&mut self, store: &StoreRule, folder: &Path, id: &str) -> Option<Package> {
        let (name, market) = id.rsplit_once('@')?;
        let is_plain = |part: &str| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        };
        if !is_plain(name) || !is_plain(market) {
            return None;
        }
        let versions = folder.join(market).join(name);
        self.package(&versions.join(version(store, &versions)?), Origin::Installed, Some(id))
    }
}

/// The version that is used: the first one of the store, or else the highest.
fn version(store: &StoreRule, folder: &Path) -> Option<String> {
    let is_version = |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let versions: Vec<String> =
        folders.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_version).collect();
    match versions.contains(&store.first_version) {
        true => Some(store.first_version.clone()),
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
}
