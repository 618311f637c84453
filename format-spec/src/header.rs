//! The header: kind, versions, size and identity of a segment.

use crate::error::{Corrupt, FormatError};
use crate::{FORMAT_MAJOR, FORMAT_MAJOR_MIN, FORMAT_MINOR};

/// The first bytes of every segment.
pub const MAGIC: [u8; 8] = *b"BOMBESNP";

/// Size of the header in bytes; the section table follows it.
pub const HEADER_BYTES: usize = 128;

/// The bits in the low half of `features` that this version knows. A reader refuses a file that has any other of them set.
/// No bit is defined yet.
pub const FEATURES_REQUIRED_KNOWN: u64 = 0;
const FEATURES_REQUIRED: u64 = 0xffff_ffff;

const AT_MAJOR: usize = MAGIC.len();
const AT_MINOR: usize = AT_MAJOR + 2;
const AT_KIND: usize = AT_MINOR + 2;
const AT_SECTION_COUNT: usize = AT_KIND + 4;
const AT_FEATURES: usize = AT_SECTION_COUNT + 8;
const AT_FILE_BYTES: usize = AT_FEATURES + 8;
const AT_CONTENT: usize = AT_FILE_BYTES + 8;
const AT_WRITER: usize = AT_CONTENT + 8;
const WRITER_BYTES: usize = 16;
const AT_IDENTITY: usize = AT_WRITER + WRITER_BYTES;
const AT_CHECKSUM: usize = AT_IDENTITY + 32;
const _: () = assert!(AT_CHECKSUM + 32 == HEADER_BYTES);

/// The fields of the header, as `SPEC.md` lists them: offset, size, name.
pub const FIELDS: &[(usize, usize, &str)] = &[
    (0, MAGIC.len(), "magic"),
    (AT_MAJOR, 2, "major"),
    (AT_MINOR, 2, "minor"),
    (AT_KIND, 1, "kind"),
    (AT_KIND + 1, 3, "reserved"),
    (AT_SECTION_COUNT, 4, "section_count"),
    (AT_SECTION_COUNT + 4, 4, "reserved"),
    (AT_FEATURES, 8, "features"),
    (AT_FILE_BYTES, 8, "file_bytes"),
    (AT_CONTENT, 4, "content_version"),
    (AT_CONTENT + 4, 4, "reserved"),
    (AT_WRITER, WRITER_BYTES, "writer"),
    (AT_IDENTITY, 32, "identity"),
    (AT_CHECKSUM, 32, "checksum"),
];

/// The two kinds of segments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum SegmentKind {
    /// Holds a whole repository.
    Base = 0,
    /// Holds the files that differ from a base.
    Overlay = 1,
}

/// The content of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Major version of the layout.
    pub major: u16,
    /// Minor version of the layout.
    pub minor: u16,
    /// Base or overlay.
    pub kind: SegmentKind,
    /// Number of rows of the section table.
    pub section_count: u32,
    /// Feature bits. A reader refuses unknown bits in the low half and ignores those in the high half.
    pub features: u64,
    /// Size of the file in bytes.
    pub file_bytes: u64,
    /// Version of the extracted content; see [`crate::CONTENT_VERSION`].
    pub content_version: u32,
    /// Version of the program that wrote the file, in UTF-8. The header holds its first 16 bytes.
    pub writer: String,
    /// blake3 of the section table, which holds the checksums of all sections: the identity of the content.
    pub identity: [u8; 32],
}

impl Header {
    /// Returns the header's bytes.
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |at: usize, part: &[u8]| bytes[at..at + part.len()].copy_from_slice(part);
        put(0, &MAGIC);
        put(AT_MAJOR, &self.major.to_le_bytes());
        put(AT_MINOR, &self.minor.to_le_bytes());
        put(AT_KIND, &[self.kind as u8]);
        put(AT_SECTION_COUNT, &self.section_count.to_le_bytes());
        put(AT_FEATURES, &self.features.to_le_bytes());
        put(AT_FILE_BYTES, &self.file_bytes.to_le_bytes());
        put(AT_CONTENT, &self.content_version.to_le_bytes());
        let writer = self.writer.as_bytes();
        put(AT_WRITER, &writer[..writer.len().min(WRITER_BYTES)]);
        put(AT_IDENTITY, &self.identity);
        let checksum = blake3::hash(&bytes[..AT_CHECKSUM]);
        bytes[AT_CHECKSUM..].copy_from_slice(checksum.as_bytes());
        bytes
    }

    /// Reads and checks the header of a file.
    ///
    /// # Errors
    /// Fails with any [`FormatError`].
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::read_head(bytes, bytes.len() as u64)
    }

    /// Reads and checks the header from the first bytes of a file of `file_len` bytes. `bytes` must hold at least
    /// [`HEADER_BYTES`].
    ///
    /// # Errors
    /// Fails with any [`FormatError`].
    pub fn read_head(bytes: &[u8], file_len: u64) -> Result<Self, FormatError> {
        if !bytes.starts_with(&MAGIC) {
            let found = bytes.get(..MAGIC.len().min(bytes.len())).unwrap_or(&[]);
            let found = if found.is_empty() {
                "an empty file".to_owned()
            } else {
                format!("`{}`", found.escape_ascii())
            };
            return Err(FormatError::NotASnapshot { found });
        }
        let Some(head) = bytes.get(..HEADER_BYTES) else {
            return Err(Corrupt::new(
                "header",
                format!("{HEADER_BYTES} bytes"),
                format!("{} bytes", bytes.len()),
            )
            .into());
        };
        // Versions come before the checksum: another major version may have another header.
        let major = u16_at(head, AT_MAJOR);
        let minor = u16_at(head, AT_MINOR);
        let writer = String::from_utf8_lossy(&head[AT_WRITER..AT_WRITER + WRITER_BYTES])
            .trim_end_matches('\0')
            .to_owned();
        if major < FORMAT_MAJOR_MIN {
            return Err(FormatError::TooOld {
                found_major: major,
                found_minor: minor,
                min_major: FORMAT_MAJOR_MIN,
            });
        }
        let too_new = |reason: &str| FormatError::TooNew {
            found_major: major,
            found_minor: minor,
            max_major: FORMAT_MAJOR,
            reason: reason.to_owned(),
            needed: writer.clone(),
        };
        let checksum = blake3::hash(&head[..AT_CHECKSUM]);
        if head[AT_CHECKSUM..] != *checksum.as_bytes() {
            if major > FORMAT_MAJOR {
                return Err(too_new("its header has a later layout"));
            }
            return Err(
                Corrupt::new("header", "bytes that match their checksum", "other bytes").into(),
            );
        }
        if major > FORMAT_MAJOR {
            return Err(too_new("a later major version"));
        }
        let features = u64_at(head, AT_FEATURES);
        if features & FEATURES_REQUIRED & !FEATURES_REQUIRED_KNOWN != 0 {
            return Err(too_new("it uses an unknown feature"));
        }
        let kind = match head[AT_KIND] {
            0 => SegmentKind::Base,
            1 => SegmentKind::Overlay,
            other => return Err(too_new(&format!("segment kind {other}"))),
        };
        let file_bytes = u64_at(head, AT_FILE_BYTES);
        if file_bytes != file_len {
            return Err(Corrupt::new(
                "file size",
                format!("{file_bytes} bytes"),
                format!("{file_len} bytes"),
            )
            .into());
        }
        let mut identity = [0; 32];
        identity.copy_from_slice(&head[AT_IDENTITY..AT_IDENTITY + 32]);
        Ok(Self {
            major,
            minor,
            kind,
            section_count: u32_at(head, AT_SECTION_COUNT),
            features,
            file_bytes,
            content_version: u32_at(head, AT_CONTENT),
            writer,
            identity,
        })
    }

    /// Returns a header of the current version. [`write_segment`](crate::segment_writer::write_segment) fills in counts, sizes and
    /// identity.
    pub fn current(kind: SegmentKind, writer: &str) -> Self {
        Self {
            major: FORMAT_MAJOR,
            minor: FORMAT_MINOR,
            kind,
            section_count: 0,
            features: 0,
            file_bytes: 0,
            content_version: crate::CONTENT_VERSION,
            writer: writer.to_owned(),
            identity: [0; 32],
        }
    }
}

/// Returns the `u16` at an offset; 0 beyond the end.
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes
        .get(at..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |chunk| u16::from_le_bytes(*chunk))
}

/// Returns the `u32` at an offset; 0 beyond the end.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes
        .get(at..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |chunk| u32::from_le_bytes(*chunk))
}

/// Returns the `u64` at an offset; 0 beyond the end.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes
        .get(at..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |chunk| u64::from_le_bytes(*chunk))
}
