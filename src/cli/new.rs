//! `new`: a new skill from a template, where a host will find it.

use std::path::{Path, PathBuf};

use crate::cli::arguments::{Global, NewArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask, Session, placed};
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINE};
use crate::disk;
use crate::features::creation;
use crate::hosts::Scope;

/// Runs `new`.
pub(crate) fn new(global: &Global, arguments: &NewArguments, console: &Console) -> Answer {
    creation::valid(&arguments.name)?;
    let session = session::open(&Ask::about_skills(global, &Sight::default(), std::slice::from_ref(&arguments.host)))?;
    session.say_problems(console);
    let root = root(&session, arguments)?;
    let path = root.join(&arguments.name).join("SKILL.md");
    free(&session, arguments, &path)?;
    let host = session.snapshot.catalog.view(&arguments.host).map(|view| view.host.clone());
    let host = host.ok_or_else(|| format!("there is no host `{}`", arguments.host))?;
    let text = creation::template(&host, &arguments.name, arguments.description.as_deref(), None);
    disk::write(&path, None, &text).map_err(|problem| problem.message)?;
    console.print_exactly(&format!("{}\n", path.display()));
    Ok(FINE)
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
    view.and_then(|view| creation::root(view, scope)).map(Path::to_owned).ok_or_else(|| {
        let name = view.map_or(arguments.host.as_str(), |view| view.host.name.as_str());
        format!("{name} has no {} root here: use --root DIR", arguments.root)
    })
}

/// Whether nobody has the name yet, or it does not matter.
fn free(session: &Session, arguments: &NewArguments, target: &Path) -> Result<(), String> {
    let NewArguments { name, even_if_taken, .. } = arguments;
    let catalog = &session.snapshot.catalog;
    let Some(view) = catalog.view(&arguments.host) else { return Ok(()) };
    match creation::holder(catalog, view, name) {
        Some(holder) if !(*even_if_taken && holder.can_be_joined()) => {
            let sentence = holder.sentence(name, &view.host.name, |path| shown_place(&session.around, path));
            // A file that is there already is never replaced.
            let can_be_made = holder.can_be_joined() && session.snapshot.files.kind(target).is_none();
            let way = if can_be_made { "; --even-if-taken makes it all the same" } else { "" };
            Err(format!("{sentence}{way}"))
        }
        _ => Ok(()),
    }
}
