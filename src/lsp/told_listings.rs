//! The listings that previews show: each preview says which one it has, and is told only what is another now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::features::prompt_change::ToldListing;

/// So many are kept; a preview whose listing is no longer here is told all of it.
const MOST: usize = 8;

/// Those that were told last, by number.
#[derive(Default)]
pub(crate) struct ToldListings {
    told: Mutex<(u64, BTreeMap<u64, Told>)>,
}

/// A listing, and the folder from which it was looked at.
type Told = (PathBuf, Arc<ToldListing>);

impl ToldListings {
    /// A listing that was told, where it is here and was looked at from this folder: another takes its place.
    pub(crate) fn take(&self, number: u64, folder: &Path) -> Option<Arc<ToldListing>> {
        let (place, listing) = self.lock().1.remove(&number)?;
        (place == folder).then_some(listing)
    }

    /// Keeps a listing. Returns its number.
    pub(crate) fn keep(&self, folder: PathBuf, listing: Arc<ToldListing>) -> u64 {
        let mut told = self.lock();
        let (last, kept) = &mut *told;
        *last += 1;
        kept.insert(*last, (folder, listing));
        while kept.len() > MOST {
            kept.pop_first();
        }
        *last
    }

    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Told>)> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
