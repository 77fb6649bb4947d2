//! A file that a script downloads and runs further down.

use std::sync::LazyLock;

use regex::Regex;

use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::{Notes, quoted};
use crate::features::review::signs::line_around;
use crate::features::review::spoken::{Manner, What, manner};

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

/// A download that is held against a sum or a signature.
static VERIFIED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)sha(?:1|256|512)sum|shasum|\bsha256\b|hashlib|get-filehash|gpg\b[^\n]*--verify|cosign|minisign|attestation").ok()
});
/// A way or a name that nobody takes for a program he has nothing to hide about.
static ODD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)http://|://\d{1,3}(?:\.\d{1,3}){3}|\s(?:-k|--insecure)\s|-\w*k\w*\s+https|--no-check-certificate|pastebin|transfer\.sh|0x0\.st|file\.io|gist\.|ngrok|trycloudflare|bit\.ly|tinyurl").ok()
});

fn is_odd(line: &str, file: &str) -> bool {
    let is_hidden =
        file.starts_with("/tmp/.") || file.starts_with("/dev/shm") || file.contains("/.") && file.starts_with("/var");
    is_hidden
        || ODD.as_ref().is_some_and(|it| it.is_match(line))
            && !line.contains("://localhost")
            && !line.contains("://127.")
}

/// Notes the lines of a `.pth` file that Python runs whenever it starts; the others are folders.
pub(super) fn run_at_start(name: &str, text: &str, notes: &mut Notes<'_>) {
    if !name.to_ascii_lowercase().ends_with(".pth") {
        return;
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("import ") || line.starts_with("import\t") {
            notes.add(Weight::Look, "persists", at, "is run by every start of Python beside which it is put");
        }
        at += line.len();
    }
}

/// Notes what is downloaded to a file that is run later on.
pub(super) fn run_later(name: &str, text: &str, language: Language, notes: &mut Notes<'_>) {
    let Some(put) = PUT.as_ref() else { return };
    for found in put.captures_iter(text).take(40) {
        let (Some(whole), Some(file)) = (found.get(0), found.get(1)) else { continue };
        let put = file.as_str();
        if put.len() < 2 || put.starts_with('-') || put.starts_with("/dev/") || put.contains("://") {
            continue;
        }
        let (_, line) = line_around(text, whole.start());
        if language.is_comment(line) {
            continue;
        }
        let last = put.rsplit(['/', '\\']).next().unwrap_or(put);
        let written = format!(r"(?:{}|(?:\./)?{})", regex::escape(put), regex::escape(last));
        let runs = format!(
            r#"(?im)(?:chmod\s+\S*[x75]\S*\s+["']?|\b(?:ba|z|da)?sh\s+(?:-\w+\s+)*["']?|\bsource\s+["']?|\bpython[0-9.]*\s+["']?|\bnode\s+["']?|\bperl\s+["']?|\bruby\s+["']?|start-process\s+["']?|os\.system\(["']|subprocess\.\w+\(\[?["']|execsync\(["'`]|&\s*["']|(?:^|[;&|]\s*|\bsudo\s+)["']?){written}\b"#
        );
        let Ok(pattern) = Regex::new(&runs) else { continue };
        let rest = text.get(file.end()..).unwrap_or_default();
        let Some(run) = pattern.find(rest) else { continue };
        let is_known = KNOWN.iter().any(|it| line.contains(it)) && !line.contains("http://");
        let between = rest.get(..run.start()).unwrap_or_default();
        let is_checked = VERIFIED.as_ref().is_some_and(|it| it.is_match(between) || it.is_match(run.as_str()));
        let weight = match manner(name, text, language, whole.start(), What::Deed) {
            Manner::SpokenOf => continue,
            Manner::Done if language.is_code() && is_odd(line, put) && !is_known => Weight::Danger,
            // A program that is released, fetched over a safe way and held against its sum is how programs are installed.
            _ if is_checked => continue,
            _ => Weight::Look,
        };
        notes.add(weight, "download-runs", whole.start(), format!("downloads {} and runs it", quoted(put)));
    }
}
