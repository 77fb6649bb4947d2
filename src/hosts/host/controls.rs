//! The switches that a user has: the host's own settings and its permissions.

use std::collections::BTreeMap;

use super::{AgentRule, SettingsAt, SettingsRule, VariableStyle};

form! {
    /// Which skills the model may load.
    pub struct PermissionRule {
        /// How rules are read.
        pub policy: PermissionPolicy = PermissionPolicy::None,
        /// Whether a denied skill disappears from the listing.
        pub denied_unlisted: bool,
        /// Whether a rule that denies all skills takes the tool away, and the listing with it.
        pub all_denied_unlisted: bool,
        /// Rules are kept by tool, the tools as patterns: those that match this one are about skills. Where the last of
        /// them denies everything, there is no listing at all.
        pub tool: Option<String>,
        /// The environment variable whose JSON is laid over the rules of the settings.
        pub variable: Option<String>,
        /// The key that maps a tool to on or off; weaker than the rules.
        pub switches: Option<String>,
        /// The keys of the settings that list rules about tools.
        pub rules: RuleKeys,
        /// The tool that loads skills: rules about it are about skills, `TOOL(name)` about those of that name.
        pub rule_tool: Option<String>,
        /// The parameter of that tool by which rules that deny or ask may name skills: `TOOL(parameter:pattern)`.
        pub parameter: Option<String>,
        /// A rule that asks about some skills counts only when it names them by that parameter.
        pub asks_by_parameter_only: bool,
        /// A rule that denies a skill may call it by its display name, or by the name it had before it was renamed.
        pub denies_by_any_name: bool,
        /// The sources of settings whose rules that allow count only in a folder that is trusted.
        pub allows_need_trust: Vec<String>,
        /// The modes in which it asks otherwise.
        pub modes: ModeRule,
        /// Fields that make the host ask when no rule is about the skill, unless nothing is in them.
        pub asks_about: Vec<String>,
        /// It asks about every field that it does not know, too.
        pub asks_about_unknown: bool,
        /// Who is asked is offered two rules: one for the skill, and one for all whose names begin with its name.
        pub offers_prefix: bool,
        /// Patterns that are numbers come before all others, as JavaScript keeps keys.
        pub numbers_first: bool,
        /// How the names of skills begin that are on no disk: those of servers and of accounts.
        pub elsewhere: Vec<String>,
        /// The settings file in which an answer that counts for always is remembered.
        pub remembered: Option<String>,
        /// The agents, where each may have rules of its own.
        pub agents: Option<AgentRule>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// The modes in which a host asks otherwise.
    pub struct ModeRule {
        /// The setting that names the mode; the strongest file counts.
        pub setting: Option<String>,
        /// In these nothing is asked: what would be asked about is denied.
        pub denying: Vec<String>,
        /// In these what no rule asks about is allowed.
        pub allowing: Vec<String>,
        /// The sources of settings, besides the administrator's, that may say one of these.
        pub allowing_from: Vec<String>,
        /// The setting that keeps it from these when it is `disable`.
        pub allowing_off: Option<String>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// The keys of lists of rules about tools, written as entries of `allowed-tools` are.
    pub struct RuleKeys {
        /// What they match is used without a question.
        pub allow: Option<String>,
        /// The user is asked each time.
        pub ask: Option<String>,
        /// It is never used.
        pub deny: Option<String>,
    }

    /// How permission rules are read.
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

    /// A file that names the skills that were installed from elsewhere.
    pub struct LockRule needs {
        /// The file, in the git root.
        pub file: String,
        /// The key that maps their names to where they come from.
        pub key: String,
        /// The folders that they are installed in, from the git root.
        pub folders: Vec<String>,
    } else {
        /// The least number of its `version` with which it counts.
        pub version: u64,
    }

    /// The host's own settings files and the switches in them.
    pub struct ControlRule {
        /// Its settings files, the strongest first.
        pub files: Vec<SettingsRule>,
        /// A file with a value that the host does not accept is passed over whole; of the administrator's only the key.
        pub whole_or_not: bool,
        /// Its JSON files may hold comments, whatever their ending. A key of these rules may have a second spelling
        /// behind a bar: `disabledSkills|disabled_skills`.
        pub comments: bool,
        /// How environment variables are named in them, where they are filled in.
        pub variable_style: Option<VariableStyle>,
        /// The key that maps a skill's name to `on`, `name-only`, `user-invocable-only` or `off`.
        pub overrides: Option<String>,
        /// The key that maps a skill's id to `{enabled}`; or a list of `{name, enabled}` and `{path, enabled}`, of
        /// which the last that means a skill decides.
        pub enabled: Option<String>,
        /// The host does not start when an entry of such a list does not say `enabled`.
        pub enabled_required: bool,
        /// Only tables say it, as JavaScript reads them: whatever else counts as something turns the skill off.
        pub enabled_in_tables: bool,
        /// The file that tells which skills were installed here from elsewhere: those are not the repository's own.
        pub lock: Option<LockRule>,
        /// The files in which a skill is switched on or off, the strongest first; none where there is no such switch.
        pub switch: Vec<SwitchFile>,
        /// The key that switches the host's own skills on or off.
        pub bundled_enabled: Option<String>,
        /// The key that switches all skills on or off.
        pub all_enabled: Option<String>,
        /// The key that lists disabled names.
        pub disabled: Option<String>,
        /// The key that lists names which are disabled unless `reenabled` lists them too.
        pub disabled_by_default: Option<String>,
        /// The key that lists names for which `disabled-by-default` does not count.
        pub reenabled: Option<String>,
        /// The key that lists sources (`project`, `user`) whose roots are not read.
        pub disabled_sources: Option<String>,
        /// A plugin's skill is meant by its own name too, without the plugin's.
        pub short_plugin_names: bool,
        /// The key that, when false, lets only the first of several folders count (`reads = "all-unless-set"`).
        pub merges: Option<String>,
        /// A single text is no list of one.
        pub lists_only: bool,
        /// White space around names in these settings does not count.
        pub trims_names: bool,
        /// Names in these settings mean skills in any case.
        pub ignores_case: bool,
        /// The key that changes the share of the listing budget.
        pub budget_fraction: Option<String>,
        /// The key that sets the listing budget itself.
        pub budget_limit: Option<String>,
        /// The key that says how large the context window is, in tokens.
        pub context_window: Option<String>,
        /// The key that changes the longest text of an entry.
        pub text_limit: Option<String>,
        /// The key that lists more roots.
        pub paths: Option<String>,
        /// What stands between paths, where the host takes them as one text.
        pub paths_separator: Option<String>,
        /// Keys that are on or off, for roots that hang on them.
        pub flags: Vec<String>,
        /// The key that lists tools the user has switched off, and the tool without which no skill is listed.
        pub tool_off: Option<ToolSwitch>,
        /// The key that may be a list of them itself; web addresses in it are left out.
        pub paths_alone: Option<String>,
        /// The key that lists folders: roots in them are not read.
        pub ignored: Option<String>,
        /// The key that maps folders to whether they are read: more roots, and those among the usual ones that are not.
        pub locations: Option<String>,
        /// The paths of all files count together, the weakest first; otherwise those of the strongest.
        pub paths_add_up: bool,
        /// The key that allows roots outside the project.
        pub external_paths: Option<String>,
        /// The key that maps patterns over names to `allow`, `ask` or `deny`.
        pub permissions: Option<String>,
        /// The key that maps `plugin@marketplace` to on or off.
        pub plugins: Option<String>,
        /// The key that lists the names of plugins that are off.
        pub disabled_plugins: Option<String>,
        /// The key that switches all plugins on or off.
        pub all_plugins: Option<String>,
        /// The key that keeps the listing from the model when it is `false`.
        pub listing_enabled: Option<String>,
        /// The host starts in the folder of its settings file: what is relative, what it keeps, and the project are there.
        pub anchors: bool,
        /// The key that lists the files and folders whose presence makes a folder the root of a project, instead of
        /// `.git`. A project's own settings do not say it.
        pub root_markers: Option<String>,
        /// The key that maps folders to `{trust_level}`: a project's settings count only where that is `trusted`, for
        /// their own folder, or else for the root of the project or its main checkout.
        pub trusted_projects: Option<String>,
        /// What is `true` where the user has said that the project is to be trusted; `{here}` is its path, in a linked
        /// worktree that of the main checkout.
        pub trusted_when: Option<FileKey>,
        /// The administrator's key that leaves only managed skills and plugins: `true`, or a list with `skills` in it.
        pub plugins_only: Option<String>,
        /// The key that sets environment variables for the host itself.
        pub variables: Option<String>,
        /// The key that switches the host's own skills off.
        pub own_skills_off: Option<String>,
        /// The environment variable that switches the host's own skills off.
        pub own_skills_off_variable: Option<String>,
        /// The key that names the model.
        pub model: Option<String>,
        /// The environment variable that names it, stronger than the settings.
        pub model_variable: Option<String>,
        /// Where usage is counted: file and key.
        pub usage: Option<FileKey>,
        /// Where the skills that are always loaded are kept: file and key; `{context}` stands for the context's id.
        pub pins: Option<FileKey>,
        /// The environment variable that names the context.
        pub context_variable: Option<String>,
        /// Tools that stay, whatever the loaded skills allow.
        pub base_tools: Vec<String>,
        /// Fields that hide a skill from the model, and the value that does.
        pub hides: BTreeMap<String, bool>,
        /// The mode in which the host starts, where its skills may be for some modes only.
        pub starts_in: Option<String>,
        /// Fields that say in which modes the model sees a skill; the first that is there counts.
        pub mode_fields: Vec<String>,
        /// Whether `paths` holds a skill back until a matching file is touched.
        pub conditional_paths: bool,
        /// How the patterns of `paths` are read.
        pub path_patterns: PathPatterns,
        /// A pattern of `paths` that is absolute or leaves the project refuses the skill.
        pub paths_stay_inside: bool,
        /// Of several files that are touched at once only the first wakes the skills that wait for it.
        pub wakes_once: bool,
        /// Where this fact comes from.
        pub source: String,
    }

    /// A file in which the user switches skills on and off, in the form that the keys of the controls say.
    pub struct SwitchFile needs {
        /// For whom it counts.
        pub scope: SwitchScope,
        /// Where it may be, as the paths of settings files are written: the first that is there, or else the last.
        pub paths: Vec<String>,
    } else {
        /// Where relative ones are taken from.
        pub at: SettingsAt,
        /// Where this fact comes from.
        pub source: String,
    }

    /// For whom a switch counts.
    pub enum SwitchScope {
        /// The user, in this project only.
        Local = "local",
        /// Everyone in the project.
        Project = "project",
        /// The user, everywhere.
        User = "user",
    }

    /// A tool in a list of those that are switched off.
    pub struct ToolSwitch needs {
        /// The key of the list.
        pub key: String,
        /// The tool.
        pub tool: String,
    }

    /// How the patterns of `paths` are read.
    #[derive(Default)]
    pub enum PathPatterns {
        /// Like lines of a `.gitignore`, in any case; `**` holds nothing back.
        #[default]
        Ignore,
        /// As globs that match a whole path from the working directory on.
        Globs,
    }

    /// A key of one file.
    pub struct FileKey needs {
        /// The file.
        pub file: String,
        /// The key in it.
        pub key: String,
    }
}

impl ControlRule {
    /// The key that switches all skills off.
    pub fn all_off_key(&self) -> Option<&str> {
        self.all_enabled.as_deref().or(self.tool_off.as_ref().map(|switch| switch.key.as_str()))
    }
}
