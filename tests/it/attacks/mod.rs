//! Attacks on what Bombe promises: each was a fault once, and stays as a test of its class.

mod bounds;
mod damage;
mod git;
mod git_fails;
mod heal;
#[cfg(target_os = "linux")]
mod inject;
mod kept_files;
mod outputs;
mod own_files;
#[cfg(target_os = "linux")]
mod random_faults;
mod server;
mod shipped;
mod swapped;
mod text;
mod tree_files;
mod work;

pub(crate) mod questions;
