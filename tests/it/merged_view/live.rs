//! Servers answer during updates and compactions: without an error, and each answer from one commit point.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use crate::support::{bombe_build, folder};
use crate::tools::Server;

/// Number of servers, each with its own client.
const CLIENTS: usize = 8;

/// Number of updates; `BOMBE_UPDATES` overrides it.
const UPDATES: u32 = 24;

/// Number of updates between two compactions.
const COMPACT_EVERY: u32 = 5;

/// Limit of the growth of a server's private memory, from after its first answers to its end, in KiB.
const GROWTH_KIB: u64 = 16 << 10;

/// Writes a numbered state: two files that change in one update, each with the number in a name.
fn write_state(root: &Path, number: u32) {
    let one = format!("def marker_{number}_one():\n    return 1\n");
    let two = format!(
        "from one import marker_{number}_one\n\n\ndef marker_{number}_two():\n    return marker_{number}_one()\n"
    );
    fs::write(root.join("one.py"), one).unwrap();
    fs::write(root.join("two.py"), two).unwrap();
}

/// Returns the numbers in all such names in an answer.
fn numbers(answer: &str) -> Vec<u32> {
    answer
        .split("marker_")
        .skip(1)
        .filter_map(|rest| {
            let (number, part) = rest.split_once('_')?;
            let known = part.starts_with("one") || part.starts_with("two");
            known.then(|| number.parse().ok()).flatten()
        })
        .collect()
}

/// Sends requests until `stop` is set. Returns the distinct states seen.
fn ask(root: &Path, stop: &AtomicBool) -> Vec<u32> {
    let mut server = Server::start(&[], root);
    let mut seen: Vec<u32> = Vec::new();
    let mut rounds = 0;
    let mut memory = None;
    loop {
        let last = stop.load(Ordering::SeqCst);
        for (tool, arguments) in [
            ("search_symbols", json!({"query": "marker_"})),
            ("get_references", json!({"symbol": "two.py::"})),
            ("get_structure", json!({})),
        ] {
            let answer = server.call(tool, arguments);
            let text = answer.to_string();
            assert!(answer["isError"] != json!(true), "{text}");
            let found = numbers(&text);
            assert!(
                found.windows(2).all(|two| two[0] == two[1]),
                "one answer from two states: {text}"
            );
            if let Some(number) = found.first() {
                assert!(
                    seen.last() <= Some(number),
                    "back in time: {seen:?}, then {number}"
                );
                if seen.last() != Some(number) {
                    seen.push(*number);
                }
            }
        }
        rounds += 1;
        if rounds == 20 {
            memory = server.private_kib();
        }
        if last {
            break;
        }
    }
    if let (Some(before), Some(after)) = (memory, server.private_kib()) {
        assert!(after < before + GROWTH_KIB, "{before} KiB, then {after}");
    }
    server.end();
    seen
}

#[test]
fn each_answer_comes_from_one_commit_point_during_updates_and_compactions() {
    let updates = std::env::var("BOMBE_UPDATES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(UPDATES);
    let root = folder(&[("bombe.toml", b"[update]\nmerge_share = 1.0\n")]);
    let root = root.path();
    for file in 0..10 {
        let text = format!("def other_{file}():\n    return {file}\n");
        fs::write(root.join(format!("other_{file}.py")), text).unwrap();
    }
    write_state(root, 0);
    bombe_build(root, &["update", "-q"]).code(0);
    let stop = AtomicBool::new(false);
    let seen: Vec<Vec<u32>> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| scope.spawn(|| ask(root, &stop)))
            .collect();
        for number in 1..=updates {
            write_state(root, number);
            bombe_build(root, &["update", "-q", "--no-compact"]).code(0);
            if number % COMPACT_EVERY == 0 {
                bombe_build(root, &["compact", "-q"]).code(0);
            }
        }
        stop.store(true, Ordering::SeqCst);
        clients
            .into_iter()
            .map(|client| client.join().expect("a client that found nothing wrong"))
            .collect()
    });
    for states in seen {
        assert_eq!(
            states.last(),
            Some(&updates),
            "the last state is seen by all"
        );
        assert!(states.len() > 2, "several states are seen: {states:?}");
    }
}
