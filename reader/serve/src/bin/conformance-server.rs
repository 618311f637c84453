//! Serves the fixtures of the conformance suite of MCP over the transport of `bombe-serve`: `conformance-server PORT`. For tests.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;

use bombe_serve::mcp::{HttpOptions, fixtures};

fn main() -> ExitCode {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok());
    let Some(port) = port else {
        return ExitCode::from(2);
    };
    let options = HttpOptions {
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
        token: None,
        hosts: Vec::new(),
        origins: Vec::new(),
        per_second: 10_000,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    match runtime.map(|runtime| runtime.block_on(fixtures::serve(options))) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
