//! `plain-read FOLDER`: reads every SKILL.md below a folder in parallel and does nothing with it: the measure of
//! what reading alone costs.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

fn main() {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: plain-read FOLDER");
        std::process::exit(2);
    };
    let mut files = Vec::new();
    collect(folder.as_ref(), &mut files);
    let bytes: usize = files.par_iter().map(|path| std::fs::read(path).map_or(0, |text| text.len())).sum();
    println!("{} files, {bytes} bytes", files.len());
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(&entry.path(), files),
            Ok(_) if entry.file_name() == "SKILL.md" => files.push(entry.path()),
            _ => {}
        }
    }
}
