//! Which skills of a repository are others' work, or made by a program, by what the repository says itself.

use std::collections::BTreeMap;
use std::path::Path;

use crate::catalog::OwnPackages;
use crate::config::Exclusion;

/// The names of folders in which others' work lies, or what tests are fed with.
const FOLDERS: [&str; 7] = ["vendor", "vendored", "third_party", "third-party", "fixtures", "testdata", "external"];

/// The folders among them that hold nothing that anybody ships, whatever lies in them.
const OF_TESTS: [&str; 2] = ["fixtures", "testdata"];

/// Where a repository says what is others' work.
#[derive(Debug)]
pub struct Others<'a> {
    top: &'a Path,
    packages: &'a OwnPackages,
    /// Patterns of `.gitattributes`, with the word that marks them.
    marked: Vec<(String, &'static str, Exclusion)>,
    /// Skills that `npx skills` installed, each with where it is from.
    installed: BTreeMap<String, String>,
}

impl<'a> Others<'a> {
    /// Reads `.gitattributes` and `skills-lock.json`.
    pub fn new(top: &'a Path, packages: &'a OwnPackages, attributes: &str, lock: &str) -> Others<'a> {
        let marked = attributes.lines().filter_map(|line| {
            let mut words = line.split_whitespace();
            let pattern = words.next().filter(|it| !it.starts_with(['#', '"', '[', '!']) && !it.ends_with('/'))?;
            let word = words.find_map(|word| match word.trim_end_matches("=true") {
                "linguist-vendored" => Some("vendored"),
                "linguist-generated" => Some("generated"),
                _ => None,
            })?;
            let mut exclusion = Exclusion::default();
            exclusion.add(top, &[pattern.to_owned()], &[]).is_empty().then(|| (pattern.to_owned(), word, exclusion))
        });
        let lock: serde_json::Value = serde_json::from_str(lock).unwrap_or_default();
        let installed =
            lock.get("skills").and_then(|it| it.as_object()).into_iter().flatten().filter_map(|(name, it)| {
                let text = |key: &str| it.get(key).and_then(|it| it.as_str());
                let source = text("source").filter(|_| text("sourceType") != Some("local"))?;
                Some((name.clone(), source.to_owned()))
            });
        Others { top, packages, marked: marked.collect(), installed: installed.collect() }
    }

    /// The patterns that leave out skills of others, and none besides: each with how many, and why they are others'.
    /// With each skill stands the agents' folder that it lies in.
    pub fn patterns<'s>(
        &self,
        skills: impl IntoIterator<Item = (&'s Path, Option<&'s Path>)>,
    ) -> BTreeMap<String, (usize, String)> {
        let mut others: Vec<(&Path, String)> = Vec::new();
        let mut own: Vec<&Path> = Vec::new();
        let mut patterns: BTreeMap<String, (usize, String)> = BTreeMap::new();
        for (skill, owned) in skills {
            match self.pattern(skill, owned) {
                Some((pattern, why)) => {
                    patterns.entry(pattern.clone()).or_insert((0, why));
                    others.push((skill, pattern));
                }
                None => own.push(skill),
            }
        }
        let all = exclusion(self.top, patterns.keys());
        for skill in own.into_iter().filter(|skill| all.has(skill)) {
            patterns.retain(|pattern, _| !exclusion(self.top, [pattern]).has(skill));
        }
        for (skill, pattern) in others {
            // Where its own is gone, another may leave it out.
            let by = match patterns.contains_key(&pattern) {
                true => Some(pattern),
                false => patterns.keys().find(|pattern| exclusion(self.top, [*pattern]).has(skill)).cloned(),
            };
            if let Some((count, _)) = by.and_then(|pattern| patterns.get_mut(&pattern)) {
                *count += 1;
            }
        }
        patterns
    }

    /// The pattern that leaves out a skill of others, and why it is one; `owned` is the agents' folder that it lies in.
    fn pattern(&self, skill: &Path, owned: Option<&Path>) -> Option<(String, String)> {
        let alone = |path: &Path| {
            let pattern = Exclusion::pattern(path.strip_prefix(self.top).ok()?)?;
            exclusion(self.top, [&pattern]).has(skill).then_some(pattern)
        };
        let folder = skill.parent()?;
        let above = folder.ancestors().skip(1).take_while(|it| it.starts_with(self.top) && *it != self.top);
        let named = above.filter(|it| it.file_name().is_some_and(|name| FOLDERS.iter().any(|known| name == *known)));
        // What a package above it ships is nobody else's.
        let is_shipped = |it: &Path| {
            let around = self.packages.around(skill).filter(|_| !self.packages.shipping(skill).is_empty());
            around.is_some_and(|(package, _)| !package.starts_with(it))
        };
        let is_of_tests = |it: &Path| it.file_name().is_some_and(|name| OF_TESTS.iter().any(|known| name == *known));
        if let Some(folder) = named.filter(|it| is_of_tests(it) || !is_shipped(it)).last() {
            return Some((alone(folder)?, String::new()));
        }
        if let Some((pattern, word, _)) = self.marked.iter().find(|(_, _, exclusion)| exclusion.has(skill)) {
            return Some((pattern.clone(), format!("{word}, by .gitattributes")));
        }
        let name = folder.file_name()?.to_str()?;
        let source = self.installed.get(name).filter(|_| owned.is_some_and(|owned| folder.parent() == Some(owned)))?;
        Some((alone(folder)?, format!("from {source}, by skills-lock.json")))
    }
}

/// What patterns leave out that count from the top.
pub(super) fn exclusion<'p>(top: &Path, patterns: impl IntoIterator<Item = &'p String>) -> Exclusion {
    let mut exclusion = Exclusion::default();
    exclusion.add(top, &patterns.into_iter().cloned().collect::<Vec<_>>(), &[]);
    exclusion
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(skill: &str, expected: Option<(&str, &str)>) {
        let packages = OwnPackages::default();
        let attributes = "# made\n/gen/** linguist-generated\n*.png binary\nlib/x/** -diff linguist-vendored=true\nz/** -linguist-vendored\n";
        let lock = r#"{"version": 1, "skills": {"tdd": {"source": "a/b", "sourceType": "github"}, "own": {"source": "./x", "sourceType": "local"}}}"#;
        let others = Others::new(Path::new("/p"), &packages, attributes, lock);
        let found = others.pattern(Path::new(skill), Some(Path::new("/p/.agents/skills")));
        assert_eq!(found, expected.map(|(pattern, why)| (pattern.to_owned(), why.to_owned())), "{skill}");
    }

    #[test]
    fn by_the_names_of_folders() {
        check("/p/tests/fixtures/a/vendor/x/SKILL.md", Some(("/tests/fixtures", "")));
        check("/p/skills/vendor/SKILL.md", None);
        check("/p/skills/pdf/SKILL.md", None);
    }

    #[test]
    fn by_what_the_repository_says() {
        check("/p/gen/a/SKILL.md", Some(("/gen/**", "generated, by .gitattributes")));
        check("/p/lib/x/a/SKILL.md", Some(("lib/x/**", "vendored, by .gitattributes")));
        check("/p/z/a/SKILL.md", None);
        check("/p/.agents/skills/tdd/SKILL.md", Some(("/.agents/skills/tdd", "from a/b, by skills-lock.json")));
        check("/p/.agents/skills/own/SKILL.md", None);
        check("/p/skills/tdd/SKILL.md", None);
    }
}
