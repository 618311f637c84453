//! The record of a base, `snapshot.bmb.d/base`: what an update needs of it to tell what differs.
//!
//! A file of the indexer's own, good for the version of the program that wrote it. Layout: magic (8 bytes), fingerprint of
//! the program (8), length of the index (8), blake3 of all that follows (32), the index (postcard), keys of symbols (8
//! each). It names the base that it is of, so one that was left behind by another base is told from the right one.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Digests;
use super::digest::Digest;
use crate::facts::store;
use crate::graph::Graph;

const MAGIC: &[u8; 8] = b"BOMBEBAS";
const HEAD_BYTES: usize = 8 + 8 + 8 + 32;

/// What is known of a base.
#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    /// Identity of the base.
    pub identity: [u8; 32],
    /// Digest of all that it was made from.
    pub inputs: [u8; 32],
    /// Its files by path.
    pub files: Vec<RecordFile>,
    /// Keys of its symbols.
    pub keys: Vec<u64>,
}

/// What is known of a file of a base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordFile {
    /// Path relative to the root, `/`-separated.
    pub path: String,
    /// Digest of what is emitted for it.
    pub digest: Digest,
    /// Size in bytes.
    pub size: u64,
    /// Number of its symbols.
    pub symbols: u32,
}

impl Record {
    /// The record of a base that was written of `graph`.
    pub fn of(graph: &Graph, digests: Digests, identity: [u8; 32], inputs: [u8; 32]) -> Self {
        let files = graph.files.iter().zip(&digests.files);
        let files = files.map(|(file, digest)| RecordFile {
            path: file.path.clone(),
            digest: *digest,
            size: file.size,
            symbols: file.symbols,
        });
        Self {
            identity,
            inputs,
            files: files.collect(),
            keys: digests.keys,
        }
    }

    /// Reads the record at `path`; none if there is none, or it is damaged or another version's.
    pub fn read(path: &Path) -> Option<Self> {
        Self::from_bytes(&std::fs::read(path).ok()?)
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, body) = bytes.split_at_checked(HEAD_BYTES)?;
        let number = |at: usize| Some(u64::from_le_bytes(*head.get(at..)?.first_chunk()?));
        if !head.starts_with(MAGIC)
            || number(8)? != store::fingerprint()
            || head.get(24..)? != blake3::hash(body).as_bytes()
        {
            return None;
        }
        let (index, keys) = body.split_at_checked(usize::try_from(number(16)?).ok()?)?;
        let (identity, inputs, files): (_, _, Vec<RecordFile>) =
            postcard::from_bytes(index).ok()?;
        let (keys, rest) = keys.as_chunks();
        let symbols: u64 = files.iter().map(|file| u64::from(file.symbols)).sum();
        let sound = files.is_sorted_by(|a, b| a.path < b.path)
            && rest.is_empty()
            && symbols == keys.len() as u64;
        sound.then(|| Self {
            identity,
            inputs,
            files,
            keys: keys.iter().map(|key| u64::from_le_bytes(*key)).collect(),
        })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If the index cannot be serialized.
    pub fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        let index = postcard::to_stdvec(&(self.identity, self.inputs, &self.files))?;
        let mut bytes = Vec::with_capacity(HEAD_BYTES + index.len() + self.keys.len() * 8);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&store::fingerprint().to_le_bytes());
        bytes.extend_from_slice(&(index.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&[0; 32]);
        bytes.extend_from_slice(&index);
        bytes.extend(self.keys.iter().flat_map(|key| key.to_le_bytes()));
        let hash = blake3::hash(&bytes[HEAD_BYTES..]);
        bytes[24..HEAD_BYTES].copy_from_slice(hash.as_bytes());
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::{Record, RecordFile};

    #[test]
    fn a_record_reads_back_and_a_damaged_one_is_none() {
        let record = Record {
            identity: [1; 32],
            inputs: [2; 32],
            files: vec![RecordFile {
                path: "a.py".to_owned(),
                digest: [3; 16],
                size: 4,
                symbols: 2,
            }],
            keys: vec![5, 6],
        };
        let bytes = record.to_bytes().expect("bytes");
        assert_eq!(Record::from_bytes(&bytes), Some(record));
        for at in 0..bytes.len() {
            assert_eq!(Record::from_bytes(&bytes[..at]), None);
            let mut torn = bytes.clone();
            torn[at] ^= 1;
            assert_eq!(Record::from_bytes(&torn), None, "byte {at}");
        }
    }
}
