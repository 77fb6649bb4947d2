//! SHA-1, by which git names what it keeps. It protects nothing here: it says whether a file is the one git knows.

use crate::disk::git::Id;

/// The name under which git keeps a file with these bytes.
pub(super) fn blob(bytes: &[u8]) -> Id {
    let mut text = format!("blob {}\0", bytes.len()).into_bytes();
    text.extend_from_slice(bytes);
    sha1(text)
}

fn sha1(mut text: Vec<u8>) -> Id {
    let bits = (text.len() as u64).wrapping_mul(8);
    text.push(0x80);
    while text.len() % 64 != 56 {
        text.push(0);
    }
    text.extend_from_slice(&bits.to_be_bytes());
    let mut state: [u32; 5] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];
    for block in text.chunks_exact(64) {
        let mut words = [0u32; 80];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        for at in 16..80 {
            words[at] = (words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (at, word) in words.into_iter().enumerate() {
            let (mixed, constant) = match at {
                0..20 => (b & c | !b & d, 0x5A82_7999),
                20..40 => (b ^ c ^ d, 0x6ED9_EBA1),
                40..60 => (b & c | b & d | c & d, 0x8F1B_BCDC),
                _ => (b ^ c ^ d, 0xCA62_C1D6u32),
            };
            let next = a.rotate_left(5).wrapping_add(mixed).wrapping_add(e).wrapping_add(constant).wrapping_add(word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
        }
        for (sum, word) in state.iter_mut().zip([a, b, c, d, e]) {
            *sum = sum.wrapping_add(word);
        }
    }
    let mut id = [0; 20];
    for (bytes, word) in id.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::git::digits;

    #[test]
    fn as_git_names_them() {
        assert_eq!(digits(&blob(b"")), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(digits(&blob(b"hello\n")), "ce013625030ba8dba906f756967f9e9ca394464a");
        assert_eq!(digits(&sha1(vec![b'a'; 1000])), "291e9a6c66994949b57ba5e650361e98fc36b1ba");
    }
}
