//! Digests of listings and texts.

/// The first half of a blake3 hash.
pub(super) type Digest = [u8; 16];

/// Returns the digest of some bytes.
pub(super) fn digest(bytes: &[u8]) -> Digest {
    let hash = blake3::hash(bytes);
    let (half, _) = hash.as_bytes().split_at(16);
    half.try_into().unwrap_or_default()
}
