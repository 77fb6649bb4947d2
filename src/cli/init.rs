//! `init`: a first settings file, with what the repository shows filled in.

use std::path::Path;

use clap::Args;

use crate::cli::arguments::{Global, Sight};
use crate::cli::console::Console;
use crate::cli::report::counted;
use crate::cli::session::{self, Ask, User};
use crate::cli::{Answer, FINE};
use crate::config::{Baseline, Level};
use crate::disk;
use crate::features::first_settings::{Seen, VENDORED, first_settings};
use crate::workspace::Wanted;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "It lies at the top of the repository, or here when there is none. A file that is there is never changed."
)]
pub(crate) struct InitArguments {
    /// Print it, and write nothing
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Runs `init`.
pub(crate) fn init(global: &Global, arguments: &InitArguments, console: &Console) -> Answer {
    let sight = Sight::default();
    let ask = Ask { wanted: Wanted::Check, here: Some(User::NotAsked), ..Ask::about_skills(global, &sight, &[]) };
    let session = session::open(&ask)?;
    let snapshot = &session.snapshot;
    let environment = &snapshot.environment;
    if let Some(file) = snapshot.config.file.as_ref().filter(|_| !arguments.diff) {
        return Err(format!("{} is there already", session.around.path(file)).into());
    }
    let mut seen = Seen::default();
    let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    for path in session.asked.iter().flatten() {
        let hosts = snapshot.hosts_for(path);
        seen.hosts.extend(hosts.iter().filter(|host| !host.specification).map(|host| host.id.clone()));
        let folders = path.strip_prefix(top).unwrap_or(path).iter().filter_map(|part| part.to_str());
        seen.vendored.extend(folders.filter(|folder| VENDORED.contains(folder)).map(str::to_owned));
    }
    let found = session.diagnostics();
    let count = found.iter().flat_map(|(_, found)| found).filter(|it| it.level >= Level::Information).count();
    for (path, found) in &found {
        let unknown = found.iter().filter(|it| it.check == "tool-unknown").map(|it| it.span);
        let text = snapshot.files.text(path).unwrap_or_default();
        seen.tools.extend(unknown.map(|span| span.of(&text).to_owned()).filter(|it| is_tool(it)));
    }
    let text = first_settings(&seen);
    if arguments.diff {
        console.print(&text);
        return Ok(FINE);
    }
    let file = top.join("skill-lsp.toml");
    disk::write(&environment.reach, &file, None, &text).map_err(|problem| problem.message)?;
    // Only what is left out is said; all else waits for somebody to choose.
    let as_yet = if seen.vendored.is_empty() { ": all of it is commented out, and changes nothing yet" } else { "" };
    console.say(&format!("wrote {}{as_yet}", session.around.path(&file)));
    let remembered = snapshot.config.baseline.as_deref().map_or(0, Baseline::count);
    if count > remembered {
        let findings = counted(count, "finding");
        console.say(&format!(
            "{findings} here; `skill-lsp check --write-baseline` remembers them, so that only what is new is told"
        ));
    }
    Ok(FINE)
}

fn is_tool(name: &str) -> bool {
    let is_plain = name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '*' | '.'));
    is_plain && !name.is_empty() && Path::new(name).components().count() == 1
}
