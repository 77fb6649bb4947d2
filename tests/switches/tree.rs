//! A home and a project with a skill for every agent, and the program in it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use skill_lsp::config::Overlay;
use skill_lsp::disk::Surroundings;
use skill_lsp::features::switching::{Plan, Refused, Wish};
use skill_lsp::hosts::SwitchScope;
use skill_lsp::project::{self, switching};
use skill_lsp::workspace::Wanted;
use tempfile::TempDir;

/// Thrown away at the end.
pub(crate) struct Tree {
    folder: TempDir,
}

/// What the program said.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Tree {
    /// Every agent finds `deploy` in the project and `pdf` in the home folder.
    pub(crate) fn new() -> Tree {
        let tree = Tree { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(tree.path("home/project/.git")).unwrap();
        for (name, place) in [("deploy", "home/project"), ("pdf", "home")] {
            for root in [".claude", ".agents"] {
                let text = format!("---\nname: {name}\ndescription: Does it. Use when asked to.\n---\n\nDo it.\n");
                tree.write(&format!("{place}/{root}/skills/{name}/SKILL.md"), &text);
            }
        }
        tree
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
            .args(arguments)
            .current_dir(self.path("home/project"))
            .env_clear()
            .env("HOME", self.path("home"))
            .env("USERPROFILE", self.path("home"))
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// What the library would write, from the files as they are.
    pub(crate) fn plan(&self, host: &str, id: &str, on: bool, scope: Option<SwitchScope>) -> Result<Plan, Refused> {
        let surroundings = Surroundings {
            working_directory: Some(self.path("home/project")),
            home: Some(self.path("home")),
            variables: Some([("HOME".to_owned(), self.path("home").display().to_string())].into()),
            ..Surroundings::default()
        };
        let overlay = Overlay { hosts: Some(vec![host.to_owned()]), ..Overlay::default() };
        let setting = project::setting(&surroundings, None, &overlay);
        let (workspace, _) = project::walk(setting.config, setting.environment, Wanted::All, &[]).read(|| {});
        switching::plan(&workspace.snapshot(), host, &Wish { id, on, scope })
    }

    /// Turns a skill on or off; whether anything was written.
    pub(crate) fn switch(&self, host: &str, id: &str, on: bool) -> Result<bool, String> {
        let plan = self.plan(host, id, on, None).map_err(|refused| refused.sentence().to_owned())?;
        switching::write(&plan).map_err(|problem| problem.message)?;
        Ok(plan.changed)
    }
}
