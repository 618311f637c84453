//! Interning: distinct texts with dense ids, in the order of their first occurrence.

use std::hash::BuildHasher;
use std::ops::Index;

use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};

/// An empty slot. No text has this id.
const EMPTY: u64 = u64::MAX;

/// Slots of an empty table; a power of two.
const SLOTS_MIN: usize = 1024;

/// Texts in one buffer, by a dense 0-based id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texts {
    arena: String,
    /// One past the last byte of each text in the arena.
    ends: Vec<u32>,
}

impl Texts {
    /// Returns an empty table with room for this many texts and bytes.
    pub fn with_capacity(texts: usize, bytes: usize) -> Self {
        Self {
            arena: String::with_capacity(bytes),
            ends: Vec::with_capacity(texts),
        }
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the texts by id.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| &self[index])
    }

    /// Appends a text. Its id is the previous number of texts.
    pub fn push(&mut self, text: &str) {
        self.arena.push_str(text);
        self.ends.push(self.arena.len() as u32);
    }

    fn clear(&mut self) {
        self.arena.clear();
        self.ends.clear();
    }
}

impl Index<usize> for Texts {
    type Output = str;

    fn index(&self, index: usize) -> &str {
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        &self.arena[start as usize..self.ends[index] as usize]
    }
}

/// An open-addressing hash table with linear probing, from a text to its id. It holds ids only; the texts are in a
/// [`Texts`] that the caller passes, always the same one.
#[derive(Debug)]
pub struct Slots {
    /// High half: half of the text's hash. It rejects most other texts without comparing them, and lets the table grow
    /// without hashing again. Low half: the id.
    slots: Vec<u64>,
    hasher: RandomState,
}

impl Default for Slots {
    fn default() -> Self {
        Self::new()
    }
}

impl Slots {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self {
            slots: vec![EMPTY; SLOTS_MIN],
            hasher: RandomState::default(),
        }
    }

    /// Returns the id of a text, or the empty slot for it.
    fn find(&self, texts: &Texts, text: &str, hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return Err(at);
            }
            if slot >> 32 == hash && &texts[slot as u32 as usize] == text {
                return Ok(slot as u32);
            }
            at = (at + 1) & mask;
        }
    }

    fn hash(&self, text: &str) -> u64 {
        self.hasher.hash_one(text.as_bytes()) >> 32
    }

    /// Returns the id of a text, and whether it is new. A new text is appended to `texts`.
    pub fn intern(&mut self, texts: &mut Texts, text: &str) -> (u32, bool) {
        let hash = self.hash(text);
        match self.find(texts, text, hash) {
            Ok(id) => (id, false),
            Err(free) => {
                let id = texts.len() as u32;
                texts.push(text);
                self.slots[free] = hash << 32 | u64::from(id);
                if texts.len() * 2 > self.slots.len() {
                    self.grow();
                }
                (id, true)
            }
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for slot in old {
            if slot == EMPTY {
                continue;
            }
            let mut at = (slot >> 32) as usize & (size - 1);
            while self.slots[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(SLOTS_MIN, EMPTY);
    }
}

/// Distinct texts with their ids, searchable by text.
#[derive(Debug)]
pub struct Interner {
    texts: Texts,
    slots: Slots,
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self {
            texts: Texts::default(),
            slots: Slots::new(),
        }
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns true if there are no texts.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the text with an id.
    pub fn get(&self, id: u32) -> &str {
        &self.texts[id as usize]
    }

    /// Returns the id of a text, and whether it is new.
    pub fn intern(&mut self, text: &str) -> (u32, bool) {
        self.slots.intern(&mut self.texts, text)
    }

    /// Removes all texts. Clearing costs a pass over the table, so a table that has grown shrinks to its first size.
    pub fn clear(&mut self) {
        self.texts.clear();
        self.slots.clear();
    }

    /// Returns all ids, sorted by text.
    pub fn sorted(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by(|a, b| self.get(*a).cmp(self.get(*b)));
        order
    }
}
