//! Patterns over paths as JavaScript programs write them: `*`, `**`, `?`, `[a-z]`, `{a,b}`.

use crate::hosts::{signs, star_matches};

/// More alternatives than this are not looked at; `{a,b}{c,d}…` would grow without bound.
const MOST_ALTERNATIVES: usize = 256;
/// Longer patterns or paths than this match nothing: nobody writes them.
const LONGEST: usize = 4096;

/// Whether a pattern matches a whole path with `/` between its names. A name that begins with a dot is matched only
/// by one that does too; `!` before the pattern turns it round, `#` makes it a comment.
pub fn matches(pattern: &str, path: &str) -> bool {
    if pattern.starts_with('#') || pattern.len() > LONGEST || path.len() > LONGEST {
        return false;
    }
    let plain = pattern.trim_start_matches('!');
    let is_turned = (pattern.len() - plain.len()) % 2 == 1;
    let names: Vec<&str> = path.split('/').collect();
    let is_match = alternatives(plain).iter().any(|pattern| {
        let parts: Vec<&str> = pattern.split('/').collect();
        matches_names(&parts, &names)
    });
    is_match != is_turned
}

/// Whether one part of a pattern, without `/`, matches one name.
pub fn matches_name(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    star_matches(&tokens(pattern), &signs(name), |token| *token == Token::Star, |token, sign| token.takes(*sign))
}

/// Whether the parts match the names one by one; `**` stands for any number of names without a dot before them.
fn matches_names(parts: &[&str], names: &[&str]) -> bool {
    let takes = |part: &&str, name: &&str| match *part {
        "**" => !name.starts_with('.'),
        part => matches_name(part, name),
    };
    star_matches(parts, names, |part| *part == "**", takes)
}

/// The patterns that `{a,b}` stands for.
fn alternatives(pattern: &str) -> Vec<String> {
    let mut open = vec![pattern.to_owned()];
    let mut closed = Vec::new();
    while let Some(pattern) = open.pop() {
        if open.len() + closed.len() > MOST_ALTERNATIVES {
            closed.push(pattern);
            continue;
        }
        match first_braces(&pattern) {
            Some((before, inside, after)) => {
                open.extend(inside.iter().rev().map(|choice| format!("{before}{choice}{after}")));
            }
            None => closed.push(pattern),
        }
    }
    closed
}

/// The first `{a,b}` without braces inside: what stands before, the choices, what stands after.
fn first_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let close = pattern.find('}')?;
    let start = pattern.get(..close)?.rfind('{')?;
    let choices: Vec<&str> = pattern.get(start + 1..close)?.split(',').collect();
    Some((pattern.get(..start)?, choices, pattern.get(close + 1..)?))
}

/// One sign of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Star,
    One,
    Class { is_turned: bool, ranges: Vec<(char, char)> },
    Literal(char),
}

impl Token {
    fn takes(&self, sign: char) -> bool {
        match self {
            Token::Star | Token::One => true,
            Token::Class { is_turned, ranges } => {
                ranges.iter().any(|(from, to)| (*from..=*to).contains(&sign)) != *is_turned
            }
            Token::Literal(literal) => *literal == sign,
        }
    }
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = pattern;
    while let Some(sign) = rest.chars().next() {
        let after = rest.get(sign.len_utf8()..).unwrap_or_default();
        let (token, left) = match sign {
            '*' => (Token::Star, after),
            '?' => (Token::One, after),
            '\\' => match after.chars().next() {
                Some(literal) => (Token::Literal(literal), after.get(literal.len_utf8()..).unwrap_or_default()),
                None => (Token::Literal('\\'), after),
            },
            '[' => class(after).unwrap_or((Token::Literal('['), after)),
            _ => (Token::Literal(sign), after),
        };
        tokens.push(token);
        rest = left;
    }
    tokens
}

/// `a-z]` after its bracket: the class, and what follows it.
fn class(text: &str) -> Option<(Token, &str)> {
    let inside = text.strip_prefix(['!', '^']).unwrap_or(text);
    let is_turned = inside.len() < text.len();
    // A bracket right at the beginning is one of the signs.
    let from = inside.chars().next()?.len_utf8();
    let close = from + inside.get(from..)?.find(']')?;
    let signs: Vec<char> = inside.get(..close)?.chars().collect();
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(first) = signs.get(at).copied() {
        match (signs.get(at + 1), signs.get(at + 2)) {
            (Some('-'), Some(last)) => {
                ranges.push((first, *last));
                at += 3;
            }
            _ => {
                ranges.push((first, first));
                at += 1;
            }
        }
    }
    Some((Token::Class { is_turned, ranges }, inside.get(close + 1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_minimatch_matches_them() {
        let yes = [
            ("skills/a", "skills/a"),
            ("skills/*", "skills/a"),
            ("**", "skills/a/b"),
            ("**/a", "a"),
            ("**/a", "x/y/a"),
            ("skills/**/SKILL.md", "skills/SKILL.md"),
            ("skills/**/SKILL.md", "skills/a/b/SKILL.md"),
            ("sk?lls/{a,b}", "skills/b"),
            ("[a-c]*", "beta"),
            ("[!a]*", "beta"),
            (".agents/*", ".agents/x"),
            ("!x", "y"),
            ("a**", "abc"),
        ];
        for (pattern, path) in yes {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        let no = [
            ("skills/*", "skills/a/b"),
            ("*", ".hidden"),
            ("**/a", "../.agents/a"),
            ("**", "x/.y/z"),
            ("skills", "skills/a"),
            ("skills/", "skills"),
            ("#x", "#x"),
            ("", "a"),
            ("[", "a"),
        ];
        for (pattern, path) in no {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn many_stars_do_not_take_for_ever() {
        assert!(!matches(&"*a".repeat(400), &"a".repeat(399)));
        assert!(matches(&"**/".repeat(300), &format!("{}/", vec!["a"; 200].join("/"))));
    }
}
