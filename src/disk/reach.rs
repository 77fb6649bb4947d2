//! Where things really lie: what the rule of [`Reach`] stands on, for reading and for writing.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Area, Environment, Found, Reach};
use crate::disk::read::{read, read_text};
use crate::disk::real::real_path;
use crate::document::{self, withheld};
use crate::settings::Format;

/// What counts as inside for an agent that is started here: the repository around the folder, or the folder itself,
/// and the user's home. What the command line names is added with [`also`].
pub(super) fn reach(environment: &Environment) -> Reach {
    let Environment { working_directory, git_root, repository, main_checkout, home, .. } = environment;
    let around = repository.as_ref().or(git_root.as_ref()).unwrap_or(working_directory);
    Reach {
        workspaces: [Some(around), main_checkout.as_ref()].into_iter().flatten().map(|it| area(it)).collect(),
        home: home.as_deref().map(area),
        named: environment.added.iter().chain(&environment.plugin_folders).map(|it| area(it)).collect(),
        ..Reach::default()
    }
}

/// The same with what the user named, and with the folders that hosts look into.
pub fn also<'a>(reach: &Reach, named: &[PathBuf], roots: impl IntoIterator<Item = &'a Path>) -> Arc<Reach> {
    let mut reach = reach.clone();
    reach.named.extend(named.iter().map(|it| area(it)));
    for root in roots {
        let is_known = reach.roots.iter().any(|known| known.path == root);
        match area(root) {
            _ if is_known => {}
            area if reach.holds(root) && !reach.is_inside(root, &area.real) => reach.strays.push(area.real),
            area => reach.roots.push(area),
        }
    }
    Arc::new(reach)
}

/// What counts as inside for a settings file of ours, before anything else is known.
pub(super) fn reach_around(folder: &Path) -> Reach {
    let git_root = folder.ancestors().find(|folder| folder.join(".git").exists());
    let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from);
    Reach { workspaces: vec![area(git_root.unwrap_or(folder))], home: home.as_deref().map(area), ..Reach::default() }
}

fn area(path: &Path) -> Area {
    Area { path: path.to_owned(), real: real_path(path).unwrap_or_else(|_| path.to_owned()) }
}

/// The whole text of a settings file or a manifest as its agent reads it, wherever it lies. What lies outside must be
/// settings, so that only what stands under the keys of agents is ever told of it.
pub(super) fn settings_text(reach: &Reach, path: &Path) -> io::Result<String> {
    let text = read_text(path)?;
    let is_settings = |text: &str| match path.extension().is_some_and(|ending| ending == "md") {
        true => document::parse(text).is_clean(),
        false => Format::of(path, true).parse(text).whole().is_ok(),
    };
    match reach.holds(path) && leads_outside(reach, path)? && !is_settings(&text) {
        true => Err(io::Error::other("it leads outside, to no settings")),
        false => Ok(text),
    }
}

/// The whole text of a settings file that lies inside. Those of the system are the system's own.
pub fn text_inside(reach: &Reach, path: &Path) -> io::Result<String> {
    if reach.holds(path) && leads_outside(reach, path)? {
        return Err(io::Error::other("it leads outside"));
    }
    read_text(path)
}

/// The bytes of a file, or of one that lies outside what may be shown of it, and its size.
pub fn read_inside_reach(reach: &Reach, path: &Path) -> io::Result<(Vec<u8>, u64)> {
    let is_outside = leads_outside(reach, path)?;
    let (bytes, size) = read(path)?;
    Ok(if is_outside { (withheld(&bytes).into_bytes(), size) } else { (bytes, size) })
}

/// The same of a file that a walk came upon: where it really lies was seen then.
pub fn read_found(reach: &Reach, found: &Found) -> io::Result<(Vec<u8>, u64)> {
    let (bytes, size) = read(&found.path)?;
    let is_inside = reach.is_inside(&found.path, &found.real);
    Ok(if is_inside { (bytes, size) } else { (withheld(&bytes).into_bytes(), size) })
}

/// Whether a fix may be written to a path: no link leads out of what was asked to be fixed.
pub fn may_change(reach: &Reach, path: &Path) -> bool {
    real_path(path).is_ok_and(|real| reach.is_kept(path, &real))
}

/// Whether a link in a path leads to something that lies outside.
pub(super) fn leads_outside(reach: &Reach, path: &Path) -> io::Result<bool> {
    Ok(!reach.is_inside(path, &real_path(path)?))
}
