//! Small cache files, from one update to the next. One that is damaged, torn, or written by another version of the program
//! counts as absent. One that cannot be written costs the next update the time that it would have saved.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use std::hash::BuildHasher;

use foldhash::quality::FixedState;

use crate::fingerprint::fingerprint;
use crate::{atomic_file, own_files};

const MAGIC: &[u8; 8] = b"BOMBECAC";

/// Magic, fingerprint of the program, checksum of what follows.
const HEAD_BYTES: usize = 8 + 8 + 8;

/// Reads the cache file at `path`; none if it is absent or unusable.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let bytes = own_files::read(path, u64::MAX - 1).ok()?;
    let (head, body) = bytes.split_at_checked(HEAD_BYTES)?;
    (head == head_of(body)).then(|| postcard::from_bytes(body).ok())?
}

/// Writes the cache file at `path`. The caller holds the lock of its folder.
pub(crate) fn write(path: &Path, value: &impl Serialize) {
    if let Ok(body) = postcard::to_stdvec(value) {
        let bytes = [&head_of(&body)[..], &body].concat();
        // The next update finds it again.
        let _ = atomic_file::write_unsynced(path, &bytes);
    }
}

fn head_of(body: &[u8]) -> [u8; HEAD_BYTES] {
    let mut head = [0; HEAD_BYTES];
    head[..8].copy_from_slice(MAGIC);
    head[8..16].copy_from_slice(&fingerprint().to_le_bytes());
    head[16..].copy_from_slice(&checksum(body));
    head
}

/// Returns a checksum that shows damage, several times faster than blake3. Another version of the program may compute
/// another one.
pub(crate) fn checksum(bytes: &[u8]) -> [u8; 8] {
    FixedState::with_seed(1).hash_one(bytes).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::{HEAD_BYTES, read, write};

    #[test]
    fn a_torn_or_altered_file_counts_as_absent() {
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("cache");
        assert_eq!(read::<Vec<String>>(path), None);
        let value = vec!["a".to_owned(), "b".to_owned()];
        write(path, &value);
        assert_eq!(read(path), Some(value));
        let whole = std::fs::read(path).unwrap();
        assert!(whole.len() > HEAD_BYTES);
        for at in 0..whole.len() {
            let mut torn = whole.clone();
            torn[at] ^= 0x55;
            for bytes in [&torn[..], &whole[..at]] {
                std::fs::write(path, bytes).unwrap();
                assert_eq!(read::<Vec<String>>(path), None, "byte {at}");
            }
        }
    }
}
