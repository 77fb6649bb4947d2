//! `review`: what a skill or a package that is not installed may do, and what would reach the model.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::catalog::FileKind;
use crate::cli::arguments::{AnswerFormat, Global, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask};
use crate::cli::terminal::{columns, plain, table_within};
use crate::cli::{Answer, FINDINGS, FINE};
use crate::disk;
use crate::features::review::{Review, Section, Weight, changes, sections, summary};
use crate::features::unfound::Unfound;
use crate::project;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp review ~/Downloads/pdf-helper\n  \
    skill-lsp review plugin/ --all\n  \
    skill-lsp review new/ --diff old/          what it may do now that it could not before\n\n\
    Everything is read and nothing is run; no link is followed out of the folder, and no archive opened. What is shown are \
    signs, found by plain reading: who means harm can hide from it, and a clean page is no promise.\n\
    Exit code 1 when something dangerous was found; with --diff, when something dangerous is new.")]
pub(crate) struct ReviewArguments {
    /// A folder with one or more skills, a plugin, an extension, or a SKILL.md
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) path: PathBuf,
    /// An older version of it: only what is new is shown
    #[arg(long, value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) diff: Option<PathBuf>,
    /// Every row of every part, and what is otherwise only counted
    #[arg(long)]
    pub(crate) all: bool,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
}

/// Runs `review`.
pub(crate) fn review(global: &Global, arguments: &ReviewArguments, console: &Console) -> Answer {
    let setting = session::setting(&Ask::about_skills(global, &Sight::default(), &[]))?;
    let here = std::env::current_dir().ok();
    let of = |path: &Path| -> Result<Review, Unfound> {
        let path = session::placed(path, here.as_deref(), &setting.environment.working_directory);
        match disk::files().kind(&path) {
            Some(FileKind::File | FileKind::Folder) => Ok(project::review(&setting.config, &path)?),
            None => {
                let absence = disk::absence(&path, "file or folder");
                Err(Unfound::Absent(format!("cannot read {}: {absence}", path.display())))
            }
        }
    };
    let new = of(&arguments.path)?;
    let Some(old) = &arguments.diff else {
        match arguments.format {
            AnswerFormat::Json => console.print_json(&new.as_json()),
            AnswerFormat::Text => console.print(&page(&new, arguments.all)),
        }
        return Ok(if new.of(Weight::Danger).next().is_some() { FINDINGS } else { FINE });
    };
    let old = of(old)?;
    let change = changes(&old, &new);
    match arguments.format {
        AnswerFormat::Json => console.print_json(&change.as_json(&old, &new)),
        AnswerFormat::Text if change.is_empty() => console.say("nothing has changed"),
        AnswerFormat::Text if change.sections().is_empty() => console.say("nothing that matters has changed"),
        AnswerFormat::Text => console.print(&drawn(&change.sections())),
    }
    Ok(if change.new.iter().any(|it| it.weight == Weight::Danger) { FINDINGS } else { FINE })
}

fn page(review: &Review, all: bool) -> String {
    let name = review.root.file_name().unwrap_or(review.root.as_os_str()).to_string_lossy().into_owned();
    let [size, outcome] = summary(review);
    let colour = match (review.of(Weight::Danger).next(), review.of(Weight::Look).next()) {
        (Some(_), _) => "31",
        (None, Some(_)) => "33",
        (None, None) => "32",
    };
    let head = table_within(&[vec![format!("{}: {}", plain(&name), plain(&size))]], columns());
    format!("{head}\u{1b}[1;{colour}m{}\u{1b}[0m\n\n{}", plain(&outcome), drawn(&sections(review, all)))
}

fn drawn(sections: &[Section]) -> String {
    let mut blocks = Vec::new();
    for section in sections {
        let rows: Vec<Vec<String>> =
            section.rows.iter().map(|row| row.iter().map(|cell| plain(cell).into_owned()).collect()).collect();
        let table = table_within(&rows, columns().saturating_sub(2));
        let body: String = table.lines().map(|line| format!("  {line}\n")).collect();
        blocks.push(format!("\u{1b}[1m{}\u{1b}[0m\n{body}", plain(&section.title)));
    }
    blocks.join("\n")
}
