//! What the parser of a host refuses, although the grammar of YAML allows it.

use std::collections::BTreeMap;

use memchr::memchr2;

use crate::document::yaml::{Entry, Node, Resolved, Style, Value};
use crate::document::{Document, Field};
use crate::hosts::{AliasLimit, Host};
use crate::text::Span;

use super::values::{is_dated, schema};
use super::{knows, tags};

/// Whether a block holds a sign that the host may refuse. Most blocks hold none and need no second look.
pub(super) fn may_be_refused(host: &Host, block: &str) -> bool {
    host.yaml.lines_only
        || host.yaml.tabs_only_quoted && block.contains('\t')
        || host.yaml.early_end_broken && ends_early(block)
        || host.yaml.plain_anchors && memchr2(b'&', b'*', block.as_bytes()).is_some()
        || host.yaml.tags_known_only && (memchr2(b'!', b'=', block.as_bytes()).is_some() || block.contains("<<"))
        || host.yaml.tags_must_fit && (block.contains("!!") || block.contains("!<"))
        || host.yaml.null_tag_must_fit && (block.contains("!!") || block.contains("!<"))
        || host.yaml.merges_must_fit && block.contains("<<")
        || host.yaml.tags_must_fit_kind && block.contains('!')
        || host.yaml.no_surrogates && block.contains("\\u")
        || host.yaml.plain_keys && block.contains(['[', '{', '?'])
        || (host.yaml.plain_field_keys || !host.yaml.plain_keys_inside.is_empty()) && block.contains(['[', '{', '?'])
        || host.yaml.tab_lines_broken && block.contains('\t')
        || host.yaml.aliases_limited != AliasLimit::None && block.contains('&') && block.contains('*')
}

/// The same for the block of a document. Most such signs stand inside a text, as in `Bash(git *)`, and its values show
/// it; of a key they do when nothing stands before it.
pub(super) fn may_refuse_fields(host: &Host, document: &Document) -> bool {
    let (text, block) = (&*document.text, document.fence.block.of(&document.text));
    let is_bare = |field: &Field| {
        let before = text.get(..field.key_span.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.is_empty() && field.key_span.of(text).starts_with(|sign: char| sign.is_ascii_alphanumeric())
    };
    let is_odd = |value: &Node| {
        host.yaml.plain_anchors && is_odd_anchor(value)
            || host.yaml.tags_known_only && is_unknown(host, value)
            || host.yaml.plain_keys && has_odd_key(value)
            || host.yaml.merges_must_fit && merges_oddly(value)
            || is_false(host, text, value)
    };
    may_be_refused(host, block)
        && (host.yaml.lines_only
            || (host.yaml.tabs_only_quoted || host.yaml.tab_lines_broken) && block.contains('\t')
            || host.yaml.early_end_broken && ends_early(block)
            || document.fields.iter().any(|field| is_false_null(host, &field.key, &field.value))
            || swells(host.yaml.aliases_limited, document.fields.iter().map(|field| &field.value))
            || document
                .fields
                .iter()
                .any(|field| !is_bare(field) || is_odd(&field.value) || has_odd_key_in(host, &field.key, &field.value)))
}

/// Whether the host refuses a block that YAML reads.
pub(super) fn is_refused(host: &Host, text: &str, block: Span, entries: &[Entry]) -> bool {
    may_be_refused(host, block.of(text))
        && (host.yaml.lines_only && (entries.iter().any(is_more_than_lines) || is_uneven(text, entries))
            || host.yaml.early_end_broken && ends_early(block.of(text))
            || host.yaml.tabs_only_quoted && has_bare_tab(host, text, block, entries)
            || host.yaml.tab_lines_broken && has_tab_line(text, block, entries)
            || (host.yaml.plain_keys || host.yaml.plain_field_keys)
                && entries.iter().any(|entry| is_collection(&entry.key))
            || host.yaml.plain_keys && entries.iter().any(|entry| has_odd_key(&entry.key) || has_odd_key(&entry.value))
            || entries.iter().any(|entry| has_odd_key_in(host, entry.key.scalar().unwrap_or_default(), &entry.value))
            || host.yaml.plain_anchors
                && entries.iter().any(|entry| is_odd_anchor(&entry.key) || is_odd_anchor(&entry.value))
            || host.yaml.tags_known_only && entries.iter().any(|entry| is_unknown_entry(host, entry))
            || host.yaml.merges_must_fit && entries.iter().any(is_odd_merge)
            || entries.iter().any(|entry| is_false_null(host, entry.key.scalar().unwrap_or_default(), &entry.value))
            || entries.iter().any(|entry| is_false(host, text, &entry.key) || is_false(host, text, &entry.value))
            || swells(host.yaml.aliases_limited, entries.iter().map(|entry| &entry.value)))
}

/// Whether a node, or one in it, is not what its tag says, or holds half a pair of JSON's in its quotes, where the host
/// does not take that.
fn is_false(host: &Host, text: &str, node: &Node) -> bool {
    // Of a tag without a text, and of one for lists and mappings, the stricter rule has a word of its own.
    let is_claimed = |tag: &str| {
        matches!(&*tags::short(tag), "!!null" | "!!bool" | "!!int" | "!!float")
            && match node.value {
                Value::Scalar(_) => true,
                Value::Missing => !host.yaml.tags_must_fit_kind,
                Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Broken => false,
            }
    };
    let says = |tag: &str| matches!(node.value, Value::Scalar(_)) && resolves(host, node, tag);
    host.yaml.tags_must_fit && node.tag.as_deref().is_some_and(|tag| is_claimed(tag) && !says(tag))
        || host.yaml.tags_must_fit_kind && node.tag.as_deref().is_some_and(|tag| !fits(host, node, tag))
        || match &node.value {
            Value::Scalar(scalar) => {
                host.yaml.no_surrogates && scalar.style == Style::Double && has_surrogate(node.span.of(text))
            }
            Value::Sequence { items, .. } => items.iter().any(|item| is_false(host, text, item)),
            Value::Mapping { entries, .. } => {
                entries.iter().flat_map(|entry| [&entry.key, &entry.value]).any(|it| is_false(host, text, it))
            }
            Value::Alias(_) | Value::Missing | Value::Broken => false,
        }
}

/// Whether a field that the host knows, or a text in it that it knows, is a text that is tagged as null.
fn is_false_null(host: &Host, key: &str, value: &Node) -> bool {
    let claims = |node: &Node| {
        let is_plain = matches!(&node.value, Value::Scalar(scalar) if scalar.style == Style::Plain);
        is_plain && node.tag.as_deref().is_some_and(|tag| tags::short(tag) == "!!null" && !resolves(host, node, tag))
    };
    let inside = |inner: &str| match &value.value {
        Value::Mapping { entries, .. } => {
            entries.iter().any(|entry| entry.key.scalar() == Some(inner) && claims(&entry.value))
        }
        Value::Scalar(_) | Value::Sequence { .. } | Value::Alias(_) | Value::Missing | Value::Broken => false,
    };
    let mut inner = host.yaml.inner_texts.iter().filter_map(|text| text.split_once('.'));
    host.yaml.null_tag_must_fit
        && (knows(host, key).is_some() && claims(value) || inner.any(|(field, inner)| field == key && inside(inner)))
}

/// Whether a value resolves to what its tag says.
fn resolves(host: &Host, node: &Node, tag: &str) -> bool {
    let tag = tags::short(tag);
    match node.resolve(schema(host)) {
        Some(Resolved::Null) => tag == "!!null",
        Some(Resolved::Bool(_)) => tag == "!!bool",
        Some(Resolved::Number(_)) => matches!(&*tag, "!!int" | "!!float"),
        Some(Resolved::Text) | None => false,
    }
}

/// Whether an escape in double quotes stands for half of a pair.
fn has_surrogate(written: &str) -> bool {
    let mut rest = written;
    while let Some((_, escape)) = rest.split_once('\\') {
        let digits = escape.strip_prefix('u').and_then(|digits| digits.get(..4));
        if digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).is_some_and(|code| code >> 11 == 0x1b) {
            return true;
        }
        // Whatever is escaped begins nothing itself.
        let mut signs = escape.chars();
        signs.next();
        rest = signs.as_str();
    }
    false
}

/// Whether the aliases in some values are more than the host takes.
fn swells<'a>(limit: AliasLimit, mut values: impl Iterator<Item = &'a Node>) -> bool {
    if limit == AliasLimit::HundredUses {
        let mut anchors = BTreeMap::new();
        return values.any(|value| is_overused(value, &mut anchors));
    }
    let (mut sizes, mut written, mut meant) = (BTreeMap::new(), 0u64, 0u64);
    for value in values {
        meant = meant.saturating_add(meant_by(value, &mut sizes, &mut written));
    }
    match limit {
        AliasLimit::None | AliasLimit::HundredUses => false,
        AliasLimit::Hundredfold => meant > written.saturating_mul(100),
        AliasLimit::Millions => meant >= 1 << 24,
    }
}

/// An anchor, and how often it was used.
struct Anchored<'a> {
    node: &'a Node,
    /// With the anchor itself.
    count: u64,
    /// How many uses one of it stands for, once it is known.
    weight: u64,
}

/// Whether an alias in a node, in the order of the text, is one use too many of its anchor.
fn is_overused<'a>(node: &'a Node, anchors: &mut BTreeMap<&'a str, Anchored<'a>>) -> bool {
    if let Some(anchor) = &node.anchor {
        anchors.insert(anchor, Anchored { node, count: 1, weight: 0 });
    }
    match &node.value {
        Value::Sequence { items, .. } => items.iter().any(|item| is_overused(item, anchors)),
        Value::Mapping { entries, .. } => {
            entries.iter().any(|entry| is_overused(&entry.key, anchors) || is_overused(&entry.value, anchors))
        }
        Value::Alias(name) => {
            let Some((target, weight)) = anchors.get(name.as_str()).map(|known| (known.node, known.weight)) else {
                return false;
            };
            let weight = if weight == 0 { weight_of(target, anchors) } else { weight };
            let Some(known) = anchors.get_mut(name.as_str()) else { return false };
            (known.count, known.weight) = (known.count + 1, weight);
            known.count.saturating_mul(weight) > 100
        }
        Value::Scalar(_) | Value::Missing | Value::Broken => false,
    }
}

/// How many uses of anchors the heaviest part of a node stands for.
fn weight_of(node: &Node, anchors: &BTreeMap<&str, Anchored<'_>>) -> u64 {
    match &node.value {
        Value::Sequence { items, .. } => items.iter().map(|item| weight_of(item, anchors)).max().unwrap_or(0),
        Value::Mapping { entries, .. } => entries
            .iter()
            .map(|entry| weight_of(&entry.key, anchors).max(weight_of(&entry.value, anchors)))
            .max()
            .unwrap_or(0),
        Value::Alias(name) => anchors.get(name.as_str()).map_or(0, |known| known.count.saturating_mul(known.weight)),
        Value::Scalar(_) | Value::Missing | Value::Broken => 1,
    }
}

/// How many values a node stands for, its aliases followed; `written` counts those that are written.
fn meant_by<'a>(node: &'a Node, sizes: &mut BTreeMap<&'a str, u64>, written: &mut u64) -> u64 {
    *written += 1;
    let mut sum = |nodes: &mut dyn Iterator<Item = &'a Node>| {
        nodes.fold(1, |sum: u64, it| sum.saturating_add(meant_by(it, sizes, written)))
    };
    let size = match &node.value {
        Value::Sequence { items, .. } => sum(&mut items.iter()),
        Value::Mapping { entries, .. } => sum(&mut entries.iter().flat_map(|entry| [&entry.key, &entry.value])),
        Value::Alias(name) => sizes.get(name.as_str()).copied().unwrap_or(1),
        Value::Scalar(_) | Value::Missing | Value::Broken => 1,
    };
    if let Some(anchor) = &node.anchor {
        sizes.insert(anchor, size);
    }
    size
}

/// Whether an entry has more in it than keys, items and texts on lines. `<<` wants a mapping to take over.
fn is_more_than_lines(entry: &Entry) -> bool {
    let is_merge = entry.key.scalar() == Some("<<") && is_plain(&entry.key);
    is_merge && !matches!(entry.value.value, Value::Mapping { .. })
        || [&entry.key, &entry.value].into_iter().any(has_more_than_lines)
}

fn has_more_than_lines(node: &Node) -> bool {
    node.tag.is_some()
        || node.anchor.is_some()
        || match &node.value {
            Value::Alias(_) => true,
            Value::Sequence { items, flow } => *flow || items.iter().any(has_more_than_lines),
            Value::Mapping { entries, flow } => *flow || entries.iter().any(is_more_than_lines),
            Value::Scalar(_) | Value::Missing | Value::Broken => false,
        }
}

/// Whether mappings beside each other begin in different columns, here or inside.
fn is_uneven(text: &str, entries: &[Entry]) -> bool {
    let column = |node: &Node| {
        let before = text.get(..node.span.start).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or_default().chars().count()
    };
    let mappings: Vec<&Node> = entries.iter().map(|entry| &entry.value).collect();
    let mut columns =
        mappings.iter().filter(|node| matches!(node.value, Value::Mapping { .. })).map(|node| column(node));
    let first = columns.next();
    columns.any(|column| Some(column) != first) || mappings.into_iter().any(|node| is_uneven_inside(text, node))
}

fn is_uneven_inside(text: &str, node: &Node) -> bool {
    match &node.value {
        Value::Mapping { entries, .. } => is_uneven(text, entries),
        Value::Sequence { items, .. } => items.iter().any(|item| is_uneven_inside(text, item)),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => false,
    }
}

/// Whether the first line that says something is `...`.
fn ends_early(block: &str) -> bool {
    let mut lines = block.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .next()
        .and_then(|line| line.strip_prefix("..."))
        .is_some_and(|rest| rest.trim_start().len() < rest.len().max(1))
}

/// Whether a tab stands outside of quotes, block scalars and comments.
fn has_bare_tab(host: &Host, text: &str, block: Span, entries: &[Entry]) -> bool {
    let mut spans = Vec::new();
    entries.iter().flat_map(|entry| [&entry.key, &entry.value]).for_each(|node| collect_quoted(node, &mut spans));
    let is_quoted = |at: usize| spans.iter().any(|span| (span.start..span.end).contains(&at));
    let is_comment = |at: usize| {
        let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |line| line + 1);
        let mut signs = text.get(start..at).unwrap_or_default().match_indices('#');
        signs.any(|(sign, _)| {
            let before = text.get(start..start + sign).unwrap_or_default();
            !is_quoted(start + sign) && (before.is_empty() || before.ends_with(' '))
        })
    };
    let written = block.of(text);
    let length = if host.yaml.trims_block { written.trim_end().len() } else { written.len() };
    let tabs = written.match_indices('\t').take_while(|(at, _)| *at < length).map(|(at, _)| block.start + at);
    tabs.into_iter().any(|at| !is_quoted(at) && !is_comment(at))
}

/// Whether a line begins with a tab that stands in no quotes and no brackets, or a block scalar begins with one.
fn has_tab_line(text: &str, block: Span, entries: &[Entry]) -> bool {
    let mut spans = Vec::new();
    entries.iter().flat_map(|entry| [&entry.key, &entry.value]).for_each(|node| collect_inline(node, &mut spans));
    let is_inline = |at: usize| spans.iter().any(|span| (span.start..span.end).contains(&at));
    let starts = block.of(text).match_indices("\n\t").map(|(at, _)| block.start + at + 1);
    let begins = block.of(text).starts_with('\t').then_some(block.start);
    begins.into_iter().chain(starts).any(|at| !is_inline(at))
        || entries.iter().any(|entry| begins_with_tab(text, &entry.value))
}

/// Whether the first line of a block scalar has a tab behind its indentation, which it does not give as a number.
fn begins_with_tab(text: &str, node: &Node) -> bool {
    match &node.value {
        Value::Scalar(scalar) if matches!(scalar.style, Style::Literal | Style::Folded) => {
            let mut lines = node.span.of(text).lines();
            let is_given = lines.next().is_some_and(|sign| sign.contains(|sign: char| sign.is_ascii_digit()));
            let first = lines.find(|line| !line.trim_matches(' ').is_empty()).unwrap_or_default();
            !is_given && first.trim_start_matches(' ').starts_with('\t')
        }
        Value::Sequence { items, .. } => items.iter().any(|item| begins_with_tab(text, item)),
        Value::Mapping { entries, .. } => entries.iter().any(|entry| begins_with_tab(text, &entry.value)),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => false,
    }
}

/// The places of all texts in quotes, and of lists and mappings in brackets.
fn collect_inline(node: &Node, spans: &mut Vec<Span>) {
    match &node.value {
        Value::Scalar(scalar) if matches!(scalar.style, Style::Single | Style::Double) => spans.push(node.span),
        Value::Sequence { flow: true, .. } | Value::Mapping { flow: true, .. } => spans.push(node.span),
        Value::Sequence { items, .. } => items.iter().for_each(|item| collect_inline(item, spans)),
        Value::Mapping { entries, .. } => {
            entries.iter().flat_map(|entry| [&entry.key, &entry.value]).for_each(|it| collect_inline(it, spans));
        }
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

fn is_collection(node: &Node) -> bool {
    matches!(node.value, Value::Sequence { .. } | Value::Mapping { .. })
}

/// The same for the value of a field in which the host wants plain keys.
fn has_odd_key_in(host: &Host, key: &str, value: &Node) -> bool {
    host.yaml.plain_keys_inside.iter().any(|field| field == key) && has_odd_key(value)
}

/// Whether an entry takes over something that is no mapping, here or inside.
fn is_odd_merge(entry: &Entry) -> bool {
    let is_mapping = |node: &Node| matches!(node.value, Value::Mapping { .. } | Value::Alias(_));
    let is_merge = entry.key.scalar() == Some("<<") && is_plain(&entry.key);
    let is_odd = match &entry.value.value {
        Value::Sequence { items, .. } => !items.iter().all(is_mapping),
        _ => !is_mapping(&entry.value),
    };
    is_merge && is_odd || merges_oddly(&entry.value)
}

/// The same inside a value.
fn merges_oddly(node: &Node) -> bool {
    match &node.value {
        Value::Sequence { items, .. } => items.iter().any(merges_oddly),
        Value::Mapping { entries, .. } => entries.iter().any(is_odd_merge),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => false,
    }
}

/// Whether a list or a mapping is a key somewhere in a value.
fn has_odd_key(node: &Node) -> bool {
    match &node.value {
        Value::Sequence { items, .. } => items.iter().any(has_odd_key),
        Value::Mapping { entries, .. } => {
            entries.iter().any(|entry| is_collection(&entry.key) || has_odd_key(&entry.value))
        }
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => false,
    }
}

/// The places of all texts in quotes and block scalars.
fn collect_quoted(node: &Node, spans: &mut Vec<Span>) {
    match &node.value {
        Value::Scalar(scalar) if scalar.style != Style::Plain => spans.push(node.span),
        Value::Sequence { items, .. } => items.iter().for_each(|item| collect_quoted(item, spans)),
        Value::Mapping { entries, .. } => {
            entries.iter().flat_map(|entry| [&entry.key, &entry.value]).for_each(|it| collect_quoted(it, spans));
        }
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// Whether an anchor or an alias has a name that YAML 1.1 does not allow.
fn is_odd_anchor(node: &Node) -> bool {
    let is_odd = |name: &str| {
        let rest = name.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-'));
        rest.len() == name.len() || !rest.is_empty() && !rest.starts_with(['?', ':', ',', ']', '}', '%', '@', '`'])
    };
    node.anchor.as_deref().is_some_and(is_odd)
        || match &node.value {
            Value::Alias(name) => is_odd(name),
            Value::Sequence { items, .. } => items.iter().any(is_odd_anchor),
            Value::Mapping { entries, .. } => {
                entries.iter().flat_map(|entry| [&entry.key, &entry.value]).any(is_odd_anchor)
            }
            Value::Scalar(_) | Value::Missing | Value::Broken => false,
        }
}

/// Whether an entry holds a tag that the host does not know, or merges something that is no mapping.
fn is_unknown_entry(host: &Host, entry: &Entry) -> bool {
    if entry.key.scalar() == Some("<<") && is_plain(&entry.key) {
        return matches!(entry.value.value, Value::Scalar(_) | Value::Missing) || is_unknown(host, &entry.value);
    }
    is_unknown(host, &entry.key) || is_unknown(host, &entry.value)
}

fn is_plain(node: &Node) -> bool {
    matches!(&node.value, Value::Scalar(scalar) if scalar.style == Style::Plain) && node.tag.is_none()
}

/// Whether a node, or one in it, has a tag that the host does not know: `<<` and `=` have one of their own.
fn is_unknown(host: &Host, node: &Node) -> bool {
    let is_own = is_plain(node) && matches!(node.scalar(), Some("<<" | "="));
    let is_tagged = node.tag.as_deref().is_some_and(|tag| !fits(host, node, tag));
    is_own
        || is_tagged
        || match &node.value {
            Value::Sequence { items, .. } => items.iter().any(|item| is_unknown(host, item)),
            Value::Mapping { entries, .. } => entries.iter().any(|entry| is_unknown_entry(host, entry)),
            Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => false,
        }
}

/// Whether a tag is one of YAML's own, and the value is what it says.
fn fits(host: &Host, node: &Node, tag: &str) -> bool {
    let resolved = node.resolve(schema(host));
    let is_pair = |item: &Node| matches!(&item.value, Value::Mapping { entries, .. } if entries.len() == 1);
    match &*tags::short(tag) {
        "!!binary" => tags::bytes(node).is_some(),
        "!!timestamp" => is_dated(node),
        "!!omap" | "!!pairs" => matches!(&node.value, Value::Sequence { items, .. } if items.iter().all(is_pair)),
        "!" => true,
        "!!str" => node.scalar().is_some() || matches!(node.value, Value::Missing),
        "!!null" => node.scalar().is_some() || matches!(node.value, Value::Missing),
        "!!int" | "!!float" => matches!(resolved, Some(Resolved::Number(_))),
        "!!bool" => matches!(resolved, Some(Resolved::Bool(_))),
        "!!seq" => matches!(node.value, Value::Sequence { .. }),
        "!!map" | "!!set" => matches!(node.value, Value::Mapping { .. }),
        _ => false,
    }
}
