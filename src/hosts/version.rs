//! Versions of hosts: `2.1.325`.

use std::cmp::Ordering;
use std::path::PathBuf;

/// A host that is installed here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its version.
    pub version: Version,
    /// What tells.
    pub path: PathBuf,
}

/// A version as numbers. What follows them (`-beta.1`, `-g7618fb`) tells versions apart, and orders none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    numbers: Vec<u64>,
    text: String,
}

impl Version {
    /// Reads a version: at least two numbers with a dot between them, and little else. A date or a word is none.
    pub fn parse(text: &str) -> Option<Version> {
        let text = text.trim().trim_start_matches('v');
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '+' | '_');
        let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(text.len());
        let numbers: Option<Vec<u64>> = text.get(..end)?.split('.').map(|part| part.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| numbers.len() >= 2)?;
        (text.len() <= 60 && text.chars().all(is_sign)).then(|| Version { numbers, text: text.to_owned() })
    }

    /// How it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the two differ in more than the last of three numbers.
    pub fn differs_by_more_than_a_patch(&self, other: &Version) -> bool {
        self.numbers.iter().take(2).ne(other.numbers.iter().take(2))
    }

    /// Whether it comes after another or is the same, by the numbers alone.
    pub fn is_at_least(&self, other: &Version) -> bool {
        self.numbers >= other.numbers
    }

    /// Which of two comes first.
    pub fn compare(&self, other: &Version) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| self.text.cmp(&other.text))
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    fn version(text: &str) -> Version {
        Version::parse(text).unwrap()
    }

    #[test]
    fn what_is_a_version() {
        let read = |text| Version::parse(text).map(|version| version.text().to_owned());
        assert_eq!(read("2.1.325").as_deref(), Some("2.1.325"));
        assert_eq!(read("v1.0.0-beta.2").as_deref(), Some("1.0.0-beta.2"));
        assert_eq!(read("0.0.1790142911-g7618fb").as_deref(), Some("0.0.1790142911-g7618fb"));
        for text in ["2026-08", "its design document", "", "1", "SDK 1.0.32", "1.0\u{1b}[31m", ".1", "1..2"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn patches_are_no_other_version() {
        let differ = |left, right| version(left).differs_by_more_than_a_patch(&version(right));
        assert!(!differ("2.1.325", "2.1.340"));
        assert!(differ("2.1.325", "2.2.0"));
        assert!(differ("0.166.0", "0.167.0"));
        assert!(!differ("0.61.0", "0.61.0-preview.1"));
    }

    #[test]
    fn numbers_are_no_text() {
        assert!(version("1.0.92").compare(&version("1.0.102")).is_lt());
    }
}
