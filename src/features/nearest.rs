//! Did you mean: the known word that is nearest to a wrong one.

use crate::config::Config;

/// The nearest of `known`, when one is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
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

/// The end of a sentence about a wrong word: a guess, or the command that lists the right ones.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, command: &str) -> String {
    match nearest(word, known) {
        Some(guess) => format!(": did you mean `{guess}`?"),
        None => format!(": `skill-lsp {command}` lists them"),
    }
}

/// Whether there is such a host; an error that names the known ones otherwise.
pub fn known_host(config: &Config, id: &str) -> Result<(), String> {
    if config.known_hosts.get(id).is_some() {
        return Ok(());
    }
    let known: Vec<&str> = config.known_hosts.iter().map(|host| host.id.as_str()).collect();
    let guess = did_you_mean(id, known.iter().copied(), "hosts");
    Err(format!("there is no host `{id}`{guess}; known are {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_nonsense_is_not() {
        let known = ["claude-code", "codex", "opencode"];
        assert_eq!(nearest("claude", known), Some("claude-code"));
        assert_eq!(nearest("Codxe", known), Some("codex"));
        assert_eq!(nearest("emacs", known), None);
    }
}
