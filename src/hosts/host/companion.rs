//! A file beside a SKILL.md that a host reads with it.

use std::collections::BTreeMap;

use super::FieldKind;

form! {
    /// A YAML file beside a SKILL.md: it may keep the skill from the model, or give it to other products.
    pub struct CompanionRule {
        /// Its path from the skill's folder.
        pub file: String,
        /// The key that keeps the skill from the model when it is `false`.
        pub shown: Option<String>,
        /// The key that lists the products that get the skill; all do when the list is empty.
        pub products: Option<String>,
        /// The products that it may name, the host itself first.
        pub known_products: Vec<String>,
        /// What the values must be, by their keys (`a.b`, `a.list[]` for each of a list). One that is something else,
        /// an unknown product or a repeated key makes the whole file void; nothing at all is always fine.
        pub kinds: BTreeMap<String, FieldKind>,
        /// Where this fact comes from.
        pub source: String,
    }
}
