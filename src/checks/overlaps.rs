//! Which skills have descriptions that are nearly the same, in clusters.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::catalog::rivals::are_identical;
use crate::catalog::{Catalog, SkillId, Spanned};
use crate::words::enumeration;

/// Skills whose descriptions are nearly the same, each as that of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The skills, in order.
    pub skills: Vec<SkillId>,
    /// The names of their folders, each once.
    pub names: Vec<String>,
    /// What share of words each has in common with another at least, in per cent.
    pub percent: usize,
    /// The words that all have, the rarest first.
    pub words: Vec<String>,
}

/// So many skills of a cluster are named.
const MOST_NAMED: usize = 6;

/// The names of a cluster in a sentence, as they are to be written; of many, some, and how many others there are.
pub(crate) fn named(names: &[String]) -> String {
    match names.split_at_checked(MOST_NAMED) {
        Some((shown, rest)) if !rest.is_empty() => format!("{} and {} more", shown.join(", "), rest.len()),
        _ => enumeration(names),
    }
}

/// So many words that all have are named.
const MOST_WORDS: usize = 8;

/// Words that say nothing of what a skill is about.
const COMMON: [&str; 40] = [
    "about", "agent", "all", "and", "any", "are", "asks", "can", "claude", "for", "from", "has", "how", "into", "its",
    "not", "other", "provides", "should", "skill", "skills", "that", "the", "their", "them", "this", "use", "used",
    "user", "users", "uses", "using", "want", "wants", "when", "whenever", "where", "with", "you", "your",
];

/// What share of the words must be the same, in per cent, unless the settings say otherwise.
pub(crate) const SHARE: usize = 80;

/// Descriptions with fewer words are not compared.
const FEWEST: usize = 6;

/// How many descriptions are compared with one.
const COMPARED: usize = 128;

/// The words of all descriptions, ready to be compared. Two sets that share enough words share one of their rarest, so
/// only those are looked up.
#[derive(Debug, Default)]
pub(crate) struct Overlaps {
    /// The words of each skill, the rarest first.
    words: HashMap<SkillId, Box<[u32]>>,
    /// The skills that have a word among their rarest.
    having: HashMap<u32, Vec<SkillId>>,
    /// The words themselves.
    spelled: Vec<String>,
    /// Those that are alike.
    clusters: Vec<Cluster>,
    /// Of each skill in a cluster, which.
    clustered: HashMap<SkillId, usize>,
    /// The share of words from which two are alike.
    least: usize,
}

impl Overlaps {
    pub(crate) fn new(catalog: &Catalog, least: usize) -> Overlaps {
        let mut descriptions: HashMap<SkillId, Arc<str>> = HashMap::new();
        for view in catalog.views() {
            for candidate in view.candidates.iter() {
                if let Some(text) =
                    candidate.reading.description.as_ref().filter(|_| candidate.reading.description_written)
                {
                    descriptions.entry(candidate.skill).or_insert_with(|| text.clone());
                }
            }
        }
        let is_same = |one: SkillId, other: SkillId| {
            let (Some(one), Some(other)) = (catalog.skill(one), catalog.skill(other)) else { return true };
            let name = |name: &Option<Spanned>| name.as_ref().map(|it| it.text.clone());
            let same_name = name(&one.name).is_some_and(|it| Some(it) == name(&other.name));
            are_identical(other, one) || one.folder == other.folder || same_name
        };
        let mut overlaps = Overlaps::of(descriptions.into_iter().collect(), least);
        overlaps
            .put_together(is_same, |id| catalog.skill(id).map(|skill| skill.folder.to_string()).unwrap_or_default());
        overlaps
    }

    /// The cluster of a skill, if it has one.
    pub(crate) fn cluster(&self, id: SkillId) -> Option<&Cluster> {
        self.clusters.get(*self.clustered.get(&id)?)
    }

    /// All clusters, the largest first.
    pub(crate) fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// Puts the skills into clusters that are linked by likeness; `is_same` are two files of one skill.
    fn put_together(&mut self, is_same: impl Fn(SkillId, SkillId) -> bool, name: impl Fn(SkillId) -> String) {
        let mut ids: Vec<SkillId> = self.words.keys().copied().collect();
        ids.sort_unstable();
        let mut near: HashMap<SkillId, Vec<SkillId>> = HashMap::new();
        let mut best: HashMap<SkillId, usize> = HashMap::new();
        for id in &ids {
            for (other, share) in self.near(*id, |other| is_same(*id, other)) {
                for (one, another) in [(*id, other), (other, *id)] {
                    near.entry(one).or_default().push(another);
                    let most = best.entry(one).or_default();
                    *most = share.max(*most);
                }
            }
        }
        let mut is_put: HashSet<SkillId> = HashSet::new();
        for id in ids.into_iter().filter(|id| near.contains_key(id)) {
            if !is_put.insert(id) {
                continue;
            }
            let mut skills = vec![id];
            let mut at = 0;
            while let Some(next) = skills.get(at) {
                let others = near.get(next).into_iter().flatten().copied();
                let new: Vec<SkillId> = others.filter(|other| is_put.insert(*other)).collect();
                skills.extend(new);
                at += 1;
            }
            skills.sort_unstable();
            let mut names: Vec<String> = skills.iter().map(|id| name(*id)).collect();
            names.sort();
            names.dedup();
            let percent = skills.iter().filter_map(|id| best.get(id)).min().copied().unwrap_or_default();
            let words = self.common(&skills);
            self.clusters.push(Cluster { skills, names, percent, words });
        }
        self.clusters.sort_by(|one, other| other.names.len().cmp(&one.names.len()).then(one.names.cmp(&other.names)));
        for (index, cluster) in self.clusters.iter().enumerate() {
            self.clustered.extend(cluster.skills.iter().map(|id| (*id, index)));
        }
    }

    fn of(mut descriptions: Vec<(SkillId, Arc<str>)>, least: usize) -> Overlaps {
        descriptions.sort_by_key(|(id, _)| *id);
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut counts: Vec<u32> = Vec::new();
        let mut sets: Vec<(SkillId, Vec<u32>)> = Vec::new();
        for (id, text) in &descriptions {
            let mut set: Vec<u32> = text
                .split(|character: char| !character.is_alphanumeric())
                .filter(|word| word.chars().count() >= 3)
                .map(str::to_lowercase)
                .filter(|word| !COMMON.contains(&word.as_str()))
                .map(|word| {
                    let next = numbers.len() as u32;
                    *numbers.entry(word).or_insert(next)
                })
                .collect();
            set.sort_unstable();
            set.dedup();
            counts.resize(numbers.len(), 0);
            for word in &set {
                if let Some(count) = counts.get_mut(*word as usize) {
                    *count += 1;
                }
            }
            sets.push((*id, set));
        }
        // Words are numbered anew, the rarest first, so that every set is in the same order.
        let mut order: Vec<u32> = (0..counts.len() as u32).collect();
        order.sort_by_key(|word| (counts.get(*word as usize).copied().unwrap_or(0), *word));
        let mut ranks: Vec<u32> = vec![0; counts.len()];
        for (rank, word) in order.into_iter().enumerate() {
            if let Some(slot) = ranks.get_mut(word as usize) {
                *slot = rank as u32;
            }
        }
        let mut overlaps = Overlaps { spelled: vec![String::new(); counts.len()], least, ..Overlaps::default() };
        for (word, number) in numbers {
            let rank = ranks.get(number as usize).copied().unwrap_or(0);
            if let Some(slot) = overlaps.spelled.get_mut(rank as usize) {
                *slot = word;
            }
        }
        for (id, set) in sets {
            if set.len() < FEWEST {
                continue;
            }
            let mut set: Vec<u32> = set.iter().filter_map(|word| ranks.get(*word as usize).copied()).collect();
            set.sort_unstable();
            for word in set.iter().take(rarest(set.len(), least)) {
                overlaps.having.entry(*word).or_default().push(id);
            }
            overlaps.words.insert(id, set.into());
        }
        overlaps
    }

    /// The words that all have in common, the rarest first.
    fn common(&self, skills: &[SkillId]) -> Vec<String> {
        let mut all = skills.iter().filter_map(|id| self.words.get(id));
        let Some(first) = all.next() else { return Vec::new() };
        let others: Vec<&Box<[u32]>> = all.collect();
        let common = first.iter().filter(|word| others.iter().all(|it| it.binary_search(word).is_ok()));
        common.filter_map(|word| self.spelled.get(*word as usize)).take(MOST_WORDS).cloned().collect()
    }

    /// The skills whose descriptions are alike, with the share of words in per cent.
    fn near(&self, id: SkillId, is_excluded: impl Fn(SkillId) -> bool) -> Vec<(SkillId, usize)> {
        let Some(own) = self.words.get(&id) else { return Vec::new() };
        let mut candidates: Vec<SkillId> = Vec::new();
        for word in own.iter().take(rarest(own.len(), self.least)) {
            candidates.extend(self.having.get(word).into_iter().flatten().take(COMPARED));
        }
        candidates.sort_unstable();
        candidates.dedup();
        let others = candidates.into_iter().filter(|it| *it != id && !is_excluded(*it)).take(COMPARED);
        let alike = others.filter_map(|other| {
            let share = share(own, self.words.get(&other)?);
            (share >= self.least).then_some((other, share))
        });
        alike.collect()
    }
}

/// How many of the rarest words of a set of this size must be looked up.
fn rarest(size: usize, least: usize) -> usize {
    size - (size * least.min(100)).div_ceil(100) + 1
}

/// The share of common words among all words of both, in per cent. Both are in order.
fn share(one: &[u32], other: &[u32]) -> usize {
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    let mut common = 0;
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        match a.cmp(b) {
            Ordering::Less => drop(left.next()),
            Ordering::Greater => drop(right.next()),
            Ordering::Equal => {
                common += 1;
                left.next();
                right.next();
            }
        }
    }
    let all = one.len() + other.len() - common;
    (common * 100).checked_div(all).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlaps(texts: &[&str], is_same: impl Fn(SkillId, SkillId) -> bool) -> Overlaps {
        let all = texts.iter().enumerate().map(|(at, text)| (SkillId(at as u32), Arc::from(*text)));
        let mut overlaps = Overlaps::of(all.collect(), 70);
        overlaps.put_together(is_same, |id| format!("s{}", id.0));
        overlaps
    }

    #[test]
    fn one_word_differs() {
        let texts = [
            "Fills in PDF forms from a table. Use when some form must be filled.",
            "Fills in PDF forms from a list. Use when some form must be filled.",
            "Draws charts from a table and prints them for the weekly report.",
        ];
        let words = ["fills", "pdf", "forms", "some", "form", "must", "filled"].map(str::to_owned).to_vec();
        let names = ["s0", "s1"].map(str::to_owned).to_vec();
        let pair = Cluster { skills: vec![SkillId(0), SkillId(1)], names, percent: 77, words };
        assert_eq!(overlaps(&texts, |_, _| false).clusters(), [pair]);
        assert_eq!(overlaps(&texts, |_, _| true).clusters(), [], "the same skill elsewhere");
    }

    #[test]
    fn those_that_are_alike_are_one_cluster() {
        let overlaps = overlaps(
            &[
                "Draws charts of a table and prints them for the weekly report of sales",
                "Fills PDF forms with values of one table, signs and prints the result at once",
                "Fills PDF forms with values of one list, signs and prints the result at once",
                "Fills PDF forms with values of one list, signs and sends the result at once",
            ],
            |_, _| false,
        );
        let cluster = overlaps.cluster(SkillId(3)).unwrap();
        assert_eq!(cluster.names, ["s1", "s2", "s3"], "the first and the last are alike through the second");
        assert_eq!(overlaps.clusters().len(), 1);
        assert!(cluster.words.contains(&"fills".to_owned()) && !cluster.words.contains(&"list".to_owned()));
        assert_eq!(overlaps.cluster(SkillId(0)), None);
    }

    #[test]
    fn short_descriptions_are_not_compared() {
        assert_eq!(overlaps(&["PDF forms", "PDF forms"], |_, _| false).clusters(), []);
    }
}
