//! `doctor`, and the program without a command: why skills do not trigger, on one screen.

mod page;

use clap::Args;

use crate::cli::arguments::{AnswerFormat, Command, Global, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask, Setting};
use crate::cli::terminal::columns;
use crate::cli::{Answer, FINDINGS, FINE};
use crate::project::doctor::{self, Question};
use crate::words::add_new;

/// What the program takes without a command.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct BareArguments {
    /// Everything, not one screen only
    #[arg(long, help_heading = "Without a command")]
    all: bool,
    /// Only these agents (repeatable, or with commas; `all` for every one) [default: those that are here]
    #[arg(long, value_name = "ID", value_delimiter = ',', help_heading = "Without a command")]
    host: Vec<String>,
    /// How it is printed [default: text]
    #[arg(long, value_name = "FORMAT", help_heading = "Without a command")]
    format: Option<AnswerFormat>,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp                                the same as `skill-lsp doctor`\n  \
    skill-lsp doctor deploy                  the whole life of one skill: found, read, named, allowed, listed, loaded\n  \
    skill-lsp doctor ~/Downloads/deploy      what would have to happen to a folder\n  \
    skill-lsp doctor --host codex --all\n\n\
    Exit code 1 when no agent knows anything of NAME.")]
pub(crate) struct DoctorArguments {
    /// One skill: its name, its id, or the path of its file or folder [default: all of them]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Everything, not one screen only
    #[arg(long)]
    all: bool,
    /// Only these agents (repeatable, or with commas; `all` for every one) [default: those that are here]
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    host: Vec<String>,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: AnswerFormat,
    /// Whether no command was named.
    #[arg(skip)]
    pub(crate) is_bare: bool,
    #[command(flatten)]
    sight: Sight,
}

impl BareArguments {
    /// The command that is meant, where none is named; an error where these stand before another command.
    pub(crate) fn command(self, command: Option<Command>) -> Result<Command, String> {
        let BareArguments { all, host, format } = self;
        let is_empty = !all && host.is_empty() && format.is_none();
        match command {
            Some(command) if is_empty => Ok(command),
            Some(_) => Err("`--all`, `--host` and `--format` stand behind the command that they are for".to_owned()),
            None => Ok(Command::Doctor(DoctorArguments {
                name: None,
                all,
                host,
                format: format.unwrap_or(AnswerFormat::Text),
                is_bare: true,
                sight: Sight::default(),
            })),
        }
    }
}

/// Where no terminal says how wide it is, and at most.
const WIDEST: usize = 100;

/// Runs `doctor`.
pub(crate) fn doctor(global: &Global, arguments: &DoctorArguments, console: &Console) -> Answer {
    let mut hosts: Vec<String> = Vec::new();
    if !arguments.host.is_empty() {
        add_new(&mut hosts, session::named(global, &arguments.host)?);
    }
    let ask = Ask { named: None, ..Ask::about_skills(global, &arguments.sight, &hosts) };
    let Setting { mut config, environment, around, problems } = session::setting(&ask)?;
    if !hosts.is_empty() {
        config.hosts = None;
    }
    session::say(&problems, console);
    let path = arguments.name.as_deref().and_then(|name| session::path_meant(name, &environment.working_directory));
    let path = path.map(|path| path.to_string_lossy().into_owned());
    let name = path.as_deref().or(arguments.name.as_deref());
    let answer = doctor::doctor(config, environment, &Question { hosts: &hosts, name, open: &[] });
    match arguments.format {
        AnswerFormat::Json => console.print_json(&answer),
        AnswerFormat::Text => {
            let page = page::Page { around: &around, width: columns().min(WIDEST), whole: arguments.all };
            console.print(&page.text(&answer));
        }
    }
    Ok(if answer.is_unknown() { FINDINGS } else { FINE })
}
