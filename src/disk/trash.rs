//! The trash of the user: what goes there can be brought back. The `trash` crate has Windows' recycle bin; elsewhere it
//! says neither beforehand whether there is a trash nor afterwards where in it a thing lies, which people are told.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::catalog::Environment;
use crate::disk::DiskProblem;
use crate::disk::read::read_text;
use crate::disk::remove::{remove_folder, remove_left_behind};
use crate::disk::write::put;

/// What becomes of a folder that is deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trash {
    /// It goes into a trash as freedesktop.org describes it: `files` beside `info`.
    Described(PathBuf),
    /// It goes into a plain folder.
    Plain(PathBuf),
    /// It goes into the recycle bin of Windows, which does not say where in it a thing lies.
    RecycleBin,
    /// There is no trash here: it is gone.
    None,
}

impl Trash {
    /// The trash for what lies at `path`. A thing is moved there in one step, so it must be on the same disk.
    pub fn of(path: &Path, environment: &Environment) -> Trash {
        if cfg!(windows) {
            return Trash::RecycleBin;
        }
        let Some(home) = environment.home.as_deref().filter(|home| home.is_absolute()) else { return Trash::None };
        let trash = match () {
            () if cfg!(target_os = "macos") => Trash::Plain(home.join(".Trash")),
            () if cfg!(unix) => {
                let data = environment.variables.get("XDG_DATA_HOME").map(PathBuf::from);
                let data = data.filter(|data| data.is_absolute()).unwrap_or_else(|| home.join(".local/share"));
                Trash::Described(data.join("Trash"))
            }
            () => return Trash::None,
        };
        match &trash {
            Trash::Described(folder) | Trash::Plain(folder) if is_usable(folder, path) => trash,
            _ => Trash::None,
        }
    }

    /// Deletes a folder, or a link to one but never what it leads to. Answers where it is now, when it is somewhere.
    pub fn take(&self, path: &Path) -> Result<Option<PathBuf>, DiskProblem> {
        let is_folder = fs::symlink_metadata(path)
            .map(|metadata| metadata.is_dir() || metadata.is_symlink())
            .map_err(|error| DiskProblem::from_error("delete", path, &error))?;
        if !is_folder {
            return Err(DiskProblem::new("delete", path, "it is not a folder"));
        }
        path.parent().into_iter().for_each(remove_left_behind);
        let moved = match self {
            Trash::Described(trash) => {
                in_folders(&[&trash.join("files"), &trash.join("info")], || described(trash, path))
            }
            Trash::Plain(trash) => in_folders(&[trash], || plain(trash, path)),
            Trash::RecycleBin => return recycle(path).map(|()| None),
            Trash::None => return remove_folder(path).map(|()| None),
        };
        moved.map(Some).map_err(|error| DiskProblem::from_error("move to the trash", path, &error))
    }
}

#[cfg(windows)]
fn recycle(path: &Path) -> Result<(), DiskProblem> {
    use ::trash::Error;
    let reason = |error: Error| match error {
        Error::Os { description, .. } | Error::Unknown { description } => description,
        other => other.to_string(),
    };
    ::trash::delete(path).map_err(|error| DiskProblem::new("move to the trash", path, reason(error)))
}

#[cfg(not(windows))]
fn recycle(path: &Path) -> Result<(), DiskProblem> {
    remove_folder(path)
}

/// Makes the folders of a trash, and does something in them. Those that were made go again when nothing comes of it.
fn in_folders(folders: &[&Path], act: impl FnOnce() -> io::Result<PathBuf>) -> io::Result<PathBuf> {
    let made = |folder: &Path| folder.ancestors().take_while(|it| !it.exists()).map(Path::to_owned).collect::<Vec<_>>();
    let made: Vec<PathBuf> = folders.iter().flat_map(|folder| made(folder)).collect();
    let done = folders.iter().try_for_each(|folder| private_folder(folder)).and_then(|()| act());
    if done.is_err() {
        // What two of them share comes with each, and goes with the last.
        made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    done
}

/// How often another name is tried.
const MOST_NAMES: usize = 10_000;

/// A note has a longer name than what it is about, and names have at most 255 bytes.
const LONGEST_NAME: usize = 200;

/// Names that the trash may not have yet: `pdf`, `pdf.2`, `pdf.3`.
fn names(path: &Path) -> impl Iterator<Item = String> {
    let mut name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if name.len() > LONGEST_NAME {
        name = name.chars().take(LONGEST_NAME / 4).collect();
    }
    (1..MOST_NAMES).map(move |count| if count == 1 { name.clone() } else { format!("{name}.{count}") })
}

fn described(trash: &Path, path: &Path) -> io::Result<PathBuf> {
    let (files, notes) = (trash.join("files"), trash.join("info"));
    for name in names(path) {
        let (target, note) = (files.join(&name), notes.join(format!("{name}.trashinfo")));
        let is_free = || fs::symlink_metadata(&target).is_err();
        let whence = format!("[Trash Info]\nPath={}\n", encoded(path));
        // A process may have been ended when it had only written that this very folder is to come here.
        if is_free() && read_text(&note).is_ok_and(|text| text.starts_with(&whence)) {
            let _ = fs::remove_file(&note);
        }
        // The note comes first: whoever has made it has the name.
        match put(&note, None, &format!("{whence}DeletionDate={}\n", date(seconds()))) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            made => made?,
        }
        if !is_free() {
            let _ = fs::remove_file(&note);
            continue;
        }
        let moved = fs::rename(path, &target);
        if moved.is_err() {
            let _ = fs::remove_file(&note);
        }
        return moved.map(|()| target);
    }
    Err(io::Error::other("the trash has too many of this name"))
}

fn plain(trash: &Path, path: &Path) -> io::Result<PathBuf> {
    let is_free = |target: &PathBuf| fs::symlink_metadata(target).is_err();
    let target = names(path).map(|name| trash.join(name)).find(is_free);
    let target = target.ok_or_else(|| io::Error::other("the trash has too many of this name"))?;
    fs::rename(path, &target).map(|()| target)
}

/// Whether the trash can be written, or made, and is on the same disk. Nothing is made yet.
fn is_usable(trash: &Path, path: &Path) -> bool {
    let nearest = trash.ancestors().find(|folder| fs::symlink_metadata(folder).is_ok());
    nearest.is_some_and(|nearest| nearest.is_dir() && is_writable(nearest) && is_same_disk(nearest, path))
}

#[cfg(unix)]
fn is_writable(folder: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn is_writable(_: &Path) -> bool {
    false
}

#[cfg(unix)]
fn is_same_disk(trash: &Path, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    // The folder around it counts: where it is a link, the link is what is moved.
    let disk = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.dev());
    let around = path.parent().and_then(disk);
    let itself = fs::symlink_metadata(path).ok().map(|metadata| metadata.dev());
    around.is_some() && around == itself && around == disk(trash)
}

#[cfg(not(unix))]
fn is_same_disk(_: &Path, _: &Path) -> bool {
    false
}

/// Makes a folder that only its owner may read, unless it is there.
fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// A path as the note has it: everything but plain characters and slashes as `%XX`.
fn encoded(path: &Path) -> String {
    let mut text = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(*byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// A moment as the note has it. Which time zone the user lives in is not known here: it is that of Greenwich.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days since the first of March of the year 0, in cycles of 400 years.
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + 400 * cycle + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn home() -> (tempfile::TempDir, Environment) {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment { home: Some(folder.path().to_owned()), ..Environment::default() };
        (folder, environment)
    }

    fn skill(home: &Path, name: &str) -> PathBuf {
        let skill = home.join("skills").join(name);
        fs::create_dir_all(skill.join("scripts")).unwrap();
        fs::write(skill.join("SKILL.md"), "text").unwrap();
        skill
    }

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn a_folder_can_be_brought_back() {
        let (folder, environment) = home();
        let trash = folder.path().join(".local/share/Trash");
        let long = "x".repeat(255);
        let gone = skill(folder.path(), &long);
        Trash::of(&gone, &environment).take(&gone).unwrap();
        assert!(!gone.exists() && trash.join("files").join("x".repeat(50)).is_dir());
        for name in ["a b", "a b.2"] {
            let skill = skill(folder.path(), "a b");
            let gone = Trash::of(&skill, &environment).take(&skill).unwrap().unwrap();
            assert_eq!(gone, trash.join("files").join(name));
            assert!(!skill.exists() && gone.join("scripts").is_dir());
            let note = fs::read_to_string(trash.join(format!("info/{name}.trashinfo"))).unwrap();
            let lines: Vec<&str> = note.lines().collect();
            assert_eq!(lines[0], "[Trash Info]");
            assert_eq!(lines[1], format!("Path={}/skills/a%20b", folder.path().display()));
            assert!(lines[2].starts_with("DeletionDate=2") && lines[2].len() == 32, "{}", lines[2]);
        }
        assert_eq!(fs::metadata(&trash).unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn a_note_without_a_folder_is_taken_over() {
        let (folder, environment) = home();
        let skill = skill(folder.path(), "pdf");
        let notes = folder.path().join(".local/share/Trash/info");
        fs::create_dir_all(&notes).unwrap();
        let note = |path: &Path| format!("[Trash Info]\nPath={}\nDeletionDate=2026-01-01T00:00:00\n", path.display());
        fs::write(notes.join("pdf.trashinfo"), note(Path::new("/elsewhere/pdf"))).unwrap();
        fs::write(notes.join("pdf.2.trashinfo"), note(&skill)).unwrap();
        let gone = Trash::of(&skill, &environment).take(&skill).unwrap().unwrap();
        assert!(gone.ends_with("files/pdf.2"), "{}", gone.display());
        assert_eq!(fs::read_dir(&notes).unwrap().count(), 2);
    }

    #[test]
    fn a_trash_that_takes_nothing_is_not_made() {
        let (folder, environment) = home();
        let skill = skill(folder.path(), "pdf");
        let trash = Trash::of(&skill, &environment);
        // What is moved is gone at the last moment.
        let moved = match &trash {
            Trash::Described(it) => {
                in_folders(&[&it.join("files"), &it.join("info")], || described(it, Path::new("/no")))
            }
            Trash::Plain(it) => in_folders(&[it], || plain(it, Path::new("/no"))),
            Trash::RecycleBin | Trash::None => unreachable!("home has a trash"),
        };
        assert!(moved.is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the skills are there");
    }

    #[test]
    fn a_link_goes_and_what_it_leads_to_stays() {
        let (folder, environment) = home();
        let (real, link) = (skill(folder.path(), "real"), folder.path().join("skills/link"));
        symlink(&real, &link).unwrap();
        Trash::of(&link, &environment).take(&link).unwrap();
        assert!(real.join("SKILL.md").is_file() && fs::symlink_metadata(&link).is_err());
    }

    #[test]
    fn without_a_trash_it_is_gone() {
        let (folder, environment) = home();
        let skill = skill(folder.path(), "pdf");
        let homeless = Trash::of(&skill, &Environment::default());
        assert_eq!((&homeless, homeless.take(&skill)), (&Trash::None, Ok(None)));
        assert!(!skill.exists());
        // A file stands where the trash would be.
        fs::write(folder.path().join(".local"), "").unwrap();
        fs::write(folder.path().join(".Trash"), "").unwrap();
        assert_eq!(Trash::of(&skill, &environment), Trash::None);
        assert!(Trash::None.take(&folder.path().join(".local")).unwrap_err().message.ends_with("it is not a folder"));
    }

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01T00:00:00");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00");
        assert_eq!(date(1_767_225_599), "2025-12-31T23:59:59");
    }
}
