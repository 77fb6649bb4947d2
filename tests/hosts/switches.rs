//! Skills that were turned off and on by this program before the eyes of the real host: it still writes these bytes, and
//! still says what the host then listed.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::hosts::case::{Case, Manifest, cases_in};
use crate::hosts::engine;
use crate::hosts::tree::Tree;

/// A case as `prove switch` stores it.
#[derive(Deserialize)]
struct SwitchCase {
    skill: String,
    options: Vec<String>,
    /// The settings file.
    settings: String,
    /// `disable`, or `enable` where the skill was off.
    first: String,
    /// What the settings file says after both.
    back: String,
    before: Case,
    between: Case,
}

#[test]
fn switches_are_written_and_heeded_as_the_hosts_heeded_them() {
    let cases = cases_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/switches"));
    assert!(cases.len() >= 16, "there are cases");
    let wrong: Vec<String> = cases.iter().filter_map(|path| difference(path.as_path())).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn difference(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).unwrap();
    let case: SwitchCase = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.display();
    let of_engine = [("before", &case.before), ("between", &case.between)]
        .into_iter()
        .find_map(|(when, case)| engine::difference(case).map(|difference| format!("{name}, {when}: {difference}")));
    of_engine.or_else(|| {
        let tree = Tree::write(&case.before.manifest);
        let file = tree.root().join(&case.settings);
        let second = if case.first == "disable" { "enable" } else { "disable" };
        let between = case.between.manifest.files.iter().find(|item| item.path == case.settings)?.text.as_ref()?;
        for (command, wanted) in [(case.first.as_str(), between), (second, &case.back)] {
            run(&tree, &case.before.manifest, command, &case);
            let written = fs::read_to_string(&file).unwrap_or_default();
            if written != *wanted {
                return Some(format!("{name}: {command} wrote\n{written}\ninstead of\n{wanted}"));
            }
        }
        None
    })
}

fn run(tree: &Tree, manifest: &Manifest, command: &str, case: &SwitchCase) {
    let output = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        .args([command, &case.skill, "--host", &manifest.host])
        .args(&case.options)
        .current_dir(tree.root().join(&manifest.cwd))
        .env_clear()
        .env("HOME", tree.root().join("home"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
