//! What a source file names: paths as the compiler resolves them, methods, macros and texts; tests left out.
//!
//! A tokenizer is enough, sees into macros as well, and costs no dependency.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

/// What a file names, each with its line.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// Paths, from `crate` or from the name of another crate on.
    pub(super) paths: Vec<(usize, String)>,
    /// Methods that are called.
    pub(super) methods: Vec<(usize, String)>,
    /// Macros that are called.
    pub(super) macros: Vec<(usize, String)>,
    /// Texts in quotes.
    pub(super) strings: Vec<(usize, String)>,
    /// The modules that are declared for tests alone.
    pub(super) test_modules: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Sign(char),
}

impl Source {
    /// Reads a file below `src`.
    pub(super) fn read(path: &str, text: &str) -> Source {
        let mut source = Source::default();
        let tokens = source.without_tests(tokens(text));
        let inside = path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
        let mut reader =
            Reader { tokens, at: 0, module: vec!["crate".to_owned()], closes: Vec::new(), known: BTreeMap::new() };
        reader.module.extend(inside.split('/').map(str::to_owned));
        // What is imported counts in the whole file, also above its import.
        let named = reader.named();
        for (line, path) in named {
            source.paths.extend(reader.resolved(path).into_iter().map(|path| (line, path)));
        }
        for (index, (line, token)) in reader.tokens.iter().enumerate() {
            let next = |by: usize| reader.tokens.get(index + by).map(|(_, token)| token);
            match (token, next(1), next(2)) {
                (Token::Text(text), _, _) => source.strings.push((*line, text.clone())),
                (Token::Word(name), Some(Token::Sign('!')), Some(Token::Sign('(' | '[' | '{'))) => {
                    source.macros.push((*line, name.clone()));
                }
                (Token::Sign('.'), Some(Token::Word(name)), Some(Token::Sign('('))) => {
                    source.methods.push((*line, name.clone()));
                }
                _ => {}
            }
        }
        source
    }

    /// The tokens without what is compiled for tests alone.
    fn without_tests(&mut self, tokens: Vec<(usize, Token)>) -> Vec<(usize, Token)> {
        let mut kept = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if !is_for_tests(&tokens[at..]) {
                kept.push(tokens[at].clone());
                at += 1;
                continue;
            }
            let end = end_of_item(&tokens, at);
            let words: Vec<&Token> = tokens[at..end].iter().map(|(_, token)| token).collect();
            if let Some([_, Token::Word(name), Token::Sign(';')]) =
                words.windows(3).find(|it| *it[0] == Token::Word("mod".to_owned())).map(|it| [it[0], it[1], it[2]])
            {
                self.test_modules.push(name.clone());
            }
            at = end;
        }
        kept
    }
}

/// Whether an item starts here that is compiled for tests alone: `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, unix))]`.
fn is_for_tests(tokens: &[(usize, Token)]) -> bool {
    let [(_, Token::Sign('#')), (_, Token::Sign('[')), (_, Token::Word(name)), rest @ ..] = tokens else {
        return false;
    };
    let mut attribute = rest.iter().map(|(_, token)| token).take_while(|token| **token != Token::Sign(']'));
    let named = |name: &'static str| move |token: &Token| *token == Token::Word(name.to_owned());
    name == "test"
        || name == "cfg"
            && attribute.clone().any(named("test"))
            && !attribute.any(|it| named("not")(it) || named("any")(it))
}

/// Behind the item that starts at `at`: its attributes, and its block or semicolon.
fn end_of_item(tokens: &[(usize, Token)], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some((_, token)) = tokens.get(at) {
        at += 1;
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(sign @ (')' | ']' | '}')) => {
                depth = depth.saturating_sub(1);
                if depth == 0 && *sign == '}' {
                    return at;
                }
            }
            Token::Sign(';') if depth == 0 => return at,
            _ => {}
        }
    }
    at
}

/// A path as it is written, and the module it is written in.
struct Written {
    module: Vec<String>,
    names: Vec<String>,
}

struct Reader {
    tokens: Vec<(usize, Token)>,
    at: usize,
    module: Vec<String>,
    /// At which depth of braces the modules inside the file end.
    closes: Vec<usize>,
    /// What a name stands for, by `use`.
    known: BTreeMap<String, Vec<Written>>,
}

impl Reader {
    fn sign(&self, by: usize, sign: char) -> bool {
        self.tokens.get(self.at + by).is_some_and(|(_, token)| *token == Token::Sign(sign))
    }

    fn word(&self, by: usize) -> Option<&str> {
        match self.tokens.get(self.at + by) {
            Some((_, Token::Word(word))) => Some(word),
            _ => None,
        }
    }

    /// All paths that are written, those of imports among them.
    fn named(&mut self) -> Vec<(usize, Written)> {
        let mut found = Vec::new();
        let mut depth = 0_usize;
        while let Some((line, token)) = self.tokens.get(self.at).cloned() {
            match token {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => {
                    depth = depth.saturating_sub(1);
                    if self.closes.last() == Some(&depth) {
                        self.closes.pop();
                        self.module.pop();
                    }
                }
                Token::Word(word) if word == "mod" && self.sign(2, '{') => {
                    self.module.extend(self.word(1).map(str::to_owned));
                    self.closes.push(depth);
                    self.at += 1;
                }
                Token::Word(word) if word == "use" => {
                    self.at += 1;
                    self.tree(&mut Vec::new(), &mut found);
                    continue;
                }
                Token::Word(_) if !(self.at > 1 && self.is_behind_colons()) => {
                    let names = self.path();
                    if names.len() > 1 {
                        found.push((line, Written { module: self.module.clone(), names }));
                    }
                    continue;
                }
                Token::Word(_) | Token::Text(_) | Token::Sign(_) => {}
            }
            self.at += 1;
        }
        found
    }

    fn is_behind_colons(&self) -> bool {
        let before = &self.tokens[self.at - 2..self.at];
        before.iter().all(|(_, token)| *token == Token::Sign(':'))
    }

    /// `a::b::c` from here on.
    fn path(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        while let Some(word) = self.word(0) {
            names.push(word.to_owned());
            self.at += 1;
            if !(self.sign(0, ':') && self.sign(1, ':') && self.word(2).is_some()) {
                break;
            }
            self.at += 2;
        }
        names
    }

    /// A tree of imports: `a::{b, c::*, self as d}`.
    fn tree(&mut self, before: &mut Vec<String>, found: &mut Vec<(usize, Written)>) {
        let length = before.len();
        while let Some((line, token)) = self.tokens.get(self.at).cloned() {
            self.at += 1;
            match token {
                Token::Word(word) if word == "as" => {
                    if let (Some(alias), Some((_, written))) = (self.word(0).map(str::to_owned), found.last()) {
                        let names = written.names.clone();
                        self.know(alias, names);
                    }
                    self.at += 1;
                }
                Token::Word(word) => {
                    before.push(word);
                    let goes_on = self.sign(0, ':') && self.sign(1, ':');
                    if !goes_on {
                        self.import(line, before, found);
                    }
                }
                Token::Sign('*') => {
                    before.push("*".to_owned());
                    self.import(line, before, found);
                }
                Token::Sign('{') => self.tree(before, found),
                Token::Sign(',') => before.truncate(length),
                Token::Sign('}' | ';') => break,
                Token::Sign(_) | Token::Text(_) => {}
            }
        }
        before.truncate(length);
    }

    fn import(&mut self, line: usize, names: &[String], found: &mut Vec<(usize, Written)>) {
        let mut names = names.to_vec();
        if names.len() > 1 && names.last().is_some_and(|it| it == "self") {
            names.pop();
        }
        if let Some(name) = names.last().cloned() {
            self.know(name, names.clone());
        }
        found.push((line, Written { module: self.module.clone(), names }));
    }

    fn know(&mut self, name: String, names: Vec<String>) {
        // `use regex;` says nothing new of `regex`.
        if names.len() > 1 || names.first() != Some(&name) {
            self.known.entry(name).or_default().push(Written { module: self.module.clone(), names });
        }
    }

    /// The path from `crate` or another crate on; several when a name is imported more than once.
    fn resolved(&self, path: Written) -> Vec<String> {
        self.spelled_out(&path, 8).into_iter().map(|names| names.join("::")).collect()
    }

    fn spelled_out(&self, path: &Written, most: usize) -> Vec<Vec<String>> {
        let Some((first, rest)) = path.names.split_first() else { return Vec::new() };
        let below = |mut start: Vec<String>| {
            for name in rest {
                match name.as_str() {
                    "super" => {
                        start.pop();
                    }
                    "self" => {}
                    _ => start.push(name.clone()),
                }
            }
            start
        };
        match first.as_str() {
            "crate" | "skill_lsp" => vec![below(vec!["crate".to_owned()])],
            "self" => vec![below(path.module.clone())],
            "super" => vec![below(path.module[..path.module.len().saturating_sub(1)].to_vec())],
            name => match self.known.get(name).filter(|_| most > 0) {
                Some(meant) => {
                    let starts = meant.iter().flat_map(|it| self.spelled_out(it, most - 1));
                    starts.map(below).collect()
                }
                None => vec![path.names.clone()],
            },
        }
    }
}

/// The tokens of a text, each with its line. Comments, characters, lifetimes and numbers are left out.
fn tokens(text: &str) -> Vec<(usize, Token)> {
    let mut found = Vec::new();
    let mut line = 1;
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let start = line;
        match sign {
            '\n' => line += 1,
            '/' if signs.peek() == Some(&'/') => while signs.next_if(|it| *it != '\n').is_some() {},
            '/' if signs.peek() == Some(&'*') => skip_comment(&mut signs, &mut line),
            '"' => found.push((start, Token::Text(quoted(&mut signs, &mut line, None)))),
            '\'' => skip_character(&mut signs),
            sign if sign.is_alphabetic() || sign == '_' => {
                let mut word = String::from(sign);
                while let Some(next) = signs.next_if(|it| it.is_alphanumeric() || *it == '_') {
                    word.push(next);
                }
                let hashes = raw_hashes(&word, &signs);
                match (hashes, signs.peek()) {
                    (Some(hashes), _) => {
                        signs.nth(hashes);
                        found.push((start, Token::Text(quoted(&mut signs, &mut line, Some(hashes)))));
                    }
                    (None, Some('"')) if word == "b" || word == "c" => {}
                    // `r#type` is the word `type`.
                    (None, Some('#')) if word == "r" => {
                        signs.next();
                    }
                    _ => found.push((start, Token::Word(word))),
                }
            }
            sign if sign.is_whitespace() => {}
            sign if sign.is_ascii_digit() => while signs.next_if(|it| it.is_alphanumeric() || *it == '_').is_some() {},
            sign => found.push((start, Token::Sign(sign))),
        }
    }
    found
}

/// How many `#` stand before the quote of a raw text that `word` begins.
fn raw_hashes(word: &str, signs: &Peekable<Chars<'_>>) -> Option<usize> {
    if !matches!(word, "r" | "br" | "cr") {
        return None;
    }
    let mut rest = signs.clone();
    let mut hashes = 0;
    while rest.next_if_eq(&'#').is_some() {
        hashes += 1;
    }
    (rest.next() == Some('"')).then_some(hashes)
}

/// The text up to its closing quote; `raw` is how many `#` stand behind that.
fn quoted(signs: &mut Peekable<Chars<'_>>, line: &mut usize, raw: Option<usize>) -> String {
    let mut text = String::new();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if raw.is_none() => {
                text.push(sign);
                text.extend(signs.next().inspect(|it| *line += usize::from(*it == '\n')));
                continue;
            }
            '"' => {
                let hashes = raw.unwrap_or(0);
                let mut rest = signs.clone();
                if (0..hashes).all(|_| rest.next() == Some('#')) {
                    *signs = rest;
                    return text;
                }
            }
            '\n' => *line += 1,
            _ => {}
        }
        text.push(sign);
    }
    text
}

fn skip_comment(signs: &mut Peekable<Chars<'_>>, line: &mut usize) {
    let mut depth = 0;
    let mut last = '/';
    for sign in signs.by_ref() {
        *line += usize::from(sign == '\n');
        match (last, sign) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                last = sign;
                continue;
            }
        }
        last = ' ';
        if depth == 0 {
            return;
        }
    }
}

/// A character such as `'"'`; the name of a lifetime is read as a word.
fn skip_character(signs: &mut Peekable<Chars<'_>>) {
    let mut rest = signs.clone();
    match (rest.next(), rest.next()) {
        (Some('\\'), Some(_)) => {
            signs.nth(1);
            while signs.next().is_some_and(|it| it != '\'') {}
        }
        (Some(_), Some('\'')) => {
            signs.nth(1);
        }
        _ => {}
    }
}
