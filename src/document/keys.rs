//! What a line with a key looks like, for text that may not be YAML at all.

/// Fields that make a line a frontmatter line beyond doubt. Hosts know many more; these carry the guesses.
const COMMON: [&str; 22] = [
    "name",
    "description",
    "license",
    "version",
    "author",
    "metadata",
    "compatibility",
    "allowed-tools",
    "allowed_tools",
    "allowedTools",
    "disallowed-tools",
    "argument-hint",
    "arguments",
    "disable-model-invocation",
    "user-invocable",
    "when_to_use",
    "model",
    "context",
    "agent",
    "tags",
    "category",
    "tools",
];

/// Whether `word` is a field that skills commonly have.
pub(crate) fn is_common(word: &str) -> bool {
    COMMON.contains(&word)
}

/// The key of a line like `key: value` or `key:` that starts with a single plain word.
pub(crate) fn key_of(line: &str) -> Option<&str> {
    let colon = line.find(':')?;
    let (key, rest) = (line.get(..colon)?, line.get(colon + 1..)?);
    let is_word = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && key.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.'));
    (is_word && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(key)
}
