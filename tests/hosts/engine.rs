//! A case, run through the library, and the first difference to what the host said.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skill_lsp::catalog::{self, Area, Around, Candidate, Catalog, Files, Namespaces, Place, Reach, Skill, Status};
use skill_lsp::disk::{self, RealFiles, Surroundings};
use skill_lsp::document;
use skill_lsp::hosts::{self, Host};
use skill_lsp::listing::{self, ListedEntry, Listing, ListingError, Request};

use crate::hosts::case::{Case, Manifest};
use crate::hosts::tree::Tree;

/// The first difference between the host and us; `None` when there is none.
pub(crate) fn difference(case: &Case) -> Option<String> {
    let known = hosts::builtin();
    let listings = &known.get(&case.manifest.host).expect("a known host").listing;
    let tree = match listings.iter().any(|rule| rule.aliases.is_some()) {
        true => Tree::write_as_long(&case.manifest)?,
        false => Tree::write(&case.manifest),
    };
    let (catalog, listing) = list(&case.manifest, &tree, None);
    // A host whose text is made elsewhere reports what it loaded instead.
    let host = known.get(&case.manifest.host).expect("a known host");
    let rejected = case.expected.rejected.as_ref();
    if rejected.is_some() || !host.listing_unknown.is_empty() {
        return loads(case, &tree, &catalog).or_else(|| refuses(case, &tree, &catalog, rejected?));
    }
    let listing = match listing {
        Ok(listing) => listing,
        Err(error) => return Some(format!("{error:?}")),
    };
    ambiguous(case, &tree, &catalog, &listing)
        .or_else(|| entries(case, &tree, &listing))
        .or_else(|| text(case, &tree, &listing))
        .or_else(|| later(case, &listing))
        .or_else(|| loaded(case, &tree, &catalog, &listing))
        .or_else(|| calls(case, &catalog))
}

/// Whether the model may load what it asked for.
fn calls(case: &Case, catalog: &Catalog) -> Option<String> {
    let view = catalog.view(&case.manifest.host).expect("a view of the host");
    case.expected.calls.iter().find_map(|(name, wanted)| {
        let candidate = view.candidates.iter().find(|it| *it.id == **name);
        let verdict = candidate.map(|candidate| catalog::permissions::verdict(view, candidate));
        let is_all_denied = view.host.permissions.all_denied_unlisted && view.controls.all_denied.is_some();
        let ours = verdict.as_ref().map_or("unknown", |it| if is_all_denied { "deny" } else { it.permission.word() });
        let words = verdict.as_ref().map(|it| it.words(view)).unwrap_or_default();
        (ours != wanted).then(|| format!("call of `{name}`\n  host: {wanted}\n  ours: {ours}, {words}"))
    })
}

/// The listing of a host in a mode.
pub(crate) fn list(manifest: &Manifest, tree: &Tree, mode: Option<&str>) -> (Catalog, Result<Listing, ListingError>) {
    let (catalog, request) = index(manifest, tree);
    let request = Request { mode: mode.map(str::to_owned), ..request };
    let view = catalog.view(&manifest.host).expect("a view of the host");
    let files = LaidOver { manifest, tree };
    let listing = listing::listing(&catalog, view, &files, &request);
    (catalog, listing)
}

/// Everything the host would find, as `prompt` finds it.
fn index(manifest: &Manifest, tree: &Tree) -> (Catalog, Request) {
    let mut surroundings = Surroundings {
        working_directory: Some(tree.root().join(&manifest.cwd)),
        home: Some(tree.root().join("home")),
        variables: Some(variables(manifest, tree)),
        without_bundled: !manifest.bundled,
        touched: manifest.touch.iter().map(|path| PathBuf::from(tree.expand(path))).collect(),
        ..Surroundings::default()
    };
    let mut request = Request::default();
    let mut flags = manifest.flags.iter().map(|flag| tree.expand(flag));
    while let Some(flag) = flags.next() {
        let value = flags.next().expect("a value after the flag");
        match flag.as_str() {
            "--add-dir" | "--skill" => surroundings.added.push(PathBuf::from(value)),
            "--plugin-dir" => surroundings.plugin_folders.push(PathBuf::from(value)),
            "--setting-sources" => {
                let sources = value.split(',').map(str::to_owned).filter(|source| !source.is_empty());
                surroundings.setting_sources = Some(sources.collect());
            }
            "--agent" => surroundings.agent = Some(value),
            "--model" | "-m" => request.model = Some(value),
            "--context-window" => request.context_window = value.parse().ok(),
            _ => panic!("unknown flag {flag}"),
        }
    }
    let host = laid_over(hosts::builtin().get(&manifest.host).expect("a known host"), manifest, tree);
    let hosts = vec![Arc::new(host)];
    let (mut environment, _) = disk::environment(&surroundings);
    environment.nested = disk::nested(&hosts, &environment);
    let environment = Arc::new(environment);
    let mut catalog = Catalog::default();
    for host in &hosts {
        let controls = disk::controls(host, &environment);
        let places = catalog::places(host, &environment, &controls);
        catalog.add_host(host.clone(), places, controls, environment.clone());
    }
    let places: Vec<&[Place]> = catalog.views().iter().map(|view| &*view.places).collect();
    let (met, _) = disk::walk(&places);
    let (files, namespaces) = (Arc::new(RealFiles), Namespaces::default());
    let around = Around { files: &*files, namespaces: &namespaces };
    // The hosts follow every link, and so does what is compared with them.
    let whole = vec![Area { path: PathBuf::from("/"), real: PathBuf::from("/") }];
    let everywhere = Reach { named: whole, ..Reach::default() };
    let (read, _) = disk::read_all(&met, &everywhere, |found, at, bytes| {
        let document = document::parse_bytes(bytes);
        let reading = |&(view, place): &(usize, usize)| {
            let known = &catalog.views()[view];
            (view, place, Arc::new(catalog::read_at(known, &known.places[place], &document, found, around)))
        };
        (Skill::new(found, &document), at.iter().map(reading).collect())
    });
    for (skill, readings) in read {
        catalog.insert(skill, readings);
    }
    catalog.settle();
    (catalog, request)
}

/// The environment that the host was given, as far as it can matter.
fn variables(manifest: &Manifest, tree: &Tree) -> BTreeMap<String, String> {
    let given = manifest.env.iter().map(|(name, value)| (name.clone(), tree.expand(value)));
    let home = tree.root().join("home").display().to_string();
    [("HOME".to_owned(), home)].into_iter().chain(given).collect()
}

/// The host with its system folders moved into the tree, where the case lays one over them.
fn laid_over(host: &Host, manifest: &Manifest, tree: &Tree) -> Host {
    let mut host = host.clone();
    let paths = host
        .roots
        .iter_mut()
        .flat_map(|root| &mut root.paths)
        .chain(host.controls.files.iter_mut().flat_map(|rule| &mut rule.paths));
    for path in paths {
        for (system, folder) in &manifest.overlays {
            if let Some(rest) = path.strip_prefix(system.as_str()).filter(|rest| rest.starts_with('/')) {
                *path = tree.expand(folder) + rest;
                break;
            }
            *path = path.replace(&format!(":-{system}/"), &format!(":-{}/", tree.expand(folder)));
        }
        // What the machine that runs the tests has there is none of the case's business.
        if let Some(rest) = path.strip_prefix("/etc/") {
            *path = format!("{}/nothing/{rest}", tree.root().display());
        }
        *path = path.replace(":-/etc/", &format!(":-{}/nothing/", tree.root().display()));
    }
    host
}

/// What the host says it loaded, held against what ours says is active: name, folder, description and source.
fn loads(case: &Case, tree: &Tree, catalog: &Catalog) -> Option<String> {
    let view = catalog.view(&case.manifest.host).expect("a view of the host");
    let folder = |candidate: &Candidate| {
        let skill = catalog.skill(candidate.skill).expect("its skill");
        skill.real.parent().expect("a folder").to_owned()
    };
    for loaded in &case.expected.loaded {
        let path = PathBuf::from(tree.expand(&loaded.path));
        let wanted = path.canonicalize().unwrap_or(path);
        let mut named = view.named(&loaded.name);
        let is_it = |it: &Candidate| {
            matches!(it.verdict.status, Status::Active | Status::Ambiguous) && {
                // A SKILL.md that is a link lies in the folder where it was met.
                let met = &catalog.skill(it.skill).expect("its skill").path;
                let met = met.parent().expect("a folder").canonicalize().expect("its real path");
                // Of some it is not known which file they are.
                loaded.path.is_empty() || folder(it) == wanted || met == wanted
            }
        };
        let Some(candidate) = named.find(|it| is_it(it)) else {
            let ours: Vec<String> =
                view.named(&loaded.name).map(|it| format!("{:?} {:?}", folder(it), it.verdict)).collect();
            return Some(format!("`{}`\n  host: {}\n  ours: {ours:?}", loaded.name, wanted.display()));
        };
        let source = view.place(candidate).map(|place| place.source.clone());
        if loaded.source.is_some() && loaded.source != source {
            return Some(format!("source of `{}`\n  host: {:?}\n  ours: {source:?}", loaded.name, loaded.source));
        }
        let text = loaded.description.as_ref().and_then(|it| it.as_str());
        if text.is_some_and(|text| candidate.reading.description.as_deref() != Some(text)) {
            let ours = &candidate.reading.description;
            return Some(format!("description of `{}`\n  host: {text:?}\n  ours: {ours:?}", loaded.name));
        }
    }
    let mut ours: Vec<String> = (&view.candidates)
        .into_iter()
        .filter(|it| matches!(it.verdict.status, Status::Active | Status::Ambiguous))
        .map(|it| it.id.to_string())
        .collect();
    ours.sort();
    ours.dedup();
    let mut wanted: Vec<String> = case.expected.loaded.iter().map(|it| it.name.clone()).collect();
    wanted.sort();
    first_difference("loaded", &wanted, &ours)
}

/// The files that the host refused.
fn refuses(case: &Case, tree: &Tree, catalog: &Catalog, rejected: &[String]) -> Option<String> {
    let view = catalog.view(&case.manifest.host).expect("a view of the host");
    let mut ours: Vec<String> = (&view.candidates)
        .into_iter()
        .filter(|it| it.verdict.status == Status::Skipped)
        .map(|it| catalog.skill(it.skill).expect("its skill").real.display().to_string())
        .collect();
    ours.sort();
    ours.dedup();
    // What is not there to be read is no skill to us; a file met twice is refused once.
    let real = |path: &String| Some(PathBuf::from(tree.expand(path)).canonicalize().ok()?.display().to_string());
    let mut wanted: Vec<String> = rejected.iter().filter_map(real).collect();
    wanted.sort();
    wanted.dedup();
    first_difference("refused", &wanted, &ours)
}

/// The file system as the host saw it: what lies in a folder of the tree that is laid over a system folder is printed
/// as if it were there.
struct LaidOver<'a> {
    manifest: &'a Manifest,
    tree: &'a Tree,
}

impl Files for LaidOver<'_> {
    fn beneath(&self) -> Option<&dyn Files> {
        Some(&RealFiles)
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        let real = RealFiles.real(path)?;
        let mut overlays = self.manifest.overlays.iter();
        let system = overlays.find_map(|(system, folder)| {
            Some(Path::new(system).join(real.strip_prefix(self.tree.expand(folder)).ok()?))
        });
        Some(system.unwrap_or(real))
    }
}

fn printed(listing: &Listing) -> impl Iterator<Item = &ListedEntry> {
    listing.entries.iter().map(|entry| &**entry).filter(|entry| entry.later.is_none() && !entry.text.is_empty())
}

/// Where the host has no fixed winner, ours must say so: every file that was seen to win is a candidate without one,
/// or the only file of its name that the host accepts. The entries are compared with the names alone.
fn ambiguous(case: &Case, tree: &Tree, catalog: &Catalog, listing: &Listing) -> Option<String> {
    let names = &case.expected.ambiguous;
    if names.is_empty() {
        return None;
    }
    let view = catalog.view(&case.manifest.host).expect("a view of the host");
    let path = |candidate: &Candidate| catalog.skill(candidate.skill).expect("its skill").path.clone();
    for candidate in &view.candidates {
        if candidate.verdict.status == Status::Ambiguous && !names.iter().any(|name| **name == *candidate.id) {
            return Some(format!("`{}` has a winner in the host, and none in ours", candidate.id));
        }
    }
    for (name, winners) in &case.expected.winners {
        let accepted: Vec<&Candidate> =
            view.named(name).filter(|it| matches!(it.verdict.status, Status::Ambiguous | Status::Active)).collect();
        let has_winner = accepted.iter().all(|it| it.verdict.status == Status::Active);
        let known: Vec<PathBuf> = accepted.iter().map(|it| path(it)).collect();
        let real: Vec<PathBuf> = accepted.iter().filter_map(|it| Some(catalog.skill(it.skill)?.real.clone())).collect();
        let seen: Vec<PathBuf> = winners.iter().map(|path| PathBuf::from(tree.expand(path))).collect();
        let is_known = |path: &PathBuf| known.contains(path) || path.canonicalize().is_ok_and(|it| real.contains(&it));
        if has_winner != (known.len() == 1) || !seen.iter().all(is_known) {
            return Some(format!("`{name}`\n  host: one of {seen:?}\n  ours: one of {known:?}"));
        }
    }
    let rule = view.host.listing.first().expect("a listing");
    let wanted: Vec<String> = case.expected.entries.iter().map(|entry| tree.expand(entry)).collect();
    let mut got: Vec<String> = printed(listing).map(|entry| entry.text.to_string()).collect();
    for ((entry, got), wanted) in printed(listing).zip(&mut got).zip(&wanted) {
        let mut others = view.named(&entry.name).filter(|it| it.verdict.status == Status::Ambiguous).map(|it| {
            let text = rule.entry.replace("{name}", &it.id).replace("{path}", &path(it).to_string_lossy());
            text.replace("{description}", it.reading.description.as_deref().unwrap_or_default())
        });
        if others.any(|other| other == *wanted) {
            got.clone_from(wanted);
        }
    }
    first_difference("entry", &wanted, &got)
}

fn entries(case: &Case, tree: &Tree, listing: &Listing) -> Option<String> {
    let mut wanted: Vec<String> = case.expected.entries.iter().map(|entry| tree.expand(entry)).collect();
    let mut got: Vec<String> = printed(listing).map(|entry| entry.text.to_string()).collect();
    if case.expected.unordered {
        wanted.sort();
        got.sort();
    }
    if !case.expected.ambiguous.is_empty() {
        return None;
    }
    first_difference("entry", &wanted, &got)
}

fn text(case: &Case, tree: &Tree, listing: &Listing) -> Option<String> {
    if case.expected.unordered || !case.expected.ambiguous.is_empty() {
        return None;
    }
    let expected = &case.expected;
    let wanted = tree.expand(&[&*expected.header, &expected.listing, &expected.footer].concat());
    // Hosts whose list is empty may still print its frame.
    let wanted = if expected.entries.is_empty() { listing.text.clone() } else { wanted };
    // Most captures keep only the last line of what stands before the entries.
    let (wanted, mut got) = (lines(&wanted), lines(&listing.text));
    got.drain(..got.len().saturating_sub(wanted.len()));
    first_difference("line", &wanted, &got)
}

fn later(case: &Case, listing: &Listing) -> Option<String> {
    let wanted: Vec<String> = case.expected.later.iter().flatten().cloned().collect();
    let got: Vec<String> =
        listing.entries.iter().filter(|entry| entry.later.is_some()).map(|entry| entry.text.to_string()).collect();
    first_difference("later entry", &wanted, &got).or_else(|| {
        let expected = &case.expected;
        let header = expected.later_header.as_ref().unwrap_or(&expected.header);
        let framed = |block: &Vec<String>| [&**header, &block.join("\n"), &expected.later_footer].concat();
        let wanted: Vec<String> = expected.later.iter().map(framed).collect();
        first_difference("announcement", &wanted, &listing.later)
    })
}

fn loaded(case: &Case, tree: &Tree, catalog: &Catalog, listing: &Listing) -> Option<String> {
    case.expected.loaded.iter().filter(|loaded| !case.expected.ambiguous.contains(&loaded.name)).find_map(|loaded| {
        let path = PathBuf::from(tree.expand(&loaded.path));
        let mut overlays = case.manifest.overlays.iter();
        let moved = overlays
            .find_map(|(system, folder)| Some(Path::new(&tree.expand(folder)).join(path.strip_prefix(system).ok()?)));
        let path = moved.unwrap_or(path);
        let wanted = path.canonicalize().unwrap_or(path);
        let mut files = listing
            .entries
            .iter()
            .filter(|entry| *entry.name == *loaded.name)
            .filter_map(|entry| catalog.skill(entry.skill))
            .map(|skill| skill.real.clone());
        let found: Vec<PathBuf> = files.by_ref().collect();
        (!found.contains(&wanted))
            .then(|| format!("`{}` is {found:?}, the host loaded {}", loaded.name, wanted.display()))
    })
}

fn lines(text: &str) -> Vec<String> {
    text.split('\n').map(str::to_owned).collect()
}

fn first_difference(what: &str, wanted: &[String], got: &[String]) -> Option<String> {
    let at = (0..wanted.len().max(got.len())).find(|&at| wanted.get(at) != got.get(at))?;
    let show = |lines: &[String]| lines.get(at).map_or("(none)".to_owned(), |line| format!("{line:?}"));
    Some(format!("{what} {at} of {}\n  host: {}\n  ours: {}", wanted.len(), show(wanted), show(got)))
}
