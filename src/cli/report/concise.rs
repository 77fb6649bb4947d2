//! Findings on one line each, which terminals and editors make a link of: `path:line:column`.

use std::fmt::Write as _;

use crate::cli::report::Findings;
use crate::cli::report::snippet::{Colours, painted};
use crate::cli::terminal::{Around, plain};
use crate::text::Encoding;

/// `check --format concise`.
pub(crate) fn concise(findings: &Findings, around: &Around, colours: Colours) -> String {
    let mut text = String::new();
    for (file, diagnostic) in findings.by_level() {
        let (start, _) = file.range(diagnostic.span, Encoding::Utf32);
        let (line, column) = (start.line + 1, start.column + 1);
        let title = painted(diagnostic.level, &[diagnostic.level.word(), "[", diagnostic.check, "]"], colours);
        let fix = if diagnostic.safe_fix().is_some() { " [fixable]" } else { "" };
        let message = plain(&diagnostic.message);
        let _ = writeln!(text, "{}:{line}:{column}: {title} {message}{fix}", around.path(&file.path));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::report::sample;

    #[test]
    fn errors_come_first() {
        let around = Around { here: "/home/me/project".into(), home: None };
        assert_eq!(
            concise(&sample::findings(), &around, Colours::Off),
            "a b/SKILL.md:3:27: error[yaml-syntax] `: ` starts a new key, 100% <sure> & \"quoted\" [fixable]\n\
             a b/SKILL.md:2:7: warning[name-shadowed] another skill wins\n"
        );
    }
}
