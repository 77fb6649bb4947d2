//! Which files git would call changed: since the last commit, since a branch was left, or for the next commit.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::disk::git::history::History;
use crate::disk::git::index::{Tracked, tracked};
use crate::disk::git::references::References;
use crate::disk::git::{Id, folders, sha1};
use crate::disk::read::{READ_LIMIT, read_text, read_whole};
use crate::disk::real::real_path;

/// Since when a file counts as changed.
#[derive(Clone, Copy, Debug)]
pub enum Changed<'a> {
    /// The last commit.
    SinceHead,
    /// The commit at which what is checked out left this branch, tag or commit.
    Since(&'a str),
    /// What the next commit would hold, against the last.
    Staged,
}

/// The files of one checkout that changed.
#[derive(Debug, Default)]
pub struct Changes {
    root: PathBuf,
    changed: HashSet<PathBuf>,
    /// What git keeps, changed or not: anything else is new.
    kept: HashSet<PathBuf>,
    /// What was there and is not any more.
    pub gone: Vec<PathBuf>,
    /// Of what is staged, what the next commit would hold where the file says something else.
    pub staged: Vec<(PathBuf, Vec<u8>)>,
    is_staged: bool,
}

impl Changes {
    /// Whether a file of the checkout is new or changed.
    pub fn has(&self, path: &Path) -> bool {
        if self.kept.contains(path) {
            return self.changed.contains(path);
        }
        if let Some(link) = path.ancestors().skip(1).find(|it| self.kept.contains(*it)) {
            // It lies behind a link that git keeps.
            let real = real_path(path).ok().filter(|real| real.starts_with(&self.root) && real != path);
            return self.changed.contains(link) || real.is_some_and(|real| self.has(&real));
        }
        // What nobody told git of is not staged.
        !self.is_staged && path.starts_with(&self.root)
    }
}

/// The changes in the checkout at `root`. An error says why git's own answer cannot be given.
pub fn changes(root: &Path, since: Changed<'_>) -> Result<Changes, String> {
    let (git, common) = folders(root);
    let settings = read_text(&common.join("config")).unwrap_or_default().to_lowercase();
    if settings.lines().any(|line| line.replace([' ', '\t'], "") == "objectformat=sha256") {
        return Err("this repository names its objects by SHA-256, which is not read here".to_owned());
    }
    let references = References { git: git.clone(), common: common.clone() };
    if references.are_elsewhere() {
        return Err("this repository keeps its branches in a reftable, which is not read here".to_owned());
    }
    let history = History::open(&common);
    let base = match since {
        Changed::SinceHead | Changed::Staged => references.head(),
        Changed::Since(name) => Some(parting(name, &references, &history)?),
    };
    let before = match &base {
        // Nothing was ever committed: all is new.
        None => HashMap::new(),
        Some(base) => history.files(base).ok_or_else(|| {
            let id = super::digits(base);
            format!("not all of commit {} was fetched", id.get(..10).unwrap_or(&id))
        })?,
    };
    let mut changes =
        Changes { root: root.to_owned(), is_staged: matches!(since, Changed::Staged), ..Changes::default() };
    let written = fs::metadata(git.join("index")).ok().and_then(|it| it.modified().ok());
    let written =
        written.and_then(|it| it.duration_since(UNIX_EPOCH).ok()).map(|it| (it.as_secs() as u32, it.subsec_nanos()));
    let mut entries: HashSet<Vec<u8>> = HashSet::new();
    for entry in tracked(&git) {
        let Some(path) = std::str::from_utf8(&entry.path).ok().map(|path| root.join(path)) else { continue };
        entries.insert(entry.path.clone());
        changes.kept.insert(path.clone());
        if entry.is_submodule() || entry.is_folder() {
            continue;
        }
        let known = before.get(&entry.path);
        let is_as_before = known.is_some_and(|(mode, id)| *mode == entry.mode && *id == entry.id) && entry.stage == 0;
        match state(&path, &entry, written) {
            State::Other if changes.is_staged => {
                if !is_as_before {
                    let bytes = history.file(&entry.id).filter(|bytes| bytes.len() as u64 <= READ_LIMIT);
                    changes.staged.extend(bytes.map(|bytes| (path.clone(), bytes)));
                    changes.changed.insert(path);
                }
            }
            State::Gone if !changes.is_staged => changes.gone.push(path),
            State::Other => drop(changes.changed.insert(path)),
            State::Same | State::Gone if !is_as_before => drop(changes.changed.insert(path)),
            State::Same | State::Gone => {}
        }
    }
    let gone = before.keys().filter(|path| !entries.contains(*path)).filter_map(|path| std::str::from_utf8(path).ok());
    changes.gone.extend(gone.map(|path| root.join(path)).filter(|path| changes.is_staged || !path.exists()));
    changes.gone.sort_unstable();
    Ok(changes)
}

/// Where what is checked out left a branch.
fn parting(name: &str, references: &References, history: &History) -> Result<Id, String> {
    let shallow = "this clone is shallow: fetch more of its history (with actions/checkout, `fetch-depth: 0`)";
    let other = references.commit(name, history).ok_or_else(|| match history.is_shallow() {
        true => format!("there is no branch, tag or commit `{name}` here, and {shallow}"),
        false => format!("there is no branch, tag or commit `{name}` here; was it fetched?"),
    })?;
    let head = references.head().ok_or_else(|| "nothing was ever committed here".to_owned())?;
    match history.parting(head, other) {
        Ok(Some(base)) => Ok(base),
        Ok(None) if history.is_shallow() => Err(format!("it is not known where this left `{name}`: {shallow}")),
        Ok(None) => Err(format!("what is checked out and `{name}` have no commit in common")),
        Err(missing) => Err(format!("commit {} was not fetched", super::digits(&missing))),
    }
}

/// What became of a file since git looked at it.
enum State {
    Same,
    Other,
    Gone,
}

fn state(path: &Path, entry: &Tracked, written: Option<(u32, u32)>) -> State {
    if entry.is_unseen {
        return State::Same;
    }
    let Ok(metadata) = fs::symlink_metadata(path) else { return State::Gone };
    if entry.is_link() {
        let target = fs::read_link(path).map(|target| target.into_os_string().into_encoded_bytes());
        // Where links cannot be made, git writes what they say into a file.
        let says = target.or_else(|_| fs::read(path));
        return if says.is_ok_and(|says| sha1::blob(&says) == entry.id) { State::Same } else { State::Other };
    }
    if !metadata.is_file() {
        return State::Gone;
    }
    let time = metadata.modified().ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
    let time = time.map(|it| (it.as_secs() as u32, it.subsec_nanos()));
    // Some write seconds only. What was changed while the index was written may have been changed after it.
    let is_same_time =
        time.is_some_and(|(seconds, nanos)| seconds == entry.time.0 && (nanos == entry.time.1 || entry.time.1 == 0));
    let is_settled = written.is_some_and(|written| entry.time < written);
    if is_same_time && is_settled && metadata.len() as u32 == entry.size {
        return State::Same;
    }
    let Ok(Some(bytes)) = read_whole(path) else { return State::Other };
    let is_same = sha1::blob(&bytes) == entry.id || {
        // Git may keep other line ends than it checks out; no filter is asked.
        memchr::memchr(b'\r', &bytes).is_some() && sha1::blob(&without_returns(&bytes)) == entry.id
    };
    if is_same { State::Same } else { State::Other }
}

fn without_returns(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            plain.push(*byte);
        }
    }
    plain
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;

    /// A repository made by git itself.
    struct Shop {
        folder: tempfile::TempDir,
        root: PathBuf,
    }

    impl Shop {
        fn new() -> Shop {
            let folder = tempfile::tempdir().unwrap();
            let root = real_path(folder.path()).unwrap().join("shop");
            fs::create_dir(&root).unwrap();
            let shop = Shop { folder, root };
            shop.git("init -q -b main .");
            shop
        }

        fn in_folder(&self, root: &Path, arguments: &str) -> String {
            let mut command = Command::new("git");
            command.args(["-c", "user.name=x", "-c", "user.email=x@y", "-c", "protocol.file.allow=always"]);
            command.args(arguments.split(' ')).current_dir(root).env_remove("XDG_CONFIG_HOME");
            command.env("HOME", self.folder.path()).env("GIT_CONFIG_NOSYSTEM", "1");
            let output = command.output().unwrap();
            assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        }

        fn git(&self, arguments: &str) -> String {
            self.in_folder(&self.root, arguments)
        }

        fn put(&self, path: &str, text: &str) {
            let path = self.root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn commit(&self) {
            self.git("add -A");
            self.git("commit -q --allow-empty -m x");
        }

        /// Those of all files here that we call changed, and what git itself says.
        fn compare(&self, since: Changed<'_>) -> String {
            self.compare_in(&self.root, since)
        }

        fn compare_in(&self, root: &Path, since: Changed<'_>) -> String {
            let changes = changes(root, since).unwrap();
            let mut files: Vec<String> = ignore::WalkBuilder::new(root)
                .hidden(false)
                .filter_entry(|entry| entry.file_name() != ".git")
                .build()
                .flatten()
                .filter(|entry| !entry.path().is_dir() || entry.path_is_symlink())
                .filter(|entry| changes.has(entry.path()))
                .map(|entry| entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned())
                .collect();
            files.sort();
            let said = match since {
                Changed::SinceHead => self.in_folder(root, "diff --name-only --diff-filter=d --no-renames HEAD"),
                Changed::Staged => self.in_folder(root, "diff --name-only --diff-filter=d --no-renames --cached"),
                Changed::Since(name) => {
                    let base = self.in_folder(root, &format!("merge-base {name} HEAD"));
                    self.in_folder(root, &format!("diff --name-only --diff-filter=d --no-renames {}", base.trim()))
                }
            };
            let new = match since {
                Changed::Staged => String::new(),
                _ => self.in_folder(root, "ls-files --others --exclude-standard"),
            };
            let mut expected: Vec<&str> = said.lines().chain(new.lines()).collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(files, expected, "{since:?}");
            files.join(" ")
        }
    }

    fn grown() -> Shop {
        let shop = Shop::new();
        for at in 0..30 {
            shop.put(&format!("skills/s{at}/SKILL.md"), &format!("skill {at}\n{}", "same line\n".repeat(200)));
        }
        shop.put("one", "1\n");
        shop.put("renamed", "r\n");
        shop.commit();
        shop.git("checkout -q -b work");
        shop.put("skills/s3/SKILL.md", "other\n");
        shop.git("mv renamed moved");
        shop.commit();
        shop.git("checkout -q main");
        shop.put("skills/s4/SKILL.md", "main went on\n");
        shop.commit();
        shop.git("checkout -q work");
        shop.put("one", "2\n");
        shop.git("add one");
        shop.put("skills/s5/SKILL.md", "not staged\n");
        shop.put("new", "untracked\n");
        fs::remove_file(shop.root.join("skills/s6/SKILL.md")).unwrap();
        shop
    }

    #[test]
    fn as_git_itself_says() {
        let shop = grown();
        let all = |shop: &Shop| {
            assert_eq!(shop.compare(Changed::SinceHead), "new one skills/s5/SKILL.md");
            assert_eq!(shop.compare(Changed::Since("main")), "moved new one skills/s3/SKILL.md skills/s5/SKILL.md");
            assert_eq!(shop.compare(Changed::Staged), "one");
        };
        all(&shop);
        let gone = changes(&shop.root, Changed::Since("main")).unwrap().gone;
        assert_eq!(gone, [shop.root.join("renamed"), shop.root.join("skills/s6/SKILL.md")]);
        // However git keeps what it keeps.
        for form in
            ["gc -q --aggressive", "pack-refs --all", "update-index --index-version 4", "update-index --split-index"]
        {
            shop.git(form);
            all(&shop);
        }
        shop.put("one", "3\n");
        shop.git("add one");
        all(&shop);
        shop.git("rm -q --cached one");
        assert_eq!(shop.compare(Changed::Staged), "");
        assert_eq!(shop.compare(Changed::SinceHead), "new one skills/s5/SKILL.md");
        for name in ["HEAD", "HEAD~1", "HEAD^", "@", "work", "heads/main", "refs/heads/main", "main~1", "HEAD^{commit}"]
        {
            shop.compare(Changed::Since(name));
        }
        let id = shop.git("rev-parse HEAD~1");
        shop.compare(Changed::Since(id.trim()));
        shop.compare(Changed::Since(&id[..9]));
        shop.git("tag -a v1 -m x main");
        shop.compare(Changed::Since("v1"));
    }

    #[test]
    fn what_is_staged_and_what_the_file_says() {
        let shop = grown();
        shop.put("one", "4\n");
        let changes = changes(&shop.root, Changed::Staged).unwrap();
        assert_eq!(changes.staged, [(shop.root.join("one"), b"2\n".to_vec())]);
    }

    #[test]
    fn in_a_worktree_a_submodule_and_a_clone() {
        let shop = grown();
        let beside = real_path(shop.folder.path()).unwrap();
        shop.git("worktree add -q ../tree main");
        fs::write(beside.join("tree/one"), "tree\n").unwrap();
        assert_eq!(shop.compare_in(&beside.join("tree"), Changed::SinceHead), "one");
        assert_eq!(shop.compare_in(&beside.join("tree"), Changed::Since("work")), "one skills/s4/SKILL.md");
        // A clone that borrows, has packed names only, and a branch of its origin.
        shop.git("clone -q --shared . ../clone");
        let clone = beside.join("clone");
        assert_eq!(shop.compare_in(&clone, Changed::Since("origin/main")), "moved skills/s3/SKILL.md");
        fs::create_dir(beside.join("around")).unwrap();
        shop.in_folder(&beside.join("around"), "init -q .");
        shop.in_folder(&beside.join("around"), "submodule --quiet add ../shop inner");
        fs::write(beside.join("around/inner/one"), "inner\n").unwrap();
        assert_eq!(shop.compare_in(&beside.join("around/inner"), Changed::SinceHead), "one");
        let link = format!("file://{}", shop.root.display());
        shop.in_folder(&beside, &format!("clone -q --depth 1 --no-single-branch {link} shallow"));
        let error = changes(&beside.join("shallow"), Changed::Since("origin/main")).unwrap_err();
        assert!(error.contains("shallow") && error.contains("fetch-depth"), "{error}");
        assert_eq!(shop.compare_in(&beside.join("shallow"), Changed::SinceHead), "");
    }

    #[test]
    fn before_the_first_commit_and_without_what_is_meant() {
        let shop = Shop::new();
        shop.put("a", "");
        assert!(changes(&shop.root, Changed::SinceHead).unwrap().has(&shop.root.join("a")));
        assert!(changes(&shop.root, Changed::Since("main")).is_err());
        shop.commit();
        for name in ["nowhere", "../../HEAD", "config", "", "refs/heads/", "~", "deadbeef"] {
            let error = changes(&shop.root, Changed::Since(name)).unwrap_err();
            assert!(error.contains("there is no branch, tag or commit"), "{name}: {error}");
        }
    }

    #[test]
    fn line_ends_of_a_checkout_are_no_change() {
        let shop = Shop::new();
        shop.git("config core.autocrlf true");
        shop.put("a", "one\r\ntwo\r\n");
        shop.commit();
        shop.put("a", "one\r\ntwo\r\n");
        assert_eq!(shop.compare(Changed::SinceHead), "");
    }

    #[test]
    fn behind_a_link_that_git_keeps() {
        let shop = Shop::new();
        shop.put("skills/a/SKILL.md", "a\n");
        fs::create_dir(shop.root.join(".claude")).unwrap();
        std::os::unix::fs::symlink("../skills", shop.root.join(".claude/skills")).unwrap();
        shop.commit();
        let linked = shop.root.join(".claude/skills/a/SKILL.md");
        assert!(!changes(&shop.root, Changed::SinceHead).unwrap().has(&linked));
        shop.put("skills/a/SKILL.md", "b\n");
        assert!(changes(&shop.root, Changed::SinceHead).unwrap().has(&linked));
    }

    #[test]
    fn a_damaged_repository_is_told_and_nothing_breaks() {
        let shop = grown();
        shop.git("gc -q");
        let pack = fs::read_dir(shop.root.join(".git/objects/pack")).unwrap().flatten().map(|it| it.path());
        for path in pack {
            let mut bytes = fs::read(&path).unwrap();
            let half = bytes.len() / 2;
            bytes[half..].iter_mut().for_each(|byte| *byte ^= 0x55);
            fs::remove_file(&path).unwrap();
            fs::write(&path, bytes).unwrap();
        }
        let _ = changes(&shop.root, Changed::SinceHead);
        let _ = changes(&shop.root, Changed::Since("main"));
    }
}
