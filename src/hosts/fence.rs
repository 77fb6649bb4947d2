//! How a host cuts the frontmatter from a file: its own rule, not what the author meant.

use memchr::memchr;

use crate::hosts::{Breaks, Closing, FenceRule};
use crate::text::Span;

/// A cut made by a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The YAML, with its last line break.
    pub block: Span,
    /// What remains as body.
    pub body: Span,
}

const FENCE: &str = "---";

/// White space as most hosts know it, being written in JavaScript: the byte order mark counts, the next-line
/// character does not.
pub fn is_space(sign: char) -> bool {
    sign != '\u{85}' && (sign.is_whitespace() || sign == '\u{feff}')
}

impl FenceRule {
    /// The frontmatter and the body as this host sees them; `None` when it sees no frontmatter.
    pub fn cut(&self, text: &str) -> Option<Cut> {
        let start = match text.strip_prefix('\u{feff}') {
            Some(_) if self.strips_bom => '\u{feff}'.len_utf8(),
            Some(_) => return None,
            None => 0,
        };
        let block_start = match self.opening_anywhere {
            _ if self.opening_bare => start + text.get(start..)?.strip_prefix(FENCE).map(|_| FENCE.len())?,
            true => start + text.get(start..)?.find(FENCE)? + FENCE.len(),
            false => self.after_opening(text, start)?,
        };
        let cut = match self.closing {
            Closing::Anywhere => Self::closed_anywhere(text, block_start),
            Closing::Line | Closing::IndentedLine | Closing::LineStart => self.closed_by_line(text, block_start),
        }
        .or_else(|| {
            let end = text.len();
            self.unclosed.then_some(Cut { block: Span::new(block_start, end), body: Span::new(end, end) })
        })?;
        Some(if self.trims_block { Cut { block: trimmed(text, cut.block), ..cut } } else { cut })
    }

    /// Whether the host reads the block without its last line break.
    pub fn cuts_end(&self) -> bool {
        self.trims_block || self.drops_last_break
    }

    /// Where the first line after the opening begins.
    fn after_opening(&self, text: &str, start: usize) -> Option<usize> {
        let start = match self.opening_after_blank {
            true => start + blank_lines(text.get(start..)?),
            false => start,
        };
        let line = self.lines(text.get(start..)?).next()?;
        if self.opening_prefix && line.starts_with(FENCE) {
            let after = line.get(FENCE.len()..)?;
            let taken = if after == "\r\n" { 2 } else { after.chars().next()?.len_utf8() };
            return Some(start + FENCE.len() + taken);
        }
        let content = self.line_content(line)?;
        let opening = match self.closing {
            Closing::IndentedLine => content.trim_start(),
            Closing::Line | Closing::LineStart | Closing::Anywhere => content,
        };
        (self.is_fence(opening, self.opening_spaces) || self.names_language(opening)).then_some(start + line.len())
    }

    /// Whether a line is an opening with the name of a language that the host knows.
    fn names_language(&self, line: &str) -> bool {
        let word = line.strip_prefix(FENCE).map(|rest| rest.trim_matches(is_space));
        word.is_some_and(|word| self.opening_languages.iter().any(|known| known.eq_ignore_ascii_case(word)))
    }

    /// The host takes the first `---` it meets, wherever it stands, and the white space after it.
    fn closed_anywhere(text: &str, block_start: usize) -> Option<Cut> {
        let end = block_start + text.get(block_start..)?.find(FENCE)?;
        let rest = text.get(end + FENCE.len()..)?;
        let body_start = text.len() - rest.trim_start_matches(is_space).len();
        Some(Cut { block: Span::new(block_start, end), body: Span::new(body_start, text.len()) })
    }

    fn closed_by_line(&self, text: &str, block_start: usize) -> Option<Cut> {
        let mut at = block_start;
        for line in self.lines(text.get(block_start..)?) {
            let next = at + line.len();
            let block = Span::new(block_start, at);
            if let Some(content) = self.line_content_at_end(line) {
                let closes = match self.closing {
                    Closing::IndentedLine => content.trim() == FENCE,
                    Closing::LineStart => content.starts_with(FENCE),
                    Closing::Line | Closing::Anywhere => self.is_fence(content, self.closing_spaces),
                };
                let counts = closes && (self.empty || at > block_start);
                if counts && (!self.break_after || line.ends_with('\n')) {
                    // What is glued to the fence is body, for a host that accepts it.
                    let body = match self.closing {
                        Closing::LineStart if content.trim_end() != FENCE => at + FENCE.len(),
                        Closing::LineStart | Closing::Line | Closing::IndentedLine | Closing::Anywhere => next,
                    };
                    let block = if self.drops_last_break { without_break(text, block) } else { block };
                    return Some(Cut { block, body: Span::new(body, text.len()) });
                }
            }
            at = next;
        }
        None
    }

    /// The lines of a text with their breaks.
    fn lines<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let breaks = self.breaks;
        let mut rest = text;
        std::iter::from_fn(move || {
            let ending = match breaks {
                Breaks::None => memchr(b'\n', rest.as_bytes()).map(|at| (at, '\n')),
                _ => rest.char_indices().find(|(_, sign)| *sign == '\n' || breaks.has(*sign)),
            };
            let (at, sign) = ending.unwrap_or((rest.len(), '\n'));
            let after = rest.get(at..).unwrap_or_default();
            let length = if after.starts_with("\r\n") { 2 } else { sign.len_utf8().min(after.len()) };
            let (line, others) = rest.split_at_checked(at + length)?;
            rest = others;
            (!line.is_empty()).then_some(line)
        })
    }

    fn is_fence(&self, content: &str, spaces: bool) -> bool {
        content.strip_prefix(FENCE).is_some_and(|rest| rest.is_empty() || spaces && rest.chars().all(is_space))
    }

    /// A line without its break; `None` when it has none, or one that the host does not know.
    fn line_content<'a>(&self, line: &'a str) -> Option<&'a str> {
        let is_ended = line.ends_with(|sign| sign == '\n' || self.breaks.has(sign));
        is_ended.then(|| self.line_content_at_end(line)).flatten()
    }

    /// The same, where the end of the file ends a line as well.
    fn line_content_at_end<'a>(&self, line: &'a str) -> Option<&'a str> {
        let line = line.strip_suffix('\n').unwrap_or(line);
        if self.breaks != Breaks::None {
            return Some(line.strip_suffix(|sign| self.breaks.has(sign)).unwrap_or(line));
        }
        match line.strip_suffix('\r') {
            Some(content) => self.crlf.then_some(content),
            None => Some(line),
        }
    }
}

/// How many bytes the blank lines at the beginning take.
fn blank_lines(text: &str) -> usize {
    let is_blank = |line: &&str| line.ends_with('\n') && line.trim().is_empty();
    text.split_inclusive('\n').take_while(is_blank).map(str::len).sum()
}

/// A span without the line break at its end.
fn without_break(text: &str, span: Span) -> Span {
    let block = span.of(text);
    let kept = block.strip_suffix('\n').unwrap_or(block);
    Span::new(span.start, span.start + kept.strip_suffix('\r').unwrap_or(kept).len())
}

/// A span without the white space around its text.
fn trimmed(text: &str, span: Span) -> Span {
    let block = span.of(text);
    let start = span.start + block.len() - block.trim_start().len();
    Span::new(start, start + block.trim().len())
}

#[cfg(test)]
mod tests {
    use crate::hosts::builtin;

    /// The block and the body as a host cuts them, with a bar between.
    fn cut(host: &str, text: &str) -> String {
        let hosts = builtin();
        let Some(host) = hosts.get(host) else { return format!("no host {host}") };
        match host.fence.cut(text) {
            Some(cut) => format!("{}|{}", cut.block.of(text), cut.body.of(text)).escape_debug().to_string(),
            None => "none".to_owned(),
        }
    }

    /// What each host makes of `text`; hosts in the order of the columns below.
    fn cuts(text: &str) -> Vec<String> {
        ["claude-code", "codex", "gemini-cli", "opencode", "three-layer"].map(|host| cut(host, text)).to_vec()
    }

    #[test]
    fn a_plain_block() {
        assert_eq!(cuts("---\na: 1\n---\nBody\n"), vec![r"a: 1\n|Body\n"; 5]);
    }

    #[test]
    fn no_block() {
        assert_eq!(cuts("# Title\n"), vec!["none"; 5]);
        assert_eq!(cuts(""), vec!["none"; 5]);
    }

    #[test]
    fn a_blank_line_before_it() {
        assert_eq!(cuts("\n---\na: 1\n---\n"), vec!["none"; 5]);
    }

    #[test]
    fn a_byte_order_mark() {
        assert_eq!(cuts("\u{feff}---\na: 1\n---\nBody"), [r"a: 1\n|Body", "none", "none", r"a: 1\n|Body", "none"]);
    }

    #[test]
    fn windows_line_ends() {
        let read = r"a: 1\r\n|Body";
        assert_eq!(cuts("---\r\na: 1\r\n---\r\nBody"), [read, read, read, read, "none"]);
    }

    #[test]
    fn dashes_inside_a_value() {
        let whole = r"a: b --- c\n|Body";
        assert_eq!(cuts("---\na: b --- c\n---\nBody"), [r"a: b |c\n---\nBody", whole, whole, whole, whole]);
    }

    #[test]
    fn text_glued_to_the_closing_fence() {
        assert_eq!(
            cuts("---\na: 1\n---# Title\n"),
            [r"a: 1\n|# Title\n", "none", r"a: 1\n|# Title\n", r"a: 1\n|# Title\n", "none"]
        );
    }

    #[test]
    fn an_indented_closing_fence() {
        assert_eq!(
            cuts("---\na: 1\n  ---\nBody"),
            [r"a: 1\n  |Body", r"a: 1\n|Body", "none", r"a: 1\n  ---\nBody|", "none"]
        );
    }

    #[test]
    fn never_closed() {
        assert_eq!(cuts("---\na: 1\nBody"), ["none", "none", "none", r"a: 1\nBody|", "none"]);
    }

    #[test]
    fn the_name_of_a_language_after_the_opening() {
        assert_eq!(cut("opencode", "--- yaml\na: 1\n---\nBody"), r"a: 1\n|Body");
        assert_eq!(cut("opencode", "---YML\na: 1\n---\nBody"), r"a: 1\n|Body");
        assert_eq!(cut("opencode", "--- toml\na: 1\n---\nBody"), "none");
        assert_eq!(cut("codex", "--- yaml\na: 1\n---\nBody"), "none");
    }

    #[test]
    fn spaces_after_the_fences() {
        let read = r"a: 1\n|Body";
        assert_eq!(cuts("---  \na: 1\n---  \nBody"), [read, read, "none", read, "none"]);
        assert_eq!(cuts("---\na: 1\n---  \nBody"), [read, read, read, read, "none"]);
    }

    #[test]
    fn the_file_ends_with_the_fence() {
        let read = r"a: 1\n|";
        assert_eq!(cuts("---\na: 1\n---"), [read, read, read, read, "none"]);
    }

    #[test]
    fn four_dashes() {
        assert_eq!(cuts("----\na: 1\n----\n"), vec!["none"; 5]);
    }

    #[test]
    fn the_first_two_fences_anywhere() {
        assert_eq!(cut("goose", "Text\n---\na: |\n  1\n---\nBody"), r"a: |\n  1|Body");
        assert_eq!(cut("goose", "---a: 1 --- b"), "a: 1|b");
    }

    #[test]
    fn blank_lines_before_the_opening() {
        assert_eq!(cut("crush", "\u{feff}\n  \n ---\na: 1\n ---\nBody"), r"a: 1|Body");
        assert_eq!(cut("crush", "Text\n---\na: 1\n---\n"), "none");
    }

    #[test]
    fn other_line_ends() {
        let both = |text: &str| ["qwen-code", "kimi-cli"].map(|host| cut(host, text));
        assert_eq!(both("---\ra: 1\r---\rBody"), [r"a: 1\r|Body"; 2]);
        assert_eq!(both("---\u{2028}a: 1\u{2028}---\u{c}Body"), ["none", r"a: 1\u{2028}|Body"]);
        assert_eq!(both(" ---\na: 1\n --- \nBody"), ["none", r"a: 1\n|Body"]);
    }

    #[test]
    fn nothing_between_the_fences() {
        let both = |text: &str| ["qwen-code", "kimi-cli"].map(|host| cut(host, text));
        assert_eq!(both("---\n---\nBody\n---\n"), [r"---\nBody\n|", r"|Body\n---\n"]);
    }
}
