//! End-to-end tests over indexer and reader together: see `it/main.rs`.
