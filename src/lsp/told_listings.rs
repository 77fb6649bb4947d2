//! The listings that previews show: each preview says which one it has, and is told only what is another now.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Keeps a listing in the place of an earlier one. Returns its number, and the earlier one, where that is here and was
    /// looked at from the same folder.
    pub(crate) fn keep(&self, since: u64, folder: PathBuf, now: Arc<ToldListing>) -> (u64, Option<Arc<ToldListing>>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, kept) = &mut *told;
        let earlier = kept.remove(&since).filter(|(place, _)| *place == folder).map(|(_, listing)| listing);
        *last += 1;
        kept.insert(*last, (folder, now));
        while kept.len() > MOST {
            kept.pop_first();
        }
        (*last, earlier)
    }
}
