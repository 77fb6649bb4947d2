//! `check`: findings for every skill, in ten formats, and their fixes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::json;

use crate::checks::{Diagnostic, FileEdit, Fix};
use crate::cli::adoption::{Forgotten, allow_all, forgotten, keep_changed, say_forgotten, write_baseline};
use crate::cli::arguments::{CheckArguments, Global};
use crate::cli::console::Console;
use crate::cli::fix::{Mended, mend, write};
use crate::cli::report::{
    FileReport, Findings, ReportFormat, concise, counted, github, gitlab, grouped, html, json, junit, sarif, snippet,
};
use crate::cli::session::{self, Ask, Session, User, placed};
use crate::cli::terminal::{Around, columns, plain_lines, table};
use crate::cli::{Answer, FINDINGS, FINE, WRONG};
use crate::config::Level;
use crate::disk::{self, READ_LIMIT};
use crate::document;
use crate::features::fixing::{Courage, LEAST, Refused};
use crate::mending::diff::unified;
use crate::text::{Span, Text, slashed};
use crate::workspace::Wanted;

/// How often fixes that rename or make files are followed by another look.
const MOVING_ROUNDS: usize = 5;

/// Runs `check`.
pub(crate) fn check(global: &Global, arguments: &CheckArguments, console: &Console) -> Answer {
    let host = match arguments.host.is_empty() {
        true => Vec::new(),
        false => session::named(global, &arguments.host)?,
    };
    let arguments = &CheckArguments { host, ..arguments.clone() };
    if arguments.watch {
        return watch(global, arguments, console);
    }
    match &arguments.stdin_filename {
        Some(path) => check_buffer(global, arguments, path, console),
        None => check_files(global, arguments, console),
    }
}

fn ask<'a>(global: &'a Global, arguments: &'a CheckArguments) -> Ask<'a> {
    Ask {
        global,
        sight: &arguments.sight,
        hosts: &arguments.host,
        wanted: Wanted::Check,
        select: &arguments.select,
        ignore: &arguments.ignore,
        paths: &arguments.paths,
        here: Some(if arguments.user { User::Asked } else { User::NotAsked }),
        baseline: arguments.adoption.choice(&started_in(global)),
        exclude: &arguments.exclude,
        include: &arguments.include,
        named: None,
        buffer: None,
        keeps_bytes: courage(arguments).is_some() || arguments.adoption.add_allow.is_some(),
    }
}

/// Where `--cwd` leads.
fn started_in(global: &Global) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    global.cwd.as_ref().map_or_else(|| here.clone(), |cwd| here.join(cwd))
}

fn courage(arguments: &CheckArguments) -> Option<Courage> {
    if arguments.fix_unsafe {
        Some(Courage::Preferred)
    } else if arguments.fix || arguments.diff {
        Some(Courage::Safe)
    } else {
        None
    }
}

fn check_files(global: &Global, arguments: &CheckArguments, console: &Console) -> Answer {
    let ask = ask(global, arguments);
    let open = || -> Result<Session, String> {
        let mut session = session::open(&ask)?;
        keep_changed(&mut session, arguments)?;
        Ok(session)
    };
    let mut session = open()?;
    if let Some(reason) = &arguments.adoption.add_allow {
        return allow(session, open, arguments, reason, console);
    }
    let (mut fixed, mut changed, mut unwritten) = (0, BTreeSet::new(), BTreeMap::new());
    let mut refused = BTreeMap::new();
    if let Some(courage) = courage(arguments) {
        // New names and new files bring new findings; texts alone settle in one go.
        for _ in 0..MOVING_ROUNDS {
            let mended = mend(&mut session, courage, least_shown(arguments));
            if arguments.diff {
                session.say_problems(console);
                say_refused(&session, &mended.refused, console);
                return Ok(show_diff(&session, &mended, "fix", console));
            }
            refused = mended.refused.clone();
            unwritten = write(&session.snapshot.environment.reach, &mended);
            if mended.files() == 0 {
                break;
            }
            fixed += mended
                .counts
                .iter()
                .filter(|(path, _)| !unwritten.contains_key(*path))
                .map(|(_, it)| it)
                .sum::<usize>();
            changed.extend(mended.paths().filter(|path| !unwritten.contains_key(path)));
            // What is on disk now is what counts, also where something could not be written.
            session = open()?;
            if mended.moves.is_empty() || !unwritten.is_empty() {
                break;
            }
        }
    }
    session.say_problems(console);
    for problem in unwritten.values() {
        console.error(problem);
    }
    if session.checked() + session.checked_agents() + session.checked_manifests() == 0 && session.is_incomplete {
        return Err("no skill could be read".to_owned().into());
    }
    say_refused(&session, &refused, console);
    if fixed > 0 {
        console.say(&format!("fixed {} in {}", counted(fixed, "finding"), counted(changed.len(), "file")));
    }
    if arguments.adoption.write_baseline {
        return write_baseline(&session, arguments, &findings(&session, arguments).0, console);
    }
    let code = report(&session, arguments, console)?;
    // What could not be written or read is an error that is not a finding, whatever else was found to be fine.
    let is_undone = !unwritten.is_empty() || (session.is_incomplete && code == FINE);
    // The process ends here: taking everything apart would only take time.
    std::mem::forget(session);
    Ok(if is_undone { WRONG } else { code })
}

/// Allows what is found, by comments in the files; then says what is left.
fn allow(
    session: Session,
    open: impl Fn() -> Result<Session, String>,
    arguments: &CheckArguments,
    reason: &str,
    console: &Console,
) -> Answer {
    session.say_problems(console);
    let mended = allow_all(&session, reason, least_shown(arguments), console);
    if arguments.diff {
        return Ok(show_diff(&session, &mended, "allow", console));
    }
    let unwritten = write(&session.snapshot.environment.reach, &mended);
    for problem in unwritten.values() {
        console.error(problem);
    }
    let written = mended.counts.iter().filter(|(path, _)| !unwritten.contains_key(*path));
    let (files, count) = written.fold((0, 0), |(files, all), (_, count)| (files + 1, all + count));
    if !arguments.output.quiet {
        console.say(&format!("allowed {} in {}", counted(count, "finding"), counted(files, "file")));
    }
    let code = report(&open()?, arguments, console)?;
    Ok(if unwritten.is_empty() { code } else { WRONG })
}

/// The findings of a text from standard input; with fixes, the text that they make of it.
fn check_buffer(global: &Global, arguments: &CheckArguments, path: &Path, console: &Console) -> Answer {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(READ_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot read standard input: {}", disk::words(&error)))?;
    if bytes.len() as u64 > READ_LIMIT {
        if courage(arguments).is_some() {
            // What is printed replaces the buffer: half of it would be worse than nothing.
            return Err(format!("standard input has more than {READ_LIMIT} bytes: too many to fix").into());
        }
        bytes.truncate(READ_LIMIT as usize);
    }
    let mut ask = ask(global, arguments);
    let setting = session::setting(&ask)?;
    let path = placed(path, std::env::current_dir().ok().as_deref(), &setting.environment.working_directory);
    ask.here = None;
    ask.buffer = Some((&path, &bytes));
    ask.keeps_bytes = true;
    let mut session = session::open(&ask)?;
    session.say_problems(console);
    let Some(courage) = courage(arguments) else { return report(&session, arguments, console) };
    let mut mended = mend(&mut session, courage, least_shown(arguments));
    // A buffer cannot be moved, and no other file was given.
    mended.moves.clear();
    mended.texts.retain(|changed, _| *changed == path);
    mended.refused.retain(|changed, _| *changed == path);
    say_refused(&session, &mended.refused, console);
    if arguments.diff {
        return Ok(show_diff(&session, &mended, "fix", console));
    }
    match mended.texts.get(&path) {
        Some((_, new)) => console.print_exactly(new),
        None => console.print_bytes(&bytes),
    }
    let (findings, _) = findings(&session, arguments);
    Ok(exit_code(&findings, arguments))
}

fn least_shown(arguments: &CheckArguments) -> Level {
    // Checks that were selected are heard, whatever their level.
    if arguments.hints || arguments.fail_on == Level::Hint || !arguments.select.is_empty() {
        Level::Hint
    } else {
        LEAST
    }
}

impl Session {
    /// The findings of the files that were asked for, by path.
    pub(crate) fn diagnostics(&self) -> Vec<(PathBuf, Vec<Diagnostic>)> {
        let mut found = match &self.asked {
            Some(paths) if self.are_named && paths.len() < 64 => {
                paths.iter().map(|path| (path.clone(), self.snapshot.diagnostics(path))).collect()
            }
            Some(_) => self.snapshot.all_diagnostics().into_iter().filter(|(path, _)| self.is_judged(path)).collect(),
            None => self.snapshot.all_diagnostics(),
        };
        if let Some(only) = &self.only {
            found.retain(|(path, found)| !found.is_empty() && only.has(path));
        }
        found
    }
}

/// What was found, and what the baseline remembers that was not.
fn findings(session: &Session, arguments: &CheckArguments) -> (Findings, Option<Forgotten>) {
    let least = least_shown(arguments);
    let (skills, agents, manifests) = (session.checked(), session.checked_agents(), session.checked_manifests());
    let mut found = session.diagnostics();
    if session.has_any_twins() {
        once(&mut found, session);
    }
    let mut known: BTreeMap<(&Path, &str), usize> = BTreeMap::new();
    for (path, diagnostic) in found.iter().flat_map(|(path, found)| found.iter().map(move |it| (path, it))) {
        *known.entry((path, diagnostic.check)).or_default() += usize::from(diagnostic.is_remembered);
    }
    let gone = forgotten(session, arguments, &known);
    let remembered = session.snapshot.config.baseline.as_ref().map(|_| known.values().sum());
    for (_, diagnostics) in &mut found {
        diagnostics.retain(|it| it.level >= least && (!it.is_remembered || arguments.hints));
    }
    found.retain(|(_, diagnostics)| !diagnostics.is_empty());
    // By path, as it mostly is already.
    found.sort_by(|left, right| left.0.cmp(&right.0));
    found.dedup_by(|left, right| left.0 == right.0);
    // How far into a file the findings of others point.
    let mut pointed: HashMap<PathBuf, usize> = HashMap::new();
    for related in found.iter().flat_map(|(_, diagnostics)| diagnostics).flat_map(|it| &it.related) {
        let last = pointed.entry(related.path.clone()).or_default();
        *last = related.span.end.max(*last);
    }
    let files = found
        .into_par_iter()
        .map(|(path, diagnostics)| {
            let last = last_offset(&diagnostics).max(pointed.get(&path).copied().unwrap_or_default());
            // The lines that are shown are enough of the text.
            let text = match session.head(&path).filter(|head| head.len() > last && !session.bytes.contains_key(&path))
            {
                Some(head) => Arc::from(head),
                None => text_of(session, &path).unwrap_or_else(|| Arc::from("")),
            };
            FileReport::new(path, text, diagnostics)
        })
        .collect();
    let is_incomplete = session.bound.is_some();
    let parts = session.parts.clone();
    let others = HashMap::new();
    let mut findings = Findings { skills, agents, manifests, files, is_incomplete, parts, others, remembered, more: 0 };
    let others = findings.missing().into_iter();
    findings.others = others.filter_map(|path| text_of(session, &path).map(|text| (path, Text::new(text)))).collect();
    (findings, gone)
}

/// Leaves of a file that has several paths what each of them adds: what is wrong in it is told once.
fn once(found: &mut [(PathBuf, Vec<Diagnostic>)], session: &Session) {
    // In a folder of another name the same place may be wrong for another reason, which its message says.
    let mut told: HashMap<&Path, HashSet<(&'static str, Span, String)>> = HashMap::new();
    let real = |path: &Path| session.real(path).filter(|real| session.has_twins(real));
    // The path without links comes first.
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|index| found.get(*index).is_some_and(|(path, _)| real(path).is_some_and(|it| it != path)));
    for index in order {
        let Some((path, diagnostics)) = found.get_mut(index) else { continue };
        let Some(real) = real(path) else { continue };
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let told = told.entry(real).or_default();
        let keys = |it: &Diagnostic| [&folder, &it.message].map(|more| (it.check, it.span, more.clone()));
        diagnostics.retain(|it| !keys(it).iter().any(|key| told.contains(key)));
        told.extend(diagnostics.iter().flat_map(keys));
    }
}

/// The last offset that findings and their fixes speak of.
fn last_offset(diagnostics: &[Diagnostic]) -> usize {
    let edits = diagnostics.iter().flat_map(|it| &it.fixes).flat_map(Fix::edits_here).map(|edit| edit.span.end);
    diagnostics.iter().map(|it| it.span.end).chain(edits).max().unwrap_or_default()
}

/// The text of a file, read again: while checking it was let go.
fn text_of(session: &Session, path: &Path) -> Option<Arc<str>> {
    match session.bytes.get(path) {
        Some(bytes) => Some(text(bytes)),
        None => {
            let reach = &session.snapshot.environment.reach;
            let read = match session.met_as(path) {
                Some(found) => disk::read_found(reach, found),
                None => disk::read_inside_reach(reach, path),
            };
            read.ok().map(|(bytes, _)| text(&bytes))
        }
    }
}

/// A text as spans count it: a byte that is not UTF-8 stands as `?`.
fn text(bytes: &[u8]) -> Arc<str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Arc::from(text),
        Err(_) => document::parse_bytes(bytes).text,
    }
}

/// So many findings are drawn one by one on a terminal.
const MOST_DRAWN: usize = 50;

fn report(session: &Session, arguments: &CheckArguments, console: &Console) -> Answer {
    let (mut findings, gone) = findings(session, arguments);
    let options = &arguments.output;
    // A wrong setting is told as a warning, and fails what a warning fails.
    let is_unset =
        session.wrong_settings() > 0 && arguments.fail_on <= Level::Warning && arguments.fail_on != Level::Off;
    let code = if is_unset { FINDINGS } else { exit_code(&findings, arguments) };
    let summary = summary(session, &findings);
    if options.output.is_some() {
        console.keep();
    }
    let is_long = || console.is_terminal() && findings.each().nth(MOST_DRAWN).is_some();
    let usual = || if is_long() { ReportFormat::Grouped } else { ReportFormat::Text };
    let format = options.format.unwrap_or_else(usual);
    if arguments.statistics {
        print_statistics(&findings, format, console);
    } else {
        if let Some(most) = options.max {
            findings.keep_loudest(most as usize);
        }
        print(session, &findings, format, &summary, arguments.fail_on, console);
    }
    let is_nothing = findings.checked() == 0 && findings.files.is_empty();
    if is_nothing && format == ReportFormat::Github {
        console.print_exactly(&github::notice(&nothing(session, arguments)));
    }
    if let (Some(text), Some(file)) = (console.take_kept(), &options.output) {
        let here = std::env::current_dir().ok();
        let file = placed(file, here.as_deref(), &session.snapshot.environment.working_directory);
        disk::write_named(&file, &text).map_err(|problem| problem.message)?;
    }
    if options.quiet {
        return Ok(code);
    }
    if is_nothing {
        // That it is left out is said already.
        if session.left_out.is_empty() {
            console.say(&nothing(session, arguments));
        }
    } else if format.is_for_people() || options.output.is_some() {
        if findings.more > 0 {
            console.say(&format!("and {} more, which --max leaves out", counted(findings.more, "finding")));
        }
        console.say(&summary);
    }
    // What was not checked is told in every format; one has it inside.
    let is_inside = format == ReportFormat::Json && options.output.is_none();
    if let Some(parts) = parts(&findings, &session.around).filter(|_| !is_inside) {
        console.say(&parts);
    }
    say_forgotten(session, gone, console);
    Ok(code)
}

fn print(
    session: &Session,
    findings: &Findings,
    format: ReportFormat,
    summary: &str,
    fail_on: Level,
    console: &Console,
) {
    let (around, base) = (&session.around, &session.snapshot.environment.working_directory);
    match format {
        ReportFormat::Text => {
            snippet::snippets(findings, around, console.colours(), |sheet| console.print(sheet));
        }
        ReportFormat::Concise => console.print(&concise::concise(findings, around, console.colours())),
        ReportFormat::Grouped => {
            let columns = if console.is_terminal() { columns() } else { usize::MAX };
            console.print(&grouped::grouped(findings, around, console.colours(), columns));
        }
        ReportFormat::Json => console.print_json(&json::json(findings)),
        ReportFormat::Jsonl => console.print_json_lines(json::lines(findings)),
        ReportFormat::Sarif => console.print_json(&sarif::sarif(findings, repository(session))),
        ReportFormat::Github => console.print_exactly(&github::github(findings, repository(session))),
        ReportFormat::Gitlab => console.print_json(&gitlab::gitlab(findings, repository(session))),
        ReportFormat::Junit => console.print_exactly(&junit::junit(findings, base, fail_on)),
        ReportFormat::Html => console.print_exactly(&html::html(findings, around, summary)),
    }
}

/// That there is nothing to check, and where it was looked for.
fn nothing(session: &Session, arguments: &CheckArguments) -> String {
    if !arguments.paths.is_empty() || arguments.stdin_filename.is_some() {
        return "no skills found".to_owned();
    }
    let environment = &session.snapshot.environment;
    let ignored = if environment.repository.is_some() { " that git does not ignore" } else { "" };
    let user = match arguments.user || environment.home.as_ref() == Some(&environment.working_directory) {
        true => " and in your home folder",
        false => "; `--user` looks into your home folder too",
    };
    let here = session.around.dotted(&environment.working_directory);
    format!(
        "no skills found: looked for SKILL.md in every folder below {here}{ignored}, in the agents' folders here{user}"
    )
}

/// What GitHub resolves paths against: the repository, or else the working directory.
fn repository(session: &Session) -> &Path {
    let environment = &session.snapshot.environment;
    environment.git_root.as_deref().unwrap_or(&environment.working_directory)
}

/// That files called like skills were not checked, and which.
fn parts(findings: &Findings, around: &Around) -> Option<String> {
    const NAMED: usize = 3;
    let mut named: Vec<String> = findings.parts.iter().take(NAMED).map(|path| around.path(path)).collect();
    let more = findings.parts.len().saturating_sub(NAMED);
    if more > 0 {
        named.push(format!("{more} more"));
    }
    let are = if findings.parts.len() == 1 { "is a part of another skill" } else { "are parts of other skills" };
    let files = counted(findings.parts.len(), "file");
    (!named.is_empty()).then(|| format!("{files} called SKILL.md {are}: {}", named.join(", ")))
}

/// What was found, in one line: of how much, for whom where nobody says, and what does not count.
fn summary(session: &Session, findings: &Findings) -> String {
    let changed = session.changed();
    let counts = changed.unwrap_or([findings.skills, findings.agents, findings.manifests]);
    let kinds = counts.into_iter().zip(["skill", "agent", "manifest"]);
    let word = |word: &str| if changed.is_some() { format!("changed {word}") } else { word.to_owned() };
    let there: Vec<String> =
        kinds.filter(|(count, _)| *count > 0).map(|(count, kind)| counted(count, &word(kind))).collect();
    let skills = match there.split_last() {
        None => counted(0, &word("skill")),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    };
    let them = if changed.is_some() { " in them" } else { "" };
    let wrong = match session.wrong_settings() {
        0 => String::new(),
        1 => "; 1 setting is wrong and does not count".to_owned(),
        several => format!("; {several} settings are wrong and do not count"),
    };
    let counts: Vec<String> =
        [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Information, "note"), (Level::Hint, "hint")]
            .into_iter()
            .map(|(level, word)| (findings.count(level), word))
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| counted(count, word))
            .collect();
    let remembered = findings.remembered.filter(|count| *count > 0).map(|count| counted(count, "finding"));
    if counts.is_empty() {
        // Other agents may find more: whoever reads "nothing" has to know who has looked.
        let who = session.only_reader().map(|reader| format!(" for {reader}")).unwrap_or_default();
        let found = match remembered {
            Some(remembered) => format!("nothing new found; the baseline remembers {remembered}{them}"),
            None => "nothing found".to_owned(),
        };
        return format!("{skills} checked{who}, {found}{wrong}");
    }
    let fixable = findings.each().filter(|(_, diagnostic)| diagnostic.safe_fix().is_some()).count();
    let fixable = if fixable > 0 { format!("; {fixable} fixable with --fix") } else { String::new() };
    let remembered = remembered.map(|it| format!("; the baseline remembers {it}{them}")).unwrap_or_default();
    format!("{} in {skills}{fixable}{remembered}{wrong}", counts.join(", "))
}

fn exit_code(findings: &Findings, arguments: &CheckArguments) -> u8 {
    let fails = |level: Level| arguments.fail_on != Level::Off && level >= arguments.fail_on;
    if findings.each().any(|(_, it)| fails(it.level) && !it.is_remembered) { FINDINGS } else { FINE }
}

fn print_statistics(findings: &Findings, format: ReportFormat, console: &Console) {
    let mut counts: BTreeMap<(&str, Level), (usize, usize)> = BTreeMap::new();
    for (_, diagnostic) in findings.each() {
        let entry = counts.entry((diagnostic.check, diagnostic.level)).or_default();
        entry.0 += 1;
        entry.1 += usize::from(diagnostic.safe_fix().is_some());
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by(|left, right| right.1.0.cmp(&left.1.0).then(left.0.0.cmp(right.0.0)));
    if !format.is_for_people() {
        let rows: Vec<_> = rows
            .into_iter()
            .map(|((check, level), (count, fixable))| {
                json!({"check": check, "level": level.word(), "count": count, "fixable": fixable})
            })
            .collect();
        return console.print_json(&rows);
    }
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|((check, level), (count, fixable))| {
            let note = if fixable > 0 { format!("{fixable} fixable") } else { String::new() };
            vec![format!("{count:>6}"), level.word().to_owned(), check.to_owned(), note]
        })
        .collect();
    console.print(&table(&rows));
}

/// A path as it is shown in a difference.
fn shown_name(session: &Session, path: &Path) -> String {
    let base = &session.snapshot.environment.working_directory;
    slashed(path.strip_prefix(base).unwrap_or(path))
}

/// Says which fixes were left alone, and why.
fn say_refused(session: &Session, refused: &BTreeMap<PathBuf, Vec<Refused>>, console: &Console) {
    for (path, fixes) in refused {
        for Refused { check, title, why } in fixes.iter().collect::<BTreeSet<_>>() {
            let name = shown_name(session, path);
            console.say(&plain_lines(&format!("not fixed: {name}: {check}: `{title}`: {why}")));
        }
    }
}

/// Prints what the fixes would change. Writes nothing.
fn show_diff(session: &Session, mended: &Mended, verb: &str, console: &Console) -> u8 {
    let name = |path: &Path| shown_name(session, path);
    for (path, (old, new)) in &mended.texts {
        console.print_exactly(&unified(old, new, &name(path), &name(path)));
    }
    for edit in &mended.moves {
        match edit {
            FileEdit::Here(_) => {}
            FileEdit::Create { path, text } => {
                console.print_exactly(&unified("", text, "/dev/null", &name(path)));
            }
            FileEdit::Rename { from, to } => {
                console.print(&plain_lines(&format!("rename from {}\nrename to {}\n", name(from), name(to))));
            }
        }
    }
    if mended.files() == 0 {
        console.say(&format!("nothing to {verb}"));
        return FINE;
    }
    console.say(&format!("would {verb} {} in {}", counted(mended.count(), "finding"), counted(mended.files(), "file")));
    FINDINGS
}

/// Checks again whenever something changes.
fn watch(global: &Global, arguments: &CheckArguments, console: &Console) -> Answer {
    let (sender, changes) = std::sync::mpsc::channel();
    let mut watch = disk::watch(move |paths| drop(sender.send(paths))).map_err(|problem| problem.message)?;
    let mut watched: Option<Vec<PathBuf>> = None;
    // Changes that come together are looked at together.
    let wait = || changes.recv().map(|_| changes.try_iter().for_each(drop)).is_ok();
    loop {
        let ask = ask(global, arguments);
        let session = session::open(&ask).and_then(|mut session| {
            keep_changed(&mut session, arguments)?;
            Ok(session)
        });
        let session = match session {
            Ok(session) => session,
            Err(message) if watched.is_none() => return Err(message.into()),
            // A path that has gone may come back.
            Err(message) => {
                console.clear();
                console.error(&message);
                if wait() {
                    continue;
                }
                return Ok(FINE);
            }
        };
        let folders = watched_folders(&session, arguments);
        let problems = watch.also(&folders);
        if watched.as_ref() != Some(&folders) {
            // What changed in a folder between its being read and its being watched is read again.
            watched = Some(folders);
            continue;
        }
        console.clear();
        session.say_problems(console);
        if let Err(unfound) = report(&session, arguments, console) {
            console.error(&String::from(unfound));
        }
        for problem in problems {
            console.warning(&problem.message);
        }
        console.say("watching for changes; Ctrl-C ends");
        if !wait() {
            return Ok(FINE);
        }
    }
}

/// The folders and files whose changes may bring other findings.
fn watched_folders(session: &Session, arguments: &CheckArguments) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = session.places(&session.hosts()).into_iter().map(|(path, _)| path).collect();
    let here = &session.snapshot.environment.working_directory;
    let current = std::env::current_dir().ok();
    folders.extend(arguments.paths.iter().map(|path| placed(path, current.as_deref(), here)));
    // A collection, a plugin: where skills lie, more may come.
    for path in session.asked.iter().flatten() {
        let skill = path.parent().unwrap_or(path);
        let beside = skill.parent().filter(|folder| folder.starts_with(here) && folder != here);
        folders.push(beside.unwrap_or(skill).to_owned());
    }
    folders.extend(session.snapshot.config.file.clone());
    // Settings may come to be where there are none yet.
    folders.extend(["skill-lsp.toml", ".skill-lsp.toml"].map(|name| here.join(name)));
    folders.extend(session.snapshot.config.baseline.iter().map(|baseline| baseline.file.clone()));
    folders.sort_unstable();
    folders.dedup();
    folders
}
