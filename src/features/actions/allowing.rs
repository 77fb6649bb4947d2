//! Comments that allow everything that is found in a text, for `check --add-allow`.

use std::collections::BTreeSet;

use crate::checks::Diagnostic;
use crate::config::Level;
use crate::document;
use crate::features::actions::allow::{helps, here, in_file};
use crate::text::{Edit, apply};

/// A text in which findings are allowed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// The text afterwards, where it is another one.
    pub text: Option<String>,
    /// How many findings are allowed.
    pub count: usize,
    /// The checks of which no comment can allow a finding here.
    pub refused: BTreeSet<&'static str>,
}

/// So many comments are put into one text.
const MOST: usize = 1000;

/// Why a text can be no reason; `None` when it can.
pub fn wrong_reason(reason: &str) -> Option<&'static str> {
    if reason.trim().is_empty() {
        return Some("say why: the reason is empty");
    }
    if reason.chars().any(char::is_control) {
        return Some("a reason stands on one line");
    }
    reason.contains("--").then_some("a reason cannot hold `--`, which ends comments")
}

/// Allows what is found from a level on, each at its place, or for the whole file where no comment can stand there.
/// `examine` tells what is found in a text; a comment that would change anything else is not made.
pub fn allowed(
    text: &str,
    found: &[Diagnostic],
    reason: &str,
    least: Level,
    examine: &dyn Fn(&str) -> Vec<Diagnostic>,
) -> Allowed {
    let mut allowed = Allowed::default();
    let mut now = text.to_owned();
    let mut found = found.to_vec();
    let is_meant = |it: &Diagnostic| it.level >= least && !it.is_remembered;
    for _ in 0..MOST {
        let document = document::parse(&now);
        // From the end, so that the places before it stay.
        let next = found.iter().rev().find(|it| is_meant(it) && !allowed.refused.contains(it.check));
        let Some(finding) = next else { break };
        let examine = |document: &document::Document| examine(&document.text);
        let helps = |edit: &Edit| helps(&document, &found, edit, finding, &examine);
        let reason = reason.trim();
        let edit = here(&document, finding, reason, &helps).or_else(|| in_file(&document, finding, reason, &helps));
        let Some(edit) = edit else {
            allowed.refused.insert(finding.check);
            continue;
        };
        now = apply(&now, &[edit]);
        let after = examine(&document::parse(&now));
        let count = |found: &[Diagnostic]| found.iter().filter(|it| is_meant(it)).count();
        allowed.count += count(&found).saturating_sub(count(&after));
        found = after;
    }
    allowed.text = Some(now).filter(|now| now != text);
    allowed
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::checks::testing::{Fixture, finished_in};

    fn check(text: &str, expected: &str) -> Allowed {
        let path = "/x/skills/pdf/SKILL.md";
        let fixture = Fixture::parse(&format!("//- {path}\n{text}"));
        let examine = |text: &str| finished_in(&fixture, Path::new(path), &document::parse(text));
        let allowed = allowed(text, &examine(text), "legacy", Level::Information, &examine);
        assert_eq!(allowed.text.as_deref(), Some(expected).filter(|it| *it != text));
        if let Some(new) = &allowed.text {
            let left: Vec<&str> =
                examine(new).iter().filter(|it| it.level >= Level::Information).map(|it| it.check).collect();
            assert!(left.iter().all(|check| allowed.refused.contains(check)), "{left:?}");
            let (old, new) = (document::parse(text), document::parse(new));
            let fields = |it: &document::Document| it.fields.iter().map(|it| it.key.clone()).collect::<Vec<_>>();
            assert_eq!(fields(&old), fields(&new));
        }
        allowed
    }

    #[test]
    fn in_the_frontmatter_and_in_the_body() {
        let allowed = check(
            "---\nname: pdfs\ndescription: Fills in forms. Use for PDF forms.\n---\n\nSee [a](a.md) and [b](b.md).\n\n- See [c](c.md)\n",
            "---\n# skill-lsp: allow name-folder-mismatch — legacy\nname: pdfs\n\
             description: Fills in forms. Use for PDF forms.\n---\n\n\
             <!-- skill-lsp: allow link-target-missing — legacy -->\nSee [a](a.md) and [b](b.md).\n\n\
             <!-- skill-lsp: allow link-target-missing — legacy -->\n- See [c](c.md)\n",
        );
        assert_eq!((allowed.count, allowed.refused.len()), (4, 0));
    }

    #[test]
    fn a_reason_that_would_end_the_comment() {
        for (reason, is_wrong) in
            [("legacy", false), ("", true), ("a\nb", true), ("x --> y", true), ("déjà — vu", false)]
        {
            assert_eq!(wrong_reason(reason).is_some(), is_wrong, "{reason}");
        }
    }
}
