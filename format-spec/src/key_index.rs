//! Key indexes: finite state transducers from byte strings to numbers, read with distrust.
//!
//! The fst crate's reader panics on bytes that it did not write, and a forged transducer may have exponentially many
//! paths. So no stream of it is used: keys are looked up and walked node by node, each call under `catch_unwind`, with a
//! bound on the number of nodes visited. A node's transitions lead to lower addresses only, so every path ends.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fst::raw::{Fst, Node};

use crate::error::Corrupt;

/// Longest key in bytes that a walk follows.
pub const KEY_BYTES_MAX: usize = 4096;

/// Most nodes that a walk visits: what a search over every key of ten million needs.
pub const NODES_MAX: usize = 100_000_000;

/// Decides, byte by byte, which keys a walk goes on with.
pub trait Guide {
    /// What is known after some bytes of a key.
    type State: Clone;
    /// Before the first byte.
    fn start(&self) -> Self::State;
    /// After one more byte; none if no key that starts so is wanted.
    fn step(&self, state: &Self::State, byte: u8) -> Option<Self::State>;
    /// True if a key that ends here is wanted.
    fn accepts(&self, state: &Self::State) -> bool;
}

/// Wants every key.
#[derive(Clone, Copy, Debug)]
pub struct Every;

impl Guide for Every {
    type State = ();
    fn start(&self) {}
    fn step(&self, (): &(), _: u8) -> Option<()> {
        Some(())
    }
    fn accepts(&self, (): &()) -> bool {
        true
    }
}

/// Wants the keys within some edits (insert, delete, replace a byte) of a text: one row of the edit table per byte.
#[derive(Clone, Debug)]
pub struct Near<'t> {
    text: &'t [u8],
    distance: u8,
}

impl<'t> Near<'t> {
    /// Keys within `distance` edits of `text`, which has at most 255 bytes less `distance`.
    pub fn new(text: &'t [u8], distance: u8) -> Self {
        Self {
            text: text
                .get(..text.len().min(usize::from(u8::MAX - distance)))
                .unwrap_or(text),
            distance,
        }
    }

    /// The distance of a key that was accepted in this state.
    pub fn distance(state: &[u8]) -> u8 {
        state.last().copied().unwrap_or(u8::MAX)
    }
}

impl Guide for Near<'_> {
    type State = Vec<u8>;

    fn start(&self) -> Vec<u8> {
        (0..=self.text.len() as u8).collect()
    }

    fn step(&self, row: &Vec<u8>, byte: u8) -> Option<Vec<u8>> {
        let mut next = Vec::with_capacity(row.len());
        let mut least = row[0].saturating_add(1);
        next.push(least);
        for (at, own) in self.text.iter().enumerate() {
            let replace = row[at].saturating_add(u8::from(*own != byte));
            let value = replace
                .min(row[at + 1].saturating_add(1))
                .min(next[at].saturating_add(1));
            least = least.min(value);
            next.push(value);
        }
        (least <= self.distance).then_some(next)
    }

    fn accepts(&self, row: &Vec<u8>) -> bool {
        Self::distance(row) <= self.distance
    }
}

/// A key index over a section's bytes.
#[derive(Clone, Copy, Debug)]
pub struct KeyIndex<'b> {
    bytes: &'b [u8],
    section: &'static str,
}

impl<'b> KeyIndex<'b> {
    /// Reads the index in a section's bytes, whose checksum was verified. Checks nothing yet.
    pub fn new(bytes: &'b [u8], section: &'static str) -> Self {
        Self { bytes, section }
    }

    /// Runs `work` on the transducer and turns a panic inside the reader into an error.
    fn guarded<R>(
        self,
        work: impl FnOnce(&Fst<&'b [u8]>) -> Result<R, Corrupt>,
    ) -> Result<R, Corrupt> {
        let fst = match catch_unwind(|| Fst::new(self.bytes)) {
            Ok(Ok(fst)) => fst,
            Ok(Err(error)) => return Err(self.damage(&error.to_string())),
            Err(_) => return Err(self.damage("bytes that are none")),
        };
        catch_unwind(AssertUnwindSafe(|| work(&fst)))
            .unwrap_or_else(|_| Err(self.damage("a node that is none")))
    }

    #[cold]
    fn damage(self, found: &str) -> Corrupt {
        Corrupt::new(format!("section `{}`", self.section), "a key index", found)
    }

    /// Number of keys, as the index says.
    ///
    /// # Errors
    /// If it is damaged.
    #[expect(
        clippy::len_without_is_empty,
        reason = "the length may be damaged and comes as a `Result`"
    )]
    pub fn len(self) -> Result<usize, Corrupt> {
        self.guarded(|fst| Ok(fst.len()))
    }

    /// The value of a key. Costs about a microsecond.
    ///
    /// # Errors
    /// If the index is damaged on the way.
    pub fn get(self, key: &[u8]) -> Result<Option<u64>, Corrupt> {
        self.guarded(|fst| {
            let mut node = fst.root();
            let mut value = 0u64;
            for byte in key {
                let Some(at) = node.find_input(*byte) else {
                    return Ok(None);
                };
                let transition = node.transition(at);
                value = value.wrapping_add(transition.out.value());
                node = fst.node(transition.addr);
            }
            Ok(node
                .is_final()
                .then(|| value.wrapping_add(node.final_output().value())))
        })
    }

    /// Calls `visit` with every wanted key that starts with `prefix`, its value, and the guide's state, in ascending
    /// order of the keys, until it returns false. The guide sees the bytes behind the prefix only.
    ///
    /// # Errors
    /// If the index is damaged on the way, or has more nodes than [`NODES_MAX`] on it.
    pub fn walk<G: Guide>(
        self,
        prefix: &[u8],
        guide: &G,
        mut visit: impl FnMut(&[u8], u64, &G::State) -> bool,
    ) -> Result<(), Corrupt> {
        self.guarded(|fst| {
            let mut node = fst.root();
            let mut value = 0u64;
            for byte in prefix {
                let Some(at) = node.find_input(*byte) else {
                    return Ok(());
                };
                let transition = node.transition(at);
                value = value.wrapping_add(transition.out.value());
                node = fst.node(transition.addr);
            }
            let mut key = prefix.to_vec();
            let mut nodes = 0usize;
            let mut stack: Vec<Level<G::State>> = vec![Level {
                node,
                next: 0,
                value,
                state: guide.start(),
            }];
            while let Some(level) = stack.last_mut() {
                if level.next == 0
                    && level.node.is_final()
                    && guide.accepts(&level.state)
                    && !visit(
                        &key,
                        level.value.wrapping_add(level.node.final_output().value()),
                        &level.state,
                    )
                {
                    return Ok(());
                }
                if level.next >= level.node.len() {
                    stack.pop();
                    key.pop();
                    continue;
                }
                let transition = level.node.transition(level.next);
                level.next += 1;
                let Some(state) = guide.step(&level.state, transition.inp) else {
                    continue;
                };
                nodes += 1;
                if nodes > NODES_MAX || key.len() >= KEY_BYTES_MAX + prefix.len() {
                    return Err(self.damage("more nodes or longer keys than a repository has"));
                }
                let value = level.value.wrapping_add(transition.out.value());
                key.push(transition.inp);
                stack.push(Level {
                    node: fst.node(transition.addr),
                    next: 0,
                    value,
                    state,
                });
            }
            Ok(())
        })
    }
}

struct Level<'f, S> {
    node: Node<'f>,
    /// Transitions taken so far; the key itself is reported while it is 0, before the first.
    next: usize,
    value: u64,
    state: S,
}

/// Builds a key index from keys in strictly ascending order.
///
/// # Panics
/// If the keys are not: callers sort and deduplicate.
pub fn build<K: AsRef<[u8]>>(keys: impl IntoIterator<Item = (K, u64)>) -> Vec<u8> {
    let mut builder = fst::MapBuilder::memory();
    for (key, value) in keys {
        builder
            .insert(key, value)
            .expect("keys are sorted and distinct, and memory does not fail to be written");
    }
    builder
        .into_inner()
        .expect("memory does not fail to be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> Vec<u8> {
        build(
            ["", "login", "logout", "logs", "user", "user_id"]
                .iter()
                .zip(0..)
                .map(|(key, value)| (key, value * 7)),
        )
    }

    fn walked<G: Guide>(bytes: &[u8], prefix: &str, guide: &G) -> Vec<(String, u64)> {
        let mut found = Vec::new();
        let visit = |key: &[u8], value, _: &G::State| {
            found.push((String::from_utf8_lossy(key).into_owned(), value));
            true
        };
        KeyIndex::new(bytes, "test")
            .walk(prefix.as_bytes(), guide, visit)
            .expect("the index is whole");
        found
    }

    #[test]
    fn keys_are_found_walked_and_near() {
        let bytes = keys();
        let index = KeyIndex::new(&bytes, "test");
        assert_eq!(index.get(b"user"), Ok(Some(28)));
        assert_eq!(index.get(b"use"), Ok(None));
        assert_eq!(index.get(b""), Ok(Some(0)));
        let all = walked(&bytes, "", &Every);
        assert_eq!(all.len(), 6);
        assert!(all.is_sorted());
        assert_eq!(walked(&bytes, "lo", &Every).len(), 3);
        assert_eq!(
            walked(&bytes, "", &Near::new(b"lgin", 1)),
            [("login".to_owned(), 7)]
        );
        assert_eq!(walked(&bytes, "", &Near::new(b"logs", 2)).len(), 2);
    }

    #[test]
    fn damaged_bytes_are_errors_and_never_panics() {
        let bytes = keys();
        std::panic::set_hook(Box::new(|_| {}));
        for at in 0..bytes.len() {
            for flip in [1u8, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                let index = KeyIndex::new(&damaged, "test");
                let _ = index.get(b"user_id");
                let mut left = 10_000;
                let _ = index.walk(b"", &Every, |_, _, ()| {
                    left -= 1;
                    left > 0
                });
            }
            let index = KeyIndex::new(&bytes[..at], "test");
            let _ = index.get(b"user");
        }
        let _ = std::panic::take_hook();
    }
}
