//! Exchange with remotes: what a snapshot folder holds goes out as a published snapshot, and comes in as a base for the next
//! update.
//!
//! `bombe-share` knows remotes, manifests and signatures; here is what only the indexer knows: which files make a snapshot, and
//! how it becomes current.

pub mod choice;
pub mod commits;
pub mod figures;
pub mod outgoing;
pub mod standing;

pub mod incoming;

pub mod promotion;
