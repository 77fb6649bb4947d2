//! Lines that say the same of several skills become one.

use std::collections::{HashMap, HashSet};

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
    joined(lines, &|many| many.shown(facts.environment, facts.files))
}

fn joined(lines: Vec<Line>, shown: &dyn Fn(&Many) -> Option<String>) -> Vec<Line> {
    let mut all: Vec<Joined> = Vec::new();
    let mut known: HashMap<(Cause, bool, String), usize> = HashMap::new();
    for line in lines {
        let about = (line.cause, line.listed, line.words.clone());
        let same = known.get(&about).copied().filter(|_| !line.skills.is_empty());
        match same.and_then(|at| all.get_mut(at)) {
            Some(joined) => joined.take(line),
            None => {
                known.entry(about).or_insert(all.len());
                all.push(Joined::new(line));
            }
        }
    }
    let mut all: Vec<Line> = all.into_iter().map(|joined| joined.line(shown)).collect();
    all.sort_by_key(|line| line.cause);
    all
}

/// A line, with those that say the same.
struct Joined {
    line: Line,
    named: HashSet<String>,
    /// How many of them its command is for, and whether it is for all up to now.
    commanded: usize,
    is_one_command: bool,
}

impl Joined {
    fn new(line: Line) -> Joined {
        Joined { named: line.skills.iter().cloned().collect(), commanded: 1, is_one_command: true, line }
    }

    fn take(&mut self, other: Line) {
        if !other.skills.iter().any(|skill| self.named.contains(skill)) {
            self.named.extend(other.skills.iter().cloned());
            self.line.skills.extend(other.skills);
        }
        self.line.places.extend(other.places);
        self.is_one_command &= match (&mut self.line.next_for_many, other.next_for_many) {
            (Some(many), Some(other)) => many.take(other),
            _ => false,
        };
        self.commanded += usize::from(self.is_one_command);
    }

    /// One command for all of them, where it is the same one.
    fn line(self, shown: &dyn Fn(&Many) -> Option<String>) -> Line {
        let many = self.line.next_for_many.as_ref().filter(|_| self.commanded > 1).and_then(shown);
        Line { next: many.or(self.line.next), ..self.line }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

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
            Many::Command(command) => Some(command.clone()),
            Many::Bringing(_) => None,
        };
        let told: Vec<String> = joined(lines, &shown)
            .iter()
            .map(|line| format!("{} {} {:?}", line.skills.join(","), line.words, line.next))
            .collect();
        assert_eq!(told, ["c beaten None", "a,b no room Some(\"many\")", "d,e hidden Some(\"one\")"]);
    }
}
