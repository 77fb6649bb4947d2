//! The commands that somebody may run next, as a shell takes them.

use std::path::Path;

use crate::catalog::{Environment, Files};
use crate::hosts::{self, Host};

/// A path for a shell: from the working directory or from home, in quotes where it needs some.
pub(super) fn path(environment: &Environment, path: &Path) -> String {
    let short = environment.short(path);
    let short = if short.is_empty() { ".".to_owned() } else { short };
    if short == "~/" {
        return "~".to_owned();
    }
    if let Some(way) = upwards(environment, path) {
        return quoted(&way);
    }
    match short.strip_prefix("~/") {
        Some(rest) => format!("~/{}", quoted(rest)),
        None => quoted(&short),
    }
}

/// The way to something in the repository that is not below the working directory.
fn upwards(environment: &Environment, path: &Path) -> Option<String> {
    let here = &environment.working_directory;
    let root = environment.git_root.as_deref().filter(|root| here.starts_with(root) && path.starts_with(root))?;
    let around = here.ancestors().find(|around| path.starts_with(around)).filter(|around| around.starts_with(root))?;
    let up = here.strip_prefix(around).ok()?.iter().count();
    let down = path.strip_prefix(around).ok()?.iter().map(|name| name.to_string_lossy().into_owned());
    let parts: Vec<String> = std::iter::repeat_n("..".to_owned(), up).chain(down).collect();
    (up > 0).then(|| parts.join("/"))
}

/// A path for a shell, whole: it means the same from everywhere.
pub(super) fn whole(environment: &Environment, path: &Path) -> String {
    match environment.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
        Some(rest) => format!("~/{}", quoted(&rest.to_string_lossy())),
        None => quoted(&path.to_string_lossy()),
    }
}

/// A word for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "/._-+:@%,=~".contains(it);
    match !word.is_empty() && word.chars().all(is_plain) && !word.starts_with(['-', '~']) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Moves something to where it is read.
pub(super) fn moving(environment: &Environment, files: &dyn Files, from: &Path, to: &Path) -> String {
    with_folder(environment, files, to, &format!("mv {} {}", path(environment, from), path(environment, to)))
}

/// Copies a skill to where another agent reads it.
pub(super) fn copying(environment: &Environment, files: &dyn Files, from: &Path, to: &Path) -> String {
    with_folder(environment, files, to, &format!("cp -R {} {}", path(environment, from), path(environment, to)))
}

/// A command, after the folder that it needs is made.
fn with_folder(environment: &Environment, files: &dyn Files, to: &Path, command: &str) -> String {
    match to.parent().filter(|folder| files.kind(folder).is_none()) {
        Some(folder) => format!("mkdir -p {} && {command}", path(environment, folder)),
        None => command.to_owned(),
    }
}

/// Goes to another folder.
pub(super) fn going(environment: &Environment, to: &Path) -> String {
    let up = environment.working_directory.strip_prefix(to).map(|below| vec![".."; below.iter().count()]);
    match up.ok().filter(|up| !up.is_empty()) {
        Some(up) => format!("cd {}", up.join("/")),
        None => format!("cd {}", path(environment, to)),
    }
}

/// Opens a file in whatever edits files here.
pub(super) fn editing(environment: &Environment, file: &Path) -> String {
    format!("$EDITOR {}", path(environment, file))
}

/// A command of ours about a skill, for one host where that is not the one that is meant anyway.
pub(super) fn ours(command: &str, skill: &str, host: &Host) -> String {
    let is_usual = host.id == hosts::usual_host();
    let host = if is_usual { String::new() } else { format!(" --host {}", host.id) };
    format!("skill-lsp {command} {}{host}", quoted(skill))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_takes_it() {
        assert_eq!(quoted("notes-2"), "notes-2");
        assert_eq!(quoted("my notes"), "'my notes'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("-rf"), "'-rf'");
        assert_eq!(quoted("$(x)"), "'$(x)'");
        let environment = Environment {
            working_directory: "/home/me/shop".into(),
            home: Some("/home/me".into()),
            ..Environment::default()
        };
        assert_eq!(path(&environment, Path::new("/home/me/my notes/a")), "~/'my notes/a'");
        assert_eq!(path(&environment, Path::new("/home/me/shop/a b")), "'a b'");
        assert_eq!(path(&environment, Path::new("/home/me/shop")), ".");
        assert_eq!(path(&environment, Path::new("/home/me")), "~");
    }

    #[test]
    fn the_way_to_another_folder() {
        let environment = Environment {
            working_directory: "/home/me/shop/web".into(),
            git_root: Some("/home/me/shop".into()),
            home: Some("/home/me".into()),
            ..Environment::default()
        };
        let told = |to: &str| going(&environment, Path::new(to));
        assert_eq!(told("/home/me/shop/web/src"), "cd src");
        assert_eq!(told("/home/me/shop"), "cd ..");
        assert_eq!(told("/home/me/shop/my api"), "cd '../my api'");
        assert_eq!(told("/home/me/other"), "cd ~/other");
        assert_eq!(told("/srv/x"), "cd /srv/x");
    }
}
