//! The command line: the only printer.

mod active_tools;
mod adoption;
mod arguments;
mod candidates;
mod check;
mod checks;
mod completions;
mod console;
mod delete;
mod doctor;
mod fix;
mod hosts;
mod init;
mod list;
mod man;
mod mcp;
mod new;
mod no_command;
mod pins;
mod progress;
mod prompt;
mod read;
mod report;
mod review;
mod schema;
mod session;
mod settings;
mod show;
mod stats;
mod switch;
mod terminal;
mod tools;
mod usage;
mod visitor;
mod why;

use std::io;
use std::process::ExitCode;

use serde_json::json;

use arguments::{Arguments, Command};
use console::Console;

use crate::disk;
use crate::features::unfound::Unfound;
use crate::project::Start;

/// The exit code of a command, or why there is no answer, in one sentence.
type Answer = Result<u8, Unfound>;

/// Exit code: all is well.
const FINE: u8 = 0;
/// Exit code: findings at or above the failing level, or nothing of the name that was asked for.
const FINDINGS: u8 = 1;
/// Exit code: wrong use, or an error that is not a finding.
const WRONG: u8 = 2;

/// Where a server writes.
pub type Output = Box<dyn io::Write + Send>;

/// Prints a line of a server's log.
pub type Log = fn(&str);

/// The servers, which are none of the command line's. They are told where to write, and who prints their log.
pub struct Servers {
    /// The language server.
    pub language: fn(Output, Log) -> ExitCode,
    /// The server of the Model Context Protocol, which is told where to look, and how long a description may be.
    pub context: fn(Start, usize, Output, Log) -> ExitCode,
}

/// Does what the arguments of the process say.
pub fn run(servers: Servers) -> ExitCode {
    if completions::answered() {
        return ExitCode::SUCCESS;
    }
    let Arguments { global, bare, command } = no_command::parsed(arguments::of_process());
    let console = Console::new(global.color);
    let command = match bare.command(command) {
        Ok(Command::Doctor(doctor)) if doctor.is_bare && visitor::is_editor() => {
            return (servers.language)(output(), log_line);
        }
        Ok(command) => command,
        Err(message) => {
            console.error(&message);
            return ExitCode::from(WRONG);
        }
    };
    let answer = match &command {
        Command::Doctor(arguments) => doctor::doctor(&global, arguments, &console),
        Command::Check(arguments) => check::check(&global, arguments, &console),
        Command::List(arguments) => list::list(&global, arguments, &console),
        Command::Review(arguments) => review::review(&global, arguments, &console),
        Command::Why(arguments) => why::why(&global, arguments, &console),
        Command::Prompt(arguments) => prompt::prompt(&global, arguments, &console),
        Command::Show(arguments) => show::show(&global, arguments, &console),
        Command::Explain(arguments) => checks::explain(arguments, &console),
        Command::Checks(arguments) => checks::checks(arguments, &console),
        Command::Hosts(arguments) => hosts::hosts(&global, arguments, &console),
        Command::Schema(arguments) => schema::schema(&global, arguments, &console),
        Command::Tools(arguments) => tools::tools(&global, arguments, &console),
        Command::Read(arguments) => read::read(&global, arguments, &console),
        Command::Usage(arguments) => usage::usage(&global, arguments, &console),
        Command::New(arguments) => new::new(&global, arguments, &console),
        Command::Enable(arguments) => switch::switch(&global, arguments, true, &console),
        Command::Disable(arguments) => switch::switch(&global, arguments, false, &console),
        Command::Pin(arguments) => pins::pin(&global, arguments, &console),
        Command::Unpin(arguments) => pins::unpin(&global, arguments, &console),
        Command::Pinned(arguments) => pins::pinned(&global, arguments, &console),
        Command::ActiveTools(arguments) => active_tools::run(&global, arguments, &console),
        Command::Delete(arguments) => delete::delete(&global, arguments, &console),
        Command::Mcp(arguments) => match mcp::start(&global, arguments, &console) {
            Ok(start) => return (servers.context)(start, arguments.description_limit, output(), log_line),
            Err(message) => Err(message.into()),
        },
        Command::Settings(arguments) => settings::settings(&global, arguments, &console),
        Command::Init(arguments) => init::init(&global, arguments, &console),
        Command::Stats(arguments) => stats::stats(&global, arguments, &console),
        Command::Serve(_) => return (servers.language)(output(), log_line),
        Command::Completions(arguments) => completions::completions(arguments, &console),
        Command::Man(arguments) => man::man(arguments, &console),
        Command::Version => {
            console.print(concat!("skill-lsp ", env!("CARGO_PKG_VERSION"), "\n"));
            Ok(FINE)
        }
    };
    let code = answer.unwrap_or_else(|unfound| {
        let code = if matches!(unfound, Unfound::Absent(_)) { FINDINGS } else { WRONG };
        let sentence = String::from(unfound);
        if code == FINDINGS && command.is_answered_in_json() {
            console.print_json(&json!({"version": 1, "error": sentence}));
        }
        console.error(&sentence);
        code
    });
    match console.failure() {
        Some(failure) => {
            console.error(&format!("cannot write to standard output: {failure}"));
            ExitCode::from(WRONG)
        }
        None => ExitCode::from(code),
    }
}

/// Standard output for a server. Where even that fails, nobody would read.
fn output() -> Output {
    disk::unbuffered(&io::stdout()).unwrap_or_else(|_| Box::new(io::stdout()))
}

/// A line of a server's log. Nobody may be listening.
fn log_line(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{}", terminal::plain(line));
}
