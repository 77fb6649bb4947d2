//! How loud a finding is.

use crate::text::worded;

worded! {
    /// How loud a finding is.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Level {
        /// Not reported.
        Off = "off",
        /// Only editors and `--hints` show it.
        Hint = "hint",
        /// Worth knowing.
        Information = "information",
        /// Probably wrong.
        Warning = "warning",
        /// Wrong.
        Error = "error",
    }
}
