//! What all skills of a repository have in common, as the rule that would keep it so.

use crate::checks::has_field;
use crate::document::Document;
use crate::document::yaml::Value;

/// What all of some skills have in common.
#[derive(Debug, Default, PartialEq)]
pub struct House {
    /// How many they are.
    pub skills: usize,
    /// Fields besides those that every skill has to have.
    pub fields: Vec<String>,
    /// The few licences that there are, where all name one.
    pub licenses: Vec<String>,
    /// Headings, as the first skill writes them.
    pub sections: Vec<String>,
    /// How all names begin.
    pub name_begins: Option<String>,
}

/// What fewer skills have in common is no custom.
const FEWEST: usize = 5;

/// So many licences are still a choice.
const MOST_LICENSES: usize = 3;

impl House {
    /// Reads it from the texts of all skills.
    pub fn of(documents: &[Document]) -> House {
        let Some(first) = documents.first().filter(|_| documents.len() >= FEWEST) else { return House::default() };
        let mut fields = keys(first);
        fields.retain(|field| documents.iter().all(|document| has_field(document, field)));
        // A mapping that is there is told by what is in it.
        let inner: Vec<String> = fields.iter().filter_map(|it| it.split_once('.')).map(|it| it.0.to_owned()).collect();
        fields.retain(|field| !inner.contains(field));
        let licenses = if fields.iter().any(|field| field == "license") { licenses(documents) } else { Vec::new() };
        House {
            skills: documents.len(),
            licenses,
            sections: sections(first, documents),
            name_begins: name_begins(documents),
            fields,
        }
    }
}

/// The fields of a skill and of its mappings, but for those that the specification demands.
fn keys(document: &Document) -> Vec<String> {
    let mut keys = Vec::new();
    for field in document.fields.iter().filter(|field| !matches!(field.key.as_str(), "name" | "description")) {
        keys.push(field.key.clone());
        if let Value::Mapping { entries, .. } = &field.value.value {
            let inner = entries.iter().filter_map(|entry| entry.key.scalar());
            keys.extend(inner.map(|key| format!("{}.{key}", field.key)));
        }
    }
    keys
}

fn licenses(documents: &[Document]) -> Vec<String> {
    let mut licenses: Vec<String> = Vec::new();
    for document in documents {
        let Some(license) = document.field("license").and_then(|field| field.value.scalar()) else { return Vec::new() };
        if !licenses.iter().any(|known| known.eq_ignore_ascii_case(license.trim())) {
            licenses.push(license.trim().to_owned());
        }
    }
    licenses.sort();
    if licenses.len() > MOST_LICENSES { Vec::new() } else { licenses }
}

fn sections(first: &Document, documents: &[Document]) -> Vec<String> {
    let has = |document: &Document, section: &str| {
        document.body.headings.iter().any(|heading| heading.text.trim().to_lowercase() == section.to_lowercase())
    };
    let mut sections: Vec<String> = first.body.headings.iter().map(|it| it.text.trim().to_owned()).collect();
    sections.retain(|section| !section.is_empty() && documents.iter().all(|document| has(document, section)));
    let mut told: Vec<String> = Vec::new();
    sections.retain(|section| {
        let is_new = !told.contains(&section.to_lowercase());
        told.push(section.to_lowercase());
        is_new
    });
    sections
}

/// The words before a hyphen with which all names begin.
fn name_begins(documents: &[Document]) -> Option<String> {
    let names: Option<Vec<&str>> =
        documents.iter().map(|document| Some(document.field("name")?.value.scalar()?.trim())).collect();
    let names = names?;
    let first = names.first()?;
    let common = names.iter().fold(*first, |common, name| {
        let same = common.char_indices().zip(name.chars()).take_while(|((_, one), other)| one == other);
        common.get(..same.map(|((at, it), _)| at + it.len_utf8()).last().unwrap_or(0)).unwrap_or_default()
    });
    let begins = common.get(..common.rfind('-')? + 1)?;
    let is_plain = begins.chars().all(|it| it.is_ascii_alphanumeric() || it == '-');
    (is_plain && begins.len() > 2).then(|| begins.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn of(change: impl Fn(usize, &str) -> String) -> House {
        let text = |at: usize| {
            format!(
                "---\nname: acme-s{at}\nlicense: MIT\nmetadata:\n  owner: me\n  n: {at}\n---\n# S{at}\n\n## When to use\n"
            )
        };
        House::of(&(0..FEWEST).map(|at| parse(&change(at, &text(at)))).collect::<Vec<_>>())
    }

    #[test]
    fn what_all_have() {
        let texts = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
        let house = House {
            skills: FEWEST,
            fields: texts(&["license", "metadata.owner", "metadata.n"]),
            licenses: texts(&["MIT"]),
            sections: texts(&["When to use"]),
            name_begins: Some("acme-".to_owned()),
        };
        assert_eq!(of(|_, text| text.to_owned()), house);
        assert_eq!(House::of(&[parse("---\nname: a\nlicense: MIT\n---\n")]), House::default(), "one is no custom");
    }

    #[test]
    fn one_that_differs() {
        let without = |what: &'static str, with: &'static str| {
            of(move |at, text| if at == 3 { text.replace(what, with) } else { text.to_owned() })
        };
        assert_eq!(without("license: MIT\n", "").fields, ["metadata.owner", "metadata.n"]);
        assert_eq!(without("license: MIT\n", "").licenses, Vec::<String>::new());
        assert_eq!(without("license: MIT", "license: mit").licenses, ["MIT"]);
        assert_eq!(without("  owner: me", "  owner:").fields, ["license", "metadata.n"]);
        assert_eq!(without("metadata:", "meta:").fields, ["license"]);
        assert_eq!(without("## When", "## If").sections, Vec::<String>::new());
        assert_eq!(without("acme-s", "acmes").name_begins, None);
    }
}
