//! Which skills exist and which one wins, per host, and why. Pure: it is given paths and texts.

pub mod controls;
mod environment;
mod files;
mod index;
mod meeting;
mod namespace;
mod normal;
mod obstacle;
pub(crate) mod pages;
mod paths;
mod place;
mod reading;
mod settle;
mod shards;
mod skill;
mod view;
mod waking;

pub use controls::{Controls, Override, Permission, Selector, SettingsFile, Switch};
pub use environment::{Environment, Plugin};
pub use files::{FileKind, Files, NoFiles};
pub use index::Catalog;
pub use meeting::Candidates;
pub use namespace::Namespaces;
pub use normal::normal;
pub use obstacle::{Obstacle, SkillRoot, SolePlace, obstacle};
pub use place::{Place, expanded_path, places};
pub use reading::{Around, BlockState, Reading, Refusal, read, read_found};
pub use skill::{Found, FoundKind, Skill, SkillId, Spanned};
pub use view::{Candidate, Status, Verdict, View};

#[cfg(test)]
mod tests;
