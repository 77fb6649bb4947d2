//! What a relative path that leads nowhere was meant to be: as little of it as possible is changed.

use std::path::Path;

use crate::catalog::Files;
use crate::knowledge::relative_link;
use crate::words::nearest;

/// A path that exists, near one that does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NearPath {
    /// The path, written as the other one is.
    pub(crate) path: String,
    /// Whether it is evidently what was meant: the same path, misspelled or climbing once too often, inside the folder.
    pub(crate) is_evident: bool,
}

/// So many files of one name in other folders are named.
const MOST: usize = 3;

/// The nearest paths that exist: the same one with one `../` less or more, else with its names spelled as they are on
/// disk, else the files of that name in other folders (`bundled`). What is found first is all there is.
pub(crate) fn near_paths(files: &dyn Files, folder: &Path, path: &str, bundled: &[String]) -> Vec<NearPath> {
    let climbed = climbed(files, folder, path);
    if !climbed.is_empty() {
        return climbed;
    }
    if let Some(near) = spelled(files, folder, path) {
        return vec![near];
    }
    elsewhere(path, bundled)
}

/// One `../` less or more. What leads out of the folder then belongs to somebody else, and is nobody's slip.
fn climbed(files: &dyn Files, folder: &Path, path: &str) -> Vec<NearPath> {
    let bare = path.trim_start_matches("./");
    let less = bare.strip_prefix("../").map(str::to_owned);
    // A file beside the folder is not what somebody means who writes the name alone.
    let more = bare.contains('/').then(|| format!("../{bare}"));
    let exists = |path: &String| !path.is_empty() && files.kind(&relative_link::resolved(folder, path)).is_some();
    let found: Vec<String> = less.into_iter().chain(more).filter(exists).collect();
    let is_only = found.len() == 1;
    let near = |path: String| NearPath { is_evident: is_only && !relative_link::leaves(&path), path };
    found.into_iter().map(near).collect()
}

/// The path with the names that are misspelled in it as they stand on disk; two slips at most.
fn spelled(files: &dyn Files, folder: &Path, path: &str) -> Option<NearPath> {
    let mut place = folder.to_path_buf();
    let mut names: Vec<String> = Vec::new();
    let (mut slips, mut is_evident) = (0, !relative_link::leaves(path));
    let parts: Vec<&str> = path.split('/').collect();
    for (index, part) in parts.iter().enumerate() {
        names.push((*part).to_owned());
        match *part {
            "" | "." => continue,
            ".." => {
                place.pop();
                continue;
            }
            _ => {}
        }
        if files.kind(&place.join(part)).is_none() {
            let is_last = index + 1 == parts.len();
            let (name, distance) = misspelled(files, &place, part, is_last)?;
            slips += distance;
            is_evident = is_evident && is_slip(part, &name);
            names.pop();
            names.push(name);
        }
        place.push(names.last()?);
    }
    let new = names.join("/");
    (slips > 0 && slips <= 2 && new != path).then_some(NearPath { path: new, is_evident })
}

/// The one name in a folder that another is a near miss of.
fn misspelled(files: &dyn Files, folder: &Path, name: &str, is_last: bool) -> Option<(String, usize)> {
    // Numbers tell files apart: `part-1.md` is no misspelling of `part-2.md`.
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (_, ending) = stem_and_ending(name);
    let listed = files.list(folder);
    let fits = |it: &&str| digits(it) == digits(name) && stem_and_ending(it).1 == ending;
    let names = listed.iter().filter(|it| is_last || it.ends_with('/')).map(|it| it.trim_end_matches('/'));
    let most = if name.len() < 8 { 1 } else { 2 };
    let (found, distance) = nearest(name, names.filter(fits), most)?;
    (found != "SKILL.md").then(|| (found.to_owned(), distance))
}

fn stem_and_ending(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((name, ""))
}

/// Whether a name is evidently a misspelling: letters changed places, one is too many or missing in a long name, or it
/// is the same but for its separators. Another letter, or an ending of a file's name, may be another file.
fn is_slip(written: &str, meant: &str) -> bool {
    let plain = |text: &str| text.replace(['-', '_'], "");
    if plain(written) == plain(meant) {
        return true;
    }
    let ((one, ending), (other, _)) = (stem_and_ending(written), stem_and_ending(meant));
    let sorted = |text: &str| {
        let mut signs: Vec<char> = text.chars().collect();
        signs.sort_unstable();
        signs
    };
    let is_plural = one.strip_suffix('s') == Some(other) || other.strip_suffix('s') == Some(one);
    let changed_places = sorted(one) == sorted(other);
    let is_letter_off = one.len().abs_diff(other.len()) == 1 && strsim::osa_distance(one, other) == 1;
    let is_changed_letter = one.len() == other.len() && strsim::osa_distance(one, other) == 1 && ending.is_empty();
    changed_places
        || (one.len() >= 6 && is_letter_off && (!is_plural || ending.is_empty()))
        || (one.len() >= 8 && is_changed_letter)
}

/// The files of this name in other folders of the skill. A path that leads into another folder on purpose is not one
/// of them: what lies there has nothing to do with a file here that is called the same.
fn elsewhere(path: &str, bundled: &[String]) -> Vec<NearPath> {
    if relative_link::leaves(path) {
        return Vec::new();
    }
    let wanted = path.trim_start_matches("./");
    let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let is_it = |file: &&String| last(file) == last(wanted) && !last(wanted).is_empty() && *file != "SKILL.md";
    let found: Vec<&String> = bundled.iter().filter(is_it).take(MOST + 1).collect();
    if found.len() > MOST {
        return Vec::new();
    }
    let start = if path.starts_with("./") { "./" } else { "" };
    found.into_iter().map(|file| NearPath { path: format!("{start}{file}"), is_evident: false }).collect()
}
