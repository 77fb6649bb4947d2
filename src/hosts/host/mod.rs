//! The form of a host file: the facts about one agent program, each section with its source.

mod agent;
mod block;
mod budget;
mod companion;
mod controls;
mod description;
mod hooks;
mod identity;
mod listing;
mod loading;
mod package;
mod root;
mod server;
mod settings;
mod trust;
mod vocabulary;
mod walk;
mod winner;

pub use agent::{AgentPlaces, AgentRule};
pub use block::{BooleanName, Breaks, Closing, FenceRule, RepairName, Repeated, SchemaName, YamlRule};
pub use budget::{BudgetPolicy, BudgetRule, ModelFact, Unit};
pub use companion::CompanionRule;
pub use controls::{
    ControlRule, FileKey, PathPatterns, PermissionPolicy, PermissionRule, RuleKeys, SwitchFile, SwitchScope, ToolSwitch,
};
pub use description::{DescriptionRule, LengthUnit, MissingDescription, NotText};
pub use hooks::{HookKey, HookRule, HookType};
pub use identity::{IdSource, IdentityRule, Reserved};
pub use listing::{AliasRule, EscapeName, GroupRule, LabelName, ListingRule, PinnedRule};
pub use loading::{FilesShape, FillName, LoadedFiles, LoadingRule, MissingName, SkillFiles, TrimName, WordsName};
pub use package::{ManifestPaths, OfOneName, OnceBy, PackageRule, StoreKind, StoreRule};
pub use root::{At, Layout, Moved, Packages, Reads, RootRule, Scope, Until};
pub use server::{PluginServers, ServerFiles, ServerRule};
pub use settings::{ListRule, SettingsAt, SettingsRule, VariableStyle};
pub use trust::TrustRule;
pub use vocabulary::{
    FieldFact, FieldKind, KeyFact, ParameterRule, PatternKind, PlaceholderRule, PrefixRule, ToolFact, ToolRules,
};
pub use walk::Walk;
pub use winner::{OrderName, WinnerPolicy, WinnerRule};

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
    /// It is the host that is meant where none is named; the first that says so.
    #[serde(default)]
    pub usual: bool,
    /// It is the open specification: every author writes for it too, and it asks for things where programs do them.
    #[serde(default)]
    pub specification: bool,
    /// Folders that are the host's own (`.claude/skills`), as the ends of paths.
    #[serde(default)]
    pub owns: Vec<String>,
    /// Manifests that are the host's own: the skills and commands of a folder that holds one are written for it.
    #[serde(default)]
    pub owns_manifests: Vec<String>,
    /// The files that tell it about a project or a user (`CLAUDE.md`), by name.
    #[serde(default)]
    pub memory: Vec<String>,
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
    /// The file beside a SKILL.md that it reads with it.
    #[serde(default)]
    pub companion: Option<CompanionRule>,
    /// The fields it knows.
    #[serde(default)]
    pub fields: Vec<FieldFact>,
    /// The tools it knows.
    #[serde(default)]
    pub tools: Vec<ToolFact>,
    /// How it reads the entries of a list of tools, when it reads one.
    #[serde(default)]
    pub tool_rules: Option<ToolRules>,
    /// Names that are taken by the host itself.
    #[serde(default)]
    pub reserved: Reserved,
    /// Placeholders it fills in the body.
    #[serde(default)]
    pub placeholders: PlaceholderRule,
    /// How it reads the hooks of a skill, when it does.
    #[serde(default)]
    pub hooks: HookRule,
    /// Who wins a name.
    #[serde(default)]
    pub winner: WinnerRule,
    /// The listing, one for each mode; the first is the default unless one is called `tool`.
    #[serde(default)]
    pub listing: Vec<ListingRule>,
    /// Why the text that the model sees is not to be had, as the end of a sentence (`it is made on the server`);
    /// such a host has no `listing`.
    #[serde(default)]
    pub listing_unknown: String,
    /// What the model gets when a skill is loaded; left out where nobody has looked.
    #[serde(default)]
    pub loading: Option<LoadingRule>,
    /// Which skills the model may load.
    #[serde(default)]
    pub permissions: PermissionRule,
    /// The host's own settings files and the switches in them.
    #[serde(default)]
    pub controls: ControlRule,
    /// How it knows whether a folder is trusted, where that matters.
    #[serde(default)]
    pub trust: Option<TrustRule>,
    /// Its packages (plugins, extensions): what they are, and where they are looked for.
    #[serde(default)]
    pub packages: PackageRule,
    /// Where it learns of MCP servers.
    #[serde(default)]
    pub servers: ServerRule,
    /// Where the agents are described that it knows.
    #[serde(default)]
    pub agents: AgentPlaces,
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
    /// The host may load no skill at all because of it.
    StopsAll,
}
