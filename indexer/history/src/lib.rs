//! The history of a git repository: its last commits, what each of them changed, and which files change together.
//!
//! Objects are read straight from the files below `.git/objects`. No setting of the repository is read and no program is
//! run. Only commits and trees are read, never the contents of files, so the result is the same in a clone without them.
//!
//! ```text
//! repository ──▶ objects ──▶ walk: commits with their changes ──▶ table: by file ──▶ columns
//! ```

pub mod repository;

mod objects;
mod tree_diff;

pub mod commit;

mod renames;

pub mod walk;

pub mod table;

mod columns;

pub use columns::{Sections, none, sections};
