//! `text-invisible`: characters that nobody sees, in places that programs compare.

use std::cell::LazyCell;

use crate::checks::prelude::*;
use crate::checks::{Finding, undescribed};
use crate::document::Document;
use crate::document::lines::lines;
use crate::mending::quoting::breaks_nothing;

/// Zero-width and direction-changing characters.
pub(crate) static CHECK: Check = Check {
    id: "text-invisible",
    summary: "zero-width, tag or direction-changing characters in a key, name, tool, description or the body",
    documentation: "\
## What it reports

Characters without any width (U+200B, U+FEFF …), invisible tags (U+E0041 …) and characters that turn the direction of text
(U+202E …), in the keys of the frontmatter, in `name`, in tool lists, in descriptions and in the body. Each is shown by its
code point; of several on one line of the body the first is.

What a script or an emoji needs is left alone: joiners between emoji or in Persian and Indic words, marks in text that is
written from right to left.

## Why it matters

A key with such a character is another key; a name or tool with one never matches. In a description or the body it can hide
text from you that the model reads, and in code it is a sign that no program takes.

## Example

A zero-width space before the colon, shown here as `<U+200B>`:

```yaml
description<U+200B>: Fills in PDF forms.
```

## Instead

Remove the character; the fix does. In the key `description` it is an error where a host skips the skill for want of one.
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Text(run),
};

/// No more than this many findings in one file: the first ones tell the story.
const MOST: usize = 20;

/// Fields whose values programs compare or the model reads.
const FIELDS: [&str; 8] =
    ["name", "description", "when_to_use", "allowed-tools", "disallowed-tools", "argument-hint", "model", "agent"];

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let text = &document.text;
    let mut left = MOST;
    for field in &document.fields {
        let visible: String = field.key.chars().filter(|it| name_of(*it).is_none()).collect();
        for (span, character) in invisible(text, field.key_span) {
            if left > 0 {
                let finding = tell(report, document, span, character, &format!("the key `{visible}`"));
                if visible == "description" && document.field("description").is_none() {
                    let (consequence, grade) = undescribed::consequence(context);
                    finding.grade(grade).consequence(consequence);
                }
                left -= 1;
            }
        }
        if FIELDS.contains(&visible.as_str()) {
            for (span, character) in invisible(text, field.value.span) {
                if left > 0 {
                    tell(report, document, span, character, &format!("`{visible}`"));
                    left -= 1;
                }
            }
        }
    }
    let body = document.body.span;
    if body.of(text).is_ascii() || document.damage.is_some() {
        return;
    }
    // A mark at the very start is the file's own, where it has no block.
    let lines = lines(text, body).filter(|line| !line.text.is_ascii());
    for found in lines.map(|line| invisible(text, line.span())).filter(|found| !found.is_empty()).take(left) {
        tell_line(report, &found);
    }
}

/// What stands on one line of the body: one finding, and one fix for all.
fn tell_line(report: &mut Report<'_>, found: &[(Span, char)]) {
    let Some((span, character)) = found.first().copied().filter(|(span, _)| span.start > 0) else { return };
    let what = name_of(character).unwrap_or("an invisible character");
    let more = if found.len() > 1 { format!(", and {} more on this line", found.len() - 1) } else { String::new() };
    let edits = found.iter().map(|(span, _)| Edit::remove(*span)).collect();
    report
        .finding(span, format!("There is {what} (U+{:04X}) in the body{more}", character as u32))
        .fix(Fix::offered("Remove what is invisible", edits));
}

/// Whether a field with this key is written, but with invisible characters in it.
pub(crate) fn hides(document: &Document, key: &str) -> bool {
    document.fields.iter().any(|field| {
        field.key.len() > key.len() && field.key.chars().filter(|it| name_of(*it).is_none()).eq(key.chars())
    })
}

fn tell<'a>(report: &'a mut Report<'_>, document: &Document, span: Span, character: char, place: &str) -> Finding<'a> {
    let what = name_of(character).unwrap_or("an invisible character");
    let edits = vec![Edit::remove(span)];
    // It may stand between two signs that mean something to YAML together, or be all there is of a value.
    let is_kept = breaks_nothing(document, &edits) && !is_alone(document, span);
    let fix = if is_kept { Fix::safe } else { Fix::offered };
    report
        .finding(span, format!("There is {what} (U+{:04X}) in {place}", character as u32))
        .fix(fix("Remove the character", edits))
}

/// Whether the value around a place shows nothing at all.
fn is_alone(document: &Document, span: Span) -> bool {
    let Some(field) = document.fields.iter().find(|field| field.value.span.covers(span)) else { return false };
    let shows = |sign: char| !sign.is_whitespace() && !matches!(sign, '"' | '\'') && name_of(sign).is_none();
    !field.value.span.of(&document.text).chars().any(shows)
}

/// The invisible characters of a part of the text that have no business there.
pub(crate) fn invisible(text: &str, span: Span) -> Vec<(Span, char)> {
    let part = span.of(text);
    if part.is_ascii() {
        return Vec::new();
    }
    // A line of such a text may have none of its letters: a list of English names in a Hebrew one.
    let right_to_left = LazyCell::new(|| text.chars().any(is_right_to_left));
    let mut found = Vec::new();
    let mut previous: Option<char> = None;
    let mut end_of_flag = 0;
    for (at, character) in part.char_indices() {
        let next = part.get(at + character.len_utf8()..).and_then(|rest| rest.chars().next());
        let is_needed = match character {
            // Joiners hold emoji together and shape letters of many scripts.
            '\u{200C}' | '\u{200D}' => {
                let is_foreign = |it: Option<char>| it.is_some_and(|it| !it.is_ascii());
                // A Persian ending behind an English word.
                is_foreign(previous) && is_foreign(next) || [previous, next].into_iter().flatten().any(is_right_to_left)
            }
            '\u{200E}' | '\u{200F}' | '\u{61C}' | '\u{2066}'..='\u{2069}' => *right_to_left,
            // Scripts without blanks between words mark with it where a line may break.
            '\u{200B}' => [previous, next].into_iter().flatten().any(is_unspaced),
            // It shows where a word is divided.
            '\u{AD}' => {
                previous.is_some_and(char::is_alphabetic)
                    && next.is_some_and(char::is_alphabetic)
                    && is_prose(text, span)
            }
            '\u{1F3F4}' => {
                end_of_flag = at + character.len_utf8() + tags_of_flag(&part[at + character.len_utf8()..]);
                false
            }
            '\u{E0000}'..='\u{E007F}' => at < end_of_flag,
            // It chooses the form of a Chinese character; behind anything else it is a letter of a text that does not show.
            '\u{E0100}'..='\u{E01EF}' => previous.is_some_and(is_ideograph),
            _ => false,
        };
        if !is_needed && name_of(character).is_some() {
            let start = span.start + at;
            found.push((Span::new(start, start + character.len_utf8()), character));
        }
        previous = Some(character);
    }
    found
}

/// The length of the tags behind a black flag that make it one of a part of a country, as those of England, Scotland and
/// Wales are: a few letters and digits, and an end. Longer ones would be a text that nobody sees.
fn tags_of_flag(rest: &str) -> usize {
    let is_letter = |it: char| matches!(it, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}');
    let letters = rest.chars().take_while(|it| is_letter(*it)).count();
    let is_flag = (3..=6).contains(&letters) && rest.chars().nth(letters) == Some('\u{E007F}');
    if is_flag { rest.chars().take(letters + 1).map(char::len_utf8).sum() } else { 0 }
}

/// Chinese characters, also in Japanese and Korean texts.
fn is_ideograph(sign: char) -> bool {
    matches!(sign, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Hebrew, Arabic, and what is written with their letters.
fn is_right_to_left(sign: char) -> bool {
    matches!(sign, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}') && sign != '\u{61C}'
}

/// Thai, Lao, Burmese, Khmer, Tibetan.
fn is_unspaced(sign: char) -> bool {
    matches!(sign, '\u{E00}'..='\u{FFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{19E0}'..='\u{19FF}')
}

/// Whether a part of the text is more than a word: programs compare words, people read sentences.
fn is_prose(text: &str, span: Span) -> bool {
    span.of(text).split_whitespace().nth(2).is_some()
}

/// What an invisible character is called; `None` for one that shows.
pub(crate) fn name_of(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{200B}' => "a zero-width space",
        '\u{200C}' => "a zero-width non-joiner",
        '\u{200D}' => "a zero-width joiner",
        '\u{2060}' => "a word joiner",
        '\u{FEFF}' => "a byte order mark",
        '\u{180E}' => "a vowel separator",
        '\u{AD}' => "a soft hyphen",
        '\u{200E}' => "a left-to-right mark",
        '\u{200F}' | '\u{61C}' => "a right-to-left mark",
        '\u{202A}' => "a left-to-right embedding",
        '\u{202B}' => "a right-to-left embedding",
        '\u{202C}' => "an end of a change of direction",
        '\u{202D}' => "a left-to-right override",
        '\u{202E}' => "a right-to-left override",
        '\u{2066}'..='\u{2068}' => "an isolated change of direction",
        '\u{2069}' => "an end of an isolated direction",
        '\u{2061}'..='\u{2064}' => "an invisible operator",
        '\u{E0000}'..='\u{E007F}' => "an invisible tag character",
        '\u{E0100}'..='\u{E01EF}' => "an invisible variation selector",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_description_that_no_host_sees() {
        check(
            &CHECK,
            "
            //# hosts = codex
            //- /home/.codex/skills/pdf/SKILL.md
            ---
            name: pdf
            descrip\u{200B}tion: Fills in forms.
                   ^ text-invisible (error): There is a zero-width space (U+200B) in the key `description`
                   = Codex skips the skill
            ---
            ",
        );
    }

    #[test]
    fn in_key_and_value() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name\u{200B}: pdf
                ^ text-invisible (warning): There is a zero-width space (U+200B) in the key `name`
            description: Fills \u{202E}in forms.
                               ^ text-invisible: There is a right-to-left override (U+202E) in `description`
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn each_by_its_name() {
        for (character, name) in [
            ('\u{200C}', "a zero-width non-joiner"),
            ('\u{200D}', "a zero-width joiner"),
            ('\u{2060}', "a word joiner"),
            ('\u{180E}', "a vowel separator"),
            ('\u{AD}', "a soft hyphen"),
            ('\u{200E}', "a left-to-right mark"),
            ('\u{200F}', "a right-to-left mark"),
            ('\u{202A}', "a left-to-right embedding"),
            ('\u{202B}', "a right-to-left embedding"),
            ('\u{202C}', "an end of a change of direction"),
            ('\u{202D}', "a left-to-right override"),
            ('\u{2067}', "an isolated change of direction"),
            ('\u{2069}', "an end of an isolated direction"),
            ('\u{2063}', "an invisible operator"),
            ('\u{E0041}', "an invisible tag character"),
        ] {
            check(
                &CHECK,
                &format!(
                    "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\ndescription: Fills {character}in forms.\n                   \
                     ^ text-invisible (warning): There is {name} (U+{:04X}) in `description`\n---\n",
                    character as u32
                ),
            );
        }
    }

    #[test]
    fn emoji_and_scripts_that_need_them() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: 👩\u{200D}💻 ✍\u{FE0F} 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} می\u{200C}خواهم \u{200F}שלום
            ---
            👩\u{200D}💻 ✍\u{FE0F} 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} می\u{200C}خواهم \u{200F}שלום
            API\u{200C}ها

            - \u{200F}GraphQL
            ",
        );
    }

    #[test]
    fn flags_and_what_only_looks_like_one() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            Tag\u{E0041} and 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} on one line.
               ^ text-invisible (warning): There is an invisible tag character (U+E0041) in the body

            🏴\u{E0064}\u{E0065}\u{E006C}\u{E0065}\u{E0074}\u{E0065}\u{E0061}\u{E006C}\u{E006C}\u{E007F} is no flag.
             ^ text-invisible (warning): There is an invisible tag character (U+E0064) in the body, and 9 more on this line
            ",
        );
    }

    #[test]
    fn a_text_in_variation_selectors() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            葛\u{E0100}飾 is a form of a character.

            Smile 😀\u{E0158}\u{E0155} on.
                   ^ text-invisible (warning): There is an invisible variation selector (U+E0158) in the body, and 1 more on this line
            ",
        );
    }

    #[test]
    fn in_the_body() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            Fill \u{202E}in\u{202C} it.
                 ^ text-invisible (warning): There is a right-to-left override (U+202E) in the body, and 1 more on this line
            Sign\u{E0041}\u{E0042} it.
                ^ text-invisible (warning): There is an invisible tag character (U+E0041) in the body, and 1 more on this line
            Zero\u{200B}width.
                ^ text-invisible: There is a zero-width space (U+200B) in the body
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "---\nname: pdf\n---\nFill in it.\nSign it.\nZerowidth.\n");
    }
}
