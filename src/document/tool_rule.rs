//! One entry of a list of tools, taken apart: `Tool`, `Tool(pattern)`, `mcp__server__tool`.

use std::fmt;
use std::ops::Range;

/// An entry taken apart. Any text has one: what does not fit stands in `rest`, and nothing is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolRule {
    /// What stands before the parenthesis.
    pub name: String,
    /// What stands in the parentheses.
    pub pattern: Option<RulePattern>,
    /// What stands behind the closing parenthesis.
    pub rest: String,
}

/// What stands in the parentheses of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePattern {
    /// As written, with its backslashes.
    pub text: String,
    /// Whether the parenthesis is closed.
    pub is_closed: bool,
}

/// What keeps an entry from being `Tool` or `Tool(pattern)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imbalance {
    /// `Bash(git add`
    Unclosed,
    /// `Read)`
    Unopened,
    /// `Bash(git add *) now`
    TextBehind,
    /// `Bash(git add))`
    ClosedTwice,
}

/// The parts of `mcp__server__tool`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerName {
    /// Where the server's name stands in the entry.
    pub server: Range<usize>,
    /// Where the tool's name stands, when there is one.
    pub tool: Option<Range<usize>>,
}

/// A piece of an entry. Pieces follow each other without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePiece {
    /// What it is.
    pub kind: PieceKind,
    /// Where it stands in the entry.
    pub range: Range<usize>,
}

/// What a piece of an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// The name of a tool.
    Name,
    /// `mcp__`, and the `__` between the parts.
    Separator,
    /// The name of an MCP server.
    Server,
    /// The name of a tool of an MCP server.
    ServerTool,
    /// A parenthesis.
    Parenthesis,
    /// The name in `name:value`.
    Parameter,
    /// The colon in `name:value`.
    Colon,
    /// Text of a pattern.
    Text,
    /// A `*` that stands for anything.
    Wildcard,
    /// The `:*` at the end.
    Prefix,
    /// `${CLAUDE_SKILL_DIR}`
    Placeholder,
    /// What does not belong to the entry.
    Stray,
}

/// What stands before the names of MCP servers.
const SERVER_MARK: &str = "mcp__";

impl ToolRule {
    /// Takes an entry apart. The first parenthesis opens the pattern, the last one closes it; one behind a backslash
    /// does neither.
    pub fn parse(text: &str) -> ToolRule {
        let owned = |range: Range<usize>| text.get(range).unwrap_or_default().to_owned();
        let (open, close) = (first(text, '('), last(text, ')'));
        match (open, close) {
            (None, None) => ToolRule { name: text.to_owned(), pattern: None, rest: String::new() },
            (None, Some(_)) => {
                let at = first(text, ')').unwrap_or(text.len());
                ToolRule { name: owned(0..at), pattern: None, rest: owned(at..text.len()) }
            }
            (Some(open), Some(close)) if close > open => ToolRule {
                name: owned(0..open),
                pattern: Some(RulePattern { text: owned(open + 1..close), is_closed: true }),
                rest: owned(close + 1..text.len()),
            },
            (Some(open), _) => ToolRule {
                name: owned(0..open),
                pattern: Some(RulePattern { text: owned(open + 1..text.len()), is_closed: false }),
                rest: String::new(),
            },
        }
    }

    /// What keeps it from being whole.
    pub fn imbalance(&self) -> Option<Imbalance> {
        match &self.pattern {
            Some(pattern) if !pattern.is_closed => Some(Imbalance::Unclosed),
            _ if self.name.contains(')') => Some(Imbalance::Unopened),
            Some(_) if !self.rest.is_empty() => Some(Imbalance::TextBehind),
            None if !self.rest.is_empty() => Some(Imbalance::Unopened),
            Some(pattern) if is_closed_twice(&pattern.text) => Some(Imbalance::ClosedTwice),
            _ => None,
        }
    }

    /// Where the pattern stands in the entry, parentheses excluded.
    pub fn pattern_range(&self) -> Option<Range<usize>> {
        let start = self.name.len() + 1;
        self.pattern.as_ref().map(|pattern| start..start + pattern.text.len())
    }

    /// The server and its tool, when it names one: `mcp__server`, `mcp__server__tool`.
    pub fn server(&self) -> Option<ServerName> {
        let rest = self.name.strip_prefix(SERVER_MARK)?;
        let start = SERVER_MARK.len();
        let (server, tool) = match rest.split_once("__") {
            Some((server, tool)) => (server, (!tool.is_empty()).then_some(tool)),
            None => (rest, None),
        };
        if server.is_empty() {
            return None;
        }
        let end = start + server.len();
        let tool = tool.map(|tool| end + 2..end + 2 + tool.len());
        Some(ServerName { server: start..end, tool })
    }

    /// The pieces, in order and without gaps.
    pub fn pieces(&self) -> Vec<RulePiece> {
        let mut pieces = Pieces::default();
        match self.server() {
            Some(ServerName { server, tool }) => {
                pieces.to(PieceKind::Separator, server.start);
                pieces.to(PieceKind::Server, server.end);
                pieces.to(PieceKind::Separator, tool.as_ref().map_or(self.name.len(), |tool| tool.start));
                pieces.to(PieceKind::ServerTool, self.name.len());
            }
            None => pieces.to(PieceKind::Name, self.name.len()),
        }
        if let (Some(pattern), Some(range)) = (&self.pattern, self.pattern_range()) {
            pieces.to(PieceKind::Parenthesis, range.start);
            pieces.pattern(&pattern.text, range.start);
            pieces.to(PieceKind::Parenthesis, range.end + usize::from(pattern.is_closed));
        }
        pieces.to(PieceKind::Stray, self.to_string().len());
        pieces.found
    }
}

impl fmt::Display for ToolRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)?;
        if let Some(pattern) = &self.pattern {
            write!(formatter, "{pattern}")?;
        }
        formatter.write_str(&self.rest)
    }
}

impl fmt::Display for RulePattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "({}{}", self.text, if self.is_closed { ")" } else { "" })
    }
}

impl RulePattern {
    /// What it says once the backslashes before parentheses and backslashes are gone.
    pub fn plain(&self) -> String {
        self.text.replace("\\(", "(").replace("\\)", ")").replace("\\\\", "\\")
    }

    /// What stands before a `:*` at the end.
    pub fn prefix(&self) -> Option<&str> {
        self.text.strip_suffix(":*").filter(|prefix| !prefix.is_empty())
    }

    /// `name:value`, when the name is one: letters, digits and underscores.
    pub fn parameter(&self) -> Option<(&str, &str)> {
        let (name, value) = self.text.split_once(':')?;
        let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
        let starts = name.trim().starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_');
        let is_one = starts && name.trim().chars().all(is_name) && !value.trim().is_empty();
        is_one.then_some((name.trim(), value.trim()))
    }

    /// The placeholders in it (`${CLAUDE_SKILL_DIR}`), each as its name and its range in the pattern.
    pub fn placeholders(&self) -> Vec<(&str, Range<usize>)> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(start) = self.text.get(from..).and_then(|rest| rest.find("${")).map(|at| from + at) {
            let inner = self.text.get(start + 2..).unwrap_or_default();
            let Some(end) = inner.find('}').map(|at| start + 2 + at) else { break };
            let name = self.text.get(start + 2..end).unwrap_or_default();
            if !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_') {
                found.push((name, start..end + 1));
            }
            from = start + 2;
        }
        found
    }
}

#[derive(Default)]
struct Pieces {
    found: Vec<RulePiece>,
    at: usize,
}

impl Pieces {
    /// Everything up to `end` is of this kind.
    fn to(&mut self, kind: PieceKind, end: usize) {
        if end > self.at {
            self.found.push(RulePiece { kind, range: self.at..end });
            self.at = end;
        }
    }

    fn pattern(&mut self, text: &str, start: usize) {
        let pattern = RulePattern { text: text.to_owned(), is_closed: true };
        let prefix = pattern.prefix().map_or(text.len(), str::len);
        if prefix == text.len()
            && let Some((name, _)) = text.split_once(':').filter(|_| pattern.parameter().is_some())
        {
            self.to(PieceKind::Parameter, start + name.len());
            self.to(PieceKind::Colon, start + name.len() + 1);
        }
        let mut placeholders = pattern.placeholders().into_iter().map(|(_, range)| range).peekable();
        let mut is_escaped = false;
        for (at, sign) in text.char_indices().take_while(|(at, _)| *at < prefix) {
            if let Some(range) = placeholders.next_if(|range| range.start == at) {
                self.to(PieceKind::Text, start + at);
                self.to(PieceKind::Placeholder, start + range.end);
            }
            if sign == '*' && !is_escaped && start + at >= self.at {
                self.to(PieceKind::Text, start + at);
                self.to(PieceKind::Wildcard, start + at + 1);
            }
            is_escaped = sign == '\\' && !is_escaped;
        }
        self.to(PieceKind::Text, start + prefix);
        self.to(PieceKind::Prefix, start + text.len());
    }
}

/// Where a sign stands first, not behind an odd number of backslashes.
fn first(text: &str, sign: char) -> Option<usize> {
    plain_signs(text, sign).next()
}

/// Where a sign stands last, not behind an odd number of backslashes.
fn last(text: &str, sign: char) -> Option<usize> {
    plain_signs(text, sign).last()
}

fn plain_signs(text: &str, sign: char) -> impl Iterator<Item = usize> + '_ {
    let mut is_escaped = false;
    text.char_indices().filter_map(move |(at, it)| {
        let is_plain = !is_escaped;
        is_escaped = it == '\\' && is_plain;
        (it == sign && is_plain).then_some(at)
    })
}

/// Whether a pattern ends with a parenthesis that nothing in it opens; one behind a backslash is a sign like any other.
fn is_closed_twice(pattern: &str) -> bool {
    let count = |sign: char| {
        let at = pattern.match_indices(sign);
        at.filter(|(at, _)| !pattern.get(..*at).is_some_and(|before| before.ends_with('\\'))).count()
    };
    pattern.ends_with(')') && !pattern.ends_with("\\)") && count(')') > count('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of an entry as `kind text`, and what keeps it from being whole.
    fn check(entry: &str, expected: &str) {
        let rule = ToolRule::parse(entry);
        assert_eq!(rule.to_string(), entry);
        let mut pieces: Vec<String> =
            rule.pieces().iter().map(|it| format!("{:?} {}", it.kind, &entry[it.range.clone()])).collect();
        pieces.extend(rule.imbalance().map(|it| format!("{it:?}!")));
        assert_eq!(pieces.join(" | "), expected, "{entry}");
    }

    #[test]
    fn names() {
        check("Read", "Name Read");
        check("mcp__github", "Separator mcp__ | Server github");
        check("mcp__github__*", "Separator mcp__ | Server github | Separator __ | ServerTool *");
        check("mcp__a__b__c", "Separator mcp__ | Server a | Separator __ | ServerTool b__c");
        check("mcp__a__", "Separator mcp__ | Server a | Separator __");
        check("mcp__", "Name mcp__");
        check("mcp_a__b", "Name mcp_a__b");
        check("", "");
    }

    #[test]
    fn patterns() {
        check("Bash(git add *)", "Name Bash | Parenthesis ( | Text git add  | Wildcard * | Parenthesis )");
        check("Bash(git add:*)", "Name Bash | Parenthesis ( | Text git add | Prefix :* | Parenthesis )");
        check(
            "WebFetch(domain:x.y)",
            "Name WebFetch | Parenthesis ( | Parameter domain | Colon : | Text x.y | Parenthesis )",
        );
        check(
            "Bash(${CLAUDE_SKILL_DIR}/x *)",
            "Name Bash | Parenthesis ( | Placeholder ${CLAUDE_SKILL_DIR} | Text /x  | Wildcard * | Parenthesis )",
        );
        check(r"Bash(a \* \(b\))", r"Name Bash | Parenthesis ( | Text a \* \(b\) | Parenthesis )");
        check("Bash()", "Name Bash | Parenthesis ( | Parenthesis )");
        check("Bash(f(x))", "Name Bash | Parenthesis ( | Text f(x) | Parenthesis )");
    }

    #[test]
    fn what_is_not_whole() {
        check("Bash(git add", "Name Bash | Parenthesis ( | Text git add | Unclosed!");
        check("Read)", "Name Read | Stray ) | Unopened!");
        check("Bash(a) b", "Name Bash | Parenthesis ( | Text a | Parenthesis ) | Stray  b | TextBehind!");
        check(")(", "Name ) | Parenthesis ( | Unclosed!");
        check("a)b(c)", "Name a)b | Parenthesis ( | Text c | Parenthesis ) | Unopened!");
    }
}
