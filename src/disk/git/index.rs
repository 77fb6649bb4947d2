//! The index of a checkout: what git keeps, as it was when it was last looked at.

use std::path::Path;

use crate::disk::git::{Id, digits};
use crate::disk::read::read_whole;

/// An entry of the index.
#[derive(Clone, Debug)]
pub(in crate::disk) struct Tracked {
    /// From the root of the checkout on, with `/`.
    pub(in crate::disk) path: Vec<u8>,
    pub(super) id: Id,
    pub(super) mode: u32,
    /// When the file was changed last, in seconds and nanoseconds, and its size, both cut to 32 bits.
    pub(super) time: (u32, u32),
    pub(super) size: u32,
    /// Whether the file counts as unchanged without being looked at: somebody said so, or it is not checked out.
    pub(super) is_unseen: bool,
    /// Which side of a conflict it is; none for most.
    pub(super) stage: u8,
}

const KIND: u32 = 0o170_000;
const SUBMODULE: u32 = 0o160_000;
const LINK: u32 = 0o120_000;
const FOLDER: u32 = 0o040_000;

impl Tracked {
    pub(in crate::disk) fn is_submodule(&self) -> bool {
        self.mode & KIND == SUBMODULE
    }

    pub(super) fn is_link(&self) -> bool {
        self.mode & KIND == LINK
    }

    /// Whether it stands for a whole folder that is not checked out.
    pub(super) fn is_folder(&self) -> bool {
        self.mode & KIND == FOLDER
    }
}

/// The entries of the index in a folder of git (versions 2 to 4 of its form, whole or split); none when it is not one.
pub(in crate::disk) fn tracked(git: &Path) -> Vec<Tracked> {
    let read = |path: &Path| read_whole(path).ok().flatten().unwrap_or_default();
    let bytes = read(&git.join("index"));
    let Some((own, rest)) = entries(&bytes) else { return Vec::new() };
    match shared(&bytes, rest) {
        None => own,
        Some(link) => {
            let base = read(&git.join(format!("sharedindex.{}", digits(&link.base))));
            entries(&base).map(|(base, _)| merged(base, own, &link)).unwrap_or_default()
        }
    }
}

/// So many times its own size the paths of an index may take; those of the largest repositories take less than twice.
const MOST_TIMES: usize = 8;

/// The entries of an index, and where what follows them begins.
fn entries(bytes: &[u8]) -> Option<(Vec<Tracked>, usize)> {
    /// Times, numbers, mode, owner, size and hash.
    const FIXED: usize = 60;
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?));
    (bytes.get(..4)? == b"DIRC").then_some(())?;
    let version = number(4).filter(|version| (2..=4).contains(version))?;
    let mut found: Vec<Tracked> = Vec::new();
    // Each path may begin as the one before it: an index that was made for it would fill the memory.
    let mut room = bytes.len().saturating_mul(MOST_TIMES);
    let mut at = 12;
    for _ in 0..number(8)? {
        let start = at;
        let flags = *bytes.get(start + FIXED)?;
        let is_extended = version > 2 && flags & 0x40 != 0;
        let more = if is_extended { *bytes.get(start + FIXED + 2)? } else { 0 };
        at = start + FIXED + if is_extended { 4 } else { 2 };
        let mut path = Vec::new();
        if version == 4 {
            // So much of the end of the path before it goes away.
            let mut byte = *bytes.get(at)?;
            let mut gone = usize::from(byte & 0x7f);
            at += 1;
            while byte & 0x80 != 0 {
                byte = *bytes.get(at)?;
                gone = (gone.checked_add(1)?.checked_mul(128)?).checked_add(usize::from(byte & 0x7f))?;
                at += 1;
            }
            let before = found.last().map(|last| last.path.as_slice()).unwrap_or_default();
            path.extend_from_slice(before.get(..before.len().checked_sub(gone)?)?);
        }
        let rest = bytes.get(at..)?;
        let length = memchr::memchr(0, rest)?;
        path.extend_from_slice(rest.get(..length)?);
        room = room.checked_sub(path.len())?;
        at += length;
        at = if version == 4 { at + 1 } else { start + ((at - start) / 8 + 1) * 8 };
        found.push(Tracked {
            path,
            id: bytes.get(start + 40..start + 60)?.try_into().ok()?,
            mode: number(start + 24)?,
            time: (number(start + 8)?, number(start + 12)?),
            size: number(start + 36)?,
            // Somebody said that it does not change; or, in the second byte pair, that it is not checked out.
            is_unseen: flags & 0x80 != 0 || more & 0x40 != 0,
            stage: flags >> 4 & 3,
        });
    }
    Some((found, at))
}

/// What a split index says of the one that it shares with others.
struct Link {
    base: Id,
    /// The entries of the base that are not there any more, and those that are others.
    removed: Vec<bool>,
    replaced: Vec<bool>,
}

/// The link to a shared index among the extensions.
fn shared(bytes: &[u8], mut at: usize) -> Option<Link> {
    loop {
        let size = u32::from_be_bytes(bytes.get(at + 4..at + 8)?.try_into().ok()?) as usize;
        let data = bytes.get(at + 8..(at + 8).checked_add(size)?)?;
        if bytes.get(at..at + 4)? == b"link" {
            let base: Id = data.get(..20)?.try_into().ok()?;
            if base == [0; 20] {
                return None;
            }
            let (removed, rest) = bitmap(data.get(20..)?).unwrap_or_default();
            let (replaced, _) = bitmap(rest).unwrap_or_default();
            return Some(Link { base, removed, replaced });
        }
        at += 8 + size;
    }
}

/// So many entries a shared index may have.
const MOST_BITS: usize = 20_000_000;

/// A compressed bitmap (EWAH), and what follows it.
fn bitmap(bytes: &[u8]) -> Option<(Vec<bool>, &[u8])> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let (bits, count) = (number(0)?, number(4)?);
    let end = 8 + count.checked_mul(8)?;
    let words: Vec<u64> = bytes
        .get(8..end)?
        .chunks_exact(8)
        .map(|it| it.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        .collect();
    let mut found: Vec<bool> = Vec::new();
    let mut words = words.into_iter();
    while let Some(marker) = words.next() {
        let run = (marker >> 1 & 0xffff_ffff) as usize;
        let literals = (marker >> 33) as usize;
        (found.len().checked_add(run.checked_mul(64)?)? <= MOST_BITS.max(bits)).then_some(())?;
        (bits <= MOST_BITS).then_some(())?;
        found.extend(std::iter::repeat_n(marker & 1 == 1, run * 64));
        for word in words.by_ref().take(literals) {
            found.extend((0..64).map(|bit| word >> bit & 1 == 1));
        }
    }
    found.truncate(bits);
    Some((found, bytes.get(end + 4..)?))
}

/// The entries of a shared index with what a split one changes. Those without a path stand for the replaced ones.
fn merged(base: Vec<Tracked>, own: Vec<Tracked>, link: &Link) -> Vec<Tracked> {
    let is = |bits: &[bool], at: usize| bits.get(at).copied().unwrap_or(false);
    let (nameless, added): (Vec<Tracked>, Vec<Tracked>) = own.into_iter().partition(|it| it.path.is_empty());
    let mut others = nameless.into_iter();
    let mut all = Vec::with_capacity(base.len() + added.len());
    for (at, entry) in base.into_iter().enumerate() {
        let entry = match is(&link.replaced, at) {
            true => others.next().map(|other| Tracked { path: entry.path.clone(), ..other }).unwrap_or(entry),
            false => entry,
        };
        if !is(&link.removed, at) {
            all.push(entry);
        }
    }
    all.extend(added);
    all.sort_by(|one, other| (&one.path, one.stage).cmp(&(&other.path, other.stage)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_no_index() {
        assert!(entries(b"").is_none() && entries(b"DIRC\0\0\0\x09\0\0\0\x01").is_none());
        assert!(entries(b"DIRC\0\0\0\x02\xff\xff\xff\xff").is_none());
        let mut bytes = b"DIRC\0\0\0\x04\0\0\0\x01".to_vec();
        bytes.extend([0xff; 400]);
        assert!(entries(&bytes).is_none());
        let link = |data: &[u8]| shared(&[b"link", &(data.len() as u32).to_be_bytes()[..], data].concat(), 0).is_some();
        assert!(!link(b"short") && !link(&[0; 20]) && link(&[1; 20]));
        // A run that would fill the memory.
        let marker = (u64::MAX >> 31 | 1).to_be_bytes();
        let bits = [&u32::MAX.to_be_bytes()[..], &1u32.to_be_bytes(), &marker, &[0; 4]].concat();
        assert!(bitmap(&bits).is_none());
    }

    #[test]
    fn an_index_takes_no_more_memory_than_a_few_times_its_size() {
        let index = |count: u32, letters: usize| {
            let mut bytes = b"DIRC\0\0\0\x04".to_vec();
            bytes.extend((count + 1).to_be_bytes());
            for index in 0..=count {
                bytes.extend([0; 62]);
                // Nothing of the path before it goes away; the first one is long.
                bytes.push(0);
                bytes.extend(vec![b'a'; if index == 0 { letters } else { 1 }]);
                bytes.push(0);
            }
            bytes
        };
        assert_eq!(entries(&index(100, 100)).map(|(found, _)| found.len()), Some(101));
        assert!(entries(&index(10_000, 20_000)).is_none());
    }
}
