//! The names of packages and marketplaces, and of what a package depends on.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value as Json;

use crate::settings::Node;

/// What is wrong with the name of a package; a host that finds this does not load it.
pub(super) fn wrong_in_name(node: &Node) -> Option<String> {
    let name = node.text()?;
    if name.is_empty() {
        return Some("is empty".to_owned());
    }
    if name.contains(' ') {
        return Some(format!("is `{name}`, and a name may not hold spaces"));
    }
    name.contains(is_hidden).then(|| "holds a character that cannot be seen".to_owned())
}

/// The same for a marketplace.
pub(super) fn wrong_in_market_name(node: &Node) -> Option<String> {
    let name = node.text()?;
    let is_path = name == "." || name.contains("..") || name.contains(['/', '\\']);
    wrong_in_name(node).or_else(|| is_path.then(|| format!("is `{name}`, and a name may not be a path")))
}

fn is_hidden(sign: char) -> bool {
    sign.is_control() || matches!(sign, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a package that comes from no marketplace may have this name.
pub fn is_plain_name(name: &str) -> bool {
    static ODD: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"[@:\s/\\\p{C}\x{2028}\x{2029}\x{2800}\p{Default_Ignorable_Code_Point}]").ok());
    !name.is_empty() && ODD.as_ref().is_none_or(|odd| !odd.is_match(name))
}

/// Whether a name can stand in `package@marketplace`.
pub(super) fn is_id_part(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphanumeric())
        && word.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '.' | '_'))
}

/// Whether a name consists of lowercase words with hyphens between them.
pub(super) fn is_kebab(name: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit());
    name.split('-').all(is_word)
}

/// The package that an entry of `dependencies` means: a name, or `name@marketplace`.
pub fn dependency(value: &Json) -> Option<String> {
    if let Some(written) = value.as_str() {
        // A range of versions may follow.
        let whole = written.split_once("@^").filter(|(_, range)| !range.contains('@'));
        let whole = whole.map_or(written, |(whole, _)| whole);
        let is_one = match whole.split_once('@') {
            Some((name, market)) => is_id_part(name) && is_id_part(market),
            None => is_id_part(whole),
        };
        return is_one.then(|| whole.to_owned());
    }
    let name = value.get("name")?.as_str().filter(|name| is_id_part(name))?;
    match value.get("marketplace") {
        None => Some(name.to_owned()),
        Some(market) => Some(format!("{name}@{}", market.as_str().filter(|market| is_id_part(market))?)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_and_dependencies() {
        assert_eq!(
            ["kit", "ünï", "a+b", "a:b", "a/b", "a\u{200B}b"].map(is_plain_name),
            [true, true, true, false, false, false]
        );
        assert_eq!(["kit", "a-1", "a--b", "-a", "A"].map(is_kebab), [true, true, false, false, false]);
        let shown = |value: Json| dependency(&value).unwrap_or_default();
        assert_eq!(shown(json!("kit@^1.0")), "kit");
        assert_eq!(shown(json!("kit@shop@^1.0")), "kit@shop");
        assert_eq!(shown(json!({"name": "kit", "marketplace": "shop"})), "kit@shop");
        assert_eq!(shown(json!("two words")), "");
    }
}
