//! What an agent does not come upon: what lies beside where it looks, too deep, in another agent's folder, or cannot be read.

use std::path::{Path, PathBuf};

use crate::catalog::near_miss::CLOSED;
use crate::catalog::{
    Bar, FileKind, FoundKind, Inside, Miss, NearMiss, Obstacle, Off, Place, Skill, SkillId, SkillRoot, SolePlace, View,
    expanded_path,
};
use crate::features::{creation, why};
use crate::hosts::{Layout, Scope};
use crate::words::{capitalized, enumeration, shortened};

use super::further::besides;
use super::many::Many;
use super::whereabouts::Whereabouts;
use super::{Cause, Facts, Line, command, idle_setting, link, plugin};

/// What the system says of what somebody may not read.
const DENIED: &str = "permission denied";

pub(super) fn lines(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let near = facts.near.iter().filter(|near| !near.missed_by([&*view.host]).is_empty());
    let beside = |near: &NearMiss| {
        let line = beside(facts, near);
        let is_text = matches!(near.miss, Miss::Folder(_) | Miss::Flat | Miss::FileName(_) | Miss::Backslashes);
        // A text in the folder that stands for the file, but for its name.
        let stands_for = match &near.miss {
            Miss::NoFile(Some(is)) if is.ends_with(".md") || is.ends_with(".mdc") => Some(near.path.join(is)),
            _ => is_text.then(|| near.path.clone()),
        };
        match stands_for {
            Some(path) => Line { words: besides(facts, view, &path, &near.name, line.cause, line.words), ..line },
            None => line,
        }
    };
    let mut lines: Vec<Line> = near.map(beside).collect();
    let is_near = |path: &Path| facts.near.iter().any(|near| near.path == path);
    let mut closed: Vec<&Path> = facts.near.iter().map(|near| near.path.as_path()).collect();
    for (path, reason) in facts.unreadable.iter().filter(|(path, _)| !is_near(path)) {
        let folder = closed_folder(facts, path, reason);
        if folder.is_none_or(|folder| !closed.contains(&folder)) {
            lines.extend(unreadable(facts, view, path, folder, reason));
            closed.extend(folder.filter(|_| is_place_of(view, path)));
        }
    }
    let own = [Scope::User, Scope::Project].map(|scope| OwnFolders::of(facts, view, scope));
    for (id, skill) in facts.catalog.skills() {
        if view.of_skill(id).is_none() && skill.kind == FoundKind::Skill {
            lines.extend(not_met(facts, view, id, skill, &own));
        }
    }
    lines
}

/// What lies beside where agents look.
pub(super) fn beside(facts: &Facts<'_>, near: &NearMiss) -> Line {
    let cause = match near.miss {
        Miss::NoFile(_) => Cause::NoSkillFile,
        Miss::Closed => Cause::Unreadable,
        _ => Cause::Misplaced,
    };
    let is_skill = near.path.file_name().is_some_and(|name| name == "SKILL.md");
    let shown = match near.miss {
        Miss::Folder(_) | Miss::Unknown(_) if is_skill => near.path.parent().unwrap_or(&near.path),
        _ => &near.path,
    };
    let name = if near.miss == Miss::InRoot && near.moved.is_none() { "SKILL.md" } else { &near.name };
    let broken = (near.miss == Miss::Dangling).then(|| link::broken(facts, &near.path));
    let words = broken.as_ref().map_or_else(|| near.short_words(), |(words, _)| words.clone());
    if let Some((words, next)) = not_fetched(facts, near) {
        return Line::new(cause, name, shown, words).next(next);
    }
    let line = Line::new(cause, name, shown, words);
    let next = match (&near.moved, &near.miss) {
        // The file's name is one word, backslashes and all.
        (Some((from, to)), Miss::Backslashes) => {
            let name = command::quoted(&from.file_name().unwrap_or_default().to_string_lossy());
            let folder = from.parent().filter(|folder| *folder != facts.environment.working_directory);
            let folder = folder.map(|folder| format!("{}/", command::path(facts.environment, folder)));
            let target = command::path(facts.environment, to.parent().unwrap_or(to));
            format!("mkdir -p {target} && mv {}{name} {target}/SKILL.md", folder.unwrap_or_default())
        }
        (Some((from, to)), _) => command::moving(facts.environment, facts.files, from, to),
        (None, Miss::LinkText(to)) => {
            let path = command::path(facts.environment, &near.path);
            format!("rm {path} && ln -s {} {path}", command::quoted(to))
        }
        (None, Miss::PlainFile) => format!("ls -l {}", command::path(facts.environment, &near.path)),
        (None, Miss::NoFile(Some(is))) if is.ends_with(".zip") || is.ends_with(".skill") => {
            let folder = command::path(facts.environment, &near.path);
            format!("unzip {} -d {folder}", command::path(facts.environment, &near.path.join(is)))
        }
        (None, Miss::NoFile(_)) => {
            format!("skill-lsp new {} --root {}", command::quoted(&near.name), root(facts, near))
        }
        (None, Miss::LinkToFile) => {
            let target = facts.files.link(&near.path).unwrap_or_default();
            let target = target.parent().unwrap_or(&target).to_string_lossy().into_owned();
            format!("ln -sfn {} {}", command::quoted(&target), command::path(facts.environment, &near.path))
        }
        (None, Miss::Shortcut) => format!("skill-lsp new {} --root {}", command::quoted(&near.name), root(facts, near)),
        (None, Miss::Unknown(is)) => {
            let (skill, parts) = (near.path.parent().unwrap_or(&near.path), Path::new(is).iter().count());
            let holder = skill.ancestors().nth(parts + 1).unwrap_or(skill);
            command::copying(facts.environment, facts.files, skill, &holder.join(&near.root).join(&near.name))
        }
        (None, Miss::Closed) => opening(facts, &near.path),
        (None, Miss::NoFolder) => format!("ls -l {}", command::path(facts.environment, &near.path)),
        (None, Miss::InRoot) => {
            let folder = command::path(facts.environment, near.path.parent().unwrap_or(&near.path));
            format!("mkdir {folder}/NAME && mv {folder}/SKILL.md {folder}/NAME/")
        }
        (None, Miss::Archive) => {
            let (file, folder) = (command::path(facts.environment, &near.path), root(facts, near));
            let is_zip = near.path.extension().is_some_and(|it| it == "zip" || it == "skill");
            if is_zip { format!("unzip {file} -d {folder}") } else { format!("tar -xzf {file} -C {folder}") }
        }
        (None, Miss::Dangling) => broken.map(|(_, next)| next).unwrap_or_default(),
        (None, _) => format!("skill-lsp why {}", command::quoted(&near.name)),
    };
    line.next(next)
}

/// What a folder or file is without which the skill is not on this disk yet, and how it comes there.
fn not_fetched(facts: &Facts<'_>, near: &NearMiss) -> Option<(String, String)> {
    let shown = command::path(facts.environment, &near.path);
    let Miss::NoFile(is) = &near.miss else { return None };
    if let Some(cloud) = is.as_deref().and_then(|is| is.strip_suffix(".icloud")) {
        let file = command::path(facts.environment, &near.path.join(cloud.trim_start_matches('.')));
        return Some(("its file is in iCloud and not on this disk".to_owned(), format!("brctl download {file}")));
    }
    let top = facts.environment.git_root.as_deref().filter(|_| facts.files.list(&near.path).is_empty())?;
    let below = near.path.strip_prefix(top).ok()?.to_string_lossy().replace('\\', "/");
    let modules = facts.files.text(&top.join(".gitmodules"))?;
    let paths = modules.lines().filter_map(|line| line.split_once('=')).filter(|(key, _)| key.trim() == "path");
    let mut paths = paths.map(|(_, path)| path.trim().trim_matches('"'));
    paths.any(|path| path == below).then(|| {
        let words = "the folder is empty: it is a git submodule that was not fetched";
        (words.to_owned(), format!("git submodule update --init {shown}"))
    })
}

fn root(facts: &Facts<'_>, near: &NearMiss) -> String {
    command::path(facts.environment, near.path.parent().unwrap_or(&near.path))
}

/// The folder that keeps whoever asks from a path: itself, or the nearest one around it that can be seen.
pub(super) fn closed_folder<'a>(facts: &Facts<'_>, path: &'a Path, reason: &str) -> Option<&'a Path> {
    let seen = path.ancestors().find(|around| facts.files.entry(around).is_some())?;
    (reason.contains(DENIED) && facts.files.kind(seen) == Some(FileKind::Folder)).then_some(seen)
}

/// Opens a folder, and what is in it.
fn opening(facts: &Facts<'_>, folder: &Path) -> String {
    format!("chmod -R u+rX {}", command::path(facts.environment, folder))
}

fn is_place_of(view: &View, path: &Path) -> bool {
    view.places.iter().any(|place| path.starts_with(&place.path))
}

/// A file that cannot be read, in a folder that the agent reads; or the folder that keeps from it.
fn unreadable(facts: &Facts<'_>, view: &View, path: &Path, closed: Option<&Path>, reason: &str) -> Option<Line> {
    let is_its = is_place_of(view, path);
    if let Some(folder) = closed.filter(|_| is_its) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        return Some(Line::new(Cause::Unreadable, &name, folder, CLOSED).next(opening(facts, folder)));
    }
    let (name, _) = FoundKind::of_path(path);
    let is_denied = reason.contains(DENIED);
    let shown = command::path(facts.environment, path);
    let next = if is_denied { format!("chmod u+r {shown}") } else { format!("ls -l {shown}") };
    is_its.then(|| Line::new(Cause::Unreadable, &name, path, format!("it cannot be read: {reason}")).next(next))
}

/// A skill that the agent does not come upon, where it could be meant for it.
fn not_met(facts: &Facts<'_>, view: &View, id: SkillId, skill: &Skill, own: &[OwnFolders; 2]) -> Option<Line> {
    let of_own_mode = || SkillRoot::of_own_mode(facts.known, &skill.path).filter(|root| root.is_read_by(&view.host));
    let home = facts.environment.home.as_deref();
    let at_home = || home.and_then(|home| SkillRoot::at_home(facts.known, home, &skill.path));
    let Some(root) = SkillRoot::of(facts.known, &skill.path).or_else(of_own_mode).or_else(at_home) else {
        return of_package(facts, view, id, skill);
    };
    let is_near = facts.near.iter().any(|near| near.path == skill.path);
    if is_near || has_another(facts, view, skill) {
        return None;
    }
    let name = own_name(skill);
    let folder = skill.path.parent().unwrap_or(&skill.path);
    if !root.is_read_by(&view.host) {
        // What lies where the agent does look, and is no skill yet, says more.
        let is_tried = |near: &NearMiss| near.name == name && !near.missed_by([&*view.host]).is_empty();
        if facts.near.iter().any(is_tried) {
            return None;
        }
        let is_home = root.holder() == facts.environment.home.as_deref();
        let [user, project] = own;
        return other_folder(facts, view, id, &root, folder, if is_home { user } else { project });
    }
    let obstacle = match root.mode(&view.host).filter(|_| !view.host.owns.contains(&root.owned)) {
        Some(mode) => Obstacle::OfMode(root.owned.clone(), mode.to_owned()),
        None => why::unread(facts.files, facts.known, view, skill),
    };
    let is_inside = matches!(&obstacle, Obstacle::Inside(it) if matches!(it.bar, Bar::TooDeep | Bar::InsideSkill));
    if is_inside && is_part(facts, &root, folder) {
        return None;
    }
    let host = &view.host.name;
    let lies = Whereabouts::of(facts, &skill.path);
    let elsewhere = obstacle == Obstacle::Elsewhere;
    let own = creation::root(view, Scope::User).filter(|_| elsewhere && lies == Whereabouts::Home);
    if let Some(own) = own {
        let moved = moved_by(view, &root.path);
        let own = moved.as_ref().map_or(own, |(_, folder)| folder);
        let (is, own_root) = (facts.environment.short(&root.path), facts.environment.short(own));
        let why = moved.as_ref().map(|(name, _)| format!(" while the variable `{name}` is set")).unwrap_or_default();
        let host = capitalized(host);
        let words = format!("{host} does not read `{is}`{why}; it reads your own skills from `{own_root}`");
        let words = besides(facts, view, &skill.path, name, Cause::Misplaced, words);
        // Other agents that read it where it is keep it.
        let is_read = facts.catalog.views().iter().any(|other| other.of_skill(id).is_some());
        let (files, to) = (facts.files, own.join(name));
        let next = match is_read {
            true => command::copying(facts.environment, files, folder, &to),
            false => command::moving(facts.environment, files, folder, &to),
        };
        return Some(Line::new(Cause::Misplaced, name, folder, words).next(next));
    }
    let words = match obstacle {
        Obstacle::Elsewhere if facts.ignored.contains(&skill.path) => {
            format!("git ignores the folder that it lies in; {host} does not look there")
        }
        Obstacle::Elsewhere if lies == Whereabouts::Above && facts.environment.git_root.is_none() => {
            format!("it lies in a folder above, and this is no git repository; {host} does not read it from here")
        }
        Obstacle::Elsewhere => format!("{}; {host} does not read it from here", lies.words()),
        Obstacle::AboveGitRoot => {
            format!("it lies above the top of this git repository, and {host} looks no further up")
        }
        Obstacle::Inside(ref inside) if is_reserved(view, inside) => {
            let host = capitalized(host);
            format!("{host} keeps the folder name `{}` for itself, and skips what is called so", inside.name)
        }
        Obstacle::Off(off) => format!("{} does not read this folder {}", capitalized(host), switch_of_place(view, off)),
        _ => format!("{}; {host} {}", obstacle.of_the_file(), obstacle.of_hosts().0),
    };
    let is_file_meant = matches!(&obstacle, Obstacle::Inside(inside) if inside.bar == Bar::Spelling);
    let shown = if is_file_meant { &skill.path } else { folder };
    let (next, many) = step(facts, view, &obstacle, &root, skill, folder);
    let cause = if lies.is_beside() { Cause::Beside } else { Cause::Misplaced };
    // What the file is called is told already, where it is meant.
    let told = if is_file_meant { Cause::NoSkillFile } else { cause };
    let words = besides(facts, view, &skill.path, name, told, from_home(view, &words));
    Some(Line::new(cause, name, shown, words).next(next).many(many))
}

/// Whether a folder lies in one in which another skill keeps its own files: a template is no skill.
fn is_part(facts: &Facts<'_>, root: &SkillRoot, folder: &Path) -> bool {
    let is_for_files = |name: &str| facts.known.resources().iter().any(|it| it == name);
    let mut around = folder.ancestors().take_while(|around| *around != root.path && around.starts_with(&root.path));
    around.any(|around| {
        let skill = around.parent().map(|skill| skill.join("SKILL.md"));
        around.file_name().is_some_and(|name| is_for_files(&name.to_string_lossy()))
            && skill.is_some_and(|skill| facts.files.kind(&skill).is_some())
    })
}

/// The variable by which an agent has moved a folder of skills from its usual place, and where to.
fn moved_by(view: &View, folder: &Path) -> Option<(String, PathBuf)> {
    let environment = &view.environment;
    let mut paths = view.host.roots.iter().filter(|rule| rule.scope == Scope::User).flat_map(|rule| &rule.paths);
    paths.find_map(|path| {
        let (name, _) = path.split_once("${")?.1.split_once(":-")?;
        environment.variables.get(name).filter(|value| !value.is_empty())?;
        let mut usual = (**environment).clone();
        usual.variables.remove(name);
        let is_usual = expanded_path(path, &usual).is_some_and(|usual| usual == folder);
        Some((name.to_owned(), expanded_path(path, environment)?)).filter(|_| is_usual)
    })
}

/// Puts what a link leads to in its place.
fn copied(facts: &Facts<'_>, skill: &Skill, folder: &Path) -> Option<String> {
    let link = [&skill.path, folder].into_iter().find(|path| facts.files.link(path).is_some())?;
    let (environment, target) = (facts.environment, facts.files.real(link)?);
    let shown = command::path(environment, link);
    Some(format!("rm {shown} && cp -R {} {shown}", command::path(environment, &target)))
}

/// What keeps an agent from a folder that it knows, with the names of the settings or variables that do.
fn switch_of_place(view: &View, off: Off) -> String {
    let names = switches_of_place(view, off);
    let is_key = off != Off::Distrusted;
    let names: Vec<String> = names.iter().map(|name| if is_key { format!("`{name}`") } else { name.clone() }).collect();
    match names.is_empty() {
        true => off.word().to_owned(),
        false => format!("{}: {}", off.word(), enumeration(&names)),
    }
}

/// The names of the settings or variables that keep an agent from a folder; or else the words of who says so.
fn switches_of_place(view: &View, off: Off) -> Vec<String> {
    let (rule, controls) = (&view.host.controls, &view.controls);
    let mut names: Vec<String> = Vec::new();
    match off {
        Off::Settings => {
            let flags = rule.flags.iter().filter(|key| controls.flags.get(*key) == Some(&true));
            names.extend(flags.cloned());
            let lists = [
                (&rule.disabled_sources, !controls.disabled_sources.is_empty()),
                (&rule.ignored, !controls.ignored.is_empty()),
                (&rule.locations, !controls.ignored.is_empty()),
                (&rule.plugins_only, controls.plugins_only.is_some()),
            ];
            names.extend(lists.into_iter().filter(|(_, is_set)| *is_set).filter_map(|(key, _)| key.clone()));
        }
        Off::Environment => {
            let all = view.host.roots.iter().flat_map(|rule| rule.off_when.iter().chain(&rule.off_when_set));
            let is_set = |name: &&String| controls.variable(&view.environment, name).is_some_and(|it| !it.is_empty());
            names.extend(all.filter(is_set).cloned());
        }
        Off::Distrusted => names.extend(controls.distrusted.as_deref().map(|words| from_home(view, words))),
        Off::AtHome | Off::System => {}
    }
    names.sort();
    names.dedup();
    names
}

/// The same words with a path from the home folder.
fn from_home(view: &View, words: &str) -> String {
    let home = view.environment.home.as_ref().map(|home| format!("`{}/", home.display()));
    home.map_or_else(|| words.to_owned(), |home| words.replace(&home, "`~/"))
}

/// Whether it is its name by which an agent passes a folder by.
fn is_reserved(view: &View, inside: &Inside) -> bool {
    let names = &view.host.reserved.folders;
    inside.bar == Bar::PassedBy && names.iter().any(|name| name.eq_ignore_ascii_case(&inside.name))
}

/// What to do about an obstacle; and about the same one of several skills that lie beside each other.
fn step(
    facts: &Facts<'_>,
    view: &View,
    obstacle: &Obstacle,
    root: &SkillRoot,
    skill: &Skill,
    folder: &Path,
) -> (String, Option<Many>) {
    let Facts { environment, files, .. } = *facts;
    let why = || command::ours("why", own_name(skill), &view.host);
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let moving = |to: &Path| command::moving(environment, files, folder, to);
    match obstacle {
        Obstacle::Inside(inside) => match inside.bar {
            Bar::TooDeep | Bar::InsideSkill => {
                let to = root.path.join(&name);
                let parent = folder.parent().unwrap_or(folder);
                let clones = folder.ancestors().take_while(|around| *around != root.path);
                let is_cloned = clones.into_iter().any(|around| files.entry(&around.join(".git")).is_some());
                match files.kind(&to) {
                    // A clone that lost its skills could not be brought up to date any more.
                    None if is_cloned && root.walks(&view.host).any(|walk| walk.symlinks) => {
                        let from = folder.strip_prefix(&root.path).unwrap_or(folder).to_string_lossy();
                        let (from, to) = (command::quoted(&from), command::path(environment, &to));
                        (format!("ln -s {from} {to}"), None)
                    }
                    None => (moving(&to), Many::moving(folder, &root.path)),
                    Some(_) if to == parent => {
                        let shown = command::path(environment, parent);
                        // What lies there already stays as it is.
                        (format!("mv -n {}/* {shown}/", command::path(environment, folder)), None)
                    }
                    Some(_) => (why(), None),
                }
            }
            Bar::Hidden if name.starts_with('.') => (moving(&root.path.join(name.trim_start_matches('.'))), None),
            Bar::Hidden if files.kind(&root.path.join(&name)).is_none() => (moving(&root.path.join(&name)), None),
            Bar::Ignored => {
                let mut around = folder.ancestors().skip(1).map(|around| around.join(&inside.name));
                let rules = around.find(|file| files.kind(file).is_some());
                (rules.map_or_else(why, |file| command::editing(environment, &file)), None)
            }
            Bar::FolderLink | Bar::FileLink => (copied(facts, skill, folder).unwrap_or_else(why), None),
            Bar::Spelling => {
                let to = folder.join("SKILL.md");
                (command::moving(environment, files, &skill.path, &to), None)
            }
            // A name that the agent keeps for itself.
            Bar::PassedBy if inside.name == name => (moving(&root.path.join(format!("my-{name}"))), None),
            Bar::PassedBy if files.kind(&root.path.join(&name)).is_none() => (moving(&root.path.join(&name)), None),
            _ => (why(), None),
        },
        Obstacle::OnlyIn(folder, SolePlace::GitRoot) if environment.git_root.is_some() => {
            let to = environment.git_root.as_ref().map(|root| root.join(folder).join(&name)).unwrap_or_default();
            (if files.kind(&to).is_none() { moving(&to) } else { why() }, None)
        }
        Obstacle::OnlyIn(_, SolePlace::Home) => match creation::root(view, Scope::Project) {
            Some(own) if files.kind(&own.join(&name)).is_none() => (moving(&own.join(&name)), None),
            _ => (why(), None),
        },
        // On another branch than the one that is worked on.
        Obstacle::Elsewhere if Whereabouts::of(facts, &skill.path) == Whereabouts::MainCheckout => {
            let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
            let to = top.join(&root.owned);
            let copying = command::copying(environment, files, folder, &to.join(&name));
            (copying, Many::copying(folder, &to))
        }
        Obstacle::OnlyIn(..) | Obstacle::Elsewhere => {
            let way = command::going(environment, root.holder().unwrap_or(&root.path));
            (way, None)
        }
        Obstacle::Off(Off::Environment) => {
            let mut names = switches_of_place(view, Off::Environment);
            names.retain(|name| environment.variables.contains_key(name));
            (if names.is_empty() { why() } else { format!("unset {}", names.join(" ")) }, None)
        }
        Obstacle::Off(Off::Settings) => {
            let keys = switches_of_place(view, Off::Settings);
            let file = keys.iter().find_map(|key| idle_setting::file_with(facts, view, key));
            (file.map_or_else(why, |file| command::editing(environment, &file)), None)
        }
        Obstacle::Off(Off::Distrusted) => {
            let file = view.host.trust.as_ref().and_then(|rule| expanded_path(&rule.file, environment));
            (file.map_or_else(why, |file| command::editing(environment, &file)), None)
        }
        Obstacle::OfMode(..) => {
            let to = root.path.with_file_name("skills").join(&name);
            (if files.kind(&to).is_none() { moving(&to) } else { why() }, None)
        }
        Obstacle::AboveGitRoot => match creation::root(view, Scope::Project) {
            Some(own) => (command::copying(environment, files, folder, &own.join(&name)), None),
            None => (why(), None),
        },
        _ => (why(), None),
    }
}

/// A skill of the project or the user that lies where another agent reads.
fn other_folder(
    facts: &Facts<'_>,
    view: &View,
    id: SkillId,
    root: &SkillRoot,
    folder: &Path,
    own: &OwnFolders,
) -> Option<Line> {
    // The folder of the open specification is nobody's in particular.
    if view.host.specification {
        return None;
    }
    // What a plugin or an administrator brings is theirs to place.
    let met = facts.catalog.views().iter().filter_map(|other| other.of_skill(id).map(|it| other.scope(it)));
    let is_own = |scope: Scope| !matches!(scope, Scope::Plugin | Scope::Managed);
    let scopes: Vec<Scope> = met.collect();
    if scopes.is_empty() || !scopes.iter().any(|scope| is_own(*scope)) {
        return None;
    }
    let OwnFolders { read, target, is_barred } = own;
    if *is_barred {
        return None;
    }
    let words = format!("{} never reads `{}`{read}", capitalized(&view.host.name), root.owned);
    let many = target.and_then(|target| Many::copying(folder, target));
    let name = folder.file_name().unwrap_or_default();
    let next = target.map(|target| command::copying(facts.environment, facts.files, folder, &target.join(name)));
    Some(Line::new(Cause::OtherFolder, &name.to_string_lossy(), folder, words).next(next).many(many))
}

/// Where an agent reads skills of the user, or of the project.
struct OwnFolders<'a> {
    /// In words, behind others.
    read: String,
    /// To which a skill would be copied.
    target: Option<&'a Path>,
    /// Whether something else stands there, which is told itself and keeps a copy from being made.
    is_barred: bool,
}

impl OwnFolders<'_> {
    fn of<'a>(facts: &Facts<'_>, view: &'a View, scope: Scope) -> OwnFolders<'a> {
        let read = match read_from(facts, view, scope) {
            folders if folders.is_empty() => String::new(),
            folders => format!("; it reads {}", enumeration(&folders)),
        };
        // Where there is a folder already, one does not make another.
        let is_fit = |place: &&Place| place.scope == scope && place.layout == Layout::Folders;
        let fit = view.places.iter().filter(is_fit).map(|place| place.path.as_path());
        let own = creation::root(view, scope).filter(|own| facts.files.kind(own).is_some());
        let there = || fit.filter(|path| path.ends_with("skills")).find(|path| facts.files.kind(path).is_some());
        let target = own.or_else(there).or_else(|| creation::root(view, scope));
        let is_barred = |near: &NearMiss| target.is_some_and(|target| target.starts_with(&near.path));
        OwnFolders { read, target, is_barred: facts.near.iter().any(is_barred) }
    }
}

/// The folders of a scope that an agent reads, by the kind of folder, some of them.
fn read_from(facts: &Facts<'_>, view: &View, scope: Scope) -> Vec<String> {
    const NAMED: usize = 3;
    let is_fit = |place: &&Place| place.scope == scope && place.layout == Layout::Folders;
    let mut folders: Vec<String> = Vec::new();
    for place in view.places.iter().filter(is_fit).filter(|place| place.path.ends_with("skills")) {
        let known = SkillRoot::of(facts.known, &place.path.join("SKILL.md")).map(|root| root.owned);
        let shown = match (scope, known) {
            (Scope::Project, Some(owned)) => owned,
            _ => facts.environment.short(&place.path),
        };
        let shown = format!("`{shown}`");
        if !folders.contains(&shown) && folders.len() < NAMED {
            folders.push(shown);
        }
    }
    folders
}

/// A skill of a package of this repository that other agents take, and this one, which is installed, does not.
fn of_package(facts: &Facts<'_>, view: &View, id: SkillId, skill: &Skill) -> Option<Line> {
    facts.installed.iter().find(|(host, _)| *host == view.host.id)?;
    let takes = |other: &&View| {
        let is_met = other.all_of_skill(id).any(|it| other.place(it).is_some_and(|it| it.own_package.is_some()));
        is_met && !other.host.specification
    };
    let others: Vec<&str> = facts.catalog.views().iter().filter(takes).map(|it| it.host.name.as_str()).collect();
    if others.is_empty() || has_another(facts, view, skill) {
        return None;
    }
    let host = &view.host.name;
    let folder = skill.path.parent().unwrap_or(&skill.path);
    let of_plugin = plugin::beside_manifest(facts, view, own_name(skill), folder);
    if let Some(line) = of_plugin.or_else(|| plugin::not_brought(facts, view, own_name(skill), folder)) {
        return Some(line);
    }
    let words = format!("it is in a package for {}; {host} does not take it", shortened(&others));
    let next = format!("skill-lsp hosts --host {}", view.host.id);
    Some(Line::new(Cause::OtherFolder, own_name(skill), folder, words).next(next))
}

/// Whether the agent has another skill of this name, or the same text elsewhere.
fn has_another(facts: &Facts<'_>, view: &View, skill: &Skill) -> bool {
    let mut names = [Some(&*skill.folder), skill.name.as_ref().map(|name| &*name.text)].into_iter().flatten();
    names.any(|name| !why::candidates(facts.catalog, view, name.trim()).is_empty())
}

/// The name that its author would look for.
pub(super) fn own_name(skill: &Skill) -> &str {
    skill.folder.as_ref()
}
