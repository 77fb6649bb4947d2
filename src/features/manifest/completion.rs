//! What may stand at the cursor in a manifest: keys, paths in the package, words.

use std::path::{Path, PathBuf};

use crate::catalog::manifest::{KeyFacts, Step, Subject, Target, keys_at, values_at};
use crate::catalog::normal;
use crate::features::completion::{Completion, Completions, Documentation, Kind};
use crate::features::manifest::ManifestQuestion;
use crate::features::manifest::spot::{Spot, SpotKind, spot};
use crate::settings::Format;
use crate::text::Span;
use crate::words::capitalized;

/// How many names of a folder are offered.
const MOST: usize = 200;

/// What may stand at `offset`.
pub fn completions(question: &ManifestQuestion<'_>, offset: usize) -> Completions {
    if !question.text.is_char_boundary(offset) {
        return Completions::default();
    }
    let Some(spot) = spot(question.text, offset) else { return Completions::default() };
    let items = match spot.kind {
        SpotKind::Key { has_value } => keys(question, &spot, has_value),
        SpotKind::Value => values(question, &spot, offset),
    };
    Completions { items, is_incomplete: false }
}

fn keys(question: &ManifestQuestion<'_>, spot: &Spot, has_value: bool) -> Vec<Completion> {
    let mut known: Vec<(KeyFacts, Vec<&str>)> = Vec::new();
    for subject in question.subjects {
        for facts in keys_at(&subject.host, subject.sort, &spot.steps) {
            match known.iter_mut().find(|(it, _)| it.name == facts.name) {
                Some((_, hosts)) => hosts.push(&subject.host.name),
                None => known.push((facts, vec![&subject.host.name])),
            }
        }
    }
    let is_new = |name: &str| !spot.others.iter().any(|other| other == name);
    // What must be there comes first.
    known.sort_by_key(|(facts, _)| !facts.needed);
    let known = known.into_iter().filter(|(facts, _)| is_new(&facts.name));
    known
        .map(|(facts, hosts)| {
            let text = match (spot.is_quoted, has_value) {
                (true, true) => facts.name.clone(),
                (true, false) => format!("{}\": {}", facts.name, blank(&facts.wanted)),
                (false, _) => format!("\"{}\": {}", facts.name, blank(&facts.wanted)),
            };
            // What is written closes the quote itself.
            let is_closed = question.text.get(spot.word.end..).is_some_and(|rest| rest.starts_with('"'));
            let end = spot.word.end + usize::from(spot.is_quoted && !has_value && is_closed);
            Completion {
                text,
                detail: capitalized(&hosts.join(", ")),
                documentation: Documentation::Text(facts.about),
                filter: Some(facts.name.clone()),
                is_whole: true,
                ..Completion::plain(facts.name, Kind::Field, Span::new(spot.word.start, end))
            }
        })
        .collect()
}

/// The beginning of a value.
fn blank(wanted: &str) -> &'static str {
    match wanted {
        "text" => "\"\"",
        "a list of texts" | "a list of objects" | "a list" => "[]",
        "an object" => "{}",
        _ => "",
    }
}

fn values(question: &ManifestQuestion<'_>, spot: &Spot, offset: usize) -> Vec<Completion> {
    let mut items: Vec<Completion> = Vec::new();
    for subject in question.subjects {
        let facts = values_at(&subject.host, subject.sort, &spot.steps);
        let quoted = |text: &str| if spot.is_quoted { text.to_owned() } else { format!("\"{text}\"") };
        for word in facts.words {
            items.push(Completion { text: quoted(&word), ..Completion::plain(word, Kind::Value, spot.word) });
        }
        for word in facts.plain.into_iter().filter(|_| !spot.is_quoted) {
            items.push(Completion::plain(word, Kind::Value, spot.word));
        }
        if let Some((target, ending)) = facts.path {
            items.extend(paths(question, subject, spot, offset, target, ending));
        }
    }
    let mut seen: Vec<String> = Vec::new();
    items.retain(|item| {
        let is_new = !seen.contains(&item.label);
        seen.push(item.label.clone());
        is_new
    });
    items
}

/// The names in the folder that is typed so far.
fn paths(
    question: &ManifestQuestion<'_>,
    subject: &Subject,
    spot: &Spot,
    offset: usize,
    target: Target,
    ending: Option<&str>,
) -> Vec<Completion> {
    let typed = question.text.get(spot.word.start..offset.max(spot.word.start)).unwrap_or_default();
    let (folder, _) = typed.rsplit_once('/').map_or(("", typed), |(folder, name)| (folder, name));
    if typed.split('/').any(|part| part == "..") || typed.starts_with(['/', '~']) {
        return Vec::new();
    }
    let Some(base) = base(question, subject, spot) else { return Vec::new() };
    let start = if folder.is_empty() { "./".to_owned() } else { format!("{folder}/") };
    let names = question.files.list(&normal(&base.join(folder)));
    let wanted = |name: &&String| {
        let is_folder = name.ends_with('/');
        let is_hidden = name.starts_with('.');
        let fits = is_folder || target != Target::Folder && ending.is_none_or(|ending| name.ends_with(ending));
        fits && !is_hidden && !["node_modules/", "target/"].contains(&name.as_str())
    };
    let offered = names.iter().filter(wanted).take(MOST);
    offered
        .map(|name| {
            let path = format!("{start}{}", name.trim_end_matches('/'));
            let kind = if name.ends_with('/') { Kind::Folder } else { Kind::File };
            let text = if spot.is_quoted { path.clone() } else { format!("\"{path}\"") };
            Completion { text, is_whole: true, filter: Some(path.clone()), ..Completion::plain(path, kind, spot.word) }
        })
        .collect()
}

/// The folder in which a path begins.
fn base(question: &ManifestQuestion<'_>, subject: &Subject, spot: &Spot) -> Option<PathBuf> {
    let is_in_entry = matches!(spot.steps.as_slice(), [Step::Key(key), Step::Item, ..] if key == "plugins");
    let is_source = matches!(spot.steps.last(), Some(Step::Key(key)) if key == "source") && spot.steps.len() == 3;
    if !is_in_entry || is_source {
        return Some(subject.folder.clone());
    }
    // The entry around the cursor, as far as the text can be read.
    let root = Format::Json.parse(question.text).root;
    let entries = root.get("plugins").map(|it| it.value.items()).unwrap_or_default();
    let entry = entries.iter().rfind(|entry| entry.span.start <= spot.word.start)?;
    let source = entry.get("source")?.value.text()?;
    (!Path::new(source).is_absolute()).then(|| normal(&subject.folder.join(source)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::manifest::testing::asked;
    use crate::text::{Edit, apply};

    const PLUGIN: &str = "/w/.claude-plugin/plugin.json";
    const MARKET: &str = "/w/.claude-plugin/marketplace.json";
    const FILES: [&str; 4] =
        ["/w/skills/pdf/SKILL.md", "/w/agents/a.md", "/w/servers.json", "/w/kit/skills/x/SKILL.md"];

    fn offered(path: &str, text: &str) -> String {
        let labels = asked(path, text, &FILES, |question, offset| {
            completions(question, offset).items.into_iter().map(|item| item.label).collect::<Vec<_>>()
        });
        labels.join(" ")
    }

    /// The text after the offer of this label is taken.
    fn taken(path: &str, text: &str, label: &str) -> String {
        asked(path, text, &FILES, |question, offset| {
            let item = completions(question, offset).items.into_iter().find(|item| item.label == label).unwrap();
            apply(question.text, &[Edit::replace(item.span, item.text)])
        })
    }

    #[test]
    fn keys_that_are_not_there_yet() {
        let keys = offered(PLUGIN, "{\"version\": \"1\", \"<|>");
        assert!(keys.starts_with("name $schema displayName description author"), "{keys}");
        assert!(offered(MARKET, "{\"plugins\": [{\"name\": \"a\", <|>}]}").starts_with("source "));
        assert!(offered(PLUGIN, "{\"hooks\": {\"<|>\"}}").contains("PreToolUse"));
        assert_eq!(offered(PLUGIN, "{\"author\": {\"name\": \"a\", \"<|>\"}}"), "email url");
        assert_eq!(offered("/w/other.json", "{\"<|>"), "");
    }

    #[test]
    fn a_key_is_written_with_the_beginning_of_its_value() {
        assert_eq!(taken(PLUGIN, "{\"na<|>\"}", "name"), "{\"name\": \"\"}");
        assert_eq!(taken(PLUGIN, "{<|>}", "author"), "{\"author\": {}}");
        assert_eq!(taken(PLUGIN, "{\"na<|>me\": 5}", "name"), "{\"name\": 5}");
    }

    #[test]
    fn paths_in_the_package() {
        assert_eq!(offered(PLUGIN, "{\"skills\": [\"<|>\"]}"), "./agents ./kit ./skills");
        assert_eq!(offered(PLUGIN, "{\"skills\": \"./skills/<|>\"}"), "./skills/pdf");
        assert_eq!(offered(PLUGIN, "{\"agents\": \"./agents/<|>\"}"), "./agents/a.md");
        assert_eq!(offered(PLUGIN, "{\"mcpServers\": \"<|>\"}"), "./agents ./kit ./servers.json ./skills");
        assert_eq!(offered(MARKET, "{\"plugins\": [{\"source\": \"./<|>\"}]}"), "./agents ./kit ./skills");
        assert_eq!(offered(MARKET, "{\"plugins\": [{\"source\": \"./kit/<|>\"}]}"), "./kit/skills");
        let inside = "{\"plugins\": [{\"source\": \"./kit\", \"skills\": [\"<|>\"]}]}";
        assert_eq!(offered(MARKET, inside), "./skills");
        assert_eq!(taken(PLUGIN, "{\"skills\": [\"./sk<|>\"]}", "./skills"), "{\"skills\": [\"./skills\"]}");
    }

    #[test]
    fn words() {
        assert_eq!(offered(PLUGIN, "{\"defaultEnabled\": <|>}"), "true false");
        let kinds = "github url git-subdir npm";
        assert_eq!(offered(MARKET, "{\"plugins\": [{\"source\": {\"source\": \"<|>\"}}]}"), kinds);
        let types = offered(PLUGIN, "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"<|>\"}]}]}}");
        assert!(types.starts_with("command prompt"), "{types}");
    }
}
