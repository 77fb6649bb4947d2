//! The version of a host that somebody has, beside the one that its rules were verified on.

use crate::hosts::{Host, Installed, Version};

/// How far the two are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// In the last number only.
    APatch,
    /// In more than that: rules may have changed.
    More,
}

/// How far the installed version is from the verified one; `None` when they are the same, or nobody can tell. Where the
/// rules are those of an edition, that is worth a word even if they are the same.
pub fn apart(host: &Host, installed: &Installed) -> Option<Apart> {
    let verified = Version::parse(&host.verified.version)?;
    if verified == installed.version {
        return host.edition().is_some().then_some(Apart::More);
    }
    let is_other = host.edition().is_some() || verified.differs_by_more_than_a_patch(&installed.version);
    Some(if is_other { Apart::More } else { Apart::APatch })
}

/// Whether the installed version is the verified one.
pub fn is_same(host: &Host, installed: &Installed) -> bool {
    Version::parse(&host.verified.version).as_ref() == Some(&installed.version)
}

/// Both versions in a few words: `verified on 2.1.325, yours is 2.1.340`. An edition that fits yours is named:
/// `rules of copilot-cli@1.0.92, verified on 1.0.92, yours is 1.0.89`.
pub fn words(host: &Host, installed: &Installed) -> String {
    let edition = host.edition().map(|edition| format!("rules of {edition}, ")).unwrap_or_default();
    format!("{edition}verified on {}, yours is {}", host.verified.version, installed.version.text())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Apart, apart, words};
    use crate::hosts::{self, Installed, Version};

    #[test]
    fn as_far_as_can_be_told() {
        let hosts = hosts::builtin();
        let host = hosts.get("codex").unwrap();
        let yours = |text: &str| Installed { version: Version::parse(text).unwrap(), path: PathBuf::new() };
        assert_eq!(apart(host, &yours(&host.verified.version)), None);
        assert_eq!(apart(host, &yours("0.169.7")), Some(Apart::APatch));
        assert_eq!(apart(host, &yours("0.90.0")), Some(Apart::More));
        assert_eq!(words(host, &yours("0.90.0")), format!("verified on {}, yours is 0.90.0", host.verified.version));
        // A date is no version.
        assert_eq!(apart(hosts.get("crush").unwrap(), &yours("0.90.0")), None);
    }
}
