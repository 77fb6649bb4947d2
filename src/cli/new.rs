//! `new`: a new skill from a template, where a host will find it.

use std::path::{Path, PathBuf};

use crate::cli::arguments::{Global, NewArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask, Session, placed};
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINE};
use crate::disk;
use crate::hosts::{Host, Layout, Scope};

/// The longest name that the specification allows.
const NAME_LIMIT: usize = 64;

/// Runs `new`.
pub(crate) fn new(global: &Global, arguments: &NewArguments, console: &Console) -> Answer {
    valid(&arguments.name)?;
    let session = session::open(&Ask::about_skills(global, &Sight::default(), std::slice::from_ref(&arguments.host)))?;
    session.say_problems(console);
    let root = root(&session, arguments)?;
    free(&session, arguments)?;
    let path = root.join(&arguments.name).join("SKILL.md");
    let text = template(&arguments.name, arguments.description.as_deref());
    disk::write(&path, None, &text).map_err(|problem| problem.message)?;
    console.print_exactly(&format!("{}\n", path.display()));
    Ok(FINE)
}

/// Whether a name is one that every host takes.
fn valid(name: &str) -> Result<(), String> {
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

/// The folder the skill goes into.
fn root(session: &Session, arguments: &NewArguments) -> Result<PathBuf, String> {
    let environment = &session.snapshot.environment;
    let scope = match arguments.root.as_str() {
        "user" => Scope::User,
        "project" => Scope::Project,
        folder => {
            let here = std::env::current_dir().ok();
            return Ok(placed(Path::new(folder), here.as_deref(), &environment.working_directory));
        }
    };
    let view = session.snapshot.catalog.view(&arguments.host);
    let places = view.into_iter().flat_map(|view| view.places.iter());
    let mut fitting = places.filter(|place| place.scope == scope && place.layout == Layout::Folders);
    fitting.next().map(|place| place.path.clone()).ok_or_else(|| {
        let name = view.map_or(arguments.host.as_str(), |view| view.host.name.as_str());
        format!("{name} has no {} root here: use --root DIR", arguments.root)
    })
}

/// Whether nobody has the name yet.
fn free(session: &Session, arguments: &NewArguments) -> Result<(), String> {
    let name = &arguments.name;
    let Some(view) = session.snapshot.catalog.view(&arguments.host) else { return Ok(()) };
    let host: &Host = &view.host;
    let holder = view.named(name).find_map(|candidate| session.snapshot.catalog.skill(candidate.skill));
    if let Some(skill) = holder {
        return Err(format!("`{name}` is taken in {} by {}", host.name, shown_place(&session.around, &skill.path)));
    }
    if host.reserved.folders.iter().any(|folder| folder.eq_ignore_ascii_case(name)) {
        return Err(format!("`{name}` is reserved: {} never loads a folder of this name", host.name));
    }
    if host.reserved.replaces.iter().any(|own| own == name) {
        return Err(format!("`{name}` is taken by {} itself", host.name));
    }
    Ok(())
}

fn template(name: &str, description: Option<&str>) -> String {
    let words: Vec<&str> = name.split('-').collect();
    let mut title = words.join(" ");
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let description = match description.map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")) {
        Some(description) if !description.is_empty() => scalar(&description),
        _ => format!("Say what {name} does. Use when … (say when to use it)"),
    };
    format!(
        "---\nname: {name}\ndescription: {description}\n---\n\n# {title}\n\n\
         Say here, step by step, what to do. Put long reference material into files beside this one and link to them.\n"
    )
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
    fn a_description_survives_yaml() {
        assert_eq!(scalar("Deploy it. Use when asked"), "Deploy it. Use when asked");
        assert_eq!(scalar("Use when: \"now\""), r#""Use when: \"now\"""#);
        assert_eq!(scalar("yes"), r#""yes""#);
        assert_eq!(scalar("[x] y"), r#""[x] y""#);
    }
}
