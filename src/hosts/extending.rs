//! A host that extends another one: its table laid over the other's.

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::hosts::data::BUILTIN;

/// What a host says of itself alone: another host that extends it has none of it.
pub(super) const ALONE: [&str; 7] =
    ["id", "name", "only-when-named", "usual", "specification", "verified", "for-versions"];

/// What follows from the roots: a host that looks elsewhere has none of it either.
const OF_ROOTS: [&str; 2] = ["owns", "owns-manifests"];

/// The table laid over the one it extends, but for some of its keys.
pub(super) fn laid_over<'a>(base: &'a str, without: &[&str], own: &DeTable<'a>) -> DeTable<'a> {
    let mut merged = table_of(base);
    for key in without {
        merged.remove(*key);
    }
    if !without.is_empty() && own.contains_key("roots") {
        OF_ROOTS.iter().for_each(|key| drop(merged.remove(*key)));
    }
    merge(&mut merged, own.clone());
    merged.remove("extends");
    merged
}

/// The table of a text with all that it takes over.
pub(super) fn table_of(text: &str) -> DeTable<'_> {
    let table = DeTable::parse(text).map(Spanned::into_inner).unwrap_or_default();
    // What a built-in host extends is built in too; all others say themselves what they have taken over.
    let extended = table.get("extends").and_then(|base| base.get_ref().as_str());
    match BUILTIN.iter().find(|(id, _)| extended == Some(id)) {
        Some((_, base)) => laid_over(base, &ALONE, &table),
        None => table,
    }
}

/// Puts the fields of the host that is extended before its own, but for those that it has itself: a host of one's own is
/// another one with a field more.
pub(super) fn add_fields<'a>(base: &DeTable<'a>, own: &mut DeTable<'a>) {
    let Some(DeValue::Array(fields)) = own.get_mut("fields").map(Spanned::get_mut) else { return };
    let Some(taken_over) = base.get("fields").and_then(|fields| fields.get_ref().as_array()) else { return };
    let key_of = |field: &Spanned<DeValue<'a>>| Some(field.get_ref().get("key")?.get_ref().as_str()?.to_owned());
    let said: Vec<Option<String>> = fields.iter().map(key_of).collect();
    let mut all = DeArray::new();
    taken_over.iter().filter(|field| !said.contains(&key_of(field))).for_each(|field| all.push(field.clone()));
    fields.iter().for_each(|field| all.push(field.clone()));
    *fields = all;
}

/// Tables are merged, everything else is replaced.
fn merge<'a>(base: &mut DeTable<'a>, over: DeTable<'a>) {
    for (key, value) in over {
        let inner = base.get(key.get_ref().as_ref()).and_then(|value| value.get_ref().as_table()).cloned();
        let span = value.span();
        let value = match (inner, value.into_inner()) {
            (Some(mut inner), DeValue::Table(table)) => {
                merge(&mut inner, table);
                DeValue::Table(inner)
            }
            (_, value) => value,
        };
        base.insert(key, Spanned::new(span, value));
    }
}
