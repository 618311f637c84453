//! Publishes snapshots to remotes, and fetches them: layout, manifests, signatures, transfers. `docs/remote.md` describes
//! what lies on a remote.
//!
//! Nothing here builds or reads a snapshot: to this crate, it is files with names, digests and sizes.
//!
//! The modules stand from the bottom up: each uses only those before it.

pub mod digest;
pub mod layout;

pub mod refusal;
pub mod signature;
pub mod trust;

pub mod blob;
pub mod manifest;

pub mod signed;

pub mod index;
pub mod quarantine;
pub mod reference;
pub mod verify;

pub mod remote;
pub mod transfer;

pub mod memory;

pub mod client;
pub mod control;
pub mod retention;
