//! The description: the entry as the model will see it, its length, and what it takes of the listing.

use crate::catalog::{Candidate, Status, View};
use crate::features::Context;
use crate::features::measure::{readers, share, tightest};
use crate::features::page::{Page, strong, words};
use crate::listing::{CutKind, Later, ListedEntry, Listing};
use crate::words::{capitalized, grouped};

/// What is told about the description of the document.
pub(super) fn page(context: &Context<'_>) -> Option<Page> {
    let mut page = Page::default();
    let mut hosts = readers(context);
    if hosts.is_empty() {
        // Nobody who is written for reads it: the first of those who do.
        let (id, _) = context.skill()?;
        let others = context.catalog.views().iter().filter(|view| !view.host.listing.is_empty());
        hosts.extend(others.filter_map(|view| Some((view, view.standing(id)?))).take(1));
    }
    for (view, candidate) in hosts {
        match context.entry(&view.host.id) {
            Some((entry, listing)) => listed(&mut page, view, &entry, &listing),
            None => unlisted(&mut page, view, candidate),
        }
    }
    if let Some(length) = tightest(context) {
        page.line([words(length.words())]);
    }
    Some(page)
}

fn listed(page: &mut Page, view: &View, entry: &ListedEntry, listing: &Listing) {
    let deed = match (entry.cut, entry.later) {
        (Some(CutKind::Omitted), _) => "leaves the skill out of its listing",
        (Some(CutKind::NameOnly), _) => "lists the name without it",
        (Some(CutKind::Shortened), _) => "shortens it in its listing",
        (None, Some(Later::AtStart)) => "announces it right after the start",
        (None, Some(Later::WhenTouched)) => "announces it later",
        (None, None) => "lists it",
    };
    let host = strong(capitalized(&view.host.name));
    page.line([host, words(format!(" {deed}{}", if entry.text.is_empty() { "" } else { ":" }))]);
    if !entry.text.is_empty() {
        page.verbatim(&*entry.text);
    }
    if entry.later.is_some() {
        return;
    }
    let share = share(entry, listing);
    page.line([words(capitalized(&match &listing.budget {
        Some(budget) if budget.wanted > budget.room() => format!(
            "{share} of the listing: it wants {} of {} {unit}; the whole listing wants {} and has {}",
            grouped(entry.full),
            grouped(budget.limit),
            grouped(budget.wanted),
            grouped(budget.room()),
            unit = budget.unit,
        ),
        Some(budget) => {
            format!("{share} of the listing: {} of {} {}", grouped(entry.full), grouped(budget.limit), budget.unit)
        }
        None => format!("{share} of the listing, which has no limit"),
    }))]);
}

fn unlisted(page: &mut Page, view: &View, candidate: &Candidate) {
    let host = capitalized(&view.host.name);
    if !view.host.listing_unknown.is_empty() {
        let why = &view.host.listing_unknown;
        page.line([words(format!("What {host} shows the model is not known: {why}"))]);
    } else if !view.host.listing.is_empty() && candidate.verdict.status != Status::Active {
        let verdict = &candidate.verdict;
        page.line([strong(host), words(format!(" does not list it: {}: {}", verdict.status.word(), verdict.reason))]);
    }
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::{check, told};
    use crate::features::inlay::tests::CROWDED;

    #[test]
    fn as_the_model_sees_it() {
        check(
            "
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            name: pdf-tools
            description: Reads PD$0F files.
            when_to_use: When there is one.
            ---
            ",
            "
            [Reads PDF files.]
            Claude Code lists it:

                - pdf (pdf-tools): Reads PDF files. - When there is one.

            Under 1 % of the listing: 56 of 30,000 characters

            37 of 1,536 characters with `when_to_use`
            ",
        );
    }

    #[test]
    fn no_room_in_the_listing() {
        check(
            CROWDED,
            "
            [Draws charts of every kind there is.]
            Claude Code lists the name without it:

                - two

            72 % of the listing: it wants 43 of 60 characters; the whole listing wants 80 and has 60

            36 of 1,536 characters
            ",
        );
    }

    #[test]
    fn several_hosts() {
        check(
            "
            //# hosts = agentskills, gemini-cli, cursor
            //- /home/shop/.agents/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Reads <PDF> files.$0
            ---
            ",
            "
            [Reads <PDF> files.]
            A plain Agent Skills client lists it:

                  <skill>
                    <name>pdf</name>
                    <description>Reads <PDF> files.</description>
                    <location>/home/shop/.agents/skills/pdf/SKILL.md</location>
                  </skill>

            80 % of the listing, which has no limit

            Gemini CLI lists it:

                  <skill>
                    <name>pdf</name>
                    <description>Reads <PDF> files.</description>
                    <location>/home/shop/.agents/skills/pdf/SKILL.md</location>
                  </skill>

            40 % of the listing, which has no limit

            What Cursor shows the model is not known: Cursor sends the skills it finds to its server, which makes the text

            18 of 1,024 characters
            ",
        );
    }

    #[test]
    fn what_is_not_listed() {
        let fixture = "
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            description: Rea$0ds.
            disable-model-invocation: true
            ---
            ";
        let expected = "[Reads.]\nClaude Code does not list it: hidden: `disable-model-invocation: true` keeps it from the model\n\n6 of 1,024 characters";
        assert_eq!(told(fixture), expected);
    }

    #[test]
    fn a_text_with_fences_and_other_scripts() {
        let text = told("//- /home/shop/.claude/skills/pdf/SKILL.md\n---\ndescription: \"读取$0 😀 ``` PDF\"\n---\n");
        assert!(
            text.starts_with("[\"读取 😀 ``` PDF\"]\nClaude Code lists it:\n\n    - pdf: 读取 😀 ``` PDF\n"),
            "{text}"
        );
    }
}
