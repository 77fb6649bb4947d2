//! Arguments, cut into words.

use crate::hosts::{WordsName, is_space};

/// Longer arguments are cut at white space.
const LONGEST_LINE: usize = 10_000;

/// The words of what is typed behind a name.
pub fn words(rule: WordsName, arguments: &str) -> Vec<String> {
    let blanks = || arguments.split(is_space).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    match rule {
        WordsName::Blanks => blanks(),
        WordsName::Quotes => quoted(arguments),
        WordsName::ShellCommand => {
            let is_line = arguments.encode_utf16().count() <= LONGEST_LINE;
            let found = if is_line { Line::new(arguments).words() } else { Vec::new() };
            if found.is_empty() { blanks() } else { found }
        }
    }
}

/// At white space outside quotes; quotes disappear, and a backslash keeps the next sign.
fn quoted(arguments: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    let mut signs = arguments.chars();
    while let Some(sign) = signs.next() {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(sign),
            (_, '\\') => word.get_or_insert_default().extend(signs.next()),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(sign);
            }
            (None, _) if sign.is_whitespace() => found.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    found.extend(word);
    found
}

/// A shell line, read as far as its first command.
struct Line<'a> {
    text: &'a str,
    at: usize,
}

/// A part of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Plain signs.
    Plain,
    /// In quotes.
    Quoted,
    /// `$name`, `${name}`, `$'…'`.
    Expansion,
    /// `$(…)`, `` `…` ``, `<(…)`: it ends the words that can be told.
    Substitution,
}

/// Words that begin a command and are none of its own.
const OPENERS: [&str; 12] = ["if", "then", "else", "elif", "fi", "do", "done", "while", "until", "!", "{", "}"];
/// Words behind which no plain command stands.
const OTHERS: [&str; 7] = ["for", "case", "select", "function", "esac", "[[", "in"];
/// Commands whose words are no arguments.
const DECLARATIONS: [&str; 5] = ["export", "declare", "typeset", "readonly", "local"];

impl<'a> Line<'a> {
    fn new(text: &'a str) -> Line<'a> {
        Line { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The words of the first command; none where there is no plain one.
    fn words(mut self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        loop {
            self.skip_blanks();
            let Some(sign) = self.next() else { return found };
            match sign {
                '\n' | ';' | '|' | '&' if found.is_empty() => self.at += 1,
                '\n' | ';' | '|' | '&' | ')' if !found.is_empty() => return found,
                '#' => self.skip_line(),
                '<' | '>' if found.is_empty() => self.skip_redirection(),
                // All that follows is where the output goes.
                '<' | '>' => return found,
                '(' if found.is_empty() => self.at += 1,
                '(' => self.skip_group(),
                ')' => return found,
                _ => {
                    let start = self.at;
                    let parts = self.word();
                    if self.at == start {
                        return found;
                    }
                    let written = self.text.get(start..self.at).unwrap_or_default();
                    if found.is_empty() {
                        match first(written, &parts) {
                            First::Skipped => continue,
                            First::NoCommand => return Vec::new(),
                            First::Declaration => return vec![written.to_owned()],
                            First::Name => {}
                        }
                    } else if self.is_descriptor(written) {
                        return found;
                    }
                    match value(&parts, found.is_empty(), written) {
                        Value::Word(word) => found.push(word),
                        Value::LeftOut => {}
                        Value::End => return found,
                    }
                }
            }
        }
    }

    /// Whether digits stand right before `<` or `>`.
    fn is_descriptor(&self, written: &str) -> bool {
        written.bytes().all(|byte| byte.is_ascii_digit()) && matches!(self.next(), Some('<' | '>'))
    }

    fn skip_blanks(&mut self) {
        while let Some(length) = ["\\\r\n", "\\\n", " ", "\t", "\r"].iter().find(|it| self.rest().starts_with(**it)) {
            self.at += length.len();
        }
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// `> file`, `2>&1`.
    fn skip_redirection(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches(['<', '>', '&', '|']).len();
        self.skip_blanks();
        self.word();
    }

    /// `(…)`.
    fn skip_group(&mut self) {
        let mut depth = 0usize;
        for (at, sign) in self.rest().char_indices() {
            match sign {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth == 0 {
                self.at += at + 1;
                return;
            }
        }
        self.at = self.text.len();
    }

    /// The parts of the word that begins here.
    fn word(&mut self) -> Vec<(Part, &'a str)> {
        let mut parts: Vec<(Part, &str)> = Vec::new();
        while let Some(sign) = self.next() {
            let rest = self.rest();
            let (part, length) = match sign {
                ' ' | '\t' | '\n' | '\r' | ';' | '|' | '&' | '<' | '>' | '(' | ')' => break,
                '\'' => {
                    (Part::Quoted, rest.get(1..).and_then(|inner| inner.find('\'')).map_or(rest.len(), |it| it + 2))
                }
                '"' => (Part::Quoted, double_quoted(rest)),
                '`' => (
                    Part::Substitution,
                    rest.get(1..).and_then(|inner| inner.find('`')).map_or(rest.len(), |it| it + 2),
                ),
                '$' => dollar(rest),
                _ => (Part::Plain, plain(rest)),
            };
            let Some(text) = rest.get(..length).filter(|text| !text.is_empty()) else { break };
            parts.push((part, text));
            self.at += length;
        }
        parts
    }
}

/// How far plain signs go.
fn plain(rest: &str) -> usize {
    let mut signs = rest.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => drop(signs.next()),
            sign if " \t\n\r;|&<>()'\"`$".contains(sign) => return at,
            _ => {}
        }
    }
    rest.len()
}

/// How far a text in double quotes goes; to the end when nothing closes it.
fn double_quoted(rest: &str) -> usize {
    let mut signs = rest.char_indices().skip(1);
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => drop(signs.next()),
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// What a dollar begins.
fn dollar(rest: &str) -> (Part, usize) {
    let inner = rest.get(1..).unwrap_or_default();
    let closed = |opening: char, closing: char| {
        let mut depth = 0usize;
        for (at, sign) in inner.char_indices() {
            if sign == opening {
                depth += 1;
            } else if sign == closing {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 2;
                }
            }
        }
        rest.len()
    };
    match inner.chars().next() {
        Some('(') => (Part::Substitution, closed('(', ')')),
        Some('{') => (Part::Expansion, closed('{', '}')),
        Some('\'') => {
            let end = inner.get(1..).and_then(|quoted| quoted.find('\'')).map_or(rest.len(), |it| it + 3);
            (Part::Expansion, end)
        }
        Some(sign) if sign.is_ascii_alphabetic() || sign == '_' => {
            let name = inner.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
            (Part::Expansion, 1 + name)
        }
        Some(sign) if sign.is_ascii_digit() || "?$@*#-!".contains(sign) => (Part::Expansion, 2),
        _ => (Part::Plain, 1),
    }
}

/// What the first word of a line is.
enum First {
    /// It stands before the command.
    Skipped,
    /// There is no plain command.
    NoCommand,
    /// A command that has no arguments to speak of.
    Declaration,
    /// The command itself.
    Name,
}

fn first(written: &str, parts: &[(Part, &str)]) -> First {
    let is_plain = parts.iter().all(|(part, _)| *part == Part::Plain);
    if is_assignment(written) || is_plain && OPENERS.contains(&written) {
        First::Skipped
    } else if is_plain && OTHERS.contains(&written) {
        First::NoCommand
    } else if is_plain && DECLARATIONS.contains(&written) {
        First::Declaration
    } else {
        First::Name
    }
}

/// `NAME=…`, `NAME+=…`.
fn is_assignment(written: &str) -> bool {
    let Some((name, _)) = written.split_once('=') else { return false };
    let name = name.strip_suffix('+').unwrap_or(name);
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// What a word stands for.
enum Value {
    Word(String),
    LeftOut,
    End,
}

fn value(parts: &[(Part, &str)], is_name: bool, written: &str) -> Value {
    let has_substitution = parts.iter().any(|(part, _)| *part == Part::Substitution);
    match parts {
        _ if has_substitution && is_name => Value::Word(written.to_owned()),
        _ if has_substitution => Value::End,
        [(Part::Expansion, _)] if !is_name => Value::LeftOut,
        _ => Value::Word(parts.iter().map(|part| plain_text(part)).collect()),
    }
}

/// A part without its quotes, or without its backslashes.
fn plain_text((part, text): &(Part, &str)) -> String {
    match part {
        Part::Plain => {
            let mut plain = String::with_capacity(text.len());
            let mut signs = text.chars();
            while let Some(sign) = signs.next() {
                plain.extend(if sign == '\\' { signs.next() } else { Some(sign) });
            }
            plain
        }
        Part::Quoted => {
            let inner = ['\'', '"'].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
            inner.unwrap_or(text).to_owned()
        }
        Part::Expansion | Part::Substitution => (*text).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rule: WordsName, arguments: &str, expected: &[&str]) {
        assert_eq!(words(rule, arguments), expected, "{arguments}");
    }

    #[test]
    fn at_blanks() {
        check(WordsName::Blanks, " a  'b c'\n", &["a", "'b", "c'"]);
    }

    #[test]
    fn at_blanks_outside_quotes() {
        check(WordsName::Quotes, "a 'b c' \"d \\\"e\" '' f\\ g", &["a", "b c", "d \"e", "", "f g"]);
    }
}
