//! Findings as JUnit XML: a suite for each file, a case for each finding.

use std::path::Path;

use crate::cli::report::Findings;
use crate::config::Level;
use crate::text::{Encoding, slashed};
use crate::words::picture;

/// `check --format junit`. Findings at or above `fail_on` are failures, the others passed cases with a note.
pub(crate) fn junit(findings: &Findings, base: &Path, fail_on: Level) -> String {
    let fails = |level: Level| fail_on != Level::Off && level >= fail_on;
    let failures = findings.each().filter(|(_, it)| fails(it.level)).count();
    let cases: usize = findings.files.iter().map(|file| file.diagnostics.len()).sum();
    let clean = findings.checked().saturating_sub(findings.files.len());
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"skill-lsp\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">\n",
        cases + usize::from(clean > 0)
    );
    for file in &findings.files {
        let path = slashed(file.path.strip_prefix(base).unwrap_or(&file.path));
        let failed = file.diagnostics.iter().filter(|it| fails(it.level)).count();
        text.push_str(&format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failed}\" errors=\"0\">\n",
            escape(&path),
            file.diagnostics.len(),
        ));
        for diagnostic in &file.diagnostics {
            let (start, _) = file.range(diagnostic.span, Encoding::Utf32);
            let (line, column) = (start.line + 1, start.column + 1);
            let mut details = format!("{path}:{line}:{column}: {}: {}", diagnostic.level.word(), diagnostic.message);
            if let Some(consequence) = &diagnostic.consequence {
                details.push_str(&format!("\n{consequence}"));
            }
            text.push_str(&format!(
                "    <testcase name=\"{}:{line}:{column}\" classname=\"{}\" file=\"{}\" line=\"{line}\">\n",
                escape(diagnostic.check),
                escape(&path),
                escape(&path),
            ));
            text.push_str(&if fails(diagnostic.level) {
                format!(
                    "      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                    diagnostic.level.word(),
                    escape(&diagnostic.message),
                    escape(&details),
                )
            } else {
                format!("      <system-out>{}</system-out>\n", escape(&details))
            });
            text.push_str("    </testcase>\n");
        }
        text.push_str("  </testsuite>\n");
    }
    if clean > 0 {
        text.push_str(&format!(
            "  <testsuite name=\"without findings\" tests=\"1\" failures=\"0\" errors=\"0\">\n    \
             <testcase name=\"{clean} without findings\" classname=\"skill-lsp\"/>\n  </testsuite>\n"
        ));
    }
    text.push_str("</testsuites>\n");
    text
}

/// XML text: the five entities; of characters that XML 1.0 does not know, pictures.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&apos;"),
            '\n' | '\t' | '\r' => safe.push_str(&format!("&#{};", character as u32)),
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => safe.push_str(&picture(character)),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::report::sample;

    #[test]
    fn messages_are_escaped_and_warnings_pass() {
        let text = junit(&sample::findings(), Path::new("/home/me/project"), Level::Error);
        assert!(text.contains("tests=\"3\" failures=\"1\""), "{text}");
        assert!(text.contains("100% &lt;sure&gt; &amp; &quot;quoted&quot;"), "{text}");
        assert!(text.contains("<system-out>a b/SKILL.md:2:7: warning: another skill wins</system-out>"), "{text}");
    }
}
