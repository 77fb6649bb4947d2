//! Which shell commands a pattern matches.

use crate::hosts::PrefixRule;

/// What a pattern behind a shell tool matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandPattern {
    /// This command and no other.
    Exact(String),
    /// This command, alone or with anything behind a space: `git add:*`.
    Prefix(String),
    /// With `*` for anything: `git * main`. A single ` *` at the end may be missing altogether.
    Wildcard(String),
}

impl CommandPattern {
    /// Reads a pattern.
    pub fn read(pattern: &str, rule: PrefixRule) -> CommandPattern {
        let pattern = match rule {
            PrefixRule::AtEnd => pattern.to_owned(),
            PrefixRule::Anywhere => pattern.replace(":*", " *"),
        };
        match pattern.strip_suffix(":*").filter(|prefix| !prefix.is_empty()) {
            Some(prefix) => CommandPattern::Prefix(prefix.to_owned()),
            None if has_wildcard(&pattern) => CommandPattern::Wildcard(pattern.trim().to_owned()),
            None => CommandPattern::Exact(pattern),
        }
    }

    /// Whether it matches a command that is no compound of several (see [`simple_commands`]).
    pub fn matches(&self, command: &str) -> bool {
        let command = command.trim();
        match self {
            CommandPattern::Exact(exact) => exact == command,
            CommandPattern::Prefix(prefix) => {
                let (prefix, command) = (single_blanks(prefix), single_blanks(command));
                command.strip_prefix(&prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            }
            CommandPattern::Wildcard(pattern) => wildcard_matches(&single_blanks(pattern), &single_blanks(command)),
        }
    }

    /// Whether it matches every command that `other` matches. What cannot be told is `false`.
    pub fn covers(&self, other: &CommandPattern) -> bool {
        match (self, other) {
            (_, CommandPattern::Exact(command)) => self.matches(command),
            (_, CommandPattern::Prefix(prefix)) => {
                // A sign that no pattern holds stands for what may follow.
                self.matches(prefix) && self.matches(&format!("{prefix} {ANYTHING}"))
            }
            (CommandPattern::Exact(_), CommandPattern::Wildcard(_)) => false,
            (_, CommandPattern::Wildcard(pattern)) => {
                if self == other {
                    return true;
                }
                if pattern.contains("/**/") || pattern.contains('\\') {
                    return false;
                }
                let without_end = pattern.strip_suffix(" *").filter(|start| !start.contains('*'));
                self.matches(&pattern.replace('*', ANYTHING)) && without_end.is_none_or(|start| self.matches(start))
            }
        }
    }
}

/// Stands for what a wildcard matches, where one pattern is held against another.
const ANYTHING: &str = "\u{1}";

/// Whether a pattern has a `*` that is not behind a backslash.
fn has_wildcard(pattern: &str) -> bool {
    let mut is_escaped = false;
    pattern.chars().any(|sign| {
        let is_plain = !is_escaped;
        is_escaped = sign == '\\' && is_plain;
        sign == '*' && is_plain
    })
}

fn single_blanks(text: &str) -> String {
    let mut single = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            ' ' | '\t' if single.ends_with(' ') => {}
            ' ' | '\t' => single.push(' '),
            other => single.push(other),
        }
    }
    single
}

enum Step {
    Sign(char),
    /// `*`
    Anything,
    /// `/**/`: a slash, or a path between two.
    Folders,
    /// ` *` at the end: nothing, or anything behind a space.
    Arguments,
}

fn wildcard_matches(pattern: &str, text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    let mut reached = vec![false; signs.len() + 1];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for step in steps(pattern) {
        let mut next = vec![false; signs.len() + 1];
        let earliest = reached.iter().position(|it| *it);
        match step {
            Step::Sign(sign) => {
                let moved = reached.iter().zip(&signs).map(|(was, it)| *was && *it == sign);
                next.iter_mut().skip(1).zip(moved).for_each(|(next, it)| *next = it);
            }
            Step::Anything => next.iter_mut().skip(earliest.unwrap_or(usize::MAX)).for_each(|it| *it = true),
            Step::Folders => {
                let mut is_open = false;
                for (at, sign) in signs.iter().enumerate() {
                    let starts = reached.get(at).copied().unwrap_or_default();
                    if let Some(next) = next.get_mut(at + 1) {
                        *next = *sign == '/' && (starts || is_open);
                    }
                    is_open = is_open || (starts && *sign == '/');
                }
            }
            Step::Arguments => {
                let is_end = reached.last().copied().unwrap_or_default();
                let begins = reached.iter().zip(&signs).any(|(was, sign)| *was && *sign == ' ');
                return is_end || begins;
            }
        }
        reached = next;
    }
    reached.last().copied().unwrap_or_default()
}

fn steps(pattern: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = pattern;
    let mut wildcards = 0;
    while let Some(sign) = rest.chars().next() {
        let (step, length) = match sign {
            '\\' if rest.starts_with("\\*") => (Step::Sign('*'), 2),
            '\\' if rest.starts_with("\\\\") => (Step::Sign('\\'), 2),
            '/' if rest.starts_with("/**/") => {
                let mut length = 4;
                while rest.get(length..).is_some_and(|it| it.starts_with("**/")) {
                    length += 3;
                }
                wildcards += 2;
                (Step::Folders, length)
            }
            '*' => {
                wildcards += 1;
                (Step::Anything, 1)
            }
            other => (Step::Sign(other), other.len_utf8()),
        };
        steps.push(step);
        rest = rest.get(length..).unwrap_or_default();
    }
    if let [.., Step::Sign(' '), Step::Anything] = steps.as_slice()
        && wildcards == 1
    {
        steps.truncate(steps.len() - 2);
        steps.push(Step::Arguments);
    }
    steps
}

/// The commands of a line: cut at `&&`, `||`, `;`, `|`, `&` and line breaks outside quotes. A host asks about each.
pub fn simple_commands(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut quote, mut is_escaped) = (0, None, false);
    for (at, sign) in line.char_indices() {
        if is_escaped {
            is_escaped = false;
            continue;
        }
        match (quote, sign) {
            (None | Some('"'), '\\') => is_escaped = true,
            (None, '"' | '\'') => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            // `2>&1` and `&>` are redirections.
            (None, '&') if line.get(..at).is_some_and(|it| it.ends_with('>')) => {}
            (None, '&') if line.get(at + 1..).is_some_and(|it| it.starts_with('>')) => {}
            (None, '&' | '|' | ';' | '\n' | '\r') => {
                found.push(line.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(line.get(start..).unwrap_or_default());
    found.into_iter().map(str::trim).filter(|command| !command.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pattern: &str) -> CommandPattern {
        CommandPattern::read(pattern, PrefixRule::AtEnd)
    }

    /// Each command behind the pattern: `+` matches, `-` does not.
    fn check(pattern: &str, commands: &str) {
        for command in commands.split(" | ") {
            let (expected, command) = command.split_at(1);
            assert_eq!(read(pattern).matches(command.trim()), expected == "+", "{pattern} on {command}");
        }
    }

    #[test]
    fn what_the_host_was_seen_to_match() {
        check("npx checkly *", "+npx checkly test | +npx checkly | -npx checklyx | +npx  checkly test");
        check("npx checkly:*", "+npx checkly test | +npx checkly | -npx checklyx");
        check("npx checkly*", "+npx checkly test | +npx checkly | +npx checklyx");
        check("touch a", "+touch a | -touch a b | -touch b");
        check("npx:checkly:*", "-npx checkly test | +npx:checkly x");
        check("touch:* b", "-touch q b | +touch:x b");
        check("npm run test:*", "-npm run test:unit | +npm run test unit | +npm run test");
        check("touch *:*", "-touch q | +touch * x");
    }

    #[test]
    fn wildcards_in_the_middle() {
        check("git * main", "+git push main | -git main | +git push origin main");
        check("git * *", "-git push | +git push x");
        check("cat src/**/*.rs", "+cat src/a.rs | +cat src/b/c.rs | -cat srca.rs");
        check(r"echo \*", r"-echo a | -echo *");
        check(r"echo \* *", "+echo * | +echo * b | -echo a b");
    }

    #[test]
    fn one_pattern_covers_another() {
        let covers = |left: &str, right: &str| read(left).covers(&read(right));
        assert!(covers("git:*", "git add *"));
        assert!(covers("git *", "git add:*"));
        assert!(covers("git *", "git status"));
        assert!(covers("git add *", "git add -A *"));
        assert!(!covers("git add *", "git *"));
        assert!(!covers("git * *", "git add *"));
        assert!(!covers("git status", "git status *"));
        assert!(covers("npm run *", "npm run test:*"));
        assert!(!covers("npm run test", "npm run test:*"));
    }

    #[test]
    fn lines_of_several_commands() {
        assert_eq!(simple_commands("a && b | c; d > e 2>&1 & f"), ["a", "b", "c", "d > e 2>&1", "f"]);
        assert_eq!(simple_commands("echo 'a && b' \"c;d\" e\\;f"), ["echo 'a && b' \"c;d\" e\\;f"]);
    }
}
