//! Patterns with `*` and `?`, as host data and host settings write them.

/// Whether a pattern with `*` and `?` matches a whole name.
pub fn glob_matches(pattern: &str, name: &str) -> bool {
    star_matches(&signs(pattern), &signs(name), |sign| *sign == '*', |want, sign| "?*".contains(*want) || want == sign)
}

/// The signs of a text.
pub fn signs(text: &str) -> Vec<char> {
    text.chars().collect()
}

/// Whether the pieces of a pattern match all of something: a star takes any number of what it `takes`, every other
/// piece takes one.
pub fn star_matches<T, U>(
    pieces: &[T],
    whole: &[U],
    is_star: impl Fn(&T) -> bool,
    takes: impl Fn(&T, &U) -> bool,
) -> bool {
    let (mut at, mut against) = (0, 0);
    // The last star, and how far the whole was when it was met.
    let mut star: Option<(usize, usize)> = None;
    while let Some(part) = whole.get(against) {
        match pieces.get(at) {
            Some(piece) if is_star(piece) => {
                star = Some((at, against));
                at += 1;
            }
            Some(piece) if takes(piece, part) => {
                at += 1;
                against += 1;
            }
            // What a star does not take, none before it can reach over.
            _ => match star.filter(|(place, taken)| {
                pieces.get(*place).zip(whole.get(*taken)).is_some_and(|(star, part)| takes(star, part))
            }) {
                Some((place, taken)) => {
                    star = Some((place, taken + 1));
                    at = place + 1;
                    against = taken + 1;
                }
                None => return false,
            },
        }
    }
    pieces.iter().skip(at).all(is_star)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        assert!(glob_matches("a*c?", "abbcd") && !glob_matches("a*c", "abcd") && glob_matches("*", ""));
    }
}
