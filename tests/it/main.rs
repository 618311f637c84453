//! Contracts across crates: fixtures, command line, hostile input, determinism, updates, house rules.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod answers;
mod attacks;
mod ci;
mod cli;
mod clones;
mod dependencies;
mod diffs;
mod edits;
mod exports;
mod faults;
mod fixtures;
mod flow;
mod freshness;
mod golden;
mod grep;
mod history;
mod hostile;
mod mcp;
mod merged_view;
mod metadata;
mod misuse;
mod modules;
mod overlay;
mod queries;
mod reach;
mod readme;
mod setup;
mod several;
mod snapshot;
mod source;
mod support;
mod terminal;
mod tidy;
mod tools;
mod update;
