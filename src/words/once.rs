//! What is said once: things that are alike stand together.

/// Adds a value to the group of its key, which comes to be with its first value.
pub(crate) fn add_to<K: PartialEq, V>(groups: &mut Vec<(K, Vec<V>)>, key: K, value: V) {
    match groups.iter_mut().find(|(known, _)| *known == key) {
        Some((_, values)) => values.push(value),
        None => groups.push((key, vec![value])),
    }
}

/// Adds what is not there yet.
pub(crate) fn add_new<T: PartialEq>(list: &mut Vec<T>, items: impl IntoIterator<Item = T>) {
    for item in items {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}
