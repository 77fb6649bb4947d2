//! The baseline: findings that were there when a repository began to be checked, and are not told again.

use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use serde_json::json;

/// The names under which a baseline is looked for; the first is the one that is written.
pub const BASELINE_NAMES: [&str; 2] = ["skill-lsp-baseline.json", ".skill-lsp-baseline.json"];

/// Which baseline counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum BaselineChoice {
    /// The one that the settings name, or else the nearest.
    #[default]
    Usual,
    /// None.
    Nothing,
    /// This file. Absolute.
    File(PathBuf),
}

/// Findings that are remembered, by file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Baseline {
    /// The file that holds them. Absolute.
    pub file: PathBuf,
    places: HashMap<PathBuf, Vec<Remembered>>,
    /// The files that are remembered, by the names that stay when a skill is moved: its folder's and its own.
    by_names: HashMap<PathBuf, Vec<PathBuf>>,
}

/// Equal findings in one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Remembered {
    /// The check's id.
    pub check: String,
    /// The text of the place, as it is written down.
    pub text: String,
    /// How many there are.
    pub count: usize,
    sign: String,
}

impl Remembered {
    /// Whether its text is said nowhere else by chance, as the mark of a block is.
    pub fn is_telling(&self) -> bool {
        self.text.chars().filter(|letter| letter.is_alphanumeric()).count() >= 4
    }

    /// Whether it is about a place with this text.
    pub fn is_at(&self, check: &str, sign: &str) -> bool {
        self.check == check && self.sign == sign
    }
}

#[derive(Deserialize)]
struct Written {
    version: u32,
    findings: Vec<WrittenFinding>,
}

#[derive(Deserialize)]
struct WrittenFinding {
    path: String,
    check: String,
    text: String,
    #[serde(default = "one")]
    count: usize,
}

fn one() -> usize {
    1
}

impl Baseline {
    /// Reads a baseline; an error says what is wrong with it, and where.
    pub fn read(file: &Path, text: &str) -> Result<Baseline, String> {
        let written: Written = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if written.version != 1 {
            return Err(format!("it is of version {}, and this program knows version 1", written.version));
        }
        let folder = file.parent().unwrap_or(file);
        let mut places: HashMap<PathBuf, Vec<Remembered>> = HashMap::new();
        for WrittenFinding { path, check, text, count } in written.findings {
            let path = path.split('/').fold(folder.to_owned(), |path, part| match part {
                "" if path == folder => PathBuf::from("/"),
                "" | "." => path,
                ".." => path.parent().map(Path::to_owned).unwrap_or(path),
                part => path.join(part),
            });
            let sign = written_sign(&text);
            let of_file = places.entry(path).or_default();
            match of_file.iter_mut().find(|known| known.is_at(&check, &sign)) {
                Some(known) => known.count = known.count.saturating_add(count),
                None => of_file.push(Remembered { check, text, count, sign }),
            }
        }
        let mut by_names: HashMap<PathBuf, Vec<PathBuf>> = HashMap::new();
        for path in places.keys() {
            by_names.entry(names(path)).or_default().push(path.clone());
        }
        Ok(Baseline { file: file.to_owned(), places, by_names })
    }

    /// What is remembered of a file.
    pub fn of(&self, path: &Path) -> &[Remembered] {
        self.places.get(path).map(Vec::as_slice).unwrap_or_default()
    }

    /// Where a file lay that is not remembered where it lies now: the only one of its names that is not there any more.
    pub fn moved_from(&self, path: &Path, is_there: impl Fn(&Path) -> bool) -> Option<&Path> {
        if self.places.contains_key(path) {
            return None;
        }
        let mut gone = self.by_names.get(&names(path))?.iter().filter(|old| !is_there(old));
        gone.next().filter(|_| gone.next().is_none()).map(PathBuf::as_path)
    }

    /// Whether a file could be taken for another that was moved, since it is called so and not remembered itself.
    pub fn is_like(&self, path: &Path, other: &Path) -> bool {
        path != other && names(path) == names(other) && !self.places.contains_key(other)
    }

    /// Whether findings of a check are remembered wherever they are: of one cause there is one more or less in every file as
    /// any of them changes. A file that is gone speaks for none.
    pub fn has_cause(&self, check: &str, is_there: impl Fn(&Path) -> bool) -> bool {
        ONE_CAUSE.contains(&check) && self.all().any(|(path, it)| it.check == check && is_there(path))
    }

    /// Everything that is remembered, by no order.
    pub fn all(&self) -> impl Iterator<Item = (&Path, &Remembered)> {
        self.places.iter().flat_map(|(path, of_file)| of_file.iter().map(|it| (path.as_path(), it)))
    }

    /// How many findings are remembered.
    pub fn count(&self) -> usize {
        self.all().fold(0, |sum, (_, it)| sum.saturating_add(it.count))
    }
}

/// The checks that tell in many files what has one cause: which of them have no room depends on all.
const ONE_CAUSE: [&str; 1] = ["listing-over-budget"];

/// The name of a file with that of its folder.
fn names(path: &Path) -> PathBuf {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    Path::new(folder).join(path.file_name().unwrap_or_default())
}

/// The text of a baseline in the folder of `file`: one line for equal findings, in an order that does not depend on
/// lines, so that two branches that change it mostly merge by themselves.
pub fn baseline_text<'a>(
    file: &Path,
    findings: impl IntoIterator<Item = (&'a Path, &'a str, String, usize)>,
) -> String {
    let folder = file.parent().unwrap_or(file);
    let mut counts: BTreeMap<(String, &str, String), usize> = BTreeMap::new();
    for (path, check, text, count) in findings {
        *counts.entry((relative(folder, path), check, text)).or_default() += count;
    }
    let line = |((path, check, text), count): ((String, &str, String), usize)| match count {
        1 => json!({"path": path, "check": check, "text": text}).to_string(),
        count => json!({"path": path, "check": check, "text": text, "count": count}).to_string(),
    };
    let lines: Vec<String> = counts.into_iter().map(|entry| format!("\n    {}", line(entry))).collect();
    let end = if lines.is_empty() { "" } else { "\n  " };
    format!("{{\n  \"version\": 1,\n  \"findings\": [{}{end}]\n}}\n", lines.join(","))
}

/// A path from a folder on, with `/`.
fn relative(folder: &Path, path: &Path) -> String {
    let common = folder.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    // Nothing in common but the root: another disk, another user's home.
    let is_apart = common <= 1;
    let up = if is_apart { 0 } else { folder.components().count() - common };
    let down = path.components().skip(if is_apart { 0 } else { common });
    let down = down.filter(|part| *part != Component::RootDir).map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<String> = std::iter::repeat_n("..".into(), up).chain(down).map(|it| it.into_owned()).collect();
    if is_apart && path.has_root() { format!("/{}", parts.join("/")) } else { parts.join("/") }
}

/// So many letters and digits of a place are written down; of more, the beginning and a number.
const LONGEST: usize = 100;

/// What stands before the number.
const CUT: char = '…';

/// The text of a place as it is written down: on one line, and not too long.
pub fn place_text(text: &str) -> String {
    let sign = place_sign(text);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match sign.strip_prefix(CUT) {
        Some(number) => format!("{}{CUT}{number}", line.chars().take(LONGEST).collect::<String>()),
        None => line,
    }
}

/// What two places have in common that differ in their form only: line breaks, quotes, marks of lists and emphasis are
/// a formatter's matter, letters and digits are the author's.
pub fn place_sign(text: &str) -> String {
    let letters: String = text.chars().filter(|it| it.is_alphanumeric()).collect();
    if letters.is_empty() {
        return text.chars().filter(|it| !it.is_whitespace()).collect();
    }
    if letters.chars().nth(LONGEST).is_some() {
        return format!("{CUT}{:016x}", number(&letters));
    }
    letters
}

/// The sign of a text that was written down.
fn written_sign(text: &str) -> String {
    let number = text.rsplit_once(CUT).map(|(_, number)| number);
    let is_number = |it: &&str| it.len() == 16 && it.bytes().all(|byte| byte.is_ascii_hexdigit());
    match number.filter(is_number) {
        Some(number) => format!("{CUT}{number}"),
        None => place_sign(text),
    }
}

/// The number of a text: FNV-1a, which is the same on every machine and in every version.
pub fn number(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(findings: &[(&str, &str, &str)]) -> String {
        let finding =
            |(path, check, text): &(&'static str, &'static str, &str)| (Path::new(*path), *check, place_text(text), 1);
        let findings: Vec<(&'static str, &'static str, String)> = findings
            .iter()
            .map(|(path, check, text)| {
                (&*String::leak((*path).to_owned()), &*String::leak((*check).to_owned()), (*text).to_owned())
            })
            .collect();
        let findings = findings.iter().map(|(path, check, text)| finding(&(*path, *check, text)));
        baseline_text(Path::new("/p/team/skill-lsp-baseline.json"), findings)
    }

    #[test]
    fn a_line_for_equal_findings_by_path() {
        let written = text(&[
            ("/p/team/b/SKILL.md", "link-target-missing", "x.md"),
            ("/p/a/SKILL.md", "yaml-syntax", ": "),
            ("/p/team/b/SKILL.md", "link-target-missing", "x.md"),
            ("/q/SKILL.md", "body-empty", ""),
        ]);
        assert_eq!(
            written,
            "{\n  \"version\": 1,\n  \"findings\": [\n    \
             {\"path\":\"../a/SKILL.md\",\"check\":\"yaml-syntax\",\"text\":\":\"},\n    \
             {\"path\":\"/q/SKILL.md\",\"check\":\"body-empty\",\"text\":\"\"},\n    \
             {\"path\":\"b/SKILL.md\",\"check\":\"link-target-missing\",\"text\":\"x.md\",\"count\":2}\n  ]\n}\n"
        );
        let read = Baseline::read(Path::new("/p/team/skill-lsp-baseline.json"), &written).unwrap();
        assert_eq!(read.count(), 4);
        for path in ["/p/team/b/SKILL.md", "/p/a/SKILL.md", "/q/SKILL.md"] {
            assert_eq!(read.of(Path::new(path)).len(), 1, "{path}");
        }
        assert_eq!(text(&[]), "{\n  \"version\": 1,\n  \"findings\": []\n}\n");
    }

    #[test]
    fn the_form_of_a_place_does_not_matter() {
        let long = "Use it when ".repeat(20);
        for (one, other) in [
            ("description: \"a b\"", "description: >-\n  a\n  b"),
            ("*really*  long", "_really_ long"),
            (&*long, &*long.replace(' ', "\n  ")),
        ] {
            assert_eq!(place_sign(one), place_sign(other));
            assert_eq!(written_sign(&place_text(one)), place_sign(other));
        }
        assert_ne!(place_sign(&long), place_sign(&format!("{long}x")));
        assert!(place_text(&long).chars().count() < 120);
        assert_ne!(place_sign("---"), place_sign(""));
    }

    #[test]
    fn a_folder_that_is_moved() {
        let written =
            text(&[("/p/a/x/SKILL.md", "c", "t"), ("/p/a/y/SKILL.md", "c", "t"), ("/p/b/y/SKILL.md", "c", "t")]);
        let read = Baseline::read(Path::new("/p/team/skill-lsp-baseline.json"), &written).unwrap();
        let from = |path: &str, there: &[&str]| {
            let is_there = |old: &Path| there.iter().any(|it| Path::new(it) == old);
            read.moved_from(Path::new(path), is_there).map(|old| old.to_str().unwrap().to_owned())
        };
        assert_eq!(from("/p/new/x/SKILL.md", &[]).as_deref(), Some("/p/a/x/SKILL.md"));
        assert_eq!(from("/p/new/x/SKILL.md", &["/p/a/x/SKILL.md"]), None, "a copy");
        assert_eq!(from("/p/new/y/SKILL.md", &[]), None, "one of two");
        assert_eq!(from("/p/new/y/SKILL.md", &["/p/a/y/SKILL.md"]).as_deref(), Some("/p/b/y/SKILL.md"));
        assert_eq!(from("/p/b/y/SKILL.md", &[]), None, "where it was");
        assert_eq!(from("/p/new/z/SKILL.md", &[]), None, "one that nobody knows");
    }

    #[test]
    fn what_is_no_baseline() {
        let error = |text: &str| Baseline::read(Path::new("/p/b.json"), text).unwrap_err();
        assert_eq!(error("{\n<<<<<<< HEAD\n"), "key must be a string at line 2 column 1");
        assert!(error("{\"version\": 2, \"findings\": []}").contains("version 2"));
    }
}
