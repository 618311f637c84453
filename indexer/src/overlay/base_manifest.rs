//! The base manifest, `snapshot.bmb.d/base-manifest`: what an update needs to know about each file of the base, to find out
//! what differs, and to rank and count what the overlay does not hold.
//!
//! It is a cache file, valid for the version of the program that wrote it. It names its base, so one that belongs to an earlier
//! base counts as absent. It is used as it lies, little-endian; nothing is decoded before it is needed. *F* files, *N* symbols,
//! *L* links:
//!
//! | part | contents |
//! |---|---|
//! | head | magic (8 bytes), fingerprint of the program (8), F, N, L, bytes of paths, bytes of sums, 0 (u32 each), identity of the base (32), hash of its inputs (32), digest of the files that it skips (32), key of its history (32), checksums of index, links and of the head up to here (8 each) |
//! | index | for each file: digest (16), digest of its links (16), size (u64), number of symbols (u32), end of its path (u32), end of its sums (u32); sums, those of all files behind them; paths; keys of symbols (u64 each) |
//! | links | first link of each symbol, and L (u32 each); targets (u32 each) |

use std::io;
use std::ops::Range;
use std::path::Path;

use bombe_format::error::FormatError;
use bombe_format::header::Header;

use super::Digests;
use super::digest::{Digest, links_digest};
use super::sums::Sums;
use crate::cache_file::checksum;
use crate::fingerprint::fingerprint;
use crate::history::History;
use crate::own_files;
use crate::rank::Links;
use bombe_facts::mapped::MappedFile;
use bombe_resolve::graph::{Graph, SkippedRow};

const MAGIC: &[u8; 8] = b"BOMBEBAS";

/// Offset of the counts in the head.
const COUNTS: usize = 16;

/// Offset of the hashes in the head: identity, inputs, skipped files, history.
const HASHES: usize = COUNTS + 6 * 4;

/// Offset of the checksums in the head: of index, links and head.
const SUMS: usize = HASHES + 4 * 32;

const HEAD_BYTES: usize = SUMS + 3 * 8;

/// Digest of a file, digest of its links, size.
const WIDE_BYTES: usize = 16 + 16 + 8;

/// What a base holds of each file.
#[derive(Debug)]
pub struct BaseManifest {
    /// Identity of the base.
    pub identity: [u8; 32],
    /// Hash of all that it was made from.
    pub inputs: [u8; 32],
    /// Digest of the files that it skips.
    skipped: [u8; 32],
    /// Key of its history.
    history: [u8; 32],
    /// First symbol of each file, followed by the number of all symbols.
    first_symbol: Vec<u32>,
    parts: Parts,
    file: MappedFile,
}

/// Offsets of the parts of an index. Each column starts where the one before ends.
#[derive(Clone, Copy, Debug)]
struct Parts {
    files: usize,
    symbols: usize,
    links: usize,
    symbols_of: usize,
    path_end: usize,
    sums_end: usize,
    sums: usize,
    paths: usize,
    keys: usize,
    end: usize,
}

impl Parts {
    fn of([files, symbols, links, paths, sums]: [u32; 5]) -> Self {
        let [files, symbols, links, path_bytes, sum_bytes] =
            [files, symbols, links, paths, sums].map(|count| count as usize);
        let symbols_of = files * WIDE_BYTES;
        let path_end = symbols_of + files * 4;
        let sums_end = path_end + files * 4;
        let sums = sums_end + files * 4;
        let paths = sums + sum_bytes;
        let keys = paths + path_bytes;
        Self {
            files,
            symbols,
            links,
            symbols_of,
            path_end,
            sums_end,
            sums,
            paths,
            keys,
            end: keys + symbols * 8,
        }
    }

    fn links_bytes(&self) -> usize {
        (self.symbols + 1 + self.links) * 4
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let chunk = bytes.get(at..).and_then(<[u8]>::first_chunk);
    chunk.map_or(0, |chunk| u32::from_le_bytes(*chunk))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    let chunk = bytes.get(at..).and_then(<[u8]>::first_chunk);
    chunk.map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

fn skipped_digest(rows: &[SkippedRow]) -> [u8; 32] {
    let mut bytes = Vec::new();
    for SkippedRow { path, reason, size } in rows {
        bytes.extend_from_slice(&(path.len() as u64).to_le_bytes());
        bytes.extend_from_slice(path.as_bytes());
        bytes.push(*reason as u8);
        bytes.extend_from_slice(&size.to_le_bytes());
    }
    blake3::hash(&bytes).into()
}

/// Returns true if a checksum of the head is that of some bytes.
fn is_sum(head: &[u8], at: usize, bytes: &[u8]) -> bool {
    head.get(SUMS + at * 8..SUMS + (at + 1) * 8) == Some(&checksum(bytes))
}

/// Returns the bytes of the manifest of a base that was encoded from `graph` as `snapshot`.
///
/// # Errors
/// If the snapshot cannot be read.
pub fn manifest_bytes(
    graph: &Graph,
    digests: &Digests,
    links: &Links,
    snapshot: &[u8],
    inputs: [u8; 32],
    history: &History,
) -> Result<Vec<u8>, FormatError> {
    let identity = Header::read(snapshot)?.identity;
    let Digests {
        files: digests,
        keys,
        first_symbol,
    } = digests;
    let mut paths = Vec::new();
    let mut path_ends = Vec::new();
    for file in &graph.files {
        paths.extend_from_slice(file.path.as_bytes());
        path_ends.push(paths.len() as u32);
    }
    let mut sums = Vec::new();
    let mut sums_ends = Vec::new();
    for of_file in Sums::of_base(graph, first_symbol, snapshot)? {
        of_file.push(&mut sums);
        sums_ends.push(sums.len() as u32);
    }
    // The sums of all files end where the part ends.
    sums_ends.pop();
    let mut bytes = Vec::new();
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&fingerprint().to_le_bytes());
    for count in [
        graph.files.len(),
        keys.len(),
        links.targets().len(),
        paths.len(),
        sums.len(),
        0,
    ] {
        bytes.extend_from_slice(&(count as u32).to_le_bytes());
    }
    bytes.extend_from_slice(&identity);
    bytes.extend_from_slice(&inputs);
    bytes.extend_from_slice(&skipped_digest(&graph.skipped));
    bytes.extend_from_slice(&history.key);
    bytes.resize(HEAD_BYTES, 0);
    bytes.extend_from_slice(digests.as_flattened());
    for run in first_symbol.windows(2) {
        bytes.extend_from_slice(&links_digest(links.rows(run[0]..run[1])));
    }
    let sizes = graph.files.iter().map(|file| file.size.to_le_bytes());
    bytes.extend(sizes.flatten());
    let mut column = |values: &mut dyn Iterator<Item = u32>| {
        bytes.extend(values.flat_map(u32::to_le_bytes));
    };
    column(&mut graph.files.iter().map(|file| file.symbols));
    column(&mut path_ends.into_iter());
    column(&mut sums_ends.into_iter());
    bytes.extend_from_slice(&sums);
    bytes.extend_from_slice(&paths);
    bytes.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
    let links_start = bytes.len();
    let rows = links.first().iter().chain(links.targets());
    bytes.extend(rows.flat_map(|number| number.to_le_bytes()));
    let mut sum = |at: usize, of: Range<usize>| {
        let sum = checksum(&bytes[of]);
        bytes[SUMS + at * 8..][..8].copy_from_slice(&sum);
    };
    sum(0, HEAD_BYTES..links_start);
    let end = links_start + (links.first().len() + links.targets().len()) * 4;
    sum(1, links_start..end);
    sum(2, 0..SUMS + 2 * 8);
    Ok(bytes)
}

impl BaseManifest {
    /// Reads the manifest at `path`; none if it is absent, damaged, or written by another version of the program.
    pub fn read(path: &Path) -> Option<Self> {
        let file = MappedFile::of(&own_files::open(path).ok()?).ok()?;
        let head = file.first_chunk::<HEAD_BYTES>()?;
        let hash = |at: usize| -> [u8; 32] {
            let mut hash = [0; 32];
            hash.copy_from_slice(&head[HASHES + at * 32..][..32]);
            hash
        };
        if !head.starts_with(MAGIC)
            || long(head, 8) != fingerprint()
            || !is_sum(head, 2, &head[..SUMS + 2 * 8])
        {
            return None;
        }
        let [identity, inputs, skipped, history] = [0, 1, 2, 3].map(hash);
        let counts = [0, 1, 2, 3, 4].map(|at| number(head, COUNTS + at * 4));
        let parts = Parts::of(counts);
        if HEAD_BYTES + parts.end + parts.links_bytes() != file.len() {
            return None;
        }
        let index = file.get(HEAD_BYTES..HEAD_BYTES + parts.end)?;
        if !is_sum(head, 0, index) {
            return None;
        }
        let mut first_symbol = Vec::with_capacity(parts.files + 1);
        first_symbol.push(0u32);
        let mut end = 0u32;
        for file in 0..parts.files {
            end = end.checked_add(number(index, parts.symbols_of + file * 4))?;
            first_symbol.push(end);
        }
        (end as usize == parts.symbols).then(|| Self {
            identity,
            inputs,
            skipped,
            history,
            first_symbol,
            parts,
            file,
        })
    }

    /// Returns the skipped files `now`, sorted by path; none if the base skips the same.
    pub fn skipped_if_changed<'s>(&self, now: &'s [SkippedRow]) -> Option<&'s [SkippedRow]> {
        (skipped_digest(now) != self.skipped).then_some(now)
    }

    /// Returns true if the base has another history.
    pub fn has_other_history(&self, now: &History) -> bool {
        self.history != now.key
    }

    /// The index.
    fn index(&self) -> &[u8] {
        let index = self.file.get(HEAD_BYTES..HEAD_BYTES + self.parts.end);
        index.unwrap_or_default()
    }

    /// Number of files.
    pub(super) fn files(&self) -> usize {
        self.parts.files
    }

    /// Path of a file relative to the root, `/`-separated. Paths ascend.
    pub(super) fn path(&self, file: usize) -> &[u8] {
        self.entry(self.parts.paths, self.parts.path_end, file)
    }

    /// Digest of the rows of a file.
    pub(super) fn digest(&self, file: usize) -> Digest {
        self.digest_at(file * 16)
    }

    /// Digest of the links from the symbols of a file.
    pub(super) fn links_digest(&self, file: usize) -> Digest {
        self.digest_at((self.parts.files + file) * 16)
    }

    /// Size of a file in bytes.
    pub(super) fn size(&self, file: usize) -> u64 {
        long(self.index(), self.parts.files * 32 + file * 8)
    }

    /// First symbol of each file, followed by the number of all symbols.
    pub(super) fn first_symbol(&self) -> &[u32] {
        &self.first_symbol
    }

    /// The symbols of a file.
    pub(super) fn symbols(&self, file: usize) -> Range<u32> {
        self.first_symbol[file]..self.first_symbol[file + 1]
    }

    /// Returns the file of a symbol, and its position in the file; none if there is no such symbol.
    pub(super) fn locate(&self, symbol: u32) -> Option<(usize, u32)> {
        let file = self.first_symbol.partition_point(|first| *first <= symbol) - 1;
        (file < self.parts.files).then(|| (file, symbol - self.first_symbol[file]))
    }

    /// Key of a symbol.
    pub(super) fn key(&self, symbol: u32) -> u64 {
        long(self.index(), self.parts.keys + symbol as usize * 8)
    }

    /// Returns the sums over all files but the `masked` ones; none if these are not files of the base.
    pub fn sums_without(&self, masked: &[u32]) -> Option<Sums> {
        let of = |file: usize| {
            let start = self.end_before(self.parts.sums_end, file);
            let end = match file {
                file if file == self.parts.files => self.parts.paths - self.parts.sums,
                file => number(self.index(), self.parts.sums_end + file * 4) as usize,
            };
            let sums = self.index().get(self.parts.sums..self.parts.paths)?;
            Sums::read(sums.get(start..end)?)
        };
        let mut sums = of(self.parts.files)?;
        for file in masked {
            sums.take(&of(*file as usize)?)?;
        }
        Some(sums)
    }

    /// Returns the links that rank flows along in the base.
    ///
    /// # Errors
    /// If they cannot be read or are damaged.
    pub(super) fn links(&self) -> io::Result<Links> {
        let start = HEAD_BYTES + self.parts.end;
        let bytes = self.file.get(start..start + self.parts.links_bytes());
        let bytes = bytes.unwrap_or_default();
        let (rows, _) = bytes.as_chunks();
        let rows = || rows.iter().map(|number| u32::from_le_bytes(*number));
        let sources = self.parts.symbols + 1;
        let links = is_sum(&self.file, 1, bytes)
            .then(|| {
                Links::from_rows(
                    rows().take(sources).collect(),
                    rows().skip(sources).collect(),
                )
            })
            .flatten();
        links.ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                "the links in the base manifest are damaged",
            )
        })
    }

    fn digest_at(&self, at: usize) -> Digest {
        let chunk = self.index().get(at..).and_then(<[u8]>::first_chunk);
        chunk.copied().unwrap_or_default()
    }

    /// Returns the entry of a file in a part at `part`, whose ends are in the column at `ends`.
    fn entry(&self, part: usize, ends: usize, file: usize) -> &[u8] {
        let start = part + self.end_before(ends, file);
        let end = part + number(self.index(), ends + file * 4) as usize;
        self.index().get(start..end).unwrap_or_default()
    }

    fn end_before(&self, ends: usize, file: usize) -> usize {
        match file.checked_sub(1) {
            Some(before) => number(self.index(), ends + before * 4) as usize,
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use bombe_format::header::Header;

    use super::{BaseManifest, manifest_bytes};
    use bombe_tests::synthetic;

    use crate::encode::{self, Meta, Options};
    use crate::overlay::digests;
    use crate::rank::{Links, page_rank_of};
    use crate::totals::Totals;

    #[test]
    fn a_manifest_reads_back_and_a_damaged_one_counts_as_absent() {
        let size = synthetic::Size {
            files: 3,
            symbols_per_file: 4,
            edges: 20,
        };
        let graph = synthetic::graph(size);
        let links = Links::of(&graph);
        let source = |file| Some(synthetic::source(size, file));
        let ranks = page_rank_of(&links);
        let (meta, options) = (Meta::default(), Options::default());
        let snapshot = encode::encode(&graph, &ranks, &meta, options, &source).unwrap();
        let identity = Header::read(&snapshot).unwrap().identity;
        let digests = digests(&graph);
        let bytes =
            manifest_bytes(&graph, &digests, &links, &snapshot, [2; 32], &meta.history).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("base");
        let read = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            BaseManifest::read(&path)
        };
        let manifest = read(&bytes).unwrap();
        assert_eq!((manifest.identity, manifest.inputs), (identity, [2; 32]));
        assert_eq!(manifest.files(), graph.files.len());
        for (at, file) in graph.files.iter().enumerate() {
            assert_eq!(manifest.path(at), file.path.as_bytes());
            assert_eq!(manifest.size(at), file.size);
            assert_eq!(manifest.symbols(at).len(), file.symbols as usize);
            assert_eq!(manifest.digest(at), digests.files[at]);
        }
        for (key, symbol) in digests.keys.iter().zip(0..) {
            assert_eq!(manifest.key(symbol), *key);
        }
        let mut skipped = graph.skipped.clone();
        assert_eq!(manifest.skipped_if_changed(&skipped), None);
        skipped[0].size += 1;
        assert_eq!(manifest.skipped_if_changed(&skipped), Some(&*skipped));
        assert_eq!(manifest.skipped_if_changed(&[]), Some(&[][..]));
        let read_links = manifest.links().unwrap();
        assert_eq!(read_links.first(), links.first());
        assert_eq!(read_links.targets(), links.targets());
        assert_eq!(
            manifest.sums_without(&[]).unwrap().totals,
            Totals::of(&graph)
        );
        let none = manifest.sums_without(&[0, 1, 2]).unwrap();
        assert_eq!(none, super::Sums::default());
        assert!(manifest.sums_without(&[0, 0, 0, 0]).is_none());
        for at in 0..bytes.len() {
            assert!(read(&bytes[..at]).is_none());
            let mut torn = bytes.clone();
            torn[at] ^= 1;
            let torn = read(&torn);
            assert!(torn.is_none_or(|torn| torn.links().is_err()), "byte {at}");
        }
    }
}
