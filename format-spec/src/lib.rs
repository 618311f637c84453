//! The bytes of a Bombe snapshot, and nothing else: takes `&[u8]`, gives typed views, opens no file.
//!
//! `SPEC.md` beside this crate describes every byte.

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

/// Major version of the layout: a reader of another major version cannot read it.
///
/// * 1: the first.
pub const FORMAT_MAJOR: u16 = 1;

/// Least major version that this version reads.
pub const FORMAT_MAJOR_LEAST: u16 = 1;

/// Minor version of the layout: what was added since is skipped by older readers.
///
/// * 1.0: the first.
pub const FORMAT_MINOR: u16 = 0;

/// Version of what is extracted from sources; raised when a rebuild of the same sources gives better content.
///
/// * 1: the first.
pub const CONTENT_VERSION: u32 = 1;
