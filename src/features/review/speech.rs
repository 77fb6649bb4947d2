//! What sentences have the model do against the user: by the sorts of words that meet in one, whatever their order.

use std::sync::LazyLock;

use regex::bytes::Regex;
use serde::Deserialize;

use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::Notes;
use crate::features::review::sentences::{Sentence, sentences};
use crate::features::review::signs::built;

/// The table, ready to be used. A pattern that does not compile is a mistake of ours, which a test finds.
static SPEECH: LazyLock<Vec<Speech>> = LazyLock::new(|| speeches(include_str!("speech.toml")).unwrap_or_default());

/// No more of one sort in one file: the first ones tell the story.
const MOST: usize = 20;

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

fn speeches(text: &str) -> Result<Vec<Speech>, String> {
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
    table.speech.into_iter().map(speech).collect()
}

/// Something that a sentence has the model do.
pub(super) struct Said {
    /// The end of a sentence that begins with the file.
    pub(super) words: &'static str,
    pub(super) weight: Weight,
    /// Where the sentence begins.
    pub(super) start: usize,
}

/// What the sentences of a text have the model do.
pub(super) fn said(text: &str, language: Language) -> Vec<Said> {
    let sentences = sentences(text, language);
    let mut found: Vec<Said> = Vec::new();
    for speech in SPEECH.iter() {
        let mut count = 0;
        for (index, sentence) in sentences.iter().enumerate() {
            if count >= MOST {
                break;
            }
            if let Some(start) = speech.at(sentence, sentences.get(index..).unwrap_or_default()) {
                count += 1;
                found.push(Said { words: &speech.words, weight: speech.weight, start });
            }
        }
    }
    found
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
        assert!(all.len() > 20);
    }
}
