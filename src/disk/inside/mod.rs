//! The guard of a skill's folder: reads a file below it, and nothing that only seems to be there.

#[cfg(unix)]
mod by_descriptor;
#[cfg(any(not(unix), test))]
mod by_path;
#[cfg(all(test, unix))]
mod tests;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::disk::read::READ_LIMIT;
use crate::disk::words;
use crate::text::is_device;

/// The largest file that is read, in bytes.
pub const INSIDE_LIMIT: u64 = 16_000_000;
/// The longest path that is looked for, in bytes.
const LONGEST_NAME: usize = 4096;

/// Why a file is not read. Shown as the reason alone: `it leads out of the skill's folder`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileRefusal {
    /// No file was named.
    Nameless,
    /// No system has a file of such a name.
    Impossible,
    /// The path does not begin at the skill's folder.
    Absolute,
    /// The path goes up, even if it comes back.
    Upwards,
    /// A link on the way leads out of the folder.
    LinkOut,
    /// Links that lead to one another without end.
    LinkLoop,
    /// A folder, not a file.
    Folder,
    /// A device, a pipe or a socket.
    NoFile,
    /// More bytes than [`INSIDE_LIMIT`].
    TooLarge,
    /// Nothing stands there.
    Missing,
    /// The system's own reason.
    Unreadable(String),
}

impl fmt::Display for FileRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            FileRefusal::Nameless => "no file is named",
            FileRefusal::Impossible => "no file can have this name",
            FileRefusal::Absolute => "the path must begin at the skill's folder",
            FileRefusal::Upwards => "`..` may lead out of the skill's folder",
            FileRefusal::LinkOut => "a link leads out of the skill's folder",
            FileRefusal::LinkLoop => "its links lead nowhere",
            FileRefusal::Folder => "it is a folder",
            FileRefusal::NoFile => "it is not a file",
            FileRefusal::TooLarge => return write!(formatter, "it is larger than {} MB", INSIDE_LIMIT / 1_000_000),
            FileRefusal::Missing => "there is no such file in the skill's folder",
            FileRefusal::Unreadable(reason) => reason,
        })
    }
}

impl From<&io::Error> for FileRefusal {
    fn from(error: &io::Error) -> FileRefusal {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename => {
                FileRefusal::Missing
            }
            _ => FileRefusal::Unreadable(words(error)),
        }
    }
}

/// The bytes of the file `name` below `folder`, which may itself be a link. Links that stay inside are followed, others
/// never; what is read is what was looked at, whatever happens to the folder meanwhile. A hard link is the file itself.
pub fn read_inside(folder: &Path, name: &str) -> Result<Vec<u8>, FileRefusal> {
    contents(open(folder, name)?)
}

/// The beginning of such a file, at most [`READ_LIMIT`] bytes, and its whole size.
pub(super) fn start_inside(folder: &Path, name: &str) -> Result<(Vec<u8>, u64), FileRefusal> {
    let file = open(folder, name)?;
    let refused = |error: io::Error| FileRefusal::from(&error);
    let size = file.metadata().map_err(refused)?.len();
    let mut bytes = Vec::new();
    file.take(READ_LIMIT).read_to_end(&mut bytes).map_err(refused)?;
    Ok((bytes, size))
}

fn open(folder: &Path, name: &str) -> Result<File, FileRefusal> {
    let parts = parts(name)?;
    #[cfg(unix)]
    let file = by_descriptor::open(folder, &parts)?;
    #[cfg(not(unix))]
    let file = by_path::open(folder, &parts)?;
    Ok(file)
}

/// The bytes of a file that was opened.
fn contents(file: File) -> Result<Vec<u8>, FileRefusal> {
    if file.metadata().map_err(|error| FileRefusal::from(&error))?.len() > INSIDE_LIMIT {
        return Err(FileRefusal::TooLarge);
    }
    let mut bytes = Vec::new();
    // It may grow while it is read.
    file.take(INSIDE_LIMIT + 1).read_to_end(&mut bytes).map_err(|error| FileRefusal::from(&error))?;
    if bytes.len() as u64 > INSIDE_LIMIT { Err(FileRefusal::TooLarge) } else { Ok(bytes) }
}

/// The names from the folder to the file. What any system would take for a way out is refused on all of them.
fn parts(name: &str) -> Result<Vec<&str>, FileRefusal> {
    if name.trim().is_empty() {
        return Err(FileRefusal::Nameless);
    }
    if name.contains('\0') || name.len() > LONGEST_NAME {
        return Err(FileRefusal::Impossible);
    }
    let mut start = name.chars();
    let is_drive = matches!((start.next(), start.next()), (Some(letter), Some(':')) if letter.is_ascii_alphabetic());
    let (first, rest) = name.split_once(['/', '\\']).map_or((name, None), |(first, rest)| (first, Some(rest)));
    let is_home = first == "~" || (first.starts_with('~') && rest.is_some());
    if first.is_empty() || is_drive || is_home {
        return Err(FileRefusal::Absolute);
    }
    if name.split(['/', '\\']).any(goes_up) {
        return Err(FileRefusal::Upwards);
    }
    if cfg!(windows) && name.split(['/', '\\']).any(is_windows_device) {
        return Err(FileRefusal::NoFile);
    }
    Ok(name.split(std::path::is_separator).collect())
}

/// `..`, also as Windows reads it: without the dots and blanks at the end.
fn goes_up(part: &str) -> bool {
    part.starts_with("..") && part.chars().all(|it| it == '.' || it == ' ')
}

/// Names that Windows gives to devices, and to parts of a file beside its text.
fn is_windows_device(part: &str) -> bool {
    part.contains(':') || is_device(part)
}
