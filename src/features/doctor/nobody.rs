//! The skills that no agent at all reads.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::catalog::{FoundKind, NearMiss, Refusal, Skill, SkillId, SkillRoot, View, kin, read};
use crate::document;
use crate::features::{creation, why};
use crate::hosts::{Hosts, Scope};

use super::many::Many;
use super::naming::{Naming, naming};
use super::offered::offered;
use super::unread::{beside, own_name};
use super::{Agent, Cause, Facts, Line, Spot, command, faulty_package, plugin, refusal};

/// What concerns none of the agents in particular: what lies where nobody looks, and what is amiss beside their folders.
pub(super) fn lines(facts: &Facts<'_>, agents: &[Agent]) -> Vec<Line> {
    let lines = || agents.iter().flat_map(|agent| &agent.lines).filter(|line| line.cause != Cause::OtherFolder);
    let told: HashSet<&Path> = lines().flat_map(|line| &line.places).map(|spot| spot.path.as_path()).collect();
    // A folder that settings name and that is not there is told with the skills that were meant.
    let is_gone = |line: &&Line| {
        line.cause == Cause::Misplaced && line.places.iter().all(|spot| facts.files.entry(&spot.path).is_none())
    };
    let meant: HashSet<&str> = lines().filter(is_gone).flat_map(|line| &line.skills).map(String::as_str).collect();
    let is_told = |path: &Path| {
        let folder = path.parent();
        let name = folder.and_then(Path::file_name).and_then(|name| name.to_str());
        told.contains(path)
            || folder.is_some_and(|folder| told.contains(folder))
            || name.is_some_and(|name| meant.contains(name))
    };
    let near = facts.near.iter().filter(|near| !is_told(&near.path) && !is_read(facts, near));
    let mut lines: Vec<Line> = near.map(|near| beside(facts, near)).collect();
    let sizes = sizes(facts);
    let naming = naming(facts);
    let offered = offered(facts);
    let mut loose: Vec<Line> = Vec::new();
    for (id, skill) in facts.catalog.skills() {
        let is_read = facts.catalog.views().iter().any(|view| reads(facts, view, id));
        let is_near = facts.near.iter().any(|near| near.path == skill.path);
        let is_faulty = || agents.iter().any(|it| faulty_package::is_told(&it.lines, own_name(skill), &skill.path));
        if !is_read
            && !is_near
            && skill.kind == FoundKind::Skill
            && !is_told(&skill.path)
            && !is_faulty()
            && !is_had_elsewhere(facts, skill)
        {
            if is_aside(facts, &skill.path) {
                let words = "no agent reads it, which is right for a template, a test or an example";
                let folder = skill.path.parent().unwrap_or(&skill.path);
                lines.push(Line::new(Cause::Nobody, own_name(skill), folder, words).listed(true));
                continue;
            }
            let line = unread_by_all(facts, agents, &naming, skill);
            let around = skill.path.parent().and_then(Path::parent);
            let is_collected = around.is_some_and(|around| sizes.get(around).is_some_and(|size| *size >= COLLECTION))
                || offered.as_ref().is_some_and(|folder| skill.path.starts_with(folder));
            let line = if is_collected && line.cause == Cause::Nobody { collected(facts, line) } else { line };
            let left_out = Some(skill).filter(|_| offered.is_some() && line.cause == Cause::Nobody);
            let line = left_out.and_then(|skill| left_out_by_installer(facts, skill)).unwrap_or(line);
            let is_loose = is_in_repository(facts, &skill.path) && line.cause == Cause::Nobody;
            if is_loose { loose.push(line) } else { lines.push(line) }
        }
    }
    let is_one_collection = loose.len() >= WHOLE_COLLECTION && folders(&loose).len() > 1;
    match is_one_collection {
        true => lines.push(whole_collection(facts, loose)),
        false => lines.extend(loose),
    }
    lines
}

/// Whether the agents here have another one of its name: a copy in the folder of agents elsewhere misses nobody.
fn is_had_elsewhere(facts: &Facts<'_>, skill: &Skill) -> bool {
    let views = || facts.hosts.iter().filter_map(|id| facts.catalog.view(id));
    SkillRoot::of(facts.known, &skill.path).is_some()
        && views().next().is_some()
        && views().all(|view| !why::candidates(facts.catalog, view, own_name(skill)).is_empty())
}

/// Whether a skill lies in the repository, and in no hidden folder of it.
fn is_in_repository(facts: &Facts<'_>, path: &Path) -> bool {
    let environment = facts.environment;
    let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    let is_hidden = |name: &OsStr| name.to_string_lossy().starts_with('.');
    environment.home.as_deref() != Some(top) && path.strip_prefix(top).is_ok_and(|below| !below.iter().any(is_hidden))
}

/// So many skills all over a repository are a collection, too.
const WHOLE_COLLECTION: usize = 6;

/// The folders that the skills of some lines lie in.
fn folders(lines: &[Line]) -> HashSet<&Path> {
    lines.iter().flat_map(|line| &line.places).filter_map(|spot| spot.path.parent()).collect()
}

fn whole_collection(facts: &Facts<'_>, lines: Vec<Line>) -> Line {
    let folders = folders(&lines).into_iter().map(Path::to_owned).collect::<Vec<_>>();
    let mut common = folders.first().cloned().unwrap_or_default();
    while !folders.iter().all(|folder| folder.starts_with(&common)) && common.pop() {}
    let shown = facts.environment.short(&common);
    let around = if shown.is_empty() { "in this repository".to_owned() } else { format!("in `{shown}`") };
    let words = format!("no agent looks for skills {around}; agents have them once they are installed from here");
    let list = facts.known.specification().map(|host| format!("skill-lsp list --host {}", host.id));
    let spot = Spot { path: common.clone(), line: None, column: None };
    let mut skills: Vec<String> = lines.into_iter().flat_map(|line| line.skills).collect();
    skills.sort();
    skills.dedup();
    Line { skills, places: vec![spot], ..Line::new(Cause::Nobody, "", &common, words).next(list) }
}

/// Whether a skill is material for something else, by the folders that it lies in.
fn is_aside(facts: &Facts<'_>, path: &Path) -> bool {
    let environment = facts.environment;
    let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    // The folder of the skill itself may be called so, too.
    let is_among_skills = path.ancestors().nth(2).filter(|around| *around != top).and_then(Path::file_name);
    let is_among_skills = is_among_skills.is_some_and(|name| name.to_string_lossy().to_lowercase().ends_with("skills"));
    let path = if is_among_skills { path.to_owned() } else { path.join("_") };
    path.starts_with(top) && kin::is_aside(top, &path)
}

/// So many skills in one folder where no agent looks are a collection that is made for others.
const COLLECTION: usize = 3;

/// How many skills lie in each folder below the one worked in, or of its repository.
fn sizes<'a>(facts: &Facts<'a>) -> HashMap<&'a Path, usize> {
    let environment = facts.environment;
    let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    let mut sizes = HashMap::new();
    for (_, skill) in facts.catalog.skills().filter(|(_, skill)| skill.kind == FoundKind::Skill) {
        let around = skill.path.parent().and_then(Path::parent).filter(|around| around.starts_with(top));
        around.into_iter().for_each(|around| *sizes.entry(around).or_default() += 1);
    }
    sizes
}

/// A collection stays where it is: its skills reach agents by being installed.
fn collected(facts: &Facts<'_>, line: Line) -> Line {
    let words = format!("{}; agents have them once they are installed from here", line.words);
    let list = facts.known.specification().map(|host| format!("skill-lsp list --host {}", host.id));
    Line { words, ..line }.next(list.clone()).for_many(list)
}

/// A skill that a program which installs skills from repositories would leave out.
fn left_out_by_installer(facts: &Facts<'_>, skill: &Skill) -> Option<Line> {
    let host = facts.known.iter().find(|host| host.installs)?;
    let document = document::parse_bytes(&facts.files.bytes(&skill.path)?);
    let refusal = read(host, &document, own_name(skill), FoundKind::Skill).refusal?;
    let first = document.text.lines().next().unwrap_or_default();
    let words = match refusal {
        Refusal::BlockMissing if first.trim() == "---" => format!("its first line is `{first}` and not `---`"),
        _ => refusal::in_words(host, &refusal),
    };
    let words = format!("`{}` leaves it out when somebody installs it from here: {words}", host.name);
    let next = command::editing(facts.environment, &skill.path);
    Some(Line::new(Cause::Unreadable, own_name(skill), &skill.path, words).next(next))
}

/// Whether an agent comes upon a skill. What lies about in a repository is no package to an agent, only to whoever would
/// install all of it.
fn reads(facts: &Facts<'_>, view: &View, id: SkillId) -> bool {
    let mut places = view.all_of_skill(id).filter_map(|candidate| view.place(candidate));
    let is_made_for = || !view.host.specification && facts.hosts.contains(&view.host.id);
    places.any(|place| place.own_package.is_none() || is_made_for())
}

/// Whether something beside where some agents look is read by others, or missed by none.
fn is_read(facts: &Facts<'_>, near: &NearMiss) -> bool {
    let id = facts.catalog.by_path(&near.path);
    let is_met = id.is_some_and(|id| facts.catalog.views().iter().any(|view| reads(facts, view, id)));
    let hosts = facts.catalog.views().iter().map(|view| &*view.host);
    is_met || !near.root.is_empty() && near.missed_by(hosts).is_empty()
}

fn unread_by_all(facts: &Facts<'_>, agents: &[Agent], naming: &[Naming], skill: &Skill) -> Line {
    let environment = facts.environment;
    let folder = skill.path.parent().unwrap_or(&skill.path);
    let views = || agents.iter().filter_map(|agent| facts.catalog.view(&agent.host));
    let of_plugin = views().find_map(|view| plugin::beside_manifest(facts, view, own_name(skill), folder));
    let of_plugin = of_plugin
        .or_else(|| views().find_map(|view| plugin::not_brought(facts, view, own_name(skill), folder)))
        .or_else(|| views().find_map(|view| plugin::uninstalled(facts, view, own_name(skill), folder)));
    if let Some(line) = of_plugin {
        return line;
    }
    let around = folder.parent().unwrap_or(folder);
    let is_alone = folder == environment.working_directory || environment.git_root.as_deref() == Some(folder);
    let name = match is_alone {
        true => skill.name.as_ref().map_or("", |name| name.text.trim()),
        false => own_name(skill),
    };
    let shown = if is_alone { &skill.path } else { folder };
    let place = environment.short(if is_alone { folder } else { around });
    let is_top = environment.git_root.as_ref().is_none_or(|root| *root == environment.working_directory);
    let words = match (place.is_empty(), is_top) {
        (true, true) => "no agent looks for skills at the top of a project".to_owned(),
        (true, false) => "no agent looks for skills right in this folder".to_owned(),
        (false, _) => format!("no agent looks for skills in `{place}`"),
    };
    let naming = naming.iter().find(|it| it.is_of(around) || it.is_of(folder));
    let words = match naming {
        Some(Naming { file, key, host, .. }) => {
            format!("{words}: `{key}` in `{}` names it, which gives {host} no skills", environment.short(file))
        }
        None => words,
    };
    let line = Line::new(Cause::Nobody, if name.is_empty() { "SKILL.md" } else { name }, shown, words);
    let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || "-_.".contains(it));
    let Some(root) = meant(facts, agents, &skill.path).filter(|_| is_name) else {
        return line.next(format!("skill-lsp check {}", command::path(environment, shown)));
    };
    let to = if is_alone { root.join(name).join("SKILL.md") } else { root.join(name) };
    let free = facts.files.kind(&root.join(name)).is_none();
    // What is another program's, or deep in sources, may be needed where it is.
    let from = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    let below = folder.strip_prefix(from).unwrap_or(folder);
    let is_needed = below.iter().count() > 3 || below.iter().any(|name| name.to_string_lossy().starts_with('.'));
    let is_agents = beside_skills(facts.known, &skill.path).is_some();
    if is_needed && !is_agents && free && folder.starts_with(from) {
        let many = Many::copying(folder, &root).filter(|_| !is_alone);
        return line.next(command::copying(environment, facts.files, shown, &to)).many(many);
    }
    match free {
        true => line
            .next(command::moving(environment, facts.files, shown, &to))
            .many(Many::moving(folder, &root).filter(|_| !is_alone)),
        false => line.next(format!("skill-lsp why {}", command::quoted(name))),
    }
}

/// The folder that a skill was meant for: that of the agent in whose folder it lies, or of the first agent here, or the one
/// that most agents read.
fn meant(facts: &Facts<'_>, agents: &[Agent], path: &Path) -> Option<PathBuf> {
    if let Some(root) = beside_skills(facts.known, path) {
        return Some(root);
    }
    let views = agents.iter().filter_map(|agent| facts.catalog.view(&agent.host));
    let specification = facts.known.specification().and_then(|host| facts.catalog.view(&host.id));
    let is_at_home = facts.environment.home.as_ref().is_some_and(|home| path.starts_with(home))
        && !path.starts_with(&facts.environment.working_directory);
    let scope = if is_at_home { Scope::User } else { Scope::Project };
    views.chain(specification).find_map(|view| creation::root(view, scope)).map(Path::to_owned)
}

/// `.claude/skills` for what lies elsewhere in `.claude`.
fn beside_skills(known: &Hosts, path: &Path) -> Option<PathBuf> {
    path.ancestors().skip(1).find_map(|folder| {
        let name = folder.file_name()?.to_str().filter(|name| name.starts_with('.'))?;
        let owned = known.owned_folders();
        let owned = owned.iter().find(|owned| owned.split_once('/') == Some((name, "skills")))?;
        Some(folder.parent()?.join(owned))
    })
}
