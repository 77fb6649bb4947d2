//! Holds the README and `docs/`: tables and pages are generated from the same text that `explain` and `hosts` print, every
//! command is run, every link leads somewhere. `UPDATE_README=1 cargo test --test all readme::` writes what is generated anew.

mod commands;
mod links;
mod pages;
mod table;

use std::fs;

/// What stands in a file that is generated, whole or in part; or it is written.
fn hold(path: &str, held: &str, expected: &str) {
    if held == expected {
        return;
    }
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(path, expected).unwrap();
        return;
    }
    assert_eq!(held, expected, "{path}; run: UPDATE_README=1 cargo test --test all readme::");
}

/// Every page that people read: the README and what lies in `docs/`.
fn documents() -> Vec<(String, String)> {
    let mut paths = vec!["README.md".to_owned()];
    for folder in ["docs", "docs/checks", "docs/hosts", "docs/schemas"] {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        paths.extend(names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")));
    }
    paths.sort();
    let read = |path: String| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn the_readme_fits_three_screens() {
    let readme = fs::read_to_string("README.md").unwrap();
    assert!(readme.lines().count() <= 180, "{}", readme.lines().count());
    let first: Vec<&str> = readme.lines().take(10).collect();
    assert!(first.iter().any(|line| line.starts_with("![")), "a picture comes first");
    assert!(first.iter().any(|line| line.starts_with("demo/run")), "then the two commands");
}
