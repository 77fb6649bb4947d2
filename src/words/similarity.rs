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
        let Some(distance) = distance_within(word, candidate, most) else { continue };
        match best {
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

/// How many typing mistakes lie between two words, when there are at most so many.
fn distance_within(left: &str, right: &str, most: usize) -> Option<usize> {
    // A mistake changes at most one letter for another, so that most words are told apart by their letters alone.
    let mut letters = [0_i32; 64];
    for (word, count) in [(left, 1), (right, -1)] {
        for byte in word.bytes() {
            if let Some(letter) = letters.get_mut(usize::from(byte % 64)) {
                *letter += count;
            }
        }
    }
    let [more, fewer] = [1, -1].map(|sign| letters.iter().map(|count| (count * sign).max(0)).sum::<i32>());
    let is_far = left.is_ascii() && right.is_ascii() && more.max(fewer) as usize > most;
    if is_far { None } else { Some(strsim::osa_distance(left, right)).filter(|distance| *distance <= most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_alone_never_say_too_much() {
        let words = ["", "a", "deploy", "deplyo", "dploy", "deploys", "reploy", "yolped", "漢字", "漢"];
        for (left, right) in words.iter().flat_map(|left| words.map(|right| (*left, right))) {
            let whole = strsim::osa_distance(left, right);
            for most in 0..4 {
                assert_eq!(distance_within(left, right, most), (whole <= most).then_some(whole), "{left} {right}");
            }
        }
    }

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
