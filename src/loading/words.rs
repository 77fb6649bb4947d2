//! Arguments, cut into words.

use crate::hosts::{WordsName, is_space};

/// Longer arguments are cut at white space.
const LONGEST_LINE: usize = 10_000;

/// The words of what is typed behind a name; `None` where a quote stands that nothing closes, and that is an error.
pub fn words(rule: WordsName, arguments: &str) -> Option<Vec<String>> {
    let blanks = || arguments.split(is_space).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    match rule {
        WordsName::Blanks => Some(blanks()),
        WordsName::Quotes => quoted(arguments),
        WordsName::ShellCommand => {
            let is_line = arguments.encode_utf16().count() <= LONGEST_LINE;
            let found = if is_line { Line::new(arguments).words() } else { Vec::new() };
            Some(if found.is_empty() { blanks() } else { found })
        }
    }
}

/// At white space outside quotes, which disappear: double ones anywhere, single ones at the start of a word.
fn quoted(arguments: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let (mut word, mut quote) = (String::new(), None);
    for sign in arguments.chars() {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (Some(_), _) => word.push(sign),
            (None, '"') => quote = Some(sign),
            (None, '\'') if word.is_empty() => quote = Some(sign),
            (None, _) if sign.is_whitespace() => {
                if !word.is_empty() {
                    found.push(std::mem::take(&mut word));
                }
            }
            (None, _) => word.push(sign),
        }
    }
    if !word.is_empty() {
        found.push(word);
    }
    quote.is_none().then_some(found)
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
const OPENERS: [&str; 13] = ["if", "then", "else", "elif", "fi", "do", "done", "while", "until", "esac", "!", "{", "}"];
/// Words behind which no plain command stands, up to the next sign that ends one.
const OTHERS: [&str; 5] = ["for", "case", "select", "function", "unset"];
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
            let rest = self.rest();
            let is_first = found.is_empty();
            if rest.is_empty() {
                return found;
            }
            if is_first && (rest.starts_with("((") && !rest.contains("))") || rest.starts_with("<<")) {
                return Vec::new();
            }
            match rest.as_bytes().first() {
                Some(b'\n' | b';' | b'|' | b'&' | b')') if is_first => self.at += 1,
                Some(b'\n' | b';' | b'|' | b'&' | b')') => return found,
                Some(b'#') => self.skip_line(),
                Some(b'<' | b'>') if rest.starts_with("<(") || rest.starts_with(">(") => {
                    let Some(word) = self.taken(is_first) else { return found };
                    found.extend(word);
                }
                Some(b'<' | b'>') if is_first || rest.starts_with("<<<") => self.skip_redirection(),
                // All that follows is where the output goes.
                Some(b'<' | b'>') => return found,
                Some(b'(') if is_first => self.at += 1,
                Some(b'(') => self.skip_group(),
                Some(b'[') if is_first => self.skip_test(),
                // A line that begins with one is not taken for a command in a command.
                Some(b'`') if is_first => self.at += 1,
                _ if self.is_descriptor() && is_first => {
                    self.word();
                    self.skip_redirection();
                }
                _ if self.is_descriptor() => return found,
                _ => {
                    let start = self.at;
                    match self.first_word().filter(|_| is_first) {
                        Some(First::Skipped) => drop(self.word()),
                        Some(First::NoCommand) => self.skip_command(),
                        Some(First::Declaration) => {
                            self.word();
                            return vec![self.text.get(start..self.at).unwrap_or_default().to_owned()];
                        }
                        Some(First::Name) | None => {
                            let Some(word) = self.taken(is_first) else { return found };
                            found.extend(word);
                        }
                    }
                    if self.at == start {
                        return found;
                    }
                }
            }
        }
    }

    /// The word that begins here, when it stands for one; `None` when it ends those that can be told.
    fn taken(&mut self, is_name: bool) -> Option<Option<String>> {
        let start = self.at;
        let parts = self.word();
        let written = self.text.get(start..self.at).unwrap_or_default();
        match value(&parts, is_name, written) {
            _ if written.is_empty() => None,
            // A backslash before nothing is nothing.
            _ if written == "\\" || matches!(written, "=" | "$") && !is_name => Some(None),
            // Nor is what stands right before a parenthesis.
            _ if !is_name && self.next() == Some('(') => Some(None),
            Value::Word(word) => Some(Some(word)),
            Value::LeftOut => Some(None),
            Value::End => None,
        }
    }

    /// What the word that begins here is to a command.
    fn first_word(&self) -> Option<First> {
        let mut ahead = Line { text: self.text, at: self.at };
        let parts = ahead.word();
        let written = self.text.get(self.at..ahead.at)?;
        Some(first(written, &parts))
    }

    /// Up to the sign that ends a command.
    fn skip_command(&mut self) {
        self.at += self.rest().find(['\n', ';', '|', '&']).unwrap_or(self.rest().len());
    }

    /// `[ … ]` and `[[ … ]]`. Of what nothing closes, the sign and what stands behind it.
    fn skip_test(&mut self) {
        if let Some(inner) = self.rest().strip_prefix("[[") {
            match inner.find("]]") {
                Some(length) => self.at += length + 4,
                None => self.skip_command(),
            }
            return;
        }
        let command = self.rest().find(['\n', ';', '|', '&']).unwrap_or(self.rest().len());
        if let Some(length) = self.rest().get(..command).and_then(|command| command.find(" ]")) {
            self.at += length + 2;
            return;
        }
        self.at += 1;
        self.skip_blanks();
        let rest = self.rest();
        self.at += match rest.chars().next() {
            Some('"') => double_quoted(rest),
            Some('\'') => closing(rest, 1, '\''),
            _ => rest.find([' ', '\t', '\n', ']', ';', '|', '&']).unwrap_or(rest.len()),
        };
        // What is glued to it belongs to it.
        self.at += self.rest().find([' ', '\t', '\n', ']', ';', '|', '&']).unwrap_or(self.rest().len());
        if self.rest().starts_with(']') {
            self.at += 1;
        }
    }

    /// Whether digits stand here, right before `<` or `>`.
    fn is_descriptor(&self) -> bool {
        let after = self.rest().trim_start_matches(|sign: char| sign.is_ascii_digit());
        after.len() < self.rest().len() && after.starts_with(['<', '>'])
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
                '<' | '>' if parts.is_empty() && rest.get(1..2) == Some("(") => {
                    (Part::Substitution, closed(rest, '(', ')'))
                }
                ' ' | '\t' | '\n' | '\r' | ';' | '|' | '&' | '<' | '>' | '(' | ')' => break,
                '\'' => (Part::Quoted, closing(rest, 1, '\'')),
                '"' => (Part::Quoted, double_quoted(rest)),
                '`' => (Part::Substitution, closing(rest, 1, '`')),
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
    let mut is_braced = false;
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => drop(signs.next()),
            // In braces, quotes are plain signs.
            '{' => is_braced = true,
            '}' => is_braced = false,
            '\'' | '"' | '`' | '$' if is_braced => {}
            sign if " \t\n\r;|&<>()'\"`$".contains(sign) => return at,
            _ => {}
        }
    }
    rest.len()
}

/// How far a text goes whose inside begins at `start`; to the end when no `sign` closes it.
fn closing(rest: &str, start: usize, sign: char) -> usize {
    rest.get(start..).and_then(|inner| inner.find(sign)).map_or(rest.len(), |it| start + it + sign.len_utf8())
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
    match inner.chars().next() {
        Some('(') if inner.starts_with("((") => (Part::Expansion, closed(rest, '(', ')')),
        Some('(') => (Part::Substitution, closed(rest, '(', ')')),
        Some('{') => (Part::Expansion, closed(rest, '{', '}')),
        Some('[') => (Part::Expansion, closed(rest, '[', ']')),
        Some('\'') => (Part::Expansion, closing(rest, 2, '\'')),
        Some(sign) if sign.is_ascii_alphabetic() || sign == '_' => {
            let name = inner.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
            (Part::Expansion, 1 + name)
        }
        Some(sign) if sign.is_ascii_digit() || "?$@*#-!".contains(sign) => (Part::Expansion, 2),
        _ => (Part::Plain, 1),
    }
}

/// How far something in brackets goes; to the end when nothing closes it.
fn closed(rest: &str, opening: char, closing: char) -> usize {
    let mut depth = 0usize;
    for (at, sign) in rest.char_indices() {
        if sign == opening {
            depth += 1;
        } else if sign == closing {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at + sign.len_utf8();
            }
        }
    }
    rest.len()
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

/// `NAME=…`, `NAME+=…`, `NAME[…]=…`.
fn is_assignment(written: &str) -> bool {
    let Some((name, value)) = written.split_once('=') else { return false };
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.strip_suffix(']').and_then(|name| name.split_once('[')).map_or(name, |(name, _)| name);
    !value.starts_with('=')
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
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
        _ => Value::Word(parts.iter().map(plain_text).collect()),
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
        assert_eq!(words(rule, arguments).expect("all is closed"), expected, "{arguments}");
    }

    #[test]
    fn at_blanks() {
        check(WordsName::Blanks, " a  'b c'\n", &["a", "'b", "c'"]);
    }

    /// Each of these was put to Claude Code 2.1.325.
    #[test]
    fn as_a_shell_command() {
        let line = WordsName::ShellCommand;
        check(line, "a 'b c' \"d e\" f\\ g", &["a", "b c", "d e", "f g"]);
        check(line, "a\"b c\"d 'it''s' '' \"\"", &["ab cd", "its", "", ""]);
        check(line, "\"a\\\"b\" c", &["a\\\"b", "c"]);
        check(line, "fix the user's bug now", &["fix", "the", "user's bug now"]);
        check(line, "say \"hi", &["say", "\"hi"]);
        check(line, "fix #12 now", &["fix"]);
        check(line, "#12 fix", &["#12", "fix"]);
        check(line, "https://x.y/z?a=b&c=d e", &["https://x.y/z?a=b"]);
        check(line, "a; b", &["a"]);
        check(line, "a\nb", &["a"]);
        check(line, "&& a", &["a"]);
        check(line, "fix <issue> now", &["fix"]);
        check(line, "<a> <b>", &["<a>", "<b>"]);
        check(line, "2>err echo it", &["echo", "it"]);
        check(line, "a $HOME ${X} c", &["a", "c"]);
        check(line, "$HOME a", &["$HOME", "a"]);
        check(line, "a $(x y) c", &["a"]);
        check(line, "a \"b $(x) c\" d", &["a", "b $(x) c", "d"]);
        check(line, "x=1 a b", &["a", "b"]);
        check(line, "a=b c=d", &["a=b", "c=d"]);
        check(line, "if you can do it", &["you", "can", "do", "it"]);
        check(line, "for x in y", &["for", "x", "in", "y"]);
        check(line, "export a b", &["export"]);
        check(line, "a (b) c", &["a", "c"]);
        check(line, "please(urgent) the", &["please", "the"]);
        check(line, "[a] [b]", &["[a]", "[b]"]);
        check(line, "[\"a b\"] c", &["c"]);
        check(line, "{\"a\": \"b c\"} d", &["{\"a\":", "b c}", "d"]);
        check(line, "a\\", &["a"]);
        check(line, "\\", &["\\"]);
        check(line, "é 日本 — “q”", &["é", "日本", "—", "“q”"]);
    }

    #[test]
    fn nothing_goes_on_forever() {
        let signs =
            ["a", " ", "'", "\"", "`", "$", "(", ")", "[", "]", "{", "}", "<", ">", "\\", "=", "&", "|", "#", "é"];
        for first in signs {
            for second in signs {
                for third in signs {
                    let text = [first, second, third, first, second].concat();
                    words(WordsName::ShellCommand, &text);
                    words(WordsName::Quotes, &text);
                }
            }
        }
    }

    /// Each of these was put to Goose 1.52.0.
    #[test]
    fn at_blanks_outside_quotes() {
        let quotes = WordsName::Quotes;
        check(quotes, "a\"b c\"d 'e f' x=\"g h\"", &["ab cd", "e f", "x=g h"]);
        check(quotes, "don't --f='a b'", &["don't", "--f='a", "b'"]);
        check(quotes, "'' \"a 'b\" \\\"c d\\\"", &["a 'b", "\\c d\\"]);
        assert_eq!(words(quotes, "a 'b"), None);
    }
}
