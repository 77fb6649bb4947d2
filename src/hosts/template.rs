//! A template such as `- {label}: {text}`, filled.

/// What is filled in an entry of a listing.
pub const ENTRY_KEYS: [&str; 11] =
    ["id", "name", "label", "text", "description", "when", "path", "folder", "source", "files", "body"];
/// What is filled before and behind the entries.
pub const FRAME_KEYS: [&str; 2] = ["count", "roots"];
/// What is filled in the text of a skill that is loaded.
pub const LOADING_KEYS: [&str; 9] =
    ["body", "file", "id", "name", "description", "folder", "path", "arguments", "files"];

/// The words in braces of a template that nothing is filled in for, `{word}` and `{?word:…}`.
pub fn strange_keys<'a>(template: &'a str, known: &[&str]) -> Vec<&'a str> {
    let opened = template.split('{').skip(1).filter_map(|part| {
        let part = part.strip_prefix('?').unwrap_or(part);
        let end = part.find(['}', ':'])?;
        part.get(..end)
    });
    let is_key = |word: &&str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_lowercase() || it == b'_');
    opened.filter(is_key).filter(|word| !known.contains(word)).collect()
}

/// A part of a filled template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled<'a> {
    /// The key whose value it is; `None` for what the template says itself.
    pub key: Option<&'a str>,
    /// Its text.
    pub text: String,
}

/// The template with every `{key}` replaced by what `value` gives for it; an unknown key stays as it is written.
/// A part in `{?key:…}` is printed only when the value is not empty.
pub fn fill(template: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    pieces(template, value).into_iter().map(|piece| piece.text).collect()
}

/// The same, part by part.
pub fn pieces<'a>(template: &'a str, value: &dyn Fn(&str) -> Option<String>) -> Vec<Filled<'a>> {
    let mut filled = Vec::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        filled.push(Filled { key: None, text: rest.get(..open).unwrap_or_default().to_owned() });
        let inside = rest.get(open + 1..).unwrap_or_default();
        let (pieces, after) = match optional(inside, value).or_else(|| plain(inside, value)) {
            Some(found) => found,
            None => (vec![Filled { key: None, text: "{".to_owned() }], inside),
        };
        filled.extend(pieces);
        rest = after;
    }
    filled.push(Filled { key: None, text: rest.to_owned() });
    filled.retain(|piece| piece.key.is_some() || !piece.text.is_empty());
    filled
}

fn plain<'a>(inside: &'a str, value: &dyn Fn(&str) -> Option<String>) -> Option<(Vec<Filled<'a>>, &'a str)> {
    let (key, after) = inside.split_once('}')?;
    Some((vec![Filled { key: Some(key), text: value(key)? }], after))
}

fn optional<'a>(inside: &'a str, value: &dyn Fn(&str) -> Option<String>) -> Option<(Vec<Filled<'a>>, &'a str)> {
    let (key, part) = inside.strip_prefix('?')?.split_once(':')?;
    let wanted = !value(key)?.is_empty();
    let (part, after) = part.split_at_checked(closing(part)?)?;
    Some((if wanted { pieces(part, value) } else { Vec::new() }, after.strip_prefix('}')?))
}

/// Where the brace stands that closes a part that was opened before it.
fn closing(part: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, character) in part.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::fill;

    fn filled(template: &str) -> String {
        fill(template, &|key| match key {
            "name" => Some("pdf".to_owned()),
            "files" => Some(String::new()),
            _ => None,
        })
    }

    #[test]
    fn known_keys_are_replaced_and_others_stay() {
        assert_eq!(filled("- {name}: {what} {"), "- pdf: {what} {");
    }

    #[test]
    fn a_value_is_not_filled_again() {
        assert_eq!(fill("{a}", &|_| Some("{a}".to_owned())), "{a}");
    }

    #[test]
    fn a_part_disappears_with_its_value() {
        assert_eq!(filled("{?name:<{name}>}{?files: files: {files}}!"), "<pdf>!");
        assert_eq!(filled("{?name:open"), "{?name:open");
    }
}
