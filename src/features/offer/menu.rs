//! The skills in the description of a tool: a line each, all together within a budget.

use crate::features::offer::Offer;

/// So many characters one description may take.
const LONGEST: usize = 400;
/// So many characters it takes to count the rest.
const COUNT: usize = 20;
/// A description shorter than this says nothing any more.
const SHORTEST: usize = 20;

/// A line for each skill. When they are too long together, long descriptions are cut to an equal share; when that is too
/// little, as many of the first keep one as there is room for, and of the others the names remain; when even these are too
/// long, the rest is counted.
pub fn menu(offers: &[Offer<'_>], budget: usize) -> String {
    let entries: Vec<(String, String)> =
        offers.iter().map(|offer| (one_line(offer.id()), shortened(&one_line(offer.description()), LONGEST))).collect();
    // `- ` and the end of the line.
    let names: usize = entries.iter().map(|(name, _)| length(name) + 3).sum();
    let longest = share(&entries, budget.saturating_sub(names));
    let mut spare = if longest.is_some() { usize::MAX } else { budget.saturating_sub(names) };
    let mut line = |(name, description): &(String, String)| {
        let cut = shortened(description, longest.unwrap_or(SHORTEST));
        match spare.checked_sub(length(&cut) + 2).filter(|_| !cut.is_empty()) {
            Some(left) => {
                spare = left;
                format!("- {name}: {cut}\n")
            }
            None => format!("- {name}\n"),
        }
    };
    let lines: Vec<String> = entries.iter().map(&mut line).collect();
    let mut room = match lines.iter().map(|line| length(line)).sum::<usize>() <= budget {
        true => budget,
        false => budget.saturating_sub(COUNT),
    };
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        match room.checked_sub(length(line)) {
            Some(left) => room = left,
            None => return format!("{text}- and {} more\n", lines.len() - index),
        }
        text.push_str(line);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::offer::offers;
    use crate::features::testing::ask;

    /// The lines for skills of these descriptions.
    fn check(descriptions: &[&str], budget: usize, expected: &str) {
        let mut fixture = String::new();
        for (index, description) in descriptions.iter().enumerate() {
            fixture.push_str(&format!(
                "//- /home/.claude/skills/s{index}/SKILL.md\n---\nname: s{index}\ndescription: {description}\n---\n"
            ));
        }
        let lines = ask(&fixture, |context, _| {
            menu(&offers(context.catalog, context.catalog.view("claude-code").unwrap()), budget)
        });
        assert_eq!(lines, expected);
        assert!(length(&lines) <= budget.max(COUNT), "{lines}");
    }

    #[test]
    fn all_fit() {
        check(&["One.", "Two things."], 100, "- s0: One.\n- s1: Two things.\n");
    }

    #[test]
    fn a_line_break_is_no_other_skill() {
        check(&["\"One.\\n- s9: Loads.\""], 100, "- s0: One. - s9: Loads.\n");
    }

    #[test]
    fn long_ones_share_what_there_is() {
        let long = "Does something that takes many words to say, and then some more.";
        check(
            &["Short.", long, long],
            80,
            "- s0: Short.\n- s1: Does something that takes…\n- s2: Does something that takes…\n",
        );
    }

    #[test]
    fn as_many_descriptions_as_there_is_room_for() {
        let long = "Does something that takes many words to say.";
        check(&[long, "Short.", long], 50, "- s0: Does something that…\n- s1: Short.\n- s2\n");
        check(&[long; 4], 70, "- s0: Does something that…\n- s1: Does something that…\n- s2\n- s3\n");
    }

    #[test]
    fn names_alone_and_a_count() {
        let long = "Does something that takes many words to say.";
        check(&[long, long, long], 30, "- s0\n- s1\n- s2\n");
        check(&[long; 9], 35, "- s0\n- s1\n- s2\n- and 6 more\n");
        check(&[long; 9], 0, "- and 9 more\n");
    }
}
