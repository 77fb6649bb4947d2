//! Who wins a name in a host, and the orders in which it meets and lists skills.

form! {
    /// Who wins a name.
    pub struct WinnerRule {
        /// The policy.
        pub policy: WinnerPolicy = WinnerPolicy::First,
        /// The order inside a root.
        pub order: OrderName = OrderName::Byte,
        /// Inside a root the order is the file system's: which of two of one name is met first is not decided.
        pub unordered_root: bool,
        /// A SKILL.md right in a root is met before those in its folders, whatever the order; one in a folder that is
        /// itself called SKILL.md after all of them.
        pub root_file_first: bool,
        /// A file met again under another path (a link) counts once, at its first place.
        pub real_path_once: bool = true,
        /// A plugin's skill is the same file only as another plugin's or the user's own, its commands only as its own
        /// others; what plugins hold takes nothing from the rest.
        pub plugin_files_apart: bool,
        /// Skills of added and nested folders that clash are renamed `folder:name` instead of dropped.
        pub scoped_clashes: bool,
        /// What clashes in a folder added by hand is not renamed, though what clashes in a nested one is.
        pub added_unscoped: bool,
        /// Skills of plugins bear the plugin's name before a colon only where two plugins have one of the same name.
        pub plain_plugin_names: bool,
        /// A skill that the model does not see leaves its name to the next one.
        pub hidden_steps_aside: bool,
        /// A command is kept beside a skill of its name that the model does not see, and the model does not see it beside
        /// one of the host's own.
        pub commands_apart: bool,
        /// A skill that waits for a file keeps its name from those after it.
        pub waiting_keeps_name: bool,
        /// In one sentence, for `why`: what decides.
        pub because: String,
        /// Where this fact comes from.
        pub source: String,
    }

    /// A winner policy by name.
    pub enum WinnerPolicy {
        /// The first one met wins.
        First,
        /// The last one met wins and stands at its own place.
        Last,
        /// The last one met wins and stands at the place of the first.
        LastKeepsPlace,
        /// The one in the root of the highest `rank` wins, of equal ones the last; it stands at the place of the first.
        RankKeepsPlace,
        /// All are kept and listed.
        All,
        /// All are listed, but a look-up by id finds only the first.
        AllFirstFound,
        /// Nobody knows: the host keeps whichever it finishes last.
        Race,
        /// The host decides, but nobody has seen how.
        Unknown,
    }

    /// An order of names.
    pub enum OrderName {
        /// By the bytes of the name.
        Byte,
        /// By the bytes, reversed.
        ReverseByte,
        /// As `localeCompare` sorts (ICU root collation).
        Collation,
        /// As met: root order, then the order inside the root.
        Discovery,
        /// As the file system lists a folder: of the folders in it the last first, then the single files, the first
        /// first.
        FileSystem,
        /// By the bytes of the path, folder by folder.
        Path,
        /// By the bytes of the path of the folder, folder by folder: a folder before what lies in it.
        Preorder,
        /// By how deep the folder lies, then by the bytes of the path, folder by folder.
        Breadth,
        /// By the bytes of the path as one text: `a-b/c` stands before `a/c`.
        PathText,
        /// By the bytes of the lower-case path of the folder, whatever root it lies in.
        LowerPath,
    }
}
