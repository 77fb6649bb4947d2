//! A listing that is made of the parts of an earlier one is the one that is made of nothing: after random edits, in every
//! host, whatever was asked for.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skill_lsp::catalog::View;
use skill_lsp::config::Overlay;
use skill_lsp::disk::Surroundings;
use skill_lsp::document;
use skill_lsp::listing::{Parts, Request, listing, listing_after};
use skill_lsp::project::layers::Layers;
use skill_lsp::project::{self, Asked};
use skill_lsp::workspace::{Snapshot, Wanted, Workspace};

use crate::server::storm::Dice;

/// Folders that many hosts read, one that waits for a file, and one of commands.
const ROOTS: [&str; 7] = [
    "project/.claude/skills",
    "project/.agents/skills",
    "project/packages/web/.claude/skills",
    "project/.claude/commands",
    "home/.claude/skills",
    "home/.agents/skills",
    "home/.config/opencode/skills",
];
const NAMES: [&str; 6] = ["pdf", "deploy", "Notes", "web:pdf", "help", "漢字"];
const FIELDS: [&str; 9] = [
    "description: Reads it.",
    "description: Does 漢字 <b>& more</b> 😀. Use when somebody asks for it, at length and with all that comes with it.",
    "description: |\n  First line.\n  Second line.",
    "description: \"\"",
    "when_to_use: whenever it rains",
    "disable-model-invocation: true",
    "user-invocable: false",
    "paths: ['**/*.rs']",
    "allowed-tools: Read",
];
const ROUNDS: usize = 120;

fn text(dice: &mut Dice) -> String {
    let mut text = "---\n".to_owned();
    if dice.below(4) > 0 {
        text += &format!("name: {}\n", dice.of(&NAMES));
    }
    for _ in 0..dice.below(4) {
        text += &format!("{}\n", dice.of(&FIELDS));
    }
    if dice.below(3) == 0 {
        text += &format!("description: {}\n", "Long. ".repeat(dice.below(400)));
    }
    text + "---\nDo it.\n"
}

fn path(base: &Path, dice: &mut Dice) -> PathBuf {
    let root = dice.of(&ROOTS);
    let name = dice.of(&["a", "b", "c", "d", "e", "f", "g", "h"]);
    let file = if root.ends_with("commands") { format!("{name}.md") } else { format!("{name}/SKILL.md") };
    base.join(root).join(file)
}

/// The same text with other words in the place of a description, which an editor sends with every key.
fn reworded(text: &str, dice: &mut Dice) -> String {
    let is_described = |line: &str| line.starts_with("description: ") && !line.ends_with('|');
    let words = format!("description: {}", "Other words. ".repeat(1 + dice.below(60)));
    let said = |line| if is_described(line) { words.trim_end() } else { line };
    text.lines().map(said).collect::<Vec<_>>().join("\n")
}

fn grown(base: &Path, dice: &mut Dice) -> Workspace {
    for folder in ["project/.git", "home"] {
        fs::create_dir_all(base.join(folder)).unwrap();
    }
    for _ in 0..30 {
        let path = path(base, dice);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text(dice)).unwrap();
    }
    let surroundings = Surroundings {
        working_directory: Some(base.join("project")),
        home: Some(base.join("home")),
        variables: Some(Default::default()),
        ..Surroundings::default()
    };
    let setting = project::setting(&surroundings, Layers::default(), &Overlay::default());
    project::walk(setting.config, setting.environment, Wanted::Both, Asked::Here { user: false }).read(|| {}).0
}

/// An edit as an editor makes it: a text that is open, one that is saved, one that is gone.
fn edit(workspace: &mut Workspace, base: &Path, texts: &mut BTreeMap<PathBuf, String>, dice: &mut Dice) {
    let path = path(base, dice);
    let (path, text) = match texts.iter().nth(dice.below(2 * texts.len() + 1)) {
        Some((known, text)) => (known.clone(), reworded(text, dice)),
        None => (path, text(dice)),
    };
    texts.insert(path.clone(), text.clone());
    match dice.below(8) {
        0 => drop(workspace.remove(&path)),
        1 => drop(workspace.put_saved(&path, text.as_bytes())),
        _ => {
            workspace.put(&path, &Arc::new(document::parse(&text)));
            // Who types waits for no host that does not judge.
            if dice.below(2) == 0 {
                workspace.catch_up();
            }
        }
    }
}

fn request(view: &View, dice: &mut Dice) -> Request {
    let modes: Vec<String> = view.host.listing.iter().map(|rule| rule.mode.clone()).collect();
    Request {
        mode: (dice.below(2) == 0 && !modes.is_empty()).then(|| modes[dice.below(modes.len())].clone()),
        context_window: [None, None, Some(0), Some(1000), Some(20_000), Some(200_000)][dice.below(6)],
        ..Request::default()
    }
}

/// Compares all hosts. Returns how many listings there were.
fn compare(snapshot: &Snapshot, earlier: &mut [Option<Parts>], dice: &mut Dice) -> usize {
    let mut listings = 0;
    for (view, earlier) in snapshot.catalog.views().iter().zip(earlier) {
        // Some are made of what is several edits old.
        if dice.below(4) == 0 {
            continue;
        }
        let request = request(view, dice);
        let new = listing(&snapshot.catalog, view, &*snapshot.files, &request);
        let again = listing_after(earlier.as_ref(), &snapshot.catalog, view, &*snapshot.files, &request);
        listings += usize::from(new.is_ok());
        match again {
            Ok((again, parts)) => {
                assert_eq!(Ok(again), new, "{} {request:?}", view.host.id);
                *earlier = Some(parts);
            }
            Err(error) => assert_eq!(Err(error), new),
        }
    }
    listings
}

#[test]
fn what_is_made_of_an_earlier_listing_is_what_is_made_of_nothing() {
    let mut listings = 0;
    for seed in [7, 1_000_003, 0x5eed_1234] {
        let mut dice = Dice(seed);
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let mut workspace = grown(&base, &mut dice);
        let mut texts = BTreeMap::new();
        let mut earlier: Vec<Option<Parts>> = workspace.snapshot().catalog.views().iter().map(|_| None).collect();
        for _ in 0..ROUNDS {
            edit(&mut workspace, &base, &mut texts, &mut dice);
            listings += compare(&workspace.snapshot(), &mut earlier, &mut dice);
        }
    }
    assert!(listings > 3 * ROUNDS, "there were {listings}");
}
