//! Patterns with `*` and `?`, as host data and host settings write them.

/// Whether a pattern with `*` and `?` matches a whole name.
pub fn glob_matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut against) = (0, 0);
    // The last star, and how far the name was when it was met.
    let mut star: Option<(usize, usize)> = None;
    while against < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, against));
                at += 1;
            }
            Some(wanted) if *wanted == '?' || name.get(against) == Some(wanted) => {
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
    pattern.iter().skip(at).all(|it| *it == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        assert!(glob_matches("a*c?", "abbcd") && !glob_matches("a*c", "abcd") && glob_matches("*", ""));
    }
}
