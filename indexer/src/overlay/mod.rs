//! The overlay: what differs between a repository and its base.
//!
//! A base has a [`BaseManifest`] with a digest of the rows of each file. An update compares digests, and takes the files
//! that are new or differ out as a [`Delta`]: a graph of its own that names symbols and files of the base by their ids. The
//! digest of a file covers its edges with the symbols that they end at, so no edge of a kept file ends at a symbol that is
//! gone.
//!
//! An update re-resolves only some files. The other rows of the overlay before come from the [`OverlayCache`]. A file whose
//! rows are as in the base again leaves the overlay. Totals are those of the manifest, less those of masked files, plus those
//! of the delta. Ranks depend on the links alone, so they are those of the base, or of the overlay before, if the links are
//! the same ([`OverlayLinks::state`]).

mod base;
mod base_manifest;
mod delta;
mod digest;
mod links;
mod overlay_cache;
mod stored;
mod sums;

pub use base::Base;
pub use base_manifest::{BaseManifest, manifest_bytes};
pub use delta::Delta;
pub use digest::{Digests, digests};
pub use links::OverlayLinks;
pub use overlay_cache::OverlayCache;
pub use stored::overlay_paths;
pub use sums::Sums;
