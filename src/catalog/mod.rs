//! Which skills exist and which one wins, per host, and why. Pure: it is given paths and texts.

mod accepted;
mod agents;
pub(crate) mod at_home;
mod callable;
pub mod controls;
mod declared;
mod environment;
mod files;
mod index;
pub(crate) mod kin;
pub mod manifest;
mod market_policy;
mod meeting;
mod namespace;
pub(crate) mod near_miss;
mod normal;
mod own_packages;
mod package;
pub(crate) mod pages;
mod path_filter;
mod path_order;
pub mod path_pattern;
mod paths;
pub mod permissions;
mod piece;
mod place;
mod reach;
mod reading;
mod reworded;
pub(crate) mod rivals;
mod settings_file;
mod settings_places;
mod settle;
mod shards;
mod skill;
mod view;
mod waking;
mod walk;

pub use crate::settings::look_up;
pub use agents::{agent_readers, is_in_own_folder};
pub use callable::{Callable, Eyes, is_callable};
pub use controls::{Controls, Installed, NamedRoot, Override, Permission, Selector, Switch};
pub use declared::{Agent, Declared, Line, Rule, Server, servers_around};
pub use environment::Environment;
pub use files::{EntryKind, FileKind, Files, FolderEntry};
pub use index::Catalog;
pub use kin::{Group, Kin};
pub use market_policy::MarketPolicy;
pub use meeting::Candidates;
pub use namespace::Namespaces;
pub use near_miss::{IgnoreRule, Miss, NearMiss};
pub use normal::normal;
pub use own_packages::{Fate, MadeFor, OwnPackages, PackageChoice, Shipped};
pub use package::{Origin, Package, PackageCommand};
pub use path_filter::{PathFilter, is_glob, is_sign};
pub use path_order::path_order;
pub use paths::{NeverMatches, PathMatcher, never_matches};
pub use piece::{Leads, Piece, PieceKind};
pub use place::{Off, Place, expanded_path, is_set, places, upwards};
pub use reach::{Area, Reach};
pub use reading::{
    Around, BlockState, Complaint, Frontmatter, Reading, Refusal, complaints, read, read_at, read_found, reads_as_usual,
};
pub(crate) use reading::{CompanionFault, boolean_of, breaks, companion_fault};
pub(crate) use reworded::reworded;
pub use settings_file::{SettingsFile, parsed, with_variables};
pub use settings_places::settings_places;
pub use skill::{Found, FoundKind, Skill, SkillId, Spanned};
pub use view::{Candidate, PackageApart, Status, Verdict, View};
pub(crate) use waking::waits;
pub use walk::{
    Bar, Inside, Met, Obstacle, Sight, SkillRoot, SolePlace, Unread, is_endless, is_met_along, met_along, walk,
};

#[cfg(test)]
mod tests;
