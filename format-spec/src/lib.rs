//! The bytes of a Bombe snapshot, and nothing else: typed views of `&[u8]`, and writers of the same bytes. Opens no file.
//!
//! `SPEC.md` in the folder of this crate describes every byte.

pub mod header;
pub mod section;

pub mod ids;
pub mod kind;

pub mod column;
pub mod frame;
pub mod key_index;
pub mod text;
pub mod varint;

pub mod commit;
pub mod overlay;

pub mod check;
pub mod error;

/// Major version of the layout. A reader of another major version cannot read it.
///
/// * 1: the first.
pub const FORMAT_MAJOR: u16 = 1;

/// Oldest major version that this version reads.
pub const FORMAT_MAJOR_MIN: u16 = 1;

/// Minor version of the layout. Readers of an older minor version skip the additions.
///
/// * 1.0: the first.
pub const FORMAT_MINOR: u16 = 0;

/// Version of the content that is extracted from sources. Raised when a rebuild of the same sources gives better content.
///
/// * 1: the first.
pub const CONTENT_VERSION: u32 = 1;
