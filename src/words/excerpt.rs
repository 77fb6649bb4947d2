//! Text of the author inside a message: one line, in backticks, not too long.

/// The longest excerpt in characters.
const LONGEST: usize = 40;

/// The text in backticks, white space joined, cut after some forty characters.
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown = String::new();
    let mut count = 0;
    for (index, word) in text.split_whitespace().enumerate() {
        if index > 0 {
            shown.push(' ');
            count += 1;
        }
        for character in word.chars() {
            if count >= LONGEST {
                shown.push('…');
                return ticked(&shown);
            }
            shown.push(character);
            count += 1;
        }
    }
    ticked(&shown)
}

/// The text in backticks, as Markdown writes them when the text holds some itself.
fn ticked(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(excerpt("a\n  b"), "`a b`");
        assert_eq!(excerpt(&"é".repeat(300)), format!("`{}…`", "é".repeat(40)));
        assert_eq!(excerpt("a `b`"), "`` a `b` ``");
    }
}
