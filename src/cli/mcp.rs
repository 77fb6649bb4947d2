//! `mcp`: where the server of the Model Context Protocol looks.

use crate::catalog::PackageChoice;
use crate::cli::arguments::{Global, McpArguments};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask};
use crate::project::Start;

/// Where to look. What is wrong is said now, while somebody reads.
pub(crate) fn start(global: &Global, arguments: &McpArguments, console: &Console) -> Result<Start, String> {
    let host = session::one_host(global, arguments.host.as_deref())?;
    let ask = Ask::about_skills(global, &arguments.sight, std::slice::from_ref(&host));
    session::say(&session::setting(&ask)?.problems, console);
    let mut start = session::start(&ask)?;
    // An agent is served what it has, not what somebody could install.
    start.surroundings.package_choice = PackageChoice::Nothing;
    Ok(start)
}
