//! One file in the eyes of several hosts: what each reads in it, each thing once, and what the document checks find.

use std::sync::Arc;

use crate::catalog::{Around, Environment, Files, Found, FoundKind, Namespaces, Reading, read_found};
use crate::checks::{self, Diagnostic, DocumentContext, Judge, Shared};
use crate::config::Config;
use crate::document::Document;
use crate::document::allow::Allow;
use crate::hosts::Host;
use crate::knowledge::folder_names::FolderNames;
use crate::knowledge::remembered::Remembered;
use crate::workspace::judges::{is_of_others, is_piece, judges};

/// What the document checks find in one file.
pub struct Findings {
    /// Raw findings.
    pub diagnostics: Box<[Diagnostic]>,
    /// Its suppressions.
    pub allows: Box<[Allow]>,
}

/// What reading and checking one file stand on.
pub(super) struct Ground<'a> {
    pub(super) config: &'a Config,
    pub(super) environment: &'a Environment,
    pub(super) files: &'a (dyn Files + Send + Sync),
    pub(super) namespaces: &'a Namespaces,
    pub(super) folder_names: Arc<FolderNames>,
}

impl<'a> Ground<'a> {
    pub(super) fn around(&self) -> Around<'a> {
        Around { files: self.files, namespaces: self.namespaces }
    }

    /// What the document checks find in one file, judged by the hosts for which its author writes; `readers` are those
    /// of them that read it otherwise than usual where they meet it.
    pub(super) fn findings(
        &self,
        found: &Found,
        document: &Document,
        readings: &mut Readings,
        readers: &[Arc<Host>],
    ) -> Findings {
        let is_piece = || is_piece(self.config, self.environment, self.files, document, &found.path);
        let is_of_others = is_of_others(self.config, self.environment, &found.path);
        if found.is_outside || is_of_others || found.kind == FoundKind::Skill && is_piece() {
            return Findings { diagnostics: Box::default(), allows: Box::default() };
        }
        let mut hosts = judges(self.config, self.environment, self.files, &found.path);
        for judge in &mut hosts {
            if let Some(reader) = readers.iter().find(|reader| reader.id == judge.host.id) {
                judge.host = reader.clone();
            }
        }
        let own = &self.environment.own_packages;
        let mut read = |host: &Arc<Host>| {
            // The name of a package is put before a skill's once: by the package, or by the manifest above it.
            let package = own.prefix(host, &found.path);
            let read = || read_found(host, document, found, package, self.around());
            let reading = readings.of(host, package.is_some(), read);
            match own.id(host, &found.path, &reading) {
                Some(id) => readings.shared(Reading { id, ..Reading::clone(&reading) }),
                None => reading,
            }
        };
        let judged: Vec<Arc<Reading>> = hosts.iter().map(|it| read(&it.host)).collect();
        let judged = hosts.iter().zip(&judged);
        let judges: Vec<Judge<'_>> =
            judged.map(|(it, reading)| Judge { host: &it.host, reading, is_stranger: it.is_stranger }).collect();
        let diagnostics = checks::diagnostics_of_document(&DocumentContext {
            path: &found.path,
            folder: &found.name,
            kind: found.kind,
            document,
            size: found.size,
            judges: &judges,
            declared: &self.environment.declared,
            files: &Remembered::new(self.files),
            config: self.config,
            shared: Shared::with(&self.folder_names),
        });
        Findings { diagnostics: diagnostics.into(), allows: document.allows.as_slice().into() }
    }
}

/// The readings of one file: each host reads once, and what is equal is kept once.
#[derive(Default)]
pub(super) struct Readings {
    /// A host, whether it reads the file in a plugin's place, and what it reads.
    by_host: Vec<(Arc<Host>, bool, Arc<Reading>)>,
    different: Vec<Arc<Reading>>,
}

impl Readings {
    pub(super) fn of(&mut self, host: &Arc<Host>, in_plugin: bool, read: impl FnOnce() -> Reading) -> Arc<Reading> {
        let is_same = |known: &&(Arc<Host>, bool, Arc<Reading>)| {
            known.0.id == host.id && known.0.read_by == host.read_by && known.1 == in_plugin
        };
        if let Some((_, _, reading)) = self.by_host.iter().find(is_same) {
            return reading.clone();
        }
        let reading = self.shared(read());
        self.by_host.push((host.clone(), in_plugin, reading.clone()));
        reading
    }

    pub(super) fn shared(&mut self, mut reading: Reading) -> Arc<Reading> {
        if let Some(same) = self.different.iter().find(|known| ***known == reading) {
            return same.clone();
        }
        // Readings that differ in one thing have most texts in common.
        for known in &self.different {
            for text in [&mut reading.description, &mut reading.when, &mut reading.name].into_iter().flatten() {
                for same in [&known.description, &known.when, &known.name].into_iter().flatten() {
                    if text == same {
                        *text = same.clone();
                    }
                }
            }
            if known.id == reading.id {
                reading.id = known.id.clone();
            }
        }
        let reading = Arc::new(reading);
        self.different.push(reading.clone());
        reading
    }
}
