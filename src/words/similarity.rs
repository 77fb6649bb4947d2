//! Near misses: which of several words the author may have meant.

/// The one candidate that stands clearly nearest to `word`, and how many typing mistakes lie between. At most
/// `most` of them; `None` when two are equally near. A word that is itself a candidate is nobody's near miss.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Option<(&'a str, usize)> {
    let length = word.chars().count();
    let mut best: Option<(&'a str, usize)> = None;
    let mut tied = false;
    for candidate in candidates {
        if candidate == word {
            return None;
        }
        if candidate.chars().count().abs_diff(length) > most {
            continue;
        }
        let distance = strsim::osa_distance(word, candidate);
        match best {
            _ if distance > most => {}
            Some((known, least)) if distance > least || known == candidate => {}
            Some((_, least)) => {
                tied = distance == least;
                best = Some((candidate, distance));
            }
            None => best = Some((candidate, distance)),
        }
    }
    best.filter(|_| !tied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stands_clearly_nearest() {
        assert_eq!(nearest("deplyo", ["deploy", "depend"], 2), Some(("deploy", 1)));
        assert_eq!(nearest("deplyo", ["deploy", "deploy"], 2), Some(("deploy", 1)), "the same word twice is one");
    }

    #[test]
    fn none_does() {
        assert_eq!(nearest("reed", ["read", "reef"], 2), None, "two are equally near");
        assert_eq!(nearest("deploy", ["deploi", "deploy"], 2), None, "it is known");
        assert_eq!(nearest("other", ["deploy"], 2), None);
    }
}
