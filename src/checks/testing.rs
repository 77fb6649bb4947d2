//! Fixtures for the tests of checks: texts in, drawn findings out.
//!
//! ```text
//! //# hosts = claude-code, codex
//! //# line-ends = crlf
//! //- /home/.claude/skills/pdf/SKILL.md
//! ---
//! name: pdfs
//!       ^^^^ name-folder-mismatch (warning): `name` is `pdfs`, but the folder is `pdf`
//!            = Claude Code uses the folder
//! ---
//! ```
//!
//! The indentation of the first line is taken from every line. A line of carets belongs to the line above it; the
//! level in parentheses and the consequence after `=` are compared only when they are drawn. A finding without
//! width is drawn as one caret; of one that goes on over several lines, the part on its first line is drawn. A
//! caret at the end of the line before it means its line break.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{self, FileKind, Files, FoundKind, NearMiss, OwnPackages, SkillRoot, manifest};
use crate::checks::catalog_testing;
use crate::checks::registry::{CHECKS, found_by};
use crate::checks::{
    AgentContext, Check, Diagnostic, DocumentContext, FileEdit, Fix, Judge, ManifestContext, PlaceContext, Report, Run,
    Shared, diagnostics_of_document, finish,
};
use crate::config::{Config, Level, Overlay};
use crate::document::{self, Document};
use crate::hosts::Host;
use crate::settings::Format;
use crate::text::{Edit, Encoding, Text, apply};

/// A set of files, with what is expected in them.
pub(crate) struct Fixture {
    /// The files, in order.
    pub(crate) files: Vec<FixtureFile>,
    /// The hosts of `//# hosts = …`.
    pub(crate) hosts: Option<Vec<String>>,
    /// All the other `//# key = value` lines.
    pub(crate) settings: BTreeMap<String, String>,
}

/// One file of a fixture.
pub(crate) struct FixtureFile {
    /// Its path.
    pub(crate) path: PathBuf,
    /// Its text, without the drawings.
    pub(crate) text: String,
    /// What is drawn in it.
    pub(crate) drawn: Vec<Drawn>,
}

/// A drawn finding.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Drawn {
    line: usize,
    column: usize,
    width: usize,
    check: String,
    message: String,
    level: Option<String>,
    consequence: Option<String>,
}

/// Asserts that `check` finds what is drawn, and nothing else.
pub(crate) fn check(check: &Check, fixture: &str) {
    let fixture = Fixture::parse(fixture);
    let found = fixture.findings(check);
    for file in &fixture.files {
        let expected: Vec<&Drawn> = file.drawn.iter().filter(|drawn| drawn.check == check.id).collect();
        assert_eq!(expected.len(), file.drawn.len(), "the fixture draws findings of another check than {}", check.id);
        let nothing = Vec::new();
        let found = found.get(&file.path).unwrap_or(&nothing);
        let expected: Vec<String> = expected.into_iter().map(Drawn::show).collect();
        let actual: Vec<String> = found
            .iter()
            .enumerate()
            .map(|(index, diagnostic)| {
                let like = file.drawn.get(index);
                draw(&file.text, diagnostic, like).show()
            })
            .collect();
        assert_eq!(actual.join("\n"), expected.join("\n"), "\nleft: found, right: drawn, in {}", file.path.display());
    }
}

/// Asserts that `check` finds nothing.
pub(crate) fn silent(check: &Check, fixture: &str) {
    let fixture = Fixture::parse(fixture);
    assert!(fixture.files.iter().all(|file| file.drawn.is_empty()), "nothing is to be drawn here");
    for (path, found) in fixture.findings(check) {
        assert!(found.is_empty(), "{}: {found:#?}", path.display());
    }
}

/// Asserts that the first fix of each finding in the first file makes `after` of it, and that `check` has nothing
/// left to fix there.
pub(crate) fn check_fix(check: &Check, before: &str, after: &str) {
    let mut fixture = Fixture::parse(before);
    let after = Fixture::parse(after);
    let found = fixture.findings(check);
    let file = &mut fixture.files[0];
    let fixes: Vec<Fix> = found
        .get(&file.path)
        .into_iter()
        .flatten()
        .filter_map(|diagnostic| diagnostic.fixes.first().cloned())
        .collect();
    assert!(!fixes.is_empty(), "there is no fix: {found:#?}");
    let (path, text) = apply_fixes(file, &fixes);
    let expected = &after.files[0];
    // Line ends are part of what is compared.
    let expected_text = match fixture.settings.get("line-ends").map(String::as_str) {
        Some("crlf") => expected.text.replace("\r\n", "\n").replace('\n', "\r\n"),
        _ => expected.text.clone(),
    };
    assert_eq!(text, expected_text, "\nleft: fixed, right: expected");
    if expected.path != Path::new(UNNAMED) {
        assert_eq!(path, expected.path);
    }
    let file = &mut fixture.files[0];
    file.path = path;
    file.text = text;
    for (path, found) in fixture.findings(check) {
        let left: Vec<&Diagnostic> = found.iter().filter(|diagnostic| !diagnostic.fixes.is_empty()).collect();
        assert!(left.is_empty(), "still found after the fix in {}: {left:#?}", path.display());
    }
}

/// The messages of `check` on one file, consequences after ` = `, for what a fixture cannot hold (bytes that are not
/// text).
pub(crate) fn messages(check: &Check, path: &str, bytes: &[u8]) -> Vec<String> {
    let files = MemoryFiles::default();
    let found = document_findings(check, Path::new(path), &document::parse_bytes(bytes), None, &files);
    let words = |it: Diagnostic| it.consequence.map_or(it.message.clone(), |told| format!("{} = {told}", it.message));
    found.into_iter().map(words).collect()
}

/// How loud what `check` finds in the first file of a fixture is.
pub(crate) fn levels(check: &Check, fixture: &str) -> Vec<Level> {
    let fixture = Fixture::parse(fixture);
    let found = fixture.found(check);
    found.get(&fixture.files[0].path).into_iter().flatten().map(|diagnostic| diagnostic.level).collect()
}

/// What all document checks say about the first file of a fixture once levels and suppressions are applied, as
/// `check: message`.
pub(crate) fn finished(fixture: &str) -> Vec<String> {
    let fixture = Fixture::parse(fixture);
    let memory = fixture.memory();
    let file = &fixture.files[0];
    let document = document::parse(&file.text);
    let raw = with_context(&file.path, &document, fixture.hosts.as_deref(), &memory, diagnostics_of_document);
    finish(&file.path, &document.allows, &config(), raw)
        .into_iter()
        .map(|diagnostic| format!("{}: {}", diagnostic.check, diagnostic.message))
        .collect()
}

/// Everything that is found in one file of a fixture, as an editor shows it.
pub(crate) fn finished_in(fixture: &Fixture, path: &Path, document: &Document) -> Vec<Diagnostic> {
    let memory = fixture.memory();
    let mut raw = with_context(path, document, fixture.hosts.as_deref(), &memory, diagnostics_of_document);
    for check in CHECKS.iter().filter(|check| matches!(check.run, Run::Catalog(_))) {
        raw.extend(catalog_testing::findings(fixture, check).remove(path).into_iter().flatten());
    }
    finish(path, &document.allows, &config(), raw)
}

/// The path of a text without a header.
const UNNAMED: &str = "/home/.claude/skills/unnamed/SKILL.md";

impl Fixture {
    /// Reads a fixture.
    pub(crate) fn parse(text: &str) -> Fixture {
        let text = dedent(text);
        let mut fixture = Fixture { files: Vec::new(), hosts: None, settings: BTreeMap::new() };
        for line in text.split_inclusive('\n') {
            if let Some(setting) = line.strip_prefix("//# ") {
                let (key, value) = setting.split_once('=').expect("`//# key = value`");
                let value = value.trim().to_owned();
                match key.trim() {
                    "hosts" => fixture.hosts = Some(value.split(',').map(|host| host.trim().to_owned()).collect()),
                    key => drop(fixture.settings.insert(key.to_owned(), value)),
                }
            } else if let Some(path) = line.strip_prefix("//- ") {
                fixture.files.push(FixtureFile::new(path.trim()));
            } else {
                if fixture.files.is_empty() {
                    fixture.files.push(FixtureFile::new(UNNAMED));
                }
                if let Some(file) = fixture.files.last_mut() {
                    file.take(line);
                }
            }
        }
        if fixture.settings.get("line-ends").is_some_and(|it| it == "crlf") {
            for file in &mut fixture.files {
                file.text = file.text.replace('\n', "\r\n");
            }
        }
        fixture
    }

    /// The files as a file system.
    pub(crate) fn memory(&self) -> MemoryFiles {
        MemoryFiles { files: self.files.iter().map(|file| (file.path.clone(), file.text.clone())).collect() }
    }

    /// What `check` finds in each file, in the order of the text.
    pub(crate) fn findings(&self, check: &Check) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let findings = self.found(check);
        for diagnostic in findings.values().flatten() {
            well_worded(&diagnostic.message);
            diagnostic.consequence.iter().for_each(|it| well_worded(it));
        }
        findings
    }

    fn found(&self, check: &Check) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        if matches!(check.run, Run::Catalog(_)) {
            return catalog_testing::findings(self, check);
        }
        if let Run::Agent(run) = check.run {
            return self.agent_findings(check, run);
        }
        if let Run::Place(run) = check.run {
            return self.place_findings(check, run);
        }
        let memory = self.memory();
        let mut findings = BTreeMap::new();
        if let Run::Manifest(run) = check.run {
            for file in &self.files {
                let (path, text) = (&*file.path, &*file.text);
                let found = with_manifest(path, text, self.hosts.as_deref(), &memory, |context| {
                    found_by(check, |report| run(context, report))
                });
                let mut found = found.unwrap_or_default();
                found.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.message.clone()));
                findings.insert(file.path.clone(), found);
            }
            return findings;
        }
        let is_judged =
            |path: &Path| is_skill(path) || kind_of(path) == FoundKind::Agent && check.is_for(FoundKind::Agent);
        for file in self.files.iter().filter(|file| is_judged(&file.path)) {
            let document = document::parse(&file.text);
            let mut found = document_findings(check, &file.path, &document, self.hosts.as_deref(), &memory);
            found.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.message.clone()));
            findings.insert(file.path.clone(), found);
        }
        findings
    }
}

impl Fixture {
    /// What a check finds in the agents among the files.
    fn agent_findings(
        &self,
        check: &Check,
        run: fn(&AgentContext<'_>, &mut Report<'_>),
    ) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let config = config();
        let hosts: Vec<Arc<Host>> = config.known_hosts.iter().cloned().collect();
        let catalog = catalog_testing::catalog_of(self, &hosts);
        let agents = self.files.iter().filter(|file| kind_of(&file.path) == FoundKind::Agent);
        let found = agents.map(|file| {
            let context = AgentContext {
                path: &file.path,
                document: &document::parse(&file.text),
                hosts: &judging_hosts(&config, &file.path, self.hosts.as_deref()),
                catalog: &catalog,
                own_packages: &OwnPackages::default(),
                config: &config,
            };
            (file.path.clone(), found_by(check, |report| run(&context, report)))
        });
        found.collect()
    }

    /// What a check finds about the places of the files, the skills and the others.
    fn place_findings(
        &self,
        check: &Check,
        run: fn(&PlaceContext<'_>, &mut Report<'_>),
    ) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let (memory, config, environment) = (self.memory(), config(), catalog_testing::environment(self));
        let known = &config.known_hosts;
        let skills: Vec<&Path> = self.files.iter().map(|file| &*file.path).filter(|path| is_skill(path)).collect();
        let holds_skills = |folder: &Path| skills.iter().any(|path| path.starts_with(folder));
        let roots: BTreeMap<PathBuf, SkillRoot> = self
            .files
            .iter()
            .filter_map(|file| SkillRoot::of(known, &file.path))
            .map(|root| (root.path.clone(), root))
            .collect();
        let mut near: Vec<NearMiss> =
            skills.iter().filter_map(|path| NearMiss::of_skill(known, &environment, &memory, path)).collect();
        near.extend(roots.values().flat_map(|root| NearMiss::in_root(&memory, root, &holds_skills)));
        let mut findings: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        for near in &near {
            let meant = Path::new(&near.root).join(&near.name).join("SKILL.md");
            let hosts = judging_hosts(&config, &meant, self.hosts.as_deref());
            let context = PlaceContext { near, hosts: &hosts, config: &config };
            findings.entry(near.path.clone()).or_default().extend(found_by(check, |report| run(&context, report)));
        }
        findings
    }
}

/// What every message has in common: it starts with a quoted text or a capital and is one line without a full stop.
fn well_worded(message: &str) {
    assert!(message.starts_with(|it: char| it == '`' || it.is_uppercase()), "starts in another way: {message}");
    assert!(!message.ends_with('.') && !message.contains('\n'), "not one line without a full stop: {message}");
}

impl FixtureFile {
    fn new(path: &str) -> FixtureFile {
        FixtureFile { path: PathBuf::from(path), text: String::new(), drawn: Vec::new() }
    }

    fn take(&mut self, line: &str) {
        let trimmed = line.trim();
        if trimmed.starts_with('^') {
            let carets = trimmed.chars().take_while(|it| *it == '^').count();
            let (head, message) = trimmed[carets..].split_once(": ").expect("`^^^ check-id: message`");
            let (check, level) = match head.trim().split_once(" (") {
                Some((check, level)) => (check, Some(level.trim_end_matches(')').to_owned())),
                None => (head.trim(), None),
            };
            self.drawn.push(Drawn {
                line: self.text.matches('\n').count().saturating_sub(1),
                column: line.chars().take_while(|it| *it == ' ').count(),
                width: carets,
                check: check.to_owned(),
                message: message.to_owned(),
                level,
                consequence: None,
            });
        } else if let (Some(consequence), Some(drawn)) = (trimmed.strip_prefix("= "), self.drawn.last_mut()) {
            drawn.consequence = Some(consequence.to_owned());
        } else {
            self.text.push_str(line);
        }
    }
}

impl Drawn {
    fn show(&self) -> String {
        let level = self.level.as_ref().map(|level| format!(" ({level})")).unwrap_or_default();
        let consequence = self.consequence.as_ref().map(|it| format!("\n    = {it}")).unwrap_or_default();
        format!(
            "line {} column {} width {} {}{level}: {}{consequence}",
            self.line, self.column, self.width, self.check, self.message
        )
    }
}

/// A finding as it would be drawn, with as much detail as `like` has.
fn draw(text: &str, diagnostic: &Diagnostic, like: Option<&Drawn>) -> Drawn {
    let index = Text::new(text);
    let start = index.position(diagnostic.span.start, Encoding::Utf32);
    let end = index.position(diagnostic.span.end, Encoding::Utf32);
    let line_end = index.position(index.line_span(start.line).end, Encoding::Utf32).column;
    let end = if end.line == start.line { end.column } else { line_end };
    Drawn {
        line: start.line,
        column: start.column,
        width: end.saturating_sub(start.column).max(1),
        check: diagnostic.check.to_owned(),
        message: diagnostic.message.clone(),
        level: like.and_then(|it| it.level.as_ref()).map(|_| diagnostic.level.word().to_owned()),
        consequence: like
            .and_then(|it| it.consequence.as_ref())
            .map(|_| diagnostic.consequence.clone().unwrap_or_default()),
    }
}

/// The findings of one check in one document, as the hosts that are named see it, or else the owner of its folder
/// and the open specification.
pub(crate) fn document_findings(
    check: &Check,
    path: &Path,
    document: &Document,
    hosts: Option<&[String]>,
    files: &dyn Files,
) -> Vec<Diagnostic> {
    let (Run::Document(run) | Run::Text(run)) = check.run else { return Vec::new() };
    with_context(path, document, hosts, files, |context| found_by(check, |report| run(context, report)))
}

/// Asks about a manifest; nothing when the file is none.
pub(crate) fn with_manifest<T>(
    path: &Path,
    text: &str,
    hosts: Option<&[String]>,
    files: &dyn Files,
    ask: impl FnOnce(&ManifestContext<'_>) -> T,
) -> Option<T> {
    let config = config();
    let subjects = manifest::subjects(config.known_hosts.iter(), hosts, path);
    let examine = |it: manifest::Subject| {
        let examined = manifest::examine(&it.host, it.sort, text);
        (it, examined)
    };
    let examined: Vec<_> = subjects.into_iter().filter(|it| it.is_sure).map(examine).collect();
    let root = &Format::Json.parse(text).root;
    let context =
        ManifestContext { path, text, root, examined: &examined, files, open: &BTreeMap::new(), config: &config };
    (!examined.is_empty()).then(|| ask(&context))
}

/// Asks about a document as the hosts that are named see it.
pub(crate) fn with_context<T>(
    path: &Path,
    document: &Document,
    hosts: Option<&[String]>,
    files: &dyn Files,
    ask: impl FnOnce(&DocumentContext<'_>) -> T,
) -> T {
    let config = config();
    let hosts = judging_hosts(&config, path, hosts);
    let folder = folder_of(path);
    let kind = kind_of(path);
    let readings: Vec<_> = hosts.iter().map(|host| catalog::read(host, document, &folder, kind)).collect();
    let judges: Vec<Judge<'_>> =
        hosts.iter().zip(&readings).map(|(host, reading)| Judge { host, reading, is_stranger: false }).collect();
    let context = DocumentContext {
        path,
        folder: &folder,
        kind,
        document,
        size: document.text.len() as u64,
        judges: &judges,
        declared: &catalog_testing::around(&BTreeMap::new(), files).declared,
        files,
        config: &config,
        shared: Shared::default(),
    };
    ask(&context)
}

/// The default settings.
pub(crate) fn config() -> Config {
    let mut config = crate::config::resolve(None, &Overlay::default(), &[]).0;
    config.known_hosts.retain(&HOSTS);
    config
}

/// The hosts that the fixtures are about, in the order in which they are shown: one more changes none of them.
const HOSTS: [&str; 22] = [
    "agentskills",
    "claude-code",
    "codex",
    "opencode",
    "gemini-cli",
    "copilot-cli",
    "copilot-vscode",
    "qwen-code",
    "pi",
    "kimi-cli",
    "cline",
    "amp",
    "goose",
    "crush",
    "roo",
    "cursor",
    "claude-code@2026-06",
    "three-layer",
    "shipmyagent",
    "shipmyagent@2025",
    "portable",
    "skills-ref",
];

/// The hosts that are named, or else the owners of the folder and the open specification.
pub(crate) fn judging_hosts(config: &Config, path: &Path, named: Option<&[String]>) -> Vec<Arc<Host>> {
    let known = &config.known_hosts;
    let readers = agents_readers(config, named, path);
    match named {
        _ if !readers.is_empty() => readers,
        Some(ids) => ids.iter().map(|id| known.get(id).unwrap_or_else(|| panic!("no host `{id}`")).clone()).collect(),
        None => {
            let mut hosts: Vec<Arc<Host>> = known.owners(path).into_iter().cloned().collect();
            if !hosts.iter().any(|host| host.specification) {
                hosts.extend(known.specification().cloned());
            }
            hosts
        }
    }
}

/// The hosts that read a file as an agent.
fn agents_readers(config: &Config, named: Option<&[String]>, path: &Path) -> Vec<Arc<Host>> {
    catalog::agent_readers(&config.known_hosts, named, &OwnPackages::default(), path)
}

pub(crate) fn is_skill(path: &Path) -> bool {
    let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    name.eq_ignore_ascii_case("SKILL.md") || kind_of(path) == FoundKind::Command
}

/// What a path is: a Markdown file below `commands` is a command, one in a host's own folder of agents an agent.
pub(crate) fn kind_of(path: &Path) -> FoundKind {
    if !agents_readers(&config(), None, path).is_empty() {
        return FoundKind::Agent;
    }
    let is_markdown = path.extension().is_some_and(|it| it == "md");
    match is_markdown && path.components().any(|it| it.as_os_str() == "commands") {
        true => FoundKind::Command,
        false => FoundKind::Skill,
    }
}

/// The name of a skill's folder, or of a command's file.
pub(crate) fn folder_of(path: &Path) -> String {
    let part = match kind_of(path) {
        FoundKind::Command | FoundKind::Written | FoundKind::Agent => path.file_stem(),
        FoundKind::Skill | FoundKind::Flat => path.parent().and_then(Path::file_name),
    };
    part.map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

fn apply_fixes(file: &FixtureFile, fixes: &[Fix]) -> (PathBuf, String) {
    let mut path = file.path.clone();
    let mut edits: Vec<Edit> = Vec::new();
    for edit in fixes.iter().flat_map(|fix| &fix.edits) {
        match edit {
            FileEdit::Here(edit) => edits.push(edit.clone()),
            FileEdit::Rename { from, to } => {
                path = match path.strip_prefix(from) {
                    Ok(rest) if rest.as_os_str().is_empty() => to.clone(),
                    Ok(rest) => to.join(rest),
                    Err(_) => path,
                }
            }
            FileEdit::Create { .. } => {}
        }
    }
    (path, apply(&file.text, &edits))
}

/// The text without the indentation of its first line that is not blank, and without what stands before that line
/// and the blank end after the last one.
fn dedent(text: &str) -> String {
    let Some(body) = text.strip_prefix('\n') else { return text.to_owned() };
    let indentation = body.chars().take_while(|it| *it == ' ').count();
    let mut lines: Vec<&str> = body
        .split('\n')
        .map(|line| {
            let spaces = line.chars().take_while(|it| *it == ' ').count();
            &line[spaces.min(indentation)..]
        })
        .collect();
    if lines.last().is_some_and(|last| last.trim().is_empty()) {
        lines.pop();
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The files of a fixture as a file system.
#[derive(Default)]
pub(crate) struct MemoryFiles {
    files: BTreeMap<PathBuf, String>,
}

impl MemoryFiles {
    /// Empty files at these paths.
    pub(crate) fn at<'a>(paths: impl IntoIterator<Item = &'a str>) -> MemoryFiles {
        MemoryFiles { files: paths.into_iter().map(|path| (PathBuf::from(path), String::new())).collect() }
    }
}

impl Files for MemoryFiles {
    fn kind(&self, path: &Path) -> Option<FileKind> {
        if self.files.contains_key(path) {
            return Some(FileKind::File);
        }
        self.files.keys().any(|file| file.starts_with(path)).then_some(FileKind::Folder)
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let names: BTreeSet<String> = self
            .files
            .keys()
            .filter_map(|file| {
                let mut rest = file.strip_prefix(folder).ok()?.components();
                let name = rest.next()?.as_os_str().to_string_lossy().into_owned();
                Some(if rest.next().is_some() { format!("{name}/") } else { name })
            })
            .collect();
        names.into_iter().collect()
    }

    fn text(&self, path: &Path) -> Option<String> {
        self.files.get(path).cloned()
    }

    fn size(&self, path: &Path) -> Option<u64> {
        self.files.get(path).map(|text| text.len() as u64)
    }
}

#[test]
fn drawings_are_taken_out_of_the_text() {
    let fixture = Fixture::parse(
        "
        //# hosts = a, b
        //- /x/SKILL.md
        ---
        name: pdfs
              ^^^^ some-check (error): a message: with a colon
                   = Claude Code sulks
        ---
        //- /x/notes.md
        Notes
        ",
    );
    assert_eq!(fixture.hosts, Some(vec!["a".to_owned(), "b".to_owned()]));
    let [skill, notes] = fixture.files.as_slice() else { panic!("two files") };
    assert_eq!(skill.text, "---\nname: pdfs\n---\n");
    assert_eq!(
        skill.drawn[0].show(),
        "line 1 column 6 width 4 some-check (error): a message: with a colon\n    = Claude Code sulks"
    );
    assert_eq!(notes.text, "Notes\n");
    assert_eq!(fixture.memory().list(Path::new("/x")), ["SKILL.md", "notes.md"]);
}
