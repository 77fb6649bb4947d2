//! The real program on a real tree: a home and a project below it, thrown away at the end.

use std::fs;
use std::io::Write;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A home with a project in it.
pub(crate) struct Tree {
    folder: TempDir,
}

/// What a run of the program left behind.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Tree {
    /// A tree written as `//- path` lines with the text of the file below each.
    pub(crate) fn new(files: &str) -> Tree {
        let files = files.split("//- ").skip(1);
        let files: Vec<_> = files.map(|file| file.split_once('\n').expect("a path and a text")).collect();
        Tree::of(&files)
    }

    /// A tree of paths, each with its text.
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let tree = Tree { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(tree.path("home/project/.git")).unwrap();
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        below(self.folder.path(), path)
    }

    pub(crate) fn text_path(&self, path: &str) -> String {
        self.path(path).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        self.write_bytes(path, text.as_bytes());
    }

    pub(crate) fn write_bytes(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.path(path).symlink_metadata().is_ok()
    }

    /// The program in `home/project`, with nothing but a home in its environment.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
        command.args(arguments).current_dir(self.path("home/project")).stdin(Stdio::null());
        with_home(&mut command, &self.path("home"));
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        ran(self.command(arguments).output().unwrap())
    }

    pub(crate) fn run_with(&self, arguments: &[&str], stdin: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(stdin).unwrap();
        ran(child.wait_with_output().unwrap())
    }

    /// What went well, as it was printed.
    pub(crate) fn out(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}\n{}\n{}", ran.out, ran.err);
        ran.out
    }

    /// Why it was refused, in one sentence.
    pub(crate) fn refused(&self, arguments: &[&str]) -> String {
        self.denied(arguments, 2)
    }

    /// What is said of a name that is not there.
    pub(crate) fn absent(&self, arguments: &[&str]) -> String {
        self.denied(arguments, 1)
    }

    fn denied(&self, arguments: &[&str], code: i32) -> String {
        let ran = self.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{arguments:?}\n{}", ran.err);
        let root = self.text_path("");
        ran.err.trim_end().trim_start_matches("error: ").replace(root.trim_end_matches('/'), "@ROOT@")
    }

    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let ran = self.run(arguments);
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}\n{}\n{}", ran.out, ran.err))
    }
}

/// Where a relative path, written with `/`, really is: plainly, where Windows would answer with `\\?\C:\…`.
pub(crate) fn below(folder: &Path, path: &str) -> PathBuf {
    let real = folder.canonicalize().unwrap();
    let plain = real.to_str().and_then(|text| text.strip_prefix(r"\\?\"));
    plain.map_or(real.clone(), PathBuf::from).join(path.replace('/', MAIN_SEPARATOR_STR))
}

/// Gives a program a home, and nothing else but what no program of Windows can do without.
pub(crate) fn with_home<'c>(command: &'c mut Command, home: &Path) -> &'c mut Command {
    command.env_clear().env("HOME", home).env("USERPROFILE", home);
    for name in ["SystemRoot", "SystemDrive", "TEMP", "WINEPREFIX", "WINEDEBUG"] {
        if let Some(value) = std::env::var_os(name).filter(|_| cfg!(windows)) {
            command.env(name, value);
        }
    }
    command
}

pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
