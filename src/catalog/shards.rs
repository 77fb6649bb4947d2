//! A hash map in parts, so that a snapshot shares all but the parts that change after it.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

const SHARDS: usize = 256;

/// A hash map that is cheap to clone: changing an entry copies its part, and only when a snapshot still holds it.
#[derive(Clone, Debug)]
pub(crate) struct Shards<K, V> {
    shards: Vec<Option<Arc<HashMap<K, V>>>>,
}

impl<K, V> Default for Shards<K, V> {
    fn default() -> Self {
        Shards { shards: Vec::new() }
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Shards<K, V> {
    /// What stands under a key.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.shards.get(shard(key))?.as_ref()?.get(key)
    }

    /// Puts a value under a key.
    pub(crate) fn put(&mut self, key: K, value: V) {
        if self.shards.is_empty() {
            self.shards.resize_with(SHARDS, || None);
        }
        if let Some(place) = self.shards.get_mut(shard(&key)) {
            Arc::make_mut(place.get_or_insert_default()).insert(key, value);
        }
    }

    /// Takes a value out.
    pub(crate) fn take<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        Arc::make_mut(self.shards.get_mut(shard(key))?.as_mut()?).remove(key)
    }
}

fn shard<Q: Hash + ?Sized>(key: &Q) -> usize {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    // The map inside uses other bits, or another seed: taking the top ones keeps the two apart.
    (hasher.finish() >> 56) as usize % SHARDS
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
