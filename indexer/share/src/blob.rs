//! Blobs: the files of a snapshot, compressed, each with the digests of its blocks.
//!
//! A manifest says of each blob how long it is and what each block of it must be. So a client checks what arrives block by
//! block, and what is already there never arrives twice.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::digest::{Digest, Hasher};

/// Bytes of a block; the last one of a blob may have fewer.
pub const BLOCK_BYTES: u64 = 1 << 20;

/// zstd level of blobs. Higher ones cost more time to publish than they save to fetch.
const LEVEL: i32 = 3;

/// How the bytes of a file are stored in a blob.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// As one zstd frame: `zstd -d` unpacks it.
    Zstd,
}

/// A blob, as a manifest describes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blob {
    /// The digest of its bytes, which names it.
    pub sha256: Digest,
    /// Number of its bytes.
    pub bytes: u64,
    /// How it holds a file.
    pub encoding: Encoding,
    /// The digests of its blocks of [`BLOCK_BYTES`], in order.
    pub blocks: Vec<Digest>,
}

impl Blob {
    /// Returns true if it has as many blocks as its length demands.
    pub fn is_well_formed(&self) -> bool {
        self.bytes > 0 && self.blocks.len() as u64 == self.bytes.div_ceil(BLOCK_BYTES)
    }

    /// Returns the number of bytes of a block.
    pub fn block_bytes(&self, block: usize) -> u64 {
        let start = block as u64 * BLOCK_BYTES;
        self.bytes.saturating_sub(start).min(BLOCK_BYTES)
    }
}

/// What a file holds before it is packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Number of its bytes.
    pub bytes: u64,
    /// Their blake3.
    pub blake3: [u8; 32],
}

/// Packs what `raw` yields into a blob, which is written to `packed`.
///
/// # Errors
/// When one of the two fails.
pub fn pack(raw: &mut dyn Read, packed: &mut dyn Write) -> io::Result<(Contents, Blob)> {
    let mut encoder = zstd::Encoder::new(BlockDigests::new(packed), LEVEL)?;
    let mut hasher = blake3::Hasher::new();
    let bytes = each_piece(raw, |piece| {
        hasher.update(piece);
        encoder.write_all(piece)
    })?;
    let contents = Contents {
        bytes,
        blake3: *hasher.finalize().as_bytes(),
    };
    Ok((contents, encoder.finish()?.finish()))
}

/// A blob that does not hold what its manifest says.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// It cannot be read or unpacked, or what it holds cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds other bytes.
    #[error("it holds other bytes than its manifest says")]
    Other,
}

/// Unpacks a blob into `raw`.
///
/// # Errors
/// See [`UnpackError`]. Part of the bytes may have been written then.
pub fn unpack(
    packed: &mut dyn Read,
    expected: Contents,
    raw: &mut dyn Write,
) -> Result<(), UnpackError> {
    // One byte more shows that there are too many.
    let mut decoder = zstd::Decoder::new(packed)?.take(expected.bytes.saturating_add(1));
    let mut hasher = blake3::Hasher::new();
    let bytes = each_piece(&mut decoder, |piece| {
        hasher.update(piece);
        raw.write_all(piece)
    })?;
    if bytes != expected.bytes || *hasher.finalize().as_bytes() != expected.blake3 {
        return Err(UnpackError::Other);
    }
    Ok(())
}

/// Passes on what is read, in pieces. Returns the number of bytes.
fn each_piece(from: &mut dyn Read, mut to: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<u64> {
    let mut piece = vec![0; 256 << 10];
    let mut bytes = 0;
    loop {
        let read = match from.read(&mut piece) {
            Ok(0) => return Ok(bytes),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        bytes += read as u64;
        to(piece.get(..read).unwrap_or_default())?;
    }
}

/// Passes bytes on, and computes the digests of a blob meanwhile.
struct BlockDigests<W> {
    to: W,
    bytes: u64,
    all: Hasher,
    block: Hasher,
    blocks: Vec<Digest>,
}

impl<W: Write> BlockDigests<W> {
    fn new(to: W) -> Self {
        Self {
            to,
            bytes: 0,
            all: Hasher::default(),
            block: Hasher::default(),
            blocks: Vec::new(),
        }
    }

    fn finish(mut self) -> Blob {
        if !self.bytes.is_multiple_of(BLOCK_BYTES) {
            self.blocks.push(self.block.finish());
        }
        Blob {
            sha256: self.all.finish(),
            bytes: self.bytes,
            encoding: Encoding::Zstd,
            blocks: self.blocks,
        }
    }
}

impl<W: Write> Write for BlockDigests<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let to_end = BLOCK_BYTES - self.bytes % BLOCK_BYTES;
        let most = usize::try_from(to_end).unwrap_or(usize::MAX);
        let bytes = bytes.get(..most).unwrap_or(bytes);
        let written = self.to.write(bytes)?;
        let bytes = bytes.get(..written).unwrap_or_default();
        self.all.update(bytes);
        self.block.update(bytes);
        self.bytes += written as u64;
        if written > 0 && self.bytes.is_multiple_of(BLOCK_BYTES) {
            self.blocks.push(std::mem::take(&mut self.block).finish());
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK_BYTES, Contents, UnpackError, pack, unpack};
    use crate::digest::Digest;

    /// Returns bytes that zstd cannot make shorter.
    fn noise(bytes: usize) -> Vec<u8> {
        let mut noise = vec![0; bytes];
        blake3::Hasher::new().finalize_xof().fill(&mut noise);
        noise
    }

    #[test]
    fn what_is_packed_is_unpacked_and_every_block_has_its_digest() {
        for bytes in [0, 1, 3 * BLOCK_BYTES as usize + 5] {
            let raw = noise(bytes);
            let mut packed = Vec::new();
            let (contents, blob) = pack(&mut &raw[..], &mut packed).unwrap();
            assert_eq!(contents.bytes, bytes as u64);
            assert!(blob.is_well_formed());
            assert_eq!(
                (blob.bytes, blob.sha256),
                (packed.len() as u64, Digest::of(&packed))
            );
            let blocks: Vec<_> = packed
                .chunks(BLOCK_BYTES as usize)
                .map(Digest::of)
                .collect();
            assert_eq!(blob.blocks, blocks);
            let mut again = Vec::new();
            unpack(&mut &packed[..], contents, &mut again).unwrap();
            assert_eq!(again, raw);
        }
    }

    #[test]
    fn other_bytes_more_bytes_and_fewer_bytes_are_refused() {
        let raw = noise(1000);
        let mut packed = Vec::new();
        let (contents, _) = pack(&mut &raw[..], &mut packed).unwrap();
        for wrong in [
            Contents {
                bytes: 999,
                ..contents
            },
            Contents {
                bytes: 1001,
                ..contents
            },
            Contents {
                blake3: [0; 32],
                ..contents
            },
        ] {
            let result = unpack(&mut &packed[..], wrong, &mut Vec::new());
            assert!(matches!(result, Err(UnpackError::Other)), "{result:?}");
        }
        let cut = unpack(&mut &packed[..500], contents, &mut Vec::new());
        assert!(cut.is_err());
    }
}
