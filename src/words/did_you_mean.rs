//! Did you mean: the known word that is nearest to a wrong one.

/// The nearest of `known`, when one is near enough to be meant.
pub(crate) fn likely<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|it| (strsim::damerau_levenshtein(&lower, &it.to_lowercase()), it))
        .filter(|(distance, it)| {
            *distance <= 1 + it.chars().count().min(word.chars().count()) / 4
                || (lower.len() > 2 && it.starts_with(&lower))
        })
        .min()
        .map(|(_, it)| it)
}

/// The end of a sentence about a wrong word: what may be meant, when there is something.
pub(crate) fn guessed(guess: Option<impl std::fmt::Display>) -> String {
    guess.map(|guess| format!(": did you mean `{guess}`?")).unwrap_or_default()
}

/// The end of a sentence about a wrong word: a guess, or the command that lists the right ones.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, command: &str) -> String {
    match likely(word, known) {
        Some(guess) => format!(": did you mean `{guess}`?"),
        None => format!(": `skill-lsp {command}` lists them"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_nonsense_is_not() {
        let known = ["claude-code", "codex", "opencode"];
        assert_eq!(likely("claude", known), Some("claude-code"));
        assert_eq!(likely("Codxe", known), Some("codex"));
        assert_eq!(likely("emacs", known), None);
    }
}
