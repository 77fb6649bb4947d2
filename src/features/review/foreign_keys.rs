//! Keys of one service that are read where only machines of others are named.

use std::sync::LazyLock;

use regex::Regex;

use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::Notes;

/// A variable of the environment that is read, by the name of a key.
static READ: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?:environ(?:\.get\(|\[)\s*["']|getenv\(\s*["']|Getenv\(\s*["']|env::var\(\s*["']|process\.env(?:\.|\[["'])|ENV(?:\.fetch\(|\[)\s*["']|\$ENV\{["']?|\$env:|\$\{?)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|PAT|CREDENTIALS?|KEY_ID))\b"#).ok()
});

/// The beginnings of the names of keys that everybody has, and what the machines are called that they are for.
const SERVICES: [(&str, &[&str]); 28] = [
    ("AWS", &["amazonaws", "aws."]),
    ("GITHUB", &["github"]),
    ("GH", &["github"]),
    ("GITLAB", &["gitlab"]),
    ("OPENAI", &["openai", "azure"]),
    ("ANTHROPIC", &["anthropic", "claude"]),
    ("CLAUDE", &["anthropic", "claude"]),
    ("GOOGLE", &["google"]),
    ("GEMINI", &["google"]),
    ("GCP", &["google"]),
    ("AZURE", &["azure", "microsoft", "windows.net"]),
    ("NPM", &["npmjs", "npm."]),
    ("PYPI", &["pypi"]),
    ("TWINE", &["pypi"]),
    ("HF", &["huggingface", "hf."]),
    ("HUGGINGFACE", &["huggingface", "hf."]),
    ("SLACK", &["slack"]),
    ("STRIPE", &["stripe"]),
    ("CLOUDFLARE", &["cloudflare"]),
    ("DIGITALOCEAN", &["digitalocean"]),
    ("HEROKU", &["heroku"]),
    ("TWILIO", &["twilio"]),
    ("SENDGRID", &["sendgrid"]),
    ("NOTION", &["notion"]),
    ("LINEAR", &["linear"]),
    ("VERCEL", &["vercel"]),
    ("DOCKER", &["docker"]),
    ("OPENROUTER", &["openrouter"]),
];

/// Whether a name is that of a key of a service that a description of a server does not name. Keys of models are given to
/// servers of every sort.
pub(super) fn is_foreign(name: &str, about: &str) -> bool {
    const MODELS: [&str; 8] = ["OPENAI", "ANTHROPIC", "CLAUDE", "GOOGLE", "GEMINI", "HF", "HUGGINGFACE", "OPENROUTER"];
    let is_key = ["_KEY", "_TOKEN", "_SECRET", "_PASSWORD", "_PAT", "_KEY_ID"].iter().any(|end| name.ends_with(end));
    let about = about.to_ascii_lowercase();
    let is_of = |start: &str| name.strip_prefix(start).is_some_and(|rest| rest.starts_with('_'));
    let service = SERVICES.iter().filter(|(start, _)| !MODELS.contains(start)).find(|(start, _)| is_of(start));
    is_key
        && service.is_some_and(|(start, machines)| {
            !about.contains(&start.to_ascii_lowercase()) && !machines.iter().any(|it| about.contains(it))
        })
}

/// Notes the keys that are read beside addresses of others.
pub(super) fn foreign_keys(text: &str, language: Language, sites: &[(String, usize)], notes: &mut Notes<'_>) {
    if !language.is_code() || sites.is_empty() {
        return;
    }
    let mut told: Vec<&str> = Vec::new();
    for found in READ.iter().flat_map(|it| it.captures_iter(text)).filter_map(|it| it.get(1)).take(200) {
        let name = found.as_str();
        let service =
            SERVICES.iter().find(|(start, _)| name.strip_prefix(start).is_some_and(|rest| rest.starts_with('_')));
        let Some((_, machines)) = service else { continue };
        let is_theirs = |(host, _): &(String, usize)| machines.iter().any(|it| host.contains(it));
        if told.contains(&name) || sites.iter().any(is_theirs) {
            continue;
        }
        told.push(name);
        let host = sites.first().map_or("", |(host, _)| host);
        notes.add(Weight::Look, "credentials", found.start(), format!("reads `{name}`, and names {host} beside it"));
    }
}
