//! What a host does about descriptions, and about their absence.

use super::Consequence;

form! {
    /// What a host does about descriptions.
    pub struct DescriptionRule {
        /// Without one.
        pub missing: MissingDescription = MissingDescription::Skipped,
        /// With an empty one.
        pub empty: MissingDescription = MissingDescription::Skipped,
        /// With nothing but white space; as with an empty one when nothing is said.
        pub blank: Option<MissingDescription>,
        /// A number or boolean as a description.
        pub not_text: NotText = NotText::AsText,
        /// A list or mapping as a description.
        pub not_scalar: MissingDescription = MissingDescription::Skipped,
        /// A description of `~` or `null` is that text.
        pub null_as_written: bool,
        /// White space around it is taken away.
        pub trims: bool = true,
        /// Runs of white space become one space.
        pub collapses_space: bool,
        /// What stands between `<` and `>` is taken out, with them.
        pub strips_tags: bool,
        /// White space alone is a description like any other.
        pub blank_counts: bool,
        /// The longest description that is accepted, in characters.
        pub max_length: Option<usize>,
        /// In what that length is counted.
        pub length_unit: LengthUnit = LengthUnit::Characters,
        /// What happens to a longer one.
        pub too_long: Consequence,
        /// The text used when neither a description nor a body line is there. `{file}` is the name of the file without
        /// its ending.
        pub last_resort: String,
        /// The same for a legacy command; `last-resort` when empty.
        pub last_resort_command: String,
        /// The same for a skill of a plugin; as for other skills when empty.
        pub last_resort_plugin: String,
        /// The same for a command of a plugin; as for other commands when empty.
        pub last_resort_plugin_command: String,
        /// Where this fact comes from.
        pub source: String,
    }

    /// What the length of a text is counted in.
    pub enum LengthUnit {
        /// Unicode characters.
        Characters,
        /// UTF-16 units.
        Utf16,
        /// Bytes of UTF-8.
        Bytes,
    }

    /// What happens to a skill without a usable description.
    pub enum MissingDescription {
        /// The host refuses the skill.
        Skipped,
        /// It loads, but is not listed.
        Unlisted,
        /// It is listed with an empty description.
        Kept,
        /// The first line of the body that is not blank, without heading signs; over 100 characters, 97 and `...`.
        FirstLine,
        /// The first paragraph of the body that is no heading, its lines joined by spaces.
        FirstParagraph,
        /// The first line of the body that is neither blank nor `---`, as it is; over 240 characters, 239 and `…`.
        WholeLine,
        /// The body's text, joined.
        Body,
        /// The first three lines of the body that are not blank and do not begin with `#`, joined by spaces, as long as
        /// accepted.
        BodyLines,
        /// It is listed with the host's own words: `last-resort`.
        LastResort,
        /// A list is printed with commas; where nothing can be printed, the host refuses the skill.
        Printed,
    }

    /// What happens to a description that is a number or a boolean.
    pub enum NotText {
        /// It is printed as text (see [`YamlRule::as_written`](super::YamlRule::as_written)).
        AsText,
        /// The host refuses the skill.
        Skipped,
        /// As if it were missing.
        AsMissing,
    }
}

impl LengthUnit {
    /// How much of it one character takes.
    pub fn of(self, sign: char) -> usize {
        match self {
            LengthUnit::Characters => 1,
            LengthUnit::Utf16 => sign.len_utf16(),
            LengthUnit::Bytes => sign.len_utf8(),
        }
    }

    /// How long a text is.
    pub fn length(self, text: &str) -> usize {
        text.chars().map(|sign| self.of(sign)).sum()
    }
}
