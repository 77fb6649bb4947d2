//! Opens a file below a folder, one name at a time, each in the folder that was opened before it: no one can put
//! another folder in between.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::disk::inside::FileRefusal;
use crate::disk::real::real_path;

/// As many links are followed on one way, as the systems do.
const MOST_LINKS: usize = 40;
/// So often something may change under our hands before we give up.
const MOST_SURPRISES: usize = 100;

/// Opens the regular file at `parts` below `folder`.
pub(super) fn open(folder: &Path, parts: &[&str]) -> Result<File, FileRefusal> {
    let root = rustix::fs::open(folder, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
    let root = root.map_err(refusal)?;
    // The folders below the root that the way has come through: `..` in a link goes back, never by the system's hand.
    let mut way: Vec<OwnedFd> = Vec::new();
    // The names still to come, the next one last.
    let mut waiting: Vec<OsString> = parts.iter().rev().map(|&part| part.into()).collect();
    let (mut links, mut surprises) = (0, 0);
    while let Some(part) = waiting.pop() {
        if part.is_empty() || part == "." {
            continue;
        }
        if part == ".." {
            way.pop().ok_or(FileRefusal::LinkOut)?;
            continue;
        }
        let here = way.last().map_or(root.as_fd(), AsFd::as_fd);
        match step(here, &part) {
            Ok(Step::Folder(folder)) => way.push(folder),
            Ok(Step::File(file)) if waiting.is_empty() => return Ok(file),
            Ok(Step::File(_)) => return Err(FileRefusal::Missing),
            Ok(Step::Link(target)) => {
                links += 1;
                if links > MOST_LINKS {
                    return Err(FileRefusal::LinkLoop);
                }
                let target = match Path::new(&target).is_absolute() {
                    true => {
                        way.clear();
                        below(folder, Path::new(&target)).ok_or(FileRefusal::LinkOut)?.into_os_string()
                    }
                    false => target,
                };
                waiting.extend(target.as_bytes().rsplit(|byte| *byte == b'/').map(|it| OsStr::from_bytes(it).into()));
            }
            Ok(Step::Surprise) => {
                surprises += 1;
                if surprises > MOST_SURPRISES {
                    return Err(FileRefusal::Unreadable("it keeps changing".to_owned()));
                }
                waiting.push(part);
            }
            Err(refusal) => return Err(refusal),
        }
    }
    Err(FileRefusal::Folder)
}

/// What stands at a name.
enum Step {
    Folder(OwnedFd),
    File(File),
    Link(OsString),
    /// Something else than a moment ago.
    Surprise,
}

/// Looks at a name in an open folder and opens what is there, never through a link.
fn step(here: BorrowedFd<'_>, name: &OsStr) -> Result<Step, FileRefusal> {
    let seen = rustix::fs::statat(here, name, AtFlags::SYMLINK_NOFOLLOW).map_err(refusal)?;
    // What opening a device would do is not known: it is never opened.
    let kind = match FileType::from_raw_mode(seen.st_mode) {
        FileType::Symlink => {
            return match rustix::fs::readlinkat(here, name, Vec::new()) {
                Ok(target) => Ok(Step::Link(OsString::from_vec(target.into_bytes()))),
                Err(Errno::INVAL | Errno::NOENT) => Ok(Step::Surprise),
                Err(error) => Err(refusal(error)),
            };
        }
        FileType::Directory => OFlags::DIRECTORY,
        FileType::RegularFile => OFlags::empty(),
        _ => return Err(FileRefusal::NoFile),
    };
    // Without waiting, should it have become a pipe.
    let flags = kind | OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = match rustix::fs::openat(here, name, flags, Mode::empty()) {
        Ok(opened) => opened,
        Err(Errno::LOOP | Errno::MLINK | Errno::NOTDIR | Errno::NXIO | Errno::NOENT) => return Ok(Step::Surprise),
        Err(error) => return Err(refusal(error)),
    };
    let found = rustix::fs::fstat(&opened).map_err(refusal)?;
    match FileType::from_raw_mode(found.st_mode) {
        FileType::Directory => Ok(Step::Folder(opened)),
        FileType::RegularFile => Ok(Step::File(File::from(opened))),
        _ => Err(FileRefusal::NoFile),
    }
}

/// The rest of an absolute path below a folder, however the folder was reached.
fn below(folder: &Path, target: &Path) -> Option<PathBuf> {
    let real = real_path(folder).ok();
    let prefixes = [Some(folder.to_owned()), real];
    prefixes.into_iter().flatten().find_map(|prefix| target.strip_prefix(prefix).ok().map(Path::to_owned))
}

fn refusal(error: Errno) -> FileRefusal {
    FileRefusal::from(&error.into())
}
