//! The context bundle: seeds from the text, expansion over the graph, one score, packing within a token budget.

pub mod pack;
pub mod query;
pub mod rank;
pub mod tokens;
