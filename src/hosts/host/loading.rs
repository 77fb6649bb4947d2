//! What a host gives its model when a skill is loaded.

use std::collections::BTreeMap;

form! {
    /// The text that the model gets when a skill is loaded, and how arguments come into it.
    pub struct LoadingRule {
        /// The text: `{body}`, `{file}` (the whole file), `{id}`, `{name}`, `{description}`, `{folder}`, `{path}`,
        /// `{arguments}`, `{files}`; `{?key:…}` only where the value is not empty.
        pub text: String,
        /// The same for a command, when it is another.
        pub command_text: Option<String>,
        /// The same for what a plugin has among its commands, a SKILL.md there included.
        pub plugin_command_text: Option<String>,
        /// What the body loses at its ends.
        pub trims: TrimName,
        /// Whether a file without a block loses it too.
        pub trims_blockless: bool,
        /// Whether the tool that loads skills lets its model choose among their ids alone.
        pub by_id: bool,
        /// Whether CRLF becomes LF.
        pub plain_breaks: bool,
        /// How the arguments are cut into words.
        pub words: WordsName,
        /// The one placeholder of arguments, all of them, where it is another than `$ARGUMENTS`; no other is filled then.
        pub all_arguments: Option<String>,
        /// What is put behind the body when there are arguments and no placeholder took them; `{arguments}` is filled,
        /// and `{id}` before it.
        pub appended: String,
        /// What becomes of a number that no argument has.
        pub missing: MissingName,
        /// Whether `$n` is filled also where a word goes on behind it.
        pub loose_numbers: bool,
        /// Whether `$ARGUMENTS` is filled only where no word goes on behind it.
        pub whole_arguments: bool,
        /// Whether arguments lose the white space at their ends.
        pub trims_arguments: bool,
        /// Whether placeholders are filled only when there are arguments.
        pub only_with_arguments: bool,
        /// Whether a backslash keeps a placeholder of arguments as it is, and disappears.
        pub escapes: bool,
        /// Whether placeholders are filled in the whole text, and not in the body alone.
        pub fills_all: bool,
        /// Whether `!` in arguments is changed so that it starts no command, and `${NAME}` in them is filled.
        pub guards: bool,
        /// What each `${NAME}` stands for.
        pub fills: BTreeMap<String, FillName>,
        /// How hard a model thinks when nothing is said, and where a number says it, in the host's word.
        pub effort: String,
        /// Where the host keeps what plugins note: `{plugin}` is filled.
        pub plugin_data: String,
        /// How `{files}` are printed.
        pub files: Option<LoadedFiles>,
        /// What there is to know beside, in one sentence.
        pub note: String,
        /// What is otherwise when a person types the name; left out where nobody has looked.
        pub typed: Option<TypedRule>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// What the model gets when a person types the name of a skill, where it is something else.
    pub struct TypedRule {
        /// What is typed: `/{id}`.
        pub call: String,
        /// What stands before the text; nothing in it is filled but its own keys, those of `text`.
        pub before: String,
        /// The text in place of the usual one.
        pub text: Option<String>,
        /// Whether arguments lose the white space at their ends, where they do not otherwise.
        pub trims_arguments: bool,
        /// Whether CRLF becomes LF, where it does not otherwise.
        pub plain_breaks: bool,
        /// The field that, when it is `false`, keeps people from it.
        pub refused_without: Option<String>,
        /// What there is to know beside, in one sentence.
        pub note: String,
        /// Where this fact comes from.
        pub source: String,
    }

    /// What a body loses at its ends.
    #[derive(Default)]
    pub enum TrimName {
        /// Nothing.
        #[default]
        None,
        /// White space at both ends.
        Both,
        /// White space at the start.
        Start,
        /// Line breaks at the start.
        StartBreaks,
        /// White space at the end.
        End,
    }

    /// How arguments are cut into words.
    #[derive(Default)]
    pub enum WordsName {
        /// At white space.
        #[default]
        Blanks,
        /// At white space outside quotes: double ones anywhere, single ones at the start of a word. One that nothing
        /// closes is an error.
        Quotes,
        /// As the words of the first command of a shell line: what a shell would not take for a plain word ends them or
        /// is left out. At white space where there is no such command.
        ShellCommand,
    }

    /// What becomes of a number that no argument has.
    #[derive(Default)]
    pub enum MissingName {
        /// It stays as it is written.
        #[default]
        Left,
        /// It becomes nothing.
        Empty,
    }

    /// What a `${NAME}` stands for.
    pub enum FillName {
        /// The skill's own folder; not in a command, which has none.
        SkillFolder,
        /// The folder of the project.
        ProjectFolder,
        /// The id of the session.
        Session,
        /// How hard the model thinks.
        Effort,
        /// The folder of the plugin; only in a plugin.
        PluginFolder,
        /// The folder for what the plugin notes; only in a plugin.
        PluginData,
    }

    /// How the files beside a skill are printed.
    pub struct LoadedFiles {
        /// In what shape.
        pub shape: FilesShape,
        /// What stands before a tree, and before one in which something is left out.
        pub before: String,
        /// The same where something is left out.
        pub before_cut: String,
        /// One file of a list: `{path}`, `{file}` (from the folder of the skill), `{id}`.
        pub each: String,
        /// What stands between them.
        pub separator: String,
        /// At most this many.
        pub limit: Option<usize>,
        /// What stands behind a list that is cut.
        pub more: String,
        /// Whether names stand as `localeCompare` sorts them; otherwise by their bytes.
        pub collated: bool,
        /// Which files called SKILL.md are among them.
        pub skill_files: SkillFiles,
        /// Folders that are not entered.
        pub skip: Vec<String>,
        /// Whether links are left out.
        pub no_links: bool,
    }

    /// Which files called SKILL.md are printed among the files of a skill.
    #[derive(Default)]
    pub enum SkillFiles {
        /// None, in no folder.
        #[default]
        None,
        /// All.
        All,
        /// None, nor anything in a folder that has one.
        NoFolders,
    }

    /// In what shape files are printed.
    #[derive(Default)]
    pub enum FilesShape {
        /// One after the other.
        #[default]
        List,
        /// As a drawn tree, the files of a folder before its folders.
        Tree,
    }
}
