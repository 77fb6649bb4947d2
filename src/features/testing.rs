//! Fixtures for the tests of features: files in, a question at the cursor.
//!
//! The form is that of the fixtures of checks (`//# hosts = …`, `//# cwd = …`, `//# context-window = …`, `//# open = …`, `//- PATH`), without drawings. `$0` marks the
//! cursor; the file that has it is the open one, else the first. The catalogue is seen by every real host, as in an
//! editor; `//# hosts` says for whom the author writes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::catalog::Catalog;
use crate::checks::catalog_testing::{catalog_of, environment};
use crate::checks::testing::{Fixture, config, finished_in, judging_hosts};
use crate::checks::{Diagnostic, Gathered};
use crate::document::{self, Document};
use crate::features::{Context, Lazily, Listings};
use crate::hosts::Host;
use crate::listing::{Listing, Request, listing};

/// Asks a question of the open file of a fixture, with the byte offset of the cursor.
pub(crate) fn ask<T>(fixture: &str, question: impl FnOnce(&Context<'_>, usize) -> T) -> T {
    let mut fixture = Fixture::parse(fixture);
    let open = fixture.files.iter().position(|file| file.text.contains("$0"));
    let cursor = open.and_then(|index| fixture.files[index].text.find("$0")).unwrap_or(0);
    let open = open.unwrap_or(0);
    let file = &mut fixture.files[open];
    file.text = file.text.replacen("$0", "", 1);
    let (path, text) = (file.path.clone(), file.text.clone());
    let config = config();
    let real: Vec<Arc<Host>> = config.known_hosts.real().cloned().collect();
    let catalog = catalog_of(&fixture, &real);
    let hosts = judging_hosts(&config, &path, fixture.hosts.as_deref());
    let files = fixture.memory();
    let document = document::parse(&text);
    let find = || finished_in(&fixture, &path, &document);
    let environment = environment(&fixture);
    let listed = fixture.settings.get("open").map(String::as_str).unwrap_or_default();
    let listed = listed.split(',').map(str::trim).filter(|path| !path.is_empty());
    let open_files: Vec<std::path::PathBuf> = listed.map(Into::into).collect();
    let listings = MadeListings { catalog: &catalog, fixture: &fixture, made: RefCell::default() };
    let context = Context {
        path: &path,
        document: &document,
        diagnostics: &Lazily::new(&find),
        catalog: &catalog,
        hosts: &hosts,
        environment: &environment,
        listings: &listings,
        gathered: &Gathered::default(),
        config: &config,
        files: &files,
        open: &open_files,
    };
    question(&context, cursor)
}

/// What is found in a file of a fixture if it says something else.
pub(crate) fn examined(fixture: &str, path: &Path, document: &Document) -> Vec<Diagnostic> {
    let mut fixture = Fixture::parse(fixture);
    for file in fixture.files.iter_mut().filter(|file| file.path == path) {
        file.text = document.text.to_string();
    }
    finished_in(&fixture, path, document)
}

struct MadeListings<'a> {
    catalog: &'a Catalog,
    fixture: &'a Fixture,
    made: RefCell<HashMap<String, Option<Arc<Listing>>>>,
}

impl Listings for MadeListings<'_> {
    fn listing(&self, host: &str, _: &Path) -> Option<Arc<Listing>> {
        let make = || {
            let view = self.catalog.view(host)?;
            let context_window = self.fixture.settings.get("context-window").map(|it| it.parse().expect("a number"));
            let request = Request { context_window, ..Request::default() };
            listing(self.catalog, view, &self.fixture.memory(), &request).ok().map(Arc::new)
        };
        self.made.borrow_mut().entry(host.to_owned()).or_insert_with(make).clone()
    }
}

#[test]
fn the_cursor_is_taken_out_of_the_text() {
    let fixture = "
        //- /home/.claude/skills/pdf/SKILL.md
        ---
        name: p$0df
        description: Reads PDF files.
        ---
        ";
    ask(fixture, |context, cursor| {
        assert_eq!(&context.document.text[cursor..cursor + 2], "df");
        let (_, listing) = context.entry("claude-code").expect("it is listed");
        assert_eq!(listing.entries.len(), 1);
    });
}
