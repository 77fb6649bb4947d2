//! Which folders git ignores, as `git check-ignore` answers it; git itself is never run.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::catalog::{Environment, IgnoreRule};
use crate::disk::environment::repository_of;
use crate::disk::git::folders;
use crate::disk::git::index::{Tracked, tracked};
use crate::disk::read::{read, read_text};

/// The folders between each touched file and the working directory that git ignores. Outside a repository there are
/// none.
pub(super) fn ignored_folders(touched: &[PathBuf], environment: &Environment) -> Vec<PathBuf> {
    let Some(root) = environment.repository.as_deref() else { return Vec::new() };
    let here = &environment.working_directory;
    let mut repository = None;
    let mut ignored: Vec<PathBuf> = Vec::new();
    for file in touched.iter().filter(|file| file.starts_with(here)) {
        let repository = repository.get_or_insert_with(|| Repository::open(root, environment));
        let mut folders: Vec<&Path> = file.ancestors().skip(1).take_while(|it| it.starts_with(root)).collect();
        folders.reverse();
        for folder in repository.ignored(&folders) {
            if !ignored.contains(&folder) {
                ignored.push(folder);
            }
        }
    }
    ignored
}

/// What git ignores on the way into folders: the rules of each folder, the outermost first.
#[derive(Clone, Default)]
pub(super) struct Rules {
    levels: Vec<Arc<Gitignore>>,
    /// Whether case does not matter; `None` outside a repository, where nothing is ignored.
    any_case: Option<bool>,
    /// Whether all of it is ignored, because the folder is.
    is_all: bool,
}

impl Rules {
    /// These, and those of one more folder.
    pub(super) fn below(&self, folder: &Path) -> Rules {
        let mut more = self.clone();
        let own = self.any_case.map(|any_case| rules(folder, &folder.join(".gitignore"), any_case));
        more.levels.extend(own.filter(|own| !own.is_empty()).map(Arc::new));
        more
    }

    /// Those for what lies in a folder that is ignored.
    pub(super) fn for_all() -> Rules {
        Rules { is_all: true, ..Rules::default() }
    }

    /// Whether they leave out what lies in the innermost folder: the innermost rule that says anything decides.
    pub(super) fn ignore(&self, path: &Path, is_folder: bool) -> bool {
        self.is_all || self.ignoring(path, is_folder).is_some()
    }

    /// The rule that leaves it out.
    pub(super) fn ignoring(&self, path: &Path, is_folder: bool) -> Option<IgnoreRule> {
        let verdict = self.levels.iter().rev().map(|rules| rules.matched(path, is_folder)).find(|it| !it.is_none())?;
        let Match::Ignore(glob) = verdict else { return None };
        Some(IgnoreRule { file: glob.from()?.to_owned(), pattern: glob.original().trim().to_owned() })
    }
}

/// Those of some files that git ignores, because of a folder that they lie in, each in the repository it belongs to.
/// Whoever names a path that is ignored means what lies there.
pub fn ignored_files(files: &[PathBuf], named: &[PathBuf], environment: &Environment) -> Vec<PathBuf> {
    let mut roots: HashMap<PathBuf, Option<PathBuf>> = HashMap::new();
    let mut repositories: HashMap<PathBuf, Repository> = HashMap::new();
    let mut known: HashMap<PathBuf, bool> = HashMap::new();
    let mut is_ignored = |folder: &Path| -> bool {
        if let Some(verdict) = known.get(folder) {
            return *verdict;
        }
        // Of the folders of a collection all lie in one: they share what is above it.
        let around = folder.parent().unwrap_or(folder);
        let root = match &environment.repository {
            Some(root) if named.is_empty() => Some(root.clone()).filter(|root| folder.starts_with(root)),
            _ => {
                let above = roots.entry(around.to_owned()).or_insert_with(|| repository_of(around)).clone();
                if folder.join(".git").exists() { repository_of(folder) } else { above }
            }
        };
        let verdict = root.is_some_and(|root| {
            let open = || Repository::open(&root, environment);
            repositories.entry(root.clone()).or_insert_with(open).ignores(folder)
        });
        known.insert(folder.to_owned(), verdict);
        verdict
    };
    let meant: Vec<&PathBuf> = named.iter().filter(|path| is_ignored(path)).collect();
    let is_left_out = |file: &&PathBuf| {
        let is_meant = named.contains(file) || meant.iter().any(|path| file.starts_with(path));
        !is_meant && file.parent().is_some_and(&mut is_ignored)
    };
    files.iter().filter(is_left_out).cloned().collect()
}

/// What a repository says about ignoring.
pub(super) struct Repository {
    root: PathBuf,
    git: PathBuf,
    any_case: bool,
    /// The rules for all repositories of the user, then those for this one alone.
    general: [Arc<Gitignore>; 2],
    index: OnceCell<Vec<Tracked>>,
}

impl Repository {
    pub(super) fn open(root: &Path, environment: &Environment) -> Repository {
        let (git, common) = folders(root);
        let settings = Settings::read(&common, environment);
        let rules = |path: &Path| rules(root, path, settings.any_case);
        let general =
            [settings.excludes.as_deref().map_or_else(Gitignore::empty, rules), rules(&common.join("info/exclude"))];
        let general = general.map(Arc::new);
        Repository { root: root.to_owned(), git, any_case: settings.any_case, general, index: OnceCell::new() }
    }

    /// The rules for what lies in a folder, without its own. Whoever stands in a folder that is ignored means it.
    pub(super) fn rules_in(&self, folder: &Path) -> Rules {
        let mut rules = Rules { levels: self.general.to_vec(), any_case: Some(self.any_case), is_all: false };
        let mut folders: Vec<&Path> = folder.ancestors().take_while(|it| it.starts_with(&self.root)).collect();
        folders.reverse();
        if !self.ignored(&folders).is_empty() {
            return Rules { levels: Vec::new(), ..rules };
        }
        for above in folders.iter().filter(|it| **it != folder) {
            rules = rules.below(above);
        }
        rules
    }

    /// The files that git keeps and that are wanted. Those of submodules are not among them.
    pub(super) fn tracked_files(&self, is_wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
        let path = |it: &Tracked| Some(self.root.join(std::str::from_utf8(&it.path).ok()?));
        let files = self.index().iter().filter(|it| !it.is_submodule()).filter_map(path);
        files.filter(|path| is_wanted(path)).collect()
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Whether git ignores a folder, and keeps nothing of it.
    pub(super) fn ignores(&self, folder: &Path) -> bool {
        let mut folders: Vec<&Path> = folder.ancestors().take_while(|it| it.starts_with(&self.root)).collect();
        folders.reverse();
        self.ignored(&folders).last().is_some_and(|it| it == folder)
    }

    fn index(&self) -> &[Tracked] {
        self.index.get_or_init(|| tracked(&self.git))
    }

    /// Those of some folders, each inside the one before it, that are ignored.
    fn ignored(&self, folders: &[&Path]) -> Vec<PathBuf> {
        let mut ignored = Vec::new();
        let mut own: Vec<Gitignore> = Vec::new();
        let mut is_inside = false;
        for folder in folders {
            // The innermost rules that say anything decide; what lies in an ignored folder is ignored.
            let inwards = self.general.iter().map(|rules| &**rules).chain(&own).rev();
            let verdict = inwards.map(|rules| rules.matched(folder, true)).find(|it| !it.is_none());
            is_inside = is_inside || (*folder != self.root && verdict.is_some_and(|verdict| verdict.is_ignore()));
            if is_inside && !self.is_tracked(folder) {
                ignored.push((*folder).to_owned());
            }
            own.push(rules(folder, &folder.join(".gitignore"), self.any_case));
        }
        ignored
    }

    /// Whether git keeps something of a folder, whatever the rules say, or refuses to look into it: it lies in a
    /// submodule.
    fn is_tracked(&self, folder: &Path) -> bool {
        let Ok(path) = folder.strip_prefix(&self.root) else { return false };
        let path = path.as_os_str().as_encoded_bytes();
        let below =
            |path: &[u8], folder: &[u8]| path.strip_prefix(folder).is_some_and(|rest| rest.first() == Some(&b'/'));
        self.index().iter().any(|it| match it.is_submodule() {
            true => it.path == path || below(path, &it.path) || below(&it.path, path),
            false => below(&it.path, path),
        })
    }
}

/// The rules of one file for what lies below `folder`; a file that cannot be read has none.
fn rules(folder: &Path, path: &Path, any_case: bool) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    let Ok((bytes, _)) = read(path) else { return Gitignore::empty() };
    if any_case && builder.case_insensitive(true).is_err() {
        return Gitignore::empty();
    }
    let text = String::from_utf8_lossy(&bytes);
    for line in text.strip_prefix('\u{FEFF}').unwrap_or(&text).lines() {
        // A line that is no pattern says nothing, as in git.
        let _ = builder.add_line(Some(path.to_owned()), line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// What git's settings say about ignoring.
#[derive(Default)]
struct Settings {
    /// The file with rules for all repositories.
    excludes: Option<PathBuf>,
    any_case: bool,
}

impl Settings {
    /// Reads the settings of the system, of the user and of the repository; the later ones count.
    fn read(common: &Path, environment: &Environment) -> Settings {
        let variable = |name: &str| environment.variables.get(name).filter(|it| !it.is_empty()).map(PathBuf::from);
        let home = environment.home.as_deref();
        let user = variable("XDG_CONFIG_HOME").or_else(|| Some(home?.join(".config"))).map(|folder| folder.join("git"));
        let mut settings = Settings { excludes: user.as_ref().map(|user| user.join("ignore")), any_case: false };
        let own = home.map(|home| home.join(".gitconfig"));
        let files = [Some(PathBuf::from("/etc/gitconfig")), user.map(|user| user.join("config")), own];
        for file in files.into_iter().flatten().chain([common.join("config")]) {
            let Ok(text) = read_text(&file) else { continue };
            for (key, value) in core(&text) {
                match key.as_str() {
                    "excludesfile" => {
                        settings.excludes = match (value.strip_prefix("~/"), home) {
                            (Some(rest), Some(home)) => Some(home.join(rest)),
                            _ => Some(PathBuf::from(value)).filter(|path| path.is_absolute()),
                        }
                    }
                    "ignorecase" => {
                        settings.any_case = matches!(value.to_lowercase().as_str(), "true" | "yes" | "on" | "1")
                    }
                    _ => {}
                }
            }
        }
        settings
    }
}

/// The settings of the section `core`, keys in lower case.
fn core(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut is_core = false;
    for line in text.lines().map(str::trim) {
        let line = match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((section, rest)) => {
                is_core = section.trim().eq_ignore_ascii_case("core");
                rest.trim()
            }
            None => line,
        };
        if !is_core || line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        // A key alone is true.
        let (key, value) = line.split_once('=').unwrap_or((line, "true"));
        found.push((key.trim().to_lowercase(), unquoted(value.trim())));
    }
    found
}

/// A value without its quotes and the comment behind it.
fn unquoted(value: &str) -> String {
    let mut text = String::new();
    let mut is_quoted = false;
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => is_quoted = !is_quoted,
            '\\' => text.extend(characters.next()),
            '#' | ';' if !is_quoted => break,
            _ => text.push(character),
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    /// A repository made by git itself, its user's home beside it.
    fn repository() -> (tempfile::TempDir, Environment) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("shop");
        fs::create_dir(&root).unwrap();
        let environment = Environment {
            working_directory: root.clone(),
            repository: Some(root.clone()),
            home: Some(folder.path().join("home")),
            ..Environment::default()
        };
        git(&environment, &["init", "-q"]);
        (folder, environment)
    }

    fn git(environment: &Environment, arguments: &[&str]) -> bool {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(&environment.working_directory).env_remove("XDG_CONFIG_HOME");
        command.env("HOME", environment.home.as_ref().unwrap()).env("GIT_CONFIG_NOSYSTEM", "1");
        command.output().unwrap().status.success()
    }

    fn put(environment: &Environment, path: &str, text: &str) {
        let path = environment.working_directory.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Asks git itself about each folder.
    fn check(environment: &Environment, folders: &[&str]) {
        let here = &environment.working_directory;
        for folder in folders {
            put(environment, &format!("{folder}/x"), "");
            let ours = ignored_folders(&[here.join(folder).join("x")], environment).contains(&here.join(folder));
            assert_eq!(ours, git(environment, &["check-ignore", "-q", folder]), "{folder}");
        }
    }

    #[test]
    #[cfg_attr(all(windows, target_env = "gnu"), ignore = "under Wine there is no git")]
    fn as_git_itself_says() {
        let (_folder, environment) = repository();
        put(
            &environment,
            ".gitignore",
            "out/\nneg*\n!neg-ok/\npar/*\n!par/child\nfp/**\nfs/*\nCaSe/\n/anch\n*.log\n\\#hash\nsp \n**/deep2\ntracked/\n",
        );
        put(&environment, ".git/info/exclude", "excl\n");
        put(&environment, "deep/.gitignore", "inner/\n!out\n");
        put(&environment, "../home/.config/git/ignore", "everywhere\n");
        put(&environment, "tracked/file", "");
        assert!(git(&environment, &["add", "-f", "tracked/file"]));
        let folders = [
            "plain",
            "out",
            "out/more",
            "a/out",
            "deep/out",
            "deep/inner",
            "deep/kept",
            "neg-no",
            "neg-ok",
            "par/child",
            "par/other",
            "fp",
            "fp/in",
            "fs",
            "fs/a",
            "case",
            "CaSe",
            "anch",
            "a/anch",
            "x.log",
            "#hash",
            "sp",
            "b/deep2",
            "excl",
            "c/excl/d",
            "everywhere",
            "tracked",
            "tracked/more",
        ];
        check(&environment, &folders);
        for version in ["4", "3"] {
            assert!(git(&environment, &["update-index", "--index-version", version]));
            check(&environment, &["tracked", "tracked/more", "plain"]);
        }
    }

    #[test]
    #[cfg_attr(all(windows, target_env = "gnu"), ignore = "under Wine there is no git")]
    fn the_users_own_file_stands_for_the_usual_one() {
        let (_folder, environment) = repository();
        put(&environment, "../home/.config/git/ignore", "usual\n");
        put(&environment, "../home/.gitconfig", "[user]\n\tname = x\n[Core]\n\texcludesFile = \"~/mine\" # here\n");
        put(&environment, "../home/mine", "own\n");
        check(&environment, &["usual", "own", "other"]);
        assert!(git(&environment, &["config", "core.ignorecase", "true"]));
        put(&environment, ".gitignore", "BIG\n");
        check(&environment, &["big"]);
    }

    #[test]
    #[cfg_attr(all(windows, target_env = "gnu"), ignore = "under Wine there is no git")]
    fn a_submodule_is_not_looked_into() {
        let (_folder, environment) = repository();
        let entry = "160000,1234567890123456789012345678901234567890,sub";
        assert!(git(&environment, &["update-index", "--add", "--cacheinfo", entry]));
        put(&environment, ".gitignore", "sub/in\nout\n");
        check(&environment, &["sub", "sub/in", "out"]);
    }
}
