//! What an entry of `allowed-tools` or `disallowed-tools` means to a host.

mod command;
mod cover;
mod domain;
mod meaning;
mod path;

pub use command::{CommandPattern, simple_commands};
pub use cover::covers;
pub use domain::domain_matches;
pub use meaning::{Grant, List, Meaning, Reason, grant, tool_named};
pub use path::{PathBase, PathPattern};
