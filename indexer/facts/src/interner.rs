//! Distinct texts with dense ids, in the order in which they first come.

use std::hash::BuildHasher;
use std::ops::Index;

use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};

/// A slot that holds nothing: no text has this id.
const FREE: u64 = u64::MAX;

const SLOTS_MIN: usize = 1024;

/// Texts one behind the other in one buffer, by number from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texts {
    arena: String,
    /// One past the last byte of each text in the arena.
    ends: Vec<u32>,
}

impl Texts {
    /// Room for some texts, and bytes of them.
    pub fn with_capacity(texts: usize, bytes: usize) -> Self {
        Self {
            arena: String::with_capacity(bytes),
            ends: Vec::with_capacity(texts),
        }
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| &self[index])
    }

    /// Adds a text behind the others.
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

/// An open-addressing table over [`Texts`] that are all distinct: from a text to its number.
#[derive(Debug)]
pub struct Slots {
    /// High half: half of the text's hash, so that most other texts are told apart without a look at them and none is
    /// hashed again when the table grows. Low half: its number.
    slots: Vec<u64>,
    hasher: RandomState,
}

impl Slots {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self {
            slots: vec![FREE; SLOTS_MIN],
            hasher: RandomState::default(),
        }
    }

    /// The number of a text, or the free slot for it.
    fn find(&self, texts: &Texts, text: &str, hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == FREE {
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

    /// The number of a text, which is added to `texts` if it is new, and whether it is.
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
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for slot in old {
            if slot == FREE {
                continue;
            }
            let mut at = (slot >> 32) as usize & (size - 1);
            while self.slots[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(SLOTS_MIN, FREE);
    }
}

/// Distinct texts that can be found.
#[derive(Debug)]
pub struct Interner {
    texts: Texts,
    slots: Slots,
}

impl Interner {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self {
            texts: Texts::default(),
            slots: Slots::new(),
        }
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// The text of an id.
    pub fn get(&self, id: u32) -> &str {
        &self.texts[id as usize]
    }

    /// The id of a text, and whether it is new.
    pub fn intern(&mut self, text: &str) -> (u32, bool) {
        self.slots.intern(&mut self.texts, text)
    }

    /// Forgets every text. Costs a pass over the table, so it is shrunk when it has grown.
    pub fn clear(&mut self) {
        self.texts.clear();
        self.slots.clear();
    }

    /// Every id in the order of the texts.
    pub fn sorted(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by(|a, b| self.get(*a).cmp(self.get(*b)));
        order
    }
}
