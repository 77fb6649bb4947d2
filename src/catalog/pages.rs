//! A growing list in pages, so that a snapshot shares all but the pages that change after it.

use std::sync::Arc;

/// Small enough that whoever types copies little, and large enough that there are few of them.
const PAGE: usize = 64;

/// A list with holes. Cloning it copies nothing; changing an entry copies its page and the list of pages, and only when
/// a snapshot still holds them.
#[derive(Clone, Debug)]
pub(crate) struct Pages<T> {
    pages: Arc<Vec<Arc<Vec<Option<T>>>>>,
    free: Arc<Vec<u32>>,
    used: usize,
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Pages { pages: Arc::default(), free: Arc::new(Vec::new()), used: 0 }
    }
}

impl<T: Clone> Pages<T> {
    /// The entry with this number.
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.pages.get(number as usize / PAGE)?.get(number as usize % PAGE)?.as_ref()
    }

    /// The entry with this number, to be changed.
    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        Arc::make_mut(Arc::make_mut(&mut self.pages).get_mut(number as usize / PAGE)?)
            .get_mut(number as usize % PAGE)?
            .as_mut()
    }

    /// Adds an entry, in a hole when there is one, and says its number.
    pub(crate) fn add(&mut self, value: T) -> u32 {
        let number = if self.free.is_empty() { None } else { Arc::make_mut(&mut self.free).pop() };
        let number = number.unwrap_or_else(|| self.end());
        self.put(number, value);
        number
    }

    /// Puts an entry at a number, whatever stood there.
    pub(crate) fn put(&mut self, number: u32, value: T) {
        let (page, index) = (number as usize / PAGE, number as usize % PAGE);
        let pages = Arc::make_mut(&mut self.pages);
        while pages.len() <= page {
            pages.push(Arc::new(Vec::new()));
        }
        let Some(page) = pages.get_mut(page).map(Arc::make_mut) else { return };
        if page.len() <= index {
            page.resize_with(index + 1, || None);
        }
        if let Some(place) = page.get_mut(index)
            && place.replace(value).is_none()
        {
            self.used += 1;
        }
    }

    /// Takes an entry out; its number may be given to another.
    pub(crate) fn take(&mut self, number: u32) -> Option<T> {
        let page = Arc::make_mut(Arc::make_mut(&mut self.pages).get_mut(number as usize / PAGE)?);
        let value = page.get_mut(number as usize % PAGE)?.take()?;
        Arc::make_mut(&mut self.free).push(number);
        self.used -= 1;
        Some(value)
    }

    /// Takes an entry out; its number stays its own.
    pub(crate) fn clear(&mut self, number: u32) -> Option<T> {
        let page = Arc::make_mut(Arc::make_mut(&mut self.pages).get_mut(number as usize / PAGE)?);
        let value = page.get_mut(number as usize % PAGE)?.take()?;
        self.used -= 1;
        Some(value)
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// All entries with their numbers, by number.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.pages.iter().enumerate().flat_map(|(page, entries)| {
            entries
                .iter()
                .enumerate()
                .filter_map(move |(index, entry)| Some(((page * PAGE + index) as u32, entry.as_ref()?)))
        })
    }

    /// The numbers of the entries that are others than in an earlier list, in some order. What both share is passed over.
    pub(crate) fn differing(&self, earlier: &Pages<T>, is_same: impl Fn(&T, &T) -> bool) -> Vec<u32> {
        let mut differing = Vec::new();
        for page in 0..self.pages.len().max(earlier.pages.len()) {
            let (new, old) = (self.pages.get(page), earlier.pages.get(page));
            if new.zip(old).is_some_and(|(new, old)| Arc::ptr_eq(new, old)) {
                continue;
            }
            let (new, old) = (new.map_or(&[][..], |it| it), old.map_or(&[][..], |it| it));
            differing.extend((0..new.len().max(old.len())).filter_map(|index| {
                let entries = (new.get(index).and_then(Option::as_ref), old.get(index).and_then(Option::as_ref));
                let is_same = match entries {
                    (Some(new), Some(old)) => is_same(new, old),
                    (new, old) => new.is_none() && old.is_none(),
                };
                (!is_same).then_some((page * PAGE + index) as u32)
            }));
        }
        differing
    }

    fn end(&self) -> u32 {
        match self.pages.last() {
            Some(last) => ((self.pages.len() - 1) * PAGE + last.len()) as u32,
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_keeps_what_it_saw() {
        let mut pages = Pages::default();
        assert!(pages.is_empty());
        for number in 0..600 {
            assert_eq!(pages.add(number), number);
        }
        let before = pages.clone();
        assert_eq!(pages.take(300), Some(300));
        assert_eq!(pages.add(9), 300, "the hole is used again");
        *pages.get_mut(0).unwrap() = 7;
        assert_eq!((before.get(300), before.get(0)), (Some(&300), Some(&0)));
        assert_eq!((pages.get(300), pages.get(0), pages.len()), (Some(&9), Some(&7), 600));
        assert_eq!(pages.get(9999), None);
        assert!(!pages.is_empty());
    }

    #[test]
    fn what_is_another_than_it_was() {
        let mut pages = Pages::default();
        for number in 0..600 {
            pages.add(number);
        }
        let before = pages.clone();
        let differing = |pages: &Pages<i32>| pages.differing(&before, |new, old| new == old);
        assert_eq!(differing(&pages), Vec::<u32>::new());
        pages.put(7, 8);
        pages.put(300, 300);
        pages.take(599);
        pages.put(1000, 1);
        assert_eq!(differing(&pages), [7, 599, 1000]);
        assert_eq!(before.differing(&pages, |new, old| new == old), [7, 599, 1000]);
    }
}
