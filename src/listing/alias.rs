//! Short names for the roots of a listing, and whether they are worth their table.

use std::path::Path;

use crate::hosts::{AliasRule, Unit};
use crate::listing::template::fill;

/// The roots that hold listed skills, with a short name for each.
#[derive(Clone, Debug)]
pub(super) struct Aliases<'a> {
    rule: &'a AliasRule,
    roots: Vec<(&'a Path, String)>,
}

impl<'a> Aliases<'a> {
    /// Names roots in the order in which the host reads them.
    pub(super) fn new(rule: &'a AliasRule, roots: impl Iterator<Item = &'a Path>) -> Aliases<'a> {
        let name = |(number, root): (usize, &'a Path)| {
            (root, fill(&rule.alias, &|key| (key == "number").then(|| number.to_string())))
        };
        Aliases { rule, roots: roots.enumerate().map(name).collect() }
    }

    /// A path below one of the roots, shortened.
    pub(super) fn short(&self, path: &Path) -> Option<String> {
        let holding = self.roots.iter().filter_map(|(root, alias)| Some((path.strip_prefix(root).ok()?, alias)));
        let (below, alias) = holding.min_by_key(|(below, _)| below.as_os_str().len())?;
        Some(format!("{alias}/{}", below.display()))
    }

    /// The table of roots.
    fn table(&self) -> String {
        let mut table = self.rule.header.clone();
        for (root, alias) in &self.roots {
            let value = |key: &str| match key {
                "alias" => Some(alias.clone()),
                "root" => Some(root.display().to_string()),
                _ => None,
            };
            table.push_str(&fill(&self.rule.line, &value));
        }
        table
    }

    /// The table and the host's words before it.
    pub(super) fn opening(&self) -> String {
        [&*self.rule.intro, &self.table()].concat()
    }

    /// What the table takes of a budget.
    pub(super) fn cost(&self, unit: Unit) -> usize {
        let without = self.rule.words;
        let with = (without + self.table().len()).saturating_sub(self.rule.saved);
        let cost = |bytes: usize| match unit {
            Unit::Tokens => bytes.div_ceil(4),
            Unit::Columns | Unit::Characters => bytes,
        };
        cost(with).saturating_sub(cost(without))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Aliases;
    use crate::hosts::{AliasRule, Unit};

    #[test]
    fn a_path_begins_with_the_short_name_of_its_root() {
        let rule = AliasRule {
            header: "roots\n".to_owned(),
            line: "{alias} = {root}\n".to_owned(),
            alias: "r{number}".to_owned(),
            saved: 2,
            ..AliasRule::default()
        };
        let aliases = Aliases::new(&rule, [Path::new("/a"), Path::new("/a/b")].into_iter());
        assert_eq!(aliases.short(Path::new("/a/b/c/SKILL.md")).as_deref(), Some("r1/c/SKILL.md"));
        assert_eq!(aliases.short(Path::new("/a/x/SKILL.md")).as_deref(), Some("r0/x/SKILL.md"));
        assert_eq!(aliases.short(Path::new("/z")), None);
        assert_eq!(aliases.table(), "roots\nr0 = /a\nr1 = /a/b\n");
        assert_eq!(aliases.cost(Unit::Tokens), 6);
        assert_eq!(Aliases { rule: &AliasRule { words: 3, ..rule.clone() }, ..aliases }.cost(Unit::Tokens), 6);
    }
}
