//! The texts of sources, from parsing to encoding.
//!
//! To hold all texts would cost their size in memory, so they are read again for encoding. A hash shows whether a file still
//! has the bytes that were parsed. If one does not, the attempt is of no use: its facts and its texts belong to different
//! states. The next attempt holds the texts of these files from the scan on, and the third attempt those of all files, which
//! are then read once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use bombe_reader::regular_file::FILE_BYTES_MAX;

use crate::unread;

/// The texts of one attempt to build a snapshot.
#[derive(Debug, Default)]
pub struct SourceTexts {
    hold: Hold,
    is_without_cache: bool,
    /// By path.
    held: Mutex<BTreeMap<String, HeldText>>,
    /// Files of which the text that was parsed is no longer there.
    missed: Mutex<BTreeSet<String>>,
    /// Cached facts do not lead to what was scanned.
    distrusts_cache: AtomicBool,
}

/// Which texts are held in memory.
#[derive(Debug, Default)]
enum Hold {
    #[default]
    None,
    /// Those of these paths.
    Some(BTreeSet<String>),
    All,
}

#[derive(Debug)]
struct HeldText {
    /// blake3 of the bytes of the file.
    hash: [u8; 32],
    text: String,
}

/// A work tree that changes all the time.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{path} changed each time it was read: try again when the tree is at rest")]
pub struct TreeChanges {
    /// One of the files.
    pub path: String,
}

impl SourceTexts {
    /// Returns true if the text of a file is to be held.
    pub(crate) fn is_held(&self, path: &str) -> bool {
        match &self.hold {
            Hold::None => false,
            Hold::Some(paths) => paths.contains(path),
            Hold::All => true,
        }
    }

    /// Holds the text in the bytes of a file, if that is wanted.
    pub(crate) fn offer(&self, path: &str, hash: [u8; 32], bytes: &[u8]) {
        if self.is_held(path)
            && let Some(text) = bombe_languages::parse::text_of(bytes)
        {
            let text = text.to_owned();
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            held.insert(path.to_owned(), HeldText { hash, text });
        }
    }

    /// Notes that a file does not have the bytes any more that it was to be parsed from.
    pub(crate) fn miss(&self, path: &str) {
        let mut missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        missed.insert(path.to_owned());
    }

    /// Returns the text of a file that was parsed with this hash. Notes if it is no longer there.
    pub(crate) fn text_of(&self, root: &Path, path: &str, hash: [u8; 32]) -> Option<String> {
        {
            let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(held) = held.get(path).filter(|held| held.hash == hash) {
                return Some(held.text.clone());
            }
        }
        let bytes = unread::read(root, Path::new(path), FILE_BYTES_MAX).ok();
        let bytes = bytes.filter(|bytes| *blake3::hash(bytes).as_bytes() == hash);
        if bytes.is_none() {
            self.miss(path);
        }
        bombe_languages::parse::text_of(&bytes?).map(str::to_owned)
    }

    /// Notes that cached facts do not lead to what was scanned: the next attempt uses none.
    pub(crate) fn distrust_cache(&self) {
        self.distrusts_cache.store(true, Ordering::Relaxed);
        self.miss("a file");
    }

    /// Returns true if this attempt is to use no cached facts.
    pub(crate) fn is_without_cache(&self) -> bool {
        self.is_without_cache
    }

    /// Returns what the next attempt starts with; none if this one has missed nothing.
    ///
    /// # Errors
    /// If this attempt held all texts.
    pub fn next_attempt(&self) -> Result<Option<Self>, TreeChanges> {
        let missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(first) = missed.first() else {
            return Ok(None);
        };
        let hold = match self.hold {
            Hold::None => Hold::Some(missed.clone()),
            Hold::Some(_) => Hold::All,
            Hold::All => {
                let path = first.clone();
                return Err(TreeChanges { path });
            }
        };
        let distrusts_cache = self.distrusts_cache.load(Ordering::Relaxed);
        Ok(Some(Self {
            hold,
            is_without_cache: self.is_without_cache || distrusts_cache,
            ..Self::default()
        }))
    }
}
