//! What sentences have the model do against the user: by the sorts of words that meet in one, whatever their order.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::bytes::Regex;
use serde::Deserialize;

use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::Notes;
use crate::features::review::sentences::{Sentence, sentences};
use crate::features::review::signs::built;
use crate::words::enumeration;

/// The table, ready to be used. A pattern that does not compile is a mistake of ours, which a test finds.
static SPEECH: LazyLock<Sorts> = LazyLock::new(|| speeches(include_str!("speech.toml")).unwrap_or_default());

/// No more of one sort in one file: the first ones tell the story.
const MOST: usize = 20;

/// So many points make a sentence worth a look.
const ENOUGH: usize = 8;

#[derive(Default)]
struct Sorts {
    speeches: Vec<Speech>,
    concepts: Vec<Concept>,
}

/// A sort of words that weighs something where it meets others.
struct Concept {
    name: String,
    points: usize,
    pattern: Regex,
}

/// A sort of sentence.
struct Speech {
    words: String,
    weight: Weight,
    all: Vec<Regex>,
    then: Option<Regex>,
    not: Option<Regex>,
    is_of_description: bool,
}

#[derive(Deserialize)]
struct Table {
    words: toml::Table,
    speech: Vec<Row>,
    concept: Vec<ConceptRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConceptRow {
    name: String,
    points: usize,
    pattern: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    words: String,
    weight: Weight,
    all: Vec<String>,
    then: Option<String>,
    not: Option<String>,
    places: Option<String>,
}

fn speeches(text: &str) -> Result<Sorts, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let build = |pattern: &str| built(pattern, &table.words);
    let speech = |row: Row| {
        Ok(Speech {
            all: row.all.iter().map(|it| build(it)).collect::<Result<_, String>>()?,
            then: row.then.as_deref().map(build).transpose()?,
            not: row.not.as_deref().map(build).transpose()?,
            is_of_description: row.places.as_deref() == Some("description"),
            words: row.words,
            weight: row.weight,
        })
    };
    let concept = |row: ConceptRow| Ok(Concept { pattern: build(&row.pattern)?, name: row.name, points: row.points });
    Ok(Sorts {
        speeches: table.speech.into_iter().map(speech).collect::<Result<_, String>>()?,
        concepts: table.concept.into_iter().map(concept).collect::<Result<_, String>>()?,
    })
}

/// Something that a sentence has the model do.
pub(super) struct Said {
    /// The end of a sentence that begins with the file.
    pub(super) words: Cow<'static, str>,
    pub(super) weight: Weight,
    /// Where the sentence begins.
    pub(super) start: usize,
}

/// What the sentences of a text have the model do.
pub(super) fn said(text: &str, language: Language) -> Vec<Said> {
    let sentences = sentences(text, language);
    let mut found: Vec<Said> = Vec::new();
    for speech in &SPEECH.speeches {
        let mut count = 0;
        for (index, sentence) in sentences.iter().enumerate() {
            if count >= MOST {
                break;
            }
            if let Some(start) = speech.at(sentence, sentences.get(index..).unwrap_or_default()) {
                count += 1;
                found.push(Said { words: Cow::Borrowed(&speech.words), weight: speech.weight, start });
            }
        }
    }
    if language == Language::Prose {
        let weighty = sentences.iter().filter(|it| !it.is_fenced).filter_map(brought_together).take(MOST);
        let others: Vec<Said> = weighty.filter(|said| !found.iter().any(|it| it.start == said.start)).collect();
        found.extend(others);
    }
    found
}

/// What a sentence brings together, when that is enough to be shown.
fn brought_together(sentence: &Sentence) -> Option<Said> {
    let text = sentence.plain.as_bytes();
    let there: Vec<&Concept> = SPEECH.concepts.iter().filter(|it| it.pattern.is_match(text)).collect();
    let points: usize = there.iter().map(|it| it.points).sum();
    // What forbids it is no invitation to it.
    let is_forbidden =
        sentence.plain.trim_start().starts_with("never ") || sentence.plain.trim_start().starts_with("do not ");
    if points < ENOUGH + if is_forbidden { 3 } else { 0 } || there.len() < 2 {
        return None;
    }
    let mut named: Vec<&Concept> = there;
    named.sort_by_key(|it| std::cmp::Reverse(it.points));
    let names: Vec<&str> = named.iter().take(3).map(|it| it.name.as_str()).collect();
    let words = format!("brings together {}", enumeration(&names));
    Some(Said { words: Cow::Owned(words), weight: Weight::Look, start: sentence.place_of(0) })
}

impl Speech {
    /// Where a sentence says it.
    fn at(&self, sentence: &Sentence, on: &[Sentence]) -> Option<usize> {
        if self.is_of_description && !sentence.is_description {
            return None;
        }
        let text = sentence.plain.as_bytes();
        let (first, rest) = self.all.split_first()?;
        // The first is the one that takes longest.
        if !rest.iter().all(|it| it.is_match(text)) {
            return None;
        }
        let found = first.find(text)?;
        if self.not.as_ref().is_some_and(|it| it.is_match(text)) {
            return None;
        }
        let goes_on = |it: &Regex| on.iter().take(3).any(|next| it.is_match(next.plain.as_bytes()));
        (self.then.as_ref().is_none_or(goes_on)).then(|| sentence.place_of(found.start()))
    }
}

/// Notes what the sentences of a file have the model do.
pub(super) fn speech(text: &str, language: Language, notes: &mut Notes<'_>) {
    for Said { words, weight, start } in said(text, language) {
        let weight = if language == Language::Prose { weight } else { weight.max(Weight::Look) };
        notes.add(weight, "instruction", start, words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        let all = speeches(include_str!("speech.toml")).unwrap();
        assert!(all.speeches.len() > 20 && all.concepts.len() > 10);
    }
}
