//! What the file beside a SKILL.md says about the skill.

use std::collections::BTreeMap;

use super::fields::collect_anchors;
use crate::document::yaml::{self, Entry, Node, Resolved, Schema, Value};
use crate::hosts::{CompanionRule, FieldKind};
use crate::text::Span;

/// What a companion says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Policy {
    /// The model does not see the skill.
    pub(super) is_hidden: bool,
    /// Other products have the skill, the host has not.
    pub(super) is_for_others: bool,
}

/// Why a host reads nothing of a companion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompanionFault {
    /// Where it stands in the companion.
    pub(crate) span: Span,
    /// What is wrong, without a full stop.
    pub(crate) words: String,
}

/// Reads a companion; one that does not keep its form says nothing.
pub(super) fn policy(rule: &CompanionRule, text: &str) -> Policy {
    read(rule, text).unwrap_or_default()
}

/// Why the host reads nothing of a companion; nothing when it reads it.
pub(crate) fn companion_fault(rule: &CompanionRule, text: &str) -> Option<CompanionFault> {
    // A file with nothing in it has nothing to lose.
    read(rule, text).err().filter(|_| !text.trim_start_matches('\u{feff}').trim().is_empty())
}

fn read(rule: &CompanionRule, written: &str) -> Result<Policy, CompanionFault> {
    let text = written.strip_prefix('\u{feff}').unwrap_or(written);
    let bom = written.len() - text.len();
    let moved = |fault: CompanionFault| CompanionFault { span: fault.span.shift(bom), ..fault };
    let root = match yaml::parse_strict(text, Span::new(0, text.len())) {
        Ok(Some(root)) => root,
        Ok(None) => return Ok(Policy::default()),
        Err(error) => {
            return Err(moved(CompanionFault { span: error.span, words: "YAML cannot read it".to_owned() }));
        }
    };
    policy_of(rule, &root).map_err(moved)
}

fn policy_of(rule: &CompanionRule, root: &Node) -> Result<Policy, CompanionFault> {
    let mut anchors = BTreeMap::new();
    collect_anchors(root, &mut anchors);
    let tree = Tree { rule, anchors };
    tree.keeps_form(root, "")?;
    let value = |key: &Option<String>| tree.at(root, key.as_ref()?);
    let products: Vec<&Node> = match value(&rule.products).map(|node| &node.value) {
        Some(Value::Sequence { items, .. }) => items.iter().map(|item| tree.target(item)).collect(),
        _ => Vec::new(),
    };
    let is_known = |product: &str| rule.known_products.iter().any(|known| is_product(known, product));
    if let Some(odd) = products.iter().find(|product| product.scalar().is_some_and(|product| !is_known(product))) {
        let words = format!("`{}` is no product", odd.scalar().unwrap_or_default());
        return Err(CompanionFault { span: odd.span, words });
    }
    let mut products = products.iter().filter_map(|product| product.scalar()).peekable();
    let own = rule.known_products.first();
    Ok(Policy {
        is_hidden: value(&rule.shown).is_some_and(|node| node.resolve(Schema::Core) == Some(Resolved::Bool(false))),
        is_for_others: products.peek().is_some()
            && !products.any(|product| own.is_some_and(|own| is_product(own, product))),
    })
}

/// A product is written in small letters or in capitals, nothing between.
fn is_product(known: &str, written: &str) -> bool {
    written == known || written == known.to_uppercase()
}

/// A value of another kind than is wanted.
fn other(node: &Node, key: &str, wanted: &str) -> CompanionFault {
    let words = if key.is_empty() { format!("it is not {wanted}") } else { format!("`{key}` is not {wanted}") };
    CompanionFault { span: node.span, words }
}

struct Tree<'a> {
    rule: &'a CompanionRule,
    anchors: BTreeMap<&'a str, Vec<&'a Node>>,
}

impl<'a> Tree<'a> {
    /// A mapping, found under `key`, has no known key twice and only values of the wanted kinds.
    fn keeps_form(&self, node: &'a Node, key: &str) -> Result<(), CompanionFault> {
        let Value::Mapping { entries, .. } = &node.value else { return Err(other(node, key, "a mapping")) };
        let mut seen = Vec::new();
        for entry in entries {
            let Some(name) = entry.key.scalar() else { continue };
            let inner = if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
            let Some(kind) = self.rule.kinds.get(&inner) else { continue };
            if seen.contains(&name) {
                return Err(CompanionFault { span: entry.key.span, words: format!("`{inner}` stands there twice") });
            }
            seen.push(name);
            self.fits(self.target(&entry.value), *kind, &inner)?;
        }
        Ok(())
    }

    fn fits(&self, node: &'a Node, kind: FieldKind, key: &str) -> Result<(), CompanionFault> {
        let resolved = node.resolve(Schema::Core);
        if matches!(node.value, Value::Missing) || resolved == Some(Resolved::Null) {
            return Ok(());
        }
        let (fits, wanted) = match kind {
            FieldKind::Text => (resolved.is_some(), "text"),
            FieldKind::Boolean => (matches!(resolved, Some(Resolved::Bool(_))), "true or false"),
            FieldKind::Number => (matches!(resolved, Some(Resolved::Number(_))), "a number"),
            FieldKind::Mapping | FieldKind::TextMapping => return self.keeps_form(node, key),
            FieldKind::List | FieldKind::Sequence => {
                let Value::Sequence { items, .. } = &node.value else { return Err(other(node, key, "a list")) };
                let each = format!("{key}[]");
                let Some(kind) = self.rule.kinds.get(&each) else { return Ok(()) };
                return items.iter().try_for_each(|item| self.fits(self.target(item), *kind, &each));
            }
            FieldKind::Any => return Ok(()),
        };
        if fits { Ok(()) } else { Err(other(node, key, wanted)) }
    }

    /// The value under a dotted key.
    fn at(&self, node: &'a Node, key: &str) -> Option<&'a Node> {
        let (first, rest) = key.split_once('.').map_or((key, None), |(first, rest)| (first, Some(rest)));
        let Value::Mapping { entries, .. } = &node.value else { return None };
        let is_it = |entry: &&Entry| entry.key.scalar() == Some(first);
        let value = self.target(&entries.iter().find(is_it)?.value);
        match rest {
            Some(rest) => self.at(value, rest),
            None => Some(value),
        }
    }

    /// The node that an alias stands for: the last one before it with that anchor.
    fn target(&self, node: &'a Node) -> &'a Node {
        let Value::Alias(name) = &node.value else { return node };
        let anchored = self.anchors.get(name.as_str()).into_iter().flatten();
        anchored.rev().find(|target| target.span.start < node.span.start).copied().unwrap_or(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> &'static str {
        let hosts = crate::hosts::builtin();
        let rule = hosts.get("codex").unwrap().companion.as_ref().unwrap();
        match policy(rule, text) {
            Policy { is_for_others: true, .. } => "for others",
            Policy { is_hidden: true, .. } => "hidden",
            Policy { .. } => "",
        }
    }

    #[test]
    fn as_codex_reads_them() {
        // Each of these was put to Codex 0.166.0.
        let hidden = "policy:\n  allow_implicit_invocation: false\n";
        for text in [
            hidden,
            &format!("\u{feff}{hidden}"),
            &hidden.replace('\n', "\r\n"),
            &format!("---\n{hidden}"),
            &format!("more: 1\n{hidden}  other: 2\n"),
            &format!("{hidden}interface:\n  display_name: 3\n"),
            &format!("{hidden}  products:\n"),
            &format!("{hidden}dependencies:\n  tools:\n"),
            &format!("{hidden}dependencies:\n  tools:\n    - type: mcp\n      value: x\n"),
            "a: &x false\npolicy:\n  allow_implicit_invocation: *x\n",
        ] {
            assert_eq!(said(text), "hidden", "{text}");
        }
        for text in ["[chatgpt]", "[ATLAS]", "[chatgpt]\n  allow_implicit_invocation: true"] {
            assert_eq!(said(&format!("policy:\n  products: {text}\n")), "for others", "{text}");
        }
        for text in [
            "",
            "policy:\n",
            "policy: [\n",
            "policy:\n  allow_implicit_invocation:\n",
            "policy:\n  allow_implicit_invocation: true\n",
            "policy:\n  allow_implicit_invocation: 'false'\n",
            "policy:\n  allow_implicit_invocation: no\n",
            "policy:\n\tallow_implicit_invocation: false\n",
            "policy:\n  products: [codex, chatgpt]\n",
            "policy:\n  products: [CODEX]\n",
            "policy:\n  products: []\n",
            "policy:\n  products: [ChatGPT]\n",
            &format!("{hidden}dependencies:\n  tools: [3]\n"),
            &format!("{hidden}interface:\n  display_name: [a]\n"),
            "policy:\n  products: codex\n  allow_implicit_invocation: false\n",
            "policy:\n  products: [zzz]\n  allow_implicit_invocation: false\n",
            &format!("{hidden}policy: {{}}\n"),
            &format!("{hidden}interface: [a]\n"),
            &format!("{hidden}dependencies: 3\n"),
            &format!("---\n{hidden}---\n{{}}\n"),
        ] {
            assert_eq!(said(text), "", "{text}");
        }
    }
}
