//! How far links may lead before a text is withheld. A skill is somebody else's text: a link in it may lead to a key,
//! and what agents would load of it must not be shown, sent or changed by us.

use std::path::{Path, PathBuf};

/// Folders that everybody may read and nobody changes; homes are filled with links to them.
const STORES: [&str; 2] = ["/nix/store", "/gnu/store"];

/// What counts as inside, for each place where a link may stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// What the user named.
    pub named: Vec<Area>,
    /// The repositories or the folders that are worked in.
    pub workspaces: Vec<Area>,
    /// The user's home.
    pub home: Option<Area>,
    /// The folders in which skills are looked for.
    pub roots: Vec<Area>,
    /// Where roots really lie that lead outside: some hosts walk there under that path.
    pub strays: Vec<PathBuf>,
}

/// A folder or a file, and where it really lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// As it is written.
    pub path: PathBuf,
    /// With its links resolved.
    pub real: PathBuf,
}

impl Area {
    fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.path) || path.starts_with(&self.real)
    }

    fn keeps(&self, real: &Path) -> bool {
        real.starts_with(&self.real)
    }
}

impl Reach {
    /// Whether what `path` leads to, `real`, lies in the workspace or in what the path belongs to: something that was
    /// named, else home, else the root.
    pub fn is_inside(&self, path: &Path, real: &Path) -> bool {
        if self.named.iter().any(|it| it.holds(path) && it.keeps(real)) {
            return true;
        }
        // A root may lead to a folder around the workspace, or around another root: what lies in these stays theirs.
        let areas = || self.workspaces.iter().chain(&self.roots);
        if self.strays.iter().any(|it| path.starts_with(it)) && !areas().any(|it| path.starts_with(&it.path)) {
            return false;
        }
        if path == real {
            return true;
        }
        // What is worked in is open to us anyway, whichever way leads there.
        if self.workspaces.iter().any(|it| it.keeps(real)) {
            return true;
        }
        if self.workspaces.iter().any(|it| it.holds(path)) {
            return self.named.iter().any(|it| it.keeps(real));
        }
        match &self.home {
            Some(home) if home.holds(path) => home.keeps(real) || STORES.iter().any(|store| real.starts_with(store)),
            _ => self.roots.iter().any(|it| it.holds(path) && it.keeps(real)),
        }
    }

    /// Whether what `path` leads to lies in what was asked to be changed: what was named, else the workspace or the
    /// root. That a home holds both is not enough.
    pub fn is_kept(&self, path: &Path, real: &Path) -> bool {
        let Reach { named, workspaces, roots, .. } = self;
        let keeps = |it: &Area| it.holds(path) && it.keeps(real);
        match named.iter().any(|it| it.holds(path)) {
            true => named.iter().any(keeps),
            false => path == real && self.is_inside(path, real) || workspaces.iter().chain(roots).any(keeps),
        }
    }

    /// Whether a path belongs to any of the areas.
    pub fn holds(&self, path: &Path) -> bool {
        let Reach { named, workspaces, home, roots, .. } = self;
        named.iter().chain(workspaces).chain(home).chain(roots).any(|it| it.holds(path))
    }

    /// Everything that counts as inside for one of several.
    pub fn together<'a>(all: impl IntoIterator<Item = &'a Reach>) -> Reach {
        let mut together = Reach::default();
        for reach in all {
            together.named.extend_from_slice(&reach.named);
            together.workspaces.extend_from_slice(&reach.workspaces);
            together.home = reach.home.clone().or(together.home);
            together.roots.extend_from_slice(&reach.roots);
            together.strays.extend_from_slice(&reach.strays);
        }
        together
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(path: &str) -> Area {
        Area { path: PathBuf::from(path), real: PathBuf::from(path) }
    }

    #[test]
    fn a_link_stays_inside_or_leads_outside() {
        let reach = Reach {
            named: vec![area("/home/me/other/skills")],
            workspaces: vec![area("/home/me/shop")],
            home: Some(area("/home/me")),
            roots: vec![
                Area { path: PathBuf::from("/etc/agent"), real: PathBuf::from("/usr/share/agent") },
                area("/home/me/.claude/skills"),
            ],
            strays: ["/home/me/private", "/home/me/.claude", "/home/me"].map(PathBuf::from).to_vec(),
        };
        let table = "
            /home/me/shop/.claude/skills/a/SKILL.md  /home/me/shop/.claude/skills/a/SKILL.md  inside: no link
            /home/me/shop/.claude/skills/a/SKILL.md  /home/me/shop/docs/a.md                  inside: the repository
            /home/me/shop/.claude/skills/a/SKILL.md  /home/me/.ssh/id_rsa                     outside
            /home/me/shop/.claude/skills/a/SKILL.md  /proc/7/environ                          outside
            /home/me/shop/.claude/skills/a/SKILL.md  /home/me/shopping/a.md                   outside
            /home/me/shop/.claude/skills/a/SKILL.md  /nix/store/x/SKILL.md                    outside
            /home/me/.claude/skills/a/SKILL.md       /home/me/dotfiles/a/SKILL.md             inside: home
            /home/me/.claude/skills/a/SKILL.md       /nix/store/x/SKILL.md                    inside: nobody's secret
            /home/me/.claude/skills/a/SKILL.md       /etc/shadow                              outside
            /home/me/other/skills/a/SKILL.md         /home/me/other/skills/b/SKILL.md         inside: named
            /etc/agent/skills/a/SKILL.md             /usr/share/agent/skills/a/SKILL.md       inside: the root
            /etc/agent/skills/a/SKILL.md             /etc/shadow                              outside
            /home/me/private/notes.md                /home/me/private/notes.md                outside: by a root
            /home/me/shop/CLAUDE.md                  /home/me/shop/CLAUDE.md                  inside: the repository
            /home/me/.claude/skills/a/SKILL.md       /home/me/.claude/skills/a/SKILL.md       inside: a root
            /srv/a/SKILL.md                          /srv/b/SKILL.md                          outside
            /srv/a/SKILL.md                          /home/me/shop/docs/a.md                  inside: the repository
        ";
        for line in table.lines().filter(|line| !line.trim().is_empty()) {
            let mut words = line.split_whitespace();
            let (path, real) = (Path::new(words.next().unwrap()), Path::new(words.next().unwrap()));
            assert_eq!(reach.is_inside(path, real), words.next().unwrap().starts_with("inside"), "{line}");
        }
    }
}
