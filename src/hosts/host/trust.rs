//! How a host knows whether it may trust a folder.

form! {
    /// How a host knows whether it may trust the folder it is started in. A folder that nobody has decided about is
    /// taken for trusted: the host would ask.
    pub struct TrustRule {
        /// The file that maps folders to words; the longest folder that holds the working directory counts.
        pub file: String,
        /// The word that trusts a folder.
        pub trusts: String,
        /// The word that trusts the folder above.
        pub trusts_parent: String,
        /// The word that does not.
        pub distrusts: String,
        /// The setting that switches all this on or off.
        pub setting: Option<String>,
        /// Without that setting every folder is trusted; otherwise all this counts.
        pub off_by_default: bool,
        /// The environment variable that decides by itself: `true` or `false`.
        pub variable: Option<String>,
        /// The environment variables that distrust every folder when they are `true`.
        pub never_when: Vec<String>,
        /// Where this fact comes from.
        pub source: String,
    }
}
