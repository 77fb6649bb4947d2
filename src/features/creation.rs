//! A new skill: its name, its place, its text.

use std::path::Path;

use crate::catalog::{Catalog, Place, Skill, View};
use crate::hosts::{Host, Layout, Scope};

/// The longest name that the specification allows.
const NAME_LIMIT: usize = 64;

/// Whether a name is one that every host takes.
pub fn valid(name: &str) -> Result<(), String> {
    if name.chars().count() > NAME_LIMIT {
        return Err(format!("`{name}` has more than {NAME_LIMIT} characters"));
    }
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit());
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

/// The first folder of a scope in which a host looks for skills.
pub fn root(view: &View, scope: Scope) -> Option<&Path> {
    let is_fit = |place: &&Place| place.scope == scope && place.layout == Layout::Folders;
    view.places.iter().find(is_fit).map(|place| place.path.as_path())
}

/// Whether skills are looked for in a folder: it is, or lies in, a place of some host.
pub fn is_root(catalog: &Catalog, folder: &Path) -> bool {
    let places = catalog.views().iter().flat_map(|view| view.places.iter());
    places.filter(|place| place.layout == Layout::Folders && is_own(place)).any(|place| folder.starts_with(&place.path))
}

/// Whether a place is the user's or the project's, and nobody else's.
fn is_own(place: &Place) -> bool {
    place.plugin.is_none() && !matches!(place.scope, Scope::Plugin | Scope::Managed)
}

/// Who has a name already.
#[derive(Debug)]
pub enum Holder<'a> {
    /// A skill.
    Skill(&'a Skill),
    /// Nobody: the host never loads a folder of this name.
    Reserved,
    /// The host itself.
    Host,
}

/// Who has a name already in a host.
pub fn holder<'a>(catalog: &'a Catalog, view: &View, name: &str) -> Option<Holder<'a>> {
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
    pub fn can_be_joined(&self) -> bool {
        match self {
            Holder::Skill(_) | Holder::Host => true,
            Holder::Reserved => false,
        }
    }

    /// Why the name cannot be had, in one sentence; `shown` writes a place.
    pub fn sentence(&self, name: &str, host: &str, shown: impl Fn(&Path) -> String) -> String {
        match self {
            Holder::Skill(skill) => format!("`{name}` is taken in {host} by {}", shown(&skill.path)),
            Holder::Reserved => format!("`{name}` is reserved: {host} never loads a folder of this name"),
            Holder::Host => format!("`{name}` is taken by {host} itself"),
        }
    }
}

/// The text of a new skill for a host. What is not said yet is asked for in it, and the fields that the host reads
/// besides are named.
pub fn template(host: &Host, name: &str, description: Option<&str>, instructions: Option<&str>) -> String {
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
    use crate::hosts::builtin;

    #[test]
    fn names() {
        assert_eq!(valid("release-notes2"), Ok(()));
        assert!(valid("Release Notes").unwrap_err().ends_with("try `release-notes`"));
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
    }

    #[test]
    fn a_description_survives_yaml() {
        assert_eq!(scalar("Deploy it. Use when asked"), "Deploy it. Use when asked");
        assert_eq!(scalar("Use when: \"now\""), r#""Use when: \"now\"""#);
        assert_eq!(scalar("yes"), r#""yes""#);
        assert_eq!(scalar("[x] y"), r#""[x] y""#);
    }
}
