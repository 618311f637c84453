//! Reads commits and trees from the object database of a repository: packs, and loose objects.
//!
//! A repository chooses every byte of these files. Each is opened only if it is a regular file, an object has a largest
//! size, and all objects together have one, too.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bombe_reader::regular_file::{self, Links};
use gix_hash::{Kind, ObjectId, oid};
use gix_object::Kind as ObjectKind;
use gix_pack::cache::DecodeEntry;
use gix_pack::data::decode::entry::ResolvedBase;
use gix_zlib::Inflate;
use hashbrown::HashMap;

use crate::repository::Repository;

/// A larger commit or tree is not read.
const OBJECT_BYTES_MAX: usize = 16 << 20;

/// The objects that one in a pack is stored as a difference from take at most this many bytes of memory with it.
const CHAIN_BYTES_MAX: usize = 64 << 20;

/// All objects together have at most this many bytes.
const ALL_BYTES_MAX: u64 = 4 << 30;

/// So many objects are read for a commit on average, and this many more: a tree may contain itself.
const READS_PER_COMMIT: u64 = 500;
const READS_MORE: u64 = 100_000;

/// The index of a larger pack is not read: reading it would take seconds.
const INDEX_BYTES_MAX: u64 = 2 << 30;

/// More packs than this are not looked into.
const PACKS_MAX: usize = 4096;

/// Size of the cache of the objects that others are stored as differences from.
const BASES_BYTES_MAX: usize = 32 << 20;

/// The header of a loose object, such as `tree 1234`, is shorter.
const LOOSE_HEADER_BYTES_MAX: usize = 64;

/// Why an object was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ObjectError {
    /// It is not there: the clone is partial.
    #[error("an object is missing")]
    Missing,
    /// It is there and cannot be read, is of another kind, or is too large.
    #[error("an object cannot be read")]
    Unreadable,
    /// The bytes of all objects are used up.
    #[error("the objects are too large")]
    Limit,
}

/// The object database of a repository.
pub(crate) struct Objects {
    folders: Vec<PathBuf>,
    /// Packs that are open, the last used one first.
    packs: Vec<Pack>,
    /// Indexes of packs that are not open yet, the newest last.
    closed: Vec<PathBuf>,
    bases: Bases,
    inflate: Inflate,
    /// Bytes of content that may still be read.
    bytes_left: u64,
    /// Objects that may still be read.
    reads_left: u64,
}

struct Pack {
    index: gix_pack::index::File,
    data: gix_pack::data::File,
}

impl Objects {
    /// Lists the packs of a repository, to read about `depth` commits. Opens none.
    pub(crate) fn of(repository: &Repository, depth: usize) -> Self {
        let mut indexes: Vec<(SystemTime, PathBuf)> = Vec::new();
        for folder in &repository.objects {
            // A repository may have no packs.
            let Ok(entries) = fs::read_dir(folder.join("pack")) else {
                continue;
            };
            for entry in entries.flatten() {
                let path = entry.path();
                let is_index = path.extension().is_some_and(|end| end == "idx");
                let meta = path.metadata().ok().filter(|_| is_index);
                let fits = |meta: &fs::Metadata| meta.is_file() && meta.len() <= INDEX_BYTES_MAX;
                if let Some(meta) = meta.filter(fits)
                    && indexes.len() < PACKS_MAX
                {
                    let changed = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    indexes.push((changed, path));
                }
            }
        }
        indexes.sort();
        Self {
            folders: repository.objects.clone(),
            packs: Vec::new(),
            closed: indexes.into_iter().map(|(_, path)| path).collect(),
            bases: Bases::default(),
            inflate: Inflate::default(),
            bytes_left: ALL_BYTES_MAX,
            reads_left: READS_MORE + READS_PER_COMMIT * depth as u64,
        }
    }

    /// Allows for one more commit, whatever has been read before.
    pub(crate) fn allow_more(&mut self) {
        self.bytes_left = self.bytes_left.max(ALL_BYTES_MAX / 4);
        self.reads_left = self.reads_left.max(READS_MORE);
    }

    /// Reads an object of a kind into `out`.
    pub(crate) fn read(
        &mut self,
        id: &oid,
        kind: ObjectKind,
        out: &mut Vec<u8>,
    ) -> Result<(), ObjectError> {
        let reads_left = self.reads_left.checked_sub(1);
        self.reads_left = reads_left.ok_or(ObjectError::Limit)?;
        let found = self.find(id, out)?;
        let bytes_left = self.bytes_left.checked_sub(out.len() as u64);
        self.bytes_left = bytes_left.ok_or(ObjectError::Limit)?;
        if found == kind && out.len() <= OBJECT_BYTES_MAX {
            Ok(())
        } else {
            Err(ObjectError::Unreadable)
        }
    }

    fn find(&mut self, id: &oid, out: &mut Vec<u8>) -> Result<ObjectKind, ObjectError> {
        for at in 0..self.packs.len() {
            if let Some(found) = self.in_pack(at, id, out) {
                self.packs[..=at].rotate_right(1);
                return found;
            }
        }
        if let Some(found) = self.loose(id, out) {
            return found;
        }
        while let Some(path) = self.closed.pop() {
            let Some(pack) = Pack::open(&path) else {
                continue;
            };
            self.packs.insert(0, pack);
            if let Some(found) = self.in_pack(0, id, out) {
                return found;
            }
        }
        Err(ObjectError::Missing)
    }

    /// Reads an object from a pack; none if it is not in there.
    fn in_pack(
        &mut self,
        at: usize,
        id: &oid,
        out: &mut Vec<u8>,
    ) -> Option<Result<ObjectKind, ObjectError>> {
        let Pack { index, data } = self.packs.get(at)?;
        let row = index.lookup(id)?;
        let entry = |row| data.entry(index.pack_offset_at_index(row));
        // Packs of a repository hold the bases of their objects.
        let base = |id: &oid, _: &mut Vec<u8>| {
            let row = index.lookup(id);
            row.map(|row| entry(row).map(ResolvedBase::InPack))
                .transpose()
        };
        let decoded = entry(row).and_then(|entry| {
            data.decode_entry(entry, out, &mut self.inflate, &base, &mut self.bases)
        });
        Some(match decoded {
            Ok(outcome) => Ok(outcome.kind),
            Err(_) => Err(ObjectError::Unreadable),
        })
    }

    /// Reads an object from a file of its own; none if it has none.
    fn loose(&mut self, id: &oid, out: &mut Vec<u8>) -> Option<Result<ObjectKind, ObjectError>> {
        let hex = id.to_hex().to_string();
        let (folder, file) = hex.split_at(2);
        let bytes = self.folders.iter().find_map(|objects| {
            let path = objects.join(folder).join(file);
            match regular_file::read(&path, Links::Follow, OBJECT_BYTES_MAX as u64) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                read => Some(read.ok()),
            }
        })?;
        let kind = bytes.and_then(|bytes| self.inflate(&bytes, out));
        Some(kind.ok_or(ObjectError::Unreadable))
    }

    /// Decompresses a loose object and returns its kind.
    fn inflate(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<ObjectKind> {
        let mut start = [0; LOOSE_HEADER_BYTES_MAX];
        self.inflate.reset();
        let (_, _, written) = self.inflate.once(bytes, &mut start).ok()?;
        let (kind, size, header) = gix_object::decode::loose_header(&start[..written]).ok()?;
        let whole = usize::try_from(size).ok()?.checked_add(header)?;
        if whole > OBJECT_BYTES_MAX {
            return None;
        }
        out.clear();
        out.resize(whole, 0);
        self.inflate.reset();
        let (_, _, written) = self.inflate.once(bytes, out).ok()?;
        if written != whole {
            return None;
        }
        out.drain(..header);
        Some(kind)
    }
}

impl Pack {
    /// Opens a pack by the path of its index; none if one of its two files is unusable.
    fn open(index: &Path) -> Option<Self> {
        let data = index.with_extension("pack");
        // Opening a pipe would wait.
        data.metadata().ok().filter(fs::Metadata::is_file)?;
        let index = gix_pack::index::File::at(index, Kind::Sha1).ok()?;
        let data = gix_pack::data::File::at(data, Kind::Sha1).ok()?;
        Some(Self {
            index,
            data: data.with_alloc_limit_bytes(Some(CHAIN_BYTES_MAX)),
        })
    }
}

/// The objects that others are stored as differences from. Emptied when it is full: neighbours in a pack share their bases.
#[derive(Default)]
struct Bases {
    entries: HashMap<(u32, u64), (ObjectKind, usize, Vec<u8>)>,
    bytes: usize,
}

impl DecodeEntry for Bases {
    fn put(&mut self, pack: u32, offset: u64, data: &[u8], kind: ObjectKind, compressed: usize) {
        if self.bytes + data.len() > BASES_BYTES_MAX {
            self.entries.clear();
            self.bytes = 0;
        }
        if data.len() <= BASES_BYTES_MAX {
            self.bytes += data.len();
            let entry = (kind, compressed, data.to_vec());
            if let Some((_, _, before)) = self.entries.insert((pack, offset), entry) {
                self.bytes -= before.len();
            }
        }
    }

    fn get(&mut self, pack: u32, offset: u64, out: &mut Vec<u8>) -> Option<(ObjectKind, usize)> {
        let (kind, compressed, data) = self.entries.get(&(pack, offset))?;
        out.clear();
        out.extend_from_slice(data);
        Some((*kind, *compressed))
    }
}

/// Returns the id of an object that a commit or the caller names in 40 hexadecimal digits; none if it is something else.
pub(crate) fn id_of(hex: &str) -> Option<ObjectId> {
    (hex.len() == 40).then(|| ObjectId::from_hex(hex.as_bytes()).ok())?
}
