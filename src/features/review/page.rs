//! A review as a page: what is dangerous first, the rest counted.

use crate::features::review::{Call, Change, Noted, Passage, Review, Weight};
use crate::words::{counted, enumeration};

/// A part of the page: a title, and rows of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The title.
    pub title: String,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// So many rows of a section are shown unless all are asked for.
const MOST: usize = 12;

/// What it is, and what the outcome is, in two sentences.
pub fn summary(review: &Review) -> [String; 2] {
    let skills: Vec<&str> = review.skills.iter().map(|it| it.name.as_str()).filter(|it| !it.is_empty()).collect();
    let named = match skills.as_slice() {
        [] => "no skill".to_owned(),
        [one] => format!("the skill `{one}`"),
        several if several.len() <= 4 => {
            format!("the skills {}", enumeration(&several.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>()))
        }
        several => format!("{} skills", several.len()),
    };
    let largest = review.largest.as_ref().filter(|_| review.files > 1);
    let largest = largest.map(|(name, size)| format!(", the largest {name} ({})", bytes(*size))).unwrap_or_default();
    let size = format!("{}, {} in {}{largest}", named, bytes(review.bytes), counted(review.files, "file"));
    let (dangers, looks) = (review.of(Weight::Danger).count(), review.of(Weight::Look).count());
    let mut outcome = vec![match dangers {
        0 => "nothing dangerous was found".to_owned(),
        dangers => counted(dangers, "danger"),
    }];
    outcome.extend((looks > 0).then(|| format!("{} to look at", counted(looks, "thing"))));
    let sentences = review.passages.len();
    outcome.extend((sentences > 0).then(|| format!("{} to read", counted(sentences, "sentence"))));
    [size, outcome.join(", ")]
}

/// The parts of the page; `all` shows every row.
pub fn sections(review: &Review, all: bool) -> Vec<Section> {
    let most = if all { usize::MAX } else { MOST };
    let dangers: Vec<&Noted> = review.of(Weight::Danger).collect();
    let looks: Vec<&Noted> = review.of(Weight::Look).collect();
    let mut sections = vec![
        section("Dangers", folded(&dangers), usize::MAX),
        section("To look at", folded(&looks), most),
        section("Sentences to read, and what they touch", passages(&review.passages), most),
        section("By itself", by_itself(review), usize::MAX),
        section("Without asking", grants(review), most),
        section("What its scripts call", scripts(review), most),
        section("Addresses it names", sites(review, all), usize::MAX),
        section("What reaches the model", model(review), most),
    ];
    if all {
        sections.push(section("Notes", review.of(Weight::Note).map(row).collect(), usize::MAX));
    } else {
        sections.push(section("Besides", counts(review), usize::MAX));
    }
    sections.push(section("Not looked at", review.left_out.iter().map(|it| vec![it.clone()]).collect(), most));
    sections.retain(|section| !section.rows.is_empty());
    sections
}

/// The parts of the page that tells what is new.
pub(super) fn change_sections(change: &Change) -> Vec<Section> {
    let noted = |all: &[Noted]| all.iter().map(row).collect::<Vec<_>>();
    let names = |all: &[String]| all.iter().map(|it| vec![it.clone()]).collect::<Vec<_>>();
    let lines = |lines: &[usize]| lines.iter().take(8).map(usize::to_string).collect::<Vec<_>>().join(", ");
    let mut sections = vec![
        section("It may do now, and could not before", noted(&change.new), usize::MAX),
        section("Sentences to read, and what they touch", passages(&change.passages), usize::MAX),
        section(
            "Without asking, now",
            change.granted.iter().map(|(path, line, entry)| vec![format!("{path}:{line}"), entry.clone()]).collect(),
            usize::MAX,
        ),
        section(
            "Its scripts call now",
            change.calls.iter().map(|(path, kind, at)| vec![path.clone(), format!("{kind} ({})", lines(at))]).collect(),
            usize::MAX,
        ),
        section(
            "Addresses it names now",
            (!change.sites.is_empty()).then(|| vec![change.sites.join(", ")]).into_iter().collect(),
            usize::MAX,
        ),
        section("No longer there", noted(&change.gone), MOST),
        section("Files added", names(&change.added), MOST),
        section("Files removed", names(&change.removed), MOST),
        section("Files changed", names(&change.changed), MOST),
    ];
    sections.retain(|section| !section.rows.is_empty());
    sections
}

impl Change {
    /// The parts of the page.
    pub fn sections(&self) -> Vec<Section> {
        change_sections(self)
    }
}

fn section(title: &str, mut rows: Vec<Vec<String>>, most: usize) -> Section {
    let more = rows.len().saturating_sub(most);
    // One row more takes as much room as the line that says so.
    if more > 1 {
        rows.truncate(most);
        rows.push(vec![format!("… and {more} more: --all")]);
    }
    Section { title: title.to_owned(), rows }
}

/// The rows of findings; what one file does in several places is one row with all of them.
fn folded(all: &[&Noted]) -> Vec<Vec<String>> {
    const MOST: usize = 8;
    let mut groups: Vec<Vec<&Noted>> = Vec::new();
    for noted in all {
        let is_same = |it: &Noted| it.line.is_some() && it.name == noted.name && it.message == noted.message;
        match groups.iter_mut().find(|group| group.first().is_some_and(|it| is_same(it))) {
            Some(group) if noted.line.is_some() => group.push(noted),
            _ => groups.push(vec![noted]),
        }
    }
    let one = |group: Vec<&Noted>| {
        let Some((first, rest)) = group.split_first() else { return Vec::new() };
        let mut row = row(first);
        let lines: Vec<String> = rest.iter().filter_map(|it| it.line).take(MOST).map(|it| it.to_string()).collect();
        if let (Some(cell), false) = (row.first_mut(), lines.is_empty()) {
            let more = if rest.len() > MOST { ", …" } else { "" };
            cell.push_str(&format!(", {}{more}", lines.join(", ")));
        }
        row
    };
    groups.into_iter().map(one).collect()
}

fn row(noted: &Noted) -> Vec<String> {
    let place = match noted.line {
        Some(line) => format!("{}:{line}", noted.name),
        None => noted.name.clone(),
    };
    // What is quoted already need not be shown again.
    let excerpt = noted.excerpt.as_deref().filter(|_| !noted.message.contains('“')).filter(|it| !it.is_empty());
    let message = match excerpt {
        Some(excerpt) => format!("{}: {excerpt}", noted.message),
        None => noted.message.clone(),
    };
    vec![place, message]
}

fn passages(passages: &[Passage]) -> Vec<Vec<String>> {
    let row =
        |it: &Passage| vec![format!("{}:{}", it.path, it.line), format!("{}: {}", it.touches.join(", "), it.text)];
    passages.iter().map(row).collect()
}

fn by_itself(review: &Review) -> Vec<Vec<String>> {
    let count = |kind: &str| review.found.iter().filter(|it| it.kind == kind).count();
    let all = [
        (count("load-command"), "command on load", "commands on load"),
        (count("hook"), "hook", "hooks"),
        (count("server"), "server", "servers"),
        (count("install-script"), "script of an install", "scripts of an install"),
        (by_itself_scripts(review), "script that these start", "scripts that these start"),
    ];
    let there: Vec<String> = all
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    let words = match there.is_empty() {
        true => "nothing runs by itself: no hooks, no servers, no commands on load".to_owned(),
        false => format!("{}: see above", enumeration(&there)),
    };
    vec![vec![words]]
}

/// How many scripts are run by what runs by itself, or by their name, and do something beyond themselves.
fn by_itself_scripts(review: &Review) -> usize {
    let mut names: Vec<&str> =
        review.found.iter().filter(|it| it.kind == "by-itself").map(|it| it.name.as_str()).collect();
    names.dedup();
    names.sort_unstable();
    names.dedup();
    names.len()
}

fn grants(review: &Review) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for grant in &review.grants {
        let hosts = grant.hosts.join(", ");
        rows.push(vec![
            format!("{}:{}", grant.path, grant.line),
            grant.entry.clone(),
            format!("{} ({hosts})", grant.words),
        ]);
    }
    if rows.is_empty() && !review.skills.is_empty() {
        rows.push(vec!["nothing: the usual permissions count".to_owned()]);
    }
    rows
}

fn scripts(review: &Review) -> Vec<Vec<String>> {
    let mut quiet = 0;
    let mut rows = Vec::new();
    for (name, calls) in &review.scripts {
        match calls.is_empty() {
            true => quiet += 1,
            false => rows.push(vec![name.clone(), calls.iter().map(call).collect::<Vec<_>>().join("; ")]),
        }
    }
    if quiet > 0 {
        let others = if rows.is_empty() { "" } else { "other " };
        let (scripts, verb) = if quiet == 1 { ("script", "calls") } else { ("scripts", "call") };
        rows.push(vec![format!("{quiet} {others}{scripts} {verb} neither the network nor other programs")]);
    }
    rows
}

fn call(call: &Call) -> String {
    const MOST: usize = 6;
    let lines: Vec<String> = call.lines.iter().take(MOST).map(usize::to_string).collect();
    let more = if call.lines.len() > MOST { " …" } else { "" };
    format!("{} ({}{more})", call.kind, lines.join(", "))
}

fn sites(review: &Review, all: bool) -> Vec<Vec<String>> {
    const MOST: usize = 10;
    let most = if all { usize::MAX } else { MOST };
    let shown: Vec<String> = review
        .sites
        .iter()
        .take(most)
        .map(|it| match it.count {
            1 => it.host.clone(),
            count => format!("{} ×{count}", it.host),
        })
        .collect();
    let more = review.sites.len().saturating_sub(shown.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    if shown.is_empty() { Vec::new() } else { vec![vec![format!("{}{more}", shown.join(", "))]] }
}

fn model(review: &Review) -> Vec<Vec<String>> {
    let row = |skill: &crate::features::review::SkillSeen| {
        let size = format!(
            "a description of {} characters, and {} when it is loaded",
            skill.description.chars().count(),
            bytes(skill.body as u64)
        );
        vec![skill.path.clone(), size]
    };
    let mut rows: Vec<Vec<String>> = review.skills.iter().map(row).collect();
    for (path, what, size) in &review.texts {
        rows.push(vec![path.clone(), format!("{what}, {}", bytes(*size as u64))]);
    }
    rows
}

/// What is only counted.
fn counts(review: &Review) -> Vec<Vec<String>> {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for noted in review.of(Weight::Note) {
        match kinds.iter_mut().find(|(kind, _)| *kind == noted.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((&noted.kind, 1)),
        }
    }
    let words = |(kind, count): &(&str, usize)| {
        let (one, many) = match *kind {
            "comment" => ("comment", "comments"),
            "link-out" => ("link out of the folder", "links out of the folder"),
            "link" => ("link inside of it", "links inside of it"),
            "invisible" => ("invisible character", "invisible characters"),
            "blob" => ("blob of data", "blobs of data"),
            "credentials" => ("mention of credentials", "mentions of credentials"),
            "persists" => ("mention of what a shell starts with", "mentions of what a shell starts with"),
            "download-runs" => ("known installer piped into a shell", "known installers piped into a shell"),
            other => return format!("{other} ×{count}"),
        };
        format!("{count} {}", if *count == 1 { one } else { many })
    };
    let all: Vec<String> = kinds.iter().map(words).collect();
    if all.is_empty() { Vec::new() } else { vec![vec![format!("{}: --all shows where", all.join(", "))]] }
}

/// A size as people say it.
fn bytes(size: u64) -> String {
    match size {
        0..1000 => format!("{size} bytes"),
        1000..1_000_000 => format!("{}.{} kB", size / 1000, size % 1000 / 100),
        _ => format!("{}.{} MB", size / 1_000_000, size % 1_000_000 / 100_000),
    }
}
