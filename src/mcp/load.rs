//! `skills_load`: the text of a skill and what belongs to it, or one of its files.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::catalog::FoundKind;
use crate::disk;
use crate::features::list::{BundledFile, bundled};
use crate::features::offer::Offer;
use crate::features::profile::word;
use crate::features::show::document_of;
use crate::features::skill_file;
use crate::loading::{self, LoadRequest, Subject};
use crate::mcp::shelf::Shelf;

/// A longer text is cut, in bytes: no model reads on.
const LONGEST: usize = 256 * 1024;
/// So many files are named in the text.
const MOST_FILES: usize = 100;

/// What is to be loaded.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Which skill, as the client says it.
    pub(crate) skill: String,
    /// What it is to work on.
    pub(crate) arguments: Option<String>,
    /// One of its files instead.
    pub(crate) file: Option<String>,
    /// The id of the session.
    pub(crate) session: Arc<str>,
}

/// A skill that was loaded.
pub(crate) struct Loaded {
    /// What a model reads: the instructions or the file, and then what belongs to them.
    pub(crate) texts: Vec<String>,
    /// The same facts for a program.
    pub(crate) facts: Facts,
}

/// What is known of a loaded skill.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    host: String,
    id: String,
    name: String,
    source: String,
    permission: &'static str,
    path: String,
    base_directory: String,
    allowed_tools: Vec<String>,
    files: Vec<BundledFile>,
}

impl Wanted {
    /// The arguments of a call. An error says what is wrong with them.
    pub(crate) fn new(arguments: &Map<String, Value>, session: &Arc<str>) -> Result<Wanted, String> {
        // Models that know another Skill tool call it by these names.
        let skill = ["skill", "name", "id"].into_iter().find(|key| arguments.contains_key(*key)).unwrap_or("skill");
        let Some(skill) = text(arguments, skill)? else {
            return Err("`skill` is missing: name the skill that is to be loaded".to_owned());
        };
        let (file, session) = (text(arguments, "file")?, session.clone());
        Ok(Wanted { skill, arguments: text(arguments, "arguments")?, file, session })
    }
}

/// A text among the arguments of a call; `null` is none.
pub(crate) fn text(arguments: &Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match arguments.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => {
            let kind = match other {
                Value::Bool(_) => "a boolean",
                Value::Number(_) => "a number",
                Value::Array(_) => "a list",
                _ => "an object",
            };
            Err(format!("`{key}` must be a text, but is {kind}"))
        }
    }
}

/// Loads a skill that may be loaded.
pub(crate) fn load(shelf: &Shelf, offer: &Offer<'_>, wanted: &Wanted) -> Result<Loaded, String> {
    skill_file::inside(offer.skill)?;
    let view = shelf.view()?;
    let host = &view.host;
    let path = &offer.skill.path;
    let folder = path.parent().unwrap_or(path);
    let files = bundled(&*shelf.snapshot.files, offer.skill);
    let allowed_tools: Vec<String> = offer.candidate.reading.allowed_tools.iter().map(ToString::to_string).collect();
    let facts = Facts {
        host: host.id.clone(),
        id: offer.id().to_owned(),
        name: offer.name().to_owned(),
        source: view.place(offer.candidate).map(|place| place.source.clone()).unwrap_or_default(),
        permission: offer.permission.permission.word(),
        path: path.display().to_string(),
        base_directory: folder.display().to_string(),
        allowed_tools,
        files,
    };
    let texts = match &wanted.file {
        Some(file) => vec![file_text(offer, folder, file)?],
        None => vec![instructions(shelf, offer, wanted)?, facts.text()],
    };
    Ok(Loaded { texts, facts })
}

/// The text that the model of the host receives.
fn instructions(shelf: &Shelf, offer: &Offer<'_>, wanted: &Wanted) -> Result<String, String> {
    let (path, view, files) = (&offer.skill.path, shelf.view()?, &*shelf.snapshot.files);
    let document = document_of(files, offer.skill)?;
    let subject = Subject { view, candidate: offer.candidate, skill: offer.skill, document: &document, files };
    let request =
        LoadRequest { arguments: wanted.arguments.clone(), session_id: Some(wanted.session.to_string()), typed: false };
    let loaded = loading::load(&subject, &request)
        .map_err(|error| format!("{} does not load `{}`: {}", view.host.name, offer.id(), error.words()))?;
    Ok(cut(loaded.text, path))
}

/// One file of a skill.
fn file_text(offer: &Offer<'_>, folder: &Path, file: &str) -> Result<String, String> {
    if offer.skill.kind != FoundKind::Skill {
        return Err(format!("`{}` is a single file and has no folder", offer.id()));
    }
    let cannot_read = |words: &str| format!("cannot read `{file}` of `{}`: {words}", offer.id());
    let bytes = disk::read_inside(folder, file).map_err(|refusal| cannot_read(&refusal.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| cannot_read("it is not text"))?;
    Ok(cut(text, &folder.join(file)))
}

/// A text that is not too long for a model, and says so when it is not whole.
fn cut(mut text: String, path: &Path) -> String {
    if text.len() > LONGEST {
        let whole = text.len();
        let end = (0..=LONGEST).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        text.truncate(end);
        text.push_str(&format!("\n\n[Cut after {LONGEST} of {whole} bytes. The rest is in {}]\n", path.display()));
    }
    text
}

impl Facts {
    /// The facts for reading.
    fn text(&self) -> String {
        let mut text = format!("Skill: {}\nBase directory: {}\n", self.id, self.base_directory);
        if !self.source.is_empty() {
            text.push_str(&format!("Source: {}\n", self.source));
        }
        text.push_str(&format!("Permission: {}\n", self.permission));
        if !self.allowed_tools.is_empty() {
            text.push_str(&format!("Allowed tools: {}\n", self.allowed_tools.join(", ")));
        }
        if !self.files.is_empty() {
            text.push_str("Files:\n");
        }
        for file in self.files.iter().take(MOST_FILES) {
            text.push_str(&format!("- {} ({})\n", file.name, word(file.kind)));
        }
        if self.files.len() > MOST_FILES {
            text.push_str(&format!("- and {} more\n", self.files.len() - MOST_FILES));
        }
        text
    }
}
