//! The guard against every hostile path that we could think of, and against a folder that changes meanwhile.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{FileRefusal, by_path, contents, is_windows_device, parts, read_inside};

#[path = "../../../tests/hostile/mod.rs"]
mod hostile;

use hostile::{HARMLESS, SECRET};

/// A skill `pdf`, with all that can be done to it.
fn skill() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let skill = folder.path().join("skills/pdf");
    hostile::build(&skill);
    (folder, skill)
}

fn holds_the_secret(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).contains(SECRET)
}

#[test]
fn every_hostile_path_is_refused_with_its_reason() {
    let (_folder, skill) = skill();
    let table = hostile::hostile(&skill);
    assert!(table.len() >= 80, "{}", table.len());
    for (name, reason) in table {
        let refused = read_inside(&skill, &name).expect_err(&name);
        assert_eq!(refused.to_string(), reason, "{name:?}");
    }
}

#[test]
fn what_stays_inside_is_read_byte_for_byte() {
    let (folder, skill) = skill();
    let link = folder.path().join("link");
    symlink(&skill, &link).unwrap();
    // The folder itself may be reached through a link.
    for base in [&skill, &link] {
        for (name, bytes) in HARMLESS {
            assert_eq!(read_inside(base, name).as_deref(), Ok(*bytes), "{name}");
        }
        assert_eq!(read_inside(base, "references/in-back"), read_inside(&skill, "SKILL.md"));
    }
    assert_eq!(read_inside(&folder.path().join("gone"), "SKILL.md"), Err(FileRefusal::Missing));
    assert_eq!(read_inside(&skill.join("SKILL.md"), "SKILL.md"), Err(FileRefusal::Missing));
}

/// Where folders cannot be held open, links that leave and come back are let through, and nothing else.
#[test]
fn the_plain_way_gives_nothing_away_either() {
    let (_folder, skill) = skill();
    let read = |name: &str| parts(name).and_then(|parts| by_path::open(&skill, &parts)).and_then(contents);
    for (name, _) in hostile::hostile(&skill) {
        match read(&name) {
            Ok(bytes) => assert!(name.starts_with("out-") && !holds_the_secret(&bytes), "{name:?}"),
            Err(_) => assert!(read_inside(&skill, &name).is_err()),
        }
    }
    for (name, bytes) in HARMLESS {
        assert_eq!(read(name).as_deref(), Ok(*bytes), "{name}");
    }
}

#[test]
fn windows_devices_and_streams() {
    for name in ["NUL", "con.txt", "SKILL.md:hidden"] {
        assert!(is_windows_device(name), "{name}");
    }
    for name in ["console.md", "SKILL.md"] {
        assert!(!is_windows_device(name), "{name}");
    }
}

#[test]
fn a_folder_that_closes_its_doors_says_so() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, skill) = skill();
    let file = skill.join("references/api.md");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    // Root may read everything.
    match read_inside(&skill, "references/api.md") {
        Err(refused) => assert_eq!(refused.to_string(), "permission denied"),
        Ok(bytes) => assert_eq!(bytes, b"api\n"),
    }
}

/// Someone swaps a folder and a file for links to the outside and back, as fast as they can.
#[test]
fn no_moment_gives_away_what_lies_outside() {
    let (folder, skill) = skill();
    let spare = folder.path().join("spare");
    fs::create_dir_all(skill.join("door")).unwrap();
    fs::write(skill.join("door/secret.md"), "inside").unwrap();
    fs::write(skill.join("leaf"), "inside").unwrap();
    fs::create_dir(&spare).unwrap();
    symlink(skill.parent().unwrap(), spare.join("door")).unwrap();
    symlink(skill.parent().unwrap().join("secret.md"), spare.join("leaf")).unwrap();
    let is_over = AtomicBool::new(false);
    let (mut inside, mut refused) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for name in ["door", "leaf"] {
                    exchange(&skill.join(name), &spare.join(name));
                }
            }
        });
        let begin = std::time::Instant::now();
        while begin.elapsed() < std::time::Duration::from_millis(1500) {
            for name in ["door/secret.md", "leaf"] {
                match read_inside(&skill, name) {
                    Ok(bytes) => {
                        assert!(!holds_the_secret(&bytes), "{name}");
                        inside += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(inside > 0 && refused > 0, "both sides were met: {inside} read, {refused} refused");
}

/// Puts each of two things in the other's place.
fn exchange(left: &Path, right: &Path) {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, left, CWD, right, RenameFlags::EXCHANGE).is_ok() {
            return;
        }
    }
    let between = right.with_extension("between");
    fs::rename(left, &between).unwrap();
    fs::rename(right, left).unwrap();
    fs::rename(&between, right).unwrap();
}
