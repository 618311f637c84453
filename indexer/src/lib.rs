//! Turns a repository into a snapshot: discover, parse, resolve, rank, write.

pub mod cli;
pub mod commit;
pub mod discover;
pub mod encode;
pub mod export;
pub mod hook;
mod kept;
mod ledger;
pub mod overlay;
pub mod pipeline;
pub mod rank;
pub mod report;
pub mod scan;
pub mod store;
pub mod watch;
