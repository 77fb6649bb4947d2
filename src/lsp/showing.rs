//! The answers of commands as people read them. An editor that runs a command without knowing it drops the answer; our
//! lenses and actions therefore ask for it to be shown (`"show": true`), in a message.

use crate::checks::Check;
use crate::features::review::{Review, sections, summary};
use crate::features::why::{Why, WhyCandidate, copies_apart};
use crate::listing::Listing;
use crate::words::{add_to, capitalized, enumeration, short};
use crate::workspace::Snapshot;

/// What a check means.
pub(crate) fn explanation(check: &Check) -> String {
    format!("{}: {}\n\n{}", check.id, check.summary, check.documentation.trim_end())
}

/// The listing, and what is announced later.
pub(crate) fn listing(listing: &Listing) -> String {
    let parts = std::iter::once(&listing.text).chain(&listing.later);
    parts.map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n")
}

/// What a skill or a package may do, part by part.
pub(crate) fn review(review: &Review) -> String {
    let [size, outcome] = summary(review);
    let mut text = format!("{}: {size}\n{outcome}", review.root.display());
    for section in sections(review, false) {
        text.push_str(&format!("\n\n{}", section.title));
        for row in section.rows {
            text.push_str(&format!("\n  {}", row.join("  ")));
        }
    }
    text
}

/// What each host makes of a name, line by line.
pub(crate) fn reasons(snapshot: &Snapshot, name: &str, answers: &[Why]) -> String {
    if answers.is_empty() {
        return format!("no agent has a skill `{name}`");
    }
    // Hosts that do the same stand together.
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for answer in answers {
        let host = snapshot.catalog.view(&answer.host).map_or(answer.host.as_str(), |view| &view.host.name);
        let line = |(index, candidate): (usize, &WhyCandidate)| {
            format!("\n  {}: {}", short(&candidate.path, &snapshot.environment), answer.words(index))
        };
        let lines: String = answer.candidates.iter().enumerate().map(line).collect();
        add_to(&mut groups, lines, host);
    }
    let mut text = name.to_owned();
    for (lines, hosts) in groups {
        text.push_str(&format!("\n{}{lines}", capitalized(&enumeration(&hosts))));
    }
    for (one, other, lines) in copies_apart(answers) {
        let [one, other] = [one, other].map(|path| short(path, &snapshot.environment));
        text.push_str(&format!("\n{one} and {other} differ in {lines} {}", if lines == 1 { "line" } else { "lines" }));
    }
    text
}
