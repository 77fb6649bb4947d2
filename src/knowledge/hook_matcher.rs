//! A matcher of hooks: names with `|` between them, or a regular expression as JavaScript reads it.

use regex::Regex;

use crate::hosts::{HookRule, Host};
use crate::text::Span;

/// What a matcher says.
#[derive(Debug)]
pub(crate) enum Matcher {
    /// Everything: nothing, or `*`.
    All,
    /// These whole names, each with its place in the matcher.
    Names(Vec<(Span, String)>),
    /// Whatever this pattern is found in; `None` for one that only JavaScript can try.
    Pattern(Option<Regex>),
    /// No regular expression at all: it matches nothing.
    Invalid,
}

/// How a host reads a matcher.
pub(crate) fn matcher(rule: &HookRule, text: &str) -> Matcher {
    if matches!(text.trim(), "" | "*" | ".*") {
        return Matcher::All;
    }
    let is_word = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '|' | ',' | ' ' | '-');
    if rule.whole_names && text.chars().all(is_word) {
        return Matcher::Names(names(text, ['|', ',']));
    }
    // Alternatives that are whole names fit as they are; as patterns they fit too.
    if is_broken(text) {
        return Matcher::Invalid;
    }
    Matcher::Pattern(Regex::new(text).ok())
}

/// The parts between separators, without blanks around them.
fn names(text: &str, separators: [char; 2]) -> Vec<(Span, String)> {
    let mut at = 0;
    let mut found = Vec::new();
    for part in text.split(separators) {
        let start = at + part.len() - part.trim_start().len();
        let name = part.trim();
        if !name.is_empty() {
            found.push((Span::new(start, start + name.len()), name.to_owned()));
        }
        at += part.len() + 1;
    }
    found
}

impl Matcher {
    /// The tools of a host that it fits; `None` when that cannot be told.
    pub(crate) fn tools<'a>(&self, host: &'a Host) -> Option<Vec<&'a str>> {
        let tools = host.tools.iter().map(|tool| tool.name.as_str());
        match self {
            Matcher::All => Some(tools.collect()),
            Matcher::Names(names) => Some(tools.filter(|tool| names.iter().any(|(_, name)| name == tool)).collect()),
            Matcher::Pattern(Some(pattern)) => Some(tools.filter(|tool| pattern.is_match(tool)).collect()),
            Matcher::Pattern(None) => None,
            Matcher::Invalid => Some(Vec::new()),
        }
    }
}

/// Whether JavaScript refuses a pattern: a bracket without its partner, or a repetition of nothing. Everything else is
/// taken for fine: its patterns allow more than those of other languages.
fn is_broken(pattern: &str) -> bool {
    let mut open = 0_usize;
    let mut in_class = false;
    // Whether something stands before the sign that could be repeated.
    let mut is_repeatable = false;
    let mut signs = pattern.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => {
                if signs.next().is_none() {
                    return true;
                }
                is_repeatable = true;
            }
            ']' if in_class => {
                in_class = false;
                is_repeatable = true;
            }
            _ if in_class => {}
            '[' => in_class = true,
            '(' => {
                open += 1;
                is_repeatable = false;
                // `(?:`, `(?=`, `(?<name>`: the question mark repeats nothing.
                if signs.peek() == Some(&'?') {
                    signs.next();
                }
            }
            ')' if open == 0 => return true,
            ')' => {
                open -= 1;
                is_repeatable = true;
            }
            '|' | '^' => is_repeatable = false,
            '*' | '+' | '?' if !is_repeatable => return true,
            '*' | '+' | '?' => {
                is_repeatable = false;
                // `*?` is a repetition that stops early.
                if signs.peek() == Some(&'?') {
                    signs.next();
                }
            }
            _ => is_repeatable = true,
        }
    }
    in_class || open > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_javascript_refuses() {
        for pattern in ["Bash(", "Bash)", "[a-z", "*Bash", "a|*", "a**", "(*)", "a\\", "(?:a", "+"] {
            assert!(is_broken(pattern), "{pattern}");
        }
        for pattern in [
            "mcp__.*",
            "a]",
            "{",
            "a{2}",
            "[*+]x",
            "(?!Bash)",
            "(?<n>a)",
            "\\(",
            "a*?",
            "^Bash$",
            "^(Edit|Write)$",
            "mcp__*",
            "a{1,2}?",
        ] {
            assert!(!is_broken(pattern), "{pattern}");
        }
    }

    #[test]
    fn names_have_places() {
        let rule = HookRule { whole_names: true, ..HookRule::default() };
        let Matcher::Names(names) = matcher(&rule, "Edit | Write,X") else { panic!("names") };
        let shown: Vec<String> =
            names.iter().map(|(span, name)| format!("{}-{} {name}", span.start, span.end)).collect();
        assert_eq!(shown, ["0-4 Edit", "7-12 Write", "13-14 X"]);
        assert!(matches!(matcher(&rule, "*"), Matcher::All));
        assert!(matches!(matcher(&rule, "mcp__a__.*"), Matcher::Pattern(Some(_))));
        assert!(matches!(matcher(&rule, "(?!Bash).*"), Matcher::Pattern(None)));
        assert!(matches!(matcher(&HookRule::default(), "Edit"), Matcher::Pattern(Some(_))));
    }
}
