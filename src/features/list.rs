//! Every skill that each host sees, with its status and its place.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use crate::catalog::{Candidate, Catalog, Files, FoundKind, PackageApart, Skill, SkillId, Status, View};
use crate::features::Listings;
use crate::features::permission::{Permitted, permitted};
use crate::features::shown::{Showing, ignored_block, of_entry, reason};
use crate::features::why::own_package;
use crate::hosts::Scope;
use crate::listing::Listing;

/// One skill in one host. The names of the fields are those of `list --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedSkill {
    /// The host's id.
    pub host: String,
    /// The skill's id in this host.
    pub id: String,
    /// Its display name; the id when it has no other.
    pub name: String,
    /// Its description as the host reads it; empty when it has none.
    pub description: String,
    /// The word of its status.
    pub status: &'static str,
    /// Why, in one sentence.
    pub reason: String,
    /// Its file. Absolute.
    pub path: PathBuf,
    /// The root it lies in. Absolute.
    pub root: PathBuf,
    /// The scope of that root.
    pub scope: Scope,
    /// The package of this repository that has to be installed for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The file that is used in its stead.
    pub winner: Option<PathBuf>,
    /// `allowed-tools` as the host splits them.
    pub allowed_tools: Vec<String>,
    /// The files of its folder, SKILL.md included.
    pub files: Vec<BundledFile>,
    /// What of it stands in the listing: `whole`, `shortened`, `name-only`, `omitted`; nothing when it is not listed.
    pub shown: Option<&'static str>,
    /// Whether it is worth telling why, though it is in use: less is shown of it, or read, than was written.
    #[serde(skip)]
    pub is_told: bool,
    /// Whether the model may load it, where a rule decides or a person is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission: Option<Permitted>,
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BundledFile {
    /// Its path from the skill's folder, with `/`.
    pub name: String,
    /// Its path. Absolute.
    pub path: PathBuf,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: BundledKind,
}

/// What a bundled file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BundledKind {
    /// Markdown to read.
    Markdown,
    /// A program to run.
    Script,
    /// A form to fill.
    Template,
    /// Anything else.
    Other,
}

/// Which skills are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What is in use, or could be.
    Used,
    /// The shadowed and skipped ones too.
    All,
}

/// The skills of `hosts`, each in the order its host meets them. What lies in their folders is told where `files` can
/// be asked, what of them is shown to the model where there are `listings`.
pub fn list(
    catalog: &Catalog,
    files: Option<&dyn Files>,
    listings: &dyn Listings,
    hosts: &[String],
    extent: Extent,
) -> Vec<ListedSkill> {
    // Most skills are seen by several hosts.
    let mut known: HashMap<SkillId, Vec<BundledFile>> = HashMap::new();
    let mut files_of = |id: SkillId, skill: &Skill| {
        let files = files?;
        Some(known.entry(id).or_insert_with(|| bundled(files, skill)).clone())
    };
    let mut entries = Entries::default();
    catalog
        .views()
        .iter()
        .filter(|view| hosts.contains(&view.host.id))
        .flat_map(|view| view.candidates.iter().map(move |candidate| (view, candidate)))
        .filter(|(_, candidate)| extent == Extent::All || is_used(candidate.verdict.status))
        .filter_map(|(view, candidate)| {
            let skill = catalog.skill(candidate.skill)?;
            let files = files_of(candidate.skill, skill).unwrap_or_default();
            let showing = entries.showing(listings, view, candidate, skill);
            Some(ListedSkill { files, ..listed(catalog, skill, view, candidate, showing.as_ref()) })
        })
        .collect()
}

/// Where the entries of skills stand in the listings that were asked for.
#[derive(Default)]
struct Entries {
    /// By host, and by package where each is looked at by itself.
    known: HashMap<(String, Option<PackageApart>), EntriesOfListing>,
}

/// A listing, and where the entry of each skill and id stands in it.
type EntriesOfListing = Option<(Arc<Listing>, HashMap<(SkillId, Arc<str>), usize>)>;

impl Entries {
    fn showing(
        &mut self,
        listings: &dyn Listings,
        view: &View,
        candidate: &Candidate,
        skill: &Skill,
    ) -> Option<Showing> {
        let key = (view.host.id.clone(), view.package_apart(Some(candidate.skill)));
        let (listing, at) = self
            .known
            .entry(key)
            .or_insert_with(|| {
                let listing = listings.listing(&view.host.id, &skill.path)?;
                let entries = listing.entries.iter().enumerate();
                let at = entries.rev().map(|(at, entry)| ((entry.skill, entry.name.clone()), at)).collect();
                Some((listing, at))
            })
            .as_ref()?;
        let entry = listing.entries.get(*at.get(&(candidate.skill, candidate.id.clone()))?)?;
        Some(of_entry(view, entry, listing))
    }
}

/// Whether a host does something with a skill of this status.
pub(crate) fn is_used(status: Status) -> bool {
    match status {
        Status::Active | Status::Ambiguous | Status::Hidden | Status::Conditional | Status::Disabled => true,
        Status::Shadowed | Status::Skipped | Status::Unread => false,
    }
}

fn listed(
    catalog: &Catalog,
    skill: &Skill,
    view: &View,
    candidate: &Candidate,
    showing: Option<&Showing>,
) -> ListedSkill {
    let name = candidate.label_name.as_ref().unwrap_or(&candidate.id);
    ListedSkill {
        host: view.host.id.clone(),
        id: candidate.id.to_string(),
        name: name.to_string(),
        description: candidate.reading.description.as_deref().unwrap_or_default().to_owned(),
        status: candidate.verdict.status.word(),
        reason: reason(skill, candidate, showing),
        is_told: showing.is_some_and(|it| it.cause.is_some()) || ignored_block(skill, candidate).is_some(),
        shown: showing.map(|showing| showing.shown.word()),
        path: skill.path.clone(),
        root: view.place(candidate).map(|place| place.path.clone()).unwrap_or_default(),
        scope: view.scope(candidate),
        winner: candidate.verdict.winner.and_then(|id| catalog.skill(id)).map(|winner| winner.path.clone()),
        allowed_tools: candidate.reading.allowed_tools.iter().map(|tool| tool.to_string()).collect(),
        files: Vec::new(),
        permission: permitted(view, candidate),
        package: own_package(view, candidate),
    }
}

/// At most this many files of a skill are named.
const FILE_LIMIT: usize = 1000;
/// So deep below a skill's folder they are looked for.
const DEPTH_LIMIT: usize = 8;

/// The files that come with a skill, by name. What a link leads to is its own only where it lies in the folder too.
pub fn bundled(files: &dyn Files, skill: &Skill) -> Vec<BundledFile> {
    let (FoundKind::Skill, false, Some(folder)) = (skill.kind, skill.is_outside, skill.path.parent()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), 0)];
    let root = files.real(folder);
    let mut seen: HashSet<PathBuf> = HashSet::new();
    while let Some((inside, depth)) = waiting.pop() {
        let real = files.real(&folder.join(&inside));
        let is_inside = real.as_ref().zip(root.as_ref()).is_none_or(|(real, root)| real.starts_with(root));
        if !is_inside || real.is_some_and(|real| !seen.insert(real)) {
            continue;
        }
        for name in files.list(&folder.join(&inside)) {
            if found.len() >= FILE_LIMIT {
                break;
            }
            match name.strip_suffix('/') {
                Some(".git" | "node_modules") => {}
                Some(inner) if depth < DEPTH_LIMIT => waiting.push((format!("{inside}{inner}/"), depth + 1)),
                Some(_) => {}
                None => {
                    let name = format!("{inside}{name}");
                    let path = folder.join(&name);
                    if !is_its_own(files, root.as_deref(), &path) {
                        continue;
                    }
                    let kind = match kind(&name) {
                        BundledKind::Other if may_be_script(&name) && is_script(files, &path) => BundledKind::Script,
                        kind => kind,
                    };
                    found.push(BundledFile { kind, name, path });
                }
            }
        }
    }
    found.sort_by(|left, right| left.name.cmp(&right.name));
    found
}

/// Whether a file is a regular one that lies in the skill's folder, links followed. Where nobody knows of links, it is.
fn is_its_own(files: &dyn Files, root: Option<&Path>, path: &Path) -> bool {
    let Some(root) = root else { return true };
    files.real(path).is_some_and(|real| real.starts_with(root)) && files.size(path).is_some()
}

/// Whether only its first line tells what a file is: it has no ending, and is no LICENSE or Makefile.
fn may_be_script(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    !file.contains('.') && file.starts_with(|it: char| it.is_ascii_lowercase())
}

fn is_script(files: &dyn Files, path: &Path) -> bool {
    files.text(path).is_some_and(|text| text.starts_with("#!"))
}

const SCRIPTS: &str = "\
    sh bash zsh fish py js mjs cjs ts mts tsx jsx rb pl php lua ps1 psm1 bat cmd go rs swift kts groovy r awk nu \
    applescript scpt";
const TEMPLATES: &str = "tmpl tpl template hbs handlebars mustache j2 jinja jinja2 ejs liquid njk erb";

/// What a file is, by its path from the skill's folder.
pub fn kind(name: &str) -> BundledKind {
    let lower = name.to_lowercase();
    let (folders, file) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let extension = Path::new(file).extension().and_then(|it| it.to_str()).unwrap_or_default();
    let is_among = |words: &str, word: &str| words.split(' ').any(|it| it == word);
    let in_folder = |word: &str| folders.split('/').any(|folder| folder == word);
    if is_among(TEMPLATES, extension) || in_folder("templates") || in_folder("template") || file.contains(".template.")
    {
        BundledKind::Template
    } else if matches!(extension, "md" | "markdown" | "mdx") {
        BundledKind::Markdown
    } else if is_among(SCRIPTS, extension) || (extension.is_empty() && (in_folder("scripts") || in_folder("bin"))) {
        BundledKind::Script
    } else {
        BundledKind::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_its_folder_and_its_ending() {
        let check = |name, expected| assert_eq!(kind(name), expected, "{name}");
        check("reference/API.MD", BundledKind::Markdown);
        check("scripts/run.sh", BundledKind::Script);
        check("scripts/deploy", BundledKind::Script);
        check("templates/report.md", BundledKind::Template);
        check("report.html.j2", BundledKind::Template);
        check("assets/logo.png", BundledKind::Other);
    }
}
