//! Where a host learns of MCP servers.

use super::SettingsRule;

form! {
    /// The files that declare MCP servers, and how tools of a server are named.
    pub struct ServerRule {
        /// The key of the host's settings files that maps a server's name to what is said of it.
        pub setting: Option<String>,
        /// Files of their own, the strongest first.
        pub files: Vec<ServerFiles>,
        /// What a plugin brings.
        pub plugins: Option<PluginServers>,
        /// Servers that the host itself brings, as they stand in names of tools.
        pub own: Vec<String>,
        /// How the names of servers begin that come from the user's account and stand in no file.
        pub of_account: Vec<String>,
        /// In names of tools every sign of a server's name but ASCII letters, digits, `_` and `-` becomes `_`.
        pub plain_names: bool,
        /// Where this fact comes from.
        pub source: String,
    }

    /// Files that declare servers under one key.
    pub struct ServerFiles needs {
        /// The files, as those of settings are written.
        #[serde(rename = "in")]
        pub places: Vec<SettingsRule>,
    } else {
        /// The key that maps a server's name to what is said of it; `{here}` is the path of the project. Without it,
        /// the whole file does.
        pub key: Option<String>,
        /// The whole file counts where the key is missing.
        pub or_whole: bool,
    }

    /// The servers of a plugin.
    pub struct PluginServers {
        /// The file in its folder.
        pub file: String,
        /// Its manifest, from its folder: the key there is a mapping, the path of a file like the one above, or a list
        /// of both.
        pub manifest: String,
        /// The key in both; without it the whole file counts.
        pub key: String,
        /// What a server is called: `{plugin}` and `{server}` are their names.
        pub name: String,
    }
}
