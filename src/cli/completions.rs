//! `completions`: what a shell needs to complete our commands, and what it is answered then.

use clap::CommandFactory;
use clap_complete::CompleteEnv;
use clap_complete::env::Shells;

use crate::cli::arguments::{Arguments, CompletionsArguments};
use crate::cli::console::Console;
use crate::cli::{Answer, FINE};

/// The variable by which a shell asks; it holds the shell's name.
const VARIABLE: &str = "SKILL_LSP_COMPLETE";
const PROGRAM: &str = "skill-lsp";

/// Runs `completions`.
pub(crate) fn completions(arguments: &CompletionsArguments, console: &Console) -> Answer {
    let name = arguments.shell.to_string();
    let shells = Shells::builtins();
    let shell = shells.completer(&name).ok_or_else(|| format!("nothing is known of {name}"))?;
    let mut script = Vec::new();
    let written = shell.write_registration(VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut script);
    written.map_err(|error| format!("cannot write completions: {error}"))?;
    console.print_bytes(&script);
    Ok(FINE)
}

/// Answers a shell that asks, and says whether one did.
pub(crate) fn answered() -> bool {
    if std::env::var_os(VARIABLE).is_none() {
        return false;
    }
    let here = std::env::current_dir().ok();
    let complete = CompleteEnv::with_factory(Arguments::command).var(VARIABLE).bin(PROGRAM);
    // A shell that is not known gets no candidates, and no words in the middle of its line.
    complete.try_complete(std::env::args_os(), here.as_deref()).unwrap_or(true)
}
