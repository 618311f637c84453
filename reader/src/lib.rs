//! Answers questions from a Bombe snapshot: memory map, view, queries, context, MCP tools and the terminal.
//!
//! One direction: [`view`] reads bytes, [`query`] and [`context`] compute plain values from it, [`tools`] give them names
//! and JSON, [`mcp`] and [`cli`] carry them to agents and people.

pub mod cli;
pub mod context;
pub mod limits;
pub mod locate;
mod map;
pub mod mcp;
pub mod query;
pub mod snapshot;
pub mod tools;
pub mod view;
