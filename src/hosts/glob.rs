//! Patterns with `*` and `?`, as host data and host settings write them.

/// Whether a pattern with `*` and `?` matches a whole name.
pub fn glob_matches(pattern: &str, name: &str) -> bool {
    let signs: Vec<char> = pattern.chars().collect();
    star_matches(&signs, name, |sign| *sign == '*', |wanted, sign| *wanted == '?' || *wanted == sign)
}

/// Whether the pieces of a pattern match a whole name: a star takes any signs, every other piece takes one.
pub fn star_matches<T>(
    pieces: &[T],
    name: &str,
    is_star: impl Fn(&T) -> bool,
    takes: impl Fn(&T, char) -> bool,
) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut at, mut against) = (0, 0);
    // The last star, and how far the name was when it was met.
    let mut star: Option<(usize, usize)> = None;
    while let Some(sign) = name.get(against) {
        match pieces.get(at) {
            Some(piece) if is_star(piece) => {
                star = Some((at, against));
                at += 1;
            }
            Some(piece) if takes(piece, *sign) => {
                at += 1;
                against += 1;
            }
            _ => match star {
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
