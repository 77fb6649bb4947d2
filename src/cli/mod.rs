//! The command line: the only printer.

mod arguments;
mod check;
mod checks;
mod completions;
mod console;
mod delete;
mod diff;
mod fix;
mod hosts;
mod list;
mod new;
mod progress;
mod prompt;
mod read;
mod report;
mod session;
mod terminal;
mod tools;
mod usage;
mod why;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use console::Console;

use crate::disk;

/// The exit code of a command, or a wrong use or an error that is not a finding, in one sentence.
type Answer = Result<u8, String>;

/// Exit code: all is well.
const FINE: u8 = 0;
/// Exit code: findings at or above the failing level.
const FINDINGS: u8 = 1;
/// Exit code: wrong use, or an error that is not a finding.
const WRONG: u8 = 2;

/// The language server: where it writes, and who prints its log.
pub type Serve = fn(Box<dyn io::Write + Send>, fn(&str)) -> ExitCode;

/// Does what the arguments of the process say. `serve` is the language server, which is none of the command line's.
pub fn run(serve: Serve) -> ExitCode {
    let Arguments { global, command } = Arguments::parse_from(arguments::of_process());
    let console = Console::new(global.color);
    let answer = match &command {
        Command::Check(arguments) => check::check(&global, arguments, &console),
        Command::List(arguments) => list::list(&global, arguments, &console),
        Command::Why(arguments) => why::why(&global, arguments, &console),
        Command::Prompt(arguments) => prompt::prompt(&global, arguments, &console),
        Command::Explain(arguments) => checks::explain(arguments, &console),
        Command::Checks(arguments) => checks::checks(arguments, &console),
        Command::Hosts(arguments) => hosts::hosts(&global, arguments, &console),
        Command::Tools(arguments) => tools::tools(&global, arguments, &console),
        Command::Read(arguments) => read::read(&global, arguments, &console),
        Command::Usage(arguments) => usage::usage(&global, arguments, &console),
        Command::New(arguments) => new::new(&global, arguments, &console),
        Command::Delete(arguments) => delete::delete(&global, arguments, &console),
        Command::Serve(_) => {
            // Where even that fails, nobody would read.
            let output = disk::unbuffered(&io::stdout()).unwrap_or_else(|_| Box::new(io::stdout()));
            return serve(output, log_line);
        }
        Command::Completions(arguments) => completions::completions(arguments, &console),
    };
    let code = answer.unwrap_or_else(|message| {
        console.error(&message);
        WRONG
    });
    match console.failure() {
        Some(failure) => {
            console.error(&format!("cannot write to standard output: {failure}"));
            ExitCode::from(WRONG)
        }
        None => ExitCode::from(code),
    }
}

/// A line of the server's log. Nobody may be listening.
fn log_line(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{line}");
}
