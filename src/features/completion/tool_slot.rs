//! Where in a list of tools the cursor stands, and how an entry is written there. Told by signs, so that a half-typed list
//! is no obstacle.

use crate::document::lines::{line_at, lines, trimmed};
use crate::document::tools::decoded;
use crate::document::yaml::Style;
use crate::features::completion::spot::ValueSpot;
use crate::features::completion::tool_words::{
    Written, closing_quote, first_sign, flow_items, is_closed, is_item, is_other_value, item, under, words,
};
use crate::features::completion::{Completion, Kind, escaped};
use crate::mending::quoting::quoted;
use crate::text::{Edit, Span};

/// A place for an entry.
#[derive(Debug)]
pub(super) struct Slot<'a> {
    /// What stands before the cursor of the entry under it, as it is read.
    pub(super) typed: String,
    /// The other entries, as they are read.
    pub(super) there: Vec<String>,
    /// Whether only the name is replaced, and a pattern behind it stays.
    pub(super) is_name_only: bool,
    text: &'a str,
    /// What is replaced.
    word: Span,
    place: SlotReading,
    before: String,
    behind: String,
    more: Vec<Edit>,
}

/// How what stands at the cursor is read.
#[derive(Clone, Copy, Debug)]
enum SlotReading {
    /// An item without quotes: it gets some where it needs them.
    Item { is_flow: bool },
    /// In plain text that runs from here to there: all of it gets quotes where the entry needs them.
    Text(Span),
    /// In quotes, or in a text of its own lines.
    Inside(Style),
}

impl<'a> Slot<'a> {
    /// The slot at the cursor; `None` where no entry can stand: behind the list, in its sign, over two lines.
    pub(super) fn at(text: &'a str, spot: &ValueSpot<'_>, wants_list: bool) -> Option<Slot<'a>> {
        let line = line_at(text, spot.offset);
        let is_below = spot.before(text).contains(['\n', '\r']);
        let indent = line.text.get(..line.indent()).unwrap_or_default();
        if is_below && indent.contains('\t') {
            return None;
        }
        let Some((start, sign)) = first_sign(text, spot.raw) else {
            return Slot::of_nothing(text, spot, is_below, wants_list);
        };
        let starts_below = Span::new(spot.raw.start, start).of(text).contains(['\n', '\r']);
        match sign {
            '-' if starts_below && is_item(text, start) => Slot::in_list(text, spot),
            '[' => Slot::in_brackets(text, spot, start + 1),
            '"' | '\'' => Slot::in_quotes(text, spot, start, sign),
            '|' | '>' => Slot::in_lines(text, spot, start, sign),
            '{' | '}' | ']' | '&' | '*' | '!' | '%' | '@' | '`' => None,
            '-' | '?' | ':' if is_item(text, start) => None,
            _ => Slot::in_plain_text(text, spot, start),
        }
    }

    fn new(text: &'a str, word: Span, place: SlotReading) -> Slot<'a> {
        let (typed, there, more) = (String::new(), Vec::new(), Vec::new());
        let (before, behind) = (String::new(), String::new());
        Slot { typed, there, is_name_only: false, text, word, place, before, behind, more }
    }

    /// Behind the key, or on a line below it, and nothing is there yet.
    fn of_nothing(text: &'a str, spot: &ValueSpot<'_>, is_below: bool, wants_list: bool) -> Option<Slot<'a>> {
        let word = Span::at(spot.offset);
        if is_below {
            let line = line_at(text, spot.offset);
            let is_blank = line.is_blank() && line.indent() > 0;
            let slot = Slot::new(text, word, SlotReading::Item { is_flow: false });
            return is_blank.then(|| Slot { before: "- ".to_owned(), ..slot });
        }
        let blank = if spot.before(text).is_empty() { " " } else { "" };
        let comment = if text.get(spot.offset..)?.starts_with('#') { " " } else { "" };
        Some(match wants_list {
            true => Slot {
                before: format!("{blank}["),
                behind: format!("]{comment}"),
                ..Slot::new(text, word, SlotReading::Item { is_flow: true })
            },
            false => Slot {
                before: blank.to_owned(),
                behind: comment.to_owned(),
                ..Slot::new(text, word, SlotReading::Text(word))
            },
        })
    }

    /// In a list with one item on each line.
    fn in_list(text: &'a str, spot: &ValueSpot<'_>) -> Option<Slot<'a>> {
        let here = line_at(text, spot.offset);
        let mut there = Vec::new();
        let mut indents = Vec::new();
        let mut found = None;
        for line in lines(text, spot.raw).filter(|line| line.start > spot.raw.start) {
            let is_here = line.start == here.start;
            let dash = line.start + line.indent();
            if !is_item(text, dash) || dash >= line.end {
                // A new item begins where the others do.
                if is_here && line.is_blank() && line.indent() > 0 && spot.offset == line.end {
                    found = Some((Written::plain(Span::at(spot.offset), Style::Plain), "- ", line.indent()));
                }
                continue;
            }
            indents.push(line.indent());
            let content = dash + 1;
            let rest = Span::new(content, line.end).of(text);
            let blanks = rest.len() - rest.trim_start().len();
            let entry = item(text, content + blanks, line.end, is_here.then_some(spot.offset));
            match is_here {
                true if spot.offset < content => return None,
                true => {
                    let entry = entry.unwrap_or(Written::plain(Span::at(spot.offset), Style::Plain));
                    found = Some((entry, if spot.offset == content { " " } else { "" }, line.indent()));
                }
                false => there.extend(entry),
            }
        }
        let (entry, before, indent) = found?;
        let is_aligned = indents.iter().all(|other| *other == indent);
        let place = match entry.style {
            Style::Plain => SlotReading::Item { is_flow: false },
            style => SlotReading::Inside(style),
        };
        if !is_aligned || !entry.inner.touches(spot.offset) || is_other_value(text, &entry) {
            return None;
        }
        let slot = Slot::new(text, entry.inner, place).on(&entry, spot.offset)?;
        let there = there.iter().map(|entry| entry.read(text)).collect();
        let mut slot = Slot { there, before: before.to_owned(), ..slot };
        slot.keep_comment();
        Some(slot)
    }

    /// Between brackets.
    fn in_brackets(text: &'a str, spot: &ValueSpot<'_>, start: usize) -> Option<Slot<'a>> {
        let (entries, end) = flow_items(text, Span::new(start, spot.raw.end), spot.offset);
        if spot.offset < start || end < spot.offset {
            return None;
        }
        let (index, entry) = under(&entries, spot.offset, true);
        let place = match entry.style {
            Style::Plain => SlotReading::Item { is_flow: true },
            style => SlotReading::Inside(style),
        };
        let slot = Slot::new(text, entry.inner, place).on(&entry, spot.offset)?;
        Some(slot.between(&entries, index, &entry, true))
    }

    /// In a text with quotes around it.
    fn in_quotes(text: &'a str, spot: &ValueSpot<'_>, start: usize, quote: char) -> Option<Slot<'a>> {
        let inner = start + 1;
        let closing = closing_quote(text, inner, spot.raw.end, quote);
        let line = line_at(text, start);
        let content = Span::new(inner, closing.unwrap_or(line.end.max(spot.offset)));
        let style = if quote == '"' { Style::Double } else { Style::Single };
        if spot.offset < inner || content.end < spot.offset {
            return None;
        }
        let mut slot = Slot::in_text(text, content, spot.offset, SlotReading::Inside(style), style)?;
        let rest = Span::new(slot.word.end, content.end).of(text);
        if closing.is_none() && rest.trim().is_empty() {
            slot.behind.push(quote);
        }
        Some(slot)
    }

    /// In a text that begins below the sign `>` or `|`.
    fn in_lines(text: &'a str, spot: &ValueSpot<'_>, start: usize, sign: char) -> Option<Slot<'a>> {
        let header = line_at(text, start);
        let content = Span::new(header.next, spot.raw.end.max(spot.offset));
        let line = line_at(text, spot.offset);
        let mut full = lines(text, content).filter(|line| !line.is_blank());
        let indent = full.next().map_or(1, |line| line.indent());
        let column = spot.offset.saturating_sub(line.start);
        if spot.offset < header.next || column < indent || (!line.is_blank() && line.indent() < indent) {
            return None;
        }
        let style = if sign == '|' { Style::Literal } else { Style::Folded };
        Slot::in_text(text, content, spot.offset, SlotReading::Inside(style), style)
    }

    /// In a text without quotes.
    fn in_plain_text(text: &'a str, spot: &ValueSpot<'_>, start: usize) -> Option<Slot<'a>> {
        let mut end = start;
        for line in lines(text, Span::new(start, spot.raw.end)) {
            if line.text.trim_start().starts_with('#') {
                break;
            }
            let cut = line.text.find(" #").or_else(|| line.text.find("\t#"));
            let code = line.text.get(..cut.unwrap_or(line.text.len())).unwrap_or_default();
            end = if code.trim().is_empty() { end } else { trimmed(code, line.start).end };
            if cut.is_some() {
                break;
            }
        }
        let value = Span::new(start, end);
        if end < spot.offset && !Span::new(end, spot.offset).of(text).trim().is_empty() {
            return None;
        }
        let line = line_at(text, spot.offset);
        let is_on_key = Span::new(spot.raw.start, spot.offset).of(text).find(['\n', '\r']).is_none();
        if !is_on_key && (spot.offset < start || line.indent() == 0) {
            return None;
        }
        let content = Span::new(start.min(spot.offset), end.max(spot.offset));
        let mut slot = Slot::in_text(text, content, spot.offset, SlotReading::Text(value), Style::Plain)?;
        if spot.offset == spot.raw.start {
            slot.before.insert(0, ' ');
        }
        slot.keep_comment();
        Some(slot)
    }

    fn in_text(text: &'a str, content: Span, offset: usize, place: SlotReading, style: Style) -> Option<Slot<'a>> {
        let entries = words(text, content, offset, style);
        let (index, entry) = under(&entries, offset, false);
        let slot = Slot::new(text, entry.inner, place).on(&entry, offset)?;
        let neighbours: Vec<Span> = entries.iter().map(|entry| entry.outer).collect();
        let gaps = neighbours.windows(2).map(|pair| match pair {
            [left, right] => Span::new(left.end, right.start).of(text),
            _ => "",
        });
        let last = neighbours.last().map_or(content.start, |last| last.end.min(content.end));
        let has_commas = gaps.into_iter().any(|gap| gap.contains(','))
            || Span::new(last, content.end).of(text).contains(',')
            || neighbours
                .first()
                .is_some_and(|first| Span::new(content.start.min(first.start), first.start).of(text).contains(','));
        Some(slot.between(&entries, index, &entry, has_commas))
    }

    /// The slot of an entry that is there, or of none.
    fn on(self, entry: &Written, offset: usize) -> Option<Slot<'a>> {
        let text = self.text;
        let source = entry.inner.of(text);
        let before = Span::new(entry.inner.start, offset).of(text);
        if source.contains(['\n', '\r']) {
            // The name may stand on a line of its own.
            let line_end = source.find(['\n', '\r', '(']).unwrap_or(source.len());
            if !source.get(line_end..)?.starts_with('(') || before.len() > line_end {
                return None;
            }
        }
        let typed = decoded(before, entry.style);
        let opening = source.find('(');
        // Behind its last parenthesis an entry has ended.
        if typed.contains('(') && is_closed(&typed) {
            return None;
        }
        let mut slot = Slot { typed, ..self };
        if let Some(opening) = opening.filter(|opening| before.len() <= *opening) {
            slot.word = Span::new(entry.inner.start, entry.inner.start + opening);
            slot.is_name_only = true;
        }
        if entry.is_open {
            slot.behind.push(if entry.style == Style::Single { '\'' } else { '"' });
        }
        Some(slot)
    }

    /// What is a comment right behind the cursor must stay one.
    fn keep_comment(&mut self) {
        if self.text.get(self.word.end..).is_some_and(|rest| rest.starts_with('#')) && !self.behind.ends_with(' ') {
            self.behind.push(' ');
        }
    }

    /// With what separates it from the entries on either side.
    fn between(mut self, entries: &[Written], index: Option<usize>, entry: &Written, has_commas: bool) -> Slot<'a> {
        let text = self.text;
        let others = || entries.iter().enumerate().filter(|(at, _)| Some(*at) != index).map(|(_, entry)| entry);
        self.there = others().map(|entry| entry.read(text)).collect();
        let left = others().rev().find(|other| other.outer.end <= entry.outer.start);
        let right = others().find(|other| other.outer.start >= entry.outer.end);
        if has_commas {
            let missing = left.filter(|left| !Span::new(left.outer.end, entry.outer.start).of(text).contains(','));
            match missing.map(|left| left.outer.end) {
                Some(end) if end == self.word.start => self.before.push_str(", "),
                Some(end) => self.more.push(Edit::insert(end, ",")),
                None => {}
            }
            let is_glued = text.get(..entry.outer.start).is_some_and(|before| before.ends_with(','));
            if is_glued && index.is_none() {
                self.before.push(' ');
            }
        }
        if let Some(right) = right {
            let gap = Span::new(entry.outer.end, right.outer.start).of(text);
            let comma = if has_commas && !gap.contains(',') { "," } else { "" };
            let blank = if gap.is_empty() { " " } else { "" };
            self.behind.push_str(&format!("{comma}{blank}"));
        }
        self
    }

    /// An offer that writes this entry; `None` when it cannot stand here.
    pub(super) fn completion(&self, label: &str, entry: &str, kind: Kind) -> Option<Completion> {
        let (start, end, more) = self.around(entry)?;
        let inner = self.inside(entry, &start);
        let text = format!("{}{start}{inner}{end}{}", self.before, self.behind);
        let is_whole = self.typed.contains('(');
        Some(Completion { text, more, is_whole, ..Completion::plain(label, kind, self.word) })
    }

    /// An offer that writes the two parts of an entry, with the cursor between them.
    pub(super) fn opening(&self, label: &str, left: &str, right: &str, kind: Kind) -> Option<Completion> {
        let (start, end, _) = self.around(&format!("{left}x{right}"))?;
        let (left_inner, right_inner) = (self.inside(left, &start), self.inside(right, &start));
        let snippet = format!(
            "{}$0{}",
            escaped(&format!("{}{start}{left_inner}", self.before)),
            escaped(&format!("{right_inner}{end}{}", self.behind))
        );
        let completion = self.completion(label, &format!("{left}{right}"), kind)?;
        Some(Completion { snippet: Some(snippet), filter: Some(left.to_owned()), ..completion })
    }

    /// The entry as it is written between these quotes, or in those that are there.
    fn inside(&self, entry: &str, quote: &str) -> String {
        let style = match (self.place, quote) {
            (SlotReading::Inside(style), _) => style,
            (_, "\"") => Style::Double,
            (_, "'") => Style::Single,
            _ => Style::Plain,
        };
        match style {
            Style::Double => entry.replace('\\', "\\\\").replace('"', "\\\""),
            Style::Single => entry.replace('\'', "''"),
            Style::Plain | Style::Literal | Style::Folded => entry.to_owned(),
        }
    }

    /// The quotes that an entry needs, before it and behind it, and the edits that put quotes around other text.
    fn around(&self, entry: &str) -> Option<(String, String, Vec<Edit>)> {
        let free = || (String::new(), String::new(), self.more.clone());
        if entry.contains(['\n', '\r']) {
            return None;
        }
        match self.place {
            SlotReading::Inside(Style::Single | Style::Double) => is_one_word(entry).then(free),
            SlotReading::Inside(_) => is_one_word(entry).then(free),
            SlotReading::Item { is_flow } => {
                // A pattern that stays is part of the item.
                let rest = if self.is_name_only { "(" } else { "" };
                if is_plain(&format!("{entry}{rest}"), true, is_flow) {
                    return Some(free());
                }
                let quote: String = quoted(entry).chars().take(1).collect();
                (!self.is_name_only).then(|| (quote.clone(), quote, self.more.clone()))
            }
            SlotReading::Text(value) => {
                if !is_one_word(entry) {
                    return None;
                }
                let is_first = self.word.start <= value.start;
                if is_plain(entry, is_first, false) {
                    return Some(free());
                }
                self.around_text(value)
            }
        }
    }

    /// Quotes around all of a text, of which the word is a part.
    fn around_text(&self, value: Span) -> Option<(String, String, Vec<Edit>)> {
        let source = value.of(self.text);
        if source.contains(['\n', '\r']) || self.is_name_only {
            return None;
        }
        let others = [
            Span::new(value.start, self.word.start.max(value.start)).of(self.text),
            Span::new(self.word.end.min(value.end), value.end).of(self.text),
        ];
        let has = |sign: char| others.iter().any(|other| other.contains(sign));
        let quote = match (has('"') || has('\\'), has('\'')) {
            (false, _) => "\"",
            (true, false) => "'",
            (true, true) => return None,
        };
        let mut more = self.more.clone();
        let (mut start, mut end) = (String::new(), String::new());
        match self.word.start <= value.start {
            true => start.push_str(quote),
            false => more.push(Edit::insert(value.start, quote)),
        }
        match self.word.end >= value.end {
            true => end.push_str(quote),
            false => more.push(Edit::insert(value.end, quote)),
        }
        Some((start, end, more))
    }
}

/// Whether an entry is read back as one where a text is cut at blanks and commas.
fn is_one_word(entry: &str) -> bool {
    let mut depth = 0_usize;
    for sign in entry.chars() {
        match sign {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            ',' | ' ' | '\t' if depth == 0 => return false,
            _ => {}
        }
    }
    depth == 0 && !entry.is_empty()
}

/// Whether an entry needs no quotes: at the start of a value or in the middle of one, in brackets or not.
fn is_plain(entry: &str, is_first: bool, is_flow: bool) -> bool {
    let starts_well =
        !is_first || entry.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '_' | '/' | '.' | '('));
    let ends_well = !entry.ends_with(':') && entry.trim() == entry;
    let is_quiet = !entry.contains(": ") && !entry.contains(":\t") && !entry.contains(" #") && !entry.contains("\t#");
    let is_free = !is_flow || !entry.contains([',', '[', ']', '{', '}']);
    starts_well && ends_well && is_quiet && is_free && !entry.starts_with('#') && !entry.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;
    use crate::features::completion::spot::{Spot, spot};
    use crate::text::apply;

    /// The value after `entry` was put in at `|`; `-` where it cannot stand.
    fn check(value: &str, entry: &str, expected: &str) {
        let text = format!("---\nallowed-tools: {value}\n---\n");
        let offset = text.find('|').expect("a cursor");
        let text = text.replacen('|', "", 1);
        let document = parse(&text);
        let Some(Spot::Inner(spot)) = spot(&document, offset) else { panic!("no value") };
        let offer = Slot::at(&text, &spot, false).and_then(|slot| slot.completion(entry, entry, Kind::Tool));
        let after = offer.map(|offer| {
            let mut edits = offer.more;
            edits.push(Edit::replace(offer.span, offer.text));
            apply(&text, &edits)
        });
        let inner = |text: &str| text.replace("---\nallowed-tools: ", "").replace("\n---\n", "");
        assert_eq!(after.map_or("-".to_owned(), |text| inner(&text)), expected, "{value}");
    }

    #[test]
    fn quotes_where_the_entry_needs_them() {
        check("Read, |", "Bash(a: b)", "\"Read, Bash(a: b)\"");
        check("Read, |, Write # c", "Bash(a: b)", "\"Read, Bash(a: b), Write\" # c");
        check("Read, Ba|", "Bash(a #b)", "\"Read, Bash(a #b)\"");
        check("|", "@scope/tool", "\"@scope/tool\"");
        check("Read |", "@scope/tool", "Read @scope/tool");
        check("[|]", "*", "[\"*\"]");
        check("[Read, |]", "Bash(a, b)", "[Read, \"Bash(a, b)\"]");
        check("\n  - |", "Bash(a: \"b\")", "\n  - 'Bash(a: \"b\")'");
        check("\"Read |\"", "Bash(\"a\")", "\"Read Bash(\\\"a\\\")\"");
        check("'Read |'", "Bash('a')", "'Read Bash(''a'')'");
        check("Bash(\"x\"), |", "Bash(a: b)", "'Bash(\"x\"), Bash(a: b)'");
        check("Read,\n Wr|", "Write", "Read,\n Write");
    }

    #[test]
    fn where_an_entry_cannot_stand() {
        check("Read |", "My Tool", "-");
        check("\n  - |", "My Tool", "\n  - My Tool");
        check("Bash(a)|", "Read", "-");
        check("[Read] |", "Read", "-");
        check("\n  - Read\n     |", "Write", "-");
        check("\n  - {a: |}", "Write", "-");
        check("&a |", "Write", "-");
    }
}
