//! What a repository that was not written for us asks of `check`: what is known already, what has changed, what is allowed.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::catalog::{FileKind, path_order};
use crate::cli::arguments::CheckArguments;
use crate::cli::console::Console;
use crate::cli::fix::{Mended, mendable, whole_text};
use crate::cli::report::{Findings, counted};
use crate::cli::session::{Session, placed};
use crate::cli::{Answer, FINE};
use crate::config::{Baseline, BaselineChoice, Level, baseline_text, place_text};
use crate::disk::{self, Changed, Changes};
use crate::document;
use crate::features::actions::allowing::{allowed, wrong_reason};
use crate::project;
use crate::words::grouped;

/// What decides which findings count.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AdoptionArguments {
    /// Findings that this file remembers are not told; `none` for no such file [default: the nearest
    /// skill-lsp-baseline.json]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// Remember all findings in the baseline: from now on only what is new is told
    #[arg(long, conflicts_with_all = ["fix", "fix_unsafe", "diff", "watch", "stdin_filename", "changed", "staged"])]
    pub(crate) write_baseline: bool,
    /// Only findings in files that changed since the last commit; with REF, since what is checked out left that branch
    #[arg(long, value_name = "REF", num_args = 0..=1)]
    pub(crate) changed: Option<Option<String>>,
    /// Only findings in files that are staged, as the next commit would hold them
    #[arg(long, conflicts_with = "changed")]
    pub(crate) staged: bool,
    /// Allow what is found, with this reason, by comments in the files; with --diff, show them and write nothing
    #[arg(long, value_name = "REASON", value_parser = reason, conflicts_with_all = ["fix", "fix_unsafe", "watch", "stdin_filename"])]
    pub(crate) add_allow: Option<String>,
}

fn reason(text: &str) -> Result<String, String> {
    wrong_reason(text).map_or_else(|| Ok(text.to_owned()), |why| Err(why.to_owned()))
}

impl AdoptionArguments {
    /// The baseline that counts while findings are looked for.
    pub(crate) fn choice(&self, working_directory: &Path) -> BaselineChoice {
        match self.file(working_directory) {
            _ if self.write_baseline => BaselineChoice::Nothing,
            Some(_) if self.baseline.as_deref() == Some(Path::new("none")) => BaselineChoice::Nothing,
            Some(file) => BaselineChoice::File(file),
            None => BaselineChoice::Usual,
        }
    }

    fn file(&self, working_directory: &Path) -> Option<PathBuf> {
        let here = std::env::current_dir().ok();
        self.baseline.as_ref().map(|path| placed(path, here.as_deref(), working_directory))
    }
}

/// The files that changed, each in the repository that it belongs to.
#[derive(Debug, Default)]
pub(crate) struct OnlyChanged {
    by_root: HashMap<PathBuf, Changes>,
}

impl OnlyChanged {
    /// Whether findings in a file are wanted: it changed, or what its skill consists of is not all there any more.
    pub(crate) fn has(&self, path: &Path) -> bool {
        // The innermost repository is the one that it belongs to.
        let Some(changes) = path.ancestors().find_map(|folder| self.by_root.get(folder)) else { return false };
        let is_skill = path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
        let lost = |folder: &Path| changes.gone.iter().any(|gone| gone.starts_with(folder));
        changes.has(path) || is_skill && path.parent().is_some_and(lost)
    }
}

/// Leaves of what is asked for what has changed, where that is said. Of what is staged, the text that is counts.
pub(crate) fn keep_changed(session: &mut Session, arguments: &CheckArguments) -> Result<(), String> {
    let AdoptionArguments { changed, staged, .. } = &arguments.adoption;
    let since = match changed {
        Some(Some(name)) => Changed::Since(name),
        Some(None) => Changed::SinceHead,
        None if *staged => Changed::Staged,
        None => return Ok(()),
    };
    let environment = &session.snapshot.environment;
    let own = environment.repository.clone();
    let named = session.asked.iter().flatten().filter(|_| session.are_named);
    let elsewhere = named.filter(|path| own.as_ref().is_none_or(|own| !path.starts_with(own)));
    let mut roots: Vec<PathBuf> = elsewhere.filter_map(|path| disk::repository_of(path)).collect();
    roots.extend(own);
    roots.sort_unstable();
    roots.dedup();
    if roots.is_empty() {
        return Err("there is no git repository here that could say what has changed".to_owned());
    }
    let mut only = OnlyChanged::default();
    for root in roots {
        let changes = disk::changes(&root, since).map_err(|error| match since {
            Changed::Since(name) if disk::files().kind(Path::new(name)).is_some() => {
                format!("{error}; a path stands before --changed, or behind `--`")
            }
            _ => error,
        })?;
        only.by_root.insert(root, changes);
    }
    let staged: Vec<(PathBuf, Vec<u8>)> = only.by_root.values().flat_map(|it| it.staged.iter().cloned()).collect();
    let staged = staged.into_iter().filter(|(path, _)| session.is_known(path)).collect::<Vec<_>>();
    for (path, bytes) in &staged {
        session.replace(path, bytes);
    }
    if !staged.is_empty() {
        session.refresh();
    }
    session.only = Some(only);
    Ok(())
}

/// What of a baseline is not as it is written there.
pub(crate) struct Forgotten {
    /// How many findings nobody finds any more.
    gone: usize,
    /// How many are found in files that were moved.
    moved: usize,
    /// How many there are.
    all: usize,
}

/// What the baseline remembers and is not found, or elsewhere.
pub(crate) fn forgotten(
    session: &Session,
    arguments: &CheckArguments,
    found: &BTreeMap<(&Path, &str), usize>,
) -> Option<Forgotten> {
    let baseline = session.snapshot.config.baseline.as_deref()?;
    // Seen by others, or in part, there may be less to find.
    let is_other = !arguments.host.is_empty() || session.only.is_some() || session.bound.is_some();
    if is_other || session.is_incomplete || arguments.stdin_filename.is_some() {
        return None;
    }
    let mut remembered: BTreeMap<(&Path, &str), usize> = BTreeMap::new();
    for (path, it) in baseline.all().filter(|(path, it)| is_in_question(session, arguments, path, &it.check)) {
        *remembered.entry((path, &it.check)).or_default() += it.count;
    }
    let is_there = |path: &Path| disk::files().kind(path).is_some();
    let mut moved: BTreeMap<(&Path, &str), usize> = BTreeMap::new();
    for ((path, check), count) in found.iter().filter(|(_, count)| **count > 0) {
        if let Some(old) = baseline.moved_from(path, is_there) {
            *moved.entry((old, check)).or_default() += count;
        }
    }
    // Of one cause there may be fewer altogether, and not in each file.
    let mut by_cause: BTreeMap<&str, usize> = BTreeMap::new();
    for ((_, check), count) in found.iter().filter(|((_, check), _)| baseline.has_cause(check, is_there)) {
        *by_cause.entry(check).or_default() += count;
    }
    let mut gone = 0;
    for (key @ (_, check), count) in &remembered {
        let left = match by_cause.get_mut(check) {
            Some(left) => left,
            None => &mut (found.get(key).copied().unwrap_or(0) + moved.get(key).copied().unwrap_or(0)),
        };
        let is_left = (*left).min(*count);
        *left -= is_left;
        gone += count - is_left;
    }
    Some(Forgotten { gone, moved: moved.values().sum(), all: baseline.count() })
}

/// Whether this look could have found something of a check in a file.
fn is_in_question(session: &Session, arguments: &CheckArguments, path: &Path, check: &str) -> bool {
    let is = |ids: &[String]| ids.iter().any(|id| id == check);
    let is_wanted = (arguments.select.is_empty() || is(&arguments.select)) && !is(&arguments.ignore);
    let is_missing = || {
        let here = &session.snapshot.environment.working_directory;
        !session.are_named && path.starts_with(here) && disk::files().kind(path).is_none()
    };
    is_wanted
        && (session.asked.as_ref().is_some_and(|asked| asked.binary_search_by(|it| path_order(it, path)).is_ok())
            || is_missing())
}

/// Says what of the baseline is gone, or lies elsewhere now.
pub(crate) fn say_forgotten(session: &Session, forgotten: Option<Forgotten>, console: &Console) {
    let Some(baseline) = session.snapshot.config.baseline.as_deref() else { return };
    let file = session.around.path(&baseline.file);
    let Some(Forgotten { gone, moved, all }) = forgotten else { return };
    match (gone, all) {
        (_, 0) => console.say(&format!("the baseline is empty: {file} can be deleted")),
        _ if gone == all => {
            console.say(&format!("nothing that the baseline remembers is left: {file} can be deleted"));
        }
        _ if gone > 0 => {
            let are = if gone == 1 { "is" } else { "are" };
            let findings = counted(gone, "finding");
            console.say(&format!(
                "{findings} of the baseline {are} gone; `skill-lsp check --write-baseline` forgets them"
            ));
        }
        _ => {}
    }
    if moved > 0 {
        let findings = counted(moved, "finding");
        let (are, they, lie) = if moved == 1 { ("is", "it", "lies") } else { ("are", "they", "lie") };
        console.say(&format!(
            "{findings} of the baseline {are} in files that were moved; `skill-lsp check --write-baseline` notes where {they} {lie} now"
        ));
    }
}

/// Writes all findings into the baseline; of what this look was not about, the baseline stays as it is.
pub(crate) fn write_baseline(
    session: &Session,
    arguments: &CheckArguments,
    findings: &Findings,
    console: &Console,
) -> Answer {
    let environment = &session.snapshot.environment;
    let file = arguments.adoption.file(&environment.working_directory);
    let file = file.unwrap_or_else(|| project::baseline::place(&session.snapshot.config, environment));
    let is_whole = !session.are_named && arguments.select.is_empty() && arguments.ignore.is_empty();
    let old = match disk::files().kind(&file) {
        Some(FileKind::File) => {
            let text = disk::read_text(&file).map_err(|error| disk::words(&error));
            match text.and_then(|text| Baseline::read(&file, &text)) {
                Ok(old) => old,
                // What is damaged, by a merge perhaps, is made anew, where that loses nothing.
                Err(_) if is_whole => Baseline::default(),
                Err(error) => return Err(format!("cannot read {}: {error}", file.display()).into()),
            }
        }
        _ => Baseline::default(),
    };
    let new: Vec<(&Path, &str, String, usize)> = findings
        .each()
        .map(|(file, it)| (&*file.path, it.check, place_text(it.span.of(file.text.as_str())), 1))
        .collect();
    let told: HashSet<(&Path, &str)> = new.iter().map(|(path, check, ..)| (*path, *check)).collect();
    let is_kept =
        |path: &Path, check: &str| !told.contains(&(path, check)) && !is_in_question(session, arguments, path, check);
    let kept = old.all().filter(|(path, it)| is_kept(path, &it.check));
    let kept: Vec<(&Path, &str, String, usize)> =
        kept.map(|(path, it)| (path, it.check.as_str(), it.text.clone(), it.count)).collect();
    let count = new.len() + kept.iter().map(|(.., count)| count).sum::<usize>();
    let shown = session.around.path(&file);
    if count == 0 && old.file.as_os_str().is_empty() {
        console.say("nothing was found: there is nothing to remember");
        return Ok(FINE);
    }
    project::baseline::write(&file, &baseline_text(&file, new.into_iter().chain(kept)))?;
    console.say(&match count {
        0 => format!("the baseline is empty: {shown} can be deleted"),
        1 => format!("1 finding is remembered in {shown}: from now on only what is new is told"),
        count => format!("{} findings are remembered in {shown}: from now on only what is new is told", grouped(count)),
    });
    Ok(FINE)
}

/// Allows in memory what is found in the files that may be changed.
pub(crate) fn allow_all(session: &Session, reason: &str, least: Level, console: &Console) -> Mended {
    let mut mended = Mended::default();
    let mut seen = HashSet::new();
    for (path, found) in mendable(session) {
        let found: Vec<_> = found.into_iter().filter(|it| it.level >= least && !it.is_remembered).collect();
        let real = session.real(&path).map_or_else(|| path.clone(), Path::to_owned);
        if found.is_empty() || !seen.insert(real) {
            continue;
        }
        let shown = session.around.path(&path);
        let text = whole_text(session, &path).filter(|_| !session.snapshot.is_manifest(&path));
        let text = text.filter(|_| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md")));
        let Some(text) = text else {
            console.say(&format!(
                "not allowed: {shown}: no comment can stand there; `[[overrides]]` of the settings can say it"
            ));
            continue;
        };
        let examine = |text: &str| session.snapshot.diagnostics_if(&path, &document::parse(text));
        let all = session.snapshot.diagnostics(&path);
        let allowed = allowed(&text, &all, reason, least, &examine);
        for check in &allowed.refused {
            console.say(&format!("not allowed: {shown}: {check}: no comment can stand there that helps"));
        }
        if let Some(new) = allowed.text {
            mended.counts.insert(path.clone(), allowed.count);
            mended.texts.insert(path, (text, new.into()));
        }
    }
    mended
}
