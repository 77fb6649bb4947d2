//! Findings for people: the message, the source with the place underlined, what follows from it, and the fix.

use std::borrow::Cow;
use std::fmt::Write as _;

use annotate_snippets::renderer::{
    DEFAULT_EMPHASIS_STYLE, DEFAULT_ERROR_STYLE, DEFAULT_HELP_STYLE, DEFAULT_INFO_STYLE, DEFAULT_LINE_NUM_STYLE,
    DEFAULT_WARNING_STYLE, DecorStyle, Style,
};
use annotate_snippets::{AnnotationKind, Group, Level as Title, Origin, Renderer, Snippet};
use unicode_width::UnicodeWidthChar;

use crate::checks::Diagnostic;
use crate::cli::report::{FileReport, Findings};
use crate::cli::terminal::{Around, plain, visible};
use crate::config::Level;
use crate::text::{Encoding, Position, Span};

/// Whether what is drawn has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    On,
    Off,
}

/// So much is drawn before it is printed: all findings of a large tree are more text than its skills have.
const SHEET: usize = 64 * 1024;

/// Draws all findings, a sheet at a time.
pub(crate) fn snippets(findings: &Findings, around: &Around, colours: Colours, print: impl Fn(&str)) {
    let mut pen = Pen { text: String::new(), colours };
    for (file, diagnostic) in findings.by_level() {
        let mut drawing = Drawing::new(file, diagnostic.span, &diagnostic.message, around);
        drawing.level = diagnostic.level;
        drawing.check = Some(diagnostic.check);
        drawing.notes = notes(findings, around, diagnostic);
        drawing.draw(&mut pen);
        pen.text.push_str("\n\n");
        if pen.text.len() >= SHEET {
            print(&pen.text);
            pen.text.clear();
        }
    }
    print(&pen.text);
}

/// A warning about a place in a settings file, drawn as a finding is, with colours.
pub(crate) fn setting(file: &FileReport, span: Span, message: &str, around: &Around) -> String {
    let mut pen = Pen { text: String::new(), colours: Colours::On };
    Drawing::new(file, span, message, around).draw(&mut pen);
    pen.text + "\n\n"
}

/// What follows from a finding, what else belongs to it, and the fix: each with its name, where it has one.
fn notes<'a>(findings: &Findings, around: &Around, diagnostic: &'a Diagnostic) -> Vec<Note<'a>> {
    let mut notes: Vec<Note> = diagnostic.consequence.iter().map(|consequence| (None, plain(consequence))).collect();
    for related in &diagnostic.related {
        let (start, _) = findings.place(&related.path, related.span, Encoding::Utf32);
        let note = format!("{}:{}: {}", around.path(&related.path), start.line + 1, plain(&related.message));
        notes.push((Some("note"), note.into()));
    }
    // What only an editor does is no fix here.
    if let Some(fix) = diagnostic.fixes.iter().find(|fix| !fix.creates()) {
        let how = if fix.safe { "" } else { " (--fix-unsafe)" };
        notes.push((Some("fix"), format!("{}{how}", lower_first(&plain(&fix.title))).into()));
    }
    notes
}

type Note<'a> = (Option<&'static str>, Cow<'a, str>);

/// A message about a place, ready to be drawn.
struct Drawing<'a> {
    level: Level,
    check: Option<&'static str>,
    message: Cow<'a, str>,
    path: String,
    start: Position,
    excerpt: Excerpt,
    notes: Vec<Note<'a>>,
}

impl<'a> Drawing<'a> {
    /// A bare warning.
    fn new(file: &FileReport, span: Span, message: &'a str, around: &Around) -> Drawing<'a> {
        Drawing {
            level: Level::Warning,
            check: None,
            message: plain(message),
            path: around.path(&file.path),
            start: file.text.position(span.start, Encoding::Utf32),
            excerpt: excerpt(file, span),
            notes: Vec::new(),
        }
    }

    fn draw(&self, pen: &mut Pen) {
        if self.is_simple() { self.draw_line(pen) } else { self.draw_lines(pen) }
    }

    /// Whether the place stands on one line, not so deep that its indentation is cut: nearly every one does.
    fn is_simple(&self) -> bool {
        let text = &self.excerpt.text;
        let indent = text.len() - text.trim_start().len();
        !text.contains('\n') && indent <= 26 && !text.get(..indent).is_some_and(|blanks| blanks.contains('\t'))
    }

    /// Draws what [`Drawing::draw_lines`] would, in a tenth of the time.
    fn draw_line(&self, pen: &mut Pen) {
        let level = style(self.level);
        let word = if self.level == Level::Off { Level::Hint.word() } else { self.level.word() };
        let (lines, emphasis) = (DEFAULT_LINE_NUM_STYLE, DEFAULT_EMPHASIS_STYLE);
        match self.check {
            Some(check) => pen.put(level, &[word, "[", check, "]"]),
            None => pen.put(level, &[word]),
        }
        pen.put(emphasis, &[": ", &self.message]);
        let number = (self.start.line + 1).to_string();
        let margin = &*" ".repeat(number.len());
        let Excerpt { text, span, cut } = &self.excerpt;
        let before = Span::new(0, span.start).of(text);
        let column = if *cut { self.start.column } else { before.chars().count() };
        pen.text.push_str(&["\n", margin].concat());
        pen.put(lines, &[" ╭▸ "]);
        let _ = write!(pen.text, "{}:{number}:{}\n{margin} ", self.path, column + 1);
        pen.put(lines, &["│"]);
        if *cut {
            pen.text.push_str(&["\n", margin].concat());
            pen.put(lines, &[" ⸬  "]);
        }
        pen.text.push('\n');
        pen.put(lines, &[&number]);
        pen.text.push(' ');
        pen.put(lines, &["│"]);
        if !text.is_empty() {
            pen.text.push_str(&[" ", &text.replace('\t', TAB)].concat());
        }
        pen.text.push_str(&["\n", margin, " "].concat());
        match self.notes.is_empty() {
            true => pen.put(lines, &["╰╴"]),
            false => {
                pen.put(lines, &["│"]);
                pen.text.push(' ');
            }
        }
        let columns = |text: &str| text.replace('\t', TAB).chars().filter_map(char::width).sum::<usize>();
        pen.text.extend(std::iter::repeat_n(' ', columns(before)));
        pen.put(level, &[&"━".repeat(columns(span.of(text)).max(1))]);
        if !self.notes.is_empty() {
            pen.text.push_str(&["\n", margin, " "].concat());
            pen.put(lines, &["│"]);
        }
        for (index, (name, note)) in self.notes.iter().enumerate() {
            pen.text.push_str(&["\n", margin, " "].concat());
            pen.put(lines, &[if index + 1 < self.notes.len() { "├ " } else { "╰ " }]);
            if let Some(name) = name {
                pen.put(emphasis, &[name]);
                pen.text.push_str(": ");
            }
            pen.text.push_str(note);
        }
    }

    /// Draws a place that may stand on several lines.
    fn draw_lines(&self, pen: &mut Pen) {
        let title = match self.level {
            Level::Error => Title::ERROR,
            Level::Warning => Title::WARNING,
            Level::Information => Title::INFO.with_name("information"),
            Level::Hint | Level::Off => Title::HELP.with_name("hint"),
        };
        let title = title.primary_title(&*self.message);
        let mut group = Group::with_title(match self.check {
            Some(check) => title.id(check),
            None => title,
        });
        let line = self.start.line + 1;
        let place = AnnotationKind::Primary.span(self.excerpt.span.start..self.excerpt.span.end);
        let source = Snippet::source(self.excerpt.text.as_str()).line_start(line).annotation(place);
        group = if self.excerpt.cut {
            // The renderer would count the column in what is left of the line.
            let origin = Origin::path(self.path.as_str()).line(line).char_column(self.start.column + 1);
            group.element(origin).element(source)
        } else {
            group.element(source.path(self.path.as_str()))
        };
        for (name, note) in &self.notes {
            let kind = match name {
                Some(name) => Title::NOTE.with_name(*name),
                None => Title::NOTE.no_name(),
            };
            group = group.element(kind.message(&**note));
        }
        let renderer = match pen.colours {
            Colours::On => Renderer::styled(),
            Colours::Off => Renderer::plain(),
        };
        pen.text.push_str(&renderer.decor_style(DecorStyle::Unicode).render(&[group]));
    }
}

/// A tab, as it is drawn.
const TAB: &str = "    ";

/// A title in the colour of its level.
pub(crate) fn painted(level: Level, pieces: &[&str], colours: Colours) -> String {
    let mut pen = Pen { text: String::new(), colours };
    pen.put(style(level), pieces);
    pen.text
}

fn style(level: Level) -> Style {
    match level {
        Level::Error => DEFAULT_ERROR_STYLE,
        Level::Warning => DEFAULT_WARNING_STYLE,
        Level::Information => DEFAULT_INFO_STYLE,
        Level::Hint | Level::Off => DEFAULT_HELP_STYLE,
    }
}

/// Text that grows, with or without colours.
struct Pen {
    text: String,
    colours: Colours,
}

impl Pen {
    fn put(&mut self, style: Style, pieces: &[&str]) {
        let coloured = self.colours == Colours::On;
        if coloured {
            let _ = write!(self.text, "{style}");
        }
        for piece in pieces {
            self.text.push_str(piece);
        }
        if coloured {
            let _ = write!(self.text, "{style:#}");
        }
    }
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
    let text = file.text.as_str();
    let mut excerpt = Excerpt { text: String::new(), span: Span::default(), cut: false };
    for line in first..=last.min(first + LINES - 1) {
        let line_span = file.text.line_span(line);
        if line > first {
            // A span that ends right after a line break shows nothing of the next line.
            if line_span.start >= span.end {
                break;
            }
            excerpt.text.push('\n');
        }
        let marked = Span::new(span.start.max(line_span.start), span.end.min(line_span.end));
        let marked = line_excerpt(&mut excerpt.text, line_span.of(text), shift_back(marked, line_span.start));
        if line == first {
            excerpt.span.start = marked.start;
            excerpt.cut = excerpt.text.starts_with('…') && !text.get(line_span.start..).unwrap_or("").starts_with('…');
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
    if matches!(character, ' '..='~') {
        text.push(character);
        return 1;
    }
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
    use crate::cli::report::sample;

    fn stripped(findings: &Findings) -> String {
        let around = Around { here: "/home/me/project".into(), home: Some("/home/me".into()) };
        let sheets = std::cell::RefCell::new(String::new());
        snippets(findings, &around, Colours::Off, |sheet| sheets.borrow_mut().push_str(sheet));
        sheets.into_inner()
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
            loses_skill: false,
            related: vec![],
            fixes: vec![Fix::offered("Do it", vec![])],
            tag: None,
            is_remembered: false,
        };
        let files = vec![FileReport::new("/home/me/project/SKILL.md".into(), text.into(), vec![diagnostic])];
        assert_eq!(
            stripped(&Findings {
                skills: 1,
                agents: 0,
                manifests: 0,
                files,
                is_incomplete: false,
                parts: Vec::new(),
                others: Default::default(),
                remembered: None,
                more: 0,
            })
            .trim_end(),
            expected.trim_matches('\n')
        );
    }

    #[test]
    fn one_line_is_drawn_as_several_are() {
        let texts = ["", "a", "name: x", "  - 漢\tb 😀 e\u{301}x\u{1b}[3m\u{200d}y", "\ta", &"long 漢 ".repeat(60)];
        let levels = [Level::Error, Level::Warning, Level::Information, Level::Hint];
        let around = Around::default();
        let mut simple = 0;
        for text in texts {
            let file = FileReport::new("/a/SKILL.md".into(), format!("1\n{text}\r\n3").into(), Vec::new());
            let places = text.char_indices().map(|(at, _)| at).chain([text.len(), text.len() + 1]);
            let places: Vec<usize> = places.map(|at| at + 2).collect();
            for (index, start) in places.iter().enumerate().step_by(3) {
                for end in places.iter().skip(index).step_by(1 + places.len() / 9) {
                    for (notes, level) in levels.into_iter().enumerate() {
                        let mut drawing = Drawing::new(&file, Span::new(*start, *end), "a\tfact", &around);
                        drawing.level = level;
                        drawing.check = (notes > 0).then_some("some-check");
                        let all =
                            [(None, "so it is".into()), (Some("note"), "there".into()), (Some("fix"), "it".into())];
                        drawing.notes = all.into_iter().take(notes).collect();
                        if !drawing.is_simple() {
                            continue;
                        }
                        simple += 1;
                        for colours in [Colours::On, Colours::Off] {
                            let pens = [Drawing::draw_line, Drawing::draw_lines].map(|draw| {
                                let mut pen = Pen { text: String::new(), colours };
                                draw(&drawing, &mut pen);
                                pen.text
                            });
                            assert_eq!(pens[0], pens[1], "{start}..{end} of {text:?}");
                        }
                    }
                }
            }
        }
        assert!(simple > 1_000);
    }

    #[test]
    fn everything_a_finding_says() {
        assert_eq!(
            stripped(&sample::findings()),
            "\
error[yaml-syntax]: `: ` starts a new key, 100% <sure> & \"quoted\"
  ╭▸ a b/SKILL.md:3:27
  │
3 │ description: Use this when: you deploy
  │                           ━━
  │
  ├ Pi skips the skill
  ╰ fix: put the value in quotes

warning[name-shadowed]: another skill wins
  ╭▸ a b/SKILL.md:2:7
  │
2 │ name: 漢😀
  │       ━━━━
  │
  ╰ note: ~/.claude/skills/x/SKILL.md:2: the winner

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
