//! Which version of a host is installed here. Nothing is run: names of folders and `package.json` files tell.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::catalog::{Environment, expanded_path};
use crate::disk::real::real_path;
use crate::hosts::{Installed, InstalledRule, Version};

/// Where npm and its relatives keep what is installed for a user or for everybody; `*` stands for one folder.
const NPM: [&str; 20] = [
    "${NPM_CONFIG_PREFIX}/lib/node_modules",
    "${npm_config_prefix}/lib/node_modules",
    "~/.npm-global/lib/node_modules",
    "~/.local/lib/node_modules",
    "~/.nvm/versions/node/*/lib/node_modules",
    "~/.local/share/fnm/node-versions/*/installation/lib/node_modules",
    "~/.local/share/mise/installs/node/*/lib/node_modules",
    "~/.asdf/installs/nodejs/*/lib/node_modules",
    "~/.bun/install/global/node_modules",
    "~/.local/share/pnpm/global/*/node_modules",
    "${APPDATA}/npm/node_modules",
    "${APPDATA}/fnm/node-versions/*/installation/node_modules",
    "${NVM_HOME}/*/node_modules",
    "${LOCALAPPDATA}/Volta/tools/image/packages/*/node_modules",
    "${LOCALAPPDATA}/pnpm/global/*/node_modules",
    "~/scoop/persist/nodejs/bin/node_modules",
    "${PROGRAMFILES}/nodejs/node_modules",
    "/usr/local/lib/node_modules",
    "/opt/homebrew/lib/node_modules",
    "/usr/lib/node_modules",
];
/// Where Python tools are installed; `{package}` is the name of one.
const PYTHON: [&str; 9] = [
    "~/.local/share/uv/tools/{package}/lib/*/site-packages",
    "~/.local/share/pipx/venvs/{package}/lib/*/site-packages",
    "~/.local/pipx/venvs/{package}/lib/*/site-packages",
    "${APPDATA}/uv/tools/{package}/Lib/site-packages",
    "~/pipx/venvs/{package}/Lib/site-packages",
    "${APPDATA}/Python/*/site-packages",
    "~/.local/lib/*/site-packages",
    "/usr/local/lib/*/dist-packages",
    "/usr/lib/python3/dist-packages",
];
/// A `package.json` is smaller than this.
const MANIFEST: u64 = 1 << 20;
/// So many folders above a program are looked at.
const ABOVE: usize = 7;

/// The version of a host that is installed here: the one that its name would start, or else the newest that is found.
pub fn installed(rule: &InstalledRule, environment: &Environment) -> Option<Installed> {
    on_search_path(rule, environment).or_else(|| {
        let npm = NPM.iter().flat_map(|pattern| folders(pattern, environment));
        let packages =
            npm.flat_map(|folder| rule.npm.iter().filter_map(move |name| manifest(&folder.join(name), rule)));
        let python = rule.python.iter().flat_map(|name| {
            let patterns = PYTHON.map(|pattern| pattern.replace("{package}", name));
            patterns.into_iter().flat_map(|pattern| folders(&pattern, environment)).filter_map(|it| python(&it, name))
        });
        let native = rule.versions.iter().filter_map(|folder| expanded_path(folder, environment)).flat_map(named);
        let extensions = editors(rule, environment).into_iter().flat_map(|folder| extensions(&folder, rule));
        packages.chain(python).chain(native).chain(extensions).max_by(older)
    })
}

fn older(left: &Installed, right: &Installed) -> Ordering {
    left.version.compare(&right.version)
}

/// The version of the program that somebody starts by its name.
fn on_search_path(rule: &InstalledRule, environment: &Environment) -> Option<Installed> {
    let path = environment.variables.get("PATH").or_else(|| environment.variables.get("Path"))?;
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ""] } else { &[""] };
    std::env::split_paths(path).filter(|folder| folder.is_absolute()).find_map(|folder| {
        let names = rule.programs.iter().flat_map(|name| endings.iter().map(move |ending| format!("{name}{ending}")));
        let program = names.map(|name| folder.join(name)).find(|program| program.is_file())?;
        let real = real_path(&program).ok()?;
        around(&real, rule, environment).or_else(|| {
            // A script of npm's stands beside its packages, or in `bin` beside `lib`.
            let beside = [folder.join("node_modules"), folder.join("../lib/node_modules")];
            beside
                .iter()
                .flat_map(|it| rule.npm.iter().map(move |name| it.join(name)))
                .find_map(|it| manifest(&it, rule))
        })
    })
}

/// The version that the folders around a program tell.
fn around(program: &Path, rule: &InstalledRule, environment: &Environment) -> Option<Installed> {
    let found = |version: &OsStr| {
        let version = Version::parse(version.to_str()?)?;
        Some(Installed { version, path: program.to_owned() })
    };
    let is_native = |folder: &PathBuf| program.starts_with(folder);
    let native = rule.versions.iter().filter_map(|folder| expanded_path(folder, environment));
    if let Some(folder) = native.map(|folder| real_path(&folder).unwrap_or(folder)).find(is_native) {
        let version = program.strip_prefix(&folder).ok()?.components().next()?;
        return found(version.as_os_str());
    }
    let above = || program.ancestors().skip(1).take(ABOVE);
    let packages = above().find_map(|folder| {
        manifest(folder, rule).or_else(|| manifest(&folder.join("resources/app"), rule)).or_else(|| {
            let libraries = entries(&folder.join("lib")).into_iter().map(|library| library.join("site-packages"));
            libraries.flat_map(|it| rule.python.iter().filter_map(move |name| python(&it, name))).next()
        })
    });
    packages.or_else(|| {
        // Homebrew: `Cellar/codex/0.166.0/bin/codex`, `Caskroom/codex/0.166.0/codex`.
        let parts: Vec<_> = program.components().map(|part| part.as_os_str()).collect();
        let at = parts.iter().position(|part| *part == "Cellar" || *part == "Caskroom")?;
        found(parts.get(at + 2)?)
    })
}

/// The version in the `package.json` of a folder, if it is one of the host's.
fn manifest(folder: &Path, rule: &InstalledRule) -> Option<Installed> {
    let path = folder.join("package.json");
    let size = fs::metadata(&path).ok().filter(|it| it.is_file())?.len();
    let text = (size <= MANIFEST).then(|| fs::read_to_string(&path).ok())??;
    let value: serde_json::Value = serde_json::from_str(&text).ok()?;
    let name = value.get("name")?.as_str()?;
    let version = Version::parse(value.get("version")?.as_str()?)?;
    rule.npm.iter().any(|known| known == name).then_some(Installed { version, path })
}

/// The version of a Python package, by the folder that pip writes beside it: `kimi_cli-1.45.0.dist-info`.
fn python(folder: &Path, package: &str) -> Option<Installed> {
    let start = format!("{}-", package.replace('-', "_"));
    let versions = entries(folder).into_iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?;
        let version = Version::parse(name.strip_prefix(&start)?.strip_suffix(".dist-info")?)?;
        Some(Installed { version, path })
    });
    versions.max_by(older)
}

/// What is called like a version in a folder.
fn named(folder: PathBuf) -> impl Iterator<Item = Installed> {
    entries(&folder).into_iter().filter_map(|path| {
        let version = Version::parse(path.file_name()?.to_str()?)?;
        Some(Installed { version, path })
    })
}

/// The folders of extensions of VS Code and its relatives, which all have one in a hidden folder of their own.
fn editors(rule: &InstalledRule, environment: &Environment) -> Vec<PathBuf> {
    let Some(home) = environment.home.as_ref().filter(|_| !rule.extensions.is_empty()) else { return Vec::new() };
    let is_hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let hidden = entries(home).into_iter().filter(is_hidden).map(|folder| folder.join("extensions"));
    hidden.chain([home.join(".local/share/code-server/extensions")]).collect()
}

/// The host's extensions in a folder of extensions, but for those that wait to be removed.
fn extensions(folder: &Path, rule: &InstalledRule) -> Vec<Installed> {
    let gone = fs::read_to_string(folder.join(".obsolete")).unwrap_or_default();
    let extension = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.to_lowercase();
        let known = rule.extensions.iter().find_map(|known| name.strip_prefix(&format!("{known}-")))?;
        // `3.0.65-linux-x64`: what the version is for follows it.
        let version = Version::parse(known.split('-').next()?).filter(|_| !gone.contains(&format!("\"{name}\"")))?;
        Some(Installed { version, path })
    };
    entries(folder).into_iter().filter_map(extension).collect()
}

/// The folders that a pattern means: `*` is any one folder.
fn folders(pattern: &str, environment: &Environment) -> Vec<PathBuf> {
    let Some((before, after)) = pattern.split_once("/*") else {
        return expanded_path(pattern, environment).into_iter().filter(|it| it.is_absolute()).collect();
    };
    let start = expanded_path(before, environment).filter(|it| it.is_absolute());
    let below = start.map(|start| entries(&start)).unwrap_or_default();
    below.into_iter().map(|folder| folder.join(after.trim_start_matches('/'))).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use super::{installed, real_path};
    use crate::catalog::Environment;
    use crate::hosts;

    /// The version of a host among these files, with `bin` on the search path. `path -> target` is a link.
    fn version(host: &str, files: &[(&str, &str)]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let root = real_path(folder.path()).unwrap();
        for (path, text) in files {
            let (path, target) = path.split_once(" -> ").map_or((*path, None), |(path, target)| (path, Some(target)));
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            match target {
                Some(target) => link(&root.join(target), &root.join(path)),
                None => fs::write(root.join(path), text).unwrap(),
            }
        }
        let variables = BTreeMap::from([("PATH".to_owned(), root.join("bin").to_string_lossy().into_owned())]);
        let environment =
            Environment { home: Some(root.join("home")), variables, working_directory: root, ..Environment::default() };
        let rule = &hosts::builtin().get(host).unwrap().installed.clone();
        installed(rule, &environment).map_or("none".to_owned(), |it| it.version.text().to_owned())
    }

    #[cfg(unix)]
    fn link(target: &Path, path: &Path) {
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    #[cfg(windows)]
    fn link(target: &Path, path: &Path) {
        std::os::windows::fs::symlink_file(target, path).unwrap();
    }

    const CLAUDE: &str = r#"{"name": "@anthropic-ai/claude-code", "version": "2.1.340"}"#;

    #[test]
    #[cfg_attr(all(windows, target_env = "gnu"), ignore = "Wine 8 makes no link, and says that it did")]
    fn a_global_npm_package_by_the_program_on_the_search_path() {
        let files = [
            ("lib/node_modules/@anthropic-ai/claude-code/package.json", CLAUDE),
            ("lib/node_modules/@anthropic-ai/claude-code/cli.js", ""),
            ("bin/claude -> lib/node_modules/@anthropic-ai/claude-code/cli.js", ""),
        ];
        assert_eq!(version("claude-code", &files), "2.1.340");
    }

    #[test]
    #[cfg_attr(all(windows, target_env = "gnu"), ignore = "Wine 8 makes no link, and says that it did")]
    fn the_program_that_would_be_started_counts_not_the_newest() {
        let files = [
            ("home/.local/share/claude/versions/2.1.300", ""),
            ("home/.local/share/claude/versions/2.1.341", ""),
            ("bin/claude -> home/.local/share/claude/versions/2.1.300", ""),
        ];
        assert_eq!(version("claude-code", &files), "2.1.300");
        assert_eq!(version("claude-code", &files[..2]), "2.1.341");
    }

    #[test]
    fn a_package_that_only_a_version_manager_knows() {
        let files =
            [("home/.nvm/versions/node/v22.1.0/lib/node_modules/@anthropic-ai/claude-code/package.json", CLAUDE)];
        assert_eq!(version("claude-code", &files), "2.1.340");
    }

    #[test]
    #[cfg_attr(all(windows, target_env = "gnu"), ignore = "Wine 8 makes no link, and says that it did")]
    fn homebrew_python_and_editors() {
        let brew =
            [("opt/Cellar/codex/0.171.2/bin/codex", ""), ("bin/codex -> opt/Cellar/codex/0.171.2/bin/codex", "")];
        assert_eq!(version("codex", &brew), "0.171.2");
        let python = [(
            "home/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli-1.44.0.dist-info/METADATA",
            "",
        )];
        assert_eq!(version("kimi-cli", &python), "1.44.0");
        let extensions = [
            ("home/.vscode/extensions/rooveterinaryinc.roo-cline-3.9.0/package.json", "{}"),
            ("home/.vscode/extensions/rooveterinaryinc.roo-cline-3.30.1-linux-x64/package.json", "{}"),
            ("home/.vscode/extensions/rooveterinaryinc.roo-cline-4.0.0/package.json", "{}"),
            ("home/.vscode/extensions/.obsolete", r#"{"rooveterinaryinc.roo-cline-4.0.0": true}"#),
        ];
        assert_eq!(version("roo", &extensions), "3.30.1");
    }

    #[test]
    fn somebody_elses_program_of_that_name_tells_nothing() {
        let other = r#"{"name": "claude", "version": "9.9.9"}"#;
        let files = [("tools/package.json", other), ("tools/claude", ""), ("bin/claude -> tools/claude", "")];
        assert_eq!(version("claude-code", &files), "none");
        assert_eq!(version("claude-code", &[("bin/claude", "#!/bin/sh\n")]), "none");
        let broken = [("lib/node_modules/@anthropic-ai/claude-code/package.json", "{"), ("bin/claude", "")];
        assert_eq!(version("claude-code", &broken), "none");
    }
}
