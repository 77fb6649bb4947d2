//! The one command for several skills of which the same is said.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::catalog::{EntryKind, Environment, Files, FolderEntry};

use super::command;

/// What to run for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Many {
    /// The same for each.
    Command(String),
    /// They are brought to another folder.
    Bringing(Bringing),
}

/// Folders of skills that go from one folder to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bringing {
    verb: &'static str,
    from: PathBuf,
    names: BTreeSet<String>,
    to: PathBuf,
}

/// So many are named; more are told as all that lies there, where nothing else does, and what has their name already is left
/// as it is.
const NAMED: usize = 6;

impl Many {
    /// One folder of a skill that is moved into another folder.
    pub(super) fn moving(folder: &Path, to: &Path) -> Option<Many> {
        bringing("mv", folder, to)
    }

    /// One folder of a skill that is copied into another folder.
    pub(super) fn copying(folder: &Path, to: &Path) -> Option<Many> {
        bringing("cp -R", folder, to)
    }

    /// Makes it the one for what another is for, too; whether that can be.
    pub(super) fn take(&mut self, other: Many) -> bool {
        match (self, other) {
            (Many::Bringing(it), Many::Bringing(other))
                if (it.verb, &it.from, &it.to) == (other.verb, &other.from, &other.to) =>
            {
                it.names.extend(other.names);
                true
            }
            (it, other) => *it == other,
        }
    }

    /// What to type; nothing where that would be a long list.
    pub(super) fn shown(&self, environment: &Environment, files: &dyn Files) -> Option<String> {
        match self {
            Many::Command(command) => Some(command.clone()),
            Many::Bringing(it) => it.shown(environment, files),
        }
    }
}

fn bringing(verb: &'static str, folder: &Path, to: &Path) -> Option<Many> {
    let (from, name) = (folder.parent()?.to_owned(), folder.file_name()?.to_string_lossy().into_owned());
    Some(Many::Bringing(Bringing { verb, from, names: BTreeSet::from([name]), to: to.to_owned() }))
}

impl Bringing {
    fn shown(&self, environment: &Environment, files: &dyn Files) -> Option<String> {
        let path = |path: &Path| command::path(environment, path);
        let (verb, to) = (self.verb, path(&self.to));
        let made = if files.kind(&self.to).is_none() { format!("mkdir -p {to} && ") } else { String::new() };
        let is_here = self.from == environment.working_directory;
        let from = if is_here { String::new() } else { format!("{}/", path(&self.from)) };
        let is_plain = |name: &String| command::quoted(name) == *name && !name.contains(',');
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let brought = match names.as_slice() {
            [_, _, ..] if names.len() <= NAMED && self.names.iter().all(is_plain) => {
                format!("{verb} {from}{{{}}}", names.join(","))
            }
            names if names.len() <= NAMED => {
                let each: Vec<String> = names.iter().map(|name| path(&self.from.join(name))).collect();
                format!("{verb} {}", each.join(" "))
            }
            _ if !self.is_all_that_lies_there(files) => return None,
            // Only folders: of another program, the slash would mean what is in them.
            _ if verb == "mv" => format!("{verb} -n {from}*/"),
            _ => format!("{verb}n {from}*"),
        };
        Some(format!("{made}{brought} {to}/"))
    }

    /// Whether a shell's `*` means these folders and nothing else.
    fn is_all_that_lies_there(&self, files: &dyn Files) -> bool {
        let entries = files.entries(&self.from).unwrap_or_default();
        let mut seen = entries.iter().filter(|entry| !entry.name.starts_with('.'));
        seen.all(|FolderEntry { name, kind, .. }| *kind == EntryKind::Folder && self.names.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::MemoryFiles;

    #[test]
    fn what_is_meant_is_named_and_nothing_beside_it() {
        let environment =
            Environment { working_directory: "/w".into(), home: Some("/home/me".into()), ..Environment::default() };
        let own = "/w/.claude/skills";
        let told = |verb: fn(&Path, &Path) -> Option<Many>, folders: &[&str], to: &str, beside: &[&str]| {
            let mut all = folders.iter().filter_map(|folder| verb(Path::new(folder), Path::new(to)));
            let mut many = all.next()?;
            let files = MemoryFiles::at(beside.iter().copied().chain(["/w/.claude/skills/a/SKILL.md"]));
            if all.all(|next| many.take(next)) { many.shown(&environment, &files) } else { None }
        };
        assert_eq!(
            told(Many::moving, &["/w/skills/b", "/w/skills/c"], own, &[]).as_deref(),
            Some("mv skills/{b,c} .claude/skills/")
        );
        assert_eq!(
            told(Many::copying, &["/w/b", "/w/c"], "/w/.agents/skills", &[]).as_deref(),
            Some("mkdir -p .agents/skills && cp -R {b,c} .agents/skills/")
        );
        assert_eq!(
            told(Many::moving, &["/w/skills/my b", "/w/skills/c"], own, &[]).as_deref(),
            Some("mv skills/c 'skills/my b' .claude/skills/")
        );
        // Two places are no one command.
        assert_eq!(told(Many::moving, &["/w/skills/b", "/w/other/c"], own, &[]), None);
        let eight: Vec<String> = (0..8).map(|it| format!("/w/skills/{it}")).collect();
        let lying: Vec<String> = (0..8).map(|it| format!("/w/skills/{it}/SKILL.md")).collect();
        let eight: Vec<&str> = eight.iter().map(String::as_str).collect();
        let lying: Vec<&str> = lying.iter().map(String::as_str).collect();
        assert_eq!(told(Many::moving, &eight, own, &lying).as_deref(), Some("mv -n skills/*/ .claude/skills/"));
        assert_eq!(told(Many::copying, &eight, own, &lying).as_deref(), Some("cp -Rn skills/* .claude/skills/"));
        // What lies beside them stays there.
        for beside in ["/w/skills/scripts/run.sh", "/w/skills/README.md"] {
            let lying = [&lying[..], &[beside]].concat();
            assert_eq!(told(Many::moving, &eight, own, &lying), None, "{beside}");
            assert_eq!(told(Many::copying, &eight, own, &lying), None, "{beside}");
        }
    }
}
