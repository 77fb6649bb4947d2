//! The form of a host file: the facts about one agent program, each section with its source.

/// Parts of the form of a host file. What a key is when nothing is said stands behind `=`, where it is not the
/// nothing of its kind; what stands in `needs` must be said. The values of an enum may have words (`worded!`).
macro_rules! form {
    ($($(#[$about:meta])* pub $item:ident $name:ident $(needs { $($needs:tt)* })? $(else)? $({ $($body:tt)* })?)*) => {
        $(form! { @$item [$(#[$about])*] $name { $($($needs)*)? } { $($($body)*)? } })*
    };
    (@enum [$($about:tt)*] $name:ident {} { $($(#[$note:meta])* $value:ident = $word:literal,)* }) => {
        crate::text::worded! {
            #[derive(serde::Deserialize, serde::Serialize)]
            #[serde(rename_all = "kebab-case")]
            $($about)*
            pub enum $name { $($(#[$note])* $value = $word,)* }
        }
    };
    (@enum [$($about:tt)*] $name:ident {} { $($body:tt)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        $($about)*
        pub enum $name { $($body)* }
    };
    (@struct [$($about:tt)*] $name:ident {} {
        $($(#[$note:meta])* pub $key:ident: $kind:ty $(= $otherwise:expr)?,)*
    }) => {
        #[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
        $($about)*
        pub struct $name { $($(#[$note])* pub $key: $kind,)* }

        impl Default for $name {
            fn default() -> Self {
                $name { $($key: form!(@or $($otherwise)?),)* }
            }
        }
    };
    (@struct [$($about:tt)*] $name:ident { $($needs:tt)* } { $($(#[$note:meta])* pub $key:ident: $kind:ty,)* }) => {
        #[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        $($about)*
        pub struct $name { $($needs)* $($(#[$note])* #[serde(default)] pub $key: $kind,)* }
    };
    (@or) => { Default::default() };
    (@or $otherwise:expr) => { $otherwise };
}

use std::collections::BTreeMap;

mod agent;
mod block;
mod budget;
mod companion;
mod controls;
mod description;
mod hooks;
mod identity;
mod installed;
mod listing;
mod loading;
mod package;
mod reader;
mod root;
mod server;
mod settings;
mod trust;
mod vocabulary;
mod walk;
mod winner;

pub use agent::{AgentPlaces, AgentRule};
pub use block::{
    AliasLimit, BareTag, BooleanName, Breaks, Closing, FenceRule, QuotedBreaks, RepairName, Repeated, SchemaName,
    YamlRule,
};
pub use budget::{BudgetPolicy, BudgetRule, ModelFact, Unit};
pub use companion::CompanionRule;
pub use controls::{
    ControlRule, FileKey, LockRule, ModeRule, PathPatterns, PermissionPolicy, PermissionRule, RuleKeys, SwitchFile,
    SwitchScope, ToolSwitch,
};
pub use description::{DescriptionRule, LengthUnit, MissingDescription, NotText};
pub use hooks::{HookKey, HookRule, HookType};
pub use identity::{IdSource, IdentityRule, Reserved};
pub use installed::{InstalledRule, VersionRange};
pub use listing::{
    AliasRule, AnnouncedRule, EscapeName, GroupRule, LabelName, ListingRule, OwnRule, OwnSkill, PinnedRule,
};
pub use loading::{
    FilesShape, FillName, LoadedFiles, LoadingRule, MissingName, SkillFiles, TrimName, TypedRule, WordsName,
};
pub use package::{
    Converted, Entries, EntryForm, EntryParts, EntryRoot, ManifestKey, ManifestPaths, OfOneName, OnceBy, PackageRule,
    Specified, StoreKind, StoreRule,
};
pub use reader::ReaderRule;
pub use root::{At, Layout, Moved, Packages, Reads, RootRule, Scope, ShippedBy, Until};
pub use server::{PluginServers, ServerFiles, ServerRule};
pub use settings::{ListRule, SettingsAt, SettingsRule, VariableStyle};
pub use trust::TrustRule;
pub use vocabulary::{
    FieldFact, FieldKind, KeyFact, ParameterRule, PatternKind, PlaceholderRule, PrefixRule, ToolFact, ToolRules,
};
pub use walk::Walk;
pub use winner::{OrderName, WinnerPolicy, WinnerRule};

form! {
    /// One agent program that reads skills.
    pub struct Host {
        /// Its id: `claude-code`, or `claude-code@2026-06` for an older rule set.
        pub id: String,
        /// How it is called in sentences; the id when nothing is said.
        pub name: String,
        /// The version it was verified on, and how.
        pub verified: Verified,
        /// How the version that somebody has is found.
        pub installed: InstalledRule,
        /// The versions of the host that an edition is about: it is used in place of the newest rules where one of these
        /// is installed. Without any it is used when it is named.
        pub for_versions: VersionRange,
        /// Takes part only when it is named: older editions and the systems of the design documents.
        pub only_when_named: bool,
        /// Only a part of what the host does is written down yet; what is missing is left unsaid, never guessed.
        pub sketch: bool,
        /// It is the host that is meant where none is named; the first that says so.
        pub usual: bool,
        /// It is the open specification: every author writes for it too, and it asks for things where programs do them.
        pub specification: bool,
        /// It is a validator: what it complains about is all that is wrong in its eyes.
        pub validates: bool,
        /// It installs skills from repositories, and no model sees what it reads.
        pub installs: bool,
        /// Folders that are the host's own (`.claude/skills`), as the ends of paths.
        pub owns: Vec<String>,
        /// Manifests that are the host's own: the skills and commands of a folder that holds one are written for it.
        pub owns_manifests: Vec<String>,
        /// The files that tell it about a project or a user (`CLAUDE.md`), as the ends of paths.
        pub memory: Vec<String>,
        /// Where it looks, in load order.
        pub roots: Vec<RootRule>,
        /// How it walks a root that says nothing else.
        pub walk: Walk,
        /// How it cuts the frontmatter from the file.
        pub fence: FenceRule,
        /// How it reads the frontmatter.
        pub yaml: YamlRule,
        /// What it calls a skill.
        pub identity: IdentityRule,
        /// What it does about descriptions.
        pub description: DescriptionRule,
        /// How it reads what lies in some of its roots (see [`RootRule::reader`]), by name.
        pub readers: BTreeMap<String, ReaderRule>,
        /// The reader by which it reads, where it stands for what it is in some of its roots.
        #[serde(skip)]
        pub read_by: String,
        /// The file beside a SKILL.md that it reads with it.
        pub companion: Option<CompanionRule>,
        /// The fields it knows.
        pub fields: Vec<FieldFact>,
        /// It refuses a skill with any other field.
        pub known_fields_only: bool,
        /// The tools it knows.
        pub tools: Vec<ToolFact>,
        /// How it reads the entries of a list of tools, when it reads one.
        pub tool_rules: Option<ToolRules>,
        /// Names that are taken by the host itself.
        pub reserved: Reserved,
        /// Placeholders it fills in the body.
        pub placeholders: PlaceholderRule,
        /// How it reads the hooks of a skill, when it does.
        pub hooks: HookRule,
        /// Who wins a name.
        pub winner: WinnerRule,
        /// The listing, one for each mode; the first is the default unless one is called `tool`.
        pub listing: Vec<ListingRule>,
        /// Why the text that the model sees is not to be had, as the end of a sentence (`it is made on the server`);
        /// such a host has no `listing`.
        pub listing_unknown: String,
        /// What the model gets when a skill is loaded; left out where nobody has looked.
        pub loading: Option<LoadingRule>,
        /// Which skills the model may load.
        pub permissions: PermissionRule,
        /// The host's own settings files and the switches in them.
        pub controls: ControlRule,
        /// How it knows whether a folder is trusted, where that matters.
        pub trust: Option<TrustRule>,
        /// Its packages (plugins, extensions): what they are, and where they are looked for.
        pub packages: PackageRule,
        /// Where it learns of MCP servers.
        pub servers: ServerRule,
        /// Where the agents are described that it knows.
        pub agents: AgentPlaces,
        /// Models, when the budget depends on them; patterns with `*`, the first match counts.
        pub models: Vec<ModelFact>,
    }

    /// What a fact rests on.
    pub struct Verified {
        /// The version, or the date of a document.
        pub version: String,
        /// How it was verified.
        pub how: How,
    }

    /// How a fact was verified.
    #[derive(Default)]
    pub enum How {
        /// The real host was run and watched.
        Run,
        /// Read in its source or program.
        Read,
        /// Only its documentation says so.
        #[default]
        Documented,
    }

    /// What a fault means for the skill.
    #[derive(Default, PartialOrd, Ord, Hash)]
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
        /// The host may load no skill at all because of it.
        StopsAll,
    }
}
