//! How a text is mended: the edits that fixes, completions and renames have in common.

pub(crate) mod diff;
pub(crate) mod kebab;
pub(crate) mod lines;
pub(crate) mod new_field;
pub(crate) mod quoting;
pub(crate) mod tool_entry;
