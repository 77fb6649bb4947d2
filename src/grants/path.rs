//! Paths in patterns, and where they start.

/// A path behind a tool, as in a gitignore file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPattern {
    /// Where it starts.
    pub base: PathBase,
    /// What follows, without the mark of its base.
    pub pattern: String,
}

/// Where a path pattern starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathBase {
    /// `//etc/x`: the file system.
    Root,
    /// `~/x`: the home folder.
    Home,
    /// `/src/**`: the folder the session was started in.
    Start,
    /// `src/**`, `./src/**`, `*.rs`: the current folder; a name without a slash is found at any depth.
    Current,
}

impl PathPattern {
    /// Reads a pattern.
    pub fn read(pattern: &str) -> PathPattern {
        let (base, rest) = if let Some(rest) = pattern.strip_prefix("//") {
            (PathBase::Root, rest)
        } else if let Some(rest) = pattern.strip_prefix("~/") {
            (PathBase::Home, rest)
        } else if let Some(rest) = pattern.strip_prefix('/') {
            (PathBase::Start, rest)
        } else {
            (PathBase::Current, pattern.strip_prefix("./").unwrap_or(pattern))
        };
        PathPattern { base, pattern: rest.to_owned() }
    }

    /// Whether it matches every path that `other` matches. What cannot be told is `false`.
    pub fn covers(&self, other: &PathPattern) -> bool {
        if self == other {
            return true;
        }
        let same_base = self.base == other.base;
        let folder = match self.pattern.strip_suffix("**") {
            Some(folder) if folder.is_empty() || folder.ends_with('/') => folder,
            _ => return false,
        };
        // `*.rs` in the current folder is found at any depth below it.
        same_base
            && !folder.contains(['*', '?', '[', '!', '\\'])
            && other.pattern.starts_with(folder)
            && !other.pattern.starts_with('!')
            && !other.pattern.contains("..")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases() {
        let read = |text: &str| {
            let PathPattern { base, pattern } = PathPattern::read(text);
            format!("{base:?} {pattern}")
        };
        assert_eq!(read("//etc/x"), "Root etc/x");
        assert_eq!(read("~/x"), "Home x");
        assert_eq!(read("/src/**"), "Start src/**");
        assert_eq!(read("./.env"), "Current .env");
        assert_eq!(read("*.rs"), "Current *.rs");
    }

    #[test]
    fn folders_cover_what_is_below() {
        let covers = |left: &str, right: &str| PathPattern::read(left).covers(&PathPattern::read(right));
        assert!(covers("src/**", "src/a/*.rs"));
        assert!(covers("src/**", "./src/**"));
        assert!(covers("**", "src/**"));
        assert!(!covers("src/**", "/src/a"));
        assert!(!covers("src/**", "tests/**"));
        assert!(!covers("src/*.rs", "src/a.rs"));
    }
}
