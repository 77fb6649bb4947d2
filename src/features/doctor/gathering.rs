//! Lines that say the same of several skills become one.

use super::Line;

/// The lines by what they matter, those with the same cause and the same words as one.
pub(super) fn gathered(lines: Vec<Line>) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for line in lines {
        let same = |known: &&mut Line| {
            let (one, other) = (&known.words, &line.words);
            known.cause == line.cause && one == other && known.listed == line.listed && !line.skills.is_empty()
        };
        match all.iter_mut().find(same) {
            Some(known) => {
                let is_new = !known.skills.iter().any(|skill| line.skills.contains(skill));
                known.skills.extend(line.skills.into_iter().filter(|_| is_new));
                known.places.extend(line.places);
                // One command for all of them, where it is the same one.
                match known.next_for_many == line.next_for_many {
                    true if line.next_for_many.is_some() => known.next = line.next_for_many,
                    _ => known.next_for_many = None,
                }
            }
            None => all.push(line),
        }
    }
    all.sort_by_key(|line| line.cause);
    all
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Cause;
    use super::*;

    #[test]
    fn what_is_said_twice_is_said_once_and_the_worst_comes_first() {
        let line = |cause, skill: &str, words: &str| Line::new(cause, skill, Path::new(skill), words);
        let lines = vec![
            line(Cause::NoRoom, "a", "no room").next("one".to_owned()).for_many("many".to_owned()),
            line(Cause::NoRoom, "b", "no room").for_many("many".to_owned()),
            line(Cause::Shadowed, "c", "beaten"),
            line(Cause::Hidden, "d", "hidden").next("one".to_owned()).for_many("these".to_owned()),
            line(Cause::Hidden, "e", "hidden").for_many("those".to_owned()),
        ];
        let told: Vec<String> = gathered(lines)
            .iter()
            .map(|line| format!("{} {} {:?}", line.skills.join(","), line.words, line.next))
            .collect();
        assert_eq!(told, ["c beaten None", "a,b no room Some(\"many\")", "d,e hidden Some(\"one\")"]);
    }
}
