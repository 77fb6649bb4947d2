//! What a host calls a skill, and the names that are not to be had.

use std::borrow::Cow;

use super::Consequence;

form! {
    /// What a host calls a skill.
    pub struct IdentityRule {
        /// What the id is.
        pub id: IdSource = IdSource::NameOrFolder,
        /// What happens without a `name`: nothing (the folder's name stands in), ignored (the rules ask for one, yet it
        /// loads under the folder's name), or the skill is skipped.
        pub name_missing: Consequence,
        /// What happens when `name` is not text: nothing (it is printed as text), ignored, the skill is skipped, or it
        /// is printed as text and the host may stop at it.
        pub name_not_text: Consequence = Consequence::Ignored,
        /// The pattern a name must match, and what happens otherwise.
        pub pattern: Option<String>,
        /// What happens when it does not match.
        pub pattern_broken: Consequence,
        /// The longest name in characters.
        pub max_length: Option<usize>,
        /// What happens to a longer one.
        pub too_long: Consequence,
        /// What happens when `name` differs from the folder.
        pub folder_mismatch: Consequence,
        /// A name that differs from the folder in case only does not differ from it.
        pub folder_any_case: bool,
        /// Names that differ only in case are the same.
        pub ignores_case: bool,
        /// Case is folded as Unicode does: `Straße` and `STRASSE` are the same too.
        pub folds_case: bool,
        /// The pattern that the folder's name must match, or the skill is skipped.
        pub folder_pattern: Option<String>,
        /// Characters of a name that are replaced by `-`.
        pub replaced: String,
        /// Runs of white space in a name become one space.
        pub collapses_space: bool,
        /// White space around a name is taken away.
        pub trims: bool,
        /// Runs of spaces in a name become one `-`, after its pattern was looked at.
        pub hyphens_for_spaces: bool,
        /// An empty name is one that the host refuses; otherwise it counts as none.
        pub empty_refused: bool,
        /// The folder's name keeps the rules of names when it stands in for one, or the skill is skipped.
        pub folder_checked: bool,
        /// A legacy command goes by its `name`, as a skill does; otherwise always by its path.
        pub commands_named: bool,
        /// The folder that gives its name is the real one, not a link to it.
        pub real_folder: bool,
        /// Manifests of plugins, from a plugin's folder; of two in one folder the first counts. A skill in such a
        /// folder or below, links resolved, is called `plugin:name`, whether the plugin is installed or not.
        pub namespaces: Vec<String>,
        /// The longest name with the plugin's before it, in characters; a skill with a longer one is skipped.
        pub max_qualified: Option<usize>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// What the id of a skill is.
    pub enum IdSource {
        /// The folder's name.
        Folder,
        /// `name`; a skill without one has no id.
        Name,
        /// `name`, else the folder's name.
        NameOrFolder,
        /// `source:name`, the name falling back to the folder's.
        SourceAndName,
    }

    /// Names that are taken by the host itself.
    pub struct Reserved {
        /// Folder names that are never loaded, in any case.
        pub folders: Vec<String>,
        /// Built-in commands or skills that a skill of the same name replaces.
        pub replaces: Vec<String>,
        /// The host's own commands: a display name that is one of these leads there, not to the skill.
        pub commands: Vec<String>,
        /// More commands of its own, which it offers to some users only: no name leads there.
        pub rare_commands: Vec<String>,
        /// Words that a name may not hold when it is uploaded.
        pub words: Vec<String>,
        /// Where this fact comes from.
        pub source: String,
    }
}

impl IdentityRule {
    /// An id as the host compares it.
    pub fn key<'a>(&self, id: &'a str) -> Cow<'a, str> {
        match (self.ignores_case, self.folds_case) {
            (true, true) => Cow::Owned(id.chars().flat_map(folded).collect()),
            (true, false) => Cow::Owned(id.to_lowercase()),
            (false, _) => Cow::Borrowed(id),
        }
    }
}

/// A sign without its case: what is the same as a capital is the same.
fn folded(sign: char) -> impl Iterator<Item = char> {
    // The one letter whose capital is another's.
    let (dotless, others) = if sign == 'ı' { (Some(sign), None) } else { (None, Some(sign)) };
    let others = others.into_iter().flat_map(char::to_lowercase).flat_map(char::to_uppercase);
    dotless.into_iter().chain(others.flat_map(char::to_lowercase))
}

impl Reserved {
    /// Whether a name is one of the host's own skills or commands.
    pub fn has(&self, name: &str) -> bool {
        [&self.replaces, &self.commands, &self.rare_commands].into_iter().flatten().any(|own| own == name)
    }
}

#[cfg(test)]
mod tests {
    use super::IdentityRule;

    #[test]
    fn ids_that_are_the_same() {
        let rule = IdentityRule { ignores_case: true, folds_case: true, ..IdentityRule::default() };
        for (left, right) in [("Straße", "STRASSE"), ("ẞ", "ss"), ("ΟΔΟΣ", "οδος"), ("ﬁle", "FILE"), ("İ", "i̇")]
        {
            assert_eq!(rule.key(left), rule.key(right));
        }
        assert_ne!(rule.key("ı"), rule.key("i"));
        let lower = IdentityRule { ignores_case: true, ..IdentityRule::default() };
        assert_eq!(lower.key("AB"), lower.key("ab"));
        assert_ne!(lower.key("ß"), lower.key("ss"));
        assert_ne!(IdentityRule::default().key("AB"), "ab");
    }
}
