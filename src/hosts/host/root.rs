//! Where a host looks for skills: the rules that yield its roots.

use std::collections::BTreeMap;

use super::{ListRule, Walk};

form! {
    /// Where a root comes from.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Scope {
        /// Set by an administrator.
        Managed = "managed",
        /// The user's home.
        User = "user",
        /// The project, from the working directory upwards.
        Project = "project",
        /// A folder below the working directory.
        Nested = "nested",
        /// Added for one run (`--add-dir`).
        Added = "added",
        /// Named by an environment variable.
        Environment = "environment",
        /// Brought by a plugin.
        Plugin = "plugin",
        /// A legacy command folder.
        Command = "command",
        /// Another host's folder, read for compatibility.
        Compatibility = "compatibility",
        /// Named in settings or on the command line.
        Explicit = "explicit",
    }

    /// One rule that yields roots.
    pub struct RootRule needs {
        /// The scope of the roots it yields.
        pub scope: Scope,
        /// Folders, tried in order at each place. `~/x`, `/x`, `$VARIABLE/x`, `${VARIABLE:-~/x}/y`, or relative to
        /// `at`.
        pub paths: Vec<String>,
    } else {
        /// Where the paths are taken from.
        pub at: At,
        /// Where `upwards` and `downwards` stop.
        pub until: Until,
        /// What lies in the root.
        pub layout: Layout,
        /// How it is walked, where it differs from the host's usual way.
        pub walk: Option<Walk>,
        /// How its files are read, where that is not the host's usual way: the name of one of its `readers`.
        pub reader: Option<String>,
        /// In the ids of its skills every character but ASCII letters, digits, `_` and `-` becomes `-`.
        pub plain_ids: bool,
        /// In the listing, the files of one folder stand together, folders in the order in which a file of theirs is
        /// met.
        pub by_folder: bool,
        /// In a linked worktree, the same folders of the main checkout follow.
        pub main_checkout: bool,
        /// Roots of a later stage are looked at only where no skill of an earlier one is taken.
        pub stage: usize,
        /// The larger it is, the stronger the root, where the winner's policy goes by it.
        pub rank: usize,
        /// What the listing calls the source (`user`, `project`, `plugin`); the scope when absent.
        pub source_name: Option<String>,
        /// Roots of one group that follow each other are sorted together in listings that sort by group.
        pub group: Option<String>,
        /// Which packages are meant, for `at = "package"`.
        pub packages: Packages,
        /// What stands before the names of the commands there: each becomes a skill when its package is installed.
        pub migrates: Option<String>,
        /// The path is one variable that holds several folders with this between them.
        pub split: Option<String>,
        /// The paths in the setting are taken as written: `~` and `$` mean themselves.
        pub literal: bool,
        /// The setting that names more roots (`skills.paths`), for `at = "setting"`.
        pub setting: Option<String>,
        /// Which of the folders at one place are read.
        pub reads: Reads,
        /// Relative paths of the setting start at the git root, and `$` in them is a sign like any other.
        pub from_git_root: bool,
        /// Nothing is read there when the working directory is the home folder.
        pub not_at_home: bool,
        /// Environment variables that switch these roots off when they are set to `1`, `true`, `yes`, `y` or `on`.
        pub off_when: Vec<String>,
        /// The setting (one of the controls' `flags`) that switches these roots off when it is `true`.
        pub off_when_setting: Option<String>,
        /// The list in one settings file that alone names these roots, for `at = "setting"`. Its relative paths start
        /// at the folder of that file; what has a `*` or begins with `!`, `+` or `-` is a pattern over what they hold.
        pub list: Option<ListRule>,
        /// The list in one settings file whose patterns switch skills of these roots off and on again: `!glob` is off,
        /// `+path` on after all, `-path` off in any case; relative to the folder of that file.
        pub switches: Option<ListRule>,
        /// The JSON file that a folder must hold to stand for the `*` in `paths`, for `at = "marked"`.
        pub marker: Option<String>,
        /// The catalogues and manifests of plugins that name folders, for `at = "shipped"`.
        pub shipped_by: ShippedBy,
        /// Environment variables that switch these roots off when they are set to anything.
        pub off_when_set: Vec<String>,
        /// These roots are not read when a variable leads the host's own folder elsewhere.
        pub off_when_moved: Option<Moved>,
        /// The source of settings without which these roots are not read (`--setting-sources`).
        pub needs_source: Option<String>,
        /// The only system on which the host looks there: `linux`, `macos`, `windows`, or `unix` for all but Windows.
        pub system: Option<String>,
        /// Read only when the folder is trusted.
        pub when_trusted: bool,
        /// A skill behind a link that leads out of its package is refused.
        pub stays_in_package: bool,
        /// The ids of a package's skills stay as they are, without its name before them.
        pub unprefixed: bool,
        /// What `${NAME}` stands for in the names and descriptions of a package's skills; `{package}` is its folder,
        /// `{here}` the working directory.
        pub fills: BTreeMap<String, String>,
        /// Folders that this rule does not mean, because another rule does.
        pub except: Vec<String>,
        /// A reason in words for a place that needs one.
        pub note: Option<String>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// Some of the packages.
    #[derive(Default)]
    pub enum Packages {
        /// All of them.
        #[default]
        All,
        /// Those given by hand for one run.
        Given,
        /// Those that are installed.
        Installed,
        /// Those of the repository that is worked on.
        Own,
    }

    /// The files that name the plugins of a repository, from its root.
    pub struct ShippedBy {
        /// A catalogue of plugins, as Claude Code has it.
        pub catalogue: Option<String>,
        /// The manifest of one plugin.
        pub manifest: Option<String>,
    }

    /// A folder that a variable may move.
    pub struct Moved needs {
        /// The environment variable; empty counts as unset.
        pub variable: String,
        /// Where the folder is without it.
        pub from: String,
    }

    /// Where the paths of a root rule are taken from.
    #[derive(Default)]
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
        /// The parents of the working directory, nearest first, without itself.
        Above,
        /// The git root (the working directory when there is none).
        GitRoot,
        /// Each folder given with `--add-dir`.
        Added,
        /// Each package of the host that is loaded; relative paths are its usual folders.
        Package,
        /// Folders between a touched file and the working directory, deepest first.
        Touched,
        /// Paths that a setting of the host lists.
        Setting,
        /// The root of the repository as git itself finds it, which passes over a `.git` that is none (the working
        /// directory when there is none).
        Repository,
        /// The same; a `*` in a path stands for each folder that holds the `marker`.
        Marked,
        /// Each folder that holds a skill which a catalogue or a manifest of plugins in the git root names, and the
        /// paths in each plugin. What does not begin with `./` or leads out of the git root does not count.
        Shipped,
        /// The `roots` of our own settings.
        Explicit,
    }

    /// Which of several folders at one place are read.
    #[derive(Default)]
    pub enum Reads {
        /// All of them.
        #[default]
        All,
        /// The first one that is there.
        First,
        /// All of them, or the first one that is there when the setting `merges` is false.
        AllUnlessSet,
    }

    /// Where an upward walk stops.
    #[derive(Default)]
    pub enum Until {
        /// At the git root, inclusive; without one before home, or at the top.
        #[default]
        GitRoot,
        /// At the git root, inclusive, or else only the working directory.
        GitRootOrHere,
        /// At the git root, inclusive; without one at the top. The home folder is passed over.
        GitRootOrTop,
        /// At the git root, inclusive; without one at the top, and the home folder counts like any other.
        GitRootOrTopWithHome,
        /// At the git root, inclusive, if git could work there; without one at the home folder, inclusive, or at the top.
        CheckoutOrHome,
        /// Before the home folder, or at the top; git does not matter.
        Home,
        /// At the top of the file system.
        Top,
        /// Before the top of the file system, which is not looked at.
        BelowTop,
    }

    /// What lies in a root.
    #[derive(Default)]
    pub enum Layout {
        /// `NAME/SKILL.md`, as deep as the walk goes.
        #[default]
        Folders,
        /// Legacy commands: every `*.md`, sub-folders become `sub:name`, a folder with a SKILL.md is a skill.
        Commands,
        /// Commands: every `NAME.md` right in the root, in any case of the ending, hidden ones not.
        Files,
        /// One command, written in the manifest that stands for the root.
        #[serde(skip)]
        Written,
        /// A cache of plugins: `PLUGIN/VERSION/skills/NAME/SKILL.md`.
        PluginCache,
        /// Plugins side by side: `PLUGIN/skills/`, and in it what lies in a folder of skills.
        PluginFolders,
    }
}
