//! What stands at the end of a line: how long the description is and what it takes of the listings, and how many open
//! files wake a skill that waits for one.

use crate::catalog::{Candidate, Status};
use crate::features::Context;
use crate::features::measure::{cut_word, readers, share, tightest};
use crate::features::opened;
use crate::listing::Later;
use crate::text::Span;
use crate::words::{add_to, capitalized, grouped};

/// A remark in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where it stands.
    pub offset: usize,
    /// What it says.
    pub label: String,
    /// More about it, line by line.
    pub tooltip: String,
}

/// The hints in a part of the document.
pub fn hints(context: &Context<'_>, asked: Span) -> Vec<Hint> {
    let hints = description(context).into_iter().chain(opened::hint(context));
    hints.filter(|hint| asked.touches(hint.offset)).collect()
}

fn description(context: &Context<'_>) -> Option<Hint> {
    context.skill()?;
    let field = context.document.field("description")?;
    field.value.scalar().filter(|text| !text.trim().is_empty())?;
    let length = tightest(context)?;
    let mut shares: Vec<(String, Vec<&str>)> = Vec::new();
    let mut tooltip: Vec<String> = length.whose().into_iter().collect();
    for (view, candidate) in readers(context) {
        let host = view.host.name.as_str();
        let entry = context.entry(&view.host.id);
        let said = match &entry {
            Some((entry, _)) if entry.later == Some(Later::AtStart) => "announced at the start".to_owned(),
            Some((entry, _)) if entry.later.is_some() => "announced later".to_owned(),
            Some((entry, listing)) => {
                let cut = entry.cut.map(|cut| format!(", {}", cut_word(cut))).unwrap_or_default();
                format!("{} of the listing{cut}", share(entry, listing))
            }
            None if is_unlisted(candidate) && !view.host.listing.is_empty() => "not in the listing".to_owned(),
            None => continue,
        };
        add_to(&mut shares, said, host);
        if let Some((entry, listing)) = &entry
            && let Some(budget) = &listing.budget
        {
            let unit = budget.unit;
            let (full, limit, wanted) = (grouped(entry.full), grouped(budget.limit), grouped(budget.wanted));
            tooltip.push(capitalized(&format!(
                "{host}: the entry takes {full} of {limit} {unit}; all entries want {wanted}"
            )));
        }
    }
    let parts: Vec<String> = match shares.as_slice() {
        [(said, _)] => vec![said.clone()],
        shares => shares.iter().map(|(said, hosts)| format!("{}: {said}", capitalized(&hosts.join(", ")))).collect(),
    };
    // Behind a comma a line may break; behind a space VS Code breaks none, but in the middle of a word.
    let label = unbroken(&[vec![length.words().replace('`', "")], parts].concat().join(", "));
    Some(Hint { offset: field.value.span.end, label, tooltip: tooltip.join("\n") })
}

/// Editors that wrap a long line break behind a comma and at a space: not inside a number, nor before its sign.
fn unbroken(label: &str) -> String {
    let characters: Vec<char> = label.chars().collect();
    let digit = |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(char::is_ascii_digit);
    let kept = characters
        .iter()
        .enumerate()
        .filter(|(at, character)| **character != ',' || !digit(at.checked_sub(1)) || !digit(at.checked_add(1)));
    kept.map(|(_, character)| *character).collect::<String>().replace(" %", "\u{a0}%")
}

/// Whether the host keeps a skill out of its listing for another reason than room.
fn is_unlisted(candidate: &Candidate) -> bool {
    match candidate.verdict.status {
        Status::Active | Status::Ambiguous => false,
        Status::Shadowed | Status::Hidden | Status::Conditional => true,
        Status::Disabled | Status::Skipped | Status::Unread => true,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::features::testing::ask;

    /// The first file of a fixture with its hints drawn in between `⟦` and `⟧`.
    fn drawn(fixture: &str) -> String {
        ask(fixture, |context, _| {
            let mut text = context.document.text.to_string();
            for hint in hints(context, Span::new(0, text.len())).iter().rev() {
                text.insert_str(hint.offset, &format!("⟦{}⟧", hint.label));
            }
            text
        })
    }

    #[test]
    fn at_the_end_of_the_description() {
        assert_eq!(
            drawn("---\nname: pdf\ndescription: 读取 PDF.  # short\n---\n"),
            "---\nname: pdf\ndescription: 读取 PDF.⟦7 of 1024 characters, under 1\u{a0}% of the listing⟧  # short\n---\n"
        );
        assert_eq!(
            drawn("---\ndescription: >-\n  Reads\n  it.\n---\n"),
            "---\ndescription: >-\n  Reads\n  it.⟦9 of 1024 characters, under 1\u{a0}% of the listing⟧\n---\n"
        );
    }

    /// Two skills in a listing that has room for one.
    pub(crate) const CROWDED: &str = "
        //# hosts = claude-code
        //# context-window = 2000
        //- /home/.claude/skills/two/SKILL.md
        ---
        name: two
        description: Draws charts$0 of every kind there is.
        ---
        //- /home/.claude/skills/one/SKILL.md
        ---
        name: one
        description: Fills in forms of every kind.
        ---
        ";

    #[test]
    fn no_room_in_the_listing() {
        let text = drawn(CROWDED);
        assert!(
            text.contains("there is.⟦36 of 1536 characters, 72\u{a0}% of the listing, description dropped⟧"),
            "{text}"
        );
        let tooltip = ask(CROWDED, |context, _| description(context).expect("a hint").tooltip);
        assert_eq!(
            tooltip,
            "Claude Code takes at most 1,536 characters\n\
             Claude Code: the entry takes 43 of 60 characters; all entries want 80"
        );
    }

    #[test]
    fn together_with_when_to_use() {
        let text = drawn(&format!(
            "//# hosts = claude-code\n---\ndescription: Reads.\nwhen_to_use: {}\n---\n",
            "a".repeat(2000)
        ));
        let hint = "⟦2009 of 1536 characters with when_to_use, 5\u{a0}% of the listing, shortened⟧";
        assert!(text.contains(hint), "{text}");
    }

    #[test]
    fn hosts_that_differ() {
        let text = drawn(
            "//# hosts = codex, qwen-code, cursor, claude-code\n//- /home/shop/.agents/skills/pdf/SKILL.md\n---\nname: pdf\n\
             description: Reads.\ndisable-model-invocation: true\n---\n",
        );
        let hint = "⟦6 of 1024 characters, Codex: under 1\u{a0}% of the listing, Qwen Code: not in the listing⟧";
        assert!(text.contains(hint), "{text}");
    }

    #[test]
    fn nothing_to_measure() {
        for text in ["Text.\n", "---\nname: pdf\n---\n", "---\ndescription:\n---\n", "---\ndescription: [a]\n---\n"] {
            assert_eq!(drawn(text), text);
        }
    }

    #[test]
    fn only_in_the_part_that_is_asked_for() {
        let shown = ask("---\nname: pdf\ndescription: Reads.\n---\n", |context, _| hints(context, Span::new(0, 10)));
        assert_eq!(shown, []);
    }
}
