//! A reader of fields that knows neither types nor errors: every value is the text it is written as.
//!
//! Some editors do not use a YAML library. Theirs takes what looks like fields and passes over the rest: a colon
//! inside a value is text, tags and anchors are text, and where a line is no field the reading ends.

use std::borrow::Cow;

/// A field: its key, and its text; `None` for a list or a mapping.
pub(crate) type Field = (String, Option<String>);

/// The fields of a block, in order, repeated ones included.
pub(crate) fn fields(block: &str) -> Vec<Field> {
    let mut reader = FieldReader { tokens: tokens(block), at: 0 };
    reader.mapping()
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// Text; whether it is written without quotes and block signs.
    Text(String, bool),
    Colon,
    Dash,
    Open,
    Close,
    Comma,
    Break,
    Indent(usize),
    Comment,
    /// `...` or `---` at the start of a line.
    Mark,
    End,
}

struct FieldReader {
    tokens: Vec<Token>,
    at: usize,
}

impl FieldReader {
    fn peek(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead).unwrap_or(&Token::End)
    }

    fn indent(&self) -> usize {
        match self.peek(0) {
            Token::Indent(indent) => *indent,
            _ => 0,
        }
    }

    fn past_indent(&self) -> usize {
        usize::from(matches!(self.peek(0), Token::Indent(_)))
    }

    /// Passes over what stands between fields: line breaks, comments, lines of white space.
    fn skip_blank(&mut self) {
        loop {
            match (self.peek(0), self.peek(1)) {
                (Token::Break | Token::Comment, _) => self.at += 1,
                (Token::Indent(_), Token::Break | Token::Comment | Token::End) => self.at += 1,
                _ => return,
            }
        }
    }

    fn is_field(&self) -> bool {
        let start = self.past_indent();
        matches!(self.peek(start), Token::Text(..)) && *self.peek(start + 1) == Token::Colon
    }

    fn mapping(&mut self) -> Vec<Field> {
        self.skip_blank();
        let outer = self.indent();
        let mut fields = Vec::new();
        loop {
            self.skip_blank();
            if *self.peek(0) == Token::End || self.indent() < outer || !self.is_field() {
                return fields;
            }
            self.at += self.past_indent();
            let Token::Text(key, _) = self.peek(0).clone() else { return fields };
            self.at += 2;
            let value = self.value(outer);
            fields.push((key, value));
        }
    }

    /// The value of a field whose key is indented by `outer`.
    fn value(&mut self, outer: usize) -> Option<String> {
        match self.peek(0) {
            Token::Open => {
                self.skip_flow();
                return None;
            }
            Token::Text(..) => return Some(self.text(outer)),
            _ => {}
        }
        self.skip_blank();
        if *self.peek(0) == Token::End {
            return Some(String::new());
        }
        let (indent, start) = (self.indent(), self.past_indent());
        let is_list = *self.peek(start) == Token::Dash;
        if indent <= outer && !(is_list && indent == outer) {
            return Some(String::new());
        }
        if is_list || self.is_field() {
            self.skip_below(outer, is_list);
            return None;
        }
        match self.peek(start) {
            Token::Open => {
                self.at += start;
                self.skip_flow();
                None
            }
            Token::Text(..) => {
                self.at += start;
                Some(self.text(outer))
            }
            _ => Some(String::new()),
        }
    }

    fn text(&mut self, outer: usize) -> String {
        let Token::Text(text, is_plain) = self.peek(0).clone() else { return String::new() };
        self.at += 1;
        if is_plain { self.with_more_lines(text, outer) } else { text }
    }

    /// A plain text and the indented lines after it that are no fields.
    fn with_more_lines(&mut self, mut text: String, outer: usize) -> String {
        loop {
            let Some((next, blank_lines)) = self.next_line(outer) else { return text };
            let joint = if blank_lines > 0 { "\n".repeat(blank_lines) } else { " ".to_owned() };
            let more = match (self.tokens.get(next), self.tokens.get(next + 1)) {
                (Some(Token::Text(..)), Some(Token::Colon)) => return text,
                (Some(Token::Text(more, _)), _) => {
                    self.at = next + 1;
                    Cow::Borrowed(more.as_str())
                }
                (Some(Token::Dash), Some(Token::Text(more, _))) => {
                    self.at = next + 2;
                    Cow::Owned(format!("- {more}"))
                }
                (Some(Token::Dash), _) => {
                    self.at = next + 1;
                    Cow::Borrowed("-")
                }
                _ => return text,
            };
            text.push_str(&joint);
            text.push_str(&more);
        }
    }

    /// The first token of the next line that is indented more than `outer`, and how many blank lines are passed.
    fn next_line(&self, outer: usize) -> Option<(usize, usize)> {
        let (mut at, mut blank_lines) = (self.at, 0);
        loop {
            if self.tokens.get(at) != Some(&Token::Break) {
                return None;
            }
            at += 1;
            match (self.tokens.get(at)?, self.tokens.get(at + 1)) {
                (Token::Break, _) => blank_lines += 1,
                (Token::Indent(_), Some(Token::Break | Token::End)) => (at, blank_lines) = (at + 1, blank_lines + 1),
                (Token::Indent(_), Some(Token::Comment) | None) => return None,
                (Token::Indent(indent), Some(_)) => return (*indent > outer).then_some((at + 1, blank_lines)),
                _ => return None,
            }
        }
    }

    /// Passes over a bracket and what it holds.
    fn skip_flow(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.peek(0) {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::End => return,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Passes over the lines of a list or a mapping.
    fn skip_below(&mut self, outer: usize, is_list: bool) {
        loop {
            while !matches!(self.peek(0), Token::Break | Token::End) {
                self.at += 1;
            }
            self.skip_blank();
            let is_item = is_list && self.indent() == outer && *self.peek(self.past_indent()) == Token::Dash;
            if *self.peek(0) == Token::End || (self.indent() <= outer && !is_item) {
                return;
            }
        }
    }
}

fn is_blank(sign: char) -> bool {
    sign == ' ' || sign == '\t'
}

fn is_break(sign: char) -> bool {
    sign == '\n' || sign == '\r'
}

/// Cuts a block into tokens.
fn tokens(block: &str) -> Vec<Token> {
    let mut cutter = Cutter { rest: block, column: 0, tokens: Vec::new(), depth: 0, has_colon: false, key_column: 0 };
    while !cutter.rest.is_empty() {
        cutter.line();
    }
    cutter.tokens.push(Token::End);
    cutter.tokens
}

struct Cutter<'a> {
    rest: &'a str,
    /// How far into the line the rest begins.
    column: usize,
    tokens: Vec<Token>,
    /// How many brackets are open.
    depth: usize,
    /// Whether the line has had the colon behind a key.
    has_colon: bool,
    /// Where the key of the line begins.
    key_column: usize,
}

impl Cutter<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn take(&mut self, bytes: usize) {
        self.column += bytes;
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn line(&mut self) {
        (self.has_colon, self.column) = (false, 0);
        let indent = self.rest.len() - self.rest.trim_start_matches(is_blank).len();
        if indent > 0 {
            self.tokens.push(Token::Indent(indent));
            self.take(indent);
        }
        let is_mark = |mark: &str| {
            let after = self.rest.strip_prefix(mark);
            indent == 0 && after.is_some_and(|after| after.is_empty() || after.starts_with([' ', '\t', '\n', '\r']))
        };
        if is_mark("---") || is_mark("...") {
            self.tokens.push(Token::Mark);
            self.take(3);
        } else if self.peek() == Some('%') {
            self.take(self.to_break());
        }
        self.content();
        self.line_break();
    }

    fn line_break(&mut self) {
        let length = if self.rest.starts_with("\r\n") { 2 } else { usize::from(self.rest.starts_with(is_break)) };
        if length > 0 {
            self.tokens.push(Token::Break);
            self.take(length);
        }
    }

    fn to_break(&self) -> usize {
        self.rest.find(is_break).unwrap_or(self.rest.len())
    }

    fn content(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start_matches(is_blank).len();
            self.take(blank);
            let Some(sign) = self.peek().filter(|sign| !is_break(*sign)) else { return };
            let in_flow = self.depth > 0;
            let next = self.rest.chars().nth(1);
            let before_blank = next.is_none_or(|next| is_blank(next) || is_break(next));
            let ends_key = self.ends_key(next) || in_flow && self.is_after_quotes();
            match sign {
                '#' => {
                    self.tokens.push(Token::Comment);
                    self.take(self.to_break());
                    return;
                }
                '{' | '[' => self.sign(Token::Open, self.depth + 1),
                '}' | ']' if in_flow => self.sign(Token::Close, self.depth - 1),
                ',' if in_flow => self.sign(Token::Comma, self.depth),
                '-' if before_blank => self.sign(Token::Dash, self.depth),
                ':' if ends_key => {
                    self.has_colon |= !in_flow;
                    self.sign(Token::Colon, self.depth);
                }
                '\'' | '"' => self.quoted(sign),
                '|' | '>' if !in_flow && self.is_block_sign() => {
                    self.block_text(sign);
                    return;
                }
                _ => self.plain(),
            }
        }
    }

    fn sign(&mut self, token: Token, depth: usize) {
        self.tokens.push(token);
        self.depth = depth;
        self.take(1);
    }

    /// Whether a colon with `next` behind it ends a key: only the first one of a line does.
    fn ends_key(&self, next: Option<char>) -> bool {
        let in_flow = self.depth > 0;
        (in_flow || !self.has_colon)
            && next.is_none_or(|next| is_blank(next) || is_break(next) || in_flow && ",}]".contains(next))
    }

    fn is_after_quotes(&self) -> bool {
        let mut before = self.tokens.iter().rev();
        let before = before.find(|token| !matches!(token, Token::Break | Token::Indent(_) | Token::Comment));
        matches!(before, Some(Token::Text(_, false) | Token::Close))
    }

    fn text(&mut self, text: String, is_plain: bool) {
        self.tokens.push(Token::Text(text, is_plain));
    }

    fn plain(&mut self) {
        if !self.has_colon {
            self.key_column = self.column;
        }
        let mut end = 0;
        let mut before = None;
        for (at, sign) in self.rest.char_indices() {
            let next = self.rest.get(at + sign.len_utf8()..).and_then(|rest| rest.chars().next());
            let ends = is_break(sign)
                || self.depth > 0 && ",{}[]".contains(sign) && at > 0
                || sign == ':' && self.ends_key(next)
                || sign == '#' && before.is_some_and(is_blank);
            if ends {
                break;
            }
            end = at + sign.len_utf8();
            before = Some(sign);
        }
        // A sign that nothing else takes is text by itself.
        let end = end.max(self.peek().map_or(0, char::len_utf8));
        let text = self.rest.get(..end).unwrap_or_default().trim_end_matches(is_blank).to_owned();
        self.text(text, true);
        self.take(end);
    }

    fn quoted(&mut self, quote: char) {
        if !self.has_colon {
            self.key_column = self.column;
        }
        self.take(1);
        let mut text = String::new();
        while let Some(sign) = self.peek() {
            if sign == quote {
                self.take(1);
                if quote == '\'' && self.peek() == Some('\'') {
                    text.push('\'');
                    self.take(1);
                    continue;
                }
                break;
            }
            match sign {
                '\\' if quote == '"' => self.escape(&mut text),
                '\n' | '\r' => {
                    text.truncate(text.trim_end_matches(is_blank).len());
                    self.fold(&mut text);
                }
                sign => {
                    text.push(sign);
                    self.take(sign.len_utf8());
                }
            }
        }
        self.text(text, false);
    }

    /// A line break in quotes is a space; blank lines after it are line breaks instead.
    fn fold(&mut self, text: &mut String) {
        self.skip_break();
        let mut blank_lines = 0;
        loop {
            self.take(self.rest.len() - self.rest.trim_start_matches(is_blank).len());
            if !self.rest.starts_with(is_break) {
                break;
            }
            blank_lines += 1;
            self.skip_break();
        }
        if blank_lines == 0 {
            text.push(' ');
        }
        text.push_str(&"\n".repeat(blank_lines));
    }

    fn skip_break(&mut self) {
        self.take(if self.rest.starts_with("\r\n") { 2 } else { usize::from(self.rest.starts_with(is_break)) });
        self.column = 0;
    }

    fn escape(&mut self, text: &mut String) {
        self.take(1);
        let Some(sign) = self.peek() else {
            text.push('\\');
            return;
        };
        if is_break(sign) {
            self.skip_break();
            self.take(self.rest.len() - self.rest.trim_start_matches(is_blank).len());
            return;
        }
        self.take(sign.len_utf8());
        let digits = match sign {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        if digits > 0 {
            let code = self.rest.get(..digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            match code.and_then(char::from_u32) {
                Some(decoded) => {
                    text.push(decoded);
                    self.take(digits);
                }
                None => text.extend(['\\', sign]),
            }
            return;
        }
        let decoded = match sign {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'e' => '\u{1b}',
            'v' => '\u{b}',
            'f' => '\u{c}',
            '_' => '\u{a0}',
            '\\' | '"' | '/' | ' ' => sign,
            other => {
                text.push('\\');
                other
            }
        };
        text.push(decoded);
    }

    /// Whether nothing but the signs of a block text follows on the line.
    fn is_block_sign(&self) -> bool {
        let after = self.rest.get(1..).unwrap_or_default();
        let after = after.trim_start_matches(|sign: char| ('1'..='9').contains(&sign) || sign == '+' || sign == '-');
        let after = after.trim_start_matches(is_blank);
        after.is_empty() || after.starts_with(['\n', '\r', '#'])
    }

    fn block_text(&mut self, style: char) {
        self.take(1);
        let (mut given, mut chomp) = (0, None);
        for _ in 0..2 {
            match self.peek() {
                Some(digit @ '1'..='9') if given == 0 => given = digit.to_digit(10).unwrap_or(0) as usize,
                Some(sign @ ('-' | '+')) if chomp.is_none() => chomp = Some(sign),
                _ => break,
            }
            self.take(1);
        }
        self.take(self.to_break());
        self.skip_break();
        let lines = self.block_lines(self.key_column, given);
        let blank = lines.iter().rev().take_while(|line| line.is_empty()).count();
        let mut text = match style {
            '|' => lines.join("\n"),
            _ => folded(&lines),
        };
        if blank > 0 {
            text.truncate(text.trim_end_matches('\n').len());
        }
        match (chomp, lines.iter().any(|line| !line.is_empty())) {
            (None, true) => text.push('\n'),
            (Some('+'), true) => text.push_str(&"\n".repeat(blank + 1)),
            (Some('+'), false) => text = "\n".repeat(blank),
            _ => {}
        }
        self.text(text, false);
    }

    /// The lines of a block text, without their indentation, as far as they are indented more than `outer`.
    fn block_lines(&mut self, outer: usize, given: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut inner = if given > 0 { outer + given } else { 0 };
        while !self.rest.is_empty() {
            let line = self.rest.get(..self.to_break()).unwrap_or_default();
            let content = line.trim_start_matches(' ');
            let indent = line.len() - content.len();
            if !content.is_empty() {
                if inner == 0 && indent > outer {
                    inner = indent;
                }
                if inner == 0 || indent < inner {
                    break;
                }
            }
            lines.push(if inner > 0 { line.get(inner..).unwrap_or_default().to_owned() } else { String::new() });
            self.take(line.len());
            self.skip_break();
        }
        lines
    }
}

/// Lines joined by spaces; blank and indented ones keep their line breaks.
fn folded(lines: &[String]) -> String {
    let mut text = String::new();
    let (mut was_indented, mut after_blank, mut has_text) = (false, false, false);
    for (index, line) in lines.iter().enumerate() {
        if line.is_empty() {
            text.push('\n');
            after_blank = true;
            continue;
        }
        let is_indented = line.starts_with(is_blank);
        if index > 0 && (was_indented || is_indented) && (has_text || !after_blank) {
            text.push('\n');
        } else if index > 0 && !after_blank {
            text.push(' ');
        }
        text.push_str(line);
        (was_indented, after_blank, has_text) = (is_indented, false, true);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::fields;

    fn check(block: &str, expected: &str) {
        let shown: Vec<String> = fields(block)
            .into_iter()
            .map(|(key, value)| format!("{key}={}", value.map_or("-".to_owned(), |value| format!("{value:?}"))))
            .collect();
        assert_eq!(shown.join(" "), expected, "{block:?}");
    }

    #[test]
    fn values_are_what_is_written() {
        check("a: b: c\nd: 1.50\ne: null\nf: ! x\n", r#"a="b: c" d="1.50" e="null" f="! x""#);
        check("a: x # y\nb: @home\nc: *.md\nd: |pipe\n", r#"a="x" b="@home" c="*.md" d="|pipe""#);
        check("a: \"b\\n\\u00e9\\q\"\nb: 'it''s'\n", r#"a="b\né\\q" b="it's""#);
    }

    #[test]
    fn escapes_in_double_quotes() {
        check(r#"a: "\r\0\a\b\e\v\f\_""#, r#"a="\r\0\u{7}\u{8}\u{1b}\u{b}\u{c}\u{a0}""#);
        check(r#"a: "\x41\U0001f600\/\ \\ \"""#, r#"a="A😀/ \\ \"""#);
        // What is no number stays as it is written, and so does half an escape.
        check(r#"a: "\xzz\ud800""#, r#"a="\\xzz\\ud800""#);
        check("a: \"b\\\n   c\"\n", r#"a="bc""#);
    }

    #[test]
    fn lists_and_mappings_are_no_text() {
        check("a: [b, c]\nd: {e: f}\ng:\n  - h\ni:\n- j\nk:\n  l: m\nn: o\n", r#"a=- d=- g=- i=- k=- n="o""#);
        check("a: - b\nc: d\n", r#"a=- c="d""#);
    }

    #[test]
    fn text_goes_on_in_indented_lines() {
        check("a: b\n  c\n\n  d\ne: f\n", r#"a="b c\nd" e="f""#);
        check("a:\n  b\n  c\n", r#"a="b c""#);
        check("a: b\n  - c\n", r#"a="b - c""#);
        check("a: \"b\n  c\n\nd\"\n", r#"a="b c\nd""#);
    }

    #[test]
    fn block_texts() {
        check("a: |\n  b\n   c\nd: >-\n  e\n  f\n\n  g\n", r#"a="b\n c\n" d="e f\ng""#);
        check("a: |+\n  b\n\nc: d\n", r#"a="b\n\n" c="d""#);
        check("a: |\nc: d\n", r#"a="" c="d""#);
    }

    #[test]
    fn reading_ends_where_no_field_stands() {
        check("a: b\nc\nd: e\n", r#"a="b""#);
        check("a: \"b\" c\nd: e\n", r#"a="b""#);
        check("a: [b\nd: e\n", "a=-");
        check("- a\n", "");
        check("", "");
    }

    #[test]
    fn nothing_behind_the_colon() {
        check("a:\nb: c\n", r#"a="" b="c""#);
        check("a: # x\n", r#"a="""#);
        check("'a b' : c\n\"d\": e\n", r#"a b="c" d="e""#);
    }
}
