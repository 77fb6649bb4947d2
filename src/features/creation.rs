//! A new skill: its name, its place, its text.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::catalog::{Catalog, Files, Place, Skill, View, normal};
use crate::hosts::{Host, Layout, Scope};
use crate::text::is_device;

/// The longest name that the specification allows.
const NAME_LIMIT: usize = 64;

/// A skill that is to be made.
pub struct Order<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it does and when to use it; asked for in the text when it is not said.
    pub description: Option<&'a str>,
    /// Its body instead of the template's.
    pub instructions: Option<&'a str>,
    /// Where it goes.
    pub root: Root,
    /// Which folders it may be.
    pub reach: Reach<'a>,
    /// Also when the host has a skill of this name already.
    pub even_if_taken: bool,
}

/// Where a new skill goes.
pub enum Root {
    /// Into the first root of the host that is the user's.
    User,
    /// Into the first root of the host that is the project's.
    Project,
    /// Into this folder. Absolute.
    Folder(PathBuf),
}

impl Root {
    /// What a word means: `user`, `project`, or a folder, which `placed` makes absolute.
    pub fn of(word: &str, placed: impl FnOnce(&Path) -> PathBuf) -> Root {
        match word {
            "user" => Root::User,
            "project" => Root::Project,
            folder => Root::Folder(placed(Path::new(folder))),
        }
    }
}

/// Which folders a new skill may go into.
#[derive(Clone, Copy)]
pub enum Reach<'a> {
    /// Any: a person has named it.
    Anywhere,
    /// Where agents look for skills, and these folders.
    Roots(&'a [PathBuf]),
}

/// The file of a new skill.
#[derive(Debug, PartialEq, Eq)]
pub struct NewSkill {
    /// Where it goes. There is nothing yet.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
}

/// Why a skill is not made.
#[derive(Debug, PartialEq, Eq)]
pub struct NotMade {
    /// The reason, without a full stop.
    pub sentence: String,
    /// What could be said so that it is.
    pub remedy: Option<Remedy>,
}

/// What could be said so that a skill is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// A folder instead of a scope.
    Folder,
    /// That the name may be taken.
    EvenIfTaken,
}

impl From<String> for NotMade {
    fn from(sentence: String) -> NotMade {
        NotMade { sentence, remedy: None }
    }
}

/// What has to be written so that there is a new skill of a host; `shown` writes a place.
pub fn new_skill(
    catalog: &Catalog,
    view: &View,
    files: &dyn Files,
    order: &Order<'_>,
    shown: impl Fn(&Path) -> String,
) -> Result<NewSkill, NotMade> {
    let host = &view.host;
    valid(order.name)?;
    let path = folder(catalog, view, order)?.join(order.name).join("SKILL.md");
    let is_there = files.kind(&path).is_some();
    let holder = holder(catalog, view, order.name);
    if let Some(holder) = holder.filter(|holder| !(order.even_if_taken && holder.can_be_joined())) {
        // A file that is there already is never replaced.
        let remedy = (holder.can_be_joined() && !is_there).then_some(Remedy::EvenIfTaken);
        return Err(NotMade { sentence: holder.sentence(order.name, &host.name, shown), remedy });
    }
    if is_there {
        return Err(format!("cannot write {}: it exists already", path.display()).into());
    }
    Ok(NewSkill { path, text: template(host, order.name, order.description, order.instructions) })
}

/// A folder that a new skill could go into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewPlace {
    /// The id of the host whose folder it is.
    pub host: String,
    /// The host as people call it.
    pub name: String,
    /// For whom it is: `project` or `user`.
    pub scope: &'static str,
    /// The folder; it need not be there yet.
    pub path: PathBuf,
    /// So many skills lie in it.
    pub skills: usize,
}

/// The folders that a new skill could go into, the likeliest first: where skills lie already, the project's before the
/// user's, those of the hosts that are asked for in their order. A folder that several hosts share is named once.
pub fn places(catalog: &Catalog, hosts: &[String]) -> Vec<NewPlace> {
    let mut found: Vec<NewPlace> = Vec::new();
    let asked = hosts.iter().filter_map(|id| catalog.view(id));
    let mut offer = |view: &View, scope: Scope, word: &'static str, is_asked: bool| {
        let Some(path) = root(view, scope) else { return };
        let skills = catalog.skills().filter(|(_, skill)| lies_in(skill, path)).count();
        if found.iter().all(|known| known.path != path) && (is_asked || skills > 0) {
            let (host, name) = (view.host.id.clone(), view.host.name.clone());
            found.push(NewPlace { host, name, scope: word, path: path.to_owned(), skills });
        }
    };
    let scopes = [(Scope::Project, "project"), (Scope::User, "user")];
    for (view, is_asked) in asked.map(|view| (view, true)).chain(catalog.views().iter().map(|view| (view, false))) {
        for (scope, word) in scopes {
            offer(view, scope, word, is_asked);
        }
    }
    // The sort keeps the order of what is equal: that of the hosts.
    found.sort_by_key(|place| (place.skills == 0, place.scope != "project"));
    found
}

/// Whether a skill lies in a folder of skills, in a folder of its own.
fn lies_in(skill: &Skill, folder: &Path) -> bool {
    skill.path.parent().and_then(Path::parent) == Some(folder)
}

/// The folder that a new skill goes into.
fn folder(catalog: &Catalog, view: &View, order: &Order<'_>) -> Result<PathBuf, NotMade> {
    let (scope, word) = match &order.root {
        Root::User => (Scope::User, "user"),
        Root::Project => (Scope::Project, "project"),
        Root::Folder(folder) => {
            let is_fit = match order.reach {
                Reach::Anywhere => true,
                Reach::Roots(extra) => {
                    extra.iter().any(|root| folder.starts_with(normal(root))) || is_root(catalog, folder)
                }
            };
            let place = folder.display();
            let refused = || format!("no agent looks for skills in {place}: say `user`, `project` or a skills folder");
            return if is_fit { Ok(folder.clone()) } else { Err(refused().into()) };
        }
    };
    root(view, scope).map(Path::to_owned).ok_or_else(|| NotMade {
        sentence: format!("{} has no {word} root here", view.host.name),
        remedy: Some(Remedy::Folder),
    })
}

/// Why a skill is not called like a device: others could not even check its repository out.
pub(crate) fn device(name: &str) -> String {
    format!("`{name}` is the name of a device on Windows, where no folder can be called so")
}

/// Whether a name is one that every host takes.
fn valid(name: &str) -> Result<(), String> {
    if name.chars().count() > NAME_LIMIT {
        return Err(format!("`{name}` has more than {NAME_LIMIT} characters"));
    }
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit());
    if is_device(name) {
        return Err(device(name));
    }
    if name.split('-').all(is_word) {
        return Ok(());
    }
    let parts: Vec<String> = name
        .split(|it: char| !it.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let guess = match parts.join("-") {
        guess if guess.is_empty() => String::new(),
        guess => format!(": try `{guess}`"),
    };
    Err(format!("`{name}` is not a name of lower-case letters, digits and single hyphens{guess}"))
}

/// The folder of a scope for a host's new skills: of its own that are called `skills` the one that it names first, or else the
/// first in which it looks at all. Some also look into folders that are meant for other things.
pub(crate) fn root(view: &View, scope: Scope) -> Option<&Path> {
    let is_fit = |place: &&Place| place.scope == scope && place.layout == Layout::Folders;
    let fit = || view.places.iter().filter(is_fit).map(|place| place.path.as_path());
    let usual = |owned: &String| fit().find(|path| path.ends_with("skills") && path.ends_with(owned));
    view.host.owns.iter().find_map(usual).or_else(|| fit().next())
}

/// Whether skills are looked for in a folder: it is, or lies in, a place of some host.
fn is_root(catalog: &Catalog, folder: &Path) -> bool {
    let places = catalog.views().iter().flat_map(|view| view.places.iter());
    places.filter(|place| place.layout == Layout::Folders && is_own(place)).any(|place| folder.starts_with(&place.path))
}

/// Whether a place is the user's or the project's, and nobody else's.
fn is_own(place: &Place) -> bool {
    place.plugin.is_none() && !matches!(place.scope, Scope::Plugin | Scope::Managed)
}

/// Who has a name already.
#[derive(Debug)]
enum Holder<'a> {
    /// A skill.
    Skill(&'a Skill),
    /// Nobody: the host never loads a folder of this name.
    Reserved,
    /// The host itself.
    Host,
}

/// Who has a name already in a host.
fn holder<'a>(catalog: &'a Catalog, view: &View, name: &str) -> Option<Holder<'a>> {
    if let Some(skill) = view.named(name).find_map(|candidate| catalog.skill(candidate.skill)) {
        return Some(Holder::Skill(skill));
    }
    let reserved = &view.host.reserved;
    if reserved.folders.iter().any(|folder| folder.eq_ignore_ascii_case(name)) {
        return Some(Holder::Reserved);
    }
    reserved.replaces.iter().any(|own| own == name).then_some(Holder::Host)
}

impl Holder<'_> {
    /// Whether a skill of this name can be made all the same.
    fn can_be_joined(&self) -> bool {
        match self {
            Holder::Skill(_) | Holder::Host => true,
            Holder::Reserved => false,
        }
    }

    /// Why the name cannot be had, in one sentence; `shown` writes a place.
    fn sentence(&self, name: &str, host: &str, shown: impl Fn(&Path) -> String) -> String {
        match self {
            Holder::Skill(skill) => format!("`{name}` is taken in {host} by {}", shown(&skill.path)),
            Holder::Reserved => format!("`{name}` is reserved: {host} never loads a folder of this name"),
            Holder::Host => format!("`{name}` is taken by {host} itself"),
        }
    }
}

/// The text of a new skill for a host. What is not said yet is asked for in it, and the fields that the host reads
/// besides are named.
fn template(host: &Host, name: &str, description: Option<&str>, instructions: Option<&str>) -> String {
    let words: Vec<&str> = name.split('-').collect();
    let mut title = words.join(" ");
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let description = match description.map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")) {
        Some(description) if !description.is_empty() => scalar(&description),
        _ => format!("Say what {name} does. Use when … (say when to use it)"),
    };
    let head = format!("---\nname: {name}\ndescription: {description}\n");
    match instructions.map(str::trim).filter(|instructions| !instructions.is_empty()) {
        Some(instructions) => format!("{head}---\n\n{instructions}\n"),
        None => format!(
            "{head}{}---\n\n# {title}\n\n\
             Say here, step by step, what to do. Put long reference material into files beside this one and link to \
             them.\n",
            further(host)
        ),
    }
}

/// The fields that a host reads besides name and description, in a comment. There is no colon in it: some hosts read
/// line by line.
fn further(host: &Host) -> String {
    const COLUMNS: usize = 100;
    let keys = host.fields.iter().map(|field| field.key.as_str());
    let mut keys = keys.filter(|key| !matches!(*key, "name" | "description")).peekable();
    if keys.peek().is_none() {
        return String::new();
    }
    let mut text = String::new();
    let mut line = format!("# {} also reads", host.name);
    while let Some(key) = keys.next() {
        if line.len() + key.len() + 2 > COLUMNS {
            text.push_str(&format!("{line}\n"));
            line = "#".to_owned();
        }
        line.push_str(&format!(" {key}{}", if keys.peek().is_some() { "," } else { "" }));
    }
    format!("{text}{line}\n")
}

/// A text as a YAML value: as it is where that is certain, else in quotes.
fn scalar(text: &str) -> String {
    let plain = text.starts_with(|it: char| it.is_ascii_alphabetic())
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !text.chars().any(|it| it.is_control() || it == '\u{FEFF}')
        && text.contains(' ');
    match serde_json::to_string(text) {
        Ok(quoted) if !plain => quoted,
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;
    use crate::hosts::builtin;
    use crate::text::slashed;

    /// The places for a new skill of these hosts, line by line.
    fn offered(hosts: &[&str], fixture: &str) -> Vec<String> {
        let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
        let shown = |place: NewPlace| format!("{} {} {}", slashed(&place.path), place.host, place.skills);
        ask(fixture, |context, _| places(context.catalog, &hosts).into_iter().map(shown).collect())
    }

    #[test]
    fn where_skills_lie_already_comes_first() {
        let skill = |path: &str| format!("//- {path}\n---\nname: a\ndescription: Reads.\n---\n");
        let both = ["claude-code", "agentskills"];
        assert_eq!(
            offered(&both, &skill("/home/shop/.claude/skills/a/SKILL.md")),
            [
                "/home/shop/.claude/skills claude-code 1",
                "/home/shop/.agents/skills agentskills 0",
                "/home/.claude/skills claude-code 0",
                "/home/.agents/skills agentskills 0",
            ]
        );
        // A folder in which skills lie is offered whoever is asked for.
        let codex = skill("/home/shop/.github/skills/a/SKILL.md");
        assert_eq!(offered(&["claude-code"], &codex)[0], "/home/shop/.github/skills copilot-cli 1");
        assert_eq!(offered(&["claude-code"], &codex).len(), 3);
    }

    #[test]
    fn the_folder_that_is_meant_for_skills() {
        let skill = "//- /home/shop/.claude/skills/a/SKILL.md\n---\nname: a\n---\n";
        // Some also read folders of other names, and some look there first.
        for (host, place) in [
            ("cursor", ".cursor/skills"),
            ("opencode", ".opencode/skills"),
            ("cline", ".cline/skills"),
            ("roo", ".roo/skills"),
        ] {
            let wanted = format!("/home/shop/{place} {host} 0");
            let all = offered(&[host], skill);
            assert_eq!(all.iter().find(|it| it.contains(&format!(" {host} "))), Some(&wanted));
        }
    }

    #[test]
    fn names() {
        assert_eq!(valid("release-notes2"), Ok(()));
        assert!(valid("Release Notes").unwrap_err().ends_with("try `release-notes`"));
        assert_eq!(
            valid("aux").unwrap_err(),
            "`aux` is the name of a device on Windows, where no folder can be called so"
        );
        assert!(valid("../x").unwrap_err().ends_with("try `x`"));
        assert!(
            valid("").is_err() && valid("a--b").is_err() && valid("-a").is_err() && valid(&"a".repeat(65)).is_err()
        );
    }

    #[test]
    fn instructions_stand_for_the_advice() {
        let hosts = builtin();
        let codex = hosts.get("codex").unwrap();
        assert_eq!(
            template(codex, "a-b", Some("Does it: now"), Some("\n# Do\n\nit\n\n")),
            "---\nname: a-b\ndescription: \"Does it: now\"\n---\n\n# Do\n\nit\n"
        );
        assert!(template(codex, "a-b", None, Some(" ")).contains("\n# A b\n\nSay here"));
    }

    #[test]
    fn the_fields_of_the_host_are_named() {
        let hosts = builtin();
        let check = |id: &str, expected: &str| assert_eq!(further(hosts.get(id).unwrap()), expected);
        check("opencode", "");
        check("pi", "# Pi also reads disable-model-invocation\n");
        check("cline", "# Cline also reads disabled, enabled\n");
        let claude = further(hosts.get("claude-code").unwrap());
        assert!(claude.lines().count() > 1 && claude.lines().all(|line| line.len() <= 100 && line.starts_with("# ")));
        // A line ends where the next word would not fit.
        let lines: Vec<&str> = claude.lines().collect();
        for pair in lines.windows(2) {
            let next = pair[1].split(' ').nth(1).unwrap();
            assert!(pair[0].len() + 1 + next.len() >= 100, "{claude}");
        }
    }

    #[test]
    fn a_description_survives_yaml() {
        assert_eq!(scalar("Deploy it. Use when asked"), "Deploy it. Use when asked");
        assert_eq!(scalar("Use when: \"now\""), r#""Use when: \"now\"""#);
        assert_eq!(scalar("yes"), r#""yes""#);
        assert_eq!(scalar("[x] y"), r#""[x] y""#);
    }
}
