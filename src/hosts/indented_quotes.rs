//! Text in quotes that goes on left of its key or behind a tab, which YAML refuses and libyaml takes.

/// The block with such lines moved to the right of the key, so that YAML takes them too; `None` when there are none.
/// White space at the beginning of a line inside quotes counts for nothing, so that every value stays what it is.
pub fn indented_quotes(block: &str) -> Option<String> {
    let mut text = String::with_capacity(block.len() + 64);
    let (mut open, mut has_changed): (Option<Open>, bool) = (None, false);
    for line in block.split_inclusive('\n') {
        let Some(Open { quote, column }) = open else {
            text.push_str(line);
            open = opened(line);
            continue;
        };
        let rest = line.trim_start_matches([' ', '\t']);
        let indentation = line.strip_suffix(rest).unwrap_or_default();
        let is_blank = rest.trim().is_empty();
        let is_left = indentation.contains('\t') || indentation.len() <= column && !is_blank;
        has_changed |= is_left;
        if is_left && !is_blank {
            text.extend(std::iter::repeat_n(' ', column + 1));
        }
        text.push_str(if is_left { rest } else { line });
        open = open.filter(|_| !closes(quote, rest));
    }
    has_changed.then_some(text)
}

/// Quotes that are not closed in their line.
struct Open {
    quote: char,
    /// Where the key stands, or the value if there is none.
    column: usize,
}

fn opened(line: &str) -> Option<Open> {
    let mut rest = line.trim_start_matches(' ');
    while let Some(item) = rest.strip_prefix("- ") {
        rest = item.trim_start_matches(' ');
    }
    let column = line.len() - rest.len();
    let value = if rest.starts_with(['"', '\'']) { rest } else { rest.split_once(": ")?.1.trim_start_matches(' ') };
    let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    (!closes(quote, value.get(1..)?)).then_some(Open { quote, column })
}

/// Whether text in quotes ends in a line.
fn closes(quote: char, line: &str) -> bool {
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign == '\\' && quote == '"' {
            signs.next();
        } else if sign == quote && (quote == '"' || signs.next_if_eq(&'\'').is_none()) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::indented_quotes;

    #[test]
    fn lines_are_moved_to_the_right_of_their_key() {
        for (block, expected) in [
            ("a:\n    b: \"text\nzero\"\n", "a:\n    b: \"text\n     zero\"\n"),
            ("a:\n  - 'it''s\n\n x'\n  - z\n", "a:\n  - 'it''s\n\n     x'\n  - z\n"),
            ("a: \"b\n\tc\n\t\nd\"\n", "a: \"b\n c\n\n d\"\n"),
            ("a:\n  b: \"x \\\" y\r\n z\" # c\n  c: \"d\ne\"", "a:\n  b: \"x \\\" y\r\n   z\" # c\n  c: \"d\n   e\""),
        ] {
            assert_eq!(indented_quotes(block).as_deref(), Some(expected), "{block:?}");
        }
    }

    #[test]
    fn other_blocks_stay_as_they_are() {
        for block in ["a: \"b\"\nc: d\n", "a: \"b\n  c\"\n", "a: it's\nb: c\n", "", "\"", "- ", "a: 'b''\n"] {
            assert_eq!(indented_quotes(block), None, "{block:?}");
        }
    }
}
