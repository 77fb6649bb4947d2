//! `description-overlaps`: a `description` that is nearly that of another skill.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use crate::catalog::rivals::are_identical;
use crate::catalog::{Catalog, SkillId};
use crate::checks::prelude::*;

/// Nearly the same.
pub(crate) static CHECK: Check = Check {
    id: "description-overlaps",
    summary: "a `description` that is nearly that of another skill",
    documentation: "\
## What it reports

A `description` that shares at least four of five words with that of another skill of a different name, the words that they
share, and which others are of the same cluster. Words that every description has (`the`, `use`, `when`, `skill` …) do not
count. `overlap = 60` in the settings compares with 60 % instead of 80 %. Off by default: families of skills often
resemble each other for good reason.

## Why it matters

The model chooses between skills by their descriptions. Where two say the same, it chooses by chance.

## Example

```yaml
description: Fills in PDF forms from a table. Use when a form is to be filled in.
```

beside another skill's

```yaml
description: Fills in PDF forms from a list. Use when a form is to be filled in.
```

## Instead

Say in each when it is to be used and the other is not, or make one skill of the two.
",
    levels: [Level::Off, Level::Off, Level::Off],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let overlaps = context.gathered.overlaps(context.catalog, context.config.overlap.map_or(SHARE, usize::from));
    let same_name = |id: SkillId| {
        context.catalog.skill(id).is_none_or(|other| {
            are_identical(other, context.skill)
                || other.folder == context.skill.folder
                || (other.name.is_some()
                    && other.name.as_ref().map(|it| &it.text) == context.skill.name.as_ref().map(|it| &it.text))
        })
    };
    let Some((other, percent)) = overlaps.nearest(context.id, same_name) else { return };
    let name = |id: SkillId| context.catalog.skill(id).map(|skill| skill.folder.clone());
    let Some(nearest) = name(other) else { return };
    let span = context.skill.description.unwrap_or(context.skill.headline);
    let words = quoted_words(overlaps.common(context.id, other));
    let mut message = format!("`description` shares {percent} % of its words with that of `{nearest}`: {words}");
    let mut cluster = overlaps.cluster(context.id, same_name);
    cluster.retain(|id| *id != other);
    let mut others: Vec<String> = cluster.iter().filter_map(|id| name(*id)).map(|it| it.to_string()).collect();
    others.sort();
    others.dedup();
    if !others.is_empty() {
        let shown: Vec<&str> = others.iter().take(MOST_NAMED).map(String::as_str).collect();
        let more = match others.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        message.push_str(&format!("; of the same cluster: {}{more}", quoted_words(&shown)));
    }
    let related = Related::skills(context.catalog, [other], format!("the skill `{nearest}`"));
    report.finding(span, message).related(related);
}

/// So many others of a cluster are named.
const MOST_NAMED: usize = 6;

/// So many words that two descriptions share are named.
const MOST_WORDS: usize = 8;

/// So many skills a cluster has at most.
const MOST_CLUSTERED: usize = 64;

/// Words that say nothing of what a skill is about.
const COMMON: [&str; 40] = [
    "about", "agent", "all", "and", "any", "are", "asks", "can", "claude", "for", "from", "has", "how", "into", "its",
    "not", "other", "provides", "should", "skill", "skills", "that", "the", "their", "them", "this", "use", "used",
    "user", "users", "uses", "using", "want", "wants", "when", "whenever", "where", "with", "you", "your",
];

/// What share of the words must be the same, in per cent, unless the settings say otherwise.
const SHARE: usize = 80;

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
        Overlaps::of(descriptions.into_iter().collect(), least)
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

    /// The skill with the most similar description, and the share of words in per cent.
    fn nearest(&self, id: SkillId, is_excluded: impl Fn(SkillId) -> bool) -> Option<(SkillId, usize)> {
        self.near(id, is_excluded).into_iter().max_by_key(|(other, share)| (*share, std::cmp::Reverse(*other)))
    }

    /// The skills that are alike, and those that are like these, and so on; without the first.
    fn cluster(&self, id: SkillId, is_excluded: impl Fn(SkillId) -> bool) -> Vec<SkillId> {
        let mut cluster = vec![id];
        let mut at = 0;
        while let Some(next) = cluster.get(at).copied().filter(|_| cluster.len() < MOST_CLUSTERED) {
            for (other, _) in self.near(next, &is_excluded) {
                if !cluster.contains(&other) {
                    cluster.push(other);
                }
            }
            at += 1;
        }
        cluster.retain(|it| *it != id);
        cluster
    }

    /// The words that two have in common, the rarest first.
    fn common(&self, one: SkillId, other: SkillId) -> Vec<&str> {
        let (Some(one), Some(other)) = (self.words.get(&one), self.words.get(&other)) else { return Vec::new() };
        let common = one.iter().filter(|word| other.binary_search(word).is_ok());
        common.filter_map(|word| self.spelled.get(*word as usize)).map(String::as_str).take(MOST_WORDS).collect()
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
    use crate::checks::testing::{check, silent};

    #[test]
    fn two_skills() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/forms/SKILL.md
            ---
            description: Fills in PDF forms from a table of values and saves the result. Use when some form must be filled.
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ description-overlaps (off): `description` shares 83 % of its words with that of `pdf`: `fills`, `pdf`, `forms`, `values`, `saves`, `result`, `some` and `form`
            ---
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            description: Fills in PDF forms from a list of values and saves the result. Use when some form must be filled.
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ description-overlaps: `description` shares 83 % of its words with that of `forms`: `fills`, `pdf`, `forms`, `values`, `saves`, `result`, `some` and `form`
            ---
            ",
        );
    }

    #[test]
    fn a_copy_for_another_agent_is_the_same_skill() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/forms/SKILL.md
            ---
            description: Fills in PDF forms from a table. Use when some form must be filled.
            ---
            //- /home/.codex/skills/forms/SKILL.md
            ---
            description: Fills in PDF forms from a list. Use when some form must be filled.
            ---
            ",
        );
    }

    fn overlaps(texts: &[&str]) -> Overlaps {
        let all = texts.iter().enumerate().map(|(at, text)| (SkillId(at as u32), Arc::from(*text)));
        Overlaps::of(all.collect(), 70)
    }

    #[test]
    fn one_word_differs() {
        let overlaps = overlaps(&[
            "Fills in PDF forms from a table. Use when some form must be filled.",
            "Fills in PDF forms from a list. Use when some form must be filled.",
            "Draws charts from a table and prints them for the weekly report.",
        ]);
        assert_eq!(overlaps.nearest(SkillId(0), |_| false), Some((SkillId(1), 77)));
        assert_eq!(overlaps.nearest(SkillId(2), |_| false), None);
        assert_eq!(overlaps.nearest(SkillId(0), |_| true), None, "the same skill elsewhere");
    }

    #[test]
    fn those_that_are_alike_are_one_cluster() {
        let overlaps = overlaps(&[
            "Fills PDF forms with values of one table, signs and prints the result at once",
            "Fills PDF forms with values of one list, signs and prints the result at once",
            "Fills PDF forms with values of one list, signs and sends the result at once",
            "Draws charts of a table and prints them for the weekly report of sales",
        ]);
        assert_eq!(overlaps.cluster(SkillId(0), |_| false), [SkillId(1), SkillId(2)]);
        assert_eq!(overlaps.cluster(SkillId(3), |_| false), []);
        assert!(overlaps.common(SkillId(0), SkillId(1)).contains(&"fills"));
    }

    #[test]
    fn short_descriptions_are_not_compared() {
        assert_eq!(overlaps(&["PDF forms", "PDF forms"]).nearest(SkillId(0), |_| false), None);
    }
}
