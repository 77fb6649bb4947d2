//! Reads files in parallel, never more of one than the limit, and only what is a file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use rayon::prelude::*;

use crate::catalog::{Found, Reach};
use crate::disk::{DiskProblem, Met, is_absent};
use crate::document::withheld;

/// The most that is read of a file, in bytes.
pub const READ_LIMIT: u64 = 4_000_000;

/// The beginning of a file, at most [`READ_LIMIT`] bytes, and its whole size.
pub fn read(path: &Path) -> io::Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::new();
    let size = read_into(path, &mut bytes)?;
    Ok((bytes, size))
}

/// The most that is read of a settings file, in bytes: agents keep long histories in theirs.
const TEXT_LIMIT: u64 = 64_000_000;

/// The whole text of a settings file. Anything that is not a file, is too large or is not UTF-8 is an error.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(all_of(path)?).map_err(|_| io::Error::other("it is not UTF-8"))
}

/// All bytes of a file that may be changed afterwards; `None` when there is none. Anything else is a problem.
pub fn read_whole(path: &Path) -> Result<Option<Vec<u8>>, DiskProblem> {
    whole(path).map_err(|error| DiskProblem::from_error("read", path, &error))
}

/// The same, with the error of the system.
pub(super) fn whole(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match all_of(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

fn all_of(path: &Path) -> io::Result<Vec<u8>> {
    let (file, size) = open_file(path)?;
    let mut bytes = Vec::new();
    // It may grow while it is read.
    if size <= TEXT_LIMIT && file.take(TEXT_LIMIT + 1).read_to_end(&mut bytes)? as u64 <= TEXT_LIMIT {
        return Ok(bytes);
    }
    Err(io::Error::other("it is too large"))
}

/// Reads files in parallel and hands each to `examine`, its size filled in. A file that cannot be read becomes a
/// problem; one that has vanished since it was met is left out; at most [`READ_LIMIT`] bytes of a file are read. Of one
/// that lies outside the reach only what may be shown is handed on.
pub fn read_all<T: Send>(
    founds: &[Met],
    reach: &Reach,
    examine: impl Fn(&Found, &[(usize, usize)], &[u8]) -> T + Sync,
) -> (Vec<T>, Vec<DiskProblem>) {
    let results: Vec<Result<T, Option<DiskProblem>>> = founds
        .par_iter()
        .map_init(Vec::new, |bytes: &mut Vec<u8>, (found, at)| {
            bytes.clear();
            match read_into(&found.path, bytes) {
                Ok(size) => {
                    let is_outside = !reach.is_inside(&found.path, &found.real);
                    if is_outside {
                        *bytes = withheld(bytes).into_bytes();
                    }
                    Ok(examine(&Found { size, is_outside, ..found.clone() }, at, bytes))
                }
                Err(error) if is_absent(&error) => Err(None),
                Err(error) => Err(Some(DiskProblem::from_error("read", &found.path, &error))),
            }
        })
        .collect();
    let mut examined = Vec::with_capacity(results.len());
    let mut problems = Vec::new();
    for result in results {
        match result {
            Ok(value) => examined.push(value),
            Err(problem) => problems.extend(problem),
        }
    }
    (examined, problems)
}

fn read_into(path: &Path, bytes: &mut Vec<u8>) -> io::Result<u64> {
    let (mut file, size) = open_file(path)?;
    // Files say how long they are, so that one call reads all of them; those that only seem empty are read on.
    bytes.resize(size.min(READ_LIMIT) as usize, 0);
    let mut filled = 0;
    while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match file.read(rest) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    if size == 0 {
        file.take(READ_LIMIT).read_to_end(bytes)?;
    }
    Ok(size.max(bytes.len() as u64))
}

/// Opens what is a file, and nothing else; with its size.
fn open_file(path: &Path) -> io::Result<(File, u64)> {
    let file = match open(path) {
        Ok(file) => file,
        // What the system has to say about a socket helps nobody; Windows denies access to a folder.
        Err(error) => return Err(fs::metadata(path).ok().and_then(|it| not_a_file(&it)).unwrap_or(error)),
    };
    let metadata = file.metadata()?;
    not_a_file(&metadata).map_or(Ok((file, metadata.len())), Err)
}

/// Why something that is no file is not read.
fn not_a_file(metadata: &fs::Metadata) -> Option<io::Error> {
    match () {
        () if metadata.is_file() => None,
        () if metadata.is_dir() => Some(io::Error::other("it is a folder")),
        () => Some(io::Error::other("it is not a file")),
    }
}

/// Opens a file without waiting for a writer, should it be a pipe.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // O_NONBLOCK: the value differs between the systems.
    let without_waiting = match () {
        () if cfg!(any(target_os = "linux", target_os = "android")) => 0o4000,
        () => 0x0004,
    };
    OpenOptions::new().read(true).custom_flags(without_waiting).open(path)
}

/// Opens a file.
#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::FoundKind;

    fn met(path: &Path) -> Met {
        let name = String::new();
        (
            Found {
                path: path.to_owned(),
                real: path.to_owned(),
                name,
                kind: FoundKind::Skill,
                size: 0,
                rank: u32::MAX,
                is_outside: false,
            },
            Vec::new(),
        )
    }

    #[test]
    fn a_vanished_file_is_ordinary_and_a_folder_is_a_problem() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "text").unwrap();
        let founds = [met(&folder.path().join("a")), met(&folder.path().join("gone")), met(folder.path())];
        let (texts, problems) = read_all(&founds, &Reach::default(), |found, _, bytes| (found.size, bytes.to_vec()));
        assert_eq!(texts, [(4, b"text".to_vec())]);
        assert_eq!(problems[0].message, format!("cannot read {}: it is a folder", folder.path().display()));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_does_not_hang() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("SKILL.md");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (texts, problems) = read_all(&[met(&pipe)], &Reach::default(), |_, _, _| ());
        assert!(texts.is_empty());
        assert!(problems[0].message.ends_with("it is not a file"), "{}", problems[0].message);
    }

    #[cfg(unix)]
    #[test]
    fn a_socket_is_no_file_and_what_lies_below_a_file_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("SKILL.md");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let founds = [met(&socket), met(&folder.path().join("file/SKILL.md"))];
        let (_, problems) = read_all(&founds, &Reach::default(), |_, _, _| ());
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].message, format!("cannot read {}: it is not a file", socket.display()));
    }

    #[test]
    fn a_settings_file_that_is_too_large_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read_text(&path).unwrap_err().to_string(), "it is too large");
    }

    #[test]
    fn no_more_than_the_limit_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        File::create(&path).unwrap().set_len(300_000_000).unwrap();
        let (bytes, size) = read(&path).unwrap();
        assert_eq!((bytes.len() as u64, size), (READ_LIMIT, 300_000_000));
    }
}
