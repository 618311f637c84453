//! Assembles a context bundle: terms of the task, ranking by text and graph, packing within a token budget.

pub mod task;

pub mod rank;

pub mod pack;
pub mod tokens;
