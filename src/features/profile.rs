//! What one host is like, in the words of a table: where it looks, what it calls a skill, who wins, what it demands,
//! and what becomes of the mistakes that authors make.

use serde_json::{Map, Value, json};

use crate::catalog::{BlockState, FoundKind, Reading, read};
use crate::document;
use crate::features::versions;
use crate::hosts::{
    At, BudgetPolicy, BudgetRule, Consequence, Host, How, IdSource, Installed, MissingDescription, RootRule, Scope,
    Unit, Until, WinnerPolicy,
};
use crate::words::add_new;

/// A host in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The version it was verified on, and how: `2.1.325, run`.
    pub verified: String,
    /// Where it looks, in load order.
    pub roots: Vec<RootWords>,
    /// What the id of a skill is.
    pub identity: &'static str,
    /// Which of two skills of one name is used.
    pub winner: String,
    /// What it demands.
    pub required: Vec<&'static str>,
    /// The limits it has.
    pub limits: Vec<String>,
    /// The budget of its listing, one for each mode in which it differs.
    pub budget: Vec<String>,
    /// What becomes of each fault.
    pub fates: Vec<Fate>,
}

/// One kind of root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootWords {
    /// Its scope.
    pub scope: &'static str,
    /// Where it is, and what is special about it.
    pub place: String,
}

/// What becomes of a skill with a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// The fault: `no description`.
    pub fault: &'static str,
    /// What the host does: `skipped`.
    pub word: &'static str,
}

impl Profile {
    /// The words for `host`.
    pub fn of(host: &Host) -> Profile {
        Profile {
            verified: verified(host),
            roots: host.roots.iter().map(|rule| root(host, rule)).collect(),
            identity: identity(host),
            winner: winner(host),
            required: required(host),
            limits: limits(host),
            budget: budgets(host),
            fates: fates(host),
        }
    }
}

fn verified(host: &Host) -> String {
    match host.verified.version.as_str() {
        // A host of the settings was verified by nobody but its author.
        "" => "from the settings".to_owned(),
        version => format!("{version}, {}", word(host.verified.how)),
    }
}

fn root(host: &Host, rule: &RootRule) -> RootWords {
    let paths = rule.paths.join(", ");
    let place = match rule.at {
        At::Fixed => paths,
        At::WorkingDirectory => format!("{paths} in the working directory"),
        At::Upwards => format!("{paths} from the working directory up to {}", end(rule.until)),
        At::Downwards => format!("{paths} from {} down to the working directory", end(rule.until)),
        At::Above => format!("{paths} above the working directory, up to {}", end(rule.until)),
        At::GitRoot => format!("{paths} in the git root"),
        At::Repository => format!("{paths} in the root of the repository"),
        At::Added if paths.is_empty() => "each added folder".to_owned(),
        At::Added => format!("{paths} in each added folder"),
        At::Package => format!("{paths} in each {}", rule.source_name.as_deref().unwrap_or_else(|| rule.scope.word())),
        At::Touched => format!("{paths} above a touched file"),
        At::Setting => "what the host's settings name".to_owned(),
        At::Shipped => {
            let files = [&rule.shipped_by.catalogue, &rule.shipped_by.manifest];
            let files: Vec<&str> = files.into_iter().flatten().map(String::as_str).collect();
            format!("{paths} in each plugin that {} names", files.join(" or "))
        }
        At::Marked => format!("{paths} in the root of the repository"),
        At::Explicit => "what `roots` in the settings names".to_owned(),
    };
    let note = rule.note.as_ref().map(|note| format!(", {note}")).unwrap_or_default();
    let system = match rule.system.as_deref() {
        Some("linux") => " on Linux",
        Some("macos") => " on macOS",
        Some("windows") => " on Windows",
        Some("unix") => " except on Windows",
        _ => "",
    };
    let is_told = rule.scope == Scope::Command || !rule.layout.is_commands();
    let commands = if is_told { "" } else { " (commands)" };
    let doubt = doubt(host, &rule.source);
    RootWords { scope: rule.scope.word(), place: format!("{}{commands}{system}{note}{doubt}", place.trim()) }
}

/// Where an upward walk ends.
fn end(until: Until) -> &'static str {
    match until {
        Until::GitRoot | Until::GitRootOrHere => "the git root",
        Until::GitRootOrTop | Until::GitRootOrTopWithHome => "the git root, else the top",
        Until::CheckoutOrHome => "the git root, else the home folder",
        Until::Home => "the home folder",
        Until::Top => "the top",
        Until::BelowTop => "below the top",
    }
}

/// A remark where a fact is less sure than the host as a whole.
fn doubt(host: &Host, source: &str) -> &'static str {
    let is_seen = host.verified.how == How::Run;
    match source.split_whitespace().next() {
        Some("read") if is_seen => " [read]",
        Some("documented") if is_seen || host.verified.how == How::Read => " [documented]",
        _ => "",
    }
}

fn identity(host: &Host) -> &'static str {
    match host.identity.id {
        IdSource::Folder => "the folder's name",
        IdSource::Name => "`name`",
        IdSource::NameOrFolder => "`name`, else the folder's name",
        IdSource::SourceAndName => "source and name: `user:pdf`",
    }
}

fn winner(host: &Host) -> String {
    let policy = match host.winner.policy {
        WinnerPolicy::First => "the first one met",
        WinnerPolicy::Last | WinnerPolicy::LastKeepsPlace => "the last one met",
        WinnerPolicy::RankKeepsPlace => "the one in the strongest root",
        WinnerPolicy::All => "all are listed",
        WinnerPolicy::AllFirstFound => "all are listed, the first is found by id",
        WinnerPolicy::Race => "not decided: a race",
        WinnerPolicy::Unknown => "not known",
    };
    if host.winner.because.is_empty() { policy.to_owned() } else { format!("{policy}: {}", host.winner.because) }
}

fn required(host: &Host) -> Vec<&'static str> {
    let parts = [
        ("frontmatter", host.fence.missing == Consequence::Skipped),
        ("name", host.identity.name_missing == Consequence::Skipped),
        ("description", host.description.missing == MissingDescription::Skipped),
    ];
    parts.into_iter().filter(|(_, is_required)| *is_required).map(|(part, _)| part).collect()
}

fn limits(host: &Host) -> Vec<String> {
    let mut limits = Vec::new();
    if let Some(limit) = host.identity.max_length {
        limits.push(limited("name", limit, host.identity.too_long));
    }
    if let Some(limit) = host.description.max_length {
        limits.push(limited("description", limit, host.description.too_long));
    }
    for rule in &host.listing {
        let text = rule.text_limit.map(|limit| format!("listed text {limit}"));
        let entries = rule.entry_limit.map(|limit| format!("{limit} entries"));
        add_new(&mut limits, text.into_iter().chain(entries));
    }
    if let Some(limit) = host.walk.size_limit {
        limits.push(format!("file {limit} bytes"));
    }
    limits
}

fn limited(what: &str, limit: usize, beyond: Consequence) -> String {
    match beyond {
        Consequence::None => format!("{what} {limit}"),
        Consequence::Repaired | Consequence::Ignored => format!("{what} {limit} (longer: ignored)"),
        Consequence::Unlisted => format!("{what} {limit} (longer: not listed)"),
        Consequence::Empty => format!("{what} {limit} (longer: loads empty)"),
        Consequence::Skipped | Consequence::StopsAll => format!("{what} {limit} (longer: skipped)"),
    }
}

/// The budget of each mode; once when they are all the same.
fn budgets(host: &Host) -> Vec<String> {
    if !host.listing_unknown.is_empty() {
        return vec![format!("not known: {}", host.listing_unknown)];
    }
    let unknown = if host.sketch { "not known" } else { "none" };
    let budgets: Vec<(&str, String)> = host
        .listing
        .iter()
        .map(|rule| (rule.mode.as_str(), rule.budget.as_ref().map_or(unknown.to_owned(), budget)))
        .collect();
    let first = budgets.first().map_or(unknown, |(_, text)| text);
    if budgets.iter().all(|(_, text)| text == first) {
        return vec![first.to_owned()];
    }
    budgets.iter().map(|(mode, text)| format!("{mode}: {text}")).collect()
}

fn budget(rule: &BudgetRule) -> String {
    let unit = match rule.unit {
        Unit::Columns => "columns",
        Unit::Characters | Unit::LineCharacters => "characters",
        Unit::Tokens => "tokens",
    };
    let limit = match (rule.limit, rule.per_mille) {
        (Some(limit), _) => format!("{limit} {unit}"),
        (None, Some(share)) => format!("{} % of the context window in {unit}", share as f64 / 10.0),
        (None, None) => unit.to_owned(),
    };
    let over = match rule.policy {
        BudgetPolicy::Greedy => "over it, the least used keep only their names",
        BudgetPolicy::EqualShare => "over it, descriptions share the rest equally",
        BudgetPolicy::RoundRobin => "over it, descriptions are shortened in turn",
        BudgetPolicy::Omit => "over it, entries are left out",
        BudgetPolicy::FirstLines => "over it, descriptions keep only their first lines",
    };
    format!("{limit}; {over}")
}

/// Faults of a text, each in a skill that is otherwise in order. The host's own rules read them: what the table says
/// is what the checks say.
const FAULTY_TEXTS: [(&str, &str); 4] = [
    ("unquoted colon", "---\nname: pdf\ndescription: Use this when: you read\n---\n\nReads it.\n"),
    ("broken YAML", "---\nname: pdf\ndescription: \"Reads\n---\n\nReads it.\n"),
    ("no frontmatter", "# PDF\n\nReads it.\n"),
    ("byte order mark", "\u{feff}---\nname: pdf\ndescription: Reads.\n---\n\nReads it.\n"),
];

fn fates(host: &Host) -> Vec<Fate> {
    let mut fates: Vec<Fate> =
        FAULTY_TEXTS.iter().map(|(fault, text)| Fate { fault, word: of_block(&reading(host, text)) }).collect();
    let undescribed = reading(host, "---\nname: pdf\n---\n\nReads it.\n");
    fates.push(Fate { fault: "no description", word: without_description(host, &undescribed) });
    let renamed = reading(host, "---\nname: other\ndescription: Reads.\n---\n\nReads it.\n");
    fates.push(Fate { fault: "name ≠ folder", word: of_name(&renamed) });
    fates.push(Fate { fault: "two folders deep", word: if host.walk.depth > 1 { "found" } else { "not found" } });
    let hides = host.controls.hides.contains_key("disable-model-invocation");
    fates.push(Fate { fault: "disable-model-invocation", word: if hides { "hides it" } else { "ignored" } });
    fates
}

fn reading(host: &Host, text: &str) -> Reading {
    read(host, &document::parse(text), "pdf", FoundKind::Skill)
}

fn of_block(reading: &Reading) -> &'static str {
    match (&reading.refusal, &reading.block) {
        (Some(_), _) => "skipped",
        (None, BlockState::Read) => "fine",
        (None, BlockState::Repaired) => "repaired",
        (None, BlockState::Absent | BlockState::Void) => "loads bare",
    }
}

fn without_description(host: &Host, reading: &Reading) -> &'static str {
    if reading.refusal.is_some() {
        return "skipped";
    }
    if reading.unlisted {
        return "not listed";
    }
    match host.description.missing {
        MissingDescription::FirstLine | MissingDescription::WholeLine => "body's first line",
        MissingDescription::FirstParagraph => "body's first paragraph",
        MissingDescription::Body => "body's text",
        MissingDescription::LastResort => "own words",
        _ => "listed empty",
    }
}

fn of_name(reading: &Reading) -> &'static str {
    match &reading.refusal {
        Some(_) => "skipped",
        None if &*reading.id == "other" => "`name` counts",
        None => "folder counts",
    }
}

/// A host as `hosts --format json` has it; `installed` is what of it is found here.
pub fn as_json(host: &Host, installed: Option<&Installed>) -> Value {
    let profile = Profile::of(host);
    json!({
        "id": host.id,
        "name": host.name,
        "verified": {"version": host.verified.version, "how": word(host.verified.how)},
        "edition": host.edition(),
        "installed": installed.map(|it| json!({
            "version": it.version.text(),
            "path": it.path.to_string_lossy(),
            "words": versions::apart(host, it).map(|_| versions::words(host, it)),
        })),
        "onlyWhenNamed": host.only_when_named,
        "usual": host.usual,
        "specification": host.specification,
        "sketch": host.sketch,
        "roots": host.roots.iter().map(|rule| json!({
            "scope": word(rule.scope),
            "at": word(rule.at),
            "paths": rule.paths,
            "source": rule.source,
        })).collect::<Vec<_>>(),
        "identity": word(host.identity.id),
        "winner": {"policy": word(host.winner.policy), "because": host.winner.because},
        "required": profile.required,
        "limits": {
            "name": host.identity.max_length,
            "description": host.description.max_length,
            "file": host.walk.size_limit,
        },
        "modes": host.listing.iter().map(|rule| json!({
            "mode": rule.mode,
            "textLimit": rule.text_limit,
            "entryLimit": rule.entry_limit,
            "budget": rule.budget.as_ref().map(|budget| json!({
                "policy": word(budget.policy),
                "unit": word(budget.unit),
                "limit": budget.limit,
                "perMille": budget.per_mille,
            })),
        })).collect::<Vec<_>>(),
        "faults": profile.fates.iter().map(|fate| (fate.fault.to_owned(), fate.word.into())).collect::<Map<_, _>>(),
        "models": host.models.iter().map(|model| &model.name).collect::<Vec<_>>(),
        "fields": host.fields.iter().map(|field| json!({
            "key": field.key,
            "also": field.also,
            "kind": word(field.kind),
            "values": field.values,
            "open": field.open,
            "about": field.about,
            "source": field.source,
        })).collect::<Vec<_>>(),
        "sources": sources(host).into_iter().map(|(part, source)| json!({"part": part, "source": source}))
            .collect::<Vec<_>>(),
        "switches": host.controls.switch.iter().map(|file| file.scope.word()).collect::<Vec<_>>(),
    })
}

/// What each part of the data rests on.
pub fn sources(host: &Host) -> Vec<(&'static str, &str)> {
    let parts = [
        ("walk", &host.walk.source),
        ("fence", &host.fence.source),
        ("YAML", &host.yaml.source),
        ("identity", &host.identity.source),
        ("description", &host.description.source),
        ("winner", &host.winner.source),
        ("switches", &host.controls.source),
        ("permissions", &host.permissions.source),
    ];
    let listings = host.listing.iter().map(|rule| ("listing", &rule.source));
    let told = parts.into_iter().chain(listings).filter(|(_, source)| !source.is_empty());
    told.map(|(part, source)| (part, source.as_str())).collect()
}

/// A word of our own data, as it is spelled there.
pub(crate) fn word(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts;

    fn fates_of(id: &str) -> String {
        let known = hosts::builtin();
        let profile = Profile::of(known.get(id).expect("a known host"));
        profile.fates.iter().map(|fate| format!("{}: {}\n", fate.fault, fate.word)).collect()
    }

    #[test]
    fn a_host_that_forgives() {
        assert_eq!(
            fates_of("claude-code"),
            "unquoted colon: repaired\nbroken YAML: loads bare\nno frontmatter: loads bare\nbyte order mark: fine\n\
             no description: body's first line\nname ≠ folder: folder counts\ntwo folders deep: not found\n\
             disable-model-invocation: hides it\n"
        );
    }

    #[test]
    fn a_host_that_demands() {
        assert_eq!(
            fates_of("pi"),
            "unquoted colon: skipped\nbroken YAML: skipped\nno frontmatter: skipped\nbyte order mark: skipped\n\
             no description: skipped\nname ≠ folder: `name` counts\ntwo folders deep: found\n\
             disable-model-invocation: hides it\n"
        );
    }

    #[test]
    fn what_is_less_sure_says_so() {
        let known = hosts::builtin();
        let mut host = Host::clone(known.get("pi").expect("a known host"));
        host.roots = vec![host.roots[1].clone()];
        host.roots[0].source = "read 0.73.1".to_owned();
        let profile = Profile::of(&host);
        assert_eq!(profile.roots[0].place, ".pi/skills in the working directory [read]");
        assert!(profile.verified.ends_with(", run"), "{}", profile.verified);
    }
}
