//! Skills whose descriptions say the same, so that a model takes one of them by chance.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::catalog::View;
use crate::features::list::ListedSkill;

use super::{Cause, Line, Spot};

/// More skills than this are compared by whole descriptions only.
const MOST: usize = 300;
/// Descriptions with fewer words are not compared, and so many of a hundred words two have to share.
const FEWEST: usize = 5;
const SHARE: usize = 90;

/// A line for each group of skills that the model sees with nearly the same description.
pub(super) fn lines(view: &View, skills: &[ListedSkill]) -> Vec<Line> {
    let is_seen = |skill: &&ListedSkill| skill.status == "active" && skill.shown == Some("whole");
    let seen: Vec<&ListedSkill> = skills.iter().filter(is_seen).collect();
    let groups = if seen.len() > MOST { with_same_text(&seen) } else { with_same_words(&seen) };
    let is_several =
        |group: &Vec<&ListedSkill>| group.iter().any(|it| group.first().is_some_and(|first| it.id != first.id));
    groups.into_iter().filter(is_several).map(|group| line(view, &group)).collect()
}

fn with_same_text<'a>(seen: &[&'a ListedSkill]) -> Vec<Vec<&'a ListedSkill>> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut groups: Vec<Vec<&ListedSkill>> = Vec::new();
    for skill in seen.iter().filter(|skill| skill.description.split_whitespace().nth(FEWEST).is_some()) {
        let at = *numbers.entry(skill.description.trim()).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(skill),
            None => groups.push(vec![skill]),
        }
    }
    groups
}

fn with_same_words<'a>(seen: &[&'a ListedSkill]) -> Vec<Vec<&'a ListedSkill>> {
    let mut groups: Vec<(HashSet<String>, Vec<&ListedSkill>)> = Vec::new();
    for skill in seen {
        let words = words(&skill.description);
        match groups.iter_mut().find(|(first, _)| is_alike(first, &words)) {
            Some((_, group)) => group.push(skill),
            None if words.len() > FEWEST => groups.push((words, vec![skill])),
            None => {}
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn words(text: &str) -> HashSet<String> {
    let words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn is_alike(left: &HashSet<String>, right: &HashSet<String>) -> bool {
    let common = left.intersection(right).count();
    common * 100 >= left.union(right).count() * SHARE
}

fn line(view: &View, group: &[&ListedSkill]) -> Line {
    let words = "their descriptions say nearly the same, so that the model takes one of them by chance";
    Line {
        skills: group.iter().map(|skill| skill.id.clone()).collect(),
        places: group.iter().map(|skill| Spot { path: skill.path.clone(), line: None, column: None }).collect(),
        ..Line::new(Cause::Vague, "", Path::new(""), words)
            .listed(true)
            .next(format!("skill-lsp list --host {}", view.host.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_the_same_words() {
        let told = |left: &str, right: &str| is_alike(&words(left), &words(right));
        let text = "Takes notes of a meeting and writes a short summary of what was said there";
        assert!(told(text, &format!("{text}.")));
        assert!(told(text, &text.replace("Takes", "takes")));
        assert!(!told(text, "Writes minutes of a call and sends them to all who were there"));
        assert!(!told(text, &text.replace("notes of a meeting", "photographs for the web page")));
    }
}
