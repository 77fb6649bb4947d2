//! Places where no agent looks, beside where one would: `.claude/skill/x/SKILL.md`, `.claude/skills/x.md`.

mod beside;
mod in_root;

use std::path::{Path, PathBuf};

use crate::catalog::{EntryKind, Files, SkillRoot};
use crate::document::{self, Document};
use crate::hosts::{Host, Hosts};
use crate::text::Span;

use self::beside::owned_roots;
pub(crate) use self::beside::{beside_roots, in_owned_folders};

/// Something that was meant as a skill and lies beside where an agent looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The file, or the link that leads nowhere.
    pub path: PathBuf,
    /// The name that its author would look for.
    pub name: String,
    /// The kind of folder that it was meant for: `.claude/skills`.
    pub root: String,
    /// What is amiss.
    pub miss: Miss,
    /// What would have to move, and where to, when nothing is there yet.
    pub moved: Option<(PathBuf, PathBuf)>,
    /// Where in the file it is told.
    pub headline: Span,
}

/// What is amiss with a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// The folder has another name than the one that is read: this one.
    Folder(String),
    /// The folder is `.agent/skills`, which agents read that are not known here.
    Unknown(String),
    /// `x.md` lies in the root, where a folder with a `SKILL.md` should be.
    Flat,
    /// `SKILL.md` lies in the root itself.
    InRoot,
    /// The file in the skill's folder is called so, and not `SKILL.md`.
    FileName(String),
    /// A link leads nowhere.
    Dangling,
    /// Git ignores the folder of the skill, which lies where skills lie.
    Ignored(IgnoreRule),
    /// No agent reads it from here, and no package brings it.
    Unshipped,
    /// An archive lies in the root.
    Archive,
    /// What should be the folder of skills is a file.
    NoFolder,
    /// One file whose name is a path with backslashes, as archives from Windows unpack to.
    Backslashes,
    /// A file in the root that holds the path of a folder: git writes a link so where it may not make links.
    LinkText(String),
    /// A file in the root without an ending, where a folder should be.
    PlainFile,
    /// A link in the root to a file, where a folder should be.
    LinkToFile,
    /// A shortcut in the root, which only the desktop follows.
    Shortcut,
    /// A folder in the root, or the root itself, into which whoever asks may not look.
    Closed,
    /// A folder in the root in which nothing says that it was meant as a skill: only whoever misses one asks. The file in it
    /// that may have been meant as its `SKILL.md`.
    NoFile(Option<String>),
}

/// What makes git ignore something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreRule {
    /// The file that holds the rule.
    pub file: PathBuf,
    /// The rule as it is written.
    pub pattern: String,
}

impl IgnoreRule {
    /// Whether whoever wrote it may have had something else in mind than the skill in a folder of skills: it does not
    /// speak of skills, nor of all there is, and does not lie among them.
    fn is_of_something_else(&self, known: &Hosts, skills: &Path) -> bool {
        let pattern = self.pattern.to_lowercase();
        let mut firsts = owned_roots(known).filter_map(|owned| owned.split('/').next());
        let speaks_of_agents = firsts.any(|first| pattern.split('/').any(|name| name == first));
        let is_of_all = pattern.chars().all(|it| "*/".contains(it));
        // What stands in git's own folder was put there for this clone alone.
        let is_private = self.file.ends_with("info/exclude");
        !pattern.contains("skill") && !speaks_of_agents && !is_of_all && !is_private && !self.file.starts_with(skills)
    }
}

/// What is said of a folder that is not open to whoever asks.
pub(crate) const CLOSED: &str = "you may not look into this folder: permission denied";
/// How many entries of a folder are looked at.
const MOST_ENTRIES: usize = 20_000;

impl NearMiss {
    /// A `SKILL.md` in a folder of skills that git ignores.
    pub fn ignored(known: &Hosts, files: &dyn Files, path: &Path, rule: &IgnoreRule) -> Option<NearMiss> {
        let name = path.parent()?.file_name()?.to_str()?;
        let root = SkillRoot::of(known, path);
        let root = root.unwrap_or_else(|| SkillRoot { path: PathBuf::new(), owned: String::new() });
        let document = document_at(files, path);
        Some(file(&root, path.to_owned(), name, Miss::Ignored(rule.clone()), None, document.as_ref()))
    }

    /// A skill that nobody comes upon, called so by its folder or by itself.
    pub fn unshipped(path: &Path, name: &str) -> NearMiss {
        let root = SkillRoot { path: PathBuf::new(), owned: String::new() };
        file(&root, path.to_owned(), name, Miss::Unshipped, None, None)
    }

    /// Whether it is amiss although nobody asks about it: what git ignores is often meant to be.
    pub fn is_unmeant(&self, known: &Hosts) -> bool {
        let skills = self.path.parent().and_then(Path::parent).unwrap_or(&self.path);
        match &self.miss {
            Miss::Ignored(rule) => rule.is_of_something_else(known, skills),
            _ => true,
        }
    }

    /// What is amiss, in a few words to stand after its place.
    pub fn short_words(&self) -> String {
        let NearMiss { path, name, root, miss, .. } = self;
        match miss {
            Miss::Folder(is) => {
                let is_blank = is.split_whitespace().collect::<String>() == *root;
                let blank = if is_blank { ", without a space in its name" } else { "" };
                format!("the folder has to be called `{root}`{blank}")
            }
            Miss::Unknown(is) => format!("most agents read `{root}`, and not `{is}`"),
            Miss::Flat => format!("a skill is a folder with a file in it: `{name}/SKILL.md`"),
            Miss::InRoot => format!("the skill needs a folder of its own: `{root}/{name}/SKILL.md`"),
            Miss::FileName(is) if is.trim() == "SKILL.md" => {
                "the file has to be called `SKILL.md`, without a space in its name".to_owned()
            }
            Miss::FileName(_) => "the file has to be called `SKILL.md`".to_owned(),
            Miss::Dangling => "a link that leads nowhere".to_owned(),
            Miss::Archive => format!("an archive is no skill: it has to be unpacked, to `{name}/SKILL.md`"),
            Miss::NoFolder if path.ends_with(root) => {
                "this is a file; it has to be a folder with a folder for each skill in it".to_owned()
            }
            Miss::NoFolder => format!("this is a file; it has to be a folder, with the skills in `{root}`"),
            Miss::Backslashes => {
                format!("one file with backslashes in its name, not folders: it has to be `{root}/{name}/SKILL.md`")
            }
            Miss::LinkText(to) => format!(
                "this is a file that holds the text `{to}`, not a link to it: git writes links so where it may not make them"
            ),
            Miss::PlainFile => format!("this is a file; a skill is a folder with a file in it: `{name}/SKILL.md`"),
            Miss::LinkToFile => "a link to a file; it has to lead to the folder that the file lies in".to_owned(),
            Miss::Shortcut => "a shortcut, which only the desktop follows: no agent does".to_owned(),
            Miss::Closed => CLOSED.to_owned(),
            Miss::NoFile(Some(file)) if file.trim() == "SKILL.md" => {
                "there is no `SKILL.md` in this folder, only one with a space in its name".to_owned()
            }
            Miss::NoFile(Some(file)) => {
                format!("there is no `SKILL.md` in this folder, only `{file}`, so it is no skill")
            }
            Miss::NoFile(None) => "there is no `SKILL.md` in this folder, so it is no skill".to_owned(),
            Miss::Ignored(rule) => format!("git ignores it: `{}` in `{}`", rule.pattern, rule.file.display()),
            Miss::Unshipped => "no agent reads it from here, and no package ships it".to_owned(),
        }
    }

    /// What is amiss, in one sentence.
    pub fn words(&self) -> String {
        let NearMiss { path, name, root, miss, .. } = self;
        match miss {
            Miss::Folder(is) => format!("`{name}` lies in `{is}`, but the folder is called `{root}`"),
            Miss::Unknown(is) => format!("`{name}` lies in `{is}`; most agents read `{root}`"),
            Miss::Flat => format!("`{name}` is a file in `{root}`, where `{name}/SKILL.md` should be"),
            Miss::InRoot => {
                format!("The skill lies in `{root}` itself, without a folder of its own: `{root}/{name}/SKILL.md`")
            }
            Miss::FileName(is) => format!("The file is called `{is}`, but a skill is `{name}/SKILL.md`"),
            Miss::Dangling => {
                let is_file = path.file_name().is_some_and(|it| it.eq_ignore_ascii_case("SKILL.md"));
                let is = if is_file { format!("{name}/SKILL.md") } else { name.clone() };
                format!("`{is}` is a link that leads nowhere")
            }
            Miss::Ignored(IgnoreRule { file, pattern }) => {
                let file = file.file_name().unwrap_or_default().to_string_lossy();
                format!("Git ignores `{name}` (`{pattern}` in `{file}`), so that nobody else gets it")
            }
            Miss::Unshipped => format!("`{name}` is read by no agent from here, and no package ships it"),
            Miss::Archive => format!("`{name}` is an archive"),
            Miss::NoFolder => format!("`{root}` is a file"),
            Miss::Backslashes => format!("`{name}` is a file with backslashes in its name"),
            Miss::LinkText(to) => format!("`{name}` is a file that holds the text `{to}`, not a link to it"),
            Miss::PlainFile => format!("`{name}` is a file"),
            Miss::LinkToFile => format!("`{name}` is a link to a file"),
            Miss::Shortcut => format!("`{name}` is a shortcut"),
            Miss::Closed => format!("`{name}` is a folder into which you may not look"),
            Miss::NoFile(_) => format!("`{name}` has no `SKILL.md`"),
        }
    }

    /// The hosts among `judges` that read folders of this kind, for which it is a near miss; none when one of them reads
    /// it where it is.
    pub fn missed_by<'a>(&self, judges: impl IntoIterator<Item = &'a Host>) -> Vec<&'a Host> {
        if self.root.is_empty() {
            return Vec::new();
        }
        let root = SkillRoot { path: PathBuf::new(), owned: self.root.clone() };
        let readers: Vec<&Host> = judges.into_iter().filter(|host| root.is_read_by(host)).collect();
        let reads_it = |host: &Host| {
            root.walks(host).any(|walk| match self.miss {
                Miss::Flat => walk.flat_files,
                Miss::InRoot => walk.root_file,
                Miss::Folder(_)
                | Miss::Unknown(_)
                | Miss::FileName(_)
                | Miss::Dangling
                | Miss::Ignored(_)
                | Miss::Unshipped
                | Miss::Archive
                | Miss::NoFolder
                | Miss::Backslashes
                | Miss::LinkText(_)
                | Miss::PlainFile
                | Miss::LinkToFile
                | Miss::Shortcut
                | Miss::Closed
                | Miss::NoFile(_) => false,
            })
        };
        if readers.iter().any(|host| reads_it(host)) { Vec::new() } else { readers }
    }
}

/// Whether a link is there that leads to nothing.
pub(crate) fn is_dangling(files: &dyn Files, path: &Path) -> bool {
    files.entry(path) == Some(EntryKind::Link) && files.kind(path).is_none() && files.real(path).is_none()
}

/// A `SKILL.md` that is a link to nothing, wherever it lies.
pub(crate) fn dangling_skill(known: &Hosts, path: &Path) -> NearMiss {
    let root = SkillRoot::of(known, path);
    let root = root.unwrap_or_else(|| SkillRoot { path: PathBuf::new(), owned: String::new() });
    let name = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    dangling(&root, path.to_owned(), &name)
}

fn dangling(root: &SkillRoot, path: PathBuf, name: &str) -> NearMiss {
    file(root, path, name, Miss::Dangling, None, None)
}

fn document_at(files: &dyn Files, path: &Path) -> Option<Document> {
    files.text(path).map(|text| document::parse(&text))
}

fn file(
    root: &SkillRoot,
    path: PathBuf,
    name: &str,
    miss: Miss,
    moved: Option<(PathBuf, PathBuf)>,
    document: Option<&Document>,
) -> NearMiss {
    let headline = document.map_or(Span::new(0, 0), |document| {
        let first_line = document.text.find(['\n', '\r']).unwrap_or(document.text.len());
        let name = document.field("name").map(|field| field.value.span);
        name.or(document.fence.opening).unwrap_or_else(|| Span::new(0, first_line))
    });
    NearMiss { path, name: name.to_owned(), root: root.owned.clone(), miss, moved, headline }
}
