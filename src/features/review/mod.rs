//! What a skill or a package that is not installed may do, and what would reach the model: by plain reading, nothing is run.

mod blobs;
mod by_itself;
mod declared;
mod difference;
mod disguise;
mod file;
mod foreign_keys;
mod hidden;
mod inside;
mod language;
mod later;
mod links;
mod lookalikes;
mod note;
mod page;
mod pieces;
mod sentences;
mod signs;
mod skill;
mod speech;
mod spoken;
#[cfg(test)]
mod tests;
mod touches;
mod urls;
mod views;

pub use difference::{Change, changes};
pub use file::{FileSeen, examine};
pub use page::{Section, sections, summary};

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::words::counted;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// Nobody does this by accident.
    Danger,
    /// A reviewer wants to see it.
    Look,
    /// It is counted.
    Note,
}

/// Something found in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// How much it weighs.
    pub weight: Weight,
    /// What it is, in a word.
    pub kind: String,
    /// The file, from the folder on, with `/`.
    pub name: String,
    /// The line, counted from 1; nothing where the file itself is meant.
    pub line: Option<usize>,
    /// What it does: the end of a sentence that begins with the file.
    pub message: String,
    /// The line, or the part of it that matters.
    pub excerpt: Option<String>,
}

/// A skill of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillSeen {
    /// Its name; empty when it has none.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its file, from the folder on.
    pub path: String,
    /// The bytes of its body, which reach the model when it is loaded.
    pub body: usize,
}

/// Something that may be done without asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The file that says so, from the folder on.
    pub path: String,
    /// The line.
    pub line: usize,
    /// The entry as it is written.
    pub entry: String,
    /// What it allows, in words.
    pub words: String,
    /// The ids of the hosts in which it does.
    pub hosts: Vec<String>,
    /// Whether any command can be run by it.
    pub anything: bool,
}

/// What a script calls, of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What it is, in a word: `network`, `shell` …
    pub kind: String,
    /// The end of a sentence that begins with the script.
    pub words: String,
    /// The lines.
    pub lines: Vec<usize>,
}

/// A sentence that touches what a reviewer wants to know of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The file, from the folder on.
    pub path: String,
    /// The line on which it begins.
    pub line: usize,
    /// What it touches, in words.
    pub touches: Vec<String>,
    /// How much that weighs together.
    pub weight: u32,
    /// The line, or the part of it that matters.
    pub text: String,
}

/// An address that is written somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The name of the machine.
    pub host: String,
    /// How often it is written.
    pub count: usize,
    /// The first file that does, from the folder on.
    pub path: String,
    /// Its line.
    pub line: usize,
}

/// Everything that is known about a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// The folder. Absolute.
    pub root: PathBuf,
    /// Its skills.
    pub skills: Vec<SkillSeen>,
    /// The files, and their bytes together.
    pub files: usize,
    /// The bytes of all files.
    pub bytes: u64,
    /// The largest file, and its bytes.
    pub largest: Option<(String, u64)>,
    /// What was found, the gravest first.
    pub found: Vec<Noted>,
    /// Sentences that touch something and are told of nowhere else, the weightiest first.
    pub passages: Vec<Passage>,
    /// What may be done without asking.
    pub grants: Vec<Grant>,
    /// Other texts that reach the model: the file, what it is, its bytes.
    pub texts: Vec<(String, String, usize)>,
    /// The scripts and what they call.
    pub scripts: Vec<(String, Vec<Call>)>,
    /// The addresses, the most frequent first.
    pub sites: Vec<Site>,
    /// What was not looked at.
    pub left_out: Vec<String>,
    /// Each file with a number that its bytes decide.
    pub marks: Vec<(String, u64)>,
}

/// Puts together what was seen of each file.
pub fn review(root: &Path, mut seen: Vec<FileSeen>, left_out: Vec<String>) -> Review {
    by_itself::by_itself(&mut seen);
    let mut review = Review { root: root.to_owned(), left_out, ..Review::default() };
    for file in seen {
        if let Some(size) = file.size {
            review.files += 1;
            review.bytes += size;
            if review.largest.as_ref().is_none_or(|(_, largest)| size > *largest) {
                review.largest = Some((file.name.clone(), size));
            }
        }
        review.marks.push((file.name.clone(), file.mark));
        review.skills.extend(file.skill);
        review.grants.extend(file.grants);
        review.texts.extend(file.role.map(|role| (file.name.clone(), role, file.size.unwrap_or(0) as usize)));
        let found = without_twins(file.found);
        let is_told = |line: usize| found.iter().any(|it| it.weight != Weight::Note && it.line == Some(line));
        if file.lighter > 0 {
            let more = counted(file.lighter, "more sentence");
            review.left_out.push(format!("{}: {more}, touching less than those shown", file.name));
        }
        review.passages.extend(file.passages.into_iter().filter(|it| !is_told(it.line)));
        review.found.extend(found);
        if file.is_script {
            review.scripts.push((file.name.clone(), file.calls));
        }
        for (host, line) in file.sites {
            match review.sites.iter_mut().find(|site| site.host == host) {
                Some(site) => site.count += 1,
                None => review.sites.push(Site { host, count: 1, path: file.name.clone(), line }),
            }
        }
    }
    review.sites.sort_by(|left, right| right.count.cmp(&left.count).then_with(|| left.host.cmp(&right.host)));
    review
        .passages
        .sort_by(|left, right| (right.weight, &left.path, left.line).cmp(&(left.weight, &right.path, right.line)));
    review.found.sort_by(|left, right| {
        (left.weight, rank(&left.kind), &left.name, left.line).cmp(&(
            right.weight,
            rank(&right.kind),
            &right.name,
            right.line,
        ))
    });
    review
}

/// What runs by itself comes first.
fn rank(kind: &str) -> usize {
    const ORDER: [&str; 8] =
        ["load-command", "hook", "server", "install-script", "settings", "instruction", "hidden-text", "comment"];
    ORDER.iter().position(|it| *it == kind).unwrap_or(ORDER.len())
}

/// What is told by a declaration is not told a second time for its line.
fn without_twins(found: Vec<Noted>) -> Vec<Noted> {
    let declares = |kind: &str| ["load-command", "hook", "server", "install-script", "settings"].contains(&kind);
    let told: Vec<(Option<usize>, Weight)> =
        found.iter().filter(|it| declares(&it.kind)).map(|it| (it.line, it.weight)).collect();
    // Two commands may stand on one line, and each is told.
    let is_same = |kept: &Noted, it: &Noted| {
        kept.line == it.line
            && kept.kind == it.kind
            && kept.weight <= it.weight
            && (!declares(&it.kind) || kept.message == it.message)
    };
    let mut kept: Vec<Noted> = Vec::new();
    for noted in found {
        let is_twin =
            !declares(&noted.kind) && told.iter().any(|(line, weight)| *line == noted.line && *weight <= noted.weight);
        if !is_twin && !kept.iter().any(|it| is_same(it, &noted)) {
            kept.push(noted);
        }
    }
    kept
}

impl Review {
    /// What weighs so much.
    pub fn of(&self, weight: Weight) -> impl Iterator<Item = &Noted> {
        self.found.iter().filter(move |noted| noted.weight == weight)
    }

    /// As `review --format json` has it.
    pub fn as_json(&self) -> Value {
        let place = |name: &str| self.root.join(name).to_string_lossy().into_owned();
        json!({
            "version": 1,
            "path": self.root.to_string_lossy(),
            "skills": self.skills.iter().map(|it| json!({
                "name": it.name, "description": it.description, "path": place(&it.path), "body": it.body,
            })).collect::<Vec<_>>(),
            "files": self.files,
            "bytes": self.bytes,
            "largest": self.largest.as_ref().map(|(name, size)| json!({"path": place(name), "bytes": size})),
            "findings": self.found.iter().map(|it| noted_json(it, &self.root)).collect::<Vec<_>>(),
            "sentences": self.passages.iter().map(|it| passage_json(it, &self.root)).collect::<Vec<_>>(),
            "texts": self.texts.iter().map(|(name, what, bytes)| json!({
                "path": place(name), "what": what, "bytes": bytes,
            })).collect::<Vec<_>>(),
            "grants": self.grants.iter().map(|it| json!({
                "path": place(&it.path), "line": it.line, "entry": it.entry, "words": it.words, "hosts": it.hosts,
                "anything": it.anything,
            })).collect::<Vec<_>>(),
            "scripts": self.scripts.iter().map(|(name, calls)| json!({
                "path": place(name),
                "calls": calls.iter().map(|it| json!({"kind": it.kind, "lines": it.lines})).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "sites": self.sites.iter().map(|it| json!({
                "host": it.host, "count": it.count, "path": place(&it.path), "line": it.line,
            })).collect::<Vec<_>>(),
            "leftOut": self.left_out,
        })
    }
}

fn passage_json(passage: &Passage, root: &Path) -> Value {
    json!({
        "path": root.join(&passage.path).to_string_lossy(),
        "line": passage.line,
        "touches": passage.touches,
        "text": passage.text,
    })
}

pub(super) fn noted_json(noted: &Noted, root: &Path) -> Value {
    json!({
        "weight": noted.weight,
        "kind": noted.kind,
        "path": root.join(&noted.name).to_string_lossy(),
        "line": noted.line,
        "message": noted.message,
        "excerpt": noted.excerpt,
    })
}
