//! The sentences of a text as a model reads them: without markup, in small letters, whole where they run over lines.

use crate::features::review::language::Language;

/// A sentence.
pub(super) struct Sentence {
    /// What it says, in small letters.
    pub(super) plain: String,
    /// Where its parts stand in the text: a byte of `plain`, and one of the text.
    places: Vec<(usize, usize)>,
    /// Whether it belongs to the field `description` or `when_to_use`.
    pub(super) is_description: bool,
    /// Whether it stands in a block of code.
    pub(super) is_fenced: bool,
}

impl Sentence {
    /// The byte of the text for one of the sentence.
    pub(super) fn place_of(&self, at: usize) -> usize {
        let index = self.places.partition_point(|(from, _)| *from <= at);
        self.places.get(index.saturating_sub(1)).map_or(0, |(_, place)| *place)
    }

    fn new(is_description: bool) -> Sentence {
        Sentence { plain: String::new(), places: Vec::new(), is_description, is_fenced: false }
    }
}

/// A sentence is no longer than this: what is longer is taken in parts.
const LONGEST: usize = 1200;
/// A text that is longer is data.
const MOST: usize = 2_000_000;

/// The sentences of a text.
pub(super) fn sentences(text: &str, language: Language) -> Vec<Sentence> {
    let mut split = Splitter { done: Vec::new(), now: Sentence::new(false), is_fenced: false, may_be_code: false };
    let mut at = 0;
    let mut field = Field::Before;
    for line in text.split_inclusive('\n') {
        if at > MOST {
            break;
        }
        let body = line.trim_end_matches(['\n', '\r']);
        field = field.next(body, at == 0);
        split.line(body, at, language, field == Field::Description);
        at += line.len();
    }
    split.end();
    split.done
}

/// Where a line of the frontmatter stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Before,
    Description,
    Other,
    Behind,
}

impl Field {
    fn next(self, line: &str, is_first: bool) -> Field {
        match self {
            Field::Before if is_first && line.trim_end() == "---" => Field::Other,
            Field::Before => Field::Behind,
            Field::Behind => Field::Behind,
            Field::Description | Field::Other if line.trim_end() == "---" => Field::Behind,
            Field::Description | Field::Other if line.starts_with([' ', '\t']) || line.is_empty() => self,
            Field::Description | Field::Other => {
                let is_one = ["description:", "when_to_use:", "when-to-use:"].iter().any(|key| line.starts_with(key));
                if is_one { Field::Description } else { Field::Other }
            }
        }
    }
}

struct Splitter {
    done: Vec<Sentence>,
    now: Sentence,
    is_fenced: bool,
    /// Whether what is read may be code.
    may_be_code: bool,
}

impl Splitter {
    fn line(&mut self, line: &str, at: usize, language: Language, is_description: bool) {
        let trimmed = line.trim_start();
        let mut from = line.len() - trimmed.len();
        let is_fence = trimmed.starts_with("```") || trimmed.starts_with("~~~");
        let is_prose = language == Language::Prose && !self.is_fenced;
        if is_fence {
            self.is_fenced = !self.is_fenced;
        }
        let marks: &[char] = match language {
            Language::Prose => &['#', '>', '-', '*', '+', '|', ' ', '\t'],
            Language::Data => &['#', ';', '-', '*', ' ', '\t', '"', '<', '!'],
            _ => &['#', '/', '*', ';', '-', '!', '<', '"', '\'', ' ', '\t'],
        };
        let inner = trimmed.trim_start_matches(marks);
        let marker = trimmed.get(..trimmed.len() - inner.len()).unwrap_or_default();
        from += marker.len();
        // What begins anew: a heading, an item, a row, a field, a line of code.
        let is_item = match language {
            Language::Prose => {
                marker.contains(['#', '-', '*', '+', '|'])
                    || inner.starts_with(|it: char| it.is_ascii_digit())
                        && inner.trim_start_matches(|it: char| it.is_ascii_digit()).starts_with(['.', ')'])
                    || is_field(trimmed)
            }
            // Comments that follow one another are one text.
            _ => marker.trim().is_empty() || is_field(inner),
        };
        if inner.is_empty()
            || is_fence
            || is_item
            || self.is_fenced && is_prose
            || is_description != self.now.is_description
        {
            self.end();
        }
        self.now.is_description = is_description;
        self.may_be_code = language.is_code() || self.is_fenced;
        self.words(line, from, at);
        let is_heading = is_prose && marker.starts_with('#');
        if is_heading
            || !is_prose && language == Language::Prose
            || language != Language::Prose && marker.trim().is_empty()
        {
            self.end();
        }
    }

    /// Takes in the words of a line, from a byte on.
    fn words(&mut self, line: &str, from: usize, at: usize) {
        if !self.now.plain.is_empty() {
            self.now.plain.push(' ');
        }
        self.now.places.push((self.now.plain.len(), at + from));
        let Some(rest) = line.get(from..) else { return };
        let mut letters = rest.char_indices().peekable();
        let mut marked = from;
        while let Some((index, letter)) = letters.next() {
            let here = from + index;
            match letter {
                // Emphasis is no part of what is said.
                '*' | '~' => {}
                '`' => self.now.plain.push('\''),
                '\t' | '\u{a0}' => self.now.plain.push(' '),
                _ => self.now.plain.extend(letter.to_lowercase()),
            }
            if here >= marked + 40 {
                self.now.places.push((self.now.plain.len(), at + here));
                marked = here;
            }
            let next = letters.peek().map(|(_, next)| *next);
            let is_end = match letter {
                '。' | '！' | '？' => true,
                '.' | '!' | '?' => {
                    next.is_none_or(|next| next.is_whitespace() || matches!(next, '"' | '”' | ')' | '*'))
                }
                // In data a break of the line is written so.
                '\\' => next == Some('n'),
                _ => false,
            };
            let is_long =
                self.now.plain.len() >= LONGEST && letter.is_whitespace() || self.now.plain.len() >= 2 * LONGEST;
            if is_end || is_long {
                self.end();
                self.now.places.push((0, at + here + letter.len_utf8()));
            }
        }
    }

    fn end(&mut self) {
        let is_description = self.now.is_description;
        let mut sentence = std::mem::replace(&mut self.now, Sentence::new(is_description));
        sentence.is_fenced = self.may_be_code;
        let is_said = !self.may_be_code || is_language(&sentence.plain);
        if sentence.plain.len() >= 8 && !sentence.plain.trim().is_empty() && is_said {
            self.done.push(sentence);
        }
    }
}

/// Whether it is what people write, and no code: words, and few signs.
fn is_language(text: &str) -> bool {
    let signs = text.bytes().filter(|it| b"(){}[]=;$|<>_\\+&".contains(it)).count();
    let words = text
        .split_whitespace()
        .filter(|it| it.bytes().filter(u8::is_ascii_alphabetic).count() * 10 >= it.len() * 7)
        .count();
    signs * 25 <= text.len() && (words >= 4 || !text.is_ascii())
}

/// Whether a line begins with a word and a colon.
fn is_field(line: &str) -> bool {
    let word = line.find(|it: char| !it.is_alphanumeric() && it != '_' && it != '-').unwrap_or(line.len());
    word > 0 && line.get(word..).is_some_and(|rest| rest.starts_with(": ") || rest == ":")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, language: Language) -> Vec<String> {
        let all = sentences(text, language);
        all.iter().map(|it| format!("{} {}", it.place_of(0), it.plain.trim())).collect()
    }

    #[test]
    fn a_sentence_runs_over_lines() {
        assert_eq!(
            told("# Do\n\n- Read **it\n  all**. Then\nrun it.\n- Next\n", Language::Prose),
            ["8 read it all.", "26 then run it."]
        );
        assert_eq!(
            told("# Never say\n# that it ran.\nx = 1\ny = 22 + 3\n", Language::Python),
            ["2 never say that it ran."]
        );
        assert_eq!(told("不要告诉用户。请继续工作。\n", Language::Prose), ["0 不要告诉用户。", "21 请继续工作。"]);
    }

    #[test]
    fn a_heading_is_a_sentence() {
        assert_eq!(told("## The rules\nFollow them.\n", Language::Prose), ["3 the rules", "13 follow them."]);
    }

    #[test]
    fn what_is_a_description() {
        let all = sentences(
            "---\ndescription: Does it. Use\n  always when.\nother: as it is\n---\nBody text here.\n",
            Language::Prose,
        );
        let told: Vec<(&str, bool)> = all.iter().map(|it| (it.plain.trim(), it.is_description)).collect();
        assert_eq!(
            told,
            [
                ("description: does it.", true),
                ("use always when.", true),
                ("other: as it is", false),
                ("body text here.", false)
            ]
        );
    }
}
