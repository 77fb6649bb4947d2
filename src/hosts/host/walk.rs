//! How a host walks a root.

form! {
    /// How a root is walked.
    #[derive(Hash)]
    pub struct Walk {
        /// How many levels below the root a skill's folder may lie: 1 for direct children only.
        pub depth: usize = 1,
        /// Whether folders whose name starts with a dot are entered.
        pub hidden: bool = true,
        /// Whether links to folders are followed.
        pub symlinks: bool = true,
        /// Whether a SKILL.md that is a link counts.
        pub file_links: bool = true,
        /// Whether `skill.md` in any case counts.
        pub any_case: bool,
        /// Of several spellings in one folder the first that the file system lists counts; otherwise `SKILL.md`.
        pub first_spelling: bool,
        /// Whether `NAME.MD` is a command too; it is then called `NAME.MD`.
        pub any_extension_case: bool,
        /// Whether a `SKILL.md` among commands is a command like any other; otherwise it makes its folder one.
        pub skill_file_plain: bool,
        /// Whether a `SKILL.md` in the root itself counts.
        pub root_file: bool,
        /// Whether `NAME.md` in the root counts.
        pub flat_files: bool,
        /// Whether such a file without a `name` is called by its folder, not by its own name.
        pub flat_by_folder: bool,
        /// Whether a folder with a SKILL.md is not searched further.
        pub stop_at_skill: bool = true,
        /// Whether only a SKILL.md that is a file does so, and not a folder of that name or a link that leads nowhere.
        pub stop_at_file: bool,
        /// Whether a folder called SKILL.md does so all the same right in the root.
        pub stop_at_root_folder: bool,
        /// Folders right in a skill that hold files of it: nobody looks for other skills there.
        pub resources: Vec<String>,
        /// Whether a link to a folder above the root is followed, and what lies there beside the root searched too.
        pub links_above: bool,
        /// Whether `.gitignore` is respected.
        pub gitignore: bool,
        /// Ignore files count as one list that begins at the root: a pattern of a nested one is bound to its folder, a
        /// leading `/` says nothing, and case does not matter.
        pub ignores_from_root: bool,
        /// Folder names that are never entered, in any case.
        pub skip: Vec<String>,
        /// The case of these names matters.
        pub skip_by_case: bool,
        /// Down to this level a folder that is never entered may be a skill itself.
        pub skipped_may_be_skills: usize,
        /// Folders whose names end like what an unfinished installation leaves (`.backup-1-2`, `.installing-1-2`) are
        /// never entered.
        pub skip_leftovers: bool,
        /// Files larger than this many bytes are skipped.
        pub size_limit: Option<u64>,
        /// At most this many folders in a root.
        pub folder_limit: Option<usize>,
        /// At most this many entries in a root.
        pub entry_limit: Option<usize>,
        /// Links in the path of the root itself are resolved before it is walked, and its skills are shown below that.
        pub real_root: bool,
        /// A root not called `skills` that holds a `skills` folder means that folder.
        pub inner_skills: bool,
        /// Where this fact comes from.
        pub source: String,
    }
}
