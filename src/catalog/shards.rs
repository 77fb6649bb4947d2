//! A map in parts, so that a snapshot shares all but the parts that change after it.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

const SHARDS: usize = 256;

/// A map that is cheap to clone: changing an entry copies its part, and only when a snapshot still holds it.
#[derive(Clone, Debug)]
pub(crate) struct Shards<K, V> {
    shards: Arc<Vec<Shard<K, V>>>,
}

/// A part: sorted, and without room to spare, because there are many small ones.
type Shard<K, V> = Option<Arc<Vec<(K, V)>>>;

impl<K, V> Default for Shards<K, V> {
    fn default() -> Self {
        Shards { shards: Arc::default() }
    }
}

impl<K: Clone + Ord + Hash, V: Clone> Shards<K, V> {
    /// What stands under a key.
    pub(crate) fn get<Q: Hash + Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let entries = self.shards.get(number(key))?.as_ref()?;
        entries.get(place(entries, key).ok()?).map(|(_, value)| value)
    }

    /// Puts a value under a key.
    pub(crate) fn put(&mut self, key: K, value: V) {
        let shards = Arc::make_mut(&mut self.shards);
        if shards.is_empty() {
            shards.resize_with(SHARDS, || None);
        }
        let Some(shard) = shards.get_mut(number(&key)) else { return };
        let entries = Arc::make_mut(shard.get_or_insert_default());
        match place(entries, &key) {
            Ok(place) => entries.splice(place..=place, [(key, value)]).for_each(drop),
            Err(place) => {
                entries.reserve_exact(1);
                entries.insert(place, (key, value));
            }
        }
    }

    /// Takes a value out.
    pub(crate) fn take<Q: Hash + Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        // Nothing is copied for what is not there.
        self.get(key)?;
        let entries = Arc::make_mut(Arc::make_mut(&mut self.shards).get_mut(number(key))?.as_mut()?);
        let place = place(entries, key).ok()?;
        Some(entries.remove(place).1)
    }
}

/// The number of the part that a key belongs to.
fn number<Q: Hash + ?Sized>(key: &Q) -> usize {
    foldhash::quality::FixedState::default().hash_one(key) as usize % SHARDS
}

/// Where a key stands in its part, or would stand.
fn place<K: Borrow<Q>, V, Q: Ord + ?Sized>(entries: &[(K, V)], key: &Q) -> Result<usize, usize> {
    entries.binary_search_by(|(other, _)| other.borrow().cmp(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_keeps_what_it_saw() {
        let mut map: Shards<String, u32> = Shards::default();
        assert_eq!(map.get("a"), None);
        for number in 0..1000 {
            map.put(format!("k{number}"), number);
        }
        let before = map.clone();
        map.put("k7".to_owned(), 70);
        assert_eq!(map.take("k8"), Some(8));
        assert_eq!((before.get("k7"), before.get("k8")), (Some(&7), Some(&8)));
        assert_eq!((map.get("k7"), map.get("k8")), (Some(&70), None));
    }
}
