//! What every question about an open document is asked of: the document among all skills.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::{Catalog, Environment, Files, Skill, SkillId};
use crate::checks::Diagnostic;
use crate::config::Config;
use crate::document::Document;
use crate::hosts::Host;

/// An open document, and all that is known around it.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The file. Absolute.
    pub path: &'a Path,
    /// What it says now.
    pub document: &'a Document,
    /// Its findings.
    pub diagnostics: &'a [Diagnostic],
    /// The skills as every real host sees them, this document included.
    pub catalog: &'a Catalog,
    /// The hosts for which its author writes.
    pub hosts: &'a [Arc<Host>],
    /// Where an agent would be started.
    pub environment: &'a Environment,
    /// The settings.
    pub config: &'a Config,
    /// The file system; open documents stand for their files.
    pub files: &'a dyn Files,
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
}
