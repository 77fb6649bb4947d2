//! Findings for people: the message, the source with the place underlined, what follows from it, and the fix.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level as Title, Origin, Renderer, Snippet};
use unicode_width::UnicodeWidthChar;

use crate::checks::Diagnostic;
use crate::cli::report::{FileReport, Findings};
use crate::cli::terminal::{Around, plain, visible};
use crate::config::Level;
use crate::text::{Encoding, Span};

/// The text of all findings, with colours; the stream takes them away where they are not wanted.
pub(crate) fn snippets(findings: &Findings, around: &Around) -> String {
    let renderer = Renderer::styled().decor_style(DecorStyle::Unicode);
    let mut text = String::new();
    for (file, diagnostic) in findings.each() {
        text.push_str(&snippet(findings, around, file, diagnostic, &renderer));
        text.push_str("\n\n");
    }
    text
}

fn snippet(
    findings: &Findings,
    around: &Around,
    file: &FileReport,
    diagnostic: &Diagnostic,
    renderer: &Renderer,
) -> String {
    let title = match diagnostic.level {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
        Level::Information => Title::INFO.with_name("information"),
        Level::Hint | Level::Off => Title::HELP.with_name("hint"),
    };
    let excerpt = excerpt(file, diagnostic.span);
    let title = Group::with_title(title.primary_title(plain(&diagnostic.message)).id(diagnostic.check));
    let group = located(title, file, diagnostic.span, &excerpt, around);
    renderer.render(&[notes(group, findings, around, diagnostic)])
}

/// A warning about a place in a settings file, drawn as a finding is.
pub(crate) fn setting(file: &FileReport, span: Span, message: &str, around: &Around) -> String {
    let excerpt = excerpt(file, span);
    let title = Group::with_title(Title::WARNING.primary_title(plain(message)));
    let group = located(title, file, span, &excerpt, around);
    format!("{}\n\n", Renderer::styled().decor_style(DecorStyle::Unicode).render(&[group]))
}

/// Adds where it is, and the source with the place underlined.
fn located<'a>(group: Group<'a>, file: &FileReport, span: Span, excerpt: &'a Excerpt, around: &Around) -> Group<'a> {
    let (start, _) = file.range(span, Encoding::Utf32);
    let path = around.path(&file.path);
    let source = Snippet::source(excerpt.text.as_str())
        .line_start(start.line + 1)
        .annotation(AnnotationKind::Primary.span(excerpt.span.start..excerpt.span.end));
    if excerpt.cut {
        // The renderer would count the column in what is left of the line.
        group.element(Origin::path(path).line(start.line + 1).char_column(start.column + 1)).element(source)
    } else {
        group.element(source.path(path))
    }
}

fn notes<'a>(mut group: Group<'a>, findings: &Findings, around: &Around, diagnostic: &'a Diagnostic) -> Group<'a> {
    if let Some(consequence) = &diagnostic.consequence {
        group = group.element(Title::NOTE.no_name().message(plain(consequence)));
    }
    for related in &diagnostic.related {
        let (start, _) = findings.place(&related.path, related.span, Encoding::Utf32);
        let note = format!("{}:{}: {}", around.path(&related.path), start.line + 1, plain(&related.message));
        group = group.element(Title::NOTE.message(note));
    }
    if let Some(fix) = diagnostic.fixes.first() {
        let how = match fix {
            _ if fix.safe => "",
            _ if fix.creates() => " (in an editor)",
            _ => " (--fix-unsafe)",
        };
        let title = format!("{}{how}", lower_first(&plain(&fix.title)));
        group = group.element(Title::HELP.with_name("fix").message(title));
    }
    group
}

fn lower_first(title: &str) -> String {
    let mut characters = title.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}

/// A piece of source that is safe and short enough to print, and where in it the span lies.
struct Excerpt {
    text: String,
    span: Span,
    /// Whether the beginning of the first line is left out.
    cut: bool,
}

/// So many columns are shown before a place, and so many in all.
const BEFORE: usize = 50;
const COLUMNS: usize = 110;
/// So many lines of a long span are shown.
const LINES: usize = 3;

/// The source of a span that begins and ends on these lines.
fn excerpt(file: &FileReport, span: Span) -> Excerpt {
    let (start, end) = file.range(span, Encoding::Utf32);
    let (first, last) = (start.line, end.line.max(start.line));
    let mut excerpt = Excerpt { text: String::new(), span: Span::default(), cut: false };
    for line in first..=last.min(first + LINES - 1) {
        let line_span = file.lines.line_span(line);
        if line > first {
            // A span that ends right after a line break shows nothing of the next line.
            if line_span.start >= span.end {
                break;
            }
            excerpt.text.push('\n');
        }
        let marked = Span::new(span.start.max(line_span.start), span.end.min(line_span.end));
        let marked = line_excerpt(&mut excerpt.text, line_span.of(&file.text), shift_back(marked, line_span.start));
        if line == first {
            excerpt.span.start = marked.start;
            excerpt.cut =
                excerpt.text.starts_with('…') && !file.text.get(line_span.start..).unwrap_or("").starts_with('…');
        }
        excerpt.span.end = marked.end.max(excerpt.span.start);
    }
    excerpt
}

fn shift_back(span: Span, by: usize) -> Span {
    Span::new(span.start.saturating_sub(by), span.end.saturating_sub(by))
}

/// Appends one line to `text`, cut around `marked`; returns where `marked` lies in `text`.
fn line_excerpt(text: &mut String, line: &str, marked: Span) -> Span {
    let begin = window_start(line, marked.start);
    if begin > 0 {
        text.push('…');
    }
    let mut place = Span::new(text.len(), text.len());
    let mut columns = 0;
    let mut cut = false;
    for (index, character) in line.get(begin..).unwrap_or_default().char_indices() {
        let offset = begin + index;
        if offset <= marked.start {
            place.start = text.len();
        }
        if offset <= marked.end {
            place.end = text.len();
        }
        if columns >= COLUMNS {
            cut = true;
            break;
        }
        columns += push_visible(text, character);
    }
    if cut {
        if line.len() > marked.end && place.end < text.len() {
            text.push('…');
        } else {
            text.push('…');
            place.end = place.end.max(text.len() - '…'.len_utf8());
        }
    } else {
        if marked.start >= line.len() {
            place.start = text.len();
        }
        if marked.end >= line.len() {
            place.end = text.len();
        }
    }
    Span::new(place.start, place.end)
}

/// The byte at which a line is shown from: its beginning, or some columns before `place`.
fn window_start(line: &str, place: usize) -> usize {
    let before = Span::new(0, place).of(line);
    let mut columns = 0;
    for (index, character) in before.char_indices().rev() {
        columns += character.width().unwrap_or(1);
        // A short line is shown whole even where its place stands far to the right.
        if columns > BEFORE && before.len() > BEFORE + BEFORE / 2 {
            return index;
        }
    }
    0
}

/// Appends exactly one character, so that columns stay true; returns its width. Tabs are left to the renderer.
fn push_visible(text: &mut String, character: char) -> usize {
    let shown = match visible(character) {
        _ if character == '\t' => '\t',
        Some(picture) if picture.chars().count() == 1 => picture.chars().next().unwrap_or('\u{FFFD}'),
        Some(_) => '\u{FFFD}',
        None => character,
    };
    text.push(shown);
    if character == '\t' { 4 } else { shown.width().unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Fix;
    use crate::cli::report::{Others, sample};

    fn stripped(findings: &Findings) -> String {
        let around = Around { here: "/home/me/project".into(), home: Some("/home/me".into()) };
        let mut plain = anstream::StripStream::new(Vec::new());
        std::io::Write::write_all(&mut plain, snippets(findings, &around).as_bytes()).unwrap();
        String::from_utf8(plain.into_inner()).unwrap()
    }

    fn check(text: &str, mark: &str, expected: &str) {
        let start = text.find(mark).unwrap();
        let diagnostic = Diagnostic {
            check: "some-check",
            level: Level::Warning,
            span: Span::new(start, start + mark.len()),
            message: "a fact".to_owned(),
            consequence: None,
            hosts: vec![],
            related: vec![],
            fixes: vec![Fix::offered("Do it", vec![])],
            tag: None,
        };
        let files = vec![FileReport::new("/home/me/project/SKILL.md".into(), text.into(), vec![diagnostic])];
        assert_eq!(
            stripped(&Findings { checked: 1, files, others: Others::default() }).trim_end(),
            expected.trim_matches('\n')
        );
    }

    #[test]
    fn everything_a_finding_says() {
        assert_eq!(
            stripped(&sample::findings()),
            "\
warning[name-shadowed]: another skill wins
  ╭▸ a b/SKILL.md:2:7
  │
2 │ name: 漢😀
  │       ━━━━
  │
  ╰ note: ~/.claude/skills/x/SKILL.md:2: the winner

error[yaml-syntax]: `: ` starts a new key, 100% <sure> & \"quoted\"
  ╭▸ a b/SKILL.md:3:27
  │
3 │ description: Use this when: you deploy
  │                           ━━
  │
  ├ Pi skips the skill
  ╰ fix: put the value in quotes

"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("---\ndescription: {}HERE{}\n", "a".repeat(300_000), "b".repeat(300_000));
        check(
            &text,
            "HERE",
            &format!(
                "
warning[some-check]: a fact
  ╭▸ SKILL.md:2:300014
  │
  ⸬  
2 │ …{}HERE{}…
  │                                                     ━━━━
  │
  ╰ fix: do it (--fix-unsafe)
",
                "a".repeat(51),
                "b".repeat(55)
            ),
        );
    }

    #[test]
    fn tabs_and_escape_sequences_do_nothing() {
        check(
            "a\r\nx\ty\u{1b}[31mz\u{202e}: 1\r\nb",
            "z",
            "
warning[some-check]: a fact
  ╭▸ SKILL.md:2:9
  │
2 │ x    y␛[31mz�: 1
  │            ━
  │
  ╰ fix: do it (--fix-unsafe)
",
        );
    }

    #[test]
    fn a_place_at_the_end_of_a_line() {
        check(
            "name:\r\nx",
            "\r\n",
            "
warning[some-check]: a fact
  ╭▸ SKILL.md:1:6
  │
1 │ name:
  │      ━
  │
  ╰ fix: do it (--fix-unsafe)
",
        );
    }

    #[test]
    fn an_empty_file() {
        check(
            "",
            "",
            "
warning[some-check]: a fact
  ╭▸ SKILL.md:1:1
  │
1 │
  │ ━
  │
  ╰ fix: do it (--fix-unsafe)
",
        );
    }

    #[test]
    fn a_long_span_shows_its_beginning() {
        let text = format!("{}\nb\nc\nd\ne", "a".repeat(500));
        check(
            &text,
            &text,
            &format!(
                "
warning[some-check]: a fact
  ╭▸ SKILL.md:1:1
  │
1 │ ┏ {}…
2 │ ┃ b
3 │ ┃ c
  │ ┗━┛
  │
  ╰ fix: do it (--fix-unsafe)
",
                "a".repeat(110)
            ),
        );
    }
}
