//! `pin`, `unpin`, `pinned`: the skills that stay loaded in a context.

use std::path::Path;

use serde_json::json;

use crate::cli::arguments::{AnswerFormat, Global, PinArguments, PinnedArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask, Session};
use crate::cli::terminal::{columns, plain, table_within};
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINE};
use crate::disk;
use crate::features::pins::{self, PinFile, Pins, known};

/// Runs `pin`.
pub(crate) fn pin(global: &Global, arguments: &PinArguments, console: &Console) -> Answer {
    let mut shelf = Shelf::open(global, &arguments.place, console)?;
    let id = known(&shelf.session.snapshot.catalog, shelf.view()?, &arguments.id)?.candidate.id.to_string();
    shelf.drop_stale(console)?;
    if shelf.ids()?.contains(&id) {
        console.say(&format!("`{id}` is pinned in {} already", shelf.file.context));
    } else {
        if shelf.bytes.is_none() {
            console.say(&format!("the context {} is new here", shelf.file.context));
        }
        let text = shelf.file.with(shelf.text()?, &id)?;
        shelf.write(text)?;
    }
    shelf.print(arguments.place.format, console)
}

/// Runs `unpin`.
pub(crate) fn unpin(global: &Global, arguments: &PinArguments, console: &Console) -> Answer {
    let mut shelf = Shelf::open(global, &arguments.place, console)?;
    let ids = shelf.ids()?;
    if !ids.contains(&arguments.id) {
        let guess = crate::words::likely(&arguments.id, ids.iter().map(String::as_str));
        let guess = guess.map(|guess| format!(": did you mean `{guess}`?")).unwrap_or_default();
        return Err(format!("`{}` is not pinned in {}{guess}", arguments.id, shelf.file.context));
    }
    let text = shelf.file.without(shelf.text()?, std::slice::from_ref(&arguments.id))?;
    shelf.write(text)?;
    shelf.drop_stale(console)?;
    shelf.print(arguments.place.format, console)
}

/// Runs `pinned`.
pub(crate) fn pinned(global: &Global, arguments: &PinnedArguments, console: &Console) -> Answer {
    let mut shelf = Shelf::open(global, arguments, console)?;
    shelf.drop_stale(console)?;
    shelf.print(arguments.format, console)
}

/// The ids that are pinned, those whose skill is gone left out and told.
pub(crate) fn standing_ids(
    session: &Session,
    host: &str,
    file: &PinFile,
    console: &Console,
) -> Result<Vec<String>, String> {
    let snapshot = &session.snapshot;
    let view = snapshot.catalog.view(host).ok_or_else(|| format!("there is no host `{host}`"))?;
    let bytes = disk::read_whole(&file.path).map_err(|problem| problem.message)?;
    let ids = file.ids(text_of(bytes.as_deref(), &file.path)?)?;
    let Pins { kept, stale } = pins::pins(&snapshot.catalog, view, &*snapshot.files, &ids);
    for id in stale {
        console.warning(&format!("`{id}` is pinned in {}, but there is no such skill", file.context));
    }
    Ok(kept.iter().map(|pinned| pinned.candidate.id.to_string()).collect())
}

/// The pins of one context, and what was read around them.
struct Shelf {
    session: Session,
    host: String,
    file: PinFile,
    /// What the file holds; `None` when there is none.
    bytes: Option<Vec<u8>>,
    dropped: Vec<String>,
}

impl Shelf {
    fn open(global: &Global, arguments: &PinnedArguments, console: &Console) -> Result<Shelf, String> {
        let PinnedArguments { context, host, .. } = arguments;
        let session = session::open(&Ask::about_skills(global, &Sight::default(), std::slice::from_ref(host)))?;
        session.say_problems(console);
        let view = session.snapshot.catalog.view(host).ok_or_else(|| format!("there is no host `{host}`"))?;
        let file = PinFile::needed(&view.host, &session.snapshot.environment, context.as_deref())?;
        let bytes = disk::read_whole(&file.path).map_err(|problem| problem.message)?;
        Ok(Shelf { host: host.clone(), session, file, bytes, dropped: Vec::new() })
    }

    fn view(&self) -> Result<&crate::catalog::View, String> {
        let view = self.session.snapshot.catalog.view(&self.host);
        view.ok_or_else(|| format!("there is no host `{}`", self.host))
    }

    fn text(&self) -> Result<&str, String> {
        text_of(self.bytes.as_deref(), &self.file.path)
    }

    fn ids(&self) -> Result<Vec<String>, String> {
        self.file.ids(self.text()?)
    }

    fn write(&mut self, text: String) -> Result<(), String> {
        disk::write(&self.file.path, self.bytes.as_deref(), &text).map_err(|problem| problem.message)?;
        self.bytes = Some(text.into_bytes());
        Ok(())
    }

    /// Takes the pins away whose skill is gone, and says so.
    fn drop_stale(&mut self, console: &Console) -> Result<(), String> {
        let stale = {
            let (snapshot, ids) = (&self.session.snapshot, self.ids()?);
            pins::pins(&snapshot.catalog, self.view()?, &*snapshot.files, &ids).stale
        };
        if stale.is_empty() {
            return Ok(());
        }
        let text = self.file.without(self.text()?, &stale)?;
        self.write(text)?;
        for id in &stale {
            console.say(&format!("`{id}` is unpinned: there is no such skill"));
        }
        self.dropped.extend(stale);
        Ok(())
    }

    /// Prints what is pinned now.
    fn print(&self, format: AnswerFormat, console: &Console) -> Answer {
        let (snapshot, ids) = (&self.session.snapshot, self.ids()?);
        let pins = pins::pins(&snapshot.catalog, self.view()?, &*snapshot.files, &ids);
        match format {
            AnswerFormat::Json => {
                let pinned: Vec<_> = pins
                    .kept
                    .iter()
                    .map(|pinned| {
                        let tools: Vec<String> =
                            pinned.candidate.reading.allowed_tools.iter().map(|tool| tool.to_string()).collect();
                        let name = pinned.candidate.label_name.as_ref().unwrap_or(&pinned.candidate.id);
                        json!({"id": &*pinned.candidate.id, "name": &**name, "path": pinned.skill.path,
                            "allowedTools": tools})
                    })
                    .collect();
                let file = &self.file;
                let answer = json!({"host": self.host, "context": file.context, "path": file.path, "pinned": pinned,
                    "dropped": self.dropped});
                console.print_json(&answer);
            }
            AnswerFormat::Text => {
                let rows: Vec<Vec<String>> = pins
                    .kept
                    .iter()
                    .map(|pinned| {
                        let place = shown_place(&self.session.around, &pinned.skill.path);
                        vec![plain(&pinned.candidate.id).into_owned(), place]
                    })
                    .collect();
                console.print(&table_within(&rows, columns()));
                if rows.is_empty() {
                    console.say(&format!("nothing is pinned in {}", self.file.context));
                }
            }
        }
        Ok(FINE)
    }
}

/// The text of a file; nothing when there is none.
fn text_of<'a>(bytes: Option<&'a [u8]>, path: &Path) -> Result<&'a str, String> {
    std::str::from_utf8(bytes.unwrap_or_default())
        .map_err(|_| format!("cannot read {}: it is not UTF-8", path.display()))
}
