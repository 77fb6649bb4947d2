//! What lies in a folder of skills and is none: a text, an archive, a link, a folder without a `SKILL.md`.

use std::collections::HashMap;
use std::path::Path;

use crate::catalog::{EntryKind, FileKind, Files, FolderEntry, SkillRoot};
use crate::document::{self, Document};

use super::{MOST_ENTRIES, Miss, NearMiss, dangling, document_at, file, is_dangling};

/// How texts end that may have been meant as skills, and archives in which one may be.
const TEXTS: [&str; 4] = [".md", ".mdc", ".markdown", ".txt"];
const ARCHIVES: [&str; 4] = [".zip", ".skill", ".tar.gz", ".tgz"];
/// How the shortcuts of desktops end.
const SHORTCUTS: [&str; 3] = [".lnk", ".url", ".webloc"];
/// How other texts end, and so long a path may be.
const OTHER_TEXTS: [&str; 6] = [".mdx", ".rst", ".yaml", ".yml", ".toml", ".html"];
const MOST_PATH: usize = 1_000;
/// How many files of a folder are read.
const MOST_READ: usize = 200;

impl NearMiss {
    /// Everything in the root of some agents that was meant as a skill and is none. `is_known` tells of a folder whether
    /// skills were found in or below it.
    pub fn in_root(files: &dyn Files, root: &SkillRoot, is_known: &dyn Fn(&Path) -> bool) -> Vec<NearMiss> {
        let mut found = Vec::new();
        let mut read = 0;
        let entries = files.entries(&root.path).unwrap_or_default();
        let names: HashMap<String, EntryKind> =
            entries.iter().map(|entry| (entry.name.to_lowercase(), entry.kind)).collect();
        for FolderEntry { name, kind, .. } in entries.iter().take(MOST_ENTRIES) {
            if name.starts_with(['.', '_']) {
                continue;
            }
            let path = root.path.join(name);
            let leads_to = match kind {
                EntryKind::File => Some(FileKind::File),
                EntryKind::Folder => Some(FileKind::Folder),
                EntryKind::Link => files.kind(&path),
                EntryKind::Other => continue,
            };
            match leads_to {
                None if is_dangling(files, &path) => found.push(dangling(root, path, name)),
                None => {}
                Some(FileKind::Folder) if is_known(&path) => {}
                Some(FileKind::Folder) => found.extend(in_folder(files, root, &path, &mut read)),
                Some(FileKind::File) => {
                    let Some(stem) = name.strip_suffix(".md").filter(|stem| !stem.eq_ignore_ascii_case("SKILL")) else {
                        continue;
                    };
                    read += 1;
                    let document = (read <= MOST_READ).then(|| described(files, &path)).flatten();
                    if let Some(document) = document {
                        let to = root.path.join(stem).join("SKILL.md");
                        let is_free = !names.contains_key(&stem.to_lowercase());
                        let moved = is_free.then(|| (path.clone(), to));
                        found.push(file(root, path, stem, Miss::Flat, moved, Some(&document)));
                    }
                }
            }
        }
        found
    }

    /// What in the root of some agents may have been meant as a skill, for somebody who misses one: a folder without a
    /// `SKILL.md`, and a text without a word about itself. Most are something else, so that no finding is made of them.
    pub fn without_file(files: &dyn Files, root: &SkillRoot, is_known: &dyn Fn(&Path) -> bool) -> Vec<NearMiss> {
        if is_closed(files, &root.path) {
            let name = root.path.file_name().unwrap_or_default().to_string_lossy();
            return vec![file(root, root.path.clone(), &name, Miss::Closed, None, None)];
        }
        let entries = files.entries(&root.path).unwrap_or_default();
        let names: Vec<String> = entries.iter().map(|entry| entry.name.to_lowercase()).collect();
        let mut found = Vec::new();
        for FolderEntry { name, kind, .. } in entries.iter().take(MOST_ENTRIES) {
            let path = root.path.join(name);
            if name.starts_with(['.', '_']) {
                continue;
            }
            let stem = TEXTS.iter().find_map(|ending| name.strip_suffix(ending));
            let stem = stem.filter(|stem| stem.chars().any(char::is_lowercase));
            let archive = ARCHIVES.iter().find_map(|ending| name.strip_suffix(ending));
            let shortcut = SHORTCUTS.iter().find_map(|ending| name.strip_suffix(ending));
            match (kind, stem) {
                (EntryKind::File, _) if shortcut.is_some() => {
                    let stem = shortcut.unwrap_or_default().trim_end_matches(" - Shortcut");
                    found.push(file(root, path, stem, Miss::Shortcut, None, None));
                }
                (EntryKind::File, _) if archive.is_some_and(|stem| !names.contains(&stem.to_lowercase())) => {
                    found.push(file(root, path, archive.unwrap_or_default(), Miss::Archive, None, None));
                }
                (EntryKind::Folder, _) if !is_known(&path) && is_closed(files, &path) => {
                    found.push(file(root, path, name, Miss::Closed, None, None));
                }
                (EntryKind::Folder, _) if !is_known(&path) && !holds_file(files, &path, "SKILL.md") => {
                    let is = likest(files, &path);
                    let moved = is.as_ref().map(|is| (path.join(is), path.join("SKILL.md")));
                    let moved = moved.filter(|(from, _)| files.text(from).is_some_and(|text| text.starts_with("---")));
                    found.push(file(root, path, name, Miss::NoFile(is), moved, None));
                }
                (EntryKind::Link, None) if !name.contains('.') && files.kind(&path) == Some(FileKind::File) => {
                    found.push(file(root, path, name, Miss::LinkToFile, None, None));
                }
                (EntryKind::File, None) if !name.contains('.') => {
                    let miss = link_text(files, &path).map_or(Miss::PlainFile, Miss::LinkText);
                    found.push(file(root, path, name, miss, None, None));
                }
                (EntryKind::File, Some(stem)) => {
                    let to = root.path.join(stem).join("SKILL.md");
                    let moved = (!names.contains(&stem.to_lowercase())).then(|| (path.clone(), to));
                    found.push(file(root, path, stem, Miss::Flat, moved, None));
                }
                _ => {}
            }
        }
        found
    }

    /// What stands where a folder of skills, or the folder around it, should be: a file, or a link that leads nowhere.
    pub fn no_folder(files: &dyn Files, root: &SkillRoot, path: &Path) -> Option<NearMiss> {
        let name = path.file_name()?.to_string_lossy();
        let miss = match is_dangling(files, path) {
            true => Miss::Dangling,
            false if files.kind(path) != Some(FileKind::File) => return None,
            false => link_text(files, path).map_or(Miss::NoFolder, Miss::LinkText),
        };
        Some(file(root, path.to_owned(), &name, miss, None, None))
    }
}

/// What in a folder of a root, in which no skill was found, was meant as its `SKILL.md`.
fn in_folder(files: &dyn Files, root: &SkillRoot, folder: &Path, read: &mut usize) -> Option<NearMiss> {
    let name = folder.file_name()?.to_str()?;
    let entries = files.entries(folder).unwrap_or_default();
    if let Some(skill) = entries.iter().find(|entry| entry.name.eq_ignore_ascii_case("SKILL.md")) {
        let path = folder.join(&skill.name);
        return is_dangling(files, &path).then(|| dangling(root, path, name));
    }
    let holds_skill = |entry: &&FolderEntry| {
        matches!(entry.kind, EntryKind::Folder | EntryKind::Link)
            && files.kind(&folder.join(&entry.name).join("SKILL.md")).is_some()
    };
    if entries.len() > MOST_READ || entries.iter().any(|entry| holds_skill(&entry)) {
        return None;
    }
    let files_here: Vec<&str> =
        entries.iter().filter(|it| it.kind == EntryKind::File).map(|it| it.name.as_str()).collect();
    let texts: Vec<&str> = files_here.iter().copied().filter(|it| it.ends_with(".md")).collect();
    let found = |is: &str, document: Option<&Document>| {
        let path = folder.join(is);
        let moved = Some((path.clone(), folder.join("SKILL.md")));
        file(root, path, name, Miss::FileName(is.to_owned()), moved, document)
    };
    // `Skill.md.txt`, `SKILL.markdown`: nothing else is called so.
    let is_skill = |it: &&str| {
        let lower = it.to_lowercase();
        lower == "skill"
            || lower.split_once('.').is_some_and(|(stem, end)| {
                matches!(stem, "skill" | "skil")
                    && matches!(end, "md" | "md.txt" | "txt" | "markdown" | "mdx" | "md.md")
            })
    };
    if let Some(is) = files_here.iter().copied().find(|it| is_skill(it)) {
        return Some(found(is, document_at(files, &folder.join(is)).as_ref()));
    }
    let mut described = texts.iter().filter_map(|it| {
        *read += 1;
        Some((*it, (*read <= MOST_READ).then(|| described(files, &folder.join(it))).flatten()?))
    });
    let (first, second) = (described.next(), described.next());
    match (first, second) {
        (Some((is, document)), None) => Some(found(is, Some(&document))),
        (None, None) => {
            let only = texts.first().filter(|it| texts.len() == 1 && it.eq_ignore_ascii_case("SKILLS.md"))?;
            Some(found(only, document_at(files, &folder.join(only)).as_ref()))
        }
        _ => None,
    }
}

/// Whether nobody can tell what is in a folder: it may not be listed, or nothing in it may be looked at.
fn is_closed(files: &dyn Files, folder: &Path) -> bool {
    let first = files.entries(folder).map(|entries| entries.first().map(|entry| folder.join(&entry.name)));
    first.is_none_or(|first| first.is_some_and(|first| files.entry(&first).is_none()))
}

/// The file in a folder that may have been meant as its `SKILL.md`: one that is called nearly so, or the only text.
fn likest(files: &dyn Files, folder: &Path) -> Option<String> {
    let names = files.list(folder).into_iter().take(MOST_READ).filter(|name| !name.ends_with('/'));
    let names: Vec<String> = names.collect();
    let is_text = |name: &&String| OTHER_TEXTS.iter().chain(&TEXTS).any(|ending| name.ends_with(ending));
    let mut texts = names.iter().filter(is_text);
    let only = texts.next().filter(|_| texts.next().is_none());
    let is_near = |name: &&String| {
        let lower = name.to_lowercase();
        lower.contains("skill") || lower.contains("skil.")
    };
    let mut archives = names.iter().filter(|name| ARCHIVES.iter().any(|ending| name.ends_with(ending)));
    let archive = archives.next().filter(|_| archives.next().is_none());
    names.iter().filter(is_near).min_by_key(|name| name.len()).or(only).or(archive).cloned()
}

/// The path that a file holds and nothing else, where it leads to a folder.
fn link_text(files: &dyn Files, path: &Path) -> Option<String> {
    let text = files.text(path)?;
    let text = text.trim_end();
    let is_path = !text.is_empty() && text.len() < MOST_PATH && !text.contains(['\n', '\r']);
    let to = path.parent()?.join(text);
    (is_path && files.kind(&to) == Some(FileKind::Folder)).then(|| text.to_owned())
}

/// Whether a folder holds a file of this name, or one below it does.
fn holds_file(files: &dyn Files, folder: &Path, name: &str) -> bool {
    let below = files.list(folder).into_iter().take(MOST_READ);
    let mut folders = below.filter_map(|inner| Some(folder.join(inner.strip_suffix('/')?)));
    files.entry(&folder.join(name)).is_some() || folders.any(|inner| files.entry(&inner.join(name)).is_some())
}

/// A document that says of itself what skills do: its name, and what it is for.
fn described(files: &dyn Files, path: &Path) -> Option<Document> {
    let text = files.text(path).filter(|text| text.starts_with("---"))?;
    let document = document::parse(&text);
    let has = |key: &str| {
        let field = document.field(key);
        field.and_then(|field| field.value.scalar()).is_some_and(|text| !text.trim().is_empty())
    };
    (has("name") && has("description")).then_some(document)
}
