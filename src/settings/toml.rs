//! Reads TOML.

use std::borrow::Cow;
use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use crate::settings::{Member, Node, Settings, Value};
use crate::text::Span;

/// What a text says.
pub(super) fn settings(text: &str) -> Settings {
    match DeTable::parse(text) {
        Ok(table) => Settings { root: Node { span: Span::at(0), value: map(table.get_ref()) }, problem: None },
        Err(error) => Settings::broken(error.span().map_or(0, |span| span.start), error.message()),
    }
}

fn map(table: &DeTable<'_>) -> Value {
    let member = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| Member {
        key: key.get_ref().to_string(),
        key_span: of(key.span()),
        value: node(value),
    };
    Value::Map(table.iter().map(member).collect())
}

fn node(value: &Spanned<DeValue<'_>>) -> Node {
    let plain = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Boolean(is_on) => Value::other(*is_on),
        DeValue::Integer(number) => Value::other(i64::from_str_radix(number.as_str(), number.radix()).ok()),
        DeValue::Float(number) => Value::other(number.as_str().parse::<f64>().ok()),
        DeValue::Datetime(date) => Value::other(date.to_string()),
        DeValue::Array(items) => Value::List(items.iter().map(node).collect()),
        DeValue::Table(table) => map(table),
    };
    Node { span: of(value.span()), value: plain }
}

fn of(range: Range<usize>) -> Span {
    Span::new(range.start, range.end)
}
