//! Findings as GitLab's code quality takes them: shown in a merge request, where those are new that were not there before.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::report::Findings;
use crate::config::{Level, number, place_sign};
use crate::text::{Encoding, slashed};

/// `check --format gitlab`. Paths below `base` are relative to it.
pub(crate) fn gitlab(findings: &Findings, base: &Path) -> Vec<Value> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut all = Vec::new();
    for (file, diagnostic) in findings.by_level() {
        let path = slashed(file.path.strip_prefix(base).unwrap_or(&file.path));
        let (start, end) = file.range(diagnostic.span, Encoding::Utf32);
        let severity = match diagnostic.level {
            Level::Error => "critical",
            Level::Warning => "major",
            Level::Information => "minor",
            Level::Hint | Level::Off => "info",
        };
        // By text and not by line, as a baseline is: what moves is not new. Equal ones are told apart by their number.
        let sign = format!("{path}\n{}\n{}", diagnostic.check, place_sign(diagnostic.span.of(file.text.as_str())));
        let count = seen.entry(sign.clone()).or_default();
        *count += 1;
        all.push(json!({
            "description": diagnostic.whole_message(),
            "check_name": diagnostic.check,
            "fingerprint": format!("{:016x}{:016x}", number(&sign), number(&format!("{sign}\n{count}"))),
            "severity": severity,
            "location": {"path": path, "lines": {"begin": start.line + 1, "end": end.line + 1}},
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::report::{FileReport, sample};

    #[test]
    fn a_fingerprint_is_of_the_text_and_not_of_the_line() {
        let mut findings = sample::findings();
        let one = gitlab(&findings, Path::new("/home/me/project"));
        assert_eq!(one[0]["location"], json!({"path": "a b/SKILL.md", "lines": {"begin": 3, "end": 3}}));
        assert_eq!(one[0]["severity"], "critical");
        let file = findings.files.pop().unwrap();
        let text = format!("\n{}", file.text.as_str());
        let mut moved = file.diagnostics;
        moved.iter_mut().for_each(|it| it.span = crate::text::Span::new(it.span.start + 1, it.span.end + 1));
        moved.push(moved[0].clone());
        findings.files.push(FileReport::new(file.path, text.as_str().into(), moved));
        let other = gitlab(&findings, Path::new("/home/me/project"));
        let prints = |all: &[Value]| all.iter().map(|it| it["fingerprint"].to_string()).collect::<Vec<_>>();
        let (one, other) = (prints(&one), prints(&other));
        assert!(one.iter().all(|print| other.contains(print)), "{one:?} {other:?}");
        assert_eq!(other.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
    }
}
