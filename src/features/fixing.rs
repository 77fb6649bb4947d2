//! Which fixes are applied to a text at once: what `check --fix` and "Fix all" have in common.

use crate::checks::{Diagnostic, FileEdit, Fix};
use crate::config::Level;
use crate::text::{Edit, apply};

/// A fix may bring another finding to light; what has not settled after so many rounds never will.
pub const ROUNDS: usize = 10;

/// The least finding that is mended unless hints are asked for: those are for whoever looks at them.
pub const LEAST: Level = Level::Information;

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Courage {
    /// Safe ones only.
    Safe,
    /// The preferred fix of every finding.
    Preferred,
}

/// The text after one round, and how many fixes were applied; `None` when there is nothing to do. Fixes that make or
/// rename files are not among them.
pub fn mended(text: &str, found: &[Diagnostic], courage: Courage, least: Level) -> Option<(String, usize)> {
    let chosen = found.iter().filter(|it| it.level >= least).filter_map(|it| chosen(it, courage));
    let (edits, count) = together(chosen.filter(|fix| !moves(fix)));
    let new = apply(text, &edits);
    (new != text).then_some((new, count))
}

/// The text after all rounds; `found` is what is found in it, `examine` tells what is found in another. `None` when
/// nothing changes.
pub fn all_mended(
    text: &str,
    found: &[Diagnostic],
    mut examine: impl FnMut(&str) -> Vec<Diagnostic>,
) -> Option<String> {
    let (mut new, _) = mended(text, found, Courage::Safe, LEAST)?;
    for _ in 1..ROUNDS {
        match mended(&new, &examine(&new), Courage::Safe, LEAST) {
            Some((newer, _)) => new = newer,
            None => break,
        }
    }
    (new != text).then_some(new)
}

/// The fix of a finding that is applied.
pub fn chosen(diagnostic: &Diagnostic, courage: Courage) -> Option<&Fix> {
    match courage {
        Courage::Safe => diagnostic.safe_fix(),
        Courage::Preferred => diagnostic.fixes.first().filter(|fix| !fix.edits.is_empty() && !fix.creates()),
    }
}

/// Whether a fix makes or renames files.
pub fn moves(fix: &Fix) -> bool {
    fix.edits.iter().any(|edit| !matches!(edit, FileEdit::Here(_)))
}

/// The edits of all fixes that can be applied together, each whole or not at all; the others come in the next round.
fn together<'a>(fixes: impl Iterator<Item = &'a Fix>) -> (Vec<Edit>, usize) {
    let mut edits: Vec<Edit> = Vec::new();
    let mut count = 0;
    for fix in fixes {
        let mut wanted: Vec<&Edit> = fix.edits_here().collect();
        wanted.sort_by_key(|edit| edit.span);
        wanted.dedup();
        // The same fix of a second finding is done already.
        if wanted.iter().all(|edit| edits.contains(edit)) {
            continue;
        }
        if wanted.iter().any(|edit| edits.iter().any(|other| meet(edit, other))) {
            continue;
        }
        edits.extend(wanted.into_iter().cloned());
        count += 1;
    }
    (edits, count)
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
    use super::*;
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
        let (edits, count) = together(fixes.iter());
        assert_eq!(count, 2);
        assert_eq!(apply("abcdefghij", &edits), "xdgh!ij");
    }
}
