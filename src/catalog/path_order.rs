//! The order of paths, as the standard library has it, for thousands of paths that begin alike.

use std::cmp::Ordering;
use std::path::Path;

/// As `left.cmp(right)`. That goes through what both have in common byte by byte, and from there on name by name; here the
/// first byte that differs decides, wherever it can.
pub fn path_order(left: &Path, right: &Path) -> Ordering {
    let (bytes, others) = (left.as_os_str().as_encoded_bytes(), right.as_os_str().as_encoded_bytes());
    // There are more separators than `/` elsewhere.
    if cfg!(unix) { order(bytes, others).unwrap_or_else(|| left.cmp(right)) } else { left.cmp(right) }
}

/// The order, where neither `a/./b` nor `a//b`, which are `a/b`, may stand at the place where they differ.
fn order(left: &[u8], right: &[u8]) -> Option<Ordering> {
    let common = common_length(left, right);
    let (first, other) = (left.get(common), right.get(common));
    if first.is_none() && other.is_none() {
        return Some(Ordering::Equal);
    }
    let name = memchr::memrchr(b'/', left.get(..common)?)? + 1;
    let is_plain = |path: &[u8], at: usize| path.get(at).is_some_and(|first| !matches!(first, b'/' | b'.'));
    let is_plain_behind = |path: &[u8]| path.get(common) != Some(&b'/') || is_plain(path, common + 1);
    if !is_plain(left, name) || !is_plain(right, name) || !is_plain_behind(left) || !is_plain_behind(right) {
        return None;
    }
    // A name that ends comes before a longer one.
    let rank = |byte: Option<&u8>| byte.map_or(0, |byte| if *byte == b'/' { 1 } else { 2 + u16::from(*byte) });
    Some(rank(first).cmp(&rank(other)))
}

/// How many bytes two texts begin with alike.
fn common_length(left: &[u8], right: &[u8]) -> usize {
    const STEP: usize = 8;
    let (steps, _) = left.as_chunks::<STEP>();
    let (others, _) = right.as_chunks::<STEP>();
    let passed = steps.iter().zip(others).take_while(|(left, right)| left == right).count() * STEP;
    let (left, right) = (left.get(passed..).unwrap_or_default(), right.get(passed..).unwrap_or_default());
    passed + left.iter().zip(right).take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn is_that_of_the_standard_library(
            begin in "(/|[A-Z]:\\\\)?([a-c/.\\\\-]{1,3}/){0,6}",
            left in "[a-c/.\\\\é-]{0,12}",
            right in "[a-c/.\\\\é-]{0,12}",
        ) {
            let (left, right) = (format!("{begin}{left}"), format!("{begin}{right}"));
            let (left, right) = (Path::new(&left), Path::new(&right));
            prop_assert_eq!(path_order(left, right), left.cmp(right), "{} {}", left.display(), right.display());
            prop_assert_eq!(path_order(left, left), Ordering::Equal);
        }
    }
}
