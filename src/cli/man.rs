//! `man`: the pages of the manual.

use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory, ValueHint};

use crate::catalog::{Reach, normal};
use crate::cli::arguments::Arguments;
use crate::cli::console::Console;
use crate::cli::{Answer, FINE};
use crate::disk;
use crate::features::unfound::Unfound;
use crate::words::guessed;
use crate::words::likely;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp man | man -l -\n  \
    skill-lsp man check > ~/.local/share/man/man1/skill-lsp-check.1\n  \
    skill-lsp man --list                          the pages there are")]
pub(crate) struct ManArguments {
    /// The command whose page it is [default: that of the program]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
    /// The names of all pages, a line each, and nothing else
    #[arg(long, conflicts_with = "command")]
    pub(crate) list: bool,
    /// Write all pages into this folder instead, each as a file of its own
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["command", "list"])]
    pub(crate) output: Option<PathBuf>,
}

/// Runs `man`.
pub(crate) fn man(arguments: &ManArguments, console: &Console) -> Answer {
    let mut program = Arguments::command();
    program.build();
    let commands = || program.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help");
    if arguments.list {
        let pages = commands().map(|it| format!("skill-lsp-{}.1\n", it.get_name()));
        console.print(&std::iter::once("skill-lsp.1\n".to_owned()).chain(pages).collect::<String>());
        return Ok(FINE);
    }
    if let Some(folder) = &arguments.output {
        write(folder, &rendered(program.clone())?, "skill-lsp")?;
        for command in commands() {
            write(folder, &rendered(command.clone())?, &format!("skill-lsp-{}", command.get_name()))?;
        }
        return Ok(FINE);
    }
    let page = match &arguments.command {
        None => program.clone(),
        Some(name) => {
            let found = commands().find(|it| it.get_name() == name || it.get_all_aliases().any(|alias| alias == name));
            let found = found.ok_or_else(|| {
                let guess = guessed(likely(name, commands().map(clap::Command::get_name)));
                Unfound::Absent(format!("there is no command `{name}`{guess}"))
            })?;
            found.clone()
        }
    };
    console.print_exactly(&rendered(page)?);
    Ok(FINE)
}

fn rendered(page: clap::Command) -> Result<String, String> {
    let mut text = Vec::new();
    let made = clap_mangen::Man::new(page).render(&mut text);
    made.map_err(|error| format!("cannot write the page: {error}"))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Writes a page into a folder; one that is there already is replaced.
fn write(folder: &Path, text: &str, name: &str) -> Result<(), String> {
    let here = std::env::current_dir().ok();
    let folder = here.map_or_else(|| folder.to_owned(), |here| normal(&here.join(folder)));
    let path = folder.join(format!("{name}.1"));
    let reach = disk::also(&Reach::default(), std::slice::from_ref(&folder), []);
    let before = disk::read_whole(&path).map_err(|problem| problem.message)?;
    disk::write(&reach, &path, before.as_deref(), text).map_err(|problem| problem.message)
}
