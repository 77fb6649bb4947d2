//! `completions`: what a shell needs to complete our commands.

use clap::CommandFactory;

use crate::cli::arguments::{Arguments, CompletionsArguments};
use crate::cli::console::Console;
use crate::cli::{Answer, FINE};

/// Runs `completions`.
pub(crate) fn completions(arguments: &CompletionsArguments, console: &Console) -> Answer {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "skill-lsp", &mut script);
    console.print_bytes(&script);
    Ok(FINE)
}
