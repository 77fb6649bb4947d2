//! `line-ends-unusual`: lone carriage returns, or two kinds of line ends in one file.

use crate::checks::damaged_block;
use crate::checks::damaged_block::loses_block;
use crate::checks::prelude::*;

/// Lone CR, mixed ends.
pub(crate) static CHECK: Check = Check {
    id: "line-ends-unusual",
    summary: "lines that end in a lone CR, or two kinds of line ends in one file",
    documentation: "\
## What it reports

Lines that end in a carriage return alone, as on very old Macs, and files in which some lines end in CRLF and others in LF.
CRLF throughout is fine.

## Why it matters

Most programs do not take a lone carriage return for the end of a line: they see one long line and no frontmatter. Mixed ends
do little harm; they show up as noise in diffs.

## Example

```text
---␍name: pdf␍description: Fills in PDF forms.␍---␍
```

## Instead

Save the file with LF line ends (in most editors the status bar shows and changes them). The fix does it.
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let text = document.text.as_ref();
    // Nearly every file ends its lines in LF alone.
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return;
    }
    let mut first_of = [None::<Span>; 3];
    let mut counts = [0usize; 3];
    let mut last_lone = 0;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let kind = match byte {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 1,
            b'\r' => 2,
            b'\n' if at > 0 && bytes.get(at - 1) == Some(&b'\r') => continue,
            b'\n' => 0,
            _ => continue,
        };
        if let (Some(first), Some(count)) = (first_of.get_mut(kind), counts.get_mut(kind)) {
            first.get_or_insert(Span::new(at, at + if kind == 1 { 2 } else { 1 }));
            *count += 1;
        }
        if kind == 2 {
            last_lone = at;
        }
    }
    let [lf, crlf, cr] = counts;
    if let [_, _, Some(first)] = first_of {
        // The block is lost by the line ends only when nothing else is wrong with it.
        let blames = document.is_clean() && context.judges.iter().any(loses_block);
        let (consequence, _) = damaged_block::consequence(context.judges);
        let in_block = first.start < document.fence.body.start;
        let span = Span::new(first.start, last_lone + 1);
        let line_break = if crlf > lf { "\r\n" } else { "\n" };
        let message = match lf + crlf {
            0 => "The lines end in a lone carriage return (CR)".to_owned(),
            _ => format!("{cr} of the lines {} in a lone carriage return (CR)", if cr == 1 { "ends" } else { "end" }),
        };
        let edit = Edit::replace(span, with_line_break(span.of(text), line_break));
        let finding = report
            .finding(first, message)
            .grade(if in_block { Grade::Mild } else { Grade::Slight })
            .fix(Fix::safe("Convert the line ends", vec![edit]));
        if blames {
            finding.grade(Grade::Severe).consequence(consequence);
        }
        return;
    }
    if let [Some(first_lf), Some(first_crlf), None] = first_of {
        let (line_break, odd) = if crlf > lf { ("\r\n", first_lf) } else { ("\n", first_crlf) };
        let whole = Span::new(0, text.len());
        let message = format!("The file mixes line ends: {crlf} CRLF and {lf} LF");
        report.finding(odd, message).grade(Grade::Slight).fix(Fix::offered(
            format!("Use {} throughout", if crlf > lf { "CRLF" } else { "LF" }),
            vec![Edit::replace(whole, with_line_break(text, line_break))],
        ));
    }
}

/// The text with every kind of line end replaced.
fn with_line_break(text: &str, line_break: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', line_break)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check_fix, levels, messages, silent};

    #[test]
    fn lone_carriage_returns() {
        check_fix(
            &CHECK,
            "//- /home/.claude/skills/pdf/SKILL.md\n---\rname: pdf\r---\r# PDF\r",
            "---\nname: pdf\n---\n# PDF\n",
        );
    }

    #[test]
    fn they_are_blamed_for_a_lost_block_only_when_nothing_else_is_wrong() {
        let told = |text: &[u8]| messages(&CHECK, "/home/.claude/skills/pdf/SKILL.md", text).join("\n");
        let lost = told(b"---\rname: pdf\r---\r# PDF\r");
        assert!(lost.starts_with("The lines end in a lone carriage return (CR) = Claude Code "), "{lost}");
        assert_eq!(told(b"\r---\rname: pdf\r---\r# PDF\r"), "The lines end in a lone carriage return (CR)");
        assert_eq!(told(b"---\nname: pdf\n---\n# P\rDF\n"), "1 of the lines ends in a lone carriage return (CR)");
        let mixed = told(b"---\nname: pdf\n---\r\n# P\rD\rF\r\n");
        assert_eq!(mixed, "2 of the lines end in a lone carriage return (CR)");
    }

    #[test]
    fn in_the_body_they_are_a_hint() {
        let levels = |text: &str| levels(&CHECK, &format!("//- /home/.claude/skills/pdf/SKILL.md\n{text}"));
        assert_eq!(levels("---\rname: pdf\r---\r# PDF\r"), [Level::Error]);
        assert_eq!(levels("---\nname: pdf\r\n---\n# PDF\r"), [Level::Hint]);
    }

    #[test]
    fn mixed_ends() {
        assert_eq!(
            messages(&CHECK, "/home/.claude/skills/pdf/SKILL.md", b"---\r\nname: pdf\r\n---\n# PDF\n"),
            ["The file mixes line ends: 2 CRLF and 2 LF"]
        );
        check_fix(
            &CHECK,
            "//- /home/.claude/skills/pdf/SKILL.md\n---\r\nname: pdf\r\n---\r\n# PDF\n",
            "---\r\nname: pdf\r\n---\r\n# PDF\r\n",
        );
    }

    #[test]
    fn crlf_throughout() {
        silent(&CHECK, "//# line-ends = crlf\n//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n");
    }
}
