//! Lines that say the same of several skills become one.

use std::collections::HashMap;
use std::path::Path;

use crate::words::{add_new, shortened};

use super::many::Many;
use super::{Cause, Facts, Line};

/// So many lines of one kind are a list, which is told as one.
const LIST: usize = 3;

/// The same, where several lines of an agent say the same of several folders or packages: one of them, with what the others
/// are about.
pub(super) fn folded(lines: Vec<Line>) -> Vec<Line> {
    let mut alike: HashMap<(Cause, String), Vec<&Line>> = HashMap::new();
    for line in lines.iter().filter(|line| FOLDED.contains(&line.cause)) {
        alike.entry((line.cause, shape(line))).or_default().push(line);
    }
    alike.retain(|_, lines| lines.len() >= LIST);
    let mut all: Vec<Line> = Vec::new();
    for line in &lines {
        let key = (line.cause, shape(line));
        match alike.get(&key).and_then(|alike| alike.first().map(|first| (alike, *first))) {
            None => all.push(line.clone()),
            // The first of them stands for all.
            Some((alike, first)) if std::ptr::eq(first, line) => all.push(one_of(first, alike)),
            Some(_) => {}
        }
    }
    all
}

/// What is no mistake in one file, and comes in numbers.
const FOLDED: [Cause; 4] = [Cause::Waiting, Cause::OtherFolder, Cause::Called, Cause::PluginOff];

/// Words without what stands in quotes.
fn shape(line: &Line) -> String {
    let listed = if line.listed { "listed: " } else { "" };
    let plain: Vec<&str> = line.words.split('`').step_by(2).collect();
    format!("{listed}{}", plain.join("`"))
}

fn one_of(first: &Line, alike: &[&Line]) -> Line {
    let quoted = |line: &Line| -> Vec<String> { line.words.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let is = quoted(first);
    // What differs first is what the others are about.
    let differs = |at: &usize| alike.iter().any(|line| quoted(line).get(*at) != is.get(*at));
    let about = |line: &Line, at: usize| quoted(line).get(at).map(|about| format!("`{about}`"));
    let mut line = first.clone();
    if let Some(at) = (0..is.len()).find(differs) {
        let mut others: Vec<String> = Vec::new();
        let told = about(first, at);
        add_new(&mut others, alike.iter().filter_map(|line| about(line, at)).filter(|it| Some(it) != told.as_ref()));
        line.words = format!("{}; likewise {}", first.words, shortened(&others));
    }
    for other in alike.iter().skip(1) {
        line.skills.extend(other.skills.iter().cloned());
        line.places.extend(other.places.iter().cloned());
    }
    line
}

/// The lines by what they matter, those with the same cause and the same words as one.
pub(super) fn gathered(facts: &Facts<'_>, lines: Vec<Line>) -> Vec<Line> {
    let is_there = |path: &Path| facts.files.kind(path).is_some();
    joined(lines, &|many| many.shown(facts.environment, &is_there))
}

fn joined(lines: Vec<Line>, shown: &dyn Fn(&Many) -> String) -> Vec<Line> {
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
                let many = known.next_for_many.take().zip(line.next_for_many);
                known.next_for_many = many.and_then(|(many, other)| many.with(&other));
                known.next = known.next_for_many.as_ref().map(shown).or(known.next.take());
            }
            None => all.push(line),
        }
    }
    all.sort_by_key(|line| line.cause);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_told_as_one() {
        let line = |name: &str| {
            let words = format!("listed once the plugin `{name}` is installed");
            Line::new(Cause::Called, &format!("{name}:notes"), Path::new(name), words)
        };
        let told = |names: &[&str]| -> Vec<String> {
            let lines = names.iter().map(|name| line(name)).collect();
            folded(lines).iter().map(|line| format!("{}: {}", line.skills.join(","), line.words)).collect()
        };
        assert_eq!(
            told(&["a", "b", "c"]),
            ["a:notes,b:notes,c:notes: listed once the plugin `a` is installed; likewise `b` and `c`"]
        );
        assert_eq!(told(&["a", "b"]).len(), 2);
    }

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
        let shown = |many: &Many| match many {
            Many::Command(command) => command.clone(),
            Many::Bringing(_) => String::new(),
        };
        let told: Vec<String> = joined(lines, &shown)
            .iter()
            .map(|line| format!("{} {} {:?}", line.skills.join(","), line.words, line.next))
            .collect();
        assert_eq!(told, ["c beaten None", "a,b no room Some(\"many\")", "d,e hidden Some(\"one\")"]);
    }
}
