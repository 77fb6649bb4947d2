//! What every question about an open document is asked of: the document among all skills.

use std::cell::OnceCell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Catalog, Environment, Files, Skill, SkillId};
use crate::checks::{Diagnostic, Gathered};
use crate::config::Config;
use crate::document::Document;
use crate::hosts::Host;
use crate::listing::{ListedEntry, Listing, renewed};

/// An open document, and all that is known around it.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The file. Absolute.
    pub path: &'a Path,
    /// What it says now.
    pub document: &'a Document,
    /// Its findings.
    pub diagnostics: &'a Lazily<'a>,
    /// The skills as every real host sees them, this document included.
    pub catalog: &'a Catalog,
    /// The hosts for which its author writes.
    pub hosts: &'a [Arc<Host>],
    /// Where an agent would be started.
    pub environment: &'a Environment,
    /// The listings of the hosts in the catalogue.
    pub listings: &'a dyn Listings,
    /// What is worked out once of all skills together.
    pub gathered: &'a Gathered,
    /// The settings.
    pub config: &'a Config,
    /// The file system; open documents stand for their files.
    pub files: &'a dyn Files,
    /// Every file that is open in the editor, skill or not, by path.
    pub open: &'a [PathBuf],
}

/// The findings of a document, looked for when they are first asked for: most questions never do.
pub struct Lazily<'a> {
    find: &'a dyn Fn() -> Vec<Diagnostic>,
    found: OnceCell<Vec<Diagnostic>>,
}

impl<'a> Lazily<'a> {
    /// What `find` finds.
    pub fn new(find: &'a dyn Fn() -> Vec<Diagnostic>) -> Lazily<'a> {
        Lazily { find, found: OnceCell::new() }
    }
}

impl Deref for Lazily<'_> {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        self.found.get_or_init(self.find)
    }
}

/// The listings of hosts, each made once.
pub trait Listings {
    /// The listing of a host in which a file stands; `None` when the catalogue does not have the host, or when its
    /// listing is not known.
    fn listing(&self, host: &str, path: &Path) -> Option<Arc<Listing>>;
}

impl<'a> Context<'a> {
    /// The document as a skill of the catalogue.
    pub fn skill(&self) -> Option<(SkillId, &'a Skill)> {
        let id = self.catalog.by_path(self.path)?;
        Some((id, self.catalog.skill(id)?))
    }

    /// The folder of the document.
    pub fn folder(&self) -> &'a Path {
        self.path.parent().unwrap_or(self.path)
    }

    /// The entry of this document in the listing of a host, and that listing.
    pub fn entry(&self, host: &str) -> Option<(ListedEntry, Arc<Listing>)> {
        let (id, skill) = self.skill()?;
        let listing = self.listings.listing(host, self.path)?;
        // The listing may be older than the skill, and its number may have been another's.
        let entry = self.gathered.entry(host, &listing, id).filter(|entry| *entry.path == *skill.path)?.clone();
        let view = self.catalog.view(host)?;
        let entry = match view.standing(id) {
            Some(candidate) => renewed(view, self.files, candidate, skill, &listing, entry),
            None => entry,
        };
        Some((entry, listing))
    }
}
