//! Front ends of the Bombe reader.
//!
//! [`mcp`] serves the tools of [`bombe_reader`] to agents over MCP; [`cli`] holds the terminal programs. Both build the
//! same requests and run the same tools.

pub mod cli;
pub mod mcp;
