//! What can be typed: the commands and their options.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::ArgValueCandidates;

use crate::cli::adoption::AdoptionArguments;
use crate::cli::candidates;
use crate::cli::doctor::{BareArguments, DoctorArguments};
use crate::cli::init::InitArguments;
use crate::cli::man::ManArguments;
use crate::cli::report::OutputArguments;
use crate::cli::review::ReviewArguments;
use crate::cli::schema::SchemaArguments;
use crate::cli::settings::SettingsArguments;
use crate::cli::stats::StatsArguments;
use crate::config::Level;
use crate::hosts::pinning_host;

/// A language server and linter for Agent Skills.
#[derive(Debug, Parser)]
#[command(
    name = "skill-lsp",
    version,
    about = "What is wrong with your Agent Skills, who wins a name, and what the model sees",
    long_about = "Checks folders with a SKILL.md the way each agent reads them: what is wrong and in which agent it matters, \
                  which copy of a name wins and why, and, byte for byte, the listing that the agent puts before its model.",
    after_help = "Examples:\n  \
        skill-lsp                                why a skill does not trigger, for each agent here\n  \
        skill-lsp check                          every skill the agents find from here\n  \
        skill-lsp check --fix .claude/skills     mend what is evident\n  \
        skill-lsp why deploy                     which `deploy` wins, in which agent, and why\n  \
        skill-lsp prompt --host codex            what the model is told\n  \
        skill-lsp explain yaml-syntax            what a finding means\n\n\
        An agent is a program that reads skills, such as Claude Code; --host names it by its id (skill-lsp hosts).\n\n\
        Exit codes: 0 fine, 1 findings at or above the failing level or a name that is not found, 2 wrong use or an error \
        that is not a finding.",
    propagate_version = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(flatten)]
    pub(crate) bare: BareArguments,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What every command takes.
#[derive(Clone, Debug, Args)]
pub(crate) struct Global {
    /// Where the agent would be started [default: the current folder]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Common options")]
    pub(crate) cwd: Option<PathBuf>,
    /// The settings file [default: the nearest skill-lsp.toml or .skill-lsp.toml]
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Common options")]
    pub(crate) config: Option<PathBuf>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Common options")]
    pub(crate) color: When,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say why skills do not trigger, for each agent here; also without a command
    Doctor(DoctorArguments),
    /// Report what is wrong with skills, and mend it
    #[command(aliases = ["lint", "validate"])]
    Check(CheckArguments),
    /// List the skills each agent sees
    List(ListArguments),
    /// Say which skill of a name wins in each agent, and why
    Why(WhyArguments),
    /// Print the listing that an agent puts before its model
    Prompt(PromptArguments),
    /// Print what the model receives when a skill is loaded
    Show(ShowArguments),
    /// Explain a check
    Explain(ExplainArguments),
    /// List all checks
    #[command(alias = "rules")]
    Checks(TableArguments),
    /// List all agents and what is known of them
    #[command(alias = "agents")]
    Hosts(HostsArguments),
    /// Print a JSON Schema of the frontmatter, for other tools and editors
    Schema(SchemaArguments),
    /// List the tools of each agent, or what a skill may use without asking
    Tools(ToolsArguments),
    /// Say what a skill or a package that is not installed may do, before you install it
    Review(ReviewArguments),
    /// Print one file of a skill
    Read(ReadArguments),
    /// Show how often skills were used, and what that does to the listing
    Usage(UsageArguments),
    /// Make a new skill
    #[command(alias = "create")]
    New(NewArguments),
    /// Turn a skill on in an agent's own settings
    Enable(SwitchArguments),
    /// Turn a skill off in an agent's own settings
    Disable(SwitchArguments),
    /// Delete a user skill, after a question
    Delete(DeleteArguments),
    /// Keep a skill loaded in a context
    Pin(PinArguments),
    /// Let go of a skill that is kept loaded in a context
    Unpin(PinArguments),
    /// List the skills that are kept loaded in a context
    Pinned(PinnedArguments),
    /// List the tools that are left while skills are loaded
    ActiveTools(ActiveToolsArguments),
    /// Show which settings count here, and where they come from
    #[command(alias = "config")]
    Settings(SettingsArguments),
    /// Write a first settings file, from what is in the repository
    Init(InitArguments),
    /// Show how large the skills are, and what part of each agent's budget they take
    Stats(StatsArguments),
    /// Print completions for a shell
    Completions(CompletionsArguments),
    /// Print the manual, or the page of a command, for `man`
    Man(ManArguments),
    /// Print the version
    #[command(hide = true)]
    Version,
    /// Run the language server on standard input and output
    Serve(ServeArguments),
    /// Serve the skills to any agent, over the Model Context Protocol on standard input and output
    Mcp(McpArguments),
}

impl Command {
    /// Whether it is about something that is named, and answered in JSON.
    pub(crate) fn is_answered_in_json(&self) -> bool {
        let format = match self {
            Command::Show(it) => it.format,
            Command::Explain(it) => it.format,
            Command::Tools(it) => it.format,
            Command::Review(it) => it.format,
            Command::Read(it) => it.format,
            Command::Enable(it) | Command::Disable(it) => it.format,
            Command::Delete(it) => it.format,
            Command::Pin(it) | Command::Unpin(it) => it.place.format,
            Command::ActiveTools(it) => it.format,
            _ => AnswerFormat::Text,
        };
        format == AnswerFormat::Json
    }
}

/// What decides what an agent sees.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Sight {
    /// A file the agent has touched: wakes skills that wait for it (repeatable)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) touched: Vec<PathBuf>,
    /// A folder added for this run, as with the agent's own --add-dir (repeatable)
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) add_dir: Vec<PathBuf>,
    /// A plugin folder for this run, as with the agent's own --plugin-dir (repeatable)
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) plugin_dir: Vec<PathBuf>,
    /// The package of this repository (plugin, extension) that counts as installed, by name or folder; `none` for none
    /// [default: the one around the working directory, or else all of those in it]
    #[arg(long, value_name = "NAME|PATH")]
    pub(crate) package: Option<String>,
    /// The sources of settings the agent reads, with commas, as with its own --setting-sources [default: all]
    #[arg(long, value_name = "LIST")]
    pub(crate) setting_sources: Option<String>,
    /// Without the skills that the agent brings itself, as if they were switched off
    #[arg(long)]
    pub(crate) without_bundled: bool,
    /// The profile to start with, where an agent has several with permissions of their own (OpenCode calls them agents)
    /// [default: its first]
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp check                              every skill here that git does not ignore\n  \
    skill-lsp check plugins/ --fail-on warning   everything below a folder\n  \
    skill-lsp check --diff                       what --fix would change\n  \
    skill-lsp check --format github              annotations on a pull request\n  \
    skill-lsp check --write-baseline             from now on, tell only what is new\n  \
    skill-lsp check --changed origin/main        only what this branch changed\n  \
    skill-lsp check --host claude-code --host codex --watch")]
pub(crate) struct CheckArguments {
    /// Files or folders, as far as git does not ignore what lies in them [default: the working directory, and the agents'
    /// folders of this repository]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// The agents you write for (repeatable, or with commas; `all` for every one) [default: the owner of each root, and agentskills]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
    /// The skills of your home folder too
    #[arg(long, conflicts_with_all = ["paths", "stdin_filename"])]
    pub(crate) user: bool,
    /// Not what matches this pattern, written as in .gitignore, also where it is named (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// What matches this pattern in spite of --exclude, and of what git ignores (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) adoption: AdoptionArguments,
    /// Apply safe fixes
    #[arg(long)]
    pub(crate) fix: bool,
    /// Apply the preferred fix of every finding, also where it may change the meaning
    #[arg(long)]
    pub(crate) fix_unsafe: bool,
    /// Show what the fixes would change, and write nothing
    #[arg(long)]
    pub(crate) diff: bool,
    /// Only these checks (repeatable)
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::checks))]
    pub(crate) select: Vec<String>,
    /// Not these checks (repeatable)
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::checks))]
    pub(crate) ignore: Vec<String>,
    /// The level from which findings make the exit code 1; `off` never does
    #[arg(long, value_name = "LEVEL", default_value = "error", value_parser = level)]
    pub(crate) fail_on: Level,
    /// Show hints too
    #[arg(long)]
    pub(crate) hints: bool,
    /// Print how often each check reports, instead of the findings
    #[arg(long, conflicts_with = "diff")]
    pub(crate) statistics: bool,
    /// Check again whenever something changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["fix", "fix_unsafe", "diff", "stdin_filename"])]
    pub(crate) watch: bool,
    /// Read one skill from standard input, as if it were this file; with --fix, print it mended
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath, conflicts_with = "paths")]
    pub(crate) stdin_filename: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

fn level(word: &str) -> Result<Level, String> {
    Level::from_word(word).ok_or_else(|| "use one of: error, warning, information, hint, off".to_owned())
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp list\n  \
    skill-lsp list --host claude-code --all\n  \
    skill-lsp list --host codex --format json")]
pub(crate) struct ListArguments {
    /// Only these agents (repeatable, or with commas; `all` for every one) [default: those of the settings, else all]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
    /// Show the shadowed and skipped ones too
    #[arg(long)]
    pub(crate) all: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp why deploy\n  \
    skill-lsp why deploy --host opencode --cwd packages/web\n\n\
    Exit code 1 when no agent has a skill of this name.")]
pub(crate) struct WhyArguments {
    /// The skill's name
    #[arg(value_name = "NAME", add = ArgValueCandidates::new(candidates::skills))]
    pub(crate) name: String,
    /// Only these agents (repeatable, or with commas; `all` for every one) [default: those of the settings, else all]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
    /// When nothing is found, every place that was looked at
    #[arg(long)]
    pub(crate) all: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp prompt\n  \
    skill-lsp prompt --host codex --budget\n  \
    skill-lsp prompt --touched src/main.rs --context-window 1000000")]
pub(crate) struct PromptArguments {
    /// The agent [default: the first of `hosts` in the settings, else claude-code]
    #[arg(long, value_name = "ID", add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Option<String>,
    /// The agent's mode, where it has several [default: `tool`, else the first]
    #[arg(long, value_name = "MODE", add = ArgValueCandidates::new(candidates::modes))]
    pub(crate) mode: Option<String>,
    /// The model [default: the agent's own]
    #[arg(long, value_name = "MODEL", add = ArgValueCandidates::new(candidates::models))]
    pub(crate) model: Option<String>,
    /// The context window in tokens [default: the model's]
    #[arg(long, value_name = "N")]
    pub(crate) context_window: Option<usize>,
    /// The context whose pinned skills follow the listing [default: the one in the agent's variable]
    #[arg(long, value_name = "ID")]
    pub(crate) context: Option<String>,
    /// Print the accounting to standard error
    #[arg(long)]
    pub(crate) budget: bool,
    /// The agent's own skills take their part, as they do anyway
    #[arg(long, hide = true, conflicts_with = "without_bundled")]
    pub(crate) bundled: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp usage\n  \
    skill-lsp usage --model claude-haiku-4-5 --format json\n\n\
    score = count × max(0.5^(days since the last use / 7), 0.1). When the listing exceeds its budget, the skills\n\
    with the highest score get room for their descriptions first.")]
pub(crate) struct UsageArguments {
    /// The agent [default: the first of `hosts` in the settings, else claude-code]
    #[arg(long, value_name = "ID", add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Option<String>,
    /// The model [default: the agent's own]
    #[arg(long, value_name = "MODEL", add = ArgValueCandidates::new(candidates::models))]
    pub(crate) model: Option<String>,
    /// The context window in tokens [default: the model's]
    #[arg(long, value_name = "N")]
    pub(crate) context_window: Option<usize>,
    /// The agent's own skills take their part, as they do anyway
    #[arg(long, hide = true, conflicts_with = "without_bundled")]
    pub(crate) bundled: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Two tools: `skills_list` tells which skills there are, `skills_load` gives the text of one.\n\n\
    Examples:\n  \
    skill-lsp mcp                                        the skills of Claude Code, from the current folder\n  \
    skill-lsp mcp --host agentskills --cwd ../shop   those of .agents/skills, from another\n  \
    claude mcp add skills -- skill-lsp mcp               as an agent is told of it"
)]
pub(crate) struct McpArguments {
    /// The agent whose skills, switches and permissions count [default: the first of `hosts` in the settings, else claude-code]
    #[arg(long, value_name = "ID", add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Option<String>,
    /// The most characters of a tool's description, which names the skills; some models refuse more than 1024
    #[arg(long, value_name = "N", default_value_t = 4000)]
    pub(crate) description_limit: usize,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp show deploy --arguments \"staging eu\"\n  \
    skill-lsp show .claude/skills/deploy --host opencode\n\n\
    Commands in the skill are shown as they are written, never run. What they are, and what loading changes (tools, \
    model, effort, a fork), is said on standard error.\n\
    Exit code 1 when the agent does not load such a skill.")]
pub(crate) struct ShowArguments {
    /// The skill: its id, its name, or the path of its file or folder
    #[arg(value_name = "NAME", add = ArgValueCandidates::new(candidates::skills))]
    pub(crate) name: String,
    /// The agent [default: the first of `hosts` in the settings, else claude-code]
    #[arg(long, value_name = "ID", add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Option<String>,
    /// What is typed behind the name, or given by the model
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) arguments: Option<String>,
    /// What the model gets when a person types the name (`/name`, `$name`), not when it loads the skill itself
    #[arg(long)]
    pub(crate) typed: bool,
    /// The session's id, where the skill asks for it [default: one of zeros]
    #[arg(long, value_name = "ID")]
    pub(crate) session_id: Option<String>,
    /// When nothing is found, every place that was looked at
    #[arg(long)]
    pub(crate) all: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The check's id, as in `error[yaml-syntax]`
    #[arg(value_name = "CHECK", add = ArgValueCandidates::new(candidates::checks))]
    pub(crate) check: String,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct TableArguments {
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct HostsArguments {
    /// Only these agents (repeatable) [default: all]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp tools --host claude-code       its tools, and the MCP servers declared here\n  \
    skill-lsp tools --skill deploy           what `deploy` may use, and what the settings make of it\n\n\
    Exit code 1 when no agent has a skill of this name.")]
pub(crate) struct ToolsArguments {
    /// What this skill may use without asking, instead of all tools
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::skills))]
    pub(crate) skill: Option<String>,
    /// Only these agents (repeatable, or with commas; `all` for every one) [default: those of the settings, else all]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
    /// When nothing is found, every place that was looked at
    #[arg(long)]
    pub(crate) all: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp read pdf references/forms.md\n  \
    skill-lsp read deploy scripts/deploy.sh --host codex\n\n\
    A path that leaves the skill's folder, also through a link, is refused.")]
pub(crate) struct ReadArguments {
    /// The skill's name, or the path of its folder
    #[arg(value_name = "NAME", add = ArgValueCandidates::new(candidates::skills))]
    pub(crate) name: String,
    /// The file, from the skill's folder on
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The agents in which the name is looked up (repeatable) [default: all]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
    /// How it is printed: as it is, or as one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp new release-notes\n  \
    skill-lsp new release-notes --root user --description \"Write release notes. Use when a version is tagged.\"\n  \
    skill-lsp new release-notes --host codex")]
pub(crate) struct NewArguments {
    /// The skill's name: lower-case words joined by hyphens
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Where it goes: the agent's first `user` or `project` root, or a folder
    #[arg(long, value_name = "user|project|DIR", default_value = "project")]
    pub(crate) root: String,
    /// The agent whose root is meant [default: the first of `hosts` in the settings, else claude-code]
    #[arg(long, value_name = "ID", add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Option<String>,
    /// What it does and when to use it
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,
    /// Make it also when the agent has a skill of this name already; no file is ever overwritten
    #[arg(long)]
    pub(crate) even_if_taken: bool,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp delete pdf\n  \
    skill-lsp delete ./deploy --yes\n\n\
    The skill goes to the trash, where there is one. Skills of projects, plugins and administrators are refused.")]
pub(crate) struct DeleteArguments {
    /// The skill's name, or the path of its folder
    #[arg(value_name = "NAME", add = ArgValueCandidates::new(candidates::skills))]
    pub(crate) name: String,
    /// The agents in which the name is looked up (repeatable) [default: all]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
    /// Delete without a question
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp disable deploy                            where Claude Code itself would say so\n  \
    skill-lsp disable deploy --host codex --diff        what would be written\n  \
    skill-lsp enable deploy --host opencode --scope user\n\n\
    Everything else in the settings file stays as it is, to the byte. Exit code 1 when something stronger decides \
    otherwise: nothing is written then.")]
pub(crate) struct SwitchArguments {
    /// The skill's id in the agent, or the path of its file
    #[arg(value_name = "ID", add = ArgValueCandidates::new(candidates::skills))]
    pub(crate) id: String,
    /// The agent (repeatable) [default: the first of `hosts` in the settings, else claude-code]
    #[arg(long, value_name = "ID", value_delimiter = ',', add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: Vec<String>,
    /// Whose settings [default: those that speak of it already, or else where the skill lives]
    #[arg(long, value_name = "SCOPE")]
    pub(crate) scope: Option<ScopeName>,
    /// Show what would be written, and write nothing
    #[arg(long)]
    pub(crate) diff: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

/// Whose settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScopeName {
    /// Yours, everywhere
    User,
    /// The project's, for everyone in it
    Project,
    /// Yours, in this project only
    Local,
}

/// `pin` and `unpin`
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp pin playwright --context telegram-chat-1\n  \
    SHIP_CONTEXT_ID=telegram-chat-1 skill-lsp unpin playwright")]
pub(crate) struct PinArguments {
    /// The skill's id: the name of its folder
    #[arg(value_name = "ID", add = ArgValueCandidates::new(candidates::skills))]
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) place: PinnedArguments,
}

/// `pinned`, and what belongs to `pin` and `unpin` too
#[derive(Clone, Debug, Args)]
pub(crate) struct PinnedArguments {
    /// The context [default: the one in the agent's variable, $SHIP_CONTEXT_ID]
    #[arg(long, value_name = "ID")]
    pub(crate) context: Option<String>,
    /// The agent
    #[arg(long, value_name = "ID", default_value = pinning_host(), add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: String,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp active-tools --context telegram-chat-1\n  \
    skill-lsp active-tools --skill playwright --available exec_command --available browser")]
pub(crate) struct ActiveToolsArguments {
    /// The skills that are loaded (repeatable) [default: the pinned ones]
    #[arg(long, value_name = "ID", add = ArgValueCandidates::new(candidates::skills))]
    pub(crate) skill: Vec<String>,
    /// The tools that exist (repeatable) [default: all that are named]
    #[arg(long, value_name = "TOOL", value_delimiter = ',')]
    pub(crate) available: Vec<String>,
    /// The context [default: the one in the agent's variable, $SHIP_CONTEXT_ID]
    #[arg(long, value_name = "ID")]
    pub(crate) context: Option<String>,
    /// The agent
    #[arg(long, value_name = "ID", default_value = pinning_host(), add = ArgValueCandidates::new(candidates::hosts))]
    pub(crate) host: String,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

/// `serve`
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// Talk on standard input and output; there is no other way, but editors like to say so
    #[arg(long)]
    pub(crate) stdio: bool,
}

/// The arguments of the process; `--stdio` alone means `serve`, as many editors start a server.
pub(crate) fn of_process() -> Vec<std::ffi::OsString> {
    let mut arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|first| first == "--stdio") {
        arguments.insert(1, "serve".into());
    }
    arguments
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp completions bash > ~/.local/share/bash-completion/completions/skill-lsp\n  \
    skill-lsp completions zsh > ~/.zfunc/_skill-lsp          with `fpath+=~/.zfunc` before `compinit`\n  \
    skill-lsp completions fish > ~/.config/fish/completions/skill-lsp.fish\n\n\
    The shell asks the program: commands and options, and agents, checks, skills and modes as they are here.")]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_hold_together() {
        Arguments::command().debug_assert();
    }
}
