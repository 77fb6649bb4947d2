//! `settings`: what counts for a file or a folder, and from where.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde_json::json;

use crate::cli::arguments::{AnswerFormat, Global, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask, Session, User, placed};
use crate::cli::terminal::{columns, plain, table_within};
use crate::cli::{Answer, FINE};
use crate::config::Source;
use crate::disk;
use crate::workspace::Wanted;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp settings\n  \
    skill-lsp settings team/skills/deploy/SKILL.md    with the settings of the folders that it lies in\n\n\
    What one file says over another is left out; --all shows it too.")]
pub(crate) struct SettingsArguments {
    /// The file or folder [default: the working directory]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) path: Option<PathBuf>,
    /// What does not count, because something stronger is said, too
    #[arg(long)]
    pub(crate) all: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

/// Runs `settings`.
pub(crate) fn settings(global: &Global, arguments: &SettingsArguments, console: &Console) -> Answer {
    let sight = Sight::default();
    let paths: Vec<PathBuf> = arguments.path.iter().cloned().collect();
    let ask = Ask {
        wanted: Wanted::Check,
        paths: &paths,
        here: Some(User::NotAsked),
        ..Ask::about_skills(global, &sight, &[])
    };
    let session = session::open(&ask)?;
    session.say_problems(console);
    let here = &session.snapshot.environment.working_directory;
    let current = std::env::current_dir().ok();
    let path = arguments.path.as_ref().map_or_else(|| here.clone(), |path| placed(path, current.as_deref(), here));
    let sources = counting(&session, &path, arguments.all);
    match arguments.format {
        AnswerFormat::Json => console.print_json(&as_json(&session, &path, &sources)),
        AnswerFormat::Text => {
            console.print(&text(&session, &sources));
            if sources.is_empty() {
                console.say(&match &session.snapshot.config.file {
                    Some(file) => format!("{} says nothing that counts here", session.around.path(file)),
                    None => "no settings file says anything here: `skill-lsp init` writes a first one".to_owned(),
                });
            }
        }
    }
    Ok(FINE)
}

/// What is said about a path, in the order of the files; of what is said twice, the last.
fn counting<'a>(session: &'a Session, path: &Path, all: bool) -> Vec<&'a Source> {
    let sources = &session.snapshot.config.sources;
    // What a folder says counts for what may come to lie in it.
    let inside = match disk::files().kind(path) {
        Some(crate::catalog::FileKind::File) => path.to_owned(),
        _ => path.join("SKILL.md"),
    };
    let is_about = |source: &&Source| source.scope.as_ref().is_none_or(|scope| scope.has(&inside));
    let about: Vec<&Source> = sources.iter().filter(is_about).collect();
    // Lists of all files count together, and so do rules.
    let adds = |key: &str| {
        ["roots", "exclude", "include", "tools.", "rules.", "overrides.", "extends"]
            .iter()
            .any(|it| key.starts_with(it))
    };
    let is_last = |at: usize, source: &Source| !about.iter().skip(at + 1).any(|later| later.key == source.key);
    let counts = |(at, source): &(usize, &&Source)| all || adds(&source.key) || is_last(*at, source);
    about.iter().enumerate().filter(counts).map(|(_, source)| *source).collect()
}

fn text(session: &Session, sources: &[&Source]) -> String {
    let around = &session.around;
    let row = |source: &&Source| {
        let place = format!("{}:{}", around.path(&source.file), source.line);
        vec![source.key.clone(), place, plain(&source.value).into_owned()]
    };
    let mut rows: Vec<Vec<String>> = sources.iter().map(row).collect();
    if let Some(baseline) = &session.snapshot.config.baseline {
        let count = format!("{} remembered", crate::cli::report::counted(baseline.count(), "finding"));
        rows.push(vec!["baseline".to_owned(), around.path(&baseline.file), count]);
    }
    table_within(&rows, columns())
}

fn as_json(session: &Session, path: &Path, sources: &[&Source]) -> serde_json::Value {
    let config = &session.snapshot.config;
    let source =
        |it: &&Source| json!({"key": it.key, "value": it.value, "path": it.file.to_string_lossy(), "line": it.line});
    let baseline = config.baseline.as_ref();
    json!({
        "version": 1,
        "path": path.to_string_lossy(),
        "file": config.file.as_ref().map(|file| file.to_string_lossy()),
        "baseline": baseline.map(|it| json!({"path": it.file.to_string_lossy(), "findings": it.count()})),
        "settings": sources.iter().map(source).collect::<Vec<_>>(),
    })
}
