//! What differs between a repository and the base that was written of it.
//!
//! A base is kept with a [`Record`]: a digest of what is emitted for each file. An update resolves the whole repository
//! anew, compares digests, and takes the files that are new or have another digest out as a [`Delta`]: a graph of its own
//! that knows what is kept by the ids of the base. The digest of a file covers its edges with what they lead to, so a file
//! that is kept leads to nothing that has gone.

mod base;
mod delta;
mod digest;
mod kept;
mod record;

pub use base::Base;
pub use delta::Delta;
pub use digest::{Digests, digests};
pub use kept::kept_lengths;
pub use record::{Record, RecordFile};
