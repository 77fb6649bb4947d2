//! Why a host does not meet a skill: what stands between its roots and the file.

use std::path::{Component, Path, PathBuf};

use crate::catalog::{Environment, FoundKind};
use crate::hosts::{At, Host, Hosts, Layout, RootRule, Walk};

/// A folder that is made for skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillRoot {
    /// Where it is.
    pub path: PathBuf,
    /// The end of its path that makes it one: `.claude/skills`.
    pub owned: String,
}

impl SkillRoot {
    /// The nearest folder above a file that one of the hosts calls its own.
    pub fn of(known: &Hosts, path: &Path) -> Option<SkillRoot> {
        let owners = known.owners(path);
        path.ancestors().skip(1).find_map(|folder| {
            let mut owned = owners.iter().flat_map(|host| &host.owns).filter(|owned| !owned.ends_with("commands"));
            let owned = owned.find(|owned| folder.ends_with(owned))?;
            Some(SkillRoot { path: folder.to_path_buf(), owned: owned.clone() })
        })
    }

    /// Whether a host reads folders of this kind somewhere.
    pub fn is_read_by(&self, host: &Host) -> bool {
        host.owns.contains(&self.owned) || self.rules(host).next().is_some()
    }

    /// The rules of a host that mean folders of this kind.
    fn rules<'a>(&'a self, host: &'a Host) -> impl Iterator<Item = &'a RootRule> {
        let of_skills = host.roots.iter().filter(|rule| rule.layout != Layout::Commands);
        of_skills.filter(|rule| rule.paths.iter().any(|path| Path::new(path).ends_with(&self.owned)))
    }

    /// The folder that it belongs to: a project, or a home.
    fn holder(&self) -> Option<&Path> {
        self.path.ancestors().nth(Path::new(&self.owned).components().count())
    }
}

/// What stands between a host's roots and a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It reads no folder of this kind anywhere.
    NeverReads {
        /// The kind of folder: `.agents/skills`.
        root: String,
    },
    /// The file is no `SKILL.md` in a folder of its own.
    NoFolder,
    /// The file lies in the root itself.
    InRoot {
        /// The kind of folder.
        root: String,
    },
    /// A folder on the way is hidden.
    Hidden {
        /// Its name.
        folder: String,
    },
    /// A folder on the way is one that the host passes by.
    PassedBy {
        /// Its name.
        folder: String,
    },
    /// It lies deeper than the host looks.
    TooDeep {
        /// How many folders it lies below the root.
        lies: usize,
        /// How many the host looks.
        looks: usize,
        /// The kind of folder.
        root: String,
    },
    /// Its root lies above the git root.
    AboveGitRoot,
    /// The host reads this folder only in one place, and it is another one.
    OnlyIn {
        /// The kind of folder.
        root: String,
        /// Which one.
        place: SolePlace,
    },
    /// Another project's, or one that counts when the agent is started elsewhere.
    Elsewhere,
}

/// The one place in which a host reads a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolePlace {
    /// Where it is started.
    WorkingDirectory,
    /// The root of the repository.
    GitRoot,
    /// The user's home.
    Home,
}

impl SolePlace {
    fn words(self) -> &'static str {
        match self {
            SolePlace::WorkingDirectory => "the working directory",
            SolePlace::GitRoot => "the git root",
            SolePlace::Home => "the home folder",
        }
    }
}

impl Obstacle {
    /// What is the matter with the file: "it lies 2 folders below `.claude/skills`".
    pub fn of_the_file(&self) -> String {
        match self {
            Obstacle::NeverReads { root } | Obstacle::OnlyIn { root, .. } => format!("it lies in `{root}`"),
            Obstacle::NoFolder => "it has no folder of its own with a `SKILL.md`".to_owned(),
            Obstacle::InRoot { root } => format!("it lies in `{root}` itself, without a folder of its own"),
            Obstacle::Hidden { folder } => format!("it lies in the hidden folder `{folder}`"),
            Obstacle::PassedBy { folder } => format!("it lies in `{folder}`"),
            Obstacle::TooDeep { lies, root, .. } => format!("it lies {lies} folders below `{root}`"),
            Obstacle::AboveGitRoot => "it lies above the git root".to_owned(),
            Obstacle::Elsewhere => "it lies in another project".to_owned(),
        }
    }

    /// What one host does, and what several do: "looks one folder deep", "look one folder deep".
    pub fn of_hosts(&self) -> (String, String) {
        let verb = |one: &str, many: &str, rest: &str| (format!("{one} {rest}"), format!("{many} {rest}"));
        match self {
            Obstacle::NeverReads { root } => verb("never reads", "never read", &format!("`{root}`")),
            Obstacle::NoFolder | Obstacle::InRoot { .. } => verb("reads", "read", "`NAME/SKILL.md` only"),
            Obstacle::Hidden { .. } => verb("skips", "skip", "hidden folders"),
            Obstacle::PassedBy { folder } => verb("never enters", "never enter", &format!("`{folder}`")),
            Obstacle::TooDeep { looks: 1, .. } => verb("looks", "look", "one folder deep"),
            Obstacle::TooDeep { looks, .. } => verb("looks", "look", &format!("{looks} folders deep")),
            Obstacle::AboveGitRoot => verb("looks", "look", "up to the git root only"),
            Obstacle::OnlyIn { root, place } => verb("reads", "read", &format!("`{root}` in {} only", place.words())),
            Obstacle::Elsewhere => verb("does not read", "do not read", "it from this working directory"),
        }
    }

    /// Whether the place inside the root is to blame, not the root.
    pub fn is_inside_root(&self) -> bool {
        match self {
            Obstacle::NoFolder
            | Obstacle::InRoot { .. }
            | Obstacle::Hidden { .. }
            | Obstacle::PassedBy { .. }
            | Obstacle::TooDeep { .. } => true,
            Obstacle::NeverReads { .. } | Obstacle::AboveGitRoot | Obstacle::OnlyIn { .. } | Obstacle::Elsewhere => {
                false
            }
        }
    }
}

/// Why `host` does not meet the skill at `path` in `root`; `None` when nothing is known to stand in the way.
pub fn obstacle(
    host: &Host,
    environment: &Environment,
    root: &SkillRoot,
    path: &Path,
    kind: FoundKind,
) -> Option<Obstacle> {
    if !root.is_read_by(host) {
        return Some(Obstacle::NeverReads { root: root.owned.clone() });
    }
    let rules: Vec<&RootRule> = root.rules(host).collect();
    let walk = rules.first().and_then(|rule| rule.walk.as_ref()).unwrap_or(&host.walk);
    inside_root(walk, root, path, kind).or_else(|| to_root(&rules, environment, root))
}

/// What a walk of the root does not get past.
fn inside_root(walk: &Walk, root: &SkillRoot, path: &Path, kind: FoundKind) -> Option<Obstacle> {
    let below = path.parent()?.strip_prefix(&root.path).ok()?;
    let folders: Vec<String> = below
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    if kind == FoundKind::Flat {
        return (!walk.flat_files || !folders.is_empty()).then_some(Obstacle::NoFolder);
    }
    if folders.is_empty() && !walk.root_file {
        return Some(Obstacle::InRoot { root: root.owned.clone() });
    }
    let is_passed_by = |name: &&String| walk.skip.iter().any(|it| it.eq_ignore_ascii_case(name));
    if let Some(folder) = folders.iter().find(is_passed_by) {
        return Some(Obstacle::PassedBy { folder: folder.clone() });
    }
    if let Some(folder) = folders.iter().find(|name| name.starts_with('.') && !walk.hidden) {
        return Some(Obstacle::Hidden { folder: folder.clone() });
    }
    (folders.len() > walk.depth).then(|| Obstacle::TooDeep {
        lies: folders.len(),
        looks: walk.depth,
        root: root.owned.clone(),
    })
}

/// Why the root itself is out of reach from here.
fn to_root(rules: &[&RootRule], environment: &Environment, root: &SkillRoot) -> Option<Obstacle> {
    let holder = root.holder()?;
    let here = &environment.working_directory;
    let is_home = environment.home.as_deref() == Some(holder);
    let all = |at: At| rules.iter().all(|rule| rule.at == at || rule.at == At::Fixed);
    let only = |place| Some(Obstacle::OnlyIn { root: root.owned.clone(), place });
    // A home folder and a project may be the same one; whoever reads only one of the two is not asked further.
    if rules.iter().all(|rule| rule.at == At::Fixed) {
        return if is_home { None } else { only(SolePlace::Home) };
    }
    let is_around = here.starts_with(holder) || holder.starts_with(here);
    if is_around && holder != here && !is_home && all(At::WorkingDirectory) {
        return only(SolePlace::WorkingDirectory);
    }
    let git_root = environment.git_root.as_deref();
    if is_around && git_root.is_some_and(|git_root| git_root != holder) && !is_home && all(At::GitRoot) {
        return only(SolePlace::GitRoot);
    }
    let is_above = git_root
        .is_some_and(|git_root| git_root.starts_with(holder) && git_root != holder && here.starts_with(git_root));
    if is_above && !is_home {
        return Some(Obstacle::AboveGitRoot);
    }
    (!here.starts_with(holder) && !is_home).then_some(Obstacle::Elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts;

    /// What each host says of a file, from `/home/shop/app` in the git root `/home/shop`.
    fn said(path: &str, hosts: &[&str]) -> Vec<String> {
        let known = hosts::builtin();
        let environment = Environment {
            working_directory: "/home/shop/app".into(),
            home: Some("/home".into()),
            git_root: Some("/home/shop".into()),
            ..Environment::default()
        };
        let path = Path::new(path);
        let (_, kind) = FoundKind::of_path(path);
        let root = SkillRoot::of(&known, path).expect("a folder made for skills");
        let host = |id: &&str| known.get(id).expect("a known host").clone();
        let words = |host: &Host| match obstacle(host, &environment, &root, path, kind) {
            Some(obstacle) => format!("{}: {}; {}", host.id, obstacle.of_hosts().0, obstacle.of_the_file()),
            None => format!("{}: –", host.id),
        };
        hosts.iter().map(|id| words(&host(id))).collect()
    }

    #[test]
    fn a_folder_of_others() {
        assert_eq!(
            said("/home/shop/.agents/skills/pdf/SKILL.md", &["claude-code", "codex"]),
            ["claude-code: never reads `.agents/skills`; it lies in `.agents/skills`", "codex: –"]
        );
    }

    #[test]
    fn two_levels_deep() {
        assert_eq!(
            said("/home/shop/app/.agents/skills/office/pdf/SKILL.md", &["codex", "gemini-cli"]),
            ["codex: –", "gemini-cli: looks one folder deep; it lies 2 folders below `.agents/skills`"]
        );
    }

    #[test]
    fn outside_the_git_root() {
        assert_eq!(
            said("/.claude/skills/pdf/SKILL.md", &["claude-code"]),
            ["claude-code: looks up to the git root only; it lies above the git root"]
        );
    }

    #[test]
    fn above_a_host_that_does_not_look_up() {
        assert_eq!(
            said("/home/shop/.gemini/skills/pdf/SKILL.md", &["gemini-cli"]),
            ["gemini-cli: reads `.gemini/skills` in the working directory only; it lies in `.gemini/skills`"]
        );
    }

    #[test]
    fn hidden_passed_by_or_without_a_folder() {
        assert_eq!(
            said("/home/shop/app/.agents/skills/.later/pdf/SKILL.md", &["codex"]),
            ["codex: skips hidden folders; it lies in the hidden folder `.later`"]
        );
        assert_eq!(
            said("/home/shop/.claude/skills/synced/pdf/SKILL.md", &["claude-code"]),
            ["claude-code: never enters `synced`; it lies in `synced`"]
        );
        assert_eq!(
            said("/home/shop/.claude/skills/pdf.md", &["claude-code"]),
            ["claude-code: reads `NAME/SKILL.md` only; it has no folder of its own with a `SKILL.md`"]
        );
    }

    #[test]
    fn another_project() {
        assert_eq!(
            said("/srv/other/.claude/skills/pdf/SKILL.md", &["claude-code"]),
            ["claude-code: does not read it from this working directory; it lies in another project"]
        );
    }
}
