//! How findings are printed, and where to.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// What decides how findings are printed.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct OutputArguments {
    /// How findings are printed [default: text; on a terminal, grouped when there are more than 50]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<ReportFormat>,
    /// Write the findings into this file instead, whole or not at all; folders that are missing are made
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Print at most so many findings, the worst ones; the exit code is about all of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max: Option<u32>,
    /// Print findings, and no summary or note about them
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// With the source, for people
    Text,
    /// One line each, as path:line:column
    Concise,
    /// By check, with counts and a few examples
    Grouped,
    /// One JSON object
    Json,
    /// One JSON object for each finding, a line each
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
    /// A report of GitLab's code quality
    Gitlab,
    /// JUnit XML
    Junit,
    /// One page to send around
    Html,
}

impl ReportFormat {
    /// Whether people read it on a terminal.
    pub(crate) fn is_for_people(self) -> bool {
        matches!(self, ReportFormat::Text | ReportFormat::Concise | ReportFormat::Grouped)
    }
}
