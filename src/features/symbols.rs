//! The outline of a document: the frontmatter with its fields, the headings as a tree.

use crate::document::body::Heading;
use crate::document::tools::{is_tool_field, tools};
use crate::document::yaml::{Entry, Node, Value};
use crate::document::{Document, Field};
use crate::text::Span;

/// One entry of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is called; never empty.
    pub name: String,
    /// What it says, in short.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// What is shown when it is chosen.
    pub selection: Span,
    /// What lies in it, in order.
    pub children: Vec<Symbol>,
}

/// What an entry of an outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// The frontmatter.
    Frontmatter,
    /// A field with one value.
    Field,
    /// A field with a list.
    List,
    /// A field with fields of its own.
    Mapping,
    /// An entry of a list of tools.
    Tool,
    /// A heading.
    Heading,
}

/// The longest value that is shown whole.
const SHOWN: usize = 80;

/// The outline of a document.
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let mut found = Vec::new();
    if let Some(first) = document.fields.first() {
        // Without a fence the fields are still the frontmatter that was meant.
        let selection = document.fence.opening.unwrap_or(first.key_span);
        let parts = document.fields.iter().map(|field| field.span.cover(field.key_span)).chain(document.fence.closing);
        found.push(Symbol {
            name: "Frontmatter".to_owned(),
            detail: None,
            kind: SymbolKind::Frontmatter,
            span: parts.fold(selection, Span::cover),
            selection,
            children: document.fields.iter().map(|field| of_field(document, field)).collect(),
        });
    }
    found.extend(of_headings(&document.body.headings, document.body.span.end));
    found
}

fn of_field(document: &Document, field: &Field) -> Symbol {
    let symbol = of_entry(document, &field.key, field.key_span, &field.value, field.span);
    if !is_tool_field(&field.key) || !symbol.children.is_empty() {
        return symbol;
    }
    let entries = tools(&document.text, &field.value).entries.into_iter();
    let inside = entries.filter(|entry| symbol.span.covers(entry.span));
    let children = inside.map(|entry| Symbol {
        name: named(&entry.text.split_whitespace().collect::<Vec<_>>().join(" "), "?"),
        detail: None,
        kind: SymbolKind::Tool,
        span: entry.span,
        selection: entry.span,
        children: Vec::new(),
    });
    Symbol { children: children.collect(), ..symbol }
}

fn of_entry(document: &Document, key: &str, key_span: Span, value: &Node, span: Span) -> Symbol {
    let (kind, children) = match &value.value {
        Value::Mapping { entries, .. } => (SymbolKind::Mapping, entries.iter().map(|it| inner(document, it)).collect()),
        Value::Sequence { .. } => (SymbolKind::List, Vec::new()),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => (SymbolKind::Field, Vec::new()),
    };
    Symbol {
        name: named(key, "?"),
        detail: detail(document, value),
        kind,
        span: span.cover(key_span),
        selection: key_span,
        children,
    }
}

fn inner(document: &Document, entry: &Entry) -> Symbol {
    let key = entry.key.scalar().unwrap_or_default();
    of_entry(document, key, entry.key.span, &entry.value, entry.key.span.cover(entry.value.span))
}

/// A value in one short line.
fn detail(document: &Document, value: &Node) -> Option<String> {
    let whole = match &value.value {
        Value::Scalar(scalar) => scalar.text.clone(),
        Value::Sequence { items, .. } => {
            let texts: Vec<&str> =
                items.iter().map(|item| item.scalar().unwrap_or_else(|| item.span.of(&document.text))).collect();
            texts.join(", ")
        }
        Value::Mapping { .. } | Value::Missing => return None,
        Value::Alias(_) | Value::Broken => value.span.of(&document.text).to_owned(),
    };
    let mut words = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() > SHOWN {
        words = words.chars().take(SHOWN).chain(['…']).collect();
    }
    (!words.is_empty()).then_some(words)
}

fn named(name: &str, otherwise: &str) -> String {
    let name = name.trim();
    if name.is_empty() { otherwise.to_owned() } else { name.to_owned() }
}

/// The headings as a tree: each holds what follows up to the next heading of its level or a higher one.
fn of_headings(headings: &[Heading], end: usize) -> Vec<Symbol> {
    let mut found = Vec::new();
    let mut rest = headings;
    while let Some((first, after)) = rest.split_first() {
        let inner = after.iter().take_while(|heading| heading.level > first.level).count();
        let (below, next) = after.split_at(inner);
        let until = next.first().map_or(end, |heading| heading.span.start).max(first.span.end);
        found.push(Symbol {
            name: named(&first.text, "(no text)"),
            detail: None,
            kind: SymbolKind::Heading,
            span: Span::new(first.span.start, until),
            selection: first.span,
            children: of_headings(below, until),
        });
        rest = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn check(text: &str, expected: &str) {
        let mut shown = String::new();
        show(&symbols(&parse(text)), text, 0, &mut shown);
        assert_eq!(shown, expected);
    }

    fn show(symbols: &[Symbol], text: &str, depth: usize, shown: &mut String) {
        for symbol in symbols {
            assert!(symbol.span.covers(symbol.selection));
            let indent = "  ".repeat(depth);
            let detail = symbol.detail.as_ref().map(|it| format!(" = {it}")).unwrap_or_default();
            let end = symbol.span.of(text).trim_end().lines().last().unwrap_or_default();
            shown.push_str(&format!("{indent}{:?} {}{detail} … {end}\n", symbol.kind, symbol.name));
            for child in &symbol.children {
                assert!(symbol.span.covers(child.span));
            }
            show(&symbol.children, text, depth + 1, shown);
        }
    }

    #[test]
    fn fields_and_headings() {
        check(
            "---\nname: pdf\nallowed-tools: [Read, Bash]\nmetadata:\n  author: me\n---\n# One\na\n### Deep\n## Two\nb\n# `Three`\n\
             #\n",
            "Frontmatter Frontmatter … ---
  Field name = pdf … name: pdf
  List allowed-tools = Read, Bash … allowed-tools: [Read, Bash]
    Tool Read … Read
    Tool Bash … Bash
  Mapping metadata …   author: me
    Field author = me … author: me
Heading One … b
  Heading Deep … ### Deep
  Heading Two … b
Heading Three … # `Three`
Heading (no text) … #
",
        );
    }

    #[test]
    fn half_a_text() {
        check("", "");
        check("---\nname", "");
        check(
            "---\nname: a\n: b: c\n",
            "Frontmatter Frontmatter … : b: c
  Field name = a … name: a
  Mapping ? … : b: c
    Field b = c … b: c
",
        );
    }
}
