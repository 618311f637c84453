//! Turns a repository into a snapshot: discover, parse, resolve, rank, write.
//!
//! The modules stand from the bottom up: each uses only those before it.

mod own_files;
pub mod user_file;

pub mod atomic_file;
mod cache_file;
pub mod fingerprint;
mod stamp;
pub mod totals;
pub mod unread;

pub mod remarks;
pub mod report;

mod dependency_cache;
pub mod discover;
pub mod facts_cache;
pub mod history;
pub mod rank;

pub mod encode;
pub mod source_texts;

pub mod scan;
pub mod snapshot_dir;

pub mod losses;

mod integrity;

pub mod gates;
pub mod release;

pub mod export;

pub mod overlay;

pub mod build;
pub mod publish;
pub mod tree_check;

pub mod clones;
pub mod exchange;
pub mod hook;
pub mod update;
pub mod watch;

pub mod cli;
