//! Numbers that look random and come again with their seed.

/// A source of numbers.
pub struct Random(u64);

impl Random {
    /// The source that begins with a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number: SplitMix64.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`; 0 when there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// One of several words.
    pub fn word(&mut self, all: &[&'static str]) -> &'static str {
        all[self.below(all.len())]
    }

    /// Whether something happens that does once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
