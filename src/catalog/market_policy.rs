//! Which marketplaces an administrator allows, by where they come from: a list of what is allowed, and one of what is
//! blocked.

use regex::Regex;
use serde_json::Value;

/// The host that the sources named `github` stand for, and where it takes SSH besides.
const GITHUB: &str = "github.com";
const GITHUB_BY_SSH: &str = "ssh.github.com";

/// What the administrator's settings say of marketplaces.
#[derive(Clone, Debug, Default)]
pub struct MarketPolicy {
    /// Only these may be used; any, when there is no list.
    pub allowed: Option<Vec<Value>>,
    /// None of these may be used.
    pub blocked: Vec<Value>,
}

impl MarketPolicy {
    /// Whether a marketplace from a source (`{"source": "github", "repo": …}`) may be used.
    pub fn permits(&self, source: &Value) -> bool {
        let is_allowed = |entries: &Vec<Value>| entries.iter().any(|entry| is_allowed(source, entry));
        !self.blocked.iter().any(|entry| is_blocked(source, entry)) && self.allowed.as_ref().is_none_or(is_allowed)
    }

    /// Whether packages among the folders of skills may be used, which come from no marketplace.
    pub fn permits_skill_folders(&self) -> bool {
        let names_them = |entry: &Value| kind(entry) == "skills-dir";
        !self.blocked.iter().any(names_them)
            && self.allowed.as_ref().is_none_or(|entries| entries.iter().any(names_them))
    }
}

/// Whether an entry of the list of those allowed means a source: exactly, but for the case of a repository's name.
fn is_allowed(source: &Value, entry: &Value) -> bool {
    let same = |key: &str| text(source, key) == text(entry, key);
    match (kind(source), kind(entry)) {
        (_, "hostPattern") => {
            stays_inside(source) && host(source).is_some_and(|host| matches(entry, "hostPattern", &host))
        }
        (_, "pathPattern") => is_path(source, entry),
        ("github", "github") => match owner_of_all(text(entry, "repo")) {
            Some(owner) => {
                let is_theirs =
                    text(source, "repo").split_once('/').is_some_and(|(its, name)| its == owner && is_word(name));
                let path = text(entry, "path");
                is_theirs && same("ref") && if path.is_empty() { stays_inside(source) } else { same("path") }
            }
            None => {
                text(source, "repo").to_lowercase() == text(entry, "repo").to_lowercase() && same("ref") && same("path")
            }
        },
        ("git", "git") => {
            git_address(text(source, "url")) == git_address(text(entry, "url")) && same("ref") && same("path")
        }
        ("url", "url") => address(text(source, "url")) == address(text(entry, "url")),
        ("npm", "npm") => same("package"),
        ("file", "file") | ("directory", "directory") => same("path"),
        ("settings", "settings") => same("name") && source.get("plugins") == entry.get("plugins"),
        _ => false,
    }
}

/// Whether an entry of the list of those blocked means a source: what it does not say blocks all.
fn is_blocked(source: &Value, entry: &Value) -> bool {
    let same = |key: &str| text(source, key) == text(entry, key);
    let versions = || {
        let (wanted, is) = (text(entry, "ref"), text(source, "ref"));
        let is_pinned = !is.is_empty() && is_commit(is) && !is_commit(wanted);
        (wanted.is_empty() || wanted == is || is_pinned) && (text(entry, "path").is_empty() || same("path"))
    };
    match (kind(source), kind(entry)) {
        (_, "hostPattern") => host(source).is_some_and(|host| {
            let also = host == GITHUB_BY_SSH && matches(entry, "hostPattern", GITHUB);
            also || matches(entry, "hostPattern", &host)
        }),
        (_, "pathPattern") => is_path(source, entry),
        ("github" | "git", "github" | "git") => {
            let is_meant = match (repository(source), repository(entry)) {
                (Some(is), Some(wanted)) => match owner_of_all(&wanted) {
                    Some(owner) if kind(entry) == "github" => {
                        is.split_once('/').is_some_and(|(its, _)| its.eq_ignore_ascii_case(owner))
                    }
                    _ => is == wanted || text(source, "repo") == wanted,
                },
                _ => kind(source) == kind(entry) && bare(text(source, "url")) == bare(text(entry, "url")),
            };
            is_meant && versions()
        }
        ("git", "url") => {
            let plain = |value: &Value| without_ending(&bare(text(value, "url"))).to_owned();
            text(source, "url").contains("://") && plain(source) == plain(entry)
        }
        ("url", "url") => address(text(source, "url")) == address(text(entry, "url")),
        ("npm", "npm") => same("package"),
        ("file", "file") | ("directory", "directory") => same("path"),
        ("settings", "settings") => same("name"),
        _ => false,
    }
}

fn kind(value: &Value) -> &str {
    text(value, "source")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Whether a pattern of an entry is found in a text; a pattern that is none is found nowhere.
fn matches(entry: &Value, key: &str, text: &str) -> bool {
    let pattern = entry.get(key).and_then(Value::as_str);
    pattern.and_then(|pattern| Regex::new(pattern).ok()).is_some_and(|pattern| pattern.is_match(text))
}

fn is_path(source: &Value, entry: &Value) -> bool {
    matches!(kind(source), "file" | "directory") && matches(entry, "pathPattern", text(source, "path"))
}

/// The host that a source lies on.
fn host(source: &Value) -> Option<String> {
    match kind(source) {
        "github" => Some(GITHUB.to_owned()),
        "git" | "url" => parts(text(source, "url")).map(|(host, _)| host),
        _ => None,
    }
}

/// Whether the path that a source names inside its repository stays there.
fn stays_inside(source: &Value) -> bool {
    let path = text(source, "path");
    let is_repository = matches!(kind(source), "github" | "git");
    let is_absolute = path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':');
    !is_repository || !is_absolute && path.split(['/', '\\']).all(|part| part != "..")
}

/// The owner of `owner/*`.
fn owner_of_all(repository: &str) -> Option<&str> {
    repository.strip_suffix("/*").filter(|owner| is_word(owner))
}

fn is_word(name: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '_' | '-');
    !name.is_empty() && name.chars().all(is_sign) && !name.starts_with('-') && name != "." && name != ".."
}

fn is_commit(name: &str) -> bool {
    matches!(name.len(), 40 | 64) && name.bytes().all(|sign| matches!(sign, b'0'..=b'9' | b'a'..=b'f'))
}

/// `owner/name` of a source that lies on GitHub, however it is written.
fn repository(source: &Value) -> Option<String> {
    if kind(source) == "github" {
        return Some(plain_path(text(source, "repo")));
    }
    let (host, path) = parts(text(source, "url"))?;
    let path = plain_path(path.split(['?', '#']).next().unwrap_or_default());
    let is_repository = path.split('/').filter(|part| !part.is_empty()).count() == 2;
    (matches!(host.as_str(), GITHUB | GITHUB_BY_SSH) && is_repository && !path.contains('*')).then_some(path)
}

/// A path without `.` and `..`, and without `.git` at its end.
fn plain_path(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                kept.pop();
            }
            part => kept.push(part),
        }
    }
    without_ending(&kept.join("/")).to_owned()
}

fn without_ending(address: &str) -> &str {
    let mut rest = address.trim_end_matches('/');
    while let Some(shorter) = rest.strip_suffix(".git") {
        rest = shorter.trim_end_matches('/');
    }
    rest
}

/// The host of an address in small letters, and its path: `https://host/path`, `user@host:path`.
fn parts(address: &str) -> Option<(String, &str)> {
    let (host, path) = match address.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.split_once('/').unwrap_or((rest, "")),
        None => address.split_once(':').filter(|(host, _)| !host.contains('/'))?,
    };
    let host = host.rsplit('@').next().unwrap_or(host);
    let host = host.split(':').next().unwrap_or(host).trim_end_matches('.').to_lowercase();
    let is_named = !host.is_empty() && !host.starts_with('[');
    is_named.then(|| (if host == "www.github.com" { GITHUB.to_owned() } else { host }, path))
}

/// An address as a URL is written: scheme and host in small letters, and a path behind them.
fn address(written: &str) -> String {
    let Some((scheme, rest)) = written.split_once("://") else { return written.to_owned() };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    format!("{}://{}/{path}", scheme.to_lowercase(), host.to_lowercase())
}

/// The same of a git repository, in which a password plays no part.
fn git_address(written: &str) -> String {
    let whole = address(written);
    match whole.split_once("://") {
        Some((scheme @ ("http" | "https" | "git" | "git+http" | "git+https"), rest)) => {
            let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
            format!("{scheme}://{}/{path}", host.rsplit('@').next().unwrap_or(host))
        }
        Some(_) => whole,
        None => match parts(written) {
            Some((host, path)) if host == GITHUB => format!("{host}:{path}"),
            Some((host, path)) => format!("{}@{host}:{path}", written.split('@').next().unwrap_or_default()),
            None => whole,
        },
    }
}

/// An address without user, query and fragment.
fn bare(written: &str) -> String {
    let Some((host, path)) = parts(written) else { return written.to_owned() };
    let host = if host == GITHUB_BY_SSH { GITHUB.to_owned() } else { host };
    match written.split_once("://") {
        Some((scheme, _)) => {
            let path = path.split(['?', '#']).next().unwrap_or_default();
            format!("{}://{host}/{}", scheme.to_lowercase(), path.trim_matches('/'))
        }
        None => format!("{host}:{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the real agent did with a plugin of a marketplace, for each source and each pair of lists.
    const TRIED: &str = include_str!("market_policy.txt");

    #[test]
    fn sources_are_allowed_and_blocked_as_the_agent_does() {
        let mut count = 0;
        for line in TRIED.lines().filter(|line| !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or_default();
            let values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
            let values: Vec<Value> = values.filter_map(Result::ok).collect();
            let [source, settings] = values.as_slice() else { panic!("{line}") };
            let list = |key: &str| settings.get(key).and_then(Value::as_array).cloned();
            let policy = MarketPolicy { allowed: list("allowed"), blocked: list("blocked").unwrap_or_default() };
            assert_eq!(policy.permits(source), word == "on", "{line}");
            count += 1;
        }
        assert!(count > 40, "{count}");
    }

    #[test]
    fn packages_among_skills_need_a_word() {
        let entry = serde_json::json!({"source": "skills-dir"});
        let policy = |allowed: Option<&[&Value]>, blocked: &[&Value]| MarketPolicy {
            allowed: allowed.map(|entries| entries.iter().map(|it| (*it).clone()).collect()),
            blocked: blocked.iter().map(|it| (*it).clone()).collect(),
        };
        assert!(policy(None, &[]).permits_skill_folders());
        assert!(policy(Some(&[&entry]), &[]).permits_skill_folders());
        assert!(!policy(Some(&[]), &[]).permits_skill_folders());
        assert!(!policy(Some(&[&entry]), &[&entry]).permits_skill_folders());
    }
}
