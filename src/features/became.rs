//! What became of one skill in a listing, and the one thing that would bring it back: what stands over a preview.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::catalog::{Catalog, View};
use crate::features::shown::{Shown, longest, reason, showing};
use crate::listing::{CutCause, Later, ListedEntry, Listing};
use crate::words::{capitalized, grouped};

/// What became of a skill in a listing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Became {
    /// What of it stands there: `whole`, `shortened`, `name-only`, `omitted`; nothing when it is not listed.
    pub shown: Option<&'static str>,
    /// The same in words, without a full stop.
    pub words: String,
    /// What would bring it back, without a full stop; nothing when it is whole, or when nothing simple would.
    pub remedy: Option<String>,
}

/// What became of a file in a listing; `None` where the host does not come upon it.
pub fn became(catalog: &Catalog, view: &View, listing: &Listing, path: &Path) -> Option<Became> {
    let id = catalog.by_path(path)?;
    let (skill, candidate) = (catalog.skill(id)?, view.standing(id)?);
    let Some(found) = showing(view, candidate, listing) else {
        let words = format!("Not listed: {}", reason(skill, candidate, None));
        return Some(Became { shown: None, words, remedy: None });
    };
    let entry = listing.entries.iter().find(|entry| entry.skill == id && *entry.name == *candidate.id)?;
    let description = candidate.reading.description.as_deref().unwrap_or_default();
    let cause = found.cause.map(|cause| format!(": {cause}")).unwrap_or_default();
    let words = match found.shown {
        Shown::Whole if entry.later == Some(Later::AtStart) => "Announced right after the start".to_owned(),
        Shown::Whole if entry.later.is_some() => "Announced later, once a matching file is touched".to_owned(),
        Shown::Whole => "Listed whole".to_owned(),
        Shown::Shortened => {
            let (kept, whole) = (kept(&entry.text, description), collapsed(description).chars().count());
            format!("Description cut to {} of {} characters{cause}", grouped(kept), grouped(whole))
        }
        Shown::NameOnly => format!("Description dropped{cause}"),
        Shown::Omitted => format!("Left out{cause}"),
    };
    Some(Became { shown: Some(found.shown.word()), words, remedy: remedy(view, entry, listing) })
}

fn remedy(view: &View, entry: &ListedEntry, listing: &Listing) -> Option<String> {
    match entry.cause? {
        CutCause::Length => {
            let rule = view.host.listing.iter().find(|rule| rule.mode == listing.mode)?;
            Some(format!("shorten it to {} characters", grouped(longest(view, rule)?)))
        }
        // Once all entries fit, no host cuts any: how it chooses does not matter.
        CutCause::Room => {
            let budget = listing.budget.as_ref()?;
            if budget.is_taken_by_own() {
                return more_room(view, listing).map(|text| capitalized(&text));
            }
            let over = budget.wanted.saturating_sub(budget.room());
            let mut others: Vec<&Arc<ListedEntry>> =
                listing.entries.iter().filter(|other| other.skill != entry.skill).collect();
            others.sort_by_key(|other| std::cmp::Reverse(other.full));
            let longest: Vec<String> =
                others.iter().take(2).map(|other| format!("`{}` ({})", other.name, grouped(other.full))).collect();
            let named =
                if longest.is_empty() { String::new() } else { format!("; the longest are {}", longest.join(" and ")) };
            Some(format!(
                "make room for {} {}: shorten this or others, or turn some off{named}",
                grouped(over),
                budget.unit
            ))
        }
        CutCause::Switch => {
            let (_, file) = view.controls.override_of(&view.host, &entry.name)?;
            Some(format!("take it out of `{}`", view.environment.short(file)))
        }
        CutCause::Count => Some("turn others off".to_owned()),
        CutCause::Off => None,
    }
    .map(|text| capitalized(&text))
}

/// What makes room where the host's own skills take all there is: no skill on disk is to blame.
fn more_room(view: &View, listing: &Listing) -> Option<String> {
    let rule = view.host.listing.iter().find(|rule| rule.mode == listing.mode)?;
    let controls = &view.host.controls;
    let quoted = |name: &String| format!("`{name}`");
    let budget = controls.budget_fraction.as_ref().or_else(|| rule.budget.as_ref()?.variable.as_ref());
    let switch = controls.own_skills_off.as_ref().or(controls.own_skills_off_variable.as_ref());
    match (budget.map(quoted), switch.map(quoted)) {
        (Some(budget), Some(switch)) => {
            Some(format!("raise the budget with {budget}, or turn the bundled skills off with {switch}"))
        }
        (Some(budget), None) => Some(format!("raise the budget with {budget}")),
        (None, Some(switch)) => Some(format!("turn the bundled skills off with {switch}")),
        (None, None) => None,
    }
}

/// So many characters of a description stand in a text: what is shown of more shows less too, so halving finds it.
fn kept(text: &str, description: &str) -> usize {
    let (text, description) = (collapsed(text), collapsed(description));
    let ends: Vec<usize> = description.char_indices().map(|(at, one)| at + one.len_utf8()).collect();
    ends.partition_point(|end| description.get(..*end).is_some_and(|part| text.contains(part)))
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::inlay::tests::CROWDED;
    use crate::features::testing::ask;

    /// What became of the open file in a host's listing, and what would bring it back.
    fn told(host: &str, fixture: &str) -> String {
        ask(fixture, |context, _| {
            let view = context.catalog.view(host).expect("a host");
            let listing = context.listings.listing(host, context.path).expect("a listing");
            let became = became(context.catalog, view, &listing, context.path);
            became.map_or("nothing".to_owned(), |it| {
                it.words + &it.remedy.map(|it| format!(" → {it}")).unwrap_or_default()
            })
        })
    }

    #[test]
    fn whole() {
        assert_eq!(
            told("claude-code", "//- /home/.claude/skills/pdf/SKILL.md\n---\ndescription: Reads.\n---\n"),
            "Listed whole"
        );
    }

    #[test]
    fn no_room() {
        assert_eq!(
            told("claude-code", CROWDED),
            "Description dropped: no room: the listing wants 80 characters and has 60 → \
             Make room for 20 characters: shorten this or others, or turn some off; the longest are `one` (36)"
        );
    }

    #[test]
    fn bundled_skills_take_all_the_room() {
        let became = told("claude-code", &CROWDED.replace("//# context", "//# bundled = on\n        //# context"));
        assert!(became.starts_with("Description dropped: no room: the bundled skills alone take "), "{became}");
        assert!(
            became.ends_with(
                " of the 60 characters → Raise the budget with `skillListingBudgetFraction`, or turn the bundled skills \
                 off with `disableBundledSkills`"
            ),
            "{became}"
        );
    }

    #[test]
    fn too_long() {
        let long = format!("//- /home/.claude/skills/pdf/SKILL.md\n---\ndescription: {}\n---\n", "words ".repeat(400));
        assert_eq!(
            told("claude-code", &long),
            "Description cut to 1,535 of 2,399 characters: its text is longer than the 1,536 characters that an entry may \
             have → Shorten it to 1,536 characters"
        );
    }

    #[test]
    fn not_listed_and_not_met() {
        let hidden =
            "//- /home/.claude/skills/pdf/SKILL.md\n---\ndescription: Reads.\ndisable-model-invocation: true\n---\n";
        assert!(told("claude-code", hidden).starts_with("Not listed: "), "{}", told("claude-code", hidden));
        assert_eq!(told("codex", hidden), "nothing");
    }
}
