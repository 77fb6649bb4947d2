//! What git keeps: commits, trees and files, each alone or in a pack.

use std::cell::{OnceCell, RefCell};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

use crate::disk::git::{Id, digits};
use crate::disk::read::read_text;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Commit,
    Tree,
    Blob,
    Tag,
}

/// So large an object may be, in bytes: nothing that is asked for comes near it.
const LARGEST: usize = 64_000_000;

/// So many steps it may take from what is written down to an object.
const MOST_STEPS: usize = 4096;

/// The objects of a repository, and of those that it borrows from.
pub(super) struct Objects {
    folders: Vec<PathBuf>,
    packs: OnceCell<Vec<Pack>>,
}

impl Objects {
    pub(super) fn open(common: &Path) -> Objects {
        let own = common.join("objects");
        let mut folders = vec![own.clone()];
        let alternates = read_text(&own.join("info/alternates")).unwrap_or_default();
        folders.extend(alternates.lines().filter(|it| !it.is_empty() && !it.starts_with('#')).map(|it| own.join(it)));
        Objects { folders, packs: OnceCell::new() }
    }

    /// An object; `None` when it is not there or damaged.
    pub(super) fn get(&self, id: &Id) -> Option<(Kind, Vec<u8>)> {
        self.loose(id).or_else(|| {
            let (pack, offset) = self.packs().iter().find_map(|pack| Some((pack, pack.offset(id)?)))?;
            self.packed(pack, offset)
        })
    }

    /// The one id that begins with these digits.
    pub(super) fn beginning_with(&self, prefix: &str) -> Option<Id> {
        let prefix = prefix.to_ascii_lowercase();
        let mut found: Vec<Id> = Vec::new();
        let (folder, rest) = prefix.split_at_checked(2)?;
        for names in self.folders.iter().filter_map(|it| fs::read_dir(it.join(folder)).ok()) {
            let names = names.flatten().filter_map(|entry| entry.file_name().into_string().ok());
            found.extend(
                names.filter(|name| name.starts_with(rest)).filter_map(|name| super::id_of(&format!("{folder}{name}"))),
            );
        }
        found.extend(self.packs().iter().flat_map(|pack| pack.beginning_with(&prefix)));
        found.sort_unstable();
        found.dedup();
        match found.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    fn packs(&self) -> &[Pack] {
        self.packs.get_or_init(|| {
            let entries = self.folders.iter().filter_map(|folder| fs::read_dir(folder.join("pack")).ok()).flatten();
            let paths = entries.flatten().map(|entry| entry.path());
            paths
                .filter(|path| path.extension().is_some_and(|it| it == "idx"))
                .filter_map(|path| Pack::open(&path))
                .collect()
        })
    }

    fn loose(&self, id: &Id) -> Option<(Kind, Vec<u8>)> {
        let digits = digits(id);
        let (folder, name) = digits.split_at_checked(2)?;
        let mut file = self.folders.iter().find_map(|it| File::open(it.join(folder).join(name)).ok())?;
        let mut packed = Vec::new();
        file.by_ref().take(LARGEST as u64).read_to_end(&mut packed).ok()?;
        let whole = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&packed, LARGEST).ok()?;
        let end = memchr::memchr(0, &whole)?;
        let kind = match whole.get(..end)?.split(|byte| *byte == b' ').next()? {
            b"commit" => Kind::Commit,
            b"tree" => Kind::Tree,
            b"blob" => Kind::Blob,
            b"tag" => Kind::Tag,
            _ => return None,
        };
        Some((kind, whole.get(end + 1..)?.to_vec()))
    }

    /// An object of a pack: what it is made of, then what was changed in it, step by step.
    fn packed(&self, pack: &Pack, offset: u64) -> Option<(Kind, Vec<u8>)> {
        let mut deltas = Vec::new();
        let mut room = LARGEST;
        let mut at = offset;
        let (kind, mut bytes) = loop {
            let entry = pack.entry(at)?;
            room = room.checked_sub(entry.size)?;
            let bytes = pack.unpacked(entry.data, entry.size)?;
            match entry.form {
                Form::Whole(kind) => break (kind, bytes),
                Form::After(base) => {
                    deltas.push(bytes);
                    at = base;
                }
                Form::AfterId(base) => {
                    deltas.push(bytes);
                    match pack.offset(&base) {
                        Some(base) => at = base,
                        None => break self.get_elsewhere(&base, pack)?,
                    }
                }
            }
            (deltas.len() < MOST_STEPS).then_some(())?;
        };
        for delta in deltas.iter().rev() {
            bytes = patched(&bytes, delta)?;
        }
        Some((kind, bytes))
    }

    /// The base of an object that is not in its own pack: alone, or whole in another.
    fn get_elsewhere(&self, id: &Id, not: &Pack) -> Option<(Kind, Vec<u8>)> {
        self.loose(id).or_else(|| {
            let others = self.packs().iter().filter(|pack| !std::ptr::eq(*pack, not));
            let (pack, offset) = others.filter_map(|pack| Some((pack, pack.offset(id)?))).next()?;
            let entry = pack.entry(offset)?;
            let Form::Whole(kind) = entry.form else { return None };
            Some((kind, pack.unpacked(entry.data, entry.size)?))
        })
    }
}

/// A pack with its table, both read where they are asked.
struct Pack {
    table: RefCell<File>,
    pack: RefCell<File>,
    /// How many ids begin with each byte, or with one before it.
    fanout: Vec<u32>,
}

/// What stands at a place of a pack.
struct Entry {
    form: Form,
    size: usize,
    /// Where its bytes begin.
    data: u64,
}

enum Form {
    Whole(Kind),
    /// A change of what stands at another place.
    After(u64),
    /// A change of another object.
    AfterId(Id),
}

const HEAD: u64 = 8 + 4 * 256;

impl Pack {
    fn open(table: &Path) -> Option<Pack> {
        let pack = File::open(table.with_extension("pack")).ok()?;
        let table = RefCell::new(File::open(table).ok()?);
        let head = bytes_at(&table, 0, HEAD as usize)?;
        (head.get(..8)? == b"\xfftOc\0\0\0\x02").then_some(())?;
        let fanout = head.get(8..)?.chunks_exact(4).map(big_endian).collect();
        Some(Pack { table, pack: RefCell::new(pack), fanout })
    }

    fn count(&self) -> u64 {
        self.fanout.last().copied().unwrap_or(0).into()
    }

    fn id_at(&self, index: u64) -> Option<Id> {
        bytes_at(&self.table, HEAD + index * 20, 20)?.try_into().ok()
    }

    /// The first index whose id is not before `id`.
    fn first_from(&self, id: &Id) -> Option<u64> {
        let byte = usize::from(*id.first()?);
        let below = |byte: usize| self.fanout.get(byte).copied().map(u64::from);
        let mut low = if byte == 0 { 0 } else { below(byte - 1)? };
        let mut high = below(byte)?.min(self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.id_at(middle)? < *id { low = middle + 1 } else { high = middle }
        }
        Some(low)
    }

    /// Where an object stands in the pack.
    fn offset(&self, id: &Id) -> Option<u64> {
        let index = self.first_from(id)?;
        (index < self.count() && self.id_at(index)? == *id).then_some(())?;
        let count = self.count();
        let near = big_endian(&bytes_at(&self.table, HEAD + count * 24 + index * 4, 4)?);
        if near & 0x8000_0000 == 0 {
            return Some(near.into());
        }
        let far = bytes_at(&self.table, HEAD + count * 28 + u64::from(near & 0x7fff_ffff) * 8, 8)?;
        Some(u64::from_be_bytes(far.try_into().ok()?))
    }

    /// The ids that begin with some digits, two at most: more is not one.
    fn beginning_with(&self, prefix: &str) -> Vec<Id> {
        let Some(first) = super::id_of(&format!("{prefix:0<40}")) else { return Vec::new() };
        let Some(index) = self.first_from(&first) else { return Vec::new() };
        let ids = (index..self.count().min(index + 2)).filter_map(|index| self.id_at(index));
        ids.filter(|id| digits(id).starts_with(prefix)).collect()
    }

    fn entry(&self, offset: u64) -> Option<Entry> {
        let head = bytes_to(&self.pack, offset, 64)?;
        let mut bytes = head.iter().copied().enumerate();
        let (_, first) = bytes.next()?;
        let (mut size, mut shift, mut byte, mut at) = (usize::from(first & 15), 4, first, 1);
        while byte & 0x80 != 0 {
            (_, byte) = bytes.next()?;
            size |= usize::from(byte & 0x7f).checked_shl(shift)?;
            (shift, at) = (shift + 7, at + 1);
            (shift < 60).then_some(())?;
        }
        let form = match first >> 4 & 7 {
            1 => Form::Whole(Kind::Commit),
            2 => Form::Whole(Kind::Tree),
            3 => Form::Whole(Kind::Blob),
            4 => Form::Whole(Kind::Tag),
            6 => {
                let (_, mut byte) = bytes.next()?;
                let mut back = u64::from(byte & 0x7f);
                at += 1;
                while byte & 0x80 != 0 {
                    (_, byte) = bytes.next()?;
                    back = (back.checked_add(1)?.checked_mul(128)?).checked_add(u64::from(byte & 0x7f))?;
                    at += 1;
                }
                // Always something before it, so that no circle comes of it.
                Form::After(offset.checked_sub(back.max(1))?)
            }
            7 => {
                let id = head.get(at..at + 20)?.try_into().ok()?;
                at += 20;
                Form::AfterId(id)
            }
            _ => return None,
        };
        (size <= LARGEST).then_some(Entry { form, size, data: offset + at as u64 })
    }

    /// So many bytes as they were before they were packed.
    fn unpacked(&self, at: u64, size: usize) -> Option<Vec<u8>> {
        const PIECE: usize = 16 * 1024;
        let mut file = self.pack.borrow_mut();
        file.seek(SeekFrom::Start(at)).ok()?;
        let mut state = InflateState::new_boxed(DataFormat::Zlib);
        let mut found = vec![0; size];
        let (mut piece, mut filled) = (vec![0; PIECE], 0);
        loop {
            let count = file.read(&mut piece).ok()?;
            let mut input = piece.get(..count)?;
            loop {
                let step = inflate(&mut state, input, found.get_mut(filled..)?, MZFlush::None);
                filled += step.bytes_written;
                input = input.get(step.bytes_consumed..)?;
                match step.status {
                    Ok(MZStatus::StreamEnd) => return (filled == size).then_some(found),
                    Ok(_) if step.bytes_consumed + step.bytes_written > 0 && !input.is_empty() => {}
                    Ok(_) => break,
                    // There is more than it says, or it waits for more.
                    Err(_) if input.is_empty() && filled < size => break,
                    Err(_) => return None,
                }
            }
            if count == 0 {
                return None;
            }
        }
    }
}

fn big_endian(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// Exactly so many bytes of a file.
fn bytes_at(file: &RefCell<File>, at: u64, count: usize) -> Option<Vec<u8>> {
    bytes_to(file, at, count).filter(|bytes| bytes.len() == count)
}

/// So many bytes of a file, or as many as there are.
fn bytes_to(file: &RefCell<File>, at: u64, count: usize) -> Option<Vec<u8>> {
    let mut file = file.borrow_mut();
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut bytes = Vec::with_capacity(count);
    file.by_ref().take(count as u64).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// What a change makes of some bytes.
fn patched(base: &[u8], delta: &[u8]) -> Option<Vec<u8>> {
    let mut at = 0;
    let length = |at: &mut usize| -> Option<usize> {
        let (mut size, mut shift) = (0usize, 0);
        loop {
            let byte = *delta.get(*at)?;
            *at += 1;
            size |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(size);
            }
            (shift < 60).then_some(())?;
        }
    };
    (length(&mut at)? == base.len()).then_some(())?;
    let size = length(&mut at).filter(|size| *size <= LARGEST)?;
    let mut found = Vec::with_capacity(size);
    while let Some(order) = delta.get(at).copied() {
        at += 1;
        if order & 0x80 == 0 {
            let count = usize::from(order).checked_sub(1)? + 1;
            found.extend_from_slice(delta.get(at..at + count)?);
            at += count;
        } else {
            let mut take = |bits: std::ops::Range<u32>, from: u32| -> Option<usize> {
                let mut number = 0;
                for bit in bits {
                    if order >> bit & 1 == 1 {
                        number |= usize::from(*delta.get(at)?) << (8 * (bit - from));
                        at += 1;
                    }
                }
                Some(number)
            };
            let (start, count) = (take(0..4, 0)?, take(4..7, 4)?);
            let count = if count == 0 { 0x10000 } else { count };
            found.extend_from_slice(base.get(start..start.checked_add(count)?)?);
        }
        (found.len() <= size).then_some(())?;
    }
    (found.len() == size).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_takes_and_adds() {
        let delta = [5, 8, 0x91, 1, 3, 2, b'x', b'y', 0x90, 3];
        assert_eq!(patched(b"abcde", &delta).as_deref(), Some(&b"bcdxyabc"[..]));
        for broken in [&delta[..9], &[4, 8][..], &[5, 8, 0][..], &[5, 2, 0x91, 1, 3][..], &[0xff; 20][..]] {
            assert_eq!(patched(b"abcde", broken), None);
        }
    }
}
