//! The listing that a host puts before its model, byte for byte, with its budget accounting.

mod alias;
mod block;
mod budget;
mod clean;
mod emoji;
mod entry;
mod escape;
mod form;
mod label;
mod limit;
mod lineup;
mod listed;
mod meter;
mod own;
mod pinned;
mod renewed;
mod shorten;
mod terminal;
mod weighed;
mod width;
mod width_table;

pub use lineup::Parts;
pub use renewed::renewed;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use crate::catalog::{Candidate, Catalog, FileKind, Files, PackageApart, Place, SkillId, View};
use crate::hosts::fill;
use crate::hosts::{AnnouncedRule, ListingRule, glob_matches};
use crate::listing::block::{ListingBlock, better, block, meter};
use crate::listing::entry::Maker;
use crate::listing::label::{Moment, Names};
use crate::listing::lineup::{Lineup, Lineups};
use crate::listing::listed::{Listed, listed, sort};
use crate::listing::own::OwnEntries;
use crate::text::worded;

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The mode; the host's default when absent.
    pub mode: Option<String>,
    /// The model; the host's default when absent.
    pub model: Option<String>,
    /// The context window in tokens; the model's when absent.
    pub context_window: Option<usize>,
    /// The ids of the skills that are loaded in every turn, in hosts that have such.
    pub pinned: Vec<String>,
    /// The one package of this repository that counts as installed; all of them when nothing is said.
    pub apart: Option<PackageApart>,
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
    pub entries: Vec<Arc<ListedEntry>>,
    /// The budget, in hosts that have one.
    pub budget: Option<Budget>,
    /// The one package of this repository that counted as installed.
    pub apart: Option<PackageApart>,
}

/// One entry of a listing.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedEntry {
    /// The skill.
    pub skill: SkillId,
    /// Its id in the host.
    pub name: Arc<str>,
    /// What the host calls it.
    pub label: Arc<str>,
    /// Its file.
    pub path: Arc<Path>,
    /// Its whole description, as the host reads it.
    pub description: Option<Arc<str>>,
    /// Its text without separators; empty when it is left out.
    pub text: Arc<str>,
    /// What was cut of it.
    pub cut: Option<CutKind>,
    /// Why it was.
    pub cause: Option<CutCause>,
    /// What the full entry would take of the budget.
    pub full: usize,
    /// When it is announced, if not in the first listing.
    pub later: Option<Later>,
    /// Where its description stands in the text; nowhere when it is not shown whole.
    pub shown: Option<(u32, u32)>,
}

worded! {
    /// What was cut of an entry.
    pub enum CutKind {
        /// Its text is shortened.
        Shortened = "shortened",
        /// Only its name is left.
        NameOnly = "name-only",
        /// It is left out.
        Omitted = "omitted",
    }
}

/// When an entry is announced that does not stand in the first listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Later {
    /// Right after the start, in a message of its own.
    AtStart,
    /// Once a matching file is touched.
    WhenTouched,
}

/// Why an entry was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutCause {
    /// Its text is longer than an entry's may be.
    Length,
    /// The user's settings ask for the bare name.
    Switch,
    /// The listing is over its budget.
    Room,
    /// The listing names no more skills.
    Count,
    /// The whole listing is switched off.
    Off,
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
    /// What the limit is where no variable and no settings say otherwise.
    pub usual: usize,
    /// What is counted: `characters`, `tokens`.
    pub unit: &'static str,
    /// What is taken of it by the host's own words and skills.
    pub taken: usize,
    /// The part of that which its own skills take.
    pub own: usize,
    /// How many of its own skills stand in the listing.
    pub own_count: usize,
    /// Where the limit comes from, in words.
    pub origin: String,
}

impl Budget {
    /// What is left of the limit for the skills on disk.
    pub fn room(&self) -> usize {
        self.limit.saturating_sub(self.taken)
    }

    /// Whether the host's own skills leave no room for any other.
    pub fn is_taken_by_own(&self) -> bool {
        self.room() == 0 && self.own > 0
    }
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
    listing_after(None, catalog, view, files, request).map(|(listing, _)| listing)
}

/// The same, made of the parts of an earlier one of the host as far as they still hold, and what the next one can be made of.
pub fn listing_after(
    earlier: Option<&Parts>,
    catalog: &Catalog,
    view: &View,
    files: &dyn Files,
    request: &Request,
) -> Result<(Listing, Parts), ListingError> {
    let wish = named_model(view, request);
    let rule = mode(&view.host.listing, request.mode.as_deref(), wish.as_deref())?;
    let earlier = earlier.filter(|parts| parts.hold(view, rule));
    let whole_paths = Maker::new(rule, view, files, Names::new(catalog, view, Moment::First));
    let model = limit::model(view, wish);
    let limit = rule.budget.as_ref().and_then(|budget| limit::limit(budget, view, model.as_deref(), request));
    let meter = meter(rule, limit.as_ref());
    let apart = request.apart.as_ref();
    let mut announced = Vec::new();
    let again = earlier.and_then(|parts| Lineups::after(parts, catalog, &whole_paths, meter, apart));
    let lineups = again.unwrap_or_else(|| {
        let (mut later, mut first): (Vec<Listed>, Vec<Listed>) =
            listed(catalog, view, rule, apart).into_iter().partition(|listed| listed.candidate.later);
        sort(&mut later, rule.later_order, |listed| &listed.candidate.reading.id);
        (announced, first) = first.into_iter().partition(|listed| is_announced(view, rule, listed.candidate));
        Lineups::new(&first, &later, catalog, &whole_paths, meter, earlier)
    });
    let whole = block(&whole_paths, &lineups.whole, limit.as_ref());
    let short_paths = lineups.short.as_ref().and_then(|lineup| {
        let maker = whole_paths.shortening(rule.aliases.as_ref()?, lineup.roots.clone()?);
        Some((block(&maker, lineup, limit.as_ref()), maker))
    });
    let (first, maker) = match short_paths {
        Some((short, maker)) => (better(whole, short), maker),
        None => (whole, whole_paths),
    };
    let is_off = is_off(rule, view);
    let text = match first.texts().next().is_none() && first.overflow.is_none() {
        _ if is_off => String::new(),
        true if lineups.whole.owned.is_empty() => rule.nothing.clone(),
        _ => {
            let (header, footer) = (framed(&rule.header, &maker, &first), framed(&rule.footer, &maker, &first));
            [&*first.opening, &header, &first.joined(rule), &footer].concat()
        }
    };
    let pinned = if is_off { String::new() } else { pinned::pinned(catalog, &maker, &request.pinned) };
    let mut listing = Listing {
        mode: rule.mode.clone(),
        model,
        text: text + &pinned,
        later: Vec::new(),
        entries: first.entries,
        budget: first.budget.filter(|_| !is_off),
        apart: request.apart.clone(),
    };
    if is_off {
        for entry in listing.entries.iter_mut().map(Arc::make_mut) {
            (entry.text, entry.cut) = (Arc::default(), Some(CutKind::Omitted));
            entry.cause = Some(CutCause::Off);
        }
    }
    if let Some(frame) = &rule.announced {
        let rule = announcing(rule, frame);
        let maker = Maker::new(&rule, view, files, Names::new(catalog, view, Moment::First));
        // What is kept of an earlier listing is in the words of the first message.
        let (own, when) = (OwnEntries::default(), Some(Later::AtStart));
        let announced = block(&maker, &Lineup::new(&maker, &announced, meter, &own, when, None), limit.as_ref());
        if announced.texts().next().is_some() {
            listing.later.push([&*rule.header, &announced.joined(&rule), &rule.footer].concat());
        }
        listing.entries.extend(announced.entries);
    }
    let later = block(&Maker { aliases: None, ..maker }, &lineups.later, limit.as_ref());
    let texts: Vec<&str> = later.texts().collect();
    if !texts.is_empty() {
        listing.later.push([&*rule.later_header, &texts.join(&rule.separator)].concat());
        listing.entries.extend(later.entries);
    }
    Ok((listing, Parts::new(catalog, view, rule, apart, lineups)))
}

/// The model that was asked for, or else the one that the user has told the host.
fn named_model(view: &View, request: &Request) -> Option<String> {
    let variable = || {
        let name = view.host.controls.model_variable.as_ref()?;
        view.controls.variable(&view.environment, name).filter(|model| !model.is_empty()).map(str::to_owned)
    };
    request.model.clone().or_else(variable).or_else(|| view.controls.model.clone())
}

/// Whether a skill is announced in a message of its own right after the start.
fn is_announced(view: &View, rule: &ListingRule, candidate: &Candidate) -> bool {
    let Some(announced) = &rule.announced else { return false };
    view.place(candidate).is_some_and(|place| announced.scopes.contains(&place.scope))
}

/// The rule of a listing for those that are announced in a message of their own.
fn announcing(rule: &ListingRule, frame: &AnnouncedRule) -> ListingRule {
    ListingRule {
        header: frame.header.clone(),
        entry: frame.entry.clone(),
        bare: frame.bare.clone(),
        footer: frame.footer.clone(),
        groups: Vec::new(),
        aliases: None,
        ..rule.clone()
    }
}

/// Whether the host leaves the listing out, whatever there is to list.
fn is_off(rule: &ListingRule, view: &View) -> bool {
    let switch = rule.switch.as_ref().and_then(|name| view.environment.variables.get(name));
    let switch = switch.map(|value| value.trim().to_lowercase());
    view.controls.listing_off || matches!(switch.as_deref(), Some("0" | "false"))
}

/// The rule of a mode; without a wish the one for the model, else the one called `tool`, else the first.
fn mode<'a>(
    rules: &'a [ListingRule],
    wish: Option<&str>,
    model: Option<&str>,
) -> Result<&'a ListingRule, ListingError> {
    let first = rules.first().ok_or(ListingError::NotKnown)?;
    let named = |name: &str| rules.iter().find(|rule| rule.mode == name);
    match wish {
        Some(wish) => {
            named(wish).ok_or_else(|| ListingError::UnknownMode(rules.iter().map(|rule| rule.mode.clone()).collect()))
        }
        None => {
            let is_for = |model: &str, rule: &&ListingRule| rule.models.iter().any(|name| glob_matches(name, model));
            let by_model = model.and_then(|model| rules.iter().find(|rule| is_for(model, rule)));
            Ok(by_model.or_else(|| named("tool")).unwrap_or(first))
        }
    }
}

/// A header or footer with its values filled in.
fn framed(template: &str, maker: &Maker, block: &ListingBlock) -> String {
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
