//! What differs between a repository and the base that was written of it.
//!
//! A base is kept with a [`Record`]: a digest of what is emitted for each file. An update resolves the whole repository
//! anew, compares digests, and takes the files that are new or have another digest out as a [`Delta`]: a graph of its own
//! that knows what is kept by the ids of the base. The digest of a file covers its edges with what they lead to, so a file
//! that is kept leads to nothing that has gone.
//!
//! Only the files are resolved anew that have changed, or that see of others what has changed ([`Plan`]); the rows of the
//! overlay so far are carried over ([`Carried`]). Those that are as in the base after all are told by the same digests. Sums
//! come from the record, less those of masked files. Ranks are a function of the links alone, so they are those of the base,
//! or of the overlay so far, if the links are ([`OwnLinks::state`]).

mod base;
mod carried;
mod delta;
mod digest;
mod links;
mod plan;
mod record;
mod stored;
mod sums;

pub use base::Base;
pub use carried::Carried;
pub use delta::Delta;
pub use digest::{Digests, digests};
pub use links::OwnLinks;
pub use plan::Plan;
pub use record::{Record, record_of};
pub use stored::overlay_paths;
pub use sums::Sums;
