//! Assembles a context bundle: terms of the task, ranking by text and graph, packing within a token budget.

pub mod task;

pub mod rank;

pub mod connect;
pub mod history;
pub mod pack;
pub mod slice;
pub mod tokens;
