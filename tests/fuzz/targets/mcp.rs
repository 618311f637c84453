//! Lines from a client of the MCP server, with and without the handshake before them.
#![no_main]

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use bombe_fuzz::{Place, questions, start};
use bombe_serve::mcp::live::Live;
use bombe_serve::mcp::{Listing, ToolSet, serve};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

static PLACE: LazyLock<Place> = LazyLock::new(|| {
    let place = Place::new();
    place.open();
    place
});

/// What the server has written.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .expect("no writer panics")
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn request(id: usize, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string() + "\n"
}

fn handshake() -> String {
    let client = json!({"name": "fuzz", "version": "0"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    request(0, "initialize", &params)
        + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
}

fn seeds() -> Vec<Vec<u8>> {
    let calls = questions().into_iter().map(|(tool, arguments)| {
        request(
            1,
            "tools/call",
            &json!({"name": tool, "arguments": arguments}),
        )
    });
    let others = [
        "ping",
        "tools/list",
        "server/discover",
        "notifications/cancelled",
    ];
    let others = others.map(|method| request(1, method, &json!({"requestId": 1})));
    let all = calls.chain(others).chain([handshake()]);
    all.map(|line| format!("h{line}").into_bytes()).collect()
}

fuzz_target!(init: start(seeds()), |input| {
    let Some((first, lines)) = input.split_first() else { return };
    let before = if first % 2 == 0 { handshake() } else { String::new() };
    let input = io::Cursor::new([before.as_bytes(), lines].concat());
    let output = Output::default();
    let live = Live::new(vec![PLACE.path()], PLACE.path(), Default::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let listing = Listing {
        tools: ToolSet::All,
        output_schemas: true,
    };
    let _ = runtime.block_on(serve(live, listing, input, output.clone()));
    for line in output.0.lock().expect("no writer panics").split(|byte| *byte == b'\n') {
        if !line.is_empty() {
            serde_json::from_slice::<Value>(line).expect("each line of the output is JSON");
        }
    }
});
