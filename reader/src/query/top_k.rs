//! The least of many keys.

/// Keeps the `count` least of the keys that it is given: at most twice as many at a time, thinned out by selection (Hoare,
/// *Algorithm 65: find*, 1961), so that a key costs a comparison and few of them a move.
pub struct TopK<K> {
    count: usize,
    keys: Vec<K>,
    /// A key that `count` others are below or equal to.
    bound: Option<K>,
}

impl<K: Ord + Copy> TopK<K> {
    /// Keeps `count` keys.
    pub fn new(count: usize) -> Self {
        Self {
            count,
            keys: Vec::new(),
            bound: None,
        }
    }

    /// Looks at a key.
    #[inline]
    pub fn push(&mut self, key: K) {
        if self.bound.is_none_or(|bound| key < bound) && self.count > 0 {
            self.keys.push(key);
            if self.keys.len() >= self.count.saturating_mul(2) {
                self.thin_out();
            }
        }
    }

    fn thin_out(&mut self) {
        let (_, last, _) = self.keys.select_nth_unstable(self.count - 1);
        self.bound = Some(*last);
        self.keys.truncate(self.count);
    }

    /// The least keys, ascending.
    pub fn into_sorted(mut self) -> Vec<K> {
        self.keys.sort_unstable();
        self.keys.truncate(self.count);
        self.keys
    }
}

#[cfg(test)]
mod tests {
    use super::TopK;

    #[test]
    fn is_the_start_of_the_sorted_keys() {
        let keys: Vec<u32> = (0..1000_u32)
            .map(|at| at.wrapping_mul(2_654_435_761) % 97)
            .collect();
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        for count in [0, 1, 2, 10, 999, 1000, 5000] {
            let mut least = TopK::new(count);
            for key in &keys {
                least.push(*key);
            }
            assert_eq!(least.into_sorted(), sorted[..count.min(sorted.len())]);
        }
    }
}
