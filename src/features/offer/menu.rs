//! The skills in the description of a tool: a line each, all together within a budget.

use crate::features::offer::Offer;

/// So many characters the lines may take: what a model reads at every turn.
pub const MENU_BUDGET: usize = 8_000;
/// So many characters one description may take.
const LONGEST: usize = 400;
/// A description shorter than this says nothing any more.
const SHORTEST: usize = 20;

/// A line for each skill. When they are too long together, long descriptions are cut to an equal share; when that is too
/// little, names alone remain; when even they are too long, the rest is counted.
pub fn menu(offers: &[Offer<'_>], budget: usize) -> String {
    let entries: Vec<(String, String)> =
        offers.iter().map(|offer| (one_line(offer.id()), shortened(&one_line(offer.description()), LONGEST))).collect();
    // `- ` and the end of the line.
    let names: usize = entries.iter().map(|(name, _)| length(name) + 3).sum();
    let longest = share(&entries, budget.saturating_sub(names));
    let mut text = String::new();
    let mut used = 0;
    for (index, (name, description)) in entries.iter().enumerate() {
        let line = match longest {
            Some(longest) if !description.is_empty() => format!("- {name}: {}\n", shortened(description, longest)),
            _ => format!("- {name}\n"),
        };
        used += length(&line);
        if used > budget {
            text.push_str(&format!("- and {} more\n", entries.len() - index));
            break;
        }
        text.push_str(&line);
    }
    text
}

/// How long a description may be so that all fit into `room`; `None` when only names do.
fn share(entries: &[(String, String)], room: usize) -> Option<usize> {
    // `: ` before each.
    let taken = |longest: usize| -> usize {
        entries.iter().map(|(_, it)| length(it).min(longest)).filter(|it| *it > 0).map(|it| it + 2).sum()
    };
    (SHORTEST..=LONGEST).rev().find(|longest| taken(*longest) <= room)
}

/// A text without line breaks, so that no description can pass for another skill.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shortened(text: &str, longest: usize) -> String {
    if length(text) <= longest {
        return text.to_owned();
    }
    let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

fn length(text: &str) -> usize {
    text.chars().count()
}
