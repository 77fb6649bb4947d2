//! The addresses in a text, and those that nobody uses for anything good.

use std::sync::LazyLock;

use regex::Regex;

use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::Notes;
use crate::features::review::spoken::{Manner, What, manner};
use crate::text::Text;

static URL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)\b(?:https?|ftp|wss?)://([^\s/"'<>)\]}`\\?#|,]+)([^\s"'<>)\]}`\\|]*)"#).ok());

/// A machine that is named without how it is spoken to, as where pictures of containers come from.
static BARE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?:^|[\s'"`=(])((?:[a-z0-9-]+\.){3,}[a-z]{2,})/[a-z]"#).ok());

/// Places that show whoever made them what somebody else sends there.
const DROPS: [&str; 10] = [
    "webhook.site",
    "requestbin",
    "pipedream.net",
    "hookbin.com",
    "beeceptor.com",
    "requestcatcher.com",
    "burpcollaborator.net",
    "oast.",
    "interact.sh",
    "anonfiles",
];
/// Places to which data is sent by those who have no server of their own.
const SINKS: [&str; 12] = [
    "ngrok.io",
    "ngrok-free.app",
    "ngrok.app",
    "transfer.sh",
    "0x0.st",
    "file.io",
    "pastebin.com",
    "paste.ee",
    "hastebin.com",
    "trycloudflare.com",
    "serveo.net",
    "gofile.io",
];
/// The same, by the beginning of an address.
const SINK_PATHS: [(&str, &str); 3] =
    [("discord.com", "/api/webhooks"), ("discordapp.com", "/api/webhooks"), ("api.telegram.org", "/bot")];
/// Addresses that do not say where they lead.
const SHORT: [&str; 8] = ["bit.ly", "tinyurl.com", "t.co", "goo.gl", "is.gd", "cutt.ly", "rb.gy", "shorturl.at"];

/// Machines that people log in to or fetch from, whose names others begin with.
const TRUSTED: [&str; 45] = [
    "amazon.com",
    "anthropic.com",
    "apple.com",
    "atlassian.com",
    "atlassian.net",
    "bitbucket.org",
    "claude.ai",
    "claude.com",
    "cloudflare.com",
    "crates.io",
    "cursor.com",
    "debian.org",
    "discord.com",
    "docker.com",
    "docker.io",
    "dockerhub.io",
    "dropbox.com",
    "gcr.io",
    "ghcr.io",
    "github.com",
    "github.io",
    "githubusercontent.com",
    "gitlab.com",
    "golang.org",
    "google.com",
    "heroku.com",
    "huggingface.co",
    "linkedin.com",
    "microsoft.com",
    "microsoftonline.com",
    "nodejs.org",
    "npmjs.com",
    "npmjs.org",
    "openai.com",
    "paypal.com",
    "pypi.org",
    "python.org",
    "pythonhosted.org",
    "quay.io",
    "rubygems.org",
    "slack.com",
    "stripe.com",
    "ubuntu.com",
    "vercel.com",
    "yarnpkg.com",
];

/// Stores of files and networks of copies, where a machine is called after the one whose files it has.
const STORES: [&str; 18] = [
    "akadns.net",
    "akamai.net",
    "akamaiedge.net",
    "akamaihd.net",
    "akamaized.net",
    "amazonaws.com",
    "azureedge.net",
    "azurefd.net",
    "cdn77.org",
    "cloudflare.net",
    "cloudfront.net",
    "edgekey.net",
    "edgesuite.net",
    "fastly.net",
    "fastlylb.net",
    "googleapis.com",
    "trafficmanager.net",
    "wasabisys.com",
];

/// No more in one file.
const MOST: usize = 5000;

/// The machines that are named, each with its line; what is odd about an address is noted.
pub(super) fn urls(name: &str, text: &str, language: Language, notes: &mut Notes<'_>) -> Vec<(String, usize)> {
    let Some(pattern) = URL.as_ref() else { return Vec::new() };
    for host in BARE.iter().flat_map(|it| it.captures_iter(text)).filter_map(|it| it.get(1)).take(MOST) {
        if is_dressed_up(host.as_str()) {
            let message = format!("names {}, which only begins like another", host.as_str());
            notes.add(Weight::Look, "address", host.start(), message);
        }
    }
    if !text.contains("://") {
        return Vec::new();
    }
    let lines = Text::new(text);
    let mut sites = Vec::new();
    for found in pattern.captures_iter(text).take(MOST) {
        let (Some(whole), Some(authority)) = (found.get(0), found.get(1)) else { continue };
        let authority = authority.as_str().to_ascii_lowercase();
        let path = found.get(2).map(|it| it.as_str()).unwrap_or_default();
        let (user, machine) = authority.rsplit_once('@').map_or(("", authority.as_str()), |(user, rest)| (user, rest));
        let host = machine.split(':').next().unwrap_or(machine).trim_end_matches('.');
        if host.is_empty() || host.contains(['$', '{', '*']) || !host.contains('.') {
            continue;
        }
        let is_in = |list: &[&str]| {
            list.iter().any(|it| {
                host == *it || host.contains(it) && (it.ends_with('.') || host.ends_with(it) || !it.contains('.'))
            })
        };
        let is_drop = language.is_code() && is_in(&DROPS);
        let weight = if is_drop { Weight::Danger } else { Weight::Look };
        let is_sink = is_in(&SINKS)
            || is_in(&DROPS)
            || SINK_PATHS.iter().any(|(machine, start)| host == *machine && path.starts_with(start));
        let at = whole.start();
        match () {
            () if is_sink => {
                let weight = match manner(name, text, language, at, What::Deed) {
                    Manner::SpokenOf => Weight::Note,
                    Manner::Quoted => weight.max(Weight::Look),
                    Manner::Done => weight,
                };
                notes.add(weight, "address", at, format!("names {host}, where data is dropped"));
            }
            () if is_public_number(host) => {
                let is_done = manner(name, text, language, at, What::Deed) == Manner::Done;
                let weight = if is_done { Weight::Look } else { Weight::Note };
                notes.add(weight, "address", at, format!("names a machine by its number, {host}"))
            }
            () if user.contains('.') => {
                notes.add(Weight::Danger, "address", at, format!("names {user} and leads to {host}"))
            }
            () if host.contains("xn--") || !host.is_ascii() => {
                notes.add(Weight::Look, "address", at, format!("names {host}, which may look like another"));
            }
            () if is_dressed_up(host) => {
                notes.add(Weight::Look, "address", at, format!("names {host}, which only begins like another"));
            }
            () if SHORT.contains(&host) => {
                notes.add(Weight::Look, "address", at, format!("names {host}, which does not say where it leads"))
            }
            () => {}
        }
        sites.push((host.to_owned(), lines.line_number(at)));
    }
    sites
}

/// Whether a name begins with that of a well-known machine and leads to another, as in `github.com.login.example`.
fn is_dressed_up(host: &str) -> bool {
    let host = format!(".{host}");
    let is_in_store = STORES.iter().any(|it| host.ends_with(&format!(".{it}")));
    // A country may follow, and nothing else.
    let begins = |known: &str| host.split_once(&format!(".{known}.")).is_some_and(|(_, rest)| rest.contains('.'));
    !is_in_store && TRUSTED.iter().any(|it| begins(it))
}

/// Whether a host is a number that is not of this machine or of a network at home.
fn is_public_number(host: &str) -> bool {
    let parts: Vec<u8> = host.split('.').filter_map(|part| part.parse().ok()).collect();
    match parts.as_slice() {
        _ if host.split('.').count() != 4 => false,
        [0 | 10 | 127, ..] | [192, 168, ..] | [172, 16..=31, ..] | [169, 254, ..] => false,
        // What is written in examples.
        [8, 8, ..] | [1, 1, 1, 1] | [1, 2, 3, 4] => false,
        [_, _, _, _] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_only_begin_like_another() {
        for host in ["login.github.com.in.example", "pypi.org.x.example", "dockerhub.io.x.example"] {
            assert!(is_dressed_up(host), "{host}");
        }
        for host in [
            "github.com",
            "api.github.com",
            "google.com.br",
            "shop.example.com.br",
            "com.example.org",
            "a.b.c.example.net",
            "s3.gra.io.cloud.ovh.net",
            "downloads.example.com.s3.amazonaws.com",
            "x.com.cdn.cloudflare.net",
            "www.microsoft.com.edgekey.net",
            "mygithub.com.in.example",
        ] {
            assert!(!is_dressed_up(host), "{host}");
        }
    }
}
