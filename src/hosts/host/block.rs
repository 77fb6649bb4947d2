//! How a host cuts the frontmatter from a file and reads it.

use super::Consequence;

form! {
    /// How a host cuts the frontmatter from the file.
    pub struct FenceRule {
        /// A byte order mark is taken away first; otherwise it is text, and there is no frontmatter.
        pub strips_bom: bool = true,
        /// The first `---` anywhere in the file opens the block, whatever stands before and after it.
        pub opening_anywhere: bool,
        /// The file begins with `---`, and the block right behind it, whatever stands there.
        pub opening_bare: bool,
        /// Blank lines may stand before the opening.
        pub opening_after_blank: bool,
        /// Spaces may follow the opening `---`.
        pub opening_spaces: bool = true,
        /// Anything may follow the opening `---`: the block begins one character after it.
        pub opening_prefix: bool,
        /// Words that may follow the opening `---`, in upper or lower case: the language of the block.
        pub opening_languages: Vec<String>,
        /// What ends the block.
        pub closing: Closing = Closing::Line,
        /// Spaces may follow the closing `---`.
        pub closing_spaces: bool = true,
        /// CRLF counts as a line end.
        pub crlf: bool = true,
        /// Which signs end a line besides LF and CRLF.
        pub breaks: Breaks = Breaks::None,
        /// A closing fence right after the opening one makes an empty block; otherwise the search goes on behind it.
        pub empty: bool = true,
        /// A line break must follow the closing `---`.
        pub break_after: bool,
        /// A block that is never closed goes to the end of the file; otherwise it is no block.
        pub unclosed: bool,
        /// White space around the block is cut off before it is read, and with it the last line break.
        pub trims_block: bool,
        /// The line break before the closing fence is not part of the block.
        pub drops_last_break: bool,
        /// What happens to a file without a block.
        pub missing: Consequence = Consequence::Skipped,
        /// What happens to a file with nothing but white space below the block.
        pub body_empty: Consequence,
        /// A legacy command needs no block, unless it begins with `---`, white space before it or not.
        pub commands_without: bool,
        /// What happens to a file that is not UTF-8. Where a SKILL.md stops all, a single file is only skipped.
        pub damaged: Consequence,
        /// Where this fact comes from.
        pub source: String,
    }

    /// What the tag `!` makes of a value.
    pub enum BareTag {
        /// A text, an empty one where nothing else is there.
        Text,
        /// A text; nothing where nothing else is there.
        TextOrNothing,
        /// It says nothing.
        Ignored,
    }

    /// Which signs end a line besides LF and CRLF. The fields are read as if LF stood there.
    pub enum Breaks {
        /// None.
        None,
        /// A lone CR.
        Return,
        /// A lone CR, vertical tab, form feed, the separators of ASCII, and the line ends of Unicode.
        Unicode,
    }

    /// What ends the block.
    pub enum Closing {
        /// A line that is only `---`.
        Line,
        /// A line that is only `---`, indented or not; so may the opening be.
        IndentedLine,
        /// A line that starts with `---`.
        LineStart,
        /// The first `---` anywhere, also inside a value.
        Anywhere,
    }

    /// How a host reads the frontmatter.
    pub struct YamlRule {
        /// Which words are booleans and numbers.
        pub schema: SchemaName = SchemaName::Core,
        /// Which values it takes for booleans.
        pub booleans: BooleanName = BooleanName::Words,
        /// What it tries when YAML fails.
        pub repair: RepairName = RepairName::None,
        /// What happens when it still fails.
        pub broken: Consequence = Consequence::Skipped,
        /// Which of two equal keys counts, or that it is an error.
        pub repeated: Repeated = Repeated::Error,
        /// A repeated key inside a value is an error too.
        pub repeated_inside: bool,
        /// A repeated key is an error only when the host knows the key.
        pub repeated_known_only: bool,
        /// A number or boolean that is read as text keeps its spelling: `1.50` stays `1.50`, not `1.5`.
        pub as_written: bool,
        /// `<<: *anchor` takes in the fields of the anchor's mapping.
        pub merges: bool,
        /// Quoted text may go on at column 0, and flow lists and mappings where the line stands that they begin in; where
        /// they may not, a closing bracket still may stand there.
        pub column_zero: bool = true,
        /// A `name` or `description` that is `false` or `0` counts as missing.
        pub falsy_missing: bool,
        /// A tag that YAML does not define (`!mine`) is an error.
        pub known_tags: bool,
        /// A value that is tagged as bytes (`!!binary`) or as a date (`!!timestamp`) is no text.
        pub typed_tags: bool,
        /// What `!` makes of a value.
        pub bare_tag: BareTag = BareTag::Text,
        /// A text that is not what its tag says (`!!null text`, `!!int text`), or a tag without any, is an error.
        pub tags_must_fit: bool,
        /// So is a value of another kind than its tag says (`!!set text`), or with a tag of nobody's (`!<tag:x>`).
        pub tags_must_fit_kind: bool,
        /// `!!null` makes nothing of any value, `!!binary` makes text of its bytes, and `!` says nothing, as in Python.
        pub tags_applied: bool,
        /// A field that the host knows is an error if it has a text without quotes that is tagged `!!null`; other tags say
        /// nothing of a text.
        pub null_tag_must_fit: bool,
        /// `<<` with anything but mappings is an error.
        pub merges_must_fit: bool,
        /// `: value` behind a list or a mapping in brackets is a field of no name, which YAML itself refuses.
        pub keys_behind_brackets: bool,
        /// An item may be missing between the commas of brackets, which YAML itself refuses.
        pub empty_items: bool,
        /// Half a pair of JSON's in quotes (`\\ud83d`) is an error, whether its other half follows or not.
        pub no_surrogates: bool,
        /// Half a pair of JSON's in quotes whose other half is missing is taken too, though it is no sign.
        pub half_surrogates: bool,
        /// A list or a mapping as a key is an error wherever it stands, as in Python.
        pub plain_keys: bool,
        /// Fields in whose values a list or a mapping as a key is an error.
        pub plain_keys_inside: Vec<String>,
        /// A list or a mapping in place of the name of a field is an error, as where fields have types.
        pub plain_field_keys: bool,
        /// `#` right behind closing quotes begins a comment, which YAML itself refuses.
        pub comments_after_quotes: bool,
        /// A byte order mark is text like any other, also where a value begins.
        pub order_mark_is_text: bool,
        /// A line that begins with a tab is an error outside of quotes and brackets, even a blank one, and so is a tab
        /// that a block scalar begins with, as in libyaml.
        pub tab_lines_broken: bool,
        /// How many aliases it takes before they are an error.
        pub aliases_limited: AliasLimit = AliasLimit::None,
        /// Brackets may be nested deeper than we read: what lies so deep counts as some value.
        pub any_depth: bool,
        /// Quoted text may do so even as the value of a field, and go on left of any key, as in libyaml.
        pub quotes_column_zero: bool,
        /// A list or a text in place of the fields counts as no fields; otherwise it is `broken`.
        pub not_mapping_empty: bool,
        /// A key with nothing behind it has a value of the wrong kind; otherwise it is absent.
        pub null_counts: bool,
        /// `2024-01-02` is a date, not text.
        pub timestamps: bool,
        /// A plain value may begin with a comma, which YAML itself refuses.
        pub leading_comma: bool,
        /// Control characters are text like any other, which YAML itself refuses; only NUL and a lone CR stay what they
        /// are.
        pub control_characters: bool,
        /// NUL is text as well.
        pub nul_is_text: bool,
        /// Empty text, zero, `false` and empty lists and mappings count as absent.
        pub falsy_absent: bool,
        /// A block of nothing but comments is an error.
        pub comments_broken: bool,
        /// A tag that is none of YAML's own is an error, and so are `<<` and `=` as values.
        pub tags_known_only: bool,
        /// The validator of those who wrote it, though not the host itself, refuses values in brackets and braces.
        pub validator_wants_lines: bool,
        /// A tab may stand in quotes, block scalars and comments only.
        pub tabs_only_quoted: bool,
        /// Tabs at the beginning of a line other than the first count for nothing: what follows them stands at column
        /// 0.
        pub tabs_before_keys: bool,
        /// The line ends of Unicode (U+0085, U+2028, U+2029) end a line inside the block, as in YAML 1.1.
        pub unicode_breaks: bool,
        /// The name of an anchor has letters, digits, `_` and `-` only, as in YAML 1.1: `&amp;` is an error.
        pub plain_anchors: bool,
        /// Texts inside a field, as `field.key`: a list or a mapping in place of one is YAML that it cannot read, and
        /// so is anything but a mapping in place of the field.
        pub inner_texts: Vec<String>,
        /// The last line break of the block belongs to the closing fence, so that a block scalar cannot keep it.
        pub last_break_outside: bool,
        /// Items of lists that are null are left out before anything else.
        pub nulls_left_out: bool,
        /// White space around the block is taken away before it is read, the last line break too.
        pub trims_block: bool,
        /// The repair is tried only where nothing but `---` stands on the first line, and the block is closed.
        pub repair_bare_fences: bool,
        /// Brackets and braces around lists and mappings, tags, anchors and aliases are errors, and so are mappings beside
        /// each other that are not indented alike.
        pub lines_only: bool,
        /// What steers terminals and other control characters are taken out of `name` and `description`, line breaks in
        /// them become spaces, and white space around them is cut off.
        pub strips_escapes: bool,
        /// `...` before the first field is an error.
        pub early_end_broken: bool,
        /// How the lines of text in quotes are joined.
        pub quoted_breaks: QuotedBreaks = QuotedBreaks::Folded,
        /// Where this fact comes from.
        pub source: String,
    }

    /// How many aliases a host takes.
    pub enum AliasLimit {
        /// Any number.
        None,
        /// As long as they make no more than a hundred values out of each that is written, as in serde_yaml.
        Hundredfold,
        /// Fewer than a hundred of one anchor, those counted with it that are in what it stands for, as in npm's `yaml`.
        HundredUses,
        /// As long as all of them together stand for fewer than 2^24 values.
        Millions,
    }

    /// How the lines of text in quotes are joined.
    pub enum QuotedBreaks {
        /// As YAML says.
        Folded,
        /// White space at the end of a line is kept, and `\` there takes the blank lines that follow with it.
        SpacesKept,
        /// `\` before CRLF takes the CR alone: the line ends as it would without, and white space before it is kept.
        EscapedReturn,
        /// A blank line after `\` at the end of a line ends as a line of text does: it is a space, not a line break.
        BlankAfterEscape,
    }

    /// A schema by name.
    pub enum SchemaName {
        /// YAML 1.2 core.
        Core,
        /// YAML 1.2 core as Rust's serde_yaml has it: `0b11` is a number, `017` is text.
        Serde,
        /// YAML 1.1.
        #[serde(rename = "1.1")]
        Yaml11,
        /// The words of YAML 1.2 core with the numbers of YAML 1.1.
        CoreWords,
        /// Every value is a text.
        Texts,
    }

    /// Which values a host takes for booleans.
    pub enum BooleanName {
        /// `true`, `yes`, `on`, `1` and their opposites, in any case, quoted or not.
        Words,
        /// `true` and `false`, quoted or not.
        Quoted,
        /// What YAML resolves to a boolean, and `y`, `yes`, `on`, `n`, `no`, `off`, in any case, quoted or not.
        FewWords,
        /// Only what YAML resolves to a boolean.
        Strict,
    }

    /// What a host tries when YAML fails.
    pub enum RepairName {
        /// Nothing.
        None,
        /// Double-quotes unquoted one-line values that hold special characters; leading tabs become two spaces.
        QuoteSpecial,
        /// Single-quotes one-line values that hold `: `, or that begin like a list, a mapping or a reserved sign and
        /// are none.
        QuoteColon,
        /// Turns one-line values that hold a colon into block scalars.
        BlockScalar,
        /// Nothing: the host does not read YAML. It takes what looks like fields, every value being the text it is
        /// written as, and ends where a line is no field.
        FieldsAsWritten,
        /// Reads `name:` and `description:` line by line; also when YAML reads the block, but one of the two is
        /// not text.
        LineFields,
        /// Reads every line by itself, without YAML: `key: value`, items, and one level of indented keys.
        PlainLines,
    }

    /// Which of two equal keys counts.
    pub enum Repeated {
        /// It is a YAML error.
        Error,
        /// The first.
        First,
        /// The last.
        Last,
    }
}

impl Breaks {
    /// Whether a sign ends a line.
    pub fn has(self, sign: char) -> bool {
        match self {
            Breaks::None => false,
            Breaks::Return => sign == '\r',
            Breaks::Unicode => {
                matches!(sign, '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
            }
        }
    }
}
