//! What a name means: a branch, a tag, the beginning of an id, and what comes so many steps before it.

use std::path::PathBuf;

use crate::disk::git::history::History;
use crate::disk::git::{Id, id_of};
use crate::disk::read::read_text;

/// The names of a repository.
pub(super) struct References {
    /// Of this checkout, and of all that share it.
    pub(super) git: PathBuf,
    pub(super) common: PathBuf,
}

/// So many names may stand for others, one behind the other.
const MOST_LINKS: usize = 5;

impl References {
    /// What is checked out; `None` where nothing was ever committed.
    pub(super) fn head(&self) -> Option<Id> {
        self.named("HEAD", MOST_LINKS)
    }

    /// The commit that somebody means.
    pub(super) fn commit(&self, text: &str, history: &History) -> Option<Id> {
        let end = text.find(['~', '^']).unwrap_or(text.len());
        let (name, mut steps) = text.split_at_checked(end)?;
        let mut commit = history.peeled(self.id(if name == "@" { "HEAD" } else { name }, history)?)?;
        while let Some(sign) = steps.chars().next() {
            steps = steps.get(1..)?;
            if let Some(rest) = steps.strip_prefix('{').filter(|_| sign == '^') {
                // `^{commit}` and `^{}`: a commit it is already.
                steps = rest.split_once('}')?.1;
                continue;
            }
            let count = steps.len() - steps.trim_start_matches(|it: char| it.is_ascii_digit()).len();
            let number = match steps.get(..count)? {
                "" => 1,
                number => number.parse::<usize>().ok()?,
            };
            steps = steps.get(count..)?;
            if sign == '~' {
                for _ in 0..number {
                    commit = *history.commit(&commit)?.parents.first()?;
                }
            } else if number > 0 {
                commit = *history.commit(&commit)?.parents.get(number - 1)?;
            }
        }
        Some(commit)
    }

    fn id(&self, name: &str, history: &History) -> Option<Id> {
        if let Some(id) = id_of(name).filter(|id| history.has(id)) {
            return Some(id);
        }
        let forms = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map(|before| format!("{before}{name}"));
        let named = forms.into_iter().chain([format!("refs/remotes/{name}/HEAD")]);
        named.filter_map(|name| self.named(&name, MOST_LINKS)).next().or_else(|| {
            let is_id = (4..40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_hexdigit());
            if is_id { history.beginning_with(name) } else { None }
        })
    }

    /// The id under a whole name.
    fn named(&self, name: &str, links: usize) -> Option<Id> {
        let is_plain =
            !name.split('/').any(|part| matches!(part, "" | "." | "..")) && !name.contains(['\\', '\0', ':']);
        // Of the files of git itself, only those whose names are spelled in capitals are names.
        let is_name = name.starts_with("refs/") || name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        if !is_plain || !is_name || links == 0 {
            return None;
        }
        let text = read_text(&self.git.join(name)).or_else(|_| read_text(&self.common.join(name)));
        match text.as_deref().map(str::trim) {
            Ok(text) => match text.strip_prefix("ref:") {
                Some(other) => self.named(other.trim(), links - 1),
                None => id_of(text),
            },
            Err(_) => {
                let packed = read_text(&self.common.join("packed-refs")).ok()?;
                let mut lines = packed.lines().filter_map(|line| line.split_once(' '));
                lines.find(|(_, known)| *known == name).and_then(|(id, _)| id_of(id))
            }
        }
    }

    /// Whether names are kept in a way that is not read here.
    pub(super) fn are_elsewhere(&self) -> bool {
        self.common.join("reftable").is_dir()
    }
}
