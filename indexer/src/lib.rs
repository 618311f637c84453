//! Turns a repository into a snapshot: discover, parse, resolve, rank, write.

pub mod cli;
pub mod commit;
pub mod discover;
pub mod encode;
pub mod export;
pub mod facts;
pub mod graph;
pub mod hook;
pub mod interner;
mod kept;
pub mod lang;
pub mod loaded;
mod mapped;
mod numbers;
pub mod overlay;
pub mod parse;
pub mod pipeline;
pub mod rank;
pub mod report;
pub mod resolve;
pub mod scan;
pub mod watch;
