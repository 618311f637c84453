//! What differs between a repository and the base that was written of it.
//!
//! A base is kept with a [`Record`]: a digest of what is emitted for each file. An update resolves the whole repository
//! anew, compares digests, and takes the files that are new or have another digest out as a [`Delta`]: a graph of its own
//! that knows what is kept by the ids of the base. The digest of a file covers its edges with what they lead to, so a file
//! that is kept leads to nothing that has gone.
//!
//! Where nothing has changed but what other files cannot see (`crate::facts::surface`), only the files that have changed,
//! and those of the overlay so far, are resolved anew; ranks and sums come from the base with these in their place.

mod base;
mod delta;
mod digest;
mod kept;
mod plan;
mod record;

pub use base::Base;
pub use delta::Delta;
pub use digest::{Digests, digests};
pub use kept::{Kept, overlay_paths};
pub use plan::Plan;
pub use record::{Record, RecordFile};
