//! `init`: a first settings file, with what the repository shows filled in.

use std::collections::BTreeSet;
use std::path::Path;

use clap::Args;

use crate::catalog::{FoundKind, SkillRoot};
use crate::cli::arguments::{Global, Sight};
use crate::cli::console::Console;
use crate::cli::report::counted;
use crate::cli::session::{self, Ask, Session, User};
use crate::cli::{Answer, FINE};
use crate::config::{Baseline, Level};
use crate::disk;
use crate::document::{self, Document};
use crate::features::first_settings::{House, Others, Seen, first_settings};
use crate::workspace::Wanted;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "It lies at the top of the repository, or here when there is none. A file that is there is never changed."
)]
pub(crate) struct InitArguments {
    /// Print it, and write nothing
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Fewer findings are rather mended than remembered.
const MANY: usize = 20;

/// Runs `init`.
pub(crate) fn init(global: &Global, arguments: &InitArguments, console: &Console) -> Answer {
    let sight = Sight::default();
    let ask = Ask { wanted: Wanted::Check, here: Some(User::NotAsked), ..Ask::about_skills(global, &sight, &[]) };
    let session = session::open(&ask)?;
    let snapshot = &session.snapshot;
    let environment = &snapshot.environment;
    if let Some(file) = snapshot.config.file.as_ref().filter(|_| !arguments.diff) {
        return Err(format!("{} is there already", session.around.path(file)).into());
    }
    let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    let seen = seen(&session, top);
    let text = first_settings(&seen)?;
    if arguments.diff {
        console.print(&text);
        return Ok(FINE);
    }
    let file = top.join("skill-lsp.toml");
    disk::write(&environment.reach, &file, None, &text).map_err(|problem| problem.message)?;
    // Only what is left out is said; all else waits for somebody to choose.
    let as_yet = match seen.others.values().map(|(count, _)| count).sum() {
        0 => ": all of it is commented out, and changes nothing yet".to_owned(),
        1 => ": 1 skill of others is left out, the rest is commented out".to_owned(),
        count => format!(": {} of others are left out, the rest is commented out", counted(count, "skill")),
    };
    console.say(&format!("wrote {}{as_yet}", session.around.path(&file)));
    let exclusion = seen.exclusion(top);
    let found = session.diagnostics();
    let told = found.iter().filter(|(path, _)| !exclusion.has(path)).flat_map(|(_, found)| found);
    let count = told.filter(|it| it.level >= Level::Information).count();
    let remembered = snapshot.config.baseline.as_deref().map_or(0, Baseline::count);
    let findings = counted(count, "finding");
    if count > remembered && count >= MANY {
        console.say(&format!(
            "{findings} here; `skill-lsp check --write-baseline` remembers them, so that only what is new is told"
        ));
    } else if count > remembered {
        console.say(&format!("{findings} here: `skill-lsp check` tells"));
    }
    Ok(FINE)
}

/// What is in the repository around.
fn seen(session: &Session, top: &Path) -> Seen {
    let snapshot = &session.snapshot;
    let (known, packages) = (&snapshot.config.known_hosts, &*snapshot.environment.own_packages);
    let text = |name: &str| snapshot.files.text(&top.join(name)).unwrap_or_default();
    let others = Others::new(top, packages, &text(".gitattributes"), &text("skills-lock.json"));
    let short = |path: &Path| {
        let inside = path.strip_prefix(top).unwrap_or(path).to_string_lossy().replace('\\', "/");
        if inside.is_empty() { ".".to_owned() } else { inside }
    };
    let reader = known.specification().map(|host| host.name.clone()).unwrap_or_default();
    let skills = session.asked.iter().flatten().filter_map(|path| {
        let skill = snapshot.catalog.by_path(path).and_then(|id| snapshot.catalog.skill(id))?;
        (skill.kind != FoundKind::Command).then(|| (&**path, skill, SkillRoot::of(known, path)))
    });
    let skills: Vec<_> = skills.collect();
    let places = skills.iter().map(|(path, _, root)| (*path, root.as_ref().map(|root| &*root.path)));
    let mut seen = Seen { reader, others: others.patterns(places), ..Seen::default() };
    let exclusion = seen.exclusion(top);
    let mut own: BTreeSet<&Path> = BTreeSet::new();
    let mut real: BTreeSet<&Path> = BTreeSet::new();
    let mut documents: Vec<Document> = Vec::new();
    for (path, skill, root) in skills.iter().filter(|(path, ..)| !exclusion.has(path)) {
        own.insert(path);
        // A link that leads to a skill is not another one.
        if real.insert(&skill.real) && !skill.is_outside {
            documents.extend(snapshot.files.bytes(path).map(|bytes| document::parse_bytes(&bytes)));
        }
        let owners = snapshot.owners_of(path);
        let folder = path.parent().and_then(Path::parent).filter(|folder| *folder != top);
        if let Some(folder) = folder.filter(|_| owners.is_empty()) {
            *seen.unfound.entry(short(folder)).or_default() += 1;
        }
        for host in owners.iter().filter(|host| !host.specification) {
            let made = seen.hosts.entry(host.id.clone()).or_default();
            made.skills += 1;
            let is_its_own = |root: &&SkillRoot| host.owns.contains(&root.owned);
            let manifest = || {
                let (_, made) = packages.around(path)?;
                made.iter().find(|made| made.host == host.id).map(|made| short(&made.manifest))
            };
            let by = root.as_ref().filter(is_its_own).map(|root| short(&root.path)).or_else(manifest);
            *made.by.entry(by.unwrap_or_else(|| "a package".to_owned())).or_default() += 1;
        }
    }
    seen.skills = real.len();
    seen.house = House::of(&documents);
    for (path, found) in session.diagnostics().iter().filter(|(path, _)| own.contains(&**path)) {
        let text = snapshot.files.text(path).unwrap_or_default();
        let named = found.iter().filter_map(|finding| match finding.check {
            "tool-unknown" => Some(finding.span.of(&text).to_owned()),
            "tool-server-unknown" => Some(of_server(finding.span.of(&text))),
            _ => None,
        });
        let named: BTreeSet<String> = named.filter(|it| is_tool(it)).collect();
        for tool in named {
            *seen.tools.entry(tool).or_default() += 1;
        }
    }
    let baseline = snapshot.config.baseline.as_deref();
    seen.baseline = baseline.map(|baseline| (short(&baseline.file), baseline.count()));
    seen
}

/// All tools of a server that is named by itself or in a whole entry.
fn of_server(named: &str) -> String {
    if named.starts_with("mcp__") { named.to_owned() } else { format!("mcp__{named}__*") }
}

fn is_tool(name: &str) -> bool {
    let is_plain = name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '*' | '.'));
    is_plain && !name.is_empty() && Path::new(name).components().count() == 1
}
