//! Short names for the roots of a listing, and whether they are worth their table.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use crate::hosts::fill;
use crate::hosts::{AliasRule, Unit};

/// The roots that hold listed skills, with a short name for each.
#[derive(Clone, Debug)]
pub(super) struct Aliases<'a> {
    rule: &'a AliasRule,
    /// Whether paths are printed with `/` on every system.
    forward_slashes: bool,
    /// Folders and their short names.
    roots: Vec<(PathBuf, String)>,
    /// Which of them a place belongs to.
    by_place: HashMap<usize, usize>,
    /// What all this is made of.
    places: Vec<Root>,
}

/// A place that holds listed skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Root {
    /// Its number among the host's places.
    pub(super) place: usize,
    /// Its folder, as it is printed.
    pub(super) path: PathBuf,
    /// How many of its skills are listed.
    pub(super) skills: usize,
}

impl<'a> Aliases<'a> {
    /// Names roots in the order in which the host reads them.
    pub(super) fn new(rule: &'a AliasRule, places: Vec<Root>, forward_slashes: bool) -> Aliases<'a> {
        let markets = rule.markets.as_deref().map(Path::new);
        let in_market = |root: &Root| market(markets?, &root.path);
        // How many skills of each version of a plugin are listed.
        let mut counts: HashMap<PathBuf, usize> = HashMap::new();
        for root in &places {
            if let Some((_, version)) = in_market(root) {
                *counts.entry(version).or_default() += root.skills;
            }
        }
        let (mut roots, mut by_place) = (Vec::<(PathBuf, String)>::new(), HashMap::new());
        for root in &places {
            let folder = match in_market(root) {
                Some((market, version)) if counts.get(&version).is_some_and(|count| *count <= 1) => market,
                _ => root.path.clone(),
            };
            let number = roots.iter().position(|(known, _)| *known == folder).unwrap_or(roots.len());
            if number == roots.len() {
                let alias = fill(&rule.alias, &|key| (key == "number").then(|| number.to_string()));
                roots.push((folder, alias));
            }
            by_place.insert(root.place, number);
        }
        Aliases { rule, forward_slashes, roots, by_place, places }
    }

    /// The places that it has names for: with the same ones, all names are the same.
    pub(super) fn places(&self) -> &[Root] {
        &self.places
    }

    /// A path at one of the places, shortened.
    pub(super) fn short(&self, place: usize, path: &Path) -> Option<String> {
        let (root, alias) = self.roots.get(*self.by_place.get(&place)?)?;
        Some(self.printed(&format!("{alias}/{}", path.strip_prefix(root).ok()?.display())))
    }

    /// A path as the host prints it.
    fn printed(&self, path: &str) -> String {
        if self.forward_slashes { path.replace('\\', "/") } else { path.to_owned() }
    }

    /// The table of roots.
    fn table(&self) -> String {
        let mut table = self.rule.header.clone();
        for (root, alias) in &self.roots {
            let value = |key: &str| match key {
                "alias" => Some(alias.clone()),
                "root" => Some(self.printed(&root.to_string_lossy())),
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
            Unit::Columns | Unit::Characters | Unit::LineCharacters => bytes,
        };
        cost(with).saturating_sub(cost(without))
    }
}

/// The marketplace and the version of a plugin that a folder belongs to: `MARKETS/market`,
/// `MARKETS/market/plugin/version`.
fn market(markets: &Path, folder: &Path) -> Option<(PathBuf, PathBuf)> {
    let market = folder.ancestors().find(|it| it.parent().is_some_and(|above| above.ends_with(markets)))?;
    let mut below = folder.strip_prefix(market).ok()?.components();
    let mut next = || match below.next()? {
        Component::Normal(name) => Some(name),
        _ => None,
    };
    let (plugin, version) = (next()?, next()?);
    Some((market.to_owned(), market.join(plugin).join(version)))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Aliases, Root};
    use crate::hosts::{AliasRule, Unit};
    use crate::text::slashed;

    fn root(place: usize, path: &str, skills: usize) -> Root {
        Root { place, path: PathBuf::from(path), skills }
    }

    #[test]
    fn plugins_with_a_single_skill_share_the_name_of_their_marketplace() {
        let rule = AliasRule {
            line: "{alias} = {root}\n".to_owned(),
            alias: "r{number}".to_owned(),
            markets: Some("plugins/cache".to_owned()),
            ..AliasRule::default()
        };
        let roots = [
            root(0, "/h/plugins/cache/m/one/1/skills", 1),
            root(1, "/h/plugins/cache/m/two/1/skills", 2),
            root(2, "/h/plugins/cache/m/three/1/skills", 1),
            root(3, "/h/plugins/cache/m/parts/1/a", 1),
            root(4, "/h/plugins/cache/m/parts/1/b", 1),
        ];
        let aliases = Aliases::new(&rule, roots.to_vec(), false);
        let table = "r0 = /h/plugins/cache/m\nr1 = /h/plugins/cache/m/two/1/skills\n\
            r2 = /h/plugins/cache/m/parts/1/a\nr3 = /h/plugins/cache/m/parts/1/b\n";
        assert_eq!(aliases.table(), table);
        let short = |place: usize| slashed(aliases.short(place, &roots[place].path.join("x/SKILL.md")).unwrap());
        assert_eq!(short(2), "r0/three/1/skills/x/SKILL.md");
        assert_eq!(short(1), "r1/x/SKILL.md");
    }

    #[test]
    fn a_path_begins_with_the_short_name_of_its_root() {
        let rule = AliasRule {
            header: "roots\n".to_owned(),
            line: "{alias} = {root}\n".to_owned(),
            alias: "r{number}".to_owned(),
            saved: 2,
            ..AliasRule::default()
        };
        let aliases = Aliases::new(&rule, vec![root(3, "/a", 1), root(5, "/a/b", 2)], false);
        assert_eq!(aliases.short(5, Path::new("/a/b/c/SKILL.md")).as_deref(), Some("r1/c/SKILL.md"));
        assert_eq!(aliases.short(3, Path::new("/a/x/SKILL.md")).as_deref(), Some("r0/x/SKILL.md"));
        assert_eq!(aliases.short(3, Path::new("/z")), None);
        assert_eq!(aliases.short(4, Path::new("/a/x/SKILL.md")), None);
        assert_eq!(aliases.table(), "roots\nr0 = /a\nr1 = /a/b\n");
        assert_eq!(aliases.cost(Unit::Tokens), 6);
        assert_eq!(Aliases { rule: &AliasRule { words: 3, ..rule.clone() }, ..aliases }.cost(Unit::Tokens), 6);
    }
}
