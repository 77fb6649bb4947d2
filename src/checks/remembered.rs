//! Findings that a baseline remembers: they are hints, whatever their check says, and fail nothing.

use crate::checks::Diagnostic;
use crate::config::{Level, Remembered, place_sign};

/// Marks those of the findings in a text that are remembered, each entry as often as it counts, and those of a cause that
/// is.
pub fn remember(remembered: &[Remembered], has_cause: impl Fn(&str) -> bool, text: &str, found: &mut [Diagnostic]) {
    let mut left: Vec<usize> = remembered.iter().map(|it| it.count).collect();
    // The loud ones first: a hint at an equal place must not take their turn.
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(found.get(*index).map(|it| it.level)));
    for index in order {
        let Some(diagnostic) = found.get_mut(index) else { continue };
        let sign = place_sign(diagnostic.span.of(text));
        let entry = remembered.iter().zip(&mut left).find(|(it, left)| **left > 0 && it.is_at(diagnostic.check, &sign));
        let is_known = entry.is_some() || has_cause(diagnostic.check);
        if let Some((_, left)) = entry {
            *left -= 1;
        }
        if is_known {
            diagnostic.level = Level::Hint;
            diagnostic.is_remembered = true;
            diagnostic.message.push_str(" (in the baseline)");
        }
    }
}

/// Whether something that is remembered of a file is found in a text where it would not be by chance: it is that file.
pub fn is_recognized(remembered: &[Remembered], text: &str, found: &[Diagnostic]) -> bool {
    let times = |it: &Remembered| {
        let of_check = found.iter().filter(|finding| finding.check == it.check);
        of_check.filter(|finding| it.is_at(finding.check, &place_sign(finding.span.of(text)))).count()
    };
    remembered.iter().any(|it| it.is_telling() && times(it) >= it.count)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::Baseline;
    use crate::text::Span;

    #[test]
    fn each_as_often_as_it_was_counted() {
        let text = "x.md y.md x.md x.md";
        let find = |start: usize, level| Diagnostic::new("a", level, Span::new(start, start + 4), "m".to_owned());
        let mut found =
            [find(0, Level::Hint), find(5, Level::Error), find(10, Level::Warning), find(15, Level::Warning)];
        let written = r#"{"version": 1, "findings": [{"path": "s", "check": "a", "text": "x.md", "count": 2},
            {"path": "s", "check": "b", "text": "y.md"}]}"#;
        let baseline = Baseline::read(Path::new("/p/b.json"), written).unwrap();
        remember(baseline.of(Path::new("/p/s")), |_| false, text, &mut found);
        let shown: Vec<String> = found.iter().map(|it| format!("{} {}", it.level.word(), it.message)).collect();
        let remembered = "hint m (in the baseline)";
        assert_eq!(shown, ["hint m", "error m", remembered, remembered]);
    }

    #[test]
    fn what_has_one_cause_is_remembered_wherever_it_is() {
        let written = |check: &str| {
            format!(r#"{{"version": 1, "findings": [{{"path": "s", "check": "{check}", "text": "x"}}]}}"#)
        };
        let level = |known: &str, check: &'static str, is_there: bool| {
            let baseline = Baseline::read(Path::new("/p/b.json"), &written(known)).unwrap();
            let mut found = [Diagnostic::new(check, Level::Information, Span::new(0, 1), "m".to_owned())];
            let has_cause = |check: &str| baseline.has_cause(check, |_| is_there);
            remember(baseline.of(Path::new("/p/other")), has_cause, "y", &mut found);
            found[0].level
        };
        assert_eq!(level("listing-over-budget", "listing-over-budget", true), Level::Hint);
        assert_eq!(level("listing-over-budget", "listing-over-budget", false), Level::Information);
        assert_eq!(level("body-empty", "listing-over-budget", true), Level::Information);
        assert_eq!(level("body-empty", "body-empty", true), Level::Information);
    }
}
