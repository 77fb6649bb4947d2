//! What catalogue checks work out once for all skills, so that each skill costs no more than its own share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::catalog::{Callable, Catalog, Kin, PackageApart, SkillId};
use crate::checks::overlaps::Overlaps;
use crate::checks::skill_mention_unknown::Names;
use crate::config::Config;
use crate::listing::{ListedEntry, Listing};

/// Worked out when first asked for. Make one for each snapshot and hand it to every context made of it.
#[derive(Debug, Default)]
pub struct Gathered {
    names: OnceLock<Names>,
    callable: OnceLock<Callable>,
    overlaps: OnceLock<Overlaps>,
    kin: OnceLock<Kin>,
    /// By host, and package where each is looked at by itself: where the entry of each skill stands in the listing.
    entries: Mutex<HashMap<ListingOf, Arc<Entries>>>,
}

/// A host, and the one package that it has, where each is looked at by itself.
type ListingOf = (String, Option<PackageApart>);

/// Where the entries of skills stand in a listing.
type Entries = HashMap<SkillId, usize>;

impl Gathered {
    /// The names by which skills can be called.
    pub(crate) fn names(&self, catalog: &Catalog, config: &Config) -> &Names {
        self.names.get_or_init(|| Names::new(catalog, config))
    }

    /// The names by which each host calls skills, in order.
    pub(crate) fn callable(&self, catalog: &Catalog) -> &Callable {
        self.callable.get_or_init(|| Callable::new(catalog))
    }

    /// The descriptions, ready to be compared.
    pub(crate) fn overlaps(&self, catalog: &Catalog, least: usize) -> &Overlaps {
        self.overlaps.get_or_init(|| Overlaps::new(catalog, least))
    }

    /// The skills that belong together.
    pub(crate) fn kin(&self, catalog: &Catalog, config: &Config) -> &Kin {
        self.kin.get_or_init(|| Kin::new(catalog, &config.known_hosts))
    }

    /// The entry of a skill in the listing of a host.
    pub(crate) fn entry<'a>(&self, host: &str, listing: &'a Listing, skill: SkillId) -> Option<&'a ListedEntry> {
        let index = {
            let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
            let key = (host.to_owned(), listing.apart.clone());
            match entries.get(&key) {
                Some(index) => index.clone(),
                None => {
                    let index: Entries =
                        listing.entries.iter().enumerate().map(|(at, entry)| (entry.skill, at)).collect();
                    let index = Arc::new(index);
                    entries.insert(key, index.clone());
                    index
                }
            }
        };
        listing.entries.get(*index.get(&skill)?).map(|entry| &**entry).filter(|entry| entry.skill == skill)
    }
}
