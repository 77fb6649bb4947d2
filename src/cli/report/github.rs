//! Findings as workflow commands of GitHub Actions, which become annotations.

use std::path::Path;

use crate::cli::report::Findings;
use crate::cli::terminal::plain_lines;
use crate::config::Level;
use crate::text::{Encoding, slashed};

/// `check --format github`. Paths below `base` are relative to it.
pub(crate) fn github(findings: &Findings, base: &Path) -> String {
    let mut text = String::new();
    for (file, diagnostic) in findings.by_level() {
        let command = match diagnostic.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Information | Level::Hint | Level::Off => "notice",
        };
        let path = slashed(file.path.strip_prefix(base).unwrap_or(&file.path));
        let (start, end) = file.range(diagnostic.span, Encoding::Utf16);
        // GitHub refuses columns on annotations of several lines.
        let columns = if start.line == end.line {
            format!(",col={},endColumn={}", start.column + 1, end.column + 1)
        } else {
            String::new()
        };
        text.push_str(&format!(
            "::{command} file={},line={}{columns},endLine={},title={}::{}\n",
            property(&path),
            start.line + 1,
            end.line + 1,
            property(diagnostic.check),
            data(&diagnostic.whole_message()),
        ));
    }
    text
}

/// That nothing was checked.
pub(crate) fn notice(text: &str) -> String {
    format!("::notice title=skill-lsp::{}\n", data(text))
}

/// A log is shown on terminals and web pages: what would act there is shown instead.
fn data(text: &str) -> String {
    plain_lines(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::report::sample;

    #[test]
    fn everything_special_is_escaped() {
        assert_eq!(
            github(&sample::findings(), Path::new("/home/me/project")),
            "::error file=a b/SKILL.md,line=3,col=27,endColumn=29,endLine=3,title=yaml-syntax::`: ` starts a new key, \
             100%25 <sure> & \"quoted\"%0APi skips the skill\n\
             ::warning file=a b/SKILL.md,line=2,col=7,endColumn=10,endLine=2,title=name-shadowed::another skill wins\n"
        );
    }
}
