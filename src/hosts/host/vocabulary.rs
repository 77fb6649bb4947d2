//! The words that a host knows: fields, tools and placeholders.

use std::collections::BTreeMap;

form! {
    /// A field that a host knows.
    pub struct FieldFact needs {
        /// Its key.
        pub key: String,
    } else {
        /// One sentence: what it does in this host. One of which nothing is said is left out.
        pub about: String,
        /// Other spellings the host reads too.
        pub also: Vec<String>,
        /// What the host takes.
        pub kind: FieldKind,
        /// The values it knows, when they are few. With `open`, others are fine.
        pub values: Vec<String>,
        /// The keys it knows inside, where it takes a mapping (the events of `hooks`).
        pub keys: Vec<KeyFact>,
        /// Whether other values than `values` are fine (`model`).
        pub open: bool,
        /// How values begin that are another program's (`gpt-` for `model`), in lower case: no service of this host has
        /// them.
        pub foreign: Vec<String>,
        /// Variables, of the environment or of its settings (`env`), by which the host asks another service, which may
        /// have what is `foreign`.
        pub foreign_behind: Vec<String>,
        /// The most characters it may have; then it may not be empty either.
        pub longest: Option<usize>,
        /// In a mapping of texts, a number or a boolean is none.
        pub strict_texts: bool,
        /// With nothing but white space the host refuses the skill.
        pub filled: bool,
        /// The most bytes it may have: with more the host refuses the skill.
        pub most_bytes: Option<usize>,
        /// Its values are read in any case.
        pub any_case: bool,
        /// Nothing behind the colon is no value of another kind (`refuses`).
        pub nullable: bool,
        /// A value that is not text is ignored, not printed.
        pub text_only: bool,
        /// A value of another kind, or one that is not among `values`, makes the host refuse the skill.
        pub refuses: bool,
        /// The host looks at it only when this other field has no value.
        pub only_without: Option<String>,
        /// In a command the host does not look at it, whatever its value.
        pub not_in_commands: bool,
        /// Where this fact comes from.
        pub source: String,
    }

    /// A key that a host knows inside a field.
    pub struct KeyFact needs {
        /// Its name.
        pub name: String,
    } else {
        /// One sentence: what it is for.
        pub about: String,
    }

    /// What kind of value a field takes.
    #[derive(Default)]
    pub enum FieldKind {
        /// Text.
        #[default]
        Text,
        /// A boolean.
        Boolean,
        /// A number, or one of `values`.
        Number,
        /// A list, or text that is split.
        List,
        /// A list; text is not split.
        Sequence,
        /// A mapping.
        Mapping,
        /// A mapping from text to text.
        TextMapping,
        /// Anything.
        Any,
    }

    /// A tool that a host offers.
    pub struct ToolFact needs {
        /// Its name.
        pub name: String,
    } else {
        /// Other names that the host takes for it.
        pub also: Vec<String>,
        /// One line: what it does.
        pub about: String,
        /// What may stand in the parentheses behind it; left out where that is not known.
        pub pattern: Option<PatternKind>,
        /// The tool whose path rules count for this one (`Edit` for `Write`).
        pub paths_of: Option<String>,
        /// Inputs that a rule can name (`run_in_background:true`), those left out by which it never matches.
        pub parameters: Vec<String>,
        /// Earlier versions had it; a rule that names it does nothing.
        pub gone: bool,
    }

    /// What stands in the parentheses behind a tool.
    pub enum PatternKind {
        /// Nothing that ever matches.
        None,
        /// A shell command.
        Command,
        /// A path, as in a gitignore file.
        Path,
        /// `domain:example.com`
        Domain,
        /// The name of a skill.
        Skill,
        /// The name of an agent.
        Agent,
    }

    /// How a host reads the entries of a list of tools. Without it, nothing is said about them.
    pub struct ToolRules {
        /// Which `:*` in a command stands for anything.
        pub prefix: PrefixRule,
        /// Where an entry that names a parameter counts.
        pub parameters: ParameterRule,
        /// Whether `Tool(*)` and `Tool()` of a tool for paths allow only the working folders.
        pub star_is_here: bool,
        /// Whether a path with one slash at its start begins in the folder of the session (`//` is the file system).
        pub one_slash_is_here: bool,
        /// Whether a text is also cut at blanks and commas behind a parenthesis that closes inside the pattern, and the
        /// items of a list are cut like a text.
        pub cuts_inside: bool,
        /// Whether the commands of a line (`a && b`) are asked for one by one, unless an entry is the very line.
        pub compounds_are_exact: bool,
        /// Whether names with `*` allow nothing, unless it stands in the tool of a named MCP server.
        pub names_are_literal: bool,
        /// Placeholders that are filled in entries.
        pub placeholders: Vec<String>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// Which `:*` in a command stands for anything.
    #[derive(Default)]
    pub enum PrefixRule {
        /// The one at the end: `git add:*` is `git add`, alone or with anything behind a space.
        #[default]
        AtEnd,
        /// Every one is ` *`.
        Anywhere,
    }

    /// Where an entry that names a parameter counts.
    #[derive(Default)]
    pub enum ParameterRule {
        /// Nowhere.
        #[default]
        Nowhere,
        /// Where tools are taken away.
        Denying,
    }

    /// Placeholders a host fills in the body.
    pub struct PlaceholderRule {
        /// Whether `$ARGUMENTS`, `$ARGUMENTS[n]`, `$n` and declared arguments are filled.
        pub arguments: bool,
        /// Whether the first argument is `$0`; otherwise it is `$1`.
        pub from_zero: bool,
        /// Names filled in `${NAME}`.
        pub names: Vec<String>,
        /// Names near those that are variables of their own, and no near misses.
        pub other_variables: Vec<String>,
        /// What such a name stands for, in one sentence each, where that is known.
        pub about: BTreeMap<String, String>,
        /// Whether `` !`command` `` is run.
        pub commands: bool,
        /// Where this fact comes from.
        pub source: String,
    }
}
