//! skill-lsp: what is wrong with a set of Agent Skills, who wins a name in which agent, and what the model sees.
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
//! | module | what it holds | may use |
//! |---|---|---|
//! | [`text`] | spans, edits, and the one place where bytes become lines and columns | – |
//! | [`document`] | what one SKILL.md says; parsing never fails | text |
//! | [`settings`] | what a settings file says, with places, and edits that keep every other byte; pure | text, document |
//! | [`hosts`] | what each host does: one TOML file each, and the policies that the data selects | text |
//! | [`config`] | what the user asked for: settings file and overlay | text, hosts |
//! | [`grants`] | what an entry of `allowed-tools` allows in a host; pure | text, document, hosts, config |
//! | [`catalog`] | which skills exist, who wins in which host, and why; pure | grants and left of it |
//! | [`listing`] | the listing of a host, byte for byte, with its budget | catalog and left of it |
//! | [`loading`] | what the model receives when a skill is loaded; nothing is run | catalog and left of it |
//! | [`words`] | words for people: names, numbers, places, and what happens in which host | catalog and left of it |
//! | [`knowledge`] | what is known of fields, lists of tools, hooks, links and the files beside a skill | catalog and left of it |
//! | [`mending`] | the edits that fixes, completions and renames have in common | text, document |
//! | [`checks`] | what can be wrong: one file per check | mending and left of it |
//! | [`features`] | what an editor or a person can ask: one file per question | checks and left of it |
//! | [`workspace`] | changes in, snapshots out | features and left of it |
//! | [`disk`] | finds roots, walks, reads, watches, writes atomically | text, settings, hosts, config, catalog |
//! | [`project`] | from a folder to a workspace that has read every skill | workspace, disk and left of them |
//! | [`lsp`] | the protocol: the only user of its types | project and left of it |
//! | [`mcp`] | the Model Context Protocol: the only user of its types | project and left of it |
//! | [`cli`] | the command line: the only printer | project and left of it |
//!
//! A module uses only what stands to its left; `tests/architecture.rs` reads the `use` lines and holds this table.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod catalog;
pub mod checks;
pub mod cli;
pub mod config;
pub mod disk;
pub mod document;
pub mod features;
pub mod grants;
pub mod hosts;
pub mod knowledge;
pub mod listing;
pub mod loading;
pub mod lsp;
pub mod mcp;
pub mod mending;
pub mod project;
pub mod settings;
pub mod text;
pub mod words;
pub mod workspace;
