//! What a package of a host is, and where its packages are looked for.

use std::collections::BTreeMap;

use super::{FieldKind, SettingsRule};

form! {
    /// The packages of a host (plugins, extensions): folders that bring skills, commands and agents. Their roots are
    /// those with `at = "package"`.
    pub struct PackageRule {
        /// Where they are looked for, in load order; without any the host has no packages.
        pub stores: Vec<StoreRule>,
        /// The manifests of a package, from its folder; the first that is there counts.
        pub manifests: Vec<String>,
        /// Manifests of others that are converted when a package is installed, tried in order where there is none of these.
        pub converts: Vec<Converted>,
        /// A manifest that counts before all others, if its `$schema` says that it follows a specification.
        pub specified: Option<Specified>,
        /// A folder without a manifest that can be read is no package.
        pub needs_manifest: bool,
        /// Manifests and catalogues must have the form of those of plugins: one that breaks it is told of, and not
        /// loaded.
        pub strict: bool,
        /// Keys of a manifest that are but shown: a wrong value there keeps it from nothing, though its own validation
        /// refuses it.
        pub shown: Vec<String>,
        /// What begins with a byte order mark is no JSON to it.
        pub refuses_bom: bool,
        /// Keys without which a manifest does not count.
        pub required: Vec<String>,
        /// The pattern that the name in a manifest must match.
        pub name_pattern: Option<String>,
        /// What a manifest says of its version must be a text that is not blank, or the package is not installed.
        pub version_is_text: bool,
        /// The forms that values of a manifest must have, `null` being no value, or the package is not installed.
        pub forms: BTreeMap<String, EntryForm>,
        /// What is installed is called by its name in the store, whatever its manifest says.
        pub named_by_store: bool,
        /// How a manifest names folders of skills and commands.
        pub paths: ManifestPaths,
        /// The table in a manifest in which it does so; the whole manifest when nothing is said.
        pub table: Option<String>,
        /// The key of a manifest that is `false` for a package that is off until it is switched on.
        pub enabled: Option<String>,
        /// The host's own command that switches a package on: `{id}` is the package.
        pub enabling: Option<String>,
        /// The host's own command that installs a package: `{id}` is the package.
        pub installing: Option<String>,
        /// The host's own command that adds a marketplace.
        pub adding: Option<String>,
        /// The host's own command that starts it with a package that is not installed: `{path}` is its folder.
        pub trying: Option<String>,
        /// The command of the host that takes over what has changed in an installed package: `{id}` is the package.
        pub updating: Option<String>,
        /// The key of a manifest that maps names of its skills to on or off.
        pub states: Option<String>,
        /// The keys of a manifest that the host reads; without any it is not known which it passes over.
        pub keys: Vec<ManifestKey>,
        /// Names that no package of others may have, as a pattern, in any case.
        pub reserved_names: Option<String>,
        /// Names against which the host advises.
        pub doubtful_names: Option<String>,
        /// Names that no marketplace of others may have.
        pub reserved_markets: Option<String>,
        /// The marketplaces of the host's maker, to which this does not apply.
        pub own_markets: Vec<String>,
        /// A SKILL.md right in a package's folder of skills is a skill too.
        pub root_file: bool,
        /// The skills of a repository that lie in no package and in no agent's own folder are one together.
        pub collections: bool,
        /// What an entry of a catalogue is to its package.
        pub entries: Entries,
        /// Where this fact comes from.
        pub source: String,
    }

    /// What an entry of a catalogue says of a package, and how it says where it lies.
    pub struct Entries {
        /// What its `skills` and `commands` are, beside those of the manifest.
        pub parts: EntryParts,
        /// Before which sources the catalogue's `metadata.pluginRoot` is put.
        pub root: EntryRoot,
        /// A source that does not begin with `./` means nothing, unless a root is put before it.
        pub dotted: bool,
        /// A source may also be `{source: "local", path}`.
        pub local_tables: bool,
        /// The package is not taken when its manifest has another name.
        pub names_agree: bool,
        /// One entry that is wrong, or a catalogue without an owner, spoils all of them.
        pub all_or_none: bool,
        /// The pattern that the names of entries must match.
        pub name_pattern: Option<String>,
        /// The forms that values of an entry must have, where one spoils all of them.
        pub forms: BTreeMap<String, EntryForm>,
        /// The same of the catalogue; keys inside others have dots between them.
        pub catalog_forms: BTreeMap<String, EntryForm>,
    }

    /// A manifest of another host from which one is made when a package is installed.
    pub struct Converted needs {
        /// The manifest, from the folder of the package.
        pub manifest: String,
    } else {
        /// Keys without which it does not count.
        pub required: Vec<String>,
        /// How it names folders of skills.
        pub paths: ManifestPaths,
    }

    /// A manifest by a specification: it names no folders, the skills lie in the usual one, one level deep, and there are
    /// no commands.
    pub struct Specified needs {
        /// The manifest, from the folder of the package.
        pub manifest: String,
        /// The `$schema` that it must have.
        pub schema: String,
        /// How the `$schema` of every version begins: a package of another version is refused.
        pub family: String,
    } else {
        /// The pattern that the name must match.
        pub name_pattern: Option<String>,
        /// What may be said of the author; anything when nothing is said.
        pub author_keys: Vec<String>,
    }

    /// What the parts that an entry names are.
    #[derive(Default)]
    pub enum EntryParts {
        /// They are not heeded.
        #[default]
        Ignored,
        /// They come besides those of the manifest; where the source is the marketplace itself, instead of the usual.
        Besides,
        /// The entry is the manifest of a package that has none, if it says anything of it.
        StandsIn,
        /// Each key of the entry stands in place of that of the manifest, which is the last of those that are converted;
        /// `strict: true` demands one.
        Over,
    }

    /// Before which sources the root of a catalogue is put.
    #[derive(Default)]
    pub enum EntryRoot {
        /// Before none.
        #[default]
        Unknown,
        /// Before those that are but a name.
        Bare,
        /// Before every one.
        Every,
    }

    /// A key of a manifest.
    pub struct ManifestKey needs {
        /// Its name.
        pub name: String,
        /// One sentence: what it means.
        pub about: String,
    } else {
        /// What it takes.
        pub kind: FieldKind,
        /// It names files or folders: a path, or a list of them.
        pub path: bool,
    }

    /// A place where packages are looked for.
    pub struct StoreRule {
        /// How packages lie there, or who names them.
        pub kind: StoreKind,
        /// The folders or files, as those of settings are written. What counts only in a trusted project
        /// (`when-trusted`) is known before, but not loaded.
        #[serde(rename = "in")]
        pub places: Vec<SettingsRule>,
        /// The key that lists packages in a file of this store; of several spellings with `|` between them the first counts.
        pub key: String,
        /// The catalogues of a marketplace, from its folder; the first that is there counts.
        pub catalogs: Vec<String>,
        /// The file of this store that maps the name of a marketplace to `{source: {source, path}, installLocation}`.
        pub registered: Option<String>,
        /// The key of the host's settings that does the same.
        pub declared: Option<String>,
        /// The sources of settings whose word about marketplaces counts; all when none is named.
        pub declared_in: Vec<String>,
        /// Those among them that count only in a trusted project.
        pub declared_when_trusted: Vec<String>,
        /// The keys of the administrator's settings that list the only sources of marketplaces that may be used; the first
        /// that is there counts.
        pub allowed: Vec<String>,
        /// The key of those settings that lists sources that may not be used.
        pub blocked: Option<String>,
        /// The file of this store that tells where plugins were installed.
        pub installed: Option<String>,
        /// The version that is used when it is there; otherwise the highest is.
        pub first_version: String,
        /// The file in a package that may say `{"type": "link", "source": FOLDER}`: the package lies there.
        pub link: Option<String>,
        /// The file beside packages that maps a name to `{"overrides": [RULE]}`: folders, `*` for all below, `!` for
        /// off.
        pub enablement: Option<String>,
        /// Where `npm:NAME` is installed; `{name}` stands for the name. Left out when nobody can tell.
        pub npm: Option<String>,
        /// Where a git repository is kept; `{host}` and `{path}` stand for its parts.
        pub git: Option<String>,
        /// The settings do not switch these packages off.
        pub always_on: bool,
        /// Which of several packages of one name count.
        pub of_one_name: OfOneName,
        /// What no package of a store before it may have too.
        pub once_by: OnceBy,
    }

    /// How packages lie in a store.
    #[derive(Default)]
    pub enum StoreKind {
        /// In folders given by hand for one run (`--plugin-dir`).
        #[default]
        Given,
        /// In marketplaces: folders on this disk with a catalogue, or copies of what a catalogue names.
        Marketplaces,
        /// Copies that a list names: `{name, marketplace, cache_path, enabled}` each.
        Copied,
        /// By marketplace, name and version: `MARKET/PLUGIN/VERSION`.
        Versions,
        /// Side by side, one folder for each.
        Folders,
        /// Among skills: the folders that hold a manifest.
        SkillFolders,
        /// Wherever a list in settings names them: `npm:NAME`, `git:HOST/PATH`, a folder.
        Listed,
        /// In the repository that is worked on: the folders with a manifest, and what its catalogues list. They count as
        /// if they were installed.
        Here,
    }

    /// The form of a value in a catalogue.
    #[derive(Default)]
    pub enum EntryForm {
        /// Text.
        #[default]
        Text,
        /// A web address.
        Address,
        /// `true` or `false`.
        Flag,
        /// A list of texts.
        Texts,
        /// An object.
        Table,
        /// An object with a `name` that is text.
        Person,
        /// Text, a list of texts, or an object with such a list as `paths`.
        Paths,
        /// Text or an object.
        TextOrTable,
    }

    /// How a manifest's `skills` and `commands` name folders.
    #[derive(Default)]
    pub enum ManifestPaths {
        /// Not at all: the usual folders are read.
        #[default]
        Usual,
        /// A path, a list, or a mapping with a `source` each. Skills come besides the usual folder, commands instead.
        Besides,
        /// A path or a list, of which those that begin with `./` count; they come instead of the usual folder.
        Dotted,
        /// A path, a list, or `{paths, exclusive}`; they come instead of the usual folder, save those of `{paths}`
        /// alone. A list with a path that leaves the package counts as empty.
        Exclusive,
        /// A path or a list; each is copied into an empty folder of skills under its own name, so that it is one skill,
        /// save one that is called `skills`, which becomes that folder. Hidden files are not copied.
        Collected,
        /// A list of paths and patterns; `!glob` is off, `+path` on after all, `-path` off in any case.
        Patterns,
    }

    /// Which of several packages of one name in one store count.
    #[derive(Default)]
    pub enum OfOneName {
        /// All of them.
        #[default]
        All,
        /// The first.
        First,
        /// The last.
        Last,
    }

    /// What two packages of different stores may not have both.
    #[derive(Default)]
    pub enum OnceBy {
        /// Nothing: both count.
        #[default]
        Nothing,
        /// The name.
        Name,
        /// The name together with the marketplace or the source.
        Id,
    }
}

impl PackageRule {
    /// Whether packages of the repository that is worked on can be installed.
    pub fn takes_own(&self) -> bool {
        self.stores.iter().any(|store| store.kind == StoreKind::Here)
    }
}
