//! Serves the fixtures of the conformance suite of MCP over the transports of `bombe-serve`: `conformance-server [PORT]`, over stdio
//! without a port. For tests.

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};

use bombe_serve::mcp::{HttpOptions, fixtures};

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let Some(port) = std::env::args().nth(1) else {
        return runtime.block_on(fixtures::serve_stdio());
    };
    let options = HttpOptions {
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, port.parse()?)),
        token: None,
        hosts: Vec::new(),
        origins: Vec::new(),
        per_second: 10_000,
    };
    runtime.block_on(fixtures::serve_http(options))?;
    Ok(())
}
