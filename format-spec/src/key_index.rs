//! Key indexes: finite state transducers from byte strings to numbers, read without trusting their bytes.
//!
//! The reader of the fst crate panics on bytes that it did not write, and a forged transducer may have exponentially many
//! paths. This module therefore uses none of its streams. It looks keys up node by node, under `catch_unwind`, and bounds
//! the number of nodes visited. Transitions lead only to lower addresses, so every path ends.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fst::raw::{Fst, Node};

use crate::block::SectionBytes;
use crate::error::Corrupt;
use crate::header::u64_at;

/// Longest key that a walk follows, in bytes after the prefix.
pub const KEY_BYTES_MAX: usize = 4096;

/// Most nodes that a walk visits: enough for a walk over ten million keys.
pub const NODES_MAX: usize = 100_000_000;

/// Bytes before the nodes, and after them.
const START_BYTES: usize = 16;
const END_BYTES: usize = 20;

/// Where the end of an index has the address of the root node.
const ROOT_FROM_END: usize = 12;

/// Largest node in bytes: state, number of transitions, sizes; the number of the transition for each input; input, delta and
/// output of 256 transitions; final output.
const NODE_BYTES_MAX: usize = 3 + 256 + 256 * (1 + 8 + 8) + 8;

/// A deterministic automaton over the bytes of keys, which decides the keys that a walk visits.
pub trait Automaton {
    /// The state after some bytes of a key.
    type State: Clone;
    /// Returns the state before the first byte.
    fn start(&self) -> Self::State;
    /// Returns the state after one more byte; none if it rejects all keys with this beginning.
    fn step(&self, state: &Self::State, byte: u8) -> Option<Self::State>;
    /// Returns true if it accepts a key that ends in this state.
    fn accepts(&self, state: &Self::State) -> bool;
}

/// Accepts every key.
#[derive(Clone, Copy, Debug)]
pub struct AllKeys;

impl Automaton for AllKeys {
    type State = ();
    fn start(&self) {}
    fn step(&self, (): &(), _: u8) -> Option<()> {
        Some(())
    }
    fn accepts(&self, (): &()) -> bool {
        true
    }
}

/// Accepts the keys within some edits of a text. An edit inserts, deletes or replaces a byte. The state is a row of the
/// dynamic programming table (Wagner and Fischer, *The String-to-String Correction Problem*, 1974).
#[derive(Clone, Debug)]
pub struct Levenshtein<'t> {
    text: &'t [u8],
    distance: u8,
}

impl<'t> Levenshtein<'t> {
    /// Accepts the keys within `distance` edits of `text`. Only the first `255 - distance` bytes of `text` count.
    pub fn new(text: &'t [u8], distance: u8) -> Self {
        Self {
            text: text
                .get(..text.len().min(usize::from(u8::MAX - distance)))
                .unwrap_or(text),
            distance,
        }
    }

    /// Returns the distance of a key that ends in this state.
    pub fn distance(state: &[u8]) -> u8 {
        state.last().copied().unwrap_or(u8::MAX)
    }
}

impl Automaton for Levenshtein<'_> {
    type State = Vec<u8>;

    fn start(&self) -> Vec<u8> {
        (0..=self.text.len() as u8).collect()
    }

    fn step(&self, row: &Vec<u8>, byte: u8) -> Option<Vec<u8>> {
        let mut next = Vec::with_capacity(row.len());
        let mut min = row[0].saturating_add(1);
        next.push(min);
        for (at, own) in self.text.iter().enumerate() {
            let replace = row[at].saturating_add(u8::from(*own != byte));
            let value = replace
                .min(row[at + 1].saturating_add(1))
                .min(next[at].saturating_add(1));
            min = min.min(value);
            next.push(value);
        }
        (min <= self.distance).then_some(next)
    }

    fn accepts(&self, row: &Vec<u8>) -> bool {
        Self::distance(row) <= self.distance
    }
}

/// A key index over a section's bytes.
#[derive(Clone, Copy, Debug)]
pub struct KeyIndex<'b> {
    bytes: SectionBytes<'b>,
    section: &'static str,
}

impl<'b> KeyIndex<'b> {
    /// Creates the index over a section's bytes. Checks nothing yet.
    pub fn new(bytes: SectionBytes<'b>, section: &'static str) -> Self {
        Self { bytes, section }
    }

    /// Runs `work` on the transducer and turns a panic inside the reader into an error.
    fn guarded<R>(
        self,
        work: impl FnOnce(&Fst<&'b [u8]>) -> Result<R, Corrupt>,
    ) -> Result<R, Corrupt> {
        let len = self.bytes.len();
        let ends = [0..START_BYTES, len.saturating_sub(END_BYTES)..len];
        if ends.into_iter().any(|end| self.bytes.get(end).is_none()) {
            return Err(self.damage("other bytes"));
        }
        let fst = match catch_unwind(|| Fst::new(self.bytes.unchecked())) {
            Ok(Ok(fst)) => fst,
            Ok(Err(error)) => return Err(self.damage(&error.to_string())),
            Err(_) => return Err(self.damage("other bytes")),
        };
        catch_unwind(AssertUnwindSafe(|| work(&fst)))
            .unwrap_or_else(|_| Err(self.damage("a damaged node")))
    }

    /// Returns the node at an address, once the bytes that it can have were checked.
    #[inline]
    fn node<'f>(self, fst: &'f Fst<&'b [u8]>, address: usize) -> Result<Node<'f>, Corrupt> {
        // Address 0 has no bytes.
        let end = address.saturating_add(1);
        let bytes = end.saturating_sub(NODE_BYTES_MAX)..end;
        if address > 0 && self.bytes.get(bytes).is_none() {
            return Err(self.damage("a damaged node"));
        }
        Ok(fst.node(address))
    }

    /// Returns the node that all keys start at.
    fn root<'f>(self, fst: &'f Fst<&'b [u8]>) -> Result<Node<'f>, Corrupt> {
        // The address, as the end of the index states it.
        let bytes = self.bytes.unchecked();
        let address = u64_at(bytes, bytes.len().saturating_sub(ROOT_FROM_END));
        self.node(fst, usize::try_from(address).unwrap_or(usize::MAX))
    }

    #[cold]
    fn damage(self, found: &str) -> Corrupt {
        Corrupt::new(format!("section `{}`", self.section), "a key index", found)
    }

    /// Returns the number of keys, as the end of the index states it.
    ///
    /// # Errors
    /// Fails if the index is damaged.
    #[expect(
        clippy::len_without_is_empty,
        reason = "the length may be damaged and comes as a `Result`"
    )]
    pub fn len(self) -> Result<usize, Corrupt> {
        self.guarded(|fst| Ok(fst.len()))
    }

    /// Returns the value of a key. Costs about a microsecond.
    ///
    /// # Errors
    /// Fails if the index is damaged on the path to the key.
    pub fn get(self, key: &[u8]) -> Result<Option<u64>, Corrupt> {
        self.guarded(|fst| {
            let mut node = self.root(fst)?;
            let mut value = 0u64;
            for byte in key {
                crate::work::note(1);
                let Some(at) = node.find_input(*byte) else {
                    return Ok(None);
                };
                let transition = node.transition(at);
                value = value.wrapping_add(transition.out.value());
                node = self.node(fst, transition.addr)?;
            }
            Ok(node
                .is_final()
                .then(|| value.wrapping_add(node.final_output().value())))
        })
    }

    /// Calls `visit` with each key that starts with `prefix` and that the automaton accepts, in ascending order, until it
    /// returns false. `visit` gets the key, its value and the automaton's state. The automaton reads only the bytes after
    /// the prefix.
    ///
    /// # Errors
    /// Fails if a visited node is damaged, if the walk visits more than [`NODES_MAX`] nodes, or if a key exceeds
    /// [`KEY_BYTES_MAX`].
    pub fn walk<A: Automaton>(
        self,
        prefix: &[u8],
        automaton: &A,
        mut visit: impl FnMut(&[u8], u64, &A::State) -> bool,
    ) -> Result<(), Corrupt> {
        self.guarded(|fst| {
            let mut node = self.root(fst)?;
            let mut value = 0u64;
            for byte in prefix {
                let Some(at) = node.find_input(*byte) else {
                    return Ok(());
                };
                let transition = node.transition(at);
                value = value.wrapping_add(transition.out.value());
                node = self.node(fst, transition.addr)?;
            }
            let mut key = prefix.to_vec();
            let mut nodes = 0usize;
            let mut stack: Vec<Level<A::State>> = vec![Level {
                node,
                next: 0,
                value,
                state: automaton.start(),
            }];
            while let Some(level) = stack.last_mut() {
                if level.next == 0
                    && level.node.is_final()
                    && automaton.accepts(&level.state)
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
                let Some(state) = automaton.step(&level.state, transition.inp) else {
                    continue;
                };
                nodes += 1;
                crate::work::note(1);
                if nodes > NODES_MAX || key.len() >= KEY_BYTES_MAX + prefix.len() {
                    return Err(self.damage("more nodes or longer keys than any repository has"));
                }
                let value = level.value.wrapping_add(transition.out.value());
                key.push(transition.inp);
                stack.push(Level {
                    node: self.node(fst, transition.addr)?,
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
    /// The transition to take next. The key itself is visited before the first.
    next: usize,
    value: u64,
    state: S,
}

/// Builds a key index from keys in strictly ascending order.
///
/// # Panics
/// Panics if the keys are in another order: callers sort and deduplicate them.
pub fn build<K: AsRef<[u8]>>(keys: impl IntoIterator<Item = (K, u64)>) -> Vec<u8> {
    let mut builder = fst::MapBuilder::memory();
    for (key, value) in keys {
        builder
            .insert(key, value)
            .expect("keys are sorted and distinct, and writing to memory does not fail");
    }
    builder
        .into_inner()
        .expect("writing to memory does not fail")
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

    fn walked<A: Automaton>(bytes: &[u8], prefix: &str, automaton: &A) -> Vec<(String, u64)> {
        let mut found = Vec::new();
        let visit = |key: &[u8], value, _: &A::State| {
            found.push((String::from_utf8_lossy(key).into_owned(), value));
            true
        };
        KeyIndex::new(SectionBytes::checked(bytes), "test")
            .walk(prefix.as_bytes(), automaton, visit)
            .expect("the index is sound");
        found
    }

    #[test]
    fn keys_are_found_exactly_by_prefix_and_with_edits() {
        let bytes = keys();
        let index = KeyIndex::new(SectionBytes::checked(&bytes), "test");
        assert_eq!(index.get(b"user"), Ok(Some(28)));
        assert_eq!(index.get(b"use"), Ok(None));
        assert_eq!(index.get(b""), Ok(Some(0)));
        let all = walked(&bytes, "", &AllKeys);
        assert_eq!(all.len(), 6);
        assert!(all.is_sorted());
        assert_eq!(walked(&bytes, "lo", &AllKeys).len(), 3);
        assert_eq!(
            walked(&bytes, "", &Levenshtein::new(b"lgin", 1)),
            [("login".to_owned(), 7)]
        );
        assert_eq!(walked(&bytes, "", &Levenshtein::new(b"logs", 2)).len(), 2);
    }

    #[test]
    fn damaged_bytes_are_errors_and_never_panics() {
        let bytes = keys();
        std::panic::set_hook(Box::new(|_| {}));
        for at in 0..bytes.len() {
            for flip in [1u8, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                let index = KeyIndex::new(SectionBytes::checked(&damaged), "test");
                let _ = index.get(b"user_id");
                let mut left = 10_000;
                let _ = index.walk(b"", &AllKeys, |_, _, ()| {
                    left -= 1;
                    left > 0
                });
            }
            let index = KeyIndex::new(SectionBytes::checked(&bytes[..at]), "test");
            let _ = index.get(b"user");
        }
        let _ = std::panic::take_hook();
    }
}
