//! Commits: what they hold, what came before them, and where two lines of them parted.

use std::collections::{BinaryHeap, HashMap, HashSet};
use std::path::Path;

use crate::disk::git::objects::{Kind, Objects};
use crate::disk::git::{Id, id_of};
use crate::disk::read::read_text;

/// The commits of a repository.
pub(super) struct History {
    objects: Objects,
    /// Those whose parents were not fetched.
    shallow: HashSet<Id>,
}

/// One commit.
pub(super) struct Commit {
    pub(super) tree: Id,
    pub(super) parents: Vec<Id>,
    /// When it was made, in seconds.
    time: i64,
}

/// So many files a tree may hold, and so deep they may lie.
const MOST_FILES: usize = 5_000_000;
const DEEPEST: usize = 256;

/// So many commits are looked at.
const MOST_COMMITS: usize = 5_000_000;

impl History {
    pub(super) fn open(common: &Path) -> History {
        let shallow = read_text(&common.join("shallow")).unwrap_or_default();
        History { objects: Objects::open(common), shallow: shallow.lines().filter_map(id_of).collect() }
    }

    /// Whether some of it was not fetched.
    pub(super) fn is_shallow(&self) -> bool {
        !self.shallow.is_empty()
    }

    pub(super) fn has(&self, id: &Id) -> bool {
        self.objects.get(id).is_some()
    }

    pub(super) fn beginning_with(&self, digits: &str) -> Option<Id> {
        self.objects.beginning_with(digits)
    }

    /// The commit that an id leads to: itself, or what a tag is put on.
    pub(super) fn peeled(&self, mut id: Id) -> Option<Id> {
        for _ in 0..10 {
            match self.objects.get(&id)? {
                (Kind::Commit, _) => return Some(id),
                (Kind::Tag, bytes) => {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    id = id_of(text.lines().next()?.strip_prefix("object ")?)?;
                }
                _ => return None,
            }
        }
        None
    }

    pub(super) fn commit(&self, id: &Id) -> Option<Commit> {
        let (Kind::Commit, bytes) = self.objects.get(id)? else { return None };
        let text = String::from_utf8_lossy(&bytes);
        let head = text.lines().take_while(|line| !line.is_empty());
        let mut commit = Commit { tree: [0; 20], parents: Vec::new(), time: 0 };
        for line in head {
            match line.split_once(' ') {
                Some(("tree", tree)) => commit.tree = id_of(tree)?,
                Some(("parent", parent)) => commit.parents.push(id_of(parent)?),
                Some(("committer", rest)) => {
                    commit.time = rest.rsplit(' ').nth(1).and_then(|time| time.parse().ok()).unwrap_or(0);
                }
                _ => {}
            }
        }
        if self.shallow.contains(id) {
            commit.parents.clear();
        }
        Some(commit)
    }

    /// The bytes of a file.
    pub(super) fn file(&self, id: &Id) -> Option<Vec<u8>> {
        self.objects.get(id).filter(|(kind, _)| *kind == Kind::Blob).map(|(_, bytes)| bytes)
    }

    /// The files of a commit, by path, with mode and id.
    pub(super) fn files(&self, commit: &Id) -> Option<HashMap<Vec<u8>, (u32, Id)>> {
        let mut files = HashMap::new();
        let mut folders = vec![(Vec::new(), self.commit(commit)?.tree, 0)];
        while let Some((folder, tree, depth)) = folders.pop() {
            let (Kind::Tree, bytes) = self.objects.get(&tree)? else { return None };
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let end = memchr::memchr(0, rest)?;
                let mut head = rest.get(..end)?.splitn(2, |byte| *byte == b' ');
                let mode = u32::from_str_radix(std::str::from_utf8(head.next()?).ok()?, 8).ok()?;
                let name = head.next()?;
                let id: Id = rest.get(end + 1..end + 21)?.try_into().ok()?;
                rest = rest.get(end + 21..)?;
                let path = if folder.is_empty() { name.to_vec() } else { [&*folder, b"/", name].concat() };
                if mode & 0o170_000 == 0o040_000 {
                    (depth < DEEPEST && folders.len() < MOST_FILES).then_some(())?;
                    folders.push((path, id, depth + 1));
                } else {
                    (files.len() < MOST_FILES).then_some(())?;
                    files.insert(path, (mode, id));
                }
            }
        }
        Some(files)
    }

    /// The newest commit that comes before both, as git looks for it: backwards in time, until all that is left comes
    /// before one that was found. An error names a commit that is not there.
    pub(super) fn parting(&self, one: Id, other: Id) -> Result<Option<Id>, Id> {
        const ONE: u8 = 1;
        const OTHER: u8 = 2;
        const PAST: u8 = 4;
        let mut marks: HashMap<Id, u8> = HashMap::new();
        let mut queue: BinaryHeap<(i64, Id, Vec<Id>)> = BinaryHeap::new();
        let mut found: Vec<(i64, Id)> = Vec::new();
        for (id, mark) in [(one, ONE), (other, OTHER)] {
            let commit = self.commit(&id).ok_or(id)?;
            *marks.entry(id).or_default() |= mark;
            queue.push((commit.time, id, commit.parents));
        }
        let is_open = |marks: &HashMap<Id, u8>, id: &Id| marks.get(id).is_none_or(|mark| mark & PAST == 0);
        while queue.iter().any(|(_, id, _)| is_open(&marks, id)) {
            let Some((time, id, parents)) = queue.pop() else { break };
            let mut mark = marks.get(&id).copied().unwrap_or(0);
            if mark & (ONE | OTHER | PAST) == ONE | OTHER {
                found.push((time, id));
                // What comes before it comes before both, and is older.
                mark |= PAST;
            }
            for parent in parents {
                let known = marks.entry(parent).or_default();
                if *known & mark == mark {
                    continue;
                }
                *known |= mark;
                let commit = self.commit(&parent).ok_or(parent)?;
                queue.push((commit.time, parent, commit.parents));
            }
            if marks.len() > MOST_COMMITS {
                return Ok(None);
            }
        }
        // Where clocks were wrong, one may come before another after all.
        found.retain(|(_, id)| is_open(&marks, id));
        Ok(found.into_iter().max().map(|(_, id)| id))
    }
}
