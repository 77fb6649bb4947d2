//! Holds that a release says one version everywhere, and that no address of the public repository is invented.

use std::fs;
use std::path::Path;

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The text between two others, where the first stands for the first time.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before:?}"));
    rest.split_once(after).unwrap_or_else(|| panic!("no {after:?} behind {before:?}")).0
}

#[test]
fn one_version_stands_everywhere() {
    let places = [
        ("Cargo.toml", "\nversion = \""),
        ("Cargo.lock", "name = \"skill-lsp\"\nversion = \""),
        ("editors/vscode/package.json", "\n  \"version\": \""),
        ("editors/vscode/package-lock.json", "\n  \"version\": \""),
        ("editors/vscode/package-lock.json", "\"name\": \"skill-lsp\",\n      \"version\": \""),
        ("editors/zed/Cargo.toml", "\nversion = \""),
        ("editors/zed/Cargo.lock", "name = \"skill-lsp-zed\"\nversion = \""),
        ("editors/zed/extension.toml", "\nversion = \""),
        ("editors/agents/claude-code/.claude-plugin/plugin.json", "\n  \"version\": \""),
    ];
    let told: Vec<_> =
        places.iter().map(|(path, before)| (*path, between(&text(path), before, "\"").to_owned())).collect();
    let wanted: Vec<_> = places.iter().map(|(path, _)| (*path, env!("CARGO_PKG_VERSION").to_owned())).collect();
    assert_eq!(told, wanted, "packages/version VERSION writes it everywhere");
}

#[test]
fn the_changelog_has_a_part_for_what_comes_and_one_for_this_version() {
    let changes = text("CHANGELOG.md");
    let headings: Vec<_> = changes.lines().filter_map(|line| line.strip_prefix("## [")).collect();
    assert_eq!(headings.first(), Some(&"Unreleased]"));
    let released = headings.get(1).expect("a released version");
    assert!(released.starts_with(concat!(env!("CARGO_PKG_VERSION"), "] - ")), "{released}");
    let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
    for kind in changes.lines().filter_map(|line| line.strip_prefix("### ")) {
        assert!(kinds.contains(&kind), "{kind} is no heading of Keep a Changelog");
    }
}

#[test]
fn every_script_that_builds_something_is_portable() {
    // Found, so that a new one is held too: whatever lies where packages, extensions and the demonstration are made.
    let mut scripts = Vec::new();
    let mut folders = vec!["packages".to_owned(), "editors".to_owned(), "demo".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder)).unwrap().flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && !["node_modules", "target", "dist"].iter().any(|it| path.ends_with(it)) {
                folders.push(path);
            } else if kind.is_file() && fs::read(entry.path()).unwrap().starts_with(b"#!") {
                scripts.push(path);
            }
        }
    }
    for known in ["packages/install.sh", "packages/python/build", "editors/vscode/build", "demo/run"] {
        assert!(scripts.iter().any(|path| path == known), "{known} is not among {scripts:?}");
    }
    // What only GNU has, or what the Bash of a Mac is too old for.
    let foreign = [
        "realpath",
        "readlink -f",
        "sed -i",
        "sed -r",
        "cp -a",
        "cp --",
        "date -d",
        "grep -P",
        "mapfile",
        "readarray",
        "stat -c",
        "sort -V",
        "xargs -r",
        "find . -printf",
        "base64 -w",
        "head -n -",
        "mktemp --",
        "declare -A",
    ];
    for path in &scripts {
        for word in foreign {
            assert!(!text(path).contains(word), "{path}: {word} is not what every system has");
        }
    }
}

#[test]
fn actions_of_others_are_named_by_their_commit() {
    let mut texts = vec![text("action.yml")];
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/workflows")).unwrap().flatten() {
        texts.push(fs::read_to_string(entry.path()).unwrap());
    }
    let used: Vec<_> =
        texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.split_once("uses: ")).collect();
    assert!(used.len() > 10, "the workflows use hardly anything: {used:?}");
    for (_, action) in used {
        // A tag can be moved to another commit by whoever gets hold of it; the tag behind it is for people.
        let (_, version) = action.split_once('@').unwrap();
        let (commit, tag) = version.split_once(" # v").unwrap_or((version, ""));
        assert!(commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{action}");
        assert_eq!(tag.split('.').count(), 3, "{action}");
    }
}

#[test]
fn the_address_of_the_repository_is_one_setting() {
    let settings = text("packages/release.toml");
    let address = between(&settings, "\nrepository = \"", "\"");
    if address.is_empty() {
        for path in ["Cargo.toml", "editors/vscode/package.json", "editors/zed/extension.toml"] {
            assert!(!text(path).contains("\nrepository ="), "{path} names an address that nobody has decided");
            assert!(!text(path).contains("\"repository\""), "{path} names an address that nobody has decided");
        }
    }
    for path in ["packages/install.sh", "packages/install.ps1"] {
        assert!(text(path).contains("@REPOSITORY@") && text(path).contains("@VERSION@"), "{path}");
    }
}
