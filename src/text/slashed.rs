//! Paths as they are written in skills and settings.

use std::path::{MAIN_SEPARATOR, Path};

/// A path with `/` between its names, whatever the system writes there.
pub(crate) fn slashed(path: impl AsRef<Path>) -> String {
    let text = path.as_ref().to_string_lossy();
    if MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace(MAIN_SEPARATOR, "/") }
}
