//! `cargo bench -p skill-lsp-benches`: the steps of a check, from one document to a whole project.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "tree.rs"]
mod tree;

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use skill_lsp::config::{self, Overlay};
use skill_lsp::disk::{self, Surroundings};
use skill_lsp::document;
use skill_lsp::workspace::{Indexed, Wanted, Workspace, indexed_hosts};
use tree::Kind;

fn documents(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    tree::make(folder.path(), 200, Kind::Ordinary).expect("a tree of skills");
    let texts: Vec<String> = std::fs::read_dir(folder.path().join(".claude/skills"))
        .expect("the root")
        .flatten()
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("SKILL.md")).ok())
        .collect();
    criterion.bench_function("parse 200 skills", |bencher| {
        bencher.iter(|| texts.iter().map(|text| document::parse(black_box(text)).fields.len()).sum::<usize>());
    });
}

fn project(criterion: &mut Criterion) {
    for (kind, name) in [(Kind::Ordinary, "check 500 skills"), (Kind::Faulty, "check 500 faulty skills")] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        tree::make(folder.path(), 500, kind).expect("a tree of skills");
        assert!(check(folder.path()) >= 500, "every skill was read");
        criterion.bench_function(name, |bencher| bencher.iter(|| check(black_box(folder.path()))));
    }
}

/// Walks, reads, examines and judges a whole project; returns how many findings there are.
fn check(folder: &Path) -> usize {
    let (config, _) = config::resolve(None, &Overlay::default(), &[]);
    let home = Some(folder.join("no-home"));
    let surroundings = Surroundings { working_directory: Some(folder.to_owned()), home, ..Surroundings::default() };
    let (environment, _) = disk::environment(&surroundings);
    let files = disk::files();
    let indexed: Vec<Indexed> = indexed_hosts(&config, &environment, &*files, Wanted::Check)
        .into_iter()
        .map(|host| Indexed::new(host.clone(), disk::controls(&host, &environment), &environment))
        .collect();
    let places: Vec<Vec<_>> = indexed.iter().map(|indexed| indexed.places.clone()).collect();
    let places: Vec<&[_]> = places.iter().map(Vec::as_slice).collect();
    let reach = environment.reach.clone();
    let mut workspace = Workspace::new(config, environment, files, indexed);
    let (met, _) = disk::walk(&places);
    let (examined, _) = disk::read_all(&met, &reach, |found, at, bytes| workspace.examine(found, at, bytes));
    workspace.accept(examined);
    workspace.snapshot().all_diagnostics().iter().map(|(_, diagnostics)| diagnostics.len()).sum()
}

criterion_group!(benches, documents, project);
criterion_main!(benches);
