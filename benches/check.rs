//! `cargo bench`: the steps of a check, from one document to a whole project.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "tree.rs"]
mod tree;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use skill_lsp::document;

fn documents(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    tree::make(folder.path(), 200).expect("a tree of skills");
    let texts: Vec<String> = std::fs::read_dir(folder.path().join(".claude/skills"))
        .expect("the root")
        .flatten()
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("SKILL.md")).ok())
        .collect();
    criterion.bench_function("parse 200 skills", |bencher| {
        bencher.iter(|| texts.iter().map(|text| document::parse(black_box(text)).fields.len()).sum::<usize>());
    });
}

criterion_group!(benches, documents);
criterion_main!(benches);
