//! skill-lsp: what is wrong with a set of Agent Skills, who wins a name in which agent, and what the model sees.
//!
//! From a program: look around from a folder, read what is there, and ask.
//!
//! ```
//! use std::path::Path;
//!
//! use skill_lsp::config::Overlay;
//! use skill_lsp::features::list::{Extent, list};
//! use skill_lsp::project::{self, Asked};
//! use skill_lsp::workspace::Wanted;
//!
//! let setting = project::setting_of(Path::new("demo/project"), &Overlay::default());
//! let asked = Asked::Here { user: false };
//! let (workspace, _) = project::walk(setting.config, setting.environment, Wanted::Both, asked).read(|| {});
//! let snapshot = workspace.snapshot();
//!
//! // What is wrong.
//! for (path, findings) in snapshot.all_diagnostics() {
//!     for finding in findings {
//!         println!("{}: {} [{}]", path.display(), finding.message, finding.check);
//!     }
//! }
//! // Which skills an agent has, and what its model sees of them.
//! let skills = list(&snapshot.catalog, None, &snapshot, &["claude-code".to_owned()], Extent::Used);
//! assert!(skills.iter().any(|skill| skill.id == "changelog" && skill.status == "active"));
//! let listing = snapshot.listing("claude-code").expect("the agent has a listing");
//! assert!(listing.text.contains("- changelog: "));
//! ```
//!
//! # The map
//!
//! A **host** is an agent program that reads skills, and a host is *data*. Everything else asks the same catalogue
//! the same questions and answers them per host. Data flows one way:
//!
//! ```text
//! bytes ─ text ─ document ─ settings ─ grants ─ catalog ─┬─ listing ───┬─ checks ─ features ─ workspace ─ project ─┬─ lsp
//!                   │                    │               ├─ loading    │                                           ├─ mcp
//!                   │                    │               ├─ words      │                                           └─ cli
//!                 (YAML,               hosts, config     ├─ knowledge  │
//!                Markdown)             (data)            └─ mending ───┘   disk: the only module that touches the file system
//! ```
//!
//! | module | what it holds | may use | from outside |
//! |---|---|---|---|
//! | [`text`] | spans, edits, and the one place where bytes become lines and columns | – | – |
//! | [`refusal`] | the answer to what is no message of a protocol | – | – |
//! | [`document`] | what one SKILL.md says; parsing never fails | text | – |
//! | [`settings`] | what a settings file says, with places, and edits that keep every other byte; pure | text, document | – |
//! | [`hosts`] | what each host does: one TOML file each, and the policies that the data selects | text | – |
//! | [`config`] | what the user asked for: settings file and overlay | text, hosts | – |
//! | [`grants`] | what an entry of `allowed-tools` allows in a host; pure | text, document, hosts, config | – |
//! | [`catalog`] | which skills exist, who wins in which host, and why; pure | grants and left of it | `std::env::consts` |
//! | [`listing`] | the listing of a host, byte for byte, with its budget | catalog and left of it | – |
//! | [`loading`] | what the model receives when a skill is loaded; nothing is run | catalog and left of it | – |
//! | [`words`] | words for people: names, numbers, places, and what happens in which host | catalog and left of it | – |
//! | [`knowledge`] | what is known of fields, lists of tools, hooks, links and the files beside a skill | catalog and left of it | – |
//! | [`mending`] | the edits that fixes, completions and renames have in common | text, document | – |
//! | [`checks`] | what can be wrong: one file per check | mending and left of it | – |
//! | [`features`] | what an editor or a person can ask: one file per question | checks and left of it | – |
//! | [`workspace`] | changes in, snapshots out | features and left of it | – |
//! | [`disk`] | finds roots, walks, reads, watches, writes atomically | text, document, settings, hosts, config, catalog | `std::fs`, `std::env`, `std::time::SystemTime`, `std::time::Instant`, `std::process::id`, `std::thread`, `rustix`, `notify` |
//! | [`project`] | from a folder to a workspace that has read every skill | workspace, disk and left of them | – |
//! | [`lsp`] | the protocol: the only user of its types | project and left of it | `tower_lsp_server`, `tokio`, `std::thread`, `std::time::Instant`, `std::io::stdin` |
//! | [`mcp`] | the Model Context Protocol: the only user of its types | project and left of it | `rmcp`, `tokio`, `std::thread`, `std::time::Instant`, `std::process::id`, `std::io::stdin` |
//! | [`cli`] | the command line: the only printer | project and left of it | `clap`, `clap_complete`, `clap_mangen`, `anstream`, `annotate_snippets`, `terminal_size`, `std::env`, `std::thread`, `std::io::stdin`, `std::io::stdout`, `std::io::stderr` |
//!
//! A module uses only what its row names, of ours and of what reaches outside. `tests/architecture.rs` reads this table
//! and holds it; clippy holds what only the compiler sees (`clippy.toml`). The documentation shows the modules that
//! another program needs; the others are public for the tests and may change.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_methods, clippy::disallowed_types, clippy::print_stdout, clippy::print_stderr)
)]

#[doc(hidden)]
pub mod catalog;
pub mod checks;
#[doc(hidden)]
pub mod cli;
pub mod config;
#[doc(hidden)]
#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "the only one that touches the file system")]
pub mod disk;
#[doc(hidden)]
pub mod document;
pub mod features;
#[doc(hidden)]
pub mod grants;
pub mod hosts;
#[doc(hidden)]
pub mod knowledge;
#[doc(hidden)]
pub mod listing;
#[doc(hidden)]
pub mod loading;
#[doc(hidden)]
pub mod lsp;
#[doc(hidden)]
pub mod mcp;
#[doc(hidden)]
pub mod mending;
pub mod project;
#[doc(hidden)]
pub mod refusal;
#[doc(hidden)]
pub mod settings;
#[doc(hidden)]
pub mod text;
#[doc(hidden)]
pub mod words;
pub mod workspace;
