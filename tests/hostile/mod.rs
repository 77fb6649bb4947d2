//! Paths that try to leave a skill's folder or to make its reader hang, and harmless ones beside them: one table for
//! the guard itself and for every door that leads to it.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;

/// Stands in every file that lies outside. No answer may ever hold it.
pub(crate) const SECRET: &str = "the-secret-of-the-neighbour";

const ABSOLUTE: &str = "the path must begin at the skill's folder";
const UPWARDS: &str = "`..` may lead out of the skill's folder";
const OUT: &str = "a link leads out of the skill's folder";
const NOWHERE: &str = "its links lead nowhere";
const MISSING: &str = "there is no such file in the skill's folder";
const FOLDER: &str = "it is a folder";
const NO_FILE: &str = "it is not a file";
const IMPOSSIBLE: &str = "no file can have this name";
const NAMELESS: &str = "no file is named";

/// Fills the folder of a skill, whose SKILL.md exists or not, and what lies around it.
pub(crate) fn build(skill: &Path) {
    let write = |path: &str, bytes: &[u8]| {
        let path = skill.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    let folder_name = skill.file_name().unwrap().to_str().unwrap();
    let evil = format!("../{folder_name}-evil");
    if !skill.join("SKILL.md").exists() {
        write("SKILL.md", b"---\nname: pdf\ndescription: Reads PDF files. Use when asked to.\n---\nRead it.\n");
    }
    write("references/api.md", b"api\n");
    write("bytes.bin", &[0xff, 0x00, 0xfe]);
    for harmless in ["%2e%2e", "..hidden", "...txt", "~backup", "with blanks.md", "back\\slash.md", "a:b"] {
        let is_drive = harmless == "a:b";
        write(harmless, if is_drive { SECRET.as_bytes() } else { b"harmless\n" });
    }
    write("../secret.md", SECRET.as_bytes());
    write(&format!("{evil}/secret.md"), SECRET.as_bytes());
    fs::File::create(skill.join("huge.bin")).unwrap().set_len(5_000_000_000).unwrap();
    let link = |target: &str, name: &str| symlink(target, skill.join(name)).unwrap();
    let absolute = |path: &str| skill.join(path).to_str().unwrap().to_owned();
    link("references/api.md", "in-file");
    link("references", "in-folder");
    link("in-folder/../in-file", "in-chain");
    link("../SKILL.md", "references/in-back");
    link(&absolute("references/api.md"), "in-absolute");
    link("../secret.md", "out-file");
    link(&absolute("../secret.md"), "out-dotted");
    link(skill.parent().unwrap().join("secret.md").to_str().unwrap(), "out-absolute");
    link("/etc/passwd", "out-passwd");
    link("..", "out-folder");
    link(&evil, "out-sibling");
    link("../out-file", "references/out-second");
    link("references/out-second", "out-chain");
    link("references/../../secret.md", "out-deep");
    link(&format!("../{folder_name}/SKILL.md"), "out-and-back");
    link("../nowhere", "out-dangling");
    link("nowhere", "dangling");
    link("itself", "itself");
    link("pong", "ping");
    link("ping", "pong");
    link("/dev/zero", "device");
    link("/proc/self/environ", "environment");
    link("/proc/self/fd/0", "input");
    link("/proc/self/root", "everything");
    link("/proc/self/cwd", "here");
    assert!(std::process::Command::new("mkfifo").arg(skill.join("pipe")).status().unwrap().success());
    link("pipe", "in-pipe");
    // A socket outlives its listener; where its path is too long for one, there is none.
    let _ = UnixListener::bind(skill.join("socket"));
    // Only the administrator can make a device.
    let _ = std::process::Command::new("mknod").arg(skill.join("zero")).args(["c", "1", "5"]).output();
}

/// What must be refused, each with the reason. Some of them hold a NUL, which no command line can pass.
pub(crate) fn hostile(skill: &Path) -> Vec<(String, &'static str)> {
    let at = |path: &str| skill.join(path).to_str().unwrap().to_owned();
    let mut table: Vec<(String, &'static str)> = [
        ("", NAMELESS),
        ("  ", NAMELESS),
        (".", FOLDER),
        ("./", FOLDER),
        ("..", UPWARDS),
        ("../", UPWARDS),
        ("../secret.md", UPWARDS),
        ("../pdf-evil/secret.md", UPWARDS),
        ("../pdf/SKILL.md", UPWARDS),
        ("./../secret.md", UPWARDS),
        (".//..//secret.md", UPWARDS),
        ("references/..", UPWARDS),
        ("references/../SKILL.md", UPWARDS),
        ("references/../../secret.md", UPWARDS),
        ("..\\secret.md", UPWARDS),
        ("references\\..\\..\\secret.md", UPWARDS),
        ("references/..\\../secret.md", UPWARDS),
        (".. /secret.md", UPWARDS),
        (".../secret.md", UPWARDS),
        ("..../secret.md", UPWARDS),
        ("/etc/passwd", ABSOLUTE),
        ("//etc/passwd", ABSOLUTE),
        ("/", ABSOLUTE),
        ("/proc/self/environ", ABSOLUTE),
        ("C:\\Windows\\win.ini", ABSOLUTE),
        ("c:/Windows/win.ini", ABSOLUTE),
        ("C:secret.md", ABSOLUTE),
        ("a:b", ABSOLUTE),
        ("\\\\server\\share\\secret.md", ABSOLUTE),
        ("\\\\?\\C:\\secret.md", ABSOLUTE),
        ("\\secret.md", ABSOLUTE),
        ("~", ABSOLUTE),
        ("~/secret.md", ABSOLUTE),
        ("~root/.profile", ABSOLUTE),
        ("SKILL.md\0", IMPOSSIBLE),
        ("references/api.md\0.png", IMPOSSIBLE),
        ("%2e%2e/secret.md", MISSING),
        ("..%2fsecret.md", MISSING),
        ("%2e%2e%2fsecret.md", MISSING),
        ("file:///etc/passwd", MISSING),
        ("\u{FF0E}\u{FF0E}/secret.md", MISSING),
        ("\u{2025}/secret.md", MISSING),
        ("$HOME/secret.md", MISSING),
        ("*", MISSING),
        ("SKILL.md/", MISSING),
        ("SKILL.md/.", MISSING),
        ("SKILL.md/secret.md", MISSING),
        ("SKILL.md\n", MISSING),
        ("nothing.md", MISSING),
        ("references", FOLDER),
        ("references/", FOLDER),
        ("in-folder", FOLDER),
        ("out-file", OUT),
        ("out-dotted", OUT),
        ("out-absolute", OUT),
        ("out-passwd", OUT),
        ("out-folder", OUT),
        ("out-folder/secret.md", OUT),
        ("out-folder/pdf/SKILL.md", OUT),
        ("out-sibling/secret.md", OUT),
        ("out-chain", OUT),
        ("out-deep", OUT),
        ("out-and-back", OUT),
        ("out-dangling", OUT),
        ("references/out-second", OUT),
        ("in-folder/out-second", OUT),
        ("device", OUT),
        ("environment", OUT),
        ("input", OUT),
        ("everything/etc/passwd", OUT),
        ("here/secret.md", OUT),
        ("dangling", MISSING),
        ("itself", NOWHERE),
        ("ping", NOWHERE),
        ("pipe", NO_FILE),
        ("in-pipe", NO_FILE),
        ("pipe/", NO_FILE),
        ("huge.bin", "it is larger than 16 MB"),
    ]
    .map(|(name, reason)| (name.to_owned(), reason))
    .into();
    table.push((at("SKILL.md"), ABSOLUTE));
    table.push((at("../secret.md"), ABSOLUTE));
    table.push(("a".repeat(300), MISSING));
    table.push(("./".repeat(3000) + "SKILL.md", IMPOSSIBLE));
    for name in ["socket", "zero"].into_iter().filter(|name| skill.join(name).symlink_metadata().is_ok()) {
        table.push((name.to_owned(), NO_FILE));
    }
    table
}

/// What must be read, each with its bytes; SKILL.md is left to the caller.
pub(crate) const HARMLESS: &[(&str, &[u8])] = &[
    ("references/api.md", b"api\n"),
    ("./references/api.md", b"api\n"),
    ("references//./api.md", b"api\n"),
    ("in-file", b"api\n"),
    ("in-folder/api.md", b"api\n"),
    ("in-chain", b"api\n"),
    ("in-absolute", b"api\n"),
    ("bytes.bin", &[0xff, 0x00, 0xfe]),
    ("%2e%2e", b"harmless\n"),
    ("..hidden", b"harmless\n"),
    ("...txt", b"harmless\n"),
    ("~backup", b"harmless\n"),
    ("with blanks.md", b"harmless\n"),
    ("back\\slash.md", b"harmless\n"),
];
