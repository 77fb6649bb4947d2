//! The known word that was probably meant.

/// The end of a sentence about a word that is not known: the one of `known` that was probably meant, if there is one.
pub(super) fn did_you_mean(word: &str, known: &[&str]) -> String {
    let near = known
        .iter()
        .map(|candidate| (strsim::osa_distance(word, candidate), *candidate))
        .filter(|(distance, candidate)| *distance <= 2.max(candidate.len() / 4));
    near.min().map(|(_, guess)| format!(": did you mean `{guess}`?")).unwrap_or_default()
}
