//! The one command for several skills of which the same is said.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::catalog::Environment;

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

/// So many are named; more are told as all that lies there, and what has their name already is left as it is.
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

    pub(super) fn shown(&self, environment: &Environment, is_there: &dyn Fn(&Path) -> bool) -> String {
        match self {
            Many::Command(command) => command.clone(),
            Many::Bringing(it) => it.shown(environment, is_there),
        }
    }
}

fn bringing(verb: &'static str, folder: &Path, to: &Path) -> Option<Many> {
    let (from, name) = (folder.parent()?.to_owned(), folder.file_name()?.to_string_lossy().into_owned());
    Some(Many::Bringing(Bringing { verb, from, names: BTreeSet::from([name]), to: to.to_owned() }))
}

impl Bringing {
    fn shown(&self, environment: &Environment, is_there: &dyn Fn(&Path) -> bool) -> String {
        let path = |path: &Path| command::path(environment, path);
        let (verb, to) = (self.verb, path(&self.to));
        let made = if !is_there(&self.to) { format!("mkdir -p {to} && ") } else { String::new() };
        let is_here = self.from == environment.working_directory;
        let from = if is_here { String::new() } else { format!("{}/", path(&self.from)) };
        let is_plain = self.names.iter().all(|name| command::quoted(name) == *name && !name.contains(','));
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        match names.as_slice() {
            [name] => format!("{made}{verb} {from}{} {to}/", command::quoted(name)),
            names if names.len() <= NAMED && is_plain => format!("{made}{verb} {from}{{{}}} {to}/", names.join(",")),
            // Only folders: of another program, the slash would mean what is in them.
            _ if verb == "mv" => format!("{made}mv -n {from}*/ {to}/"),
            _ => format!("{made}{verb}n {from}* {to}/"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_named_and_nothing_beside_it() {
        let environment =
            Environment { working_directory: "/w".into(), home: Some("/home/me".into()), ..Environment::default() };
        let is_there = |path: &Path| path == Path::new("/w/.claude/skills");
        let told = |verb: fn(&Path, &Path) -> Option<Many>, folders: &[&str], to: &str| {
            let mut all = folders.iter().filter_map(|folder| verb(Path::new(folder), Path::new(to)));
            let mut many = all.next()?;
            all.all(|next| many.take(next)).then(|| many.shown(&environment, &is_there))
        };
        let own = "/w/.claude/skills";
        assert_eq!(
            told(Many::moving, &["/w/skills/b", "/w/skills/c"], own).as_deref(),
            Some("mv skills/{b,c} .claude/skills/")
        );
        assert_eq!(
            told(Many::copying, &["/w/b", "/w/c"], "/w/.agents/skills").as_deref(),
            Some("mkdir -p .agents/skills && cp -R {b,c} .agents/skills/")
        );
        // Two places are no one command.
        assert_eq!(told(Many::moving, &["/w/skills/b", "/w/other/c"], own), None);
        let eight: Vec<String> = (0..8).map(|it| format!("/w/skills/{it}")).collect();
        let eight: Vec<&str> = eight.iter().map(String::as_str).collect();
        assert_eq!(told(Many::moving, &eight, own).as_deref(), Some("mv -n skills/*/ .claude/skills/"));
        assert_eq!(told(Many::copying, &eight, own).as_deref(), Some("cp -Rn skills/* .claude/skills/"));
    }
}
