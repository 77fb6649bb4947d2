//! What a plain scalar means: null, a boolean, a number or text, by YAML 1.2 or 1.1.

use crate::document::yaml::{Resolved, Schema};

/// What `text`, written without quotes, means under `schema`.
pub(crate) fn resolve_plain(text: &str, schema: Schema) -> Resolved {
    if schema == Schema::Texts {
        return Resolved::Text;
    }
    if matches!(text, "" | "~" | "null" | "Null" | "NULL") {
        return Resolved::Null;
    }
    if let Some(value) = boolean(text, schema) {
        return Resolved::Bool(value);
    }
    // Nothing but these starts a number; most text ends here.
    if !text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.')) {
        return Resolved::Text;
    }
    let number = match schema {
        Schema::Core => number(text),
        Schema::Serde => number_of_serde(text),
        Schema::Yaml11 => number_of_yaml11(text),
        Schema::CoreWords => number_of_js_yaml(text),
        Schema::Texts => None,
    };
    number.map_or(Resolved::Text, Resolved::Number)
}

/// Whether a number is written without a fraction and an exponent.
pub(crate) fn is_whole(number: &str) -> bool {
    let digits = number.trim_start_matches(['+', '-']);
    !number.contains('.') && (digits.starts_with("0x") || !digits.contains(['e', 'E']))
}

fn boolean(text: &str, schema: Schema) -> Option<bool> {
    match (text, schema) {
        ("true" | "True" | "TRUE", _) => Some(true),
        ("false" | "False" | "FALSE", _) => Some(false),
        // YAML 1.1 has `y` and `n` too, but no parser in use follows it there.
        ("yes" | "Yes" | "YES" | "on" | "On" | "ON", Schema::Yaml11) => Some(true),
        ("no" | "No" | "NO" | "off" | "Off" | "OFF", Schema::Yaml11) => Some(false),
        _ => None,
    }
}

/// The number of YAML 1.2's core schema (<https://yaml.org/spec/1.2.2/#1032-tag-resolution>).
fn number(text: &str) -> Option<f64> {
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some(f64::NAN);
    }
    let (sign, rest) = signed(text);
    if matches!(rest, ".inf" | ".Inf" | ".INF") {
        return Some(sign * f64::INFINITY);
    }
    decimal(rest).map(|value| sign * value)
}

fn number_of_serde(text: &str) -> Option<f64> {
    let (sign, rest) = signed(text);
    if let Some(binary) = rest.strip_prefix("0b") {
        return radix(binary, 2).map(|value| sign * value);
    }
    let has_leading_zero = rest.len() > 1 && rest.starts_with('0') && rest.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = rest.starts_with('.') && rest.ends_with(|last: char| last.is_ascii_alphabetic());
    number(text).filter(|value| !has_leading_zero && (is_word || value.is_finite()))
}

/// The numbers of YAML 1.1 as js-yaml 3 reads them: an exponent needs neither dot nor sign, no number ends with `_`, and
/// `0` begins no other decimal.
fn number_of_js_yaml(text: &str) -> Option<f64> {
    let (sign, rest) = signed(text);
    let is_padded =
        rest.starts_with('0') && rest.as_bytes().get(1).is_some_and(|it| it.is_ascii_digit() || *it == b'_');
    if text.ends_with('_') || is_padded && rest.contains('.') {
        return None;
    }
    let has_radix = rest.starts_with("0b") || rest.starts_with("0x");
    if has_radix || !rest.contains(['e', 'E']) {
        return number_of_yaml11(text);
    }
    let digits = rest.replace('_', "");
    let is_decimal = rest.starts_with(|first: char| first.is_ascii_digit() || first == '.' && rest.len() == text.len());
    decimal(&digits).filter(|_| is_decimal && !is_padded).map(|value| sign * value)
}

/// YAML 1.1 besides: underscores, `0b101`, octal `017`, base 60 `190:20:30`.
fn number_of_yaml11(text: &str) -> Option<f64> {
    let (sign, rest) = signed(text);
    let digits = rest.replace('_', "");
    let digits = digits.as_str();
    let is_signed_fraction = rest.len() < text.len()
        && rest.strip_prefix('.').is_some_and(|it| it.starts_with(|first: char| first.is_ascii_digit()));
    if is_signed_fraction || !rest.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    if let Some(binary) = digits.strip_prefix("0b") {
        return radix(binary, 2).map(|value| sign * value);
    }
    if let Some(hexadecimal) = digits.strip_prefix("0x") {
        return radix(hexadecimal, 16).map(|value| sign * value);
    }
    if let Some(octal) = digits.strip_prefix('0')
        && !octal.is_empty()
        && octal.bytes().all(|byte| byte.is_ascii_digit())
    {
        return radix(octal, 8).map(|value| sign * value);
    }
    if digits.contains(':') {
        return base_60(digits).map(|value| sign * value);
    }
    if digits.starts_with("0o") {
        return None;
    }
    // An exponent needs a dot before it and a sign in it.
    let is_text = digits.find(['e', 'E']).is_some_and(|at| {
        let (before, after) = digits.split_at(at);
        !before.contains('.') || !after.get(1..).is_some_and(|rest| rest.starts_with(['+', '-']))
    });
    if is_text {
        return None;
    }
    number(digits).map(|value| sign * value)
}

fn signed(text: &str) -> (f64, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn radix(digits: &str, radix: u32) -> Option<f64> {
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0.0, |value, digit| Some(value * f64::from(radix) + f64::from(digit.to_digit(radix)?)))
}

/// `[0-9]+`, `[0-9]*.[0-9]+`, `[0-9]+.`, each with an optional exponent. Rust would also take `inf` and `nan`.
fn decimal(text: &str) -> Option<f64> {
    let has_digit = text.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
        || text.strip_prefix('.').is_some_and(|rest| rest.bytes().next().is_some_and(|byte| byte.is_ascii_digit()));
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    if has_digit && is_number { text.parse().ok() } else { None }
}

fn base_60(text: &str) -> Option<f64> {
    let mut parts = text.split(':');
    let first = decimal(parts.next()?)?;
    parts.try_fold(first, |value, part| {
        let part_value = decimal(part).filter(|it| *it < 60.0)?;
        Some(value * 60.0 + part_value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, core: &str, yaml11: &str) {
        let words = |schema| match resolve_plain(text, schema) {
            Resolved::Null => "null".to_owned(),
            Resolved::Bool(value) => value.to_string(),
            Resolved::Number(value) => value.to_string(),
            Resolved::Text => "text".to_owned(),
        };
        assert_eq!((words(Schema::Core), words(Schema::Yaml11)), (core.to_owned(), yaml11.to_owned()), "{text}");
    }

    #[test]
    fn numbers_of_serde() {
        let is_number = |text: &&str| matches!(resolve_plain(text, Schema::Serde), Resolved::Number(_));
        let texts = ["017", "00", "0b11", "1e999", ".inf", "0x1f", "0", "-1.5", "0b2", "1_000"];
        let numbers: Vec<&str> = texts.into_iter().filter(is_number).collect();
        assert_eq!(numbers, ["0b11", ".inf", "0x1f", "0", "-1.5"]);
    }

    #[test]
    fn numbers_of_js_yaml() {
        let is_number = |text: &&str| matches!(resolve_plain(text, Schema::CoreWords), Resolved::Number(_));
        let texts =
            ["1e5", "1.e5", "1.0E-5", "1e400", "1_0", "017", "0x1f", "12:30", ".5", ".5e3", "+.5", "09.5", "1_", "08"];
        let numbers: Vec<&str> = texts.into_iter().filter(is_number).collect();
        assert_eq!(numbers, ["1e5", "1.e5", "1.0E-5", "1e400", "1_0", "017", "0x1f", "12:30", ".5", ".5e3"]);
    }

    #[test]
    fn words_and_numbers() {
        check("~", "null", "null");
        check("", "null", "null");
        check("nil", "text", "text");
        check("True", "true", "true");
        check("tRUE", "text", "text");
        check("yes", "text", "true");
        check("Off", "text", "false");
        check("y", "text", "text");
        check("1.10", "1.1", "1.1");
        check("1.", "1", "1");
        check("-.5e3", "-500", "text");
        check("-1.5e+3", "-1500", "-1500");
        check("+.5", "0.5", "text");
        check("0x1F", "31", "31");
        check("0o17", "15", "text");
        check("017", "17", "15");
        check("1_000", "text", "1000");
        check("1:30", "text", "90");
        check("0b11", "text", "3");
        check("-.inf", "-inf", "-inf");
        check(".NaN", "NaN", "NaN");
        check("inf", "text", "text");
        check("1.2.3", "text", "text");
        check("2024-01-02", "text", "text");
        check("-", "text", "text");
        check(".", "text", "text");
        check("1e", "text", "text");
    }
}
