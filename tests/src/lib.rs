//! Data for tests and benches. The end-to-end tests over indexer and reader are in `it/main.rs`.

pub mod families;
pub mod synthetic;
