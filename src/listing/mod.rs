//! The listing that a host puts before its model, byte for byte, with its budget accounting.

mod alias;
mod budget;
mod clean;
mod emoji;
mod entry;
mod escape;
mod form;
mod label;
mod limit;
mod meter;
mod shorten;
mod template;
mod width;
mod width_table;

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::catalog::{Candidate, Catalog, FileKind, Files, Place, Skill, SkillId, Status, View};
use crate::hosts::{ListingRule, OrderName, Unit, WinnerPolicy};
use crate::listing::alias::Aliases;
use crate::listing::entry::Maker;
use crate::listing::form::{Choice, Form};
use crate::listing::label::{Moment, Names};
use crate::listing::limit::Limit;
use crate::listing::meter::Meter;
use crate::listing::template::fill;

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The mode; the host's default when absent.
    pub mode: Option<String>,
    /// The model; the host's default when absent.
    pub model: Option<String>,
    /// The context window in tokens; the model's when absent.
    pub context_window: Option<usize>,
}

/// A listing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The mode that was rendered.
    pub mode: String,
    /// The model it was rendered for, when the host has models.
    pub model: Option<String>,
    /// The exact text: header, entries, footer.
    pub text: String,
    /// What the host announces later, once files are touched; one text for each announcement.
    pub later: Vec<String>,
    /// The entries, in order, those left out included.
    pub entries: Vec<ListedEntry>,
    /// The budget, in hosts that have one.
    pub budget: Option<Budget>,
}

/// One entry of a listing.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedEntry {
    /// The skill.
    pub skill: SkillId,
    /// Its id in the host.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// Its text without separators; empty when it is left out.
    pub text: String,
    /// What was cut of it.
    pub cut: Option<CutKind>,
    /// What the full entry would take of the budget.
    pub full: usize,
    /// Announced later, not in the first listing.
    pub later: bool,
}

/// What was cut of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutKind {
    /// Its text is shortened.
    Shortened,
    /// Only its name is left.
    NameOnly,
    /// It is left out.
    Omitted,
}

impl CutKind {
    /// The word of the interface.
    pub fn word(self) -> &'static str {
        match self {
            CutKind::Shortened => "shortened",
            CutKind::NameOnly => "name-only",
            CutKind::Omitted => "omitted",
        }
    }
}

/// The budget of a listing.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// What the listing takes as it is printed.
    pub used: usize,
    /// What it would take with nothing cut.
    pub wanted: usize,
    /// The limit.
    pub limit: usize,
    /// What is counted: `columns`, `characters`, `tokens`.
    pub unit: &'static str,
    /// What the host's own skills take of it.
    pub taken: usize,
    /// Where the limit comes from, in words.
    pub origin: String,
}

/// Why there is no listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListingError {
    /// The host has no such mode; the modes it has.
    UnknownMode(Vec<String>),
    /// How the host lists skills is not known.
    NotKnown,
}

/// The listing of a host.
pub fn listing(catalog: &Catalog, view: &View, files: &dyn Files, request: &Request) -> Result<Listing, ListingError> {
    let rule = mode(&view.host.listing, request.mode.as_deref())?;
    let mut maker = Maker { rule, view, files, names: Names::new(catalog, view, Moment::First), aliases: None };
    let model = limit::model(&view.host, request);
    let limit = rule.budget.as_ref().and_then(|budget| limit::limit(budget, view, model.as_deref(), request));
    let (mut later, first): (Vec<Listed>, Vec<Listed>) =
        listed(catalog, view, rule).into_iter().partition(|listed| listed.candidate.later);
    let whole = block(&maker, &first, limit.as_ref());
    maker.aliases = rule.aliases.as_ref().map(|rule| Aliases::new(rule, roots(view, &first)));
    let first = match &maker.aliases {
        Some(_) => better(whole, block(&maker, &first, limit.as_ref())),
        None => whole,
    };
    let text = match first.texts.is_empty() {
        true => rule.nothing.clone(),
        false => {
            let (header, footer) = (framed(&rule.header, &maker, &first), framed(&rule.footer, &maker, &first));
            [&*first.table, &header, &first.texts.join(&rule.separator), &footer].concat()
        }
    };
    let mut listing = Listing {
        mode: rule.mode.clone(),
        model,
        text,
        later: Vec::new(),
        entries: first.entries,
        budget: first.budget,
    };
    maker.aliases = None;
    maker.names = Names::new(catalog, view, Moment::Later);
    sort(&mut later, rule.later_order, |listed| &listed.candidate.reading.id);
    let later = block(&maker, &later, limit.as_ref());
    if !later.texts.is_empty() {
        listing.later.push([&*rule.later_header, &later.texts.join(&rule.separator)].concat());
        listing.entries.extend(later.entries.into_iter().map(|entry| ListedEntry { later: true, ..entry }));
    }
    Ok(listing)
}

/// The rule of a mode; without a wish the one called `tool`, else the first.
fn mode<'a>(rules: &'a [ListingRule], wish: Option<&str>) -> Result<&'a ListingRule, ListingError> {
    let first = rules.first().ok_or(ListingError::NotKnown)?;
    let named = |name: &str| rules.iter().find(|rule| rule.mode == name);
    match wish {
        Some(wish) => {
            named(wish).ok_or_else(|| ListingError::UnknownMode(rules.iter().map(|rule| rule.mode.clone()).collect()))
        }
        None => Ok(named("tool").unwrap_or(first)),
    }
}

/// A skill that is listed.
struct Listed<'a> {
    candidate: &'a Candidate,
    skill: &'a Skill,
}

/// The skills of a listing, in its order.
fn listed<'a>(catalog: &'a Catalog, view: &'a View, rule: &ListingRule) -> Vec<Listed<'a>> {
    let mut ambiguous = HashSet::new();
    let mut listed: Vec<Listed> = view
        .candidates
        .iter()
        .filter(|candidate| is_listed(view, candidate))
        // Nobody knows which of them the host keeps, but it keeps one.
        .filter(|candidate| candidate.verdict.status != Status::Ambiguous || ambiguous.insert(candidate.id.clone()))
        .filter_map(|candidate| Some(Listed { candidate, skill: catalog.skill(candidate.skill)? }))
        .collect();
    sort(&mut listed, rule.order, |listed| &listed.candidate.id);
    for chunk in listed.chunk_by_mut(|left, right| left.candidate.place == right.candidate.place) {
        sort_place(catalog, view, chunk);
    }
    // A skill that had to be renamed is found only after all the others have their names.
    listed.sort_by_key(|listed| listed.candidate.renamed);
    if !rule.scopes.is_empty() {
        let rank = |scope| rule.scopes.iter().position(|it| *it == scope).unwrap_or(usize::MAX);
        listed.sort_by_key(|listed| rank(view.scope(listed.candidate)));
    }
    listed
}

/// Sorts the skills of one place where the host does so after it made their ids.
fn sort_place(catalog: &Catalog, view: &View, listed: &mut [Listed]) {
    let place = listed.first().and_then(|first| view.place(first.candidate));
    let Some((place, rule)) = place.and_then(|place| Some((place, view.host.roots.get(place.rule)?))) else { return };
    let order = view.host.winner.order;
    if rule.plain_ids {
        listed.sort_by(|left, right| order.compare(&left.candidate.id, &right.candidate.id));
    }
    if rule.by_folder {
        let below = |candidate: &Candidate| {
            let path = &catalog.skill(candidate.skill)?.path;
            Some(path.strip_prefix(&place.path).unwrap_or(path))
        };
        let all = view.candidates.iter().filter(|candidate| view.place(candidate) == Some(place));
        let mut met: Vec<&Path> = all.filter_map(below).collect();
        met.sort_by(|left, right| compare_names(order, left, right));
        let rank = |listed: &Listed| {
            let folder = below(listed.candidate).and_then(Path::parent);
            met.iter().position(|path| path.parent() == folder)
        };
        listed.sort_by_cached_key(rank);
    }
}

/// Compares two paths name by name.
fn compare_names(order: OrderName, left: &Path, right: &Path) -> Ordering {
    let names = |path: &Path| path.iter().map(|name| name.to_string_lossy().into_owned()).collect::<Vec<String>>();
    let (left, right) = (names(left), names(right));
    let differs = left.iter().zip(&right).map(|(left, right)| order.compare(left, right)).find(|it| it.is_ne());
    differs.unwrap_or_else(|| left.len().cmp(&right.len()))
}

/// Sorts by a name, then by path; `Discovery` leaves all as they were met.
fn sort<'a>(listed: &mut [Listed<'a>], order: OrderName, name: impl Fn(&Listed<'a>) -> &'a str) {
    match order {
        OrderName::Discovery => {}
        OrderName::LowerPath => listed.sort_by_cached_key(|listed| listed.skill.path.to_string_lossy().to_lowercase()),
        order => listed.sort_by(|left, right| {
            order.compare(name(left), name(right)).then_with(|| left.skill.path.cmp(&right.skill.path))
        }),
    }
}

fn is_listed(view: &View, candidate: &Candidate) -> bool {
    if candidate.reading.unlisted {
        return false;
    }
    match candidate.verdict.status {
        Status::Active | Status::Ambiguous => true,
        Status::Shadowed => view.host.winner.policy == WinnerPolicy::AllFirstFound,
        Status::Hidden | Status::Conditional | Status::Disabled | Status::Skipped | Status::Unread => false,
    }
}

/// The roots that hold listed skills, in the order in which the host reads them.
fn roots<'a>(view: &'a View, listed: &[Listed]) -> impl Iterator<Item = &'a Path> {
    let used: HashSet<usize> = listed.iter().map(|listed| listed.candidate.place).collect();
    let places = view.places.iter().enumerate().filter(move |(index, _)| used.contains(index));
    places.map(|(_, place)| &*place.path)
}

/// The entries with short paths when they show more skills, or cut less, or take less room; otherwise those with
/// whole paths.
fn better(whole: Block, short: Block) -> Block {
    let rank = |block: &Block| (Reverse(block.texts.len()), block.lost, block.cost);
    if rank(&short) < rank(&whole) { short } else { whole }
}

/// The entries that the host prints together.
struct Block {
    /// The table of roots, where paths are short.
    table: String,
    /// What the table and the entries take.
    cost: usize,
    /// How many characters of the texts were cut.
    lost: usize,
    texts: Vec<String>,
    entries: Vec<ListedEntry>,
    budget: Option<Budget>,
}

fn block(maker: &Maker, listed: &[Listed], limit: Option<&Limit>) -> Block {
    let rule = maker.rule;
    let forms: Vec<Form> = listed.iter().map(|listed| maker.form(listed.candidate, listed.skill)).collect();
    let unit = rule.budget.as_ref().map_or(Unit::Characters, |budget| budget.unit);
    let meter = Meter { unit, separator: &rule.separator };
    let table = maker.aliases.as_ref().map_or(0, |aliases| aliases.cost(unit));
    let mut choices = match (&rule.budget, limit) {
        (Some(budget), Some(limit)) => {
            let room = limit.amount.saturating_sub(budget.taken + table);
            budget::choices(budget, &forms, meter, room, &rule.ellipsis)
        }
        _ => vec![Choice::Full; forms.len()],
    };
    for choice in choices.iter_mut().skip(rule.entry_limit.unwrap_or(usize::MAX)) {
        *choice = Choice::Omitted;
    }
    let mut block = Block {
        table: maker.aliases.as_ref().map(Aliases::table).unwrap_or_default(),
        cost: 0,
        lost: forms.iter().zip(&choices).map(|(form, choice)| form.lost(choice)).sum(),
        texts: Vec::new(),
        entries: Vec::new(),
        budget: None,
    };
    let mut full = Vec::new();
    for ((listed, form), choice) in listed.iter().zip(&forms).zip(&choices) {
        let printed = form.printed(choice);
        full.push(form.full());
        block.entries.push(ListedEntry {
            skill: listed.candidate.skill,
            name: listed.candidate.id.to_string(),
            path: listed.skill.path.clone(),
            text: printed.clone().unwrap_or_default(),
            cut: form.cut(choice),
            full: full.last().map_or(0, |full| meter.entry(full)),
            later: false,
        });
        block.texts.extend(printed);
    }
    block.cost = table + meter.total(block.texts.iter().map(String::as_str));
    block.budget = rule.budget.as_ref().zip(limit).map(|(budget, limit)| Budget {
        used: block.cost,
        wanted: table + meter.total(full.iter().map(String::as_str)),
        limit: limit.amount,
        unit: meter.word(),
        taken: budget.taken,
        origin: limit.origin.clone(),
    });
    block
}

/// A header or footer with its values filled in.
fn framed(template: &str, maker: &Maker, block: &Block) -> String {
    fill(template, &|key| match key {
        "count" => Some(block.entries.len().to_string()),
        "roots" => {
            let roots = maker.view.places.iter().map(|place| root(place, maker.files));
            let lines: Vec<String> = roots.map(|root| format!("- {}", root.display())).collect();
            Some(lines.join("\n"))
        }
        _ => None,
    })
}

/// The folder that the host really scans for a place.
fn root<'a>(place: &'a Place, files: &dyn Files) -> Cow<'a, Path> {
    let inner = place.path.join("skills");
    let moves = place.walk.inner_skills && !place.path.ends_with("skills");
    match moves && files.kind(&inner) == Some(FileKind::Folder) {
        true => Cow::Owned(inner),
        false => Cow::Borrowed(&place.path),
    }
}
