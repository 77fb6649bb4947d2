//! How the version of a host that somebody has is found without running it.

form! {
    /// Where the version that is installed can be read.
    pub struct InstalledRule {
        /// What its program is called. The first on the search path tells, by what lies around the file that it leads to.
        pub programs: Vec<String>,
        /// The names of its npm packages, or of the `package.json` in it.
        pub npm: Vec<String>,
        /// The names of its Python packages.
        pub python: Vec<String>,
        /// Folders that hold one file or folder for each version, called like it.
        pub versions: Vec<String>,
        /// What it is called as an extension of VS Code and its relatives: `publisher.name`.
        pub extensions: Vec<String>,
        /// Where this fact comes from.
        pub source: String,
    }
}
