//! How the version of a host that somebody has is found without running it, and which rules go with it.

use crate::hosts::{Host, Version};

form! {
    /// Where the version that is installed can be read.
    pub struct InstalledRule {
        /// What its program is called. The first on the search path tells, by what lies around the file that it leads to.
        pub programs: Vec<String>,
        /// The names of its npm packages, or of the `package.json` in it.
        pub npm: Vec<String>,
        /// The names of its Python packages.
        pub python: Vec<String>,
        /// Folders that hold one file or folder for each version, called like it.
        pub versions: Vec<String>,
        /// What it is called as an extension of VS Code and its relatives: `publisher.name`.
        pub extensions: Vec<String>,
        /// Folders that it makes for itself, by which it is known to be in use where no version is found.
        pub folders: Vec<String>,
        /// The last version that was seen to know nothing of skills; those before it read none either.
        pub without_skills: Option<String>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// Some versions of a host.
    pub struct VersionRange {
        /// The first of them; from the beginning when nothing is said.
        pub from: Option<String>,
        /// The first that is none of them any more.
        pub below: Option<String>,
    }
}

impl Host {
    /// Whether a version was made before there were skills.
    pub fn is_too_old(&self, installed: &Version) -> bool {
        let last = self.installed.without_skills.as_deref().and_then(Version::parse);
        last.is_some_and(|last| last.is_at_least(installed))
    }

    /// The edition whose rules these are, where it stands in the place of the host because an older version is installed.
    pub fn edition(&self) -> Option<String> {
        let stands_in = self.for_versions.below.is_some() && !self.id.contains('@');
        stands_in.then(|| format!("{}@{}", self.id, self.verified.version))
    }
}

impl VersionRange {
    /// Whether a version is one of these. Without an end there are none: the newest versions have the newest rules.
    pub fn has(&self, version: &Version) -> bool {
        let end = |bound: &Option<String>| bound.as_deref().and_then(Version::parse);
        let is_late_enough = end(&self.from).is_none_or(|from| version.is_at_least(&from));
        end(&self.below).is_some_and(|below| is_late_enough && !version.is_at_least(&below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_ends_before_its_end() {
        let range = |from: Option<&str>, below: Option<&str>| VersionRange {
            from: from.map(str::to_owned),
            below: below.map(str::to_owned),
        };
        let has = |range: &VersionRange, version: &str| range.has(&Version::parse(version).unwrap());
        let both = range(Some("1.0.80"), Some("1.0.102"));
        for (version, is_in) in [("1.0.79", false), ("1.0.80", true), ("1.0.101", true), ("1.0.102", false)] {
            assert_eq!(has(&both, version), is_in, "{version}");
        }
        assert!(has(&both, "1.0.92-3"));
        assert!(has(&range(None, Some("1.0.102")), "0.1"));
        assert!(!has(&range(Some("1.0"), None), "1.1"));
    }
}
