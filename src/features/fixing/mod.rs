//! Which fixes are applied to a text: the one decision of `check --fix`, `--diff`, "Fix all" and single actions.

mod judgement;
#[cfg(test)]
mod properties;

pub use judgement::Refusal;

use crate::checks::{Diagnostic, FileEdit, Fix};
use crate::config::Level;
use crate::document::{self, Document};
use crate::text::{Edit, apply};
use judgement::{Known, verdict};

/// A fix may bring another finding to light; what has not settled after so many rounds never will.
pub const ROUNDS: usize = 10;

/// The least finding that is mended unless hints are asked for: those are for whoever looks at them.
pub const LEAST: Level = Level::Information;

/// So many looks at a text are taken in one round to find out which of its fixes are to be refused.
const MOST_LOOKS: usize = 64;

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Courage {
    /// Safe ones only.
    Safe,
    /// The safe ones, and then the preferred fix of every other finding.
    Preferred,
}

/// What fixes make of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// The text afterwards, where it is another one.
    pub text: Option<String>,
    /// What was changed, round by round, each in the text of the one before.
    pub rounds: Vec<Vec<Edit>>,
    /// How many fixes were applied.
    pub count: usize,
    /// Those that were left alone in the end.
    pub refused: Vec<Refused>,
}

/// A fix that was left alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refused {
    /// The check whose finding it is for.
    pub check: &'static str,
    /// What it would have done.
    pub title: String,
    /// Why it was not.
    pub why: Refusal,
}

/// What all fixes make of a text, round by round, the safe ones first. `found` is what is found in it, `examine` tells
/// what is found in another. After every step the text is parsed and looked at again, and what makes it worse is
/// refused. Fixes that make or rename files are not among them.
pub fn mended(
    text: &str,
    found: &[Diagnostic],
    courage: Courage,
    least: Level,
    mut examine: impl FnMut(&str) -> Vec<Diagnostic>,
) -> Mended {
    let mut mended = Mended::default();
    let mut found = found.to_vec();
    for _ in 0..ROUNDS {
        let old = mended.text.as_deref().unwrap_or(text);
        mended.refused.clear();
        let safely = step(old, &found, Courage::Safe, least, &mut mended.refused, &mut examine);
        let made = safely.or_else(|| match courage {
            Courage::Safe => None,
            Courage::Preferred => step(old, &found, courage, least, &mut mended.refused, &mut examine),
        });
        let Some(made) = made else { break };
        mended.count += made.count;
        found = made.found;
        mended.text = Some(made.text);
        mended.rounds.push(made.edits);
    }
    mended.text = mended.text.filter(|new| new != text);
    mended
}

/// What one fix of a finding makes of a text, unless it is to be refused.
pub fn accepted(
    document: &Document,
    found: &[Diagnostic],
    fix: &Fix,
    examine: impl FnOnce(&Document) -> Vec<Diagnostic>,
) -> Result<(), Refusal> {
    let edits: Vec<Edit> = fix.edits_here().cloned().collect();
    let new = document::parse(&apply(&document.text, &edits));
    let after = examine(&new);
    verdict(&Known { document, found }, &edits, &Known { document: &new, found: &after })
}

/// Whether there is a safe fix that changes the text; whether it is refused shows when it is applied.
pub fn has_safe(text: &str, found: &[Diagnostic]) -> bool {
    let fixes = found.iter().filter(|it| it.level >= LEAST).filter_map(Diagnostic::safe_fix);
    fixes.filter(|fix| !moves(fix)).any(|fix| fix.edits_here().any(|edit| edit.span.of(text) != edit.text))
}

/// The fix of a finding that is applied in bulk.
pub fn chosen(diagnostic: &Diagnostic, courage: Courage) -> Option<&Fix> {
    let preferred = || diagnostic.fixes.first().filter(|fix| !fix.edits.is_empty() && !fix.creates() && !fix.is_choice);
    match courage {
        Courage::Safe => diagnostic.safe_fix(),
        Courage::Preferred => diagnostic.safe_fix().or_else(preferred),
    }
}

/// Whether a fix makes or renames files.
pub fn moves(fix: &Fix) -> bool {
    fix.edits.iter().any(|edit| !matches!(edit, FileEdit::Here(_)))
}

/// A text after one round of fixes.
struct Step {
    text: String,
    found: Vec<Diagnostic>,
    edits: Vec<Edit>,
    count: usize,
}

/// A fix that is to be applied.
#[derive(Clone)]
struct Chosen<'a> {
    finding: &'a Diagnostic,
    fix: &'a Fix,
    edits: Vec<Edit>,
}

/// All fixes that can be applied together. When together they are refused, each half is tried, and so on.
fn step(
    text: &str,
    found: &[Diagnostic],
    courage: Courage,
    least: Level,
    refused: &mut Vec<Refused>,
    examine: &mut impl FnMut(&str) -> Vec<Diagnostic>,
) -> Option<Step> {
    let findings = found.iter().filter(|it| it.level >= least);
    // What has a safe fix was tried before.
    let findings = findings.filter(|it| courage == Courage::Safe || it.safe_fix().is_none());
    let fixes = findings.filter_map(|it| Some((it, chosen(it, courage)?))).filter(|(_, fix)| !moves(fix));
    let mut waiting = vec![together(fixes)];
    let document = document::parse(text);
    let mut made: Option<Step> = None;
    for _ in 0..MOST_LOOKS {
        let Some(group) = waiting.pop() else { break };
        let kept = made.iter().flat_map(|made| &made.edits);
        let edits: Vec<Edit> = kept.chain(group.iter().flat_map(|it| &it.edits)).cloned().collect();
        let new = apply(text, &edits);
        if new == made.as_ref().map_or(text, |made| &made.text) {
            continue;
        }
        let parsed = document::parse(&new);
        let after = examine(&new);
        match verdict(&Known { document: &document, found }, &edits, &Known { document: &parsed, found: &after }) {
            Ok(()) => {
                let count = made.map_or(0, |made| made.count) + group.len();
                made = Some(Step { text: new, found: after, edits, count });
            }
            Err(why) => match &group[..] {
                [one] => refused.push(Refused { check: one.finding.check, title: one.fix.title.clone(), why }),
                several => {
                    let (left, right) = several.split_at(several.len() / 2);
                    waiting.extend([right.to_vec(), left.to_vec()]);
                }
            },
        }
    }
    made
}

/// The fixes that can be applied together, each whole or not at all; the others come in the next round.
fn together<'a>(fixes: impl Iterator<Item = (&'a Diagnostic, &'a Fix)>) -> Vec<Chosen<'a>> {
    let mut taken: Vec<Edit> = Vec::new();
    let mut all = Vec::new();
    for (finding, fix) in fixes {
        let mut edits: Vec<Edit> = fix.edits_here().cloned().collect();
        edits.sort_by_key(|edit| edit.span);
        edits.dedup();
        // The same fix of a second finding is done already.
        if edits.iter().all(|edit| taken.contains(edit)) {
            continue;
        }
        if edits.iter().any(|edit| taken.iter().any(|other| meet(edit, other))) {
            continue;
        }
        taken.extend(edits.iter().cloned());
        all.push(Chosen { finding, fix, edits });
    }
    all
}

fn meet(left: &Edit, right: &Edit) -> bool {
    left.span.overlaps(right.span) || left.span.start == right.span.start || {
        let inside =
            |outer: &Edit, inner: &Edit| outer.span.start < inner.span.start && inner.span.start < outer.span.end;
        inside(left, right) || inside(right, left)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::features::testing::examined;
    use crate::text::Span;

    #[test]
    fn a_fix_is_applied_whole_or_not_at_all() {
        let fix = |edits: Vec<Edit>| Fix::safe("Do it", edits);
        let fixes = [
            fix(vec![Edit::replace(Span::new(0, 3), "x"), Edit::insert(8, "!")]),
            fix(vec![Edit::insert(5, "?"), Edit::replace(Span::new(2, 4), "y")]),
            fix(vec![Edit::insert(8, "!")]),
            fix(vec![Edit::insert(8, "#")]),
            fix(vec![Edit::remove(Span::new(4, 6))]),
        ];
        let finding = Diagnostic::new("x", Level::Warning, Span::at(0), String::new());
        let chosen = together(fixes.iter().map(|fix| (&finding, fix)));
        assert_eq!(chosen.len(), 2);
        let edits: Vec<Edit> = chosen.into_iter().flat_map(|it| it.edits).collect();
        assert_eq!(apply("abcdefghij", &edits), "xdgh!ij");
    }

    /// What all fixes make of a skill, and what is refused, a line each.
    fn after(text: &str, courage: Courage) -> (String, Vec<String>) {
        let path = "/home/.claude/skills/pdf/SKILL.md";
        let around = format!("//- {path}\nx\n");
        let found_in = |text: &str| examined(&around, Path::new(path), &document::parse(text));
        let made = mended(text, &found_in(text), courage, LEAST, found_in);
        let refused = made.refused.iter().map(|it| format!("{}: {}", it.check, it.why)).collect();
        (made.text.unwrap_or_else(|| text.to_owned()), refused)
    }

    #[test]
    fn the_safe_fix_of_a_place_goes_first() {
        let text = |value: &str| format!("---\nname: pdf\ndescription: {value}\n---\nFirst sentence here.\n");
        for courage in [Courage::Safe, Courage::Preferred] {
            assert_eq!(after(&text("#1 helper"), courage), (text("\"#1 helper\""), Vec::new()));
        }
    }

    #[test]
    fn what_could_not_be_read_is_left_alone() {
        for text in [
            "---\nname: pdf\ndescription: |\nText at the margin.\n---\nFirst sentence here.\n",
            "---\nname: pdf\ndescription:\nText at the margin.\n---\nFirst sentence here.\n",
        ] {
            let told = vec!["description-empty: it would change lines that could not be read".to_owned()];
            assert_eq!(after(text, Courage::Preferred), (text.to_owned(), told));
        }
    }

    /// A text that is mended by these edits, and what is found in it before and after.
    fn judged(text: &str, edit: Edit, before: &[Diagnostic], after: &[Diagnostic]) -> Result<(), Refusal> {
        accepted(&document::parse(text), before, &Fix::safe("Do it", vec![edit]), |_| after.to_vec())
    }

    #[test]
    fn what_gets_worse_is_refused() {
        let text = "---\nname: pdf\ndescription: A.\n---\nText.\n";
        let found =
            |check, level, start, end| vec![Diagnostic::new(check, level, Span::new(start, end), String::new())];
        let rename = || Edit::replace(Span::new(10, 13), "pdfs");
        assert_eq!(judged(text, rename(), &[], &[]), Ok(()));
        let error = found("some-error", Level::Error, 30, 31);
        assert_eq!(judged(text, rename(), &[], &error), Err(Refusal::NewError("some-error")));
        assert_eq!(judged(text, rename(), &error, &error), Ok(()));
        let here = found("some-finding", Level::Warning, 10, 14);
        assert_eq!(judged(text, rename(), &[], &here), Err(Refusal::NewFinding("some-finding")));
        assert_eq!(judged(text, rename(), &[], &found("some-finding", Level::Hint, 10, 14)), Ok(()));
        assert_eq!(judged(text, rename(), &[], &found("some-finding", Level::Warning, 30, 31)), Ok(()));
        let comment = Edit::insert(text.find("description").unwrap(), "# ");
        assert_eq!(judged(text, comment, &[], &[]), Ok(()));
        let quote = Edit::replace(Span::new(10, 13), "\"pdf");
        assert_eq!(judged(text, quote, &[], &[]), Err(Refusal::NewError("yaml-syntax")));
        let noted = "---\nname: pdf\n# A note.\n---\nText.\n";
        assert_eq!(judged(noted, Edit::insert(14, "---\n"), &[], &[]), Err(Refusal::Body));
        let indented = "---\nname: pdf\n a: b\n---\n";
        assert_eq!(judged(indented, Edit::remove(Span::new(15, 20)), &[], &[]), Err(Refusal::Body));
        let anchored = "---\nname: &a pdf\ndescription: *a\n---\n";
        let changed = Edit::replace(Span::new(13, 16), "x");
        assert_eq!(judged(anchored, changed, &[], &[]), Ok(()));
        let folded = "---\nname: pdf\ndescription: A.\n---\n";
        let swallowed = Edit::replace(Span::new(10, 14), "|\n  ");
        assert_eq!(judged(folded, swallowed, &[], &[]), Err(Refusal::OtherField("description".to_owned())));
    }

    #[test]
    fn one_that_is_refused_does_not_keep_the_others_back() {
        let text = "---\nname: pdf\nlicense: MIT\n---\nText.\n";
        let finding = |edit: Edit| Diagnostic {
            fixes: vec![Fix::safe("Do it", vec![edit])],
            ..Diagnostic::new("a-check", Level::Warning, Span::at(0), String::new())
        };
        let found = [
            finding(Edit::replace(Span::new(10, 13), "doc")),
            finding(Edit::replace(Span::new(23, 26), "\"MIT")),
            finding(Edit::replace(Span::new(31, 35), "More")),
        ];
        let made = mended(text, &found, Courage::Safe, LEAST, |_| Vec::new());
        assert_eq!(made.text.as_deref(), Some("---\nname: doc\nlicense: MIT\n---\nMore.\n"));
        assert_eq!((made.count, made.refused.len()), (2, 0));
    }
}
