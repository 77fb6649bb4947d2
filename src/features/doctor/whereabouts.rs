//! Where a skill lies, seen from the folder in which an agent would be started.

use std::path::Path;

use crate::catalog::SkillRoot;

use super::Facts;

/// Where the project or home lies whose folder of skills it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// The home folder.
    Home,
    /// Here, or in a folder around this one.
    Above,
    /// In a folder below.
    Below,
    /// In another folder of the same repository.
    Beside,
    /// In the checkout of which this one is a linked worktree.
    MainCheckout,
    /// Somewhere else.
    Elsewhere,
}

impl Whereabouts {
    /// Those of a file.
    pub(super) fn of(facts: &Facts<'_>, path: &Path) -> Whereabouts {
        let environment = facts.environment;
        let here = &environment.working_directory;
        let root = SkillRoot::of(facts.known, path);
        let holder = root.as_ref().and_then(SkillRoot::holder).unwrap_or_else(|| path.parent().unwrap_or(path));
        let is_in = |folder: Option<&Path>| folder.is_some_and(|folder| holder.starts_with(folder));
        match () {
            () if environment.home.as_deref() == Some(holder) => Whereabouts::Home,
            () if here.starts_with(holder) => Whereabouts::Above,
            () if holder.starts_with(here) => Whereabouts::Below,
            () if root.is_some() && is_in(environment.git_root.as_deref()) => Whereabouts::Beside,
            () if is_in(environment.main_checkout.as_deref()) => Whereabouts::MainCheckout,
            () => Whereabouts::Elsewhere,
        }
    }

    /// Whether it is in another part of the repository.
    pub(super) fn is_beside(self) -> bool {
        self == Whereabouts::Beside
    }

    /// What is the matter with a skill there that an agent does not read from here.
    pub(super) fn words(self) -> &'static str {
        match self {
            Whereabouts::Home | Whereabouts::Above | Whereabouts::Elsewhere => "it lies in another project",
            Whereabouts::Below => "it lies in a folder below this one",
            Whereabouts::Beside => "it lies in another part of this repository",
            Whereabouts::MainCheckout => "it lies in the main checkout, and this folder is a worktree of it",
        }
    }
}
