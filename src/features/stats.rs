//! A collection in numbers: how large its skills are, what part of each agent's budget they take, what is found in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::config::Level;
use crate::listing::Listing;

/// A collection in numbers.
#[derive(Debug, PartialEq, Serialize)]
pub struct Stats {
    /// Of this form.
    pub version: u32,
    /// How many skills there are.
    pub skills: usize,
    /// The sizes of their files, in bytes.
    pub bytes: Sizes,
    /// The lengths of their descriptions, in characters.
    pub descriptions: Sizes,
    /// What each agent's listing takes of its budget.
    pub hosts: Vec<Share>,
    /// What is found, the most frequent first.
    pub checks: Vec<Count>,
    /// How many findings the baseline remembers besides.
    pub remembered: usize,
    /// Skills whose descriptions are nearly the same, the largest clusters first.
    pub overlaps: Vec<Overlap>,
}

/// Sizes of one kind.
#[derive(Debug, PartialEq, Serialize)]
pub struct Sizes {
    /// All together.
    pub total: u64,
    /// Half of them are no larger.
    pub median: u64,
    /// The largest, the first the most.
    pub largest: Vec<Size>,
}

/// The size of one.
#[derive(Debug, PartialEq, Serialize)]
pub struct Size {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub size: u64,
}

/// What a listing takes of its budget.
#[derive(Debug, PartialEq, Serialize)]
pub struct Share {
    /// The agent.
    pub host: String,
    /// How many skills stand in its listing.
    pub listed: usize,
    /// How many of them are cut or left out.
    pub cut: usize,
    /// What the whole texts would take, the agent's own skills among them; of an agent without a budget, what they take, in
    /// characters.
    pub wanted: usize,
    /// How much there is, where there is a limit.
    pub limit: Option<usize>,
    /// In what it is counted.
    pub unit: String,
    /// What would be taken, in percent of what there is.
    pub percent: Option<usize>,
}

/// How often a check reports.
#[derive(Debug, PartialEq, Serialize)]
pub struct Count {
    /// The check.
    pub check: String,
    /// How loud.
    pub level: &'static str,
    /// How often.
    pub count: usize,
}

/// Skills whose descriptions are nearly the same.
#[derive(Debug, PartialEq, Serialize)]
pub struct Overlap {
    /// The files, each once; copies for several agents too.
    pub paths: Vec<PathBuf>,
    /// Their names, each once.
    pub names: Vec<String>,
    /// What share of words each has in common with another at least, in percent.
    pub percent: usize,
    /// The rarest words that all have.
    pub words: Vec<String>,
}

/// So many of the largest are named.
const NAMED: usize = 5;

/// The sizes of some files.
pub fn sizes<'a>(sizes: impl IntoIterator<Item = (&'a Path, u64)>) -> Sizes {
    let mut all: Vec<(&Path, u64)> = sizes.into_iter().collect();
    all.sort_by(|one, other| (other.1, one.0).cmp(&(one.1, other.0)));
    let median = all.get(all.len() / 2).map_or(0, |(_, size)| *size);
    let largest = all.iter().take(NAMED).map(|(path, size)| Size { path: (*path).to_owned(), size: *size }).collect();
    Sizes { total: all.iter().map(|(_, size)| size).sum(), median, largest }
}

/// What a listing takes; `None` where nothing stands in it.
pub fn share(host: &str, listing: &Listing) -> Option<Share> {
    let listed = listing.entries.len();
    let cut = listing.entries.iter().filter(|entry| entry.cut.is_some()).count();
    let (wanted, limit, unit) = match &listing.budget {
        Some(budget) => (budget.wanted + budget.taken, Some(budget.limit), budget.unit.to_string()),
        None => (listing.text.chars().count(), None, "characters".to_owned()),
    };
    let percent = limit.and_then(|limit| (wanted * 100).checked_div(limit));
    (listed > 0).then(|| Share { host: host.to_owned(), listed, cut, wanted, limit, unit, percent })
}

/// How often each check reports.
pub fn counts<'a>(found: impl IntoIterator<Item = (&'a str, Level)>) -> Vec<Count> {
    let mut counts: BTreeMap<(&str, Level), usize> = BTreeMap::new();
    for found in found {
        *counts.entry(found).or_default() += 1;
    }
    let count =
        |((check, level), count): ((&str, Level), usize)| Count { check: check.to_owned(), level: level.word(), count };
    let mut counts: Vec<Count> = counts.into_iter().map(count).collect();
    counts.sort_by_key(|it| std::cmp::Reverse(it.count));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_first_and_the_middle() {
        let paths = ["/a", "/b", "/c", "/d", "/e", "/f"].map(Path::new);
        let found = sizes(paths.into_iter().zip([3, 9, 1, 9, 2, 5]));
        let named: Vec<(&str, u64)> = found.largest.iter().map(|it| (it.path.to_str().unwrap(), it.size)).collect();
        assert_eq!((found.total, found.median), (29, 3));
        assert_eq!(named, [("/b", 9), ("/d", 9), ("/f", 5), ("/a", 3), ("/e", 2)]);
        assert_eq!(sizes([]).median, 0);
    }

    #[test]
    fn checks_by_count() {
        let found = counts([("a", Level::Error), ("b", Level::Warning), ("b", Level::Warning)]);
        assert_eq!(found.iter().map(|it| (&*it.check, it.count)).collect::<Vec<_>>(), [("b", 2), ("a", 1)]);
    }
}
