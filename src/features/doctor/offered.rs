//! Whether the page of a repository says how its skills are installed from it.

use std::path::PathBuf;

use super::Facts;

/// How an offer begins; what is installed is named behind it.
const OFFERS: [&str; 2] = ["skills add ", "plugin marketplace add "];

/// The folder of skills that the repository offers: `skills` at its top, where installers look.
pub(super) fn offered(facts: &Facts<'_>) -> Option<PathBuf> {
    let environment = facts.environment;
    let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    let page = facts.files.text(&top.join("README.md"))?;
    let origin = facts.files.text(&top.join(".git/config")).unwrap_or_default();
    is_offer(&page, &origin).then(|| top.join("skills"))
}

/// Whether a page offers the repository itself, as far as the settings of git say what it is called elsewhere.
fn is_offer(page: &str, origin: &str) -> bool {
    let urls = origin.lines().filter_map(|line| line.trim().strip_prefix("url")?.trim_start().strip_prefix('='));
    let known: Vec<&str> = urls.map(name).collect();
    let offers = OFFERS.iter().flat_map(|offer| page.split(offer).skip(1));
    let mut named = offers.filter_map(|rest| rest.split([' ', '\n', '\r', '`', '"', '\'']).next());
    named.any(|named| named.contains('/') && (known.is_empty() || known.contains(&name(named))))
}

/// The name of a repository: the last part of its address.
fn name(address: &str) -> &str {
    let address = address.trim().trim_end_matches('/');
    let last = address.rsplit(['/', ':']).next().unwrap_or(address);
    last.strip_suffix(".git").unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::is_offer;

    #[test]
    fn what_offers_this_repository() {
        let origin = "[remote \"origin\"]\n\turl = git@github.com:example/ops-skills.git\n";
        for (page, origin, expected) in [
            ("Run `npx skills add example/ops-skills`.", "", true),
            ("Run `npx skills add example/ops-skills`.", origin, true),
            ("/plugin marketplace add https://github.com/example/ops-skills.git\n", origin, true),
            ("Our team uses `/plugin marketplace add other/plugins`.", origin, false),
            ("New skills add value here.", "", false),
            ("", origin, false),
        ] {
            assert_eq!(is_offer(page, origin), expected, "{page}");
        }
    }
}
