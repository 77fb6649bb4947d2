//! Gathers what lies in a folder that somebody is to judge: every file is read once, no link is followed, and there is an
//! end to it.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::catalog::{Leads, Piece, PieceKind};
use crate::disk::inside::start_inside;
use crate::disk::real::real_path;
use crate::disk::words;

/// More files than this are not looked at.
const MOST_FILES: usize = 20_000;
/// Nor more bytes of them together.
const MOST_BYTES: u64 = 400_000_000;
/// Nor folders below one another.
const DEEPEST: usize = 40;

/// What was gathered.
pub struct Gathered<T> {
    /// The folder, its links resolved.
    pub root: PathBuf,
    /// What was made of each piece, by path.
    pub made: Vec<T>,
    /// What was not looked at, a sentence each without a full stop.
    pub left_out: Vec<String>,
}

/// Hands every piece below a folder to `make`, with the beginning of its bytes when it is a file; or `only` the one of
/// this name.
pub fn gather<T: Send>(
    folder: &Path,
    only: Option<&str>,
    make: impl Fn(&Piece, &[u8]) -> T + Sync,
) -> Result<Gathered<T>, String> {
    let root = real_path(folder).map_err(|error| format!("cannot read {}: {}", folder.display(), words(&error)))?;
    let mut walk = Walk { root: &root, pieces: Vec::new(), bytes: 0, left_out: Vec::new(), is_full: false };
    match only {
        Some(name) => walk.put(name.to_owned(), PieceKind::File { size: 0, executable: false }),
        None => walk.folder(&root, "", 0),
    }
    let Walk { mut pieces, left_out, .. } = walk;
    pieces.sort_by(|left, right| left.name.cmp(&right.name));
    let made = pieces
        .par_iter()
        .map(|piece| match piece.kind {
            PieceKind::File { executable, .. } => match start_inside(&root, &piece.name) {
                Ok((bytes, size)) => {
                    make(&Piece { kind: PieceKind::File { size, executable }, ..piece.clone() }, &bytes)
                }
                Err(why) => make(&Piece { kind: PieceKind::Unread(why.to_string()), ..piece.clone() }, &[]),
            },
            PieceKind::Link { .. } | PieceKind::Other | PieceKind::Unread(_) => make(piece, &[]),
        })
        .collect();
    Ok(Gathered { root, made, left_out })
}

struct Walk<'a> {
    root: &'a Path,
    pieces: Vec<Piece>,
    bytes: u64,
    left_out: Vec<String>,
    is_full: bool,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, name: &str, depth: usize) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.left_out.push(format!("cannot look into {name}/: {}", words(&error)));
                return;
            }
        };
        let mut entries: Vec<fs::DirEntry> = entries.filter_map(Result::ok).take(MOST_FILES + 1).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            if self.is_full {
                return;
            }
            let Ok(written) = entry.file_name().into_string() else {
                self.put(
                    join(name, &entry.file_name().to_string_lossy()),
                    PieceKind::Unread("its name is no text".into()),
                );
                continue;
            };
            let inner = join(name, &written);
            let Ok(kind) = entry.file_type() else { continue };
            if !kind.is_dir() {
                let kind = self.kind(&entry, kind);
                self.put(inner, kind);
            } else if depth >= DEEPEST {
                self.left_out.push(format!("{inner}/ lies too deep"));
            } else if written == ".git" {
                self.git(&entry.path(), &inner, depth);
            } else {
                self.folder(&entry.path(), &inner, depth + 1);
            }
        }
    }

    /// Of a repository's own folder only what runs something; the rest is history.
    fn git(&mut self, folder: &Path, name: &str, depth: usize) {
        self.left_out.push(format!("{name}/ holds the history: only its hooks and its config were read"));
        let hooks = folder.join("hooks");
        if fs::symlink_metadata(&hooks).is_ok_and(|it| it.is_dir()) {
            let before = self.pieces.len();
            self.folder(&hooks, &join(name, "hooks"), depth + 1);
            let mut at = before;
            while let Some(piece) = self.pieces.get(at) {
                if piece.name.ends_with(".sample") {
                    self.pieces.remove(at);
                } else {
                    at += 1;
                }
            }
        }
        if let Ok(metadata) = fs::symlink_metadata(folder.join("config"))
            && metadata.is_file()
        {
            self.put(join(name, "config"), PieceKind::File { size: metadata.len(), executable: false });
        }
    }

    fn kind(&self, entry: &fs::DirEntry, kind: fs::FileType) -> PieceKind {
        if kind.is_symlink() {
            let target = fs::read_link(entry.path()).unwrap_or_default();
            let leads = match real_path(entry.path()) {
                Ok(real) if real.starts_with(self.root) => Leads::Inside,
                Ok(_) => Leads::Outside,
                // What is not there here may be there elsewhere.
                Err(_) if goes_out(entry.path().strip_prefix(self.root).unwrap_or(Path::new("")), &target) => {
                    Leads::Outside
                }
                Err(_) => Leads::Nowhere,
            };
            return PieceKind::Link { target, leads };
        }
        if !kind.is_file() {
            return PieceKind::Other;
        }
        match entry.metadata() {
            Ok(metadata) => PieceKind::File { size: metadata.len(), executable: may_run(&metadata) },
            Err(error) => PieceKind::Unread(words(&error)),
        }
    }

    fn put(&mut self, name: String, kind: PieceKind) {
        if let PieceKind::File { size, .. } = kind {
            self.bytes = self.bytes.saturating_add(size.min(crate::disk::READ_LIMIT));
        }
        self.pieces.push(Piece { name, kind });
        if self.pieces.len() >= MOST_FILES || self.bytes > MOST_BYTES {
            self.is_full = true;
            self.left_out.push(format!("more than {} files were not looked at", self.pieces.len()));
        }
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Whether the target of a link leads out of the folder that the link's path begins at, by its words alone.
fn goes_out(link: &Path, target: &Path) -> bool {
    use std::path::Component;
    let mut depth = link.components().count().saturating_sub(1);
    for component in target.components() {
        match component {
            Component::Prefix(_) | Component::RootDir => return true,
            Component::ParentDir if depth == 0 => return true,
            Component::ParentDir => depth -= 1,
            Component::CurDir => {}
            Component::Normal(_) => depth += 1,
        }
    }
    false
}

#[cfg(unix)]
fn may_run(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn may_run(_: &fs::Metadata) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn names(folder: &Path) -> (Vec<String>, Vec<String>) {
        let gathered = gather(folder, None, |piece, bytes| {
            let kind = match &piece.kind {
                PieceKind::File { size, executable } => format!("{size} {executable} {}", bytes.len()),
                PieceKind::Link { leads, .. } => format!("{leads:?}"),
                PieceKind::Other => "other".to_owned(),
                PieceKind::Unread(why) => why.clone(),
            };
            format!("{}: {kind}", piece.name)
        });
        let gathered = gathered.unwrap();
        (gathered.made, gathered.left_out)
    }

    #[test]
    fn links_are_named_and_not_followed() {
        let outer = tempfile::tempdir().unwrap();
        fs::write(outer.path().join("secret"), "secret").unwrap();
        let root = outer.path().join("skill");
        fs::create_dir_all(root.join("notes")).unwrap();
        fs::write(root.join("SKILL.md"), "text").unwrap();
        symlink("../secret", root.join("out")).unwrap();
        symlink("../../gone", root.join("notes/away")).unwrap();
        symlink("../gone", root.join("notes/gone")).unwrap();
        symlink("..", root.join("notes/round")).unwrap();
        symlink("SKILL.md", root.join("in")).unwrap();
        assert_eq!(
            names(&root).0,
            [
                "SKILL.md: 4 false 4",
                "in: Inside",
                "notes/away: Outside",
                "notes/gone: Nowhere",
                "notes/round: Inside",
                "out: Outside"
            ]
        );
    }

    #[test]
    fn of_a_repository_what_runs_something() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join(".git/hooks")).unwrap();
        for (name, text) in [("HEAD", "x"), ("config", "[core]"), ("hooks/a.sample", ""), ("hooks/post-commit", "sh")] {
            fs::write(root.path().join(".git").join(name), text).unwrap();
        }
        let (made, left_out) = names(root.path());
        assert_eq!(made, [".git/config: 6 false 6", ".git/hooks/post-commit: 2 false 2"]);
        assert_eq!(left_out, [".git/ holds the history: only its hooks and its config were read"]);
    }

    #[test]
    fn a_large_file_is_read_at_its_beginning() {
        let root = tempfile::tempdir().unwrap();
        let file = fs::File::create(root.path().join("large")).unwrap();
        file.set_len(50_000_000).unwrap();
        assert_eq!(names(root.path()).0, ["large: 50000000 false 4000000"]);
    }
}
