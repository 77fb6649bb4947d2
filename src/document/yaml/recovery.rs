//! Reading a broken block field by field: cut at the lines where a field may start, so that each error stays inside
//! its field.

use std::collections::HashSet;

use crate::document::keys::{is_common, key_of};
use crate::document::lines::{Line, line_at, lines, trimmed};
use crate::document::yaml::cause::{
    self, BlamedCause, first_fault, flow_end, is_conflict_marker, key_in, mistaken_colon, quote_end, stopping_place,
};
use crate::document::yaml::parser::{Failure, FailureKind, tree};
use crate::document::yaml::{
    Block, Cause, Entry, Node, Scalar, Style, Value, YamlError, plain_key, whole, with_field_span,
};
use crate::text::Span;

/// Reads `block` field by field. `failure` is what the parser said of the whole.
pub(crate) fn recover(text: &str, block: Span, failure: Option<Failure>) -> Block {
    let all: Vec<Line<'_>> = lines(text, block).collect();
    let base = all.iter().find(|line| !line.is_blank() && !is_comment(line)).map_or(0, Line::indent);
    let mut recovery = Recovery {
        text,
        block,
        base,
        next_field: next_fields(&all, base, block.end),
        unclosed_before: None,
        anchors: anchors(block.of(text)),
        result: Block::default(),
        prose: false,
    };
    let mut at = 0;
    while let Some(line) = all.get(at) {
        if line.is_blank() || is_comment(line) {
            recovery.comment(line);
            at += 1;
            continue;
        }
        let next = recovery.end_of_chunk(&all, at);
        let last =
            all.get(at..next).unwrap_or_default().iter().rfind(|it| !it.is_blank() && !recovery.is_low_comment(it));
        let chunk = Span::new(line.start, last.map_or(line.end, |it| it.end));
        recovery.read(line, chunk);
        for below in all.get(at + 1..next).unwrap_or_default().iter().filter(|it| it.start > chunk.end) {
            recovery.comment(below);
        }
        at = next;
    }
    let mut result = recovery.result;
    if result.errors.is_empty()
        && let Some(failure) = failure
    {
        let error = unconfined(text, block, base, &failure, &result);
        result.errors.push(error);
    }
    result
}

/// Whether a block that is one plain text has a line like `name:x` or `name：x`: it was meant as a mapping.
pub(crate) fn has_key_without_colon(text: &str, block: Span) -> bool {
    lines(text, block).any(|line| mistaken_colon(line.text.trim_start()).is_some())
}

/// The fault of a block whose fields are all good by themselves.
fn unconfined(text: &str, block: Span, base: usize, failure: &Failure, result: &Block) -> YamlError {
    let first = lines(text, block).find(|line| !line.is_blank() && !is_comment(line));
    let (span, cause) = match first {
        Some(line) if base > 0 && failure.kind == FailureKind::NotAligned => {
            (Span::new(line.start, line.start + base), Cause::MoreIndented)
        }
        _ => {
            let line = line_at(text, failure.at);
            first_fault(text, Span::new(line.start, line.end.min(block.end)), failure)
        }
    };
    let field = result.entries.iter().find(|(_, field)| field.covers(span));
    YamlError { span, key: field.and_then(|(entry, _)| entry.key.scalar().map(str::to_owned)), cause }
}

/// For each line, where the next field below it starts.
fn next_fields(all: &[Line<'_>], base: usize, end: usize) -> Vec<usize> {
    let mut next = end;
    let mut starts: Vec<usize> = all
        .iter()
        .rev()
        .map(|line| {
            let below = next;
            if line.indent() <= base && starts_field(line) {
                next = line.start;
            }
            below
        })
        .collect();
    starts.reverse();
    starts
}

/// The names behind each `&` that starts a word.
fn anchors(source: &str) -> HashSet<&str> {
    source
        .split(|it: char| it.is_whitespace() || matches!(it, '[' | '{' | ',' | ']' | '}'))
        .filter_map(|word| word.strip_prefix('&'))
        .collect()
}

fn is_comment(line: &Line<'_>) -> bool {
    line.text.trim_start().starts_with('#')
}

struct Recovery<'text> {
    text: &'text str,
    block: Span,
    /// The indentation of the first field, which the others should share.
    base: usize,
    result: Block,
    /// For each line, where the next line below it starts that is a field beyond doubt.
    next_field: Vec<usize>,
    /// The limit up to which a quote or bracket was looked for in vain.
    unclosed_before: Option<usize>,
    /// The names of all anchors.
    anchors: HashSet<&'text str>,
    /// Whether the last chunk was text without a key: more of it is the same fault.
    prose: bool,
}

impl Recovery<'_> {
    fn comment(&mut self, line: &Line<'_>) {
        if is_comment(line) {
            self.result.comments.push(line.trimmed_span());
        }
    }

    fn is_low_comment(&self, line: &Line<'_>) -> bool {
        is_comment(line) && line.indent() <= self.base
    }

    /// The index of the line behind the chunk that starts at `start`.
    fn end_of_chunk(&mut self, all: &[Line<'_>], start: usize) -> usize {
        let Some(first) = all.get(start) else {
            return start + 1;
        };
        let mut next = start + 1;
        let content = first.text.trim_start_matches([' ', '\t']);
        if let Some(key) = key_in(content) {
            let value = first.end - content.len() + key.value;
            let sign = self.text.get(value..first.end).and_then(|it| it.chars().next());
            // Quotes and brackets may go on at column 0, but never over a line that is surely a field.
            let limit = self.next_field.get(start).copied().unwrap_or(self.block.end);
            let end = match sign {
                // An earlier one did not close before this limit: looking again for each would take forever.
                _ if self.unclosed_before == Some(limit) => None,
                Some(quote @ ('"' | '\'')) => quote_end(self.text, value, limit, quote).or_else(|| {
                    self.unclosed_before = Some(limit);
                    None
                }),
                Some('[' | '{') => flow_end(self.text, value, limit).ok().or_else(|| {
                    self.unclosed_before = Some(limit);
                    None
                }),
                _ => None,
            };
            while end.is_some_and(|end| all.get(next).is_some_and(|line| line.start < end)) {
                next += 1;
            }
        }
        let continues = |line: &Line<'_>| {
            line.is_blank()
                || line.indent() > self.base
                || is_comment(line)
                || line.text.trim_start().starts_with("- ")
                || line.text.trim() == "-"
                || line.text.trim_start().starts_with([']', '}'])
        };
        while all.get(next).is_some_and(continues) {
            next += 1;
        }
        next
    }

    fn read(&mut self, line: &Line<'_>, chunk: Span) {
        let was_prose = std::mem::take(&mut self.prose);
        let content = line.text.trim_start_matches([' ', '\t']);
        if key_in(content).is_none() && !content.starts_with("? ") {
            self.read_keyless(line, chunk, was_prose);
            return;
        }
        match tree(chunk.of(self.text), chunk.start) {
            Ok(mut tree) => {
                // An anchor may stand in an earlier field.
                tree.undefined.retain(|alias| !self.anchors.contains(alias.of(self.text).trim_start_matches('*')));
                let field = whole(self.text, tree);
                self.result.entries.extend(field.entries);
                self.result.errors.extend(field.errors);
                self.result.comments.extend(field.comments);
            }
            Err(failure) => self.read_broken(line, chunk, &failure),
        }
    }

    fn read_broken(&mut self, line: &Line<'_>, chunk: Span, failure: &Failure) {
        let (span, cause) = first_fault(self.text, chunk, failure);
        let Some((key, value)) = key_and_value(self.text, line, chunk) else {
            self.result.errors.push(YamlError { span, key: None, cause });
            return;
        };
        let node = if cause == Cause::QuoteAtColumnZero { indented_quote(self.text, chunk, value) } else { None };
        let value = node.unwrap_or_else(|| Node::new(value, Value::Broken));
        let name = key.scalar().map(str::to_owned);
        let base = self.base;
        let inner = lines(self.text, chunk).filter(|it| is_comment(it) && it.indent() <= base);
        self.result.comments.extend(inner.map(|it| it.trimmed_span()));
        self.result.entries.push(with_field_span(self.text, Entry { key, value }));
        self.result.errors.push(YamlError { span, key: name, cause });
    }

    /// A line that starts with no key: what was meant depends on what it looks like.
    fn read_keyless(&mut self, line: &Line<'_>, chunk: Span, was_prose: bool) {
        let previous = self.result.entries.last().and_then(|(entry, _)| entry.key.scalar().map(str::to_owned));
        let report = |result: &mut Block, (span, cause): BlamedCause, key: Option<String>| {
            result.errors.push(YamlError { span, key, cause });
        };
        if is_conflict_marker(line.text) {
            if !self.result.errors.iter().any(|error| error.cause == Cause::ConflictMarker) {
                report(&mut self.result, (line.trimmed_span(), Cause::ConflictMarker), None);
            }
            return;
        }
        if matches!(line.text.trim_end(), "..." | "---") {
            if self.result.errors.iter().all(|error| error.cause != Cause::SecondDocument) {
                report(&mut self.result, (line.trimmed_span(), Cause::SecondDocument), None);
            }
            return;
        }
        if line.text.trim_start().starts_with(['-', '{', '[']) {
            self.read_collection(line, chunk);
            return;
        }
        let fault = cause::keyless(self.text, line, chunk.end).unwrap_or_else(|fault| fault);
        let content = line.text.trim_start();
        let word = content.split([' ', '\t']).next().unwrap_or_default();
        match fault {
            (span, Cause::FullWidthColon | Cause::ColonWithoutSpace) => {
                let key = Span::new(line.trimmed_span().start, span.start);
                self.push_broken(key, span.end, chunk);
                report(&mut self.result, fault, Some(key.of(self.text).to_owned()));
            }
            (span, Cause::KeyWithoutColon) => {
                let few_words = content.split_whitespace().count() <= 3;
                let is_word = word.starts_with(|first: char| first.is_ascii_lowercase())
                    && word.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'));
                if is_common(word) {
                    let key = Span::new(span.start, span.start + word.len());
                    self.push_broken(key, key.end, chunk);
                    report(&mut self.result, fault, Some(word.to_owned()));
                } else if (is_word && few_words) || previous.is_none() {
                    report(&mut self.result, fault, None);
                } else {
                    // Prose at column 0 below a field: the value goes on, but nothing says so.
                    self.prose = true;
                    if !was_prose {
                        report(&mut self.result, (span, Cause::LessIndented), previous);
                    }
                }
            }
            fault => report(&mut self.result, fault, None),
        }
    }

    /// A list, or a mapping in braces, where fields should stand.
    fn read_collection(&mut self, line: &Line<'_>, chunk: Span) {
        let start = line.trimmed_span().start;
        let (span, cause) = match tree(chunk.of(self.text), chunk.start) {
            Ok(tree) => {
                let found = whole(self.text, tree);
                if !found.entries.is_empty() {
                    self.result.entries.extend(found.entries);
                    return;
                }
                (line.trimmed_span(), Cause::KeyWithoutColon)
            }
            Err(failure) if failure.kind != FailureKind::TooDeep && !line.text.trim_start().starts_with('-') => {
                match flow_end(self.text, start, chunk.end) {
                    Ok(_) => stopping_place(self.text, chunk, &failure),
                    Err(fault) => fault,
                }
            }
            Err(failure) => first_fault(self.text, chunk, &failure),
        };
        self.result.errors.push(YamlError { span, key: None, cause });
    }

    fn push_broken(&mut self, key: Span, after: usize, chunk: Span) {
        let value = trimmed(Span::new(after, chunk.end).of(self.text), after);
        let entry = Entry { key: plain_key(self.text, key), value: Node::new(value, Value::Broken) };
        self.result.entries.push(with_field_span(self.text, entry));
    }
}

/// Whether a line is a field beyond doubt. Prose such as `Note: this` inside quotes starts with a capital.
fn starts_field(line: &Line<'_>) -> bool {
    let content = line.text.trim_start();
    content.starts_with(|first: char| first.is_ascii_lowercase()) && key_of(content).is_some()
}

/// The key that a broken chunk starts with, and the raw text of its value.
fn key_and_value(text: &str, line: &Line<'_>, chunk: Span) -> Option<(Node, Span)> {
    let content = line.text.trim_start_matches([' ', '\t']);
    let start = line.end - content.len();
    let key = key_in(content)?;
    let raw = content.get(..key.length)?;
    let (style, name) = match raw.chars().next() {
        Some('"') => (Style::Double, raw.trim_matches('"')),
        Some('\'') => (Style::Single, raw.trim_matches('\'')),
        _ => (Style::Plain, raw),
    };
    let node = Node::new(Span::new(start, start + key.length), Value::Scalar(Scalar { text: name.to_owned(), style }));
    let value = start + key.value;
    Some((node, trimmed(Span::new(value, chunk.end.max(value)).of(text), value)))
}

/// The value of a quoted text that goes on at column 0, read as if its lines were indented.
fn indented_quote(text: &str, chunk: Span, value: Span) -> Option<Node> {
    let mut indented = String::with_capacity(chunk.len() + 16);
    for line in lines(text, chunk) {
        if line.start > chunk.start && line.indent() == 0 && !line.is_blank() {
            indented.push(' ');
        }
        indented.push_str(Span::new(line.start, line.next.min(chunk.end)).of(text));
    }
    let Some(Node { value: Value::Mapping { entries, .. }, .. }) = tree(&indented, 0).ok()?.root else {
        return None;
    };
    let read = entries.into_iter().next()?.value;
    let quote = value.of(text).chars().next()?;
    let end = quote_end(text, value.start, chunk.end, quote)?;
    Some(Node { span: Span::new(value.start, end), ..read })
}
