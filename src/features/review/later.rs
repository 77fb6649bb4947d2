//! A file that a script downloads and runs further down.

use std::sync::LazyLock;

use regex::Regex;

use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::{Notes, quoted};
use crate::features::review::signs::line_around;

/// Where a download is put: behind a flag, by a redirection, or as an argument.
static PUT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)(?:\b(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod|start-bitstransfer)\b[^\n]*?(?:\s-o\s*|\s-[a-z]*o\s+|\s--output(?:-document)?[ =]|\s-outfile\s+|\s-destination\s+|[^>]>\s*)|downloadfile\([^,\n]+,\s*|urlretrieve\([^,\n]+,\s*)["']?([^\s"';|&)]+)"#,
    )
    .ok()
});

/// Addresses from which programs are commonly fetched.
const KNOWN: [&str; 12] = [
    "https://github.com/",
    "https://raw.githubusercontent.com/",
    "https://objects.githubusercontent.com/",
    "https://dl.k8s.io/",
    "https://get.helm.sh/",
    "https://storage.googleapis.com/",
    "https://releases.hashicorp.com/",
    "https://nodejs.org/",
    "https://go.dev/",
    "https://dl.google.com/",
    "https://awscli.amazonaws.com/",
    "https://repo.anaconda.com/",
];

/// Notes what is downloaded to a file that is run later on.
pub(super) fn run_later(text: &str, language: Language, notes: &mut Notes<'_>) {
    let Some(put) = PUT.as_ref() else { return };
    for found in put.captures_iter(text).take(40) {
        let (Some(whole), Some(file)) = (found.get(0), found.get(1)) else { continue };
        let name = file.as_str();
        if name.len() < 2 || name.starts_with('-') || name.starts_with("/dev/") || name.contains("://") {
            continue;
        }
        let (_, line) = line_around(text, whole.start());
        if language.is_comment(line) {
            continue;
        }
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let written = format!(r"(?:{}|(?:\./)?{})", regex::escape(name), regex::escape(last));
        let runs = format!(
            r#"(?im)(?:chmod\s+\S*[x75]\S*\s+["']?|\b(?:ba|z|da)?sh\s+(?:-\w+\s+)*["']?|\bsource\s+["']?|\bpython[0-9.]*\s+["']?|\bnode\s+["']?|\bperl\s+["']?|\bruby\s+["']?|start-process\s+["']?|os\.system\(["']|subprocess\.\w+\(\[?["']|execsync\(["'`]|&\s*["']|(?:^|[;&|]\s*|\bsudo\s+)["']?){written}\b"#
        );
        let Ok(pattern) = Regex::new(&runs) else { continue };
        let rest = text.get(file.end()..).unwrap_or_default();
        let Some(run) = pattern.find(rest) else { continue };
        let is_known = KNOWN.iter().any(|it| line.contains(it)) && !line.contains("http://");
        let weight = match language {
            Language::Prose => Weight::Look,
            _ if is_known => Weight::Look,
            _ => Weight::Danger,
        };
        let at = file.end() + run.start();
        let blank = text.get(at..).map_or(0, |it| it.len() - it.trim_start().len());
        notes.add(weight, "download-runs", whole.start(), format!("downloads {} and runs it", quoted(name)));
        let _ = blank;
    }
}
