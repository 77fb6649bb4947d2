//! The form of a host file: the facts about one agent program, each section with its source.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One agent program that reads skills.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Host {
    /// Its id: `claude-code`, or `claude-code@2026-06` for an older rule set.
    #[serde(default)]
    pub id: String,
    /// How it is called in sentences; the id when nothing is said.
    #[serde(default)]
    pub name: String,
    /// The version it was verified on, and how.
    #[serde(default)]
    pub verified: Verified,
    /// Takes part only when it is named: older editions and the systems of the design documents.
    #[serde(default)]
    pub only_when_named: bool,
    /// Only a part of what the host does is written down yet; what is missing is left unsaid, never guessed.
    #[serde(default)]
    pub sketch: bool,
    /// Folders that are the host's own (`.claude/skills`), as the ends of paths.
    #[serde(default)]
    pub owns: Vec<String>,
    /// Where it looks, in load order.
    #[serde(default)]
    pub roots: Vec<RootRule>,
    /// How it walks a root that says nothing else.
    #[serde(default)]
    pub walk: Walk,
    /// How it cuts the frontmatter from the file.
    #[serde(default)]
    pub fence: FenceRule,
    /// How it reads the frontmatter.
    #[serde(default)]
    pub yaml: YamlRule,
    /// What it calls a skill.
    #[serde(default)]
    pub identity: IdentityRule,
    /// What it does about descriptions.
    #[serde(default)]
    pub description: DescriptionRule,
    /// The fields it knows.
    #[serde(default)]
    pub fields: Vec<FieldFact>,
    /// The tools it knows.
    #[serde(default)]
    pub tools: Vec<ToolFact>,
    /// Names that are taken by the host itself.
    #[serde(default)]
    pub reserved: Reserved,
    /// Placeholders it fills in the body.
    #[serde(default)]
    pub placeholders: PlaceholderRule,
    /// Who wins a name.
    #[serde(default)]
    pub winner: WinnerRule,
    /// The listing, one for each mode; the first is the default unless one is called `tool`.
    #[serde(default)]
    pub listing: Vec<ListingRule>,
    /// Which skills the model may load.
    #[serde(default)]
    pub permissions: PermissionRule,
    /// The host's own settings files and the switches in them.
    #[serde(default)]
    pub controls: ControlRule,
    /// Models, when the budget depends on them; patterns with `*`, the first match counts.
    #[serde(default)]
    pub models: Vec<ModelFact>,
}

/// What a fact rests on.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Verified {
    /// The version, or the date of a document.
    pub version: String,
    /// How it was verified.
    pub how: How,
}

/// How a fact was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The real host was run and watched.
    Run,
    /// Read in its source or program.
    Read,
    /// Only its documentation says so.
    #[default]
    Documented,
}

/// Where a root comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Set by an administrator.
    Managed,
    /// The user's home.
    User,
    /// The project, from the working directory upwards.
    Project,
    /// A folder below the working directory.
    Nested,
    /// Added for one run (`--add-dir`).
    Added,
    /// Named by an environment variable.
    Environment,
    /// Brought by a plugin.
    Plugin,
    /// A legacy command folder.
    Command,
    /// Another host's folder, read for compatibility.
    Compatibility,
    /// Named in settings or on the command line.
    Explicit,
}

/// One rule that yields roots.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RootRule {
    /// The scope of the roots it yields.
    pub scope: Scope,
    /// Where the paths are taken from.
    #[serde(default)]
    pub at: At,
    /// Folders, tried in order at each place. `~/x`, `/x`, `$VARIABLE/x`, `${VARIABLE:-~/x}/y`, or relative to `at`.
    pub paths: Vec<String>,
    /// Where `upwards` and `downwards` stop.
    #[serde(default)]
    pub until: Until,
    /// What lies in the root.
    #[serde(default)]
    pub layout: Layout,
    /// How it is walked, where it differs from the host's usual way.
    #[serde(default)]
    pub walk: Option<Walk>,
    /// In the ids of its skills every character but ASCII letters, digits, `_` and `-` becomes `-`.
    #[serde(default)]
    pub plain_ids: bool,
    /// In the listing, the files of one folder stand together, folders in the order in which a file of theirs is met.
    #[serde(default)]
    pub by_folder: bool,
    /// In a linked worktree, the same folders of the main checkout follow.
    #[serde(default)]
    pub main_checkout: bool,
    /// What the listing calls the source (`user`, `project`, `plugin`); the scope when absent.
    #[serde(default)]
    pub source_name: Option<String>,
    /// The setting that names more roots (`skills.paths`), for `at = "setting"`.
    #[serde(default)]
    pub setting: Option<String>,
    /// A reason in words for a place that needs one.
    #[serde(default)]
    pub note: Option<String>,
    /// Where this fact comes from.
    #[serde(default)]
    pub source: String,
}

/// Where the paths of a root rule are taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum At {
    /// The path is complete: `~/…`, `/…`, `$VARIABLE…`.
    #[default]
    Fixed,
    /// The working directory.
    WorkingDirectory,
    /// The working directory and its parents, nearest first.
    Upwards,
    /// The same folders, the outermost first.
    Downwards,
    /// The git root (the working directory when there is none).
    GitRoot,
    /// Each folder given with `--add-dir`.
    Added,
    /// Each plugin.
    Plugin,
    /// Folders between a touched file and the working directory, deepest first.
    Touched,
    /// Paths that a setting of the host lists.
    Setting,
    /// The `roots` of our own settings.
    Explicit,
}

/// Where an upward walk stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// At the git root, inclusive; without one before home, or at the top.
    #[default]
    GitRoot,
    /// At the git root, inclusive, or else only the working directory.
    GitRootOrHere,
    /// At the git root, inclusive; without one at the top. The home folder is passed over.
    GitRootOrTop,
    /// Before the home folder, or at the top; git does not matter.
    Home,
    /// At the top of the file system.
    Top,
}

/// What lies in a root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// `NAME/SKILL.md`, as deep as the walk goes.
    #[default]
    Folders,
    /// Legacy commands: every `*.md`, sub-folders become `sub:name`, a folder with a SKILL.md is a skill.
    Commands,
    /// A cache of plugins: `PLUGIN/VERSION/skills/NAME/SKILL.md`.
    PluginCache,
}

/// How a root is walked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Walk {
    /// How many levels below the root a skill's folder may lie: 1 for direct children only.
    pub depth: usize,
    /// Whether folders whose name starts with a dot are entered.
    pub hidden: bool,
    /// Whether links to folders are followed.
    pub symlinks: bool,
    /// Whether a SKILL.md that is a link counts.
    pub file_links: bool,
    /// Whether `skill.md` in any case counts.
    pub any_case: bool,
    /// Whether `NAME.MD` is a command too; it is then called `NAME.MD`.
    pub any_extension_case: bool,
    /// Whether a `SKILL.md` in the root itself counts.
    pub root_file: bool,
    /// Whether `NAME.md` in the root counts.
    pub flat_files: bool,
    /// Whether a folder with a SKILL.md is not searched further.
    pub stop_at_skill: bool,
    /// Whether `.gitignore` is respected.
    pub gitignore: bool,
    /// Folder names that are never entered, in any case.
    pub skip: Vec<String>,
    /// Files larger than this many bytes are skipped.
    pub size_limit: Option<u64>,
    /// At most this many folders in a root.
    pub folder_limit: Option<usize>,
    /// At most this many entries in a root.
    pub entry_limit: Option<usize>,
    /// A root not called `skills` that holds a `skills` folder means that folder.
    pub inner_skills: bool,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for Walk {
    fn default() -> Self {
        Walk {
            depth: 1,
            hidden: true,
            symlinks: true,
            file_links: true,
            any_case: false,
            any_extension_case: false,
            root_file: false,
            flat_files: false,
            stop_at_skill: true,
            gitignore: false,
            skip: Vec::new(),
            size_limit: None,
            folder_limit: None,
            entry_limit: None,
            inner_skills: false,
            source: String::new(),
        }
    }
}

/// How a host cuts the frontmatter from the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FenceRule {
    /// A byte order mark is taken away first; otherwise it is text, and there is no frontmatter.
    pub strips_bom: bool,
    /// Spaces may follow the opening `---`.
    pub opening_spaces: bool,
    /// What ends the block.
    pub closing: Closing,
    /// Spaces may follow the closing `---`.
    pub closing_spaces: bool,
    /// CRLF counts as a line end.
    pub crlf: bool,
    /// A line break must follow the closing `---`.
    pub break_after: bool,
    /// A block that is never closed goes to the end of the file; otherwise it is no block.
    pub unclosed: bool,
    /// What happens to a file without a block.
    pub missing: Consequence,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for FenceRule {
    fn default() -> Self {
        FenceRule {
            strips_bom: true,
            opening_spaces: true,
            closing: Closing::Line,
            closing_spaces: true,
            crlf: true,
            break_after: false,
            unclosed: false,
            missing: Consequence::Skipped,
            source: String::new(),
        }
    }
}

/// What ends the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
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

/// What a fault means for the skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Consequence {
    /// Nothing: the host does not care.
    #[default]
    None,
    /// The host repairs it.
    Repaired,
    /// The host cuts, replaces or ignores the value.
    Ignored,
    /// It loads, but is not listed to the model.
    Unlisted,
    /// It loads without any of its fields.
    Empty,
    /// The host refuses the skill.
    Skipped,
}

/// How a host reads the frontmatter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct YamlRule {
    /// Which words are booleans and numbers.
    pub schema: SchemaName,
    /// Which values it takes for booleans.
    pub booleans: BooleanName,
    /// What it tries when YAML fails.
    pub repair: RepairName,
    /// What happens when it still fails.
    pub broken: Consequence,
    /// Which of two equal keys counts, or that it is an error.
    pub repeated: Repeated,
    /// A repeated key is an error only when the host knows the key.
    pub repeated_known_only: bool,
    /// A number or boolean that is read as text keeps its spelling: `1.50` stays `1.50`, not `1.5`.
    pub as_written: bool,
    /// `<<: *anchor` takes in the fields of the anchor's mapping.
    pub merges: bool,
    /// Quoted text and flow lists may go on at column 0.
    pub column_zero: bool,
    /// `2024-01-02` is a date, not text.
    pub timestamps: bool,
    /// The repair is tried on a file that begins with a byte order mark too.
    pub repair_after_bom: bool,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for YamlRule {
    fn default() -> Self {
        YamlRule {
            schema: SchemaName::Core,
            booleans: BooleanName::Words,
            repair: RepairName::None,
            broken: Consequence::Skipped,
            repeated: Repeated::Error,
            repeated_known_only: false,
            as_written: false,
            merges: false,
            column_zero: true,
            timestamps: false,
            repair_after_bom: true,
            source: String::new(),
        }
    }
}

/// A schema by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SchemaName {
    /// YAML 1.2 core.
    Core,
    /// YAML 1.1.
    #[serde(rename = "1.1")]
    Yaml11,
}

/// Which values a host takes for booleans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BooleanName {
    /// `true`, `yes`, `on`, `1` and their opposites, in any case, quoted or not.
    Words,
    /// `true` and `false`, quoted or not.
    Quoted,
    /// Only what YAML resolves to a boolean.
    Strict,
}

/// What a host tries when YAML fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
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
    /// Reads `name:` and `description:` line by line; also when YAML reads the block, but one of the two is
    /// not text.
    LineFields,
}

/// Which of two equal keys counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repeated {
    /// It is a YAML error.
    Error,
    /// The first.
    First,
    /// The last.
    Last,
}

/// What a host calls a skill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct IdentityRule {
    /// What the id is.
    pub id: IdSource,
    /// What happens without a `name`: nothing (the folder's name stands in), ignored (the rules ask for one, yet it
    /// loads under the folder's name), or the skill is skipped.
    pub name_missing: Consequence,
    /// What happens when `name` is not text: nothing (it is printed as text), ignored, or the skill is skipped.
    pub name_not_text: Consequence,
    /// The pattern a name must match, and what happens otherwise.
    pub pattern: Option<String>,
    /// What happens when it does not match.
    pub pattern_broken: Consequence,
    /// The longest name in characters.
    pub max_length: Option<usize>,
    /// What happens to a longer one.
    pub too_long: Consequence,
    /// What happens when `name` differs from the folder.
    pub folder_mismatch: Consequence,
    /// Names that differ only in case are the same.
    pub ignores_case: bool,
    /// The pattern that the folder's name must match, or the skill is skipped.
    pub folder_pattern: Option<String>,
    /// Characters of a name that are replaced by `-`.
    pub replaced: String,
    /// Runs of white space in a name become one space.
    pub collapses_space: bool,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for IdentityRule {
    fn default() -> Self {
        IdentityRule {
            id: IdSource::NameOrFolder,
            name_missing: Consequence::None,
            name_not_text: Consequence::Ignored,
            pattern: None,
            pattern_broken: Consequence::None,
            max_length: None,
            too_long: Consequence::None,
            folder_mismatch: Consequence::None,
            ignores_case: false,
            folder_pattern: None,
            replaced: String::new(),
            collapses_space: false,
            source: String::new(),
        }
    }
}

/// What the id of a skill is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdSource {
    /// The folder's name.
    Folder,
    /// `name`; a skill without one has no id.
    Name,
    /// `name`, else the folder's name.
    NameOrFolder,
    /// `source:name`, the name falling back to the folder's.
    SourceAndName,
}

/// What a host does about descriptions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct DescriptionRule {
    /// Without one.
    pub missing: MissingDescription,
    /// With an empty one.
    pub empty: MissingDescription,
    /// A number or boolean as a description.
    pub not_text: NotText,
    /// A list or mapping as a description.
    pub not_scalar: MissingDescription,
    /// White space around it is taken away.
    pub trims: bool,
    /// Runs of white space become one space.
    pub collapses_space: bool,
    /// The longest description that is accepted, in characters.
    pub max_length: Option<usize>,
    /// What happens to a longer one.
    pub too_long: Consequence,
    /// The text used when neither a description nor a body line is there.
    pub last_resort: String,
    /// The same for a legacy command; `last-resort` when empty.
    pub last_resort_command: String,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for DescriptionRule {
    fn default() -> Self {
        DescriptionRule {
            missing: MissingDescription::Skipped,
            empty: MissingDescription::Skipped,
            not_text: NotText::AsText,
            not_scalar: MissingDescription::Skipped,
            trims: true,
            collapses_space: false,
            max_length: None,
            too_long: Consequence::None,
            last_resort: String::new(),
            last_resort_command: String::new(),
            source: String::new(),
        }
    }
}

/// What happens to a skill without a usable description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissingDescription {
    /// The host refuses the skill.
    Skipped,
    /// It loads, but is not listed.
    Unlisted,
    /// It is listed with an empty description.
    Kept,
    /// The first line of the body that is not blank, without heading signs; over 100 characters, 97 and `...`.
    FirstLine,
    /// The body's text, joined.
    Body,
}

/// What happens to a description that is a number or a boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotText {
    /// It is printed as text (see [`YamlRule::as_written`]).
    AsText,
    /// The host refuses the skill.
    Skipped,
    /// As if it were missing.
    AsMissing,
}

/// A field that a host knows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FieldFact {
    /// Its key.
    pub key: String,
    /// Other spellings the host reads too.
    #[serde(default)]
    pub also: Vec<String>,
    /// What the host takes.
    #[serde(default)]
    pub kind: FieldKind,
    /// The values it knows, when they are few. With `open`, others are fine.
    #[serde(default)]
    pub values: Vec<String>,
    /// Whether other values than `values` are fine (`model`).
    #[serde(default)]
    pub open: bool,
    /// One sentence: what it does in this host.
    pub about: String,
    /// Where this fact comes from.
    #[serde(default)]
    pub source: String,
}

/// What kind of value a field takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
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
    /// A mapping.
    Mapping,
    /// A mapping from text to text.
    TextMapping,
    /// Anything.
    Any,
}

/// A tool that a host offers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ToolFact {
    /// Its name.
    pub name: String,
    /// One line: what it does.
    #[serde(default)]
    pub about: String,
}

/// Names that are taken by the host itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Reserved {
    /// Folder names that are never loaded, in any case.
    pub folders: Vec<String>,
    /// Built-in commands or skills that a skill of the same name replaces.
    pub replaces: Vec<String>,
    /// The host's own commands: a display name that is one of these leads there, not to the skill.
    pub commands: Vec<String>,
    /// Words that a name may not hold when it is uploaded.
    pub words: Vec<String>,
    /// Where this fact comes from.
    pub source: String,
}

/// Placeholders a host fills in the body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PlaceholderRule {
    /// Whether `$ARGUMENTS`, `$ARGUMENTS[n]`, `$n` and declared arguments are filled.
    pub arguments: bool,
    /// Names filled in `${NAME}`.
    pub names: Vec<String>,
    /// Whether `` !`command` `` is run.
    pub commands: bool,
    /// Where this fact comes from.
    pub source: String,
}

/// Who wins a name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct WinnerRule {
    /// The policy.
    pub policy: WinnerPolicy,
    /// The order inside a root.
    pub order: OrderName,
    /// A SKILL.md right in a root is met before those in its folders, whatever the order.
    pub root_file_first: bool,
    /// A file met again under another path (a link) counts once, at its first place.
    pub real_path_once: bool,
    /// Skills of added and nested folders that clash are renamed `folder:name` instead of dropped.
    pub scoped_clashes: bool,
    /// A skill that the model does not see leaves its name to the next one.
    pub hidden_steps_aside: bool,
    /// In one sentence, for `why`: what decides.
    pub because: String,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for WinnerRule {
    fn default() -> Self {
        WinnerRule {
            policy: WinnerPolicy::First,
            order: OrderName::Byte,
            root_file_first: false,
            real_path_once: true,
            scoped_clashes: false,
            hidden_steps_aside: false,
            because: String::new(),
            source: String::new(),
        }
    }
}

/// A winner policy by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WinnerPolicy {
    /// The first one met wins.
    First,
    /// The last one met wins and stands at its own place.
    Last,
    /// The last one met wins and stands at the place of the first.
    LastKeepsPlace,
    /// All are kept and listed.
    All,
    /// All are listed, but a look-up by id finds only the first.
    AllFirstFound,
    /// Nobody knows: the host keeps whichever it finishes last.
    Race,
}

/// An order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderName {
    /// By the bytes of the name.
    Byte,
    /// By the bytes, reversed.
    ReverseByte,
    /// As `localeCompare` sorts (ICU root collation).
    Collation,
    /// As met: root order, then the order inside the root.
    Discovery,
    /// By the bytes of the path, folder by folder.
    Path,
    /// By the bytes of the lower-case path.
    LowerPath,
}

/// The listing of a host in one mode.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ListingRule {
    /// The mode's name.
    pub mode: String,
    /// The order of the entries.
    pub order: OrderName,
    /// Scopes that are listed one after the other, each in that order; all together when empty.
    pub scopes: Vec<Scope>,
    /// What stands before the entries. `{roots}`, `{count}` are filled.
    pub header: String,
    /// One entry: `{id}`, `{name}`, `{label}`, `{text}`, `{description}`, `{when}`, `{path}`, `{folder}`, `{source}`, `{files}`, `{body}`.
    pub entry: String,
    /// An entry whose description is dropped.
    pub bare: String,
    /// What stands between entries.
    pub separator: String,
    /// What stands after them.
    pub footer: String,
    /// The whole text when there is no skill; nothing at all when empty.
    pub nothing: String,
    /// How `{label}` is made.
    pub label: LabelName,
    /// How `when_to_use` joins the description in `{text}`; left out when the host does not read it.
    pub when_joiner: Option<String>,
    /// Which characters of texts are escaped.
    pub escape: EscapeName,
    /// Which characters of `{path}` and `{folder}` are escaped.
    pub escape_path: EscapeName,
    /// The longest `{text}`, in UTF-16 units; the setting of the same meaning may change it.
    pub text_limit: Option<usize>,
    /// What ends a text that is cut.
    pub ellipsis: String,
    /// The longest `{body}`, in UTF-16 units.
    pub body_limit: Option<usize>,
    /// At most this many entries.
    pub entry_limit: Option<usize>,
    /// Short names for the roots, in hosts that print them.
    pub aliases: Option<AliasRule>,
    /// The budget.
    pub budget: Option<BudgetRule>,
    /// What stands before the entries of skills that are announced later.
    pub later_header: String,
    /// The order of those entries: by the id that each has before any renaming, then by path.
    pub later_order: OrderName,

    /// Where this fact comes from.
    pub source: String,
}

impl Default for ListingRule {
    fn default() -> Self {
        ListingRule {
            mode: "default".to_owned(),
            order: OrderName::Discovery,
            scopes: Vec::new(),
            header: String::new(),
            entry: "- {name}: {description}".to_owned(),
            bare: "- {name}".to_owned(),
            separator: "\n".to_owned(),
            footer: String::new(),
            nothing: String::new(),
            label: LabelName::Id,
            when_joiner: None,
            escape: EscapeName::None,
            escape_path: EscapeName::None,
            text_limit: None,
            ellipsis: "…".to_owned(),
            body_limit: None,
            entry_limit: None,
            aliases: None,
            budget: None,
            later_header: String::new(),
            later_order: OrderName::Discovery,
            source: String::new(),
        }
    }
}

/// How the roots are given short names, when that shows more of the skills or takes less room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AliasRule {
    /// What stands before everything else when there is a table.
    #[serde(default)]
    pub intro: String,
    /// What stands there when there is none.
    #[serde(default)]
    pub intro_without: String,
    /// What stands before the table of roots; the table stands before the header.
    pub header: String,
    /// One root: `{alias}`, `{root}`.
    pub line: String,
    /// The short name of a root; `{number}` counts from 0.
    pub alias: String,
    /// By how many bytes the host's own words are shorter with the table than without; they count in its favour.
    #[serde(default)]
    pub saved: usize,
    /// How many bytes those words take without the table: tokens are rounded up with and without it.
    #[serde(default)]
    pub words: usize,
}

/// How an entry is labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelName {
    /// The id alone.
    Id,
    /// The id, and the name in parentheses when it leads back to this very skill.
    IdAndName,
}

/// Which characters of texts are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EscapeName {
    /// None.
    None,
    /// Control characters become a space, `<` and `>` become entities.
    AngleBracketsOneLine,
    /// `<`, `>` and `&`.
    Xml3,
    /// `<`, `>`, `&`, `"` and `'`.
    Xml5,
}

/// The budget of a listing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BudgetRule {
    /// What is done when it is exceeded.
    pub policy: BudgetPolicy,
    /// What is counted.
    pub unit: Unit,
    /// A fixed limit.
    pub limit: Option<usize>,
    /// The share of the context window in per mille of its bytes, when there is no fixed limit.
    pub per_mille: Option<usize>,
    /// The environment variable that sets the limit.
    pub variable: Option<String>,
    /// The largest limit.
    pub cap: Option<usize>,
    /// Below this many characters each, only names remain (`equal-share`).
    pub least: Option<usize>,
    /// What the host's own skills take of it.
    pub taken: usize,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for BudgetRule {
    fn default() -> Self {
        BudgetRule {
            policy: BudgetPolicy::Greedy,
            unit: Unit::Characters,
            limit: None,
            per_mille: None,
            variable: None,
            cap: None,
            least: None,
            taken: 0,
            source: String::new(),
        }
    }
}

/// What is done when a listing exceeds its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BudgetPolicy {
    /// All start bare; by usage, each gets its full text while it still fits.
    Greedy,
    /// The rest is shared equally; below `least` characters each, only names remain.
    EqualShare,
    /// Descriptions are shortened in turn, one character at a time; then trailing entries are left out.
    RoundRobin,
    /// Entries that no longer fit are left out.
    Omit,
}

/// What a budget counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Display columns: wide characters count two.
    Columns,
    /// UTF-16 units.
    Characters,
    /// A quarter of the bytes, rounded up.
    Tokens,
}

/// Which skills the model may load.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PermissionRule {
    /// How rules are read.
    pub policy: PermissionPolicy,
    /// Whether a denied skill disappears from the listing.
    pub denied_unlisted: bool,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for PermissionRule {
    fn default() -> Self {
        PermissionRule { policy: PermissionPolicy::None, denied_unlisted: false, source: String::new() }
    }
}

/// How permission rules are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PermissionPolicy {
    /// There are none.
    None,
    /// The first matching pattern counts; none allows.
    FirstMatch,
    /// The last matching pattern counts; none allows.
    LastMatch,
    /// Deny rules, then allow rules, then safe properties, then ask.
    DenyAllowSafe,
}

/// The host's own settings files and the switches in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ControlRule {
    /// Its settings files, the strongest first; relative ones from the git root or working directory.
    pub files: Vec<String>,
    /// The key that maps a skill's name to `on`, `name-only`, `user-invocable-only` or `off`.
    pub overrides: Option<String>,
    /// The key that maps a skill's id to `{enabled}`.
    pub enabled: Option<String>,
    /// The key that switches all skills on or off.
    pub all_enabled: Option<String>,
    /// The key that lists disabled names.
    pub disabled: Option<String>,
    /// Names in these settings mean skills in any case.
    pub ignores_case: bool,
    /// The key that changes the share of the listing budget.
    pub budget_fraction: Option<String>,
    /// The key that sets the listing budget itself.
    pub budget_limit: Option<String>,
    /// The key that changes the longest text of an entry.
    pub text_limit: Option<String>,
    /// The key that lists more roots.
    pub paths: Option<String>,
    /// The key that allows roots outside the project.
    pub external_paths: Option<String>,
    /// The key that maps patterns over names to `allow`, `ask` or `deny`.
    pub permissions: Option<String>,
    /// The key that maps `plugin@marketplace` to on or off.
    pub plugins: Option<String>,
    /// Where usage is counted: file and key.
    pub usage: Option<UsageFact>,
    /// Where the skills that are always loaded are kept: file and key; `{context}` stands for the context's id.
    pub pins: Option<UsageFact>,
    /// The environment variable that names the context.
    pub context_variable: Option<String>,
    /// Tools that stay, whatever the loaded skills allow.
    pub base_tools: Vec<String>,
    /// Fields that hide a skill from the model, and the value that does.
    pub hides: BTreeMap<String, bool>,
    /// Whether `paths` holds a skill back until a matching file is touched.
    pub conditional_paths: bool,
    /// Of several files that are touched at once only the first wakes the skills that wait for it.
    pub wakes_once: bool,
    /// Where this fact comes from.
    pub source: String,
}

/// Where a host counts how often a skill was used.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UsageFact {
    /// The file.
    pub file: String,
    /// The key in it.
    pub key: String,
}

/// What a host assumes of a model.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ModelFact {
    /// The model's id, with `*`.
    pub name: String,
    /// Its context window in tokens.
    pub context_window: usize,
    /// The bytes that the host counts for a token.
    pub bytes_per_token: usize,
    /// The model used when none is named.
    #[serde(default)]
    pub default: bool,
    /// Where this fact comes from.
    #[serde(default)]
    pub source: String,
}
