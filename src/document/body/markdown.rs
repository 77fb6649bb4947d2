//! What Markdown makes of the body: headings, links, code and comments. The only user of pulldown-cmark.

use std::collections::HashMap;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::document::body::{Body, CodeBlock, Heading, Link};
use crate::text::Span;

/// The regions that the scanners for signs ask for, each list in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// Code blocks and inline code.
    pub(super) code: Vec<Span>,
    /// Where no skill is mentioned: code blocks, comments, link targets.
    pub(super) unmentioned: Vec<Span>,
    /// Inline code alone.
    pub(super) code_spans: Vec<Span>,
}

/// Where each link label is defined. Labels do not heed case.
type Definitions = HashMap<String, Span>;

/// Reads `source` into `body`; spans are those of `source`.
pub(super) fn read(source: &str, body: &mut Body) -> Outline {
    let parser = Parser::new_ext(source, Options::ENABLE_TABLES);
    let definitions: Definitions = parser
        .reference_definitions()
        .iter()
        .map(|(label, definition)| (label.to_lowercase(), Span::new(definition.span.start, definition.span.end)))
        .collect();
    let mut outline = Outline::default();
    let mut open_links: Vec<OpenLink> = Vec::new();
    let mut heading: Option<Heading> = None;
    let mut code: Option<CodeBlock> = None;
    for (event, range) in parser.into_offset_iter() {
        let span = Span::new(range.start, range.end);
        if let Some(link) = open_links.last_mut()
            && !matches!(event, Event::End(TagEnd::Link | TagEnd::Image))
        {
            link.inner_end = link.inner_end.max(span.end);
        }
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some(Heading { level: level as u8, span: without_break(source, span), text: String::new() });
            }
            Event::End(TagEnd::Heading(_)) => body.headings.extend(heading.take()),
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                open_links.push(OpenLink::new(span, link_type, &dest_url, &id, false));
            }
            Event::Start(Tag::Image { link_type, dest_url, id, .. }) => {
                open_links.push(OpenLink::new(span, link_type, &dest_url, &id, true));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some(open) = open_links.pop() {
                    if let Some(outer) = open_links.last_mut() {
                        outer.inner_end = outer.inner_end.max(open.span.end);
                    }
                    body.links.push(open.close(source, &definitions));
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info.trim().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                let span = without_break(source, span);
                let first_line = span.of(source).find('\n').map_or(span.end, |at| span.start + at + 1);
                code = Some(CodeBlock { span, content: Span::at(first_line), language });
                outline.code.push(span);
                outline.unmentioned.push(span);
            }
            Event::End(TagEnd::CodeBlock) => body.code_blocks.extend(code.take()),
            Event::Text(text) => {
                if let Some(code) = &mut code {
                    code.content = if code.content.is_empty() { span } else { code.content.cover(span) };
                } else if let Some(heading) = &mut heading {
                    heading.text.push_str(&text);
                }
            }
            Event::Code(text) => {
                body.code_spans.push(span);
                outline.code.push(span);
                outline.code_spans.push(span);
                if let Some(heading) = &mut heading {
                    heading.text.push_str(&text);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(heading) = &mut heading {
                    heading.text.push(' ');
                }
            }
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => comments(source, span, &mut body.comments),
            _ => {}
        }
    }
    // An image inside a link closes first.
    body.links.sort_by_key(|link| link.span.start);
    outline.unmentioned.extend(body.comments.iter().copied());
    outline.unmentioned.extend(body.links.iter().map(|link| link.target_span));
    outline.unmentioned.extend(definitions.values());
    outline.unmentioned.sort();
    outline
}

/// A link whose end has not come yet.
struct OpenLink {
    span: Span,
    link_type: LinkType,
    target: String,
    label: String,
    image: bool,
    /// The end of what stands between the brackets, so far.
    inner_end: usize,
}

impl OpenLink {
    fn new(span: Span, link_type: LinkType, target: &str, label: &str, image: bool) -> Self {
        let inner_end = span.start + if image { 2 } else { 1 };
        OpenLink { span, link_type, target: target.to_owned(), label: label.to_owned(), image, inner_end }
    }

    fn close(self, source: &str, definitions: &Definitions) -> Link {
        let inner = Span::new(self.span.start + 1, self.span.end.saturating_sub(1));
        let target_span = match self.link_type {
            LinkType::Inline => destination(source, self.inner_end, "](", self.span.end),
            LinkType::Autolink | LinkType::Email => Some(inner),
            _ => definitions
                .get(&self.label.to_lowercase())
                .and_then(|span| destination(source, span.start, "]:", span.end)),
        };
        Link {
            span: self.span,
            target_span: target_span.unwrap_or(self.span),
            target: decoded(&self.target),
            image: self.image,
        }
    }
}

/// The destination behind `sign`, as written, without angle brackets and title.
fn destination(source: &str, from: usize, sign: &str, end: usize) -> Option<Span> {
    let rest = source.get(from..end)?;
    let after = rest.find(sign)? + sign.len();
    let tail = rest.get(after..)?;
    let written = tail.trim_start();
    let start = from + after + tail.len() - written.len();
    if let Some(inner) = written.strip_prefix('<') {
        let length = inner.find('>')?;
        return Some(Span::new(start + 1, start + 1 + length));
    }
    let mut depth = 0_usize;
    let mut escaped = false;
    let length = written
        .find(|sign: char| {
            if std::mem::take(&mut escaped) {
                return false;
            }
            match sign {
                '\\' => escaped = true,
                '(' => depth += 1,
                ')' if depth == 0 => return true,
                ')' => depth -= 1,
                _ => return sign.is_ascii_whitespace(),
            }
            false
        })
        .unwrap_or(written.len());
    Some(Span::new(start, start + length))
}

/// The text with each `%20` and the like decoded; as it is when that is not UTF-8.
fn decoded(target: &str) -> String {
    if !target.contains('%') {
        return target.to_owned();
    }
    let mut bytes = Vec::with_capacity(target.len());
    let mut rest = target;
    while let Some(at) = rest.find('%') {
        bytes.extend_from_slice(rest.get(..at).unwrap_or_default().as_bytes());
        let code = rest.get(at + 1..at + 3).filter(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()));
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = rest.get(at + 3..).unwrap_or_default();
            }
            None => {
                bytes.push(b'%');
                rest = rest.get(at + 1..).unwrap_or_default();
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).unwrap_or_else(|_| target.to_owned())
}

/// The HTML comments inside `span`; one that is not closed goes to its end.
fn comments(source: &str, span: Span, found: &mut Vec<Span>) {
    let mut at = span.start;
    while let Some(open) = source.get(at..span.end).and_then(|rest| rest.find("<!--")) {
        let start = at + open;
        let close = source.get(start + 4..span.end).and_then(|rest| rest.find("-->"));
        let end = close.map_or(without_break(source, span).end, |close| start + 4 + close + 3);
        found.push(Span::new(start, end));
        at = end.max(start + 4);
    }
}

fn without_break(source: &str, span: Span) -> Span {
    Span::new(span.start, span.start + span.of(source).trim_end_matches(['\n', '\r']).len())
}
