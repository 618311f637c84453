//! A server that runs for long: its memory stays flat, and a client that does not read costs little.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::number;
use crate::support::{bombe_build, program, workspace};

/// Returns a line of `/proc/<process>/status` in KiB; none where there is no such file.
fn memory(process: u32, line: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let value = status.lines().find_map(|text| text.strip_prefix(line))?;
    value
        .trim_start_matches(':')
        .trim()
        .split(' ')
        .next()?
        .parse()
        .ok()
}

fn call(id: u64, tool: &str, arguments: &Value) -> String {
    let message = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    format!("{message}\n")
}

const HELLO: &str = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}\n";

#[test]
fn memory_stays_flat_over_many_calls_and_while_nobody_reads() {
    let calls = number("RUNS", 100_000);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.bmb");
    let source = workspace().join("fixtures/polyglot/shop");
    bombe_build(&source, &[".", "-o", file.to_str().unwrap(), "-q"]).code(0);
    let mut child = Command::new(program("bombe-serve"))
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(HELLO.as_bytes()).unwrap();
    let written = Arc::new(AtomicU64::new(0));
    let progress = written.clone();
    let writer = std::thread::spawn(move || {
        for id in 1..=calls {
            let line = match id % 5 {
                0 => call(
                    id,
                    "get_context",
                    &json!({"query": "an order is loaded again", "token_budget": 20_000}),
                ),
                1 => call(id, "search_symbols", &json!({"query": "*", "limit": 200})),
                2 => call(
                    id,
                    "get_references",
                    &json!({"symbol": "Order", "depth": 3}),
                ),
                3 => call(id, "get_structure", &json!({"token_budget": 20_000})),
                _ => "garbage\n".to_owned(),
            };
            input.write_all(line.as_bytes()).unwrap();
            progress.store(id, Ordering::SeqCst);
        }
    });
    // Nobody reads until the writer stands still.
    let mut before = u64::MAX;
    while before != written.load(Ordering::SeqCst) {
        before = written.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_secs(2));
    }
    assert!(
        before < calls,
        "the server reads on while nobody takes its answers"
    );
    let unread = memory(child.id(), "VmRSS");
    let mut answers = 0;
    let mut early = None;
    let mut line = String::new();
    while output.read_line(&mut line).unwrap() > 0 {
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!(
            answer.get("result").is_some() || answer["error"]["code"] == -32700,
            "{answer}"
        );
        answers += 1;
        if answers == calls / 10 {
            early = memory(child.id(), "VmRSS");
        }
        if answers == calls {
            let late = memory(child.id(), "VmRSS");
            eprintln!("unread {unread:?} KiB, early {early:?} KiB, late {late:?} KiB");
            if let (Some(unread), Some(early), Some(late)) = (unread, early, late) {
                assert!(unread < 200 << 10, "{unread} KiB while nobody reads");
                assert!(late < early + (32 << 10), "{early} KiB, then {late} KiB");
            }
        }
        line.clear();
    }
    writer.join().unwrap();
    assert_eq!(answers, calls + 1, "every line has an answer");
    assert!(child.wait().unwrap().success());
}
