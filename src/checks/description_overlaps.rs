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

A `description` that shares at least four of five words with that of another skill of a different name. Off by default:
families of skills often resemble each other for good reason.

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
    let overlaps = context.gathered.overlaps(context.catalog);
    let same_name = |id: SkillId| {
        context.catalog.skill(id).is_none_or(|other| {
            are_identical(other, context.skill)
                || other.folder == context.skill.folder
                || (other.name.is_some()
                    && other.name.as_ref().map(|it| &it.text) == context.skill.name.as_ref().map(|it| &it.text))
        })
    };
    let Some((other, percent)) = overlaps.nearest(context.id, same_name) else { return };
    let Some(name) = context.catalog.skill(other).map(|skill| skill.folder.clone()) else { return };
    let span = context.skill.description.unwrap_or(context.skill.headline);
    let related = Related::skills(context.catalog, [other], format!("the skill `{name}`"));
    report
        .finding(span, format!("`description` shares {percent} % of its words with that of `{name}`"))
        .related(related);
}

/// What share of the words must be the same, in per cent.
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
}

impl Overlaps {
    pub(crate) fn new(catalog: &Catalog) -> Overlaps {
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
        Overlaps::of(descriptions.into_iter().collect())
    }

    fn of(mut descriptions: Vec<(SkillId, Arc<str>)>) -> Overlaps {
        descriptions.sort_by_key(|(id, _)| *id);
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut counts: Vec<u32> = Vec::new();
        let mut sets: Vec<(SkillId, Vec<u32>)> = Vec::new();
        for (id, text) in &descriptions {
            let mut set: Vec<u32> = text
                .split(|character: char| !character.is_alphanumeric())
                .filter(|word| word.chars().count() >= 3)
                .map(|word| {
                    let next = numbers.len() as u32;
                    *numbers.entry(word.to_lowercase()).or_insert(next)
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
        let mut overlaps = Overlaps::default();
        for (id, set) in sets {
            if set.len() < FEWEST {
                continue;
            }
            let mut set: Vec<u32> = set.iter().filter_map(|word| ranks.get(*word as usize).copied()).collect();
            set.sort_unstable();
            for word in set.iter().take(rarest(set.len())) {
                overlaps.having.entry(*word).or_default().push(id);
            }
            overlaps.words.insert(id, set.into());
        }
        overlaps
    }

    /// The skill with the most similar description, and the share of words in per cent.
    fn nearest(&self, id: SkillId, is_excluded: impl Fn(SkillId) -> bool) -> Option<(SkillId, usize)> {
        let own = self.words.get(&id)?;
        let mut candidates: Vec<SkillId> = Vec::new();
        for word in own.iter().take(rarest(own.len())) {
            candidates.extend(self.having.get(word).into_iter().flatten().take(COMPARED));
        }
        candidates.sort_unstable();
        candidates.dedup();
        let shares =
            candidates.into_iter().filter(|it| *it != id && !is_excluded(*it)).take(COMPARED).filter_map(|other| {
                let share = share(own, self.words.get(&other)?);
                (share >= SHARE).then_some((other, share))
            });
        shares.max_by_key(|(other, share)| (*share, std::cmp::Reverse(*other)))
    }
}

/// How many of the rarest words of a set of this size must be looked up.
fn rarest(size: usize) -> usize {
    size - (size * SHARE).div_ceil(100) + 1
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
            description: Fills in PDF forms from a table. Use when some form must be filled.
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ description-overlaps (off): `description` shares 83 % of its words with that of `pdf`
            ---
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            description: Fills in PDF forms from a list. Use when some form must be filled.
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ description-overlaps: `description` shares 83 % of its words with that of `forms`
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
        Overlaps::of(all.collect())
    }

    #[test]
    fn one_word_differs() {
        let overlaps = overlaps(&[
            "Fills in PDF forms from a table. Use when some form must be filled.",
            "Fills in PDF forms from a list. Use when some form must be filled.",
            "Draws charts from a table and prints them for the weekly report.",
        ]);
        assert_eq!(overlaps.nearest(SkillId(0), |_| false), Some((SkillId(1), 83)));
        assert_eq!(overlaps.nearest(SkillId(2), |_| false), None);
        assert_eq!(overlaps.nearest(SkillId(0), |_| true), None, "the same skill elsewhere");
    }

    #[test]
    fn short_descriptions_are_not_compared() {
        assert_eq!(overlaps(&["PDF forms", "PDF forms"]).nearest(SkillId(0), |_| false), None);
    }
}
