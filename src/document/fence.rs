//! The `---` fence around the frontmatter, as the author meant it.

use crate::document::keys::{is_common, key_of};
use crate::document::lines::{Line, lines, trimmed};
use crate::text::Span;

/// Where the frontmatter stands. With a [`FenceFault`] the spans are a best guess, good enough to go on checking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fence {
    /// The byte order mark, when the file starts with one.
    pub bom: Option<Span>,
    /// What stands before the opening fence, BOM excluded: blank lines, a comment, a code fence line.
    pub before: Option<Span>,
    /// The opening `---` (three bytes), when there is one.
    pub opening: Option<Span>,
    /// The YAML between the fences, with its last line break.
    pub block: Span,
    /// The closing `---` (three bytes), when there is one.
    pub closing: Option<Span>,
    /// The text below.
    pub body: Span,
    /// What is wrong with the fence.
    pub fault: Option<FenceFault>,
}

/// What can be wrong with the fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenceFault {
    /// There is no fence and nothing that looks like fields.
    Missing,
    /// Lines that look like fields at the top, and no fence at all. The block covers them.
    KeysWithoutFence,
    /// Fields at the top, then a closing `---`, but no opening one.
    OpeningMissing,
    /// Something stands before the opening fence: blank lines, text, a comment. See [`Fence::before`].
    NotFirst,
    /// The whole file is wrapped in a Markdown code fence; the span is its first line.
    WrappedInCode {
        /// The first line of the wrapping.
        first: Span,
        /// Its last line, when it is closed.
        last: Option<Span>,
    },
    /// No closing fence. The block ends before the first line that cannot be YAML.
    Unclosed,
    /// The closing `---` has text glued to it (`---# Title`); the span is that text.
    Glued(Span),
    /// The closing `---` is indented; the span is its indentation.
    Indented(Span),
    /// Closed by `...` instead of `---`; the span is the dots.
    Dots(Span),
    /// The whole frontmatter stands on one line; the span is that line.
    OneLine(Span),
}

/// How many lines may stand above a fence that is still taken for the frontmatter's.
const LINES_BEFORE: usize = 10;

/// Finds the fence in a text.
pub fn find(text: &str) -> Fence {
    let bom = text.starts_with('\u{feff}').then(|| Span::new(0, '\u{feff}'.len_utf8()));
    let start = bom.map_or(0, |it| it.end);
    let rest = Span::new(start, text.len());
    let Some(first) = lines(text, rest).next() else {
        return missing(bom, rest);
    };
    let fence = if is_fence(first.text) {
        closed(text, Span::new(start, start + 3), first.next)
    } else {
        one_line(text, first).or_else(|| misplaced(text, rest)).or_else(|| unfenced(text, rest))
    };
    fence.map_or_else(|| missing(bom, rest), |fence| Fence { bom, ..fence })
}

fn missing(bom: Option<Span>, rest: Span) -> Fence {
    Fence { bom, block: Span::at(rest.start), body: rest, fault: Some(FenceFault::Missing), ..Fence::default() }
}

/// Whether a line is `---`; hosts forgive blanks behind it.
fn is_fence(line: &str) -> bool {
    line.trim_end_matches([' ', '\t']) == "---"
}

/// The fence that `opening` opens, its block starting at `from`: looks for the end, and for what was meant to be it.
fn closed(text: &str, opening: Span, from: usize) -> Option<Fence> {
    let rest = Span::new(from, text.len());
    let fence = |block_end: usize, closing: Option<Span>, body: usize, fault: Option<FenceFault>| {
        Some(Fence {
            opening: Some(opening),
            block: Span::new(from, block_end),
            closing,
            body: Span::new(body, text.len()),
            fault,
            ..Fence::default()
        })
    };
    let (mut indented, mut dots, mut long) = (None, None, None);
    let mut closing = None;
    for line in lines(text, rest) {
        let stripped = line.text.trim_matches([' ', '\t']);
        if is_fence(line.text) {
            closing = Some(line);
            break;
        }
        if let Some(glued) = line.text.strip_prefix("---") {
            if !glued.starts_with('-') {
                // `---` at column 0 starts a document in YAML, so this line is never part of a value.
                let glued = trimmed(glued, line.start + 3);
                let closing = Span::new(line.start, line.start + 3);
                return fence(line.start, Some(closing), glued.start, Some(FenceFault::Glued(glued)));
            }
            if stripped.bytes().all(|byte| byte == b'-') {
                long.get_or_insert(line);
            }
        } else if stripped == "---" {
            indented.get_or_insert(line);
        } else if line.text.trim_end() == "..." {
            dots.get_or_insert(line);
        }
    }
    // A `---` far below may be a thematic break of the body. What stands above it decides.
    let end = closing.map_or(text.len(), |line| line.start);
    let cut = match closing {
        Some(_) => heading_with_prose(text, Span::new(from, end)),
        None => first_line_of_body(text, rest),
    };
    let before_cut = |line: &Line<'_>| cut.is_none_or(|cut| line.start <= cut);
    // `...` right above the closing `---` ends a document of YAML that has nothing behind it.
    let ends_block = |line: &Line<'_>| closing.is_some() && Span::new(line.next, end).of(text).trim().is_empty();
    if let Some(line) = dots.filter(before_cut).filter(|line| !ends_block(line))
        && (closing.is_none() || cut.is_some() || !starts_with_key(text, Span::new(line.next, end)))
    {
        let sign = Span::new(line.start, line.start + 3);
        return fence(line.start, None, line.next, Some(FenceFault::Dots(sign)));
    }
    if let Some(line) = indented.filter(before_cut)
        && (closing.is_none() || cut.is_some())
    {
        let start = line.start + line.indent();
        let indentation = Span::new(line.start, start);
        return fence(
            line.start,
            Some(Span::new(start, start + 3)),
            line.next,
            Some(FenceFault::Indented(indentation)),
        );
    }
    match (closing, cut) {
        (Some(line), None) => fence(line.start, Some(Span::new(line.start, line.start + 3)), line.next, None),
        (None, _) if long.as_ref().is_some_and(before_cut) => {
            let line = long?;
            let extra = Span::new(line.start + 3, line.start + line.text.trim_end().len());
            fence(line.start, Some(Span::new(line.start, line.start + 3)), line.next, Some(FenceFault::Glued(extra)))
        }
        (_, Some(cut)) => fence(cut, None, cut, Some(FenceFault::Unclosed)),
        (None, None) => fence(text.len(), None, text.len(), Some(FenceFault::Unclosed)),
    }
}

/// Where the body of a block without an end begins: a heading, a comment, a code fence or prose below a blank line.
fn first_line_of_body(text: &str, block: Span) -> Option<usize> {
    let mut blank: Option<usize> = None;
    let mut title = Title::default();
    let mut from = block.start;
    for line in lines(text, block) {
        if line.start < from || line.is_blank() {
            if line.is_blank() {
                blank.get_or_insert(line.start);
            }
            continue;
        }
        // Two dashes were meant as the end.
        if line.text.starts_with("```") || line.text.trim_end() == "--" {
            return Some(title.start.unwrap_or(line.start));
        }
        if let Some(end) = end_of_comment(text, &line, block.end) {
            if !starts_with_key(text, Span::new(end, block.end)) {
                return Some(title.start.unwrap_or(line.start));
            }
            from = end;
            continue;
        }
        if blank.take().is_some() && line.indent() == 0 {
            let is_comment_above_key =
                line.text.starts_with('#') && starts_with_key(text, Span::new(line.next, block.end));
            let is_yaml = has_key(line.text) || line.text.starts_with("- ") || is_comment_above_key;
            if !is_yaml {
                return Some(title.start.unwrap_or(line.start));
            }
        }
        title.meets(&line);
    }
    None
}

/// Where a comment of Markdown ends that begins with this line: to YAML it is nothing at all.
fn end_of_comment(text: &str, line: &Line<'_>, end: usize) -> Option<usize> {
    let rest = text.get(line.start..end).filter(|_| line.text.starts_with("<!--"))?;
    Some(rest.find("-->").map_or(end, |at| line.start + at + 3))
}

/// The headings and comments right above a line, the first of them where the body begins: to YAML a heading is a
/// comment, and would be swallowed.
#[derive(Default)]
struct Title {
    start: Option<usize>,
}

impl Title {
    /// Goes on with a line that says something.
    fn meets(&mut self, line: &Line<'_>) {
        let hashes = line.text.trim_start_matches('#');
        // A field that is commented out is no title.
        let is_heading = line.text.starts_with('#') && hashes.starts_with(' ') && !has_key(hashes.trim_start());
        if is_heading {
            self.start.get_or_insert(line.start);
        } else {
            self.start = None;
        }
    }
}

/// A `# Title` below a blank line and followed by something that is neither a field nor indented: a body has
/// begun, although the block goes on. A lone `# comment` is YAML.
fn heading_with_prose(text: &str, block: Span) -> Option<usize> {
    let mut blank = false;
    // The first of the headings and comments, and whether what was last met is a heading below a blank line.
    let (mut title, mut is_below) = (Title::default(), false);
    let mut from = block.start;
    for line in lines(text, block) {
        if line.start < from {
            continue;
        }
        if line.is_blank() {
            blank = true;
            continue;
        }
        if let Some(end) = end_of_comment(text, &line, block.end) {
            from = end;
            if !starts_with_key(text, Span::new(end, block.end)) {
                title.start.get_or_insert(line.start);
                blank = true;
            }
            continue;
        }
        if std::mem::take(&mut is_below)
            && blank
            && line.indent() == 0
            && !has_key(line.text)
            && !line.text.starts_with(['#', ']', '}'])
            && !line.text.starts_with("- ")
        {
            return title.start;
        }
        title.meets(&line);
        is_below = blank && title.start.is_some();
        blank = false;
    }
    None
}

/// Whether a line has a key, plain or quoted.
fn has_key(line: &str) -> bool {
    key_of(line).is_some() || line.strip_prefix(['"', '\'']).is_some_and(|it| it.contains("\":") || it.contains("':"))
}

/// Whether the first line that says something has a key.
fn starts_with_key(text: &str, span: Span) -> bool {
    lines(text, span)
        .find(|line| !line.is_blank() && !line.text.starts_with('#'))
        .is_some_and(|line| has_key(line.text))
}

/// Whether a block starting at `from` looks like a frontmatter: its first line a field, `name` or `description`
/// among the fields above the next fence.
fn looks_like_fields(text: &str, from: usize) -> bool {
    let rest = Span::new(from, text.len());
    starts_with_key(text, rest)
        && lines(text, rest)
            .take_while(|line| !is_fence(line.text))
            .any(|line| matches!(key_of(line.text), Some("name" | "description")))
}

/// `--- name: x description: y ---` on the first line.
fn one_line(text: &str, first: Line<'_>) -> Option<Fence> {
    let inner = first.text.strip_prefix("---")?.trim_end();
    let (inner, closing) = match inner.strip_suffix("---") {
        Some(inner) => (inner, Some(Span::new(first.start + 3 + inner.len(), first.start + 6 + inner.len()))),
        None => (inner, None),
    };
    let block = trimmed(inner, first.start + 3);
    let has_word = |word: &str| inner.split_whitespace().any(|it| it == word);
    (has_word("name:") || has_word("description:")).then(|| Fence {
        opening: Some(Span::new(first.start, first.start + 3)),
        block,
        closing,
        body: Span::new(first.next, text.len()),
        fault: Some(FenceFault::OneLine(first.span())),
        ..Fence::default()
    })
}

/// A fence with something before it: blank lines, a comment, a line of text, the first line of a code fence.
fn misplaced(text: &str, rest: Span) -> Option<Fence> {
    let top = lines(text, rest).find(|line| !line.is_blank())?;
    if has_key(top.text) && key_of(top.text).is_some_and(is_common) {
        return None;
    }
    let comment_end = top
        .text
        .trim_start()
        .starts_with("<!--")
        .then(|| text.get(top.start..)?.find("-->").map(|at| top.start + at))
        .flatten();
    let line = lines(text, rest)
        .enumerate()
        .take_while(|(number, line)| {
            *number < LINES_BEFORE || comment_end.is_some_and(|end| line.start <= end + 3) || line.is_blank()
        })
        .map(|(_, line)| line)
        .filter(|line| line.start >= comment_end.unwrap_or(0))
        .find(|line| is_fence(line.text.trim_start_matches([' ', '\t'])))
        .or_else(|| {
            let end = comment_end?;
            let below = lines(text, Span::new(end, text.len())).skip(1).find(|line| !line.is_blank())?;
            is_fence(below.text).then_some(below)
        })
        .filter(|line| looks_like_fields(text, line.next))?;
    let dashes = line.start + line.indent();
    let fence = closed(text, Span::new(dashes, dashes + 3), line.next)?;
    let before = Span::new(rest.start, dashes);
    let is_code = top.text.starts_with("```") || top.text.starts_with("~~~");
    if is_code && top.start < line.start {
        let sign = top.text.get(..3).unwrap_or("```");
        let last = lines(text, fence.body).filter(|line| !line.is_blank()).last().filter(|line| {
            line.text.starts_with(sign) && line.text.trim_end().trim_start_matches(['`', '~']).is_empty()
        });
        let body_end = last.map_or(fence.body.end, |line| line.start);
        return Some(Fence {
            before: Some(before),
            body: Span::new(fence.body.start, body_end),
            fault: Some(FenceFault::WrappedInCode { first: top.span(), last: last.map(|line| line.span()) }),
            ..fence
        });
    }
    // Text above a block that is never closed is more likely a body with a thematic break.
    let only_blank = Span::new(rest.start, dashes).of(text).trim().is_empty();
    if fence.closing.is_none() && !only_blank && comment_end.is_none() {
        return None;
    }
    Some(Fence { before: Some(before), fault: Some(FenceFault::NotFirst), ..fence })
}

/// Fields at the top without an opening fence.
fn unfenced(text: &str, rest: Span) -> Option<Fence> {
    let first = lines(text, rest).find(|line| !line.is_blank())?;
    if !key_of(first.text).is_some_and(is_common) {
        return None;
    }
    let from = Span::new(first.start, text.len());
    let cut = first_line_of_body(text, from).unwrap_or(text.len());
    let closing = lines(text, from).take_while(|line| line.start <= cut).find(|line| is_fence(line.text));
    let end = closing.map_or(cut, |line| line.start);
    let keys = lines(text, Span::new(first.start, end)).filter(|line| key_of(line.text).is_some()).count();
    if keys < 2 {
        return None;
    }
    Some(Fence {
        block: Span::new(first.start, end),
        closing: closing.map(|line| Span::new(line.start, line.start + 3)),
        body: Span::new(closing.map_or(cut, |line| line.next), text.len()),
        fault: Some(if closing.is_some() { FenceFault::OpeningMissing } else { FenceFault::KeysWithoutFence }),
        ..Fence::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of the fence in words: `fault | before | block | body`.
    fn check(text: &str, expected: &str) {
        let fence = find(text);
        let name = format!("{:?}", fence.fault);
        let name = name.trim_start_matches("Some(").split(['(', ')', ' ']).next().unwrap().to_owned();
        let signs = match (fence.opening, fence.closing) {
            (Some(opening), Some(closing)) => {
                assert_eq!((opening.of(text), closing.of(text)), ("---", "---"));
                "both"
            }
            (Some(_), None) => "opening",
            (None, Some(_)) => "closing",
            (None, None) => "none",
        };
        let before = fence.before.map_or("", |it| it.of(text));
        let found = format!("{name} {signs} | {before:?} | {:?} | {:?}", fence.block.of(text), fence.body.of(text));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_good_fence() {
        check("---\nname: a\n---\nText\n", r#"None both | "" | "name: a\n" | "Text\n""#);
        check("---  \r\nname: a\r\n---\t\r\nText", r#"None both | "" | "name: a\r\n" | "Text""#);
        check("---\rname: a\r---\r", r#"None both | "" | "name: a\r" | """#);
        check("\u{feff}---\nname: a\n---", r#"None both | "" | "name: a\n" | """#);
        check("---\n---\n", r#"None both | "" | "" | """#);
        check("---\na: 1\n\n# note\n\nb: 2\n---\nX", r##"None both | "" | "a: 1\n\n# note\n\nb: 2\n" | "X""##);
    }

    #[test]
    fn a_body_begins_with_its_title() {
        let body = "# T\n\n## S\n\nText\n\n---\n\nMore\n";
        for (above, begins) in
            [("a: 1\n\n", body), ("a: 1\n<!-- c\nd: -->\n\n", "<!-- c\nd: -->\n\n"), ("a: 1\n", body)]
        {
            let text = format!("---\n{above}{body}");
            let fence = find(&text);
            assert_eq!(fence.fault, Some(FenceFault::Unclosed), "{text}");
            assert!(fence.body.of(&text).starts_with(begins), "{text}");
        }
        check("---\na: 1\n<!-- c -->\nText", r#"Unclosed opening | "" | "a: 1\n" | "<!-- c -->\nText""#);
        check("---\na: 1\n# T\n\nText", r##"Unclosed opening | "" | "a: 1\n" | "# T\n\nText""##);
        check("---\na: 1\n# b: 2\n\nText", r##"Unclosed opening | "" | "a: 1\n# b: 2\n\n" | "Text""##);
        check("---\na: 1\n<!-- c -->\nb: 2\n---\nX", r#"None both | "" | "a: 1\n<!-- c -->\nb: 2\n" | "X""#);
        check("---\na: 1\n<!-- c -->\n---\nX", r#"None both | "" | "a: 1\n<!-- c -->\n" | "X""#);
    }

    #[test]
    fn dashes_at_column_0_close_inside_any_value() {
        check("---\na: |\n  b\n---\n  c\n---\n", r#"None both | "" | "a: |\n  b\n" | "  c\n---\n""#);
    }

    #[test]
    fn nothing_that_looks_like_a_frontmatter() {
        check("", r#"Missing none | "" | "" | """#);
        check(
            "# Title\n\ntext\n\n---\n\nname: x\n",
            r##"Missing none | "" | "" | "# Title\n\ntext\n\n---\n\nname: x\n""##,
        );
        check("../other/SKILL.md", r#"Missing none | "" | "" | "../other/SKILL.md""#);
        check("Note: one line\n\ntext", r#"Missing none | "" | "" | "Note: one line\n\ntext""#);
    }

    #[test]
    fn something_before_it() {
        check("\n\n---\nname: a\n---\nT", r#"NotFirst both | "\n\n" | "name: a\n" | "T""#);
        check("<!-- a\n-->\n---\nname: a\n---\nT", r#"NotFirst both | "<!-- a\n-->\n" | "name: a\n" | "T""#);
        check("Hello\n---\ndescription: a\n---\nT", r#"NotFirst both | "Hello\n" | "description: a\n" | "T""#);
        check(
            "```yaml\n---\nname: a\n---\n# T\n```\n",
            r##"WrappedInCode both | "```yaml\n" | "name: a\n" | "# T\n""##,
        );
    }

    #[test]
    fn fields_without_an_opening() {
        check("name: a\ndescription: b\n---\nT", r#"OpeningMissing closing | "" | "name: a\ndescription: b\n" | "T""#);
        check(
            "name: a\ndescription: b\n\n# T\n",
            r##"KeysWithoutFence none | "" | "name: a\ndescription: b\n\n" | "# T\n""##,
        );
    }

    #[test]
    fn what_was_meant_as_the_end() {
        check("---\nname: a\n---# T\nx", r##"Glued both | "" | "name: a\n" | "# T\nx""##);
        check("---\nname: a\n--- # T\n\nx\n\n---\n", r##"Glued both | "" | "name: a\n" | "# T\n\nx\n\n---\n""##);
        check("---\nname: a\n-----\nx", r#"Glued both | "" | "name: a\n" | "x""#);
        check("---\na: |\n  b\n  ---\n\n# T\n", r##"Indented both | "" | "a: |\n  b\n" | "\n# T\n""##);
        check("---\nname: a\n...\n---\n# T\n", r##"None both | "" | "name: a\n...\n" | "# T\n""##);
        check("---\nname: a\n...\n\n# T\n", r##"Dots opening | "" | "name: a\n" | "\n# T\n""##);
    }

    #[test]
    fn no_end() {
        check("---\nname: a\n\n# T\n\nx\n", r##"Unclosed opening | "" | "name: a\n\n" | "# T\n\nx\n""##);
        check("---\nname: a\n\nSome prose.\n", r#"Unclosed opening | "" | "name: a\n\n" | "Some prose.\n""#);
        check("---\nname: a\nb: c", r#"Unclosed opening | "" | "name: a\nb: c" | """#);
        check("---\nname: a\n--\nx", r#"Unclosed opening | "" | "name: a\n" | "--\nx""#);
        check("---", r#"Unclosed opening | "" | "" | """#);
        check(
            "---\nname: a\n\n# T\n\nProse.\n\n---\n\nMore.\n",
            r##"Unclosed opening | "" | "name: a\n\n" | "# T\n\nProse.\n\n---\n\nMore.\n""##,
        );
    }

    #[test]
    fn all_on_one_line() {
        check("--- name: a description: b ---\n\nT", r#"OneLine both | "" | "name: a description: b" | "\nT""#);
    }
}
