//! A project in memory: one skill that is tried, and a few around it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skill_lsp::catalog::{Controls, Environment, FileKind, Files};
use skill_lsp::checks::Diagnostic;
use skill_lsp::config::{self, Config, Overlay};
use skill_lsp::document;
use skill_lsp::workspace::{Indexed, Snapshot, Wanted, Workspace, indexed_hosts};

/// Where the skill lies that is tried: in the folder of each of these agents in turn.
pub const TRIED: [&str; 3] = [
    "/home/shop/.claude/skills/fuzz/SKILL.md",
    "/home/shop/.codex/skills/fuzz/SKILL.md",
    "/home/shop/.gemini/skills/fuzz/SKILL.md",
];

/// A project.
pub struct World {
    /// What is known without the skill that is tried.
    pub empty: Snapshot,
}

impl World {
    /// The project, with these settings.
    pub fn new(config: Config) -> World {
        World { empty: workspace(config).snapshot() }
    }

    /// What is found in a skill.
    pub fn examined(&self, path: &Path, text: &str) -> Vec<Diagnostic> {
        self.empty.diagnostics_if_settled(path, &document::parse(text))
    }
}

impl Default for World {
    fn default() -> Self {
        World::new(config::resolve(None, &Overlay::default(), &[]).0)
    }
}

/// The project as it can be changed.
pub fn workspace(config: Config) -> Workspace {
    let files: Arc<Memory> = Arc::new(Memory::default());
    let environment = Environment {
        working_directory: "/home/shop".into(),
        git_root: Some("/home/shop".into()),
        home: Some("/home".into()),
        ..Environment::default()
    };
    let hosts = indexed_hosts(&config, &environment, &*files, Wanted::Check);
    let indexed = hosts.into_iter().map(|host| Indexed::new(host, Controls::default(), &environment)).collect();
    let mut workspace = Workspace::new(config, environment, files.clone(), indexed);
    for (path, text) in files.files.iter().filter(|(path, _)| path.ends_with("SKILL.md")) {
        workspace.put_saved(path, text.as_bytes());
    }
    workspace
}

/// The files around the skill that is tried.
struct Memory {
    files: BTreeMap<PathBuf, String>,
}

impl Default for Memory {
    fn default() -> Self {
        let skill =
            |name: &str| format!("---\nname: {name}\ndescription: Does it. Use when it is to be done.\n---\nDo.\n");
        let mut files = BTreeMap::new();
        for name in ["commit", "pdf"] {
            for root in [".claude", ".codex", ".gemini"] {
                files.insert(format!("/home/shop/{root}/skills/{name}/SKILL.md").into(), skill(name));
            }
        }
        for tried in TRIED {
            let folder = Path::new(tried).parent().unwrap_or(Path::new("/"));
            files.insert(folder.join("scripts/a.py"), "print()\n".to_owned());
            files.insert(folder.join("b.md"), "b\n".to_owned());
        }
        Memory { files }
    }
}

impl Files for Memory {
    fn kind(&self, path: &Path) -> Option<FileKind> {
        if self.files.contains_key(path) {
            return Some(FileKind::File);
        }
        self.files.keys().any(|file| file.starts_with(path)).then_some(FileKind::Folder)
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let name = |file: &PathBuf| {
            let mut rest = file.strip_prefix(folder).ok()?.components();
            let name = rest.next()?.as_os_str().to_string_lossy().into_owned();
            Some(if rest.next().is_some() { format!("{name}/") } else { name })
        };
        let mut names: Vec<String> = self.files.keys().filter_map(name).collect();
        names.sort();
        names.dedup();
        names
    }

    fn text(&self, path: &Path) -> Option<String> {
        self.files.get(path).cloned()
    }
}
