//! What a sign behind a backslash stands for in double quotes.

/// The sign that is meant, where one sign says it; any other stands for itself.
pub fn escaped_sign(sign: char) -> char {
    match sign {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        other => other,
    }
}
