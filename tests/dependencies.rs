//! Holds `deny.toml` without any other program: licences, sources, duplicates. `tests/deny` does so with cargo-deny, and
//! looks at advisories.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde::Deserialize;

/// Of `deny.toml`, what is held here.
#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skip>,
}

#[derive(Deserialize)]
struct Skip {
    #[serde(rename = "crate")]
    package: String,
}

/// What `cargo metadata` tells: every package that any platform, benchmark or test needs.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Clone, Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// Nothing for our own.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Clone, Deserialize)]
struct Dependency {
    name: String,
    req: String,
    path: Option<String>,
}

#[test]
#[cfg_attr(all(windows, target_env = "gnu"), ignore = "under Wine there is no cargo")]
fn every_dependency_is_allowed() {
    assert_eq!(violations(&deny(), &packages()), [""; 0]);
}

#[test]
#[cfg_attr(all(windows, target_env = "gnu"), ignore = "under Wine there is no cargo")]
fn what_is_not_allowed_is_told() {
    let mut packages = packages();
    let change = |packages: &mut Vec<Package>, name: &str, how: fn(&mut Package)| {
        how(packages.iter_mut().find(|it| it.name == name).unwrap());
    };
    change(&mut packages, "regex", |it| it.license = Some("MIT AND GPL-3.0-only".to_owned()));
    change(&mut packages, "rayon", |it| it.license = None);
    change(&mut packages, "serde", |it| it.source = Some("git+https://example.org/serde#1".to_owned()));
    change(&mut packages, "toml", |it| it.source = None);
    // The only one that needs this licence.
    change(&mut packages, "foldhash", |it| it.license = Some("MIT".to_owned()));
    change(&mut packages, "skill-lsp", |it| it.dependencies[0].req = "*".to_owned());
    let mut older = packages.iter().find(|it| it.name == "memchr").unwrap().clone();
    older.version = "1.0.0".to_owned();
    packages.push(older);
    packages.retain(|it| it.name != "syn" || !it.version.starts_with("2."));
    assert_eq!(
        violations(&deny(), &packages),
        [
            "Zlib: in deny.toml, and nothing needs it",
            "memchr: more than one version, and deny.toml does not say why",
            "rayon: has no licence",
            "regex: `MIT AND GPL-3.0-only` is not in the licences of deny.toml",
            "serde: comes from git+https://example.org/serde#1",
            "skill-lsp: takes any version of annotate-snippets",
            "syn@2: in deny.toml, and no second version",
            "toml: comes from a folder",
        ]
    );
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let allowed = BTreeSet::from(["MIT".to_owned(), "Unicode-3.0".to_owned()]);
    let is_allowed = |expression: &str| is_allowed(expression, &allowed);
    for good in ["MIT", "Apache-2.0 OR MIT", "Apache-2.0/MIT", "(MIT OR Apache-2.0) AND Unicode-3.0", "A WITH B OR MIT"]
    {
        assert!(is_allowed(good), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT WITH B", "(MIT OR A) AND B", "A AND MIT OR B", "MIT OR", "(MIT"]
    {
        assert!(!is_allowed(bad), "{bad}");
    }
}

fn deny() -> Deny {
    toml::from_str(&fs::read_to_string("deny.toml").unwrap()).unwrap()
}

fn packages() -> Vec<Package> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let told = Command::new(cargo).args(["metadata", "--locked", "--format-version", "1"]).output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let metadata: Metadata = serde_json::from_slice(&told.stdout).unwrap();
    metadata.packages
}

/// What is wrong, each as a line, in the order of the names.
fn violations(deny: &Deny, packages: &[Package]) -> Vec<String> {
    let allowed = &deny.licenses.allow;
    let mut wrong = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        let name = &package.name;
        versions.entry(name).or_default().insert(&package.version);
        let is_ours = name == "skill-lsp" || name.starts_with("skill-lsp-");
        match package.source.as_deref() {
            Some(source) if source.starts_with("registry+") && source.ends_with("/rust-lang/crates.io-index") => {}
            None if is_ours => {}
            None => wrong.push(format!("{name}: comes from a folder")),
            Some(source) => wrong.push(format!("{name}: comes from {source}")),
        }
        match package.license.as_deref() {
            Some(license) if is_allowed(license, allowed) => {}
            None if is_ours => {}
            None => wrong.push(format!("{name}: has no licence")),
            Some(license) => wrong.push(format!("{name}: `{license}` is not in the licences of deny.toml")),
        }
        for dependency in package.dependencies.iter().filter(|it| is_ours && it.req == "*" && it.path.is_none()) {
            wrong.push(format!("{name}: takes any version of {}", dependency.name));
        }
    }
    let skipped: Vec<(&str, &str)> = deny.bans.skip.iter().filter_map(|it| it.package.split_once('@')).collect();
    let is_version = |version: &str, of: &str| version.strip_prefix(of).is_some_and(|it| it.starts_with('.'));
    for (name, versions) in &versions {
        let named = |version: &&str| skipped.iter().any(|it| it.0 == *name && is_version(version, it.1));
        if versions.iter().filter(|it| !named(it)).count() > 1 {
            wrong.push(format!("{name}: more than one version, and deny.toml does not say why"));
        }
    }
    for (name, version) in skipped {
        let there = versions.get(name).is_some_and(|it| it.len() > 1 && it.iter().any(|it| is_version(it, version)));
        if !there {
            wrong.push(format!("{name}@{version}: in deny.toml, and no second version"));
        }
    }
    for license in allowed {
        let others = allowed.iter().filter(|it| *it != license).cloned().collect();
        let is_needed = |it: &&str| is_allowed(it, allowed) && !is_allowed(it, &others);
        if !packages.iter().filter_map(|it| it.license.as_deref()).any(|it| is_needed(&it)) {
            wrong.push(format!("{license}: in deny.toml, and nothing needs it"));
        }
    }
    wrong.sort();
    wrong
}

/// Whether an SPDX expression can be met with these licences; what is none cannot.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    // Old packages write `MIT/Apache-2.0`.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    either(&mut rest, allowed) == Some(true) && rest.is_empty()
}

fn either(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let mut met = both(words, allowed)?;
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        met |= both(words, allowed)?;
    }
    Some(met)
}

fn both(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let mut met = single(words, allowed)?;
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        met &= single(words, allowed)?;
    }
    Some(met)
}

fn single(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let (met, rest) = match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let met = either(words, allowed)?;
            (met, words.strip_prefix(&[")"])?)
        }
        [license, "WITH", exception, rest @ ..] => (allowed.contains(&format!("{license} WITH {exception}")), rest),
        [license, rest @ ..] => (allowed.contains(*license), rest),
        [] => return None,
    };
    *words = rest;
    Some(met)
}
