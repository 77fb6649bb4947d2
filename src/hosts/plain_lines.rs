//! A reader of fields that knows lines and no YAML: what some hosts fall back to when YAML fails.

use super::repair::double_quoted;

/// The fields of a block, read line by line: `key: value`, items in lines that begin with two spaces and a dash, and
/// one level of indented keys below a key without a value. A later key takes the place of an earlier one. Given back
/// as YAML that says the same.
pub(super) fn plain_lines(block: &str) -> String {
    let mut reader = LineReader::default();
    let lines: Vec<&str> = block
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#'))
        .collect();
    for (index, line) in lines.iter().enumerate() {
        reader.take(line, lines.get(index + 1).copied().unwrap_or_default());
    }
    reader.end_list();
    reader.end_mapping();
    let mut yaml = String::new();
    for (key, value) in &reader.fields {
        yaml.push_str(&format!("{}: {value}\n", double_quoted(key)));
    }
    yaml
}

const ITEM: &str = "  - ";
const INDENT: &str = "  ";

/// What has been read so far. Values are YAML already.
#[derive(Default)]
struct LineReader {
    fields: Vec<(String, String)>,
    /// The last key without a value: items belong to it, however late they come.
    key: String,
    items: Option<Vec<String>>,
    /// The key whose indented keys are being read, and those.
    mapping: Option<(String, Vec<(String, String)>)>,
}

impl LineReader {
    fn take(&mut self, line: &str, next: &str) {
        if let Some(item) = line.strip_prefix(ITEM) {
            self.items.get_or_insert_default().push(value(item.trim()));
            return;
        }
        self.end_list();
        if line.starts_with(INDENT)
            && let Some((_, inner)) = &mut self.mapping
        {
            let (key, rest) = line.trim().split_once(':').unwrap_or((line.trim(), ""));
            put(inner, key.trim(), value(rest.trim()));
            return;
        }
        self.end_mapping();
        let Some((key, rest)) = line.split_once(':') else { return };
        let (key, rest) = (key.trim(), rest.trim());
        if !rest.is_empty() {
            put(&mut self.fields, key, value(rest));
        } else if next.starts_with(INDENT) && !next.starts_with(ITEM) {
            self.key.clear();
            self.mapping = Some((key.to_owned(), Vec::new()));
        } else {
            key.clone_into(&mut self.key);
        }
    }

    fn end_list(&mut self) {
        if let Some(items) = self.items.take() {
            let key = std::mem::take(&mut self.key);
            put(&mut self.fields, &key, format!("[{}]", items.join(", ")));
        }
    }

    fn end_mapping(&mut self) {
        if let Some((key, inner)) = self.mapping.take() {
            let inner: Vec<String> =
                inner.iter().map(|(key, value)| format!("{}: {value}", double_quoted(key))).collect();
            put(&mut self.fields, &key, format!("{{{}}}", inner.join(", ")));
        }
    }
}

fn put(fields: &mut Vec<(String, String)>, key: &str, value: String) {
    match fields.iter_mut().find(|(known, _)| known == key) {
        Some((_, known)) => *known = value,
        None => fields.push((key.to_owned(), value)),
    }
}

/// A value as YAML: the words of JSON and numbers stay what they are, double quotes are taken away, all else is text
/// as it stands.
fn value(text: &str) -> String {
    if matches!(text, "true" | "false" | "null") {
        return text.to_owned();
    }
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    if let Some(inside) = inside {
        return double_quoted(&inside.replace("\\\"", "\"").replace("\\\\", "\\"));
    }
    number(text).unwrap_or_else(|| double_quoted(text))
}

/// A number in the spelling of YAML, when JavaScript takes the text for one.
fn number(text: &str) -> Option<String> {
    let radix = |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(|number| number.to_string());
    let unsigned = |digits: &str| !digits.starts_with(['+', '-']);
    let prefixed = [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)];
    for (prefix, base) in prefixed {
        if let Some(digits) = text.strip_prefix(prefix) {
            return radix(digits, base).filter(|_| unsigned(digits));
        }
    }
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte))
        && text.bytes().any(|byte| byte.is_ascii_digit());
    let number: f64 = text.parse().ok().filter(|_| is_number)?;
    number.is_finite().then(|| format!("{number:?}"))
}

#[cfg(test)]
mod tests {
    use super::plain_lines;

    #[test]
    fn what_each_line_says() {
        for (block, expected) in [
            ("a: b: c\n", "\"a\": \"b: c\"\n"),
            ("a: [b\n", "\"a\": \"[b\"\n"),
            ("a: 'b'\n", "\"a\": \"'b'\"\n"),
            ("a: \"b \\\"c\\\" \\\\\" \n", "\"a\": \"b \\\"c\\\" \\\\\"\n"),
            ("a: \"\n", "\"a\": \"\\\"\"\n"),
            ("a: true\nb: null\n", "\"a\": true\n\"b\": null\n"),
            ("a: 1.50\nb: 0x10\nc: 1e3\nd: Infinity\n", "\"a\": 1.5\n\"b\": 16\n\"c\": 1000.0\n\"d\": \"Infinity\"\n"),
            ("a: 1\na: 2\n", "\"a\": 2.0\n"),
            ("# c\n\na: b # c\r\n", "\"a\": \"b # c\"\n"),
            ("a\n", ""),
            ("  a: b\n", "\"a\": \"b\"\n"),
            ("a:\nb: c\n", "\"b\": \"c\"\n"),
        ] {
            assert_eq!(plain_lines(block), expected, "{block:?}");
        }
    }

    #[test]
    fn items_belong_to_the_last_key_without_a_value() {
        assert_eq!(plain_lines("a:\n  - b: c\n  - 2\nd: e"), "\"a\": [\"b: c\", 2.0]\n\"d\": \"e\"\n");
        assert_eq!(plain_lines("a:\nb: c\n  - d\n"), "\"b\": \"c\"\n\"a\": [\"d\"]\n");
        assert_eq!(plain_lines("a: |\n  - b\n"), "\"a\": \"|\"\n\"\": [\"b\"]\n");
    }

    #[test]
    fn keys_below_a_key() {
        assert_eq!(plain_lines("a:\n  b: c: d\n  e\nf: g\n"), "\"a\": {\"b\": \"c: d\", \"e\": \"\"}\n\"f\": \"g\"\n");
        assert_eq!(plain_lines("a: >\n  b: c\n"), "\"a\": \">\"\n\"b\": \"c\"\n");
    }
}
