//! How loud a finding is.

/// How loud a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not reported.
    Off,
    /// Only editors and `--hints` show it.
    Hint,
    /// Worth knowing.
    Information,
    /// Probably wrong.
    Warning,
    /// Wrong.
    Error,
}

impl Level {
    /// The word of the interface.
    pub fn word(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Hint => "hint",
            Level::Information => "information",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }

    /// The level with this word.
    pub fn from_word(word: &str) -> Option<Level> {
        [Level::Off, Level::Hint, Level::Information, Level::Warning, Level::Error]
            .into_iter()
            .find(|level| level.word() == word)
    }
}
