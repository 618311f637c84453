//! The server always answers: whatever a client sends, and whatever happens to the snapshot.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use bombe_indexer::encode::Options;
use bombe_tests::synthetic;
use serde_json::{Value, json};

use crate::edits::snapshot_of;
use crate::snapshot::encode_size;
use crate::support::{bombe_build, folder, program};

/// Turns text around, hides it, joins it, and names another variant of it.
const INVISIBLE: &str =
    "\u{202e}\u{2066}\u{200b}\u{200d}\u{feff}\u{2028}\u{e0041}\u{fe0f}\u{e0100}\u{7f}\u{9b}";

/// What somebody does to a file.
type Change = Box<dyn Fn(&Path)>;

/// A server with its pipes.
pub(super) struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    /// Starts a server on a snapshot and greets it.
    pub(super) fn start(snapshot: &Path) -> Self {
        let mut client = Self::start_silently(snapshot);
        client.send(&json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}
        }}));
        assert_eq!(client.line()["id"], "hello");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    /// Starts a server over a small snapshot, which lies in the returned folder.
    fn over_a_small_snapshot() -> (tempfile::TempDir, Self) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.bmb");
        small_snapshot(&file);
        let client = Self::start(&file);
        (folder, client)
    }

    fn start_silently(snapshot: &Path) -> Self {
        let mut child = Command::new(program("bombe-serve"))
            .arg(snapshot)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self {
            child,
            input,
            output,
        }
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).unwrap();
        self.input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        self.raw(format!("{message}\n").as_bytes());
    }

    /// Reads the next answer, past notifications. Nothing in a message acts where its line is printed.
    fn line(&mut self) -> Value {
        let acts = |character: char| {
            (character.is_control() && character != '\n') || INVISIBLE.contains(character)
        };
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            assert!(!line.contains(acts), "{line:?}");
            let message: Value =
                serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
            if message["method"].is_null() {
                return message;
            }
        }
    }

    /// Calls a tool and returns its result.
    pub(super) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.send(&call(json!("call"), tool, arguments));
        let answer = self.line();
        assert_eq!(answer["id"], "call", "{answer}");
        answer["result"].clone()
    }

    /// Sends a line and a ping, and returns the answer to the line.
    fn answer_to(&mut self, line: &[u8]) -> Value {
        self.raw(line);
        self.raw(b"\n");
        self.send(&ping(json!("alive")));
        // The two answers may change places.
        let (one, two) = (self.line(), self.line());
        if one["id"] == "alive" { two } else { one }
    }

    /// Checks that the server still answers.
    fn is_alive(&mut self) {
        self.send(&ping(json!("alive")));
        assert_eq!(self.line()["id"], "alive");
    }

    /// Ends the input and expects the server to end well.
    pub(super) fn end(self) {
        let Self {
            mut child, input, ..
        } = self;
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

fn ping(id: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "ping"})
}

fn call(id: Value, tool: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

#[test]
fn no_line_of_an_answer_acts_and_its_value_is_that_of_the_repository() {
    let doc = format!("Doc {INVISIBLE} of login.");
    let text = format!("def login():\n    \"\"\"{doc}\"\"\"\n    return login\n");
    let root = folder(&[("a.py", text.as_bytes())]);
    bombe_build(root.path(), &["-q"]).code(0);
    let mut client = Client::start(&snapshot_of(root.path()));
    for (tool, arguments) in [
        ("get_symbol", json!({"symbols": ["a.py::login"]})),
        ("get_context", json!({"query": "login"})),
        ("search_symbols", json!({"query": "login"})),
        ("no_such_tool", json!({"name": INVISIBLE})),
    ] {
        client.send(&call(json!(INVISIBLE), tool, &arguments));
        let answer = client.line();
        assert_eq!(answer["id"], INVISIBLE, "{answer}");
        if tool == "get_symbol" {
            let value = answer["result"]["structuredContent"].to_string();
            let doc = serde_json::to_string(INVISIBLE).unwrap();
            assert!(value.contains(doc.trim_matches('"')), "{value}");
        }
    }
    // What is no request is answered, too.
    client.answer_to(format!("{{\"id\": 1, \"{INVISIBLE}\"").as_bytes());
    client.end();
}

/// Writes a snapshot that is large enough to be mapped.
fn mapped_snapshot(file: &Path) -> Vec<u8> {
    let size = synthetic::Size {
        files: 400,
        symbols_per_file: 25,
        edges: 60_000,
    };
    let (_, bytes) = encode_size(size, Options::default());
    assert!(bytes.len() > 2 << 20, "{} bytes", bytes.len());
    fs::write(file, &bytes).unwrap();
    bytes
}

fn small_snapshot(file: &Path) {
    let size = synthetic::Size {
        files: 10,
        symbols_per_file: 12,
        edges: 100,
    };
    fs::write(file, encode_size(size, Options::default()).1).unwrap();
}

#[test]
fn lines_that_are_no_requests_get_an_error_and_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.bmb");
    small_snapshot(&file);
    for greeted in [false, true] {
        let mut client = if greeted {
            Client::start(&file)
        } else {
            Client::start_silently(&file)
        };
        let deep = "[".repeat(100_000);
        let long = "x".repeat(20 << 20);
        let long_request = ping(json!("y".repeat(20 << 20))).to_string();
        for (line, code) in [
            ("garbage", -32700),
            ("{\"jsonrpc\": \"2.0\", \"id\": 1, ", -32700),
            ("\u{0}\u{1}\u{7f}", -32700),
            (deep.as_str(), -32700),
            (long.as_str(), -32700),
            (long_request.as_str(), -32700),
            ("[]", -32600),
            (
                "[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}]",
                -32600,
            ),
            ("17", -32600),
            ("{}", -32600),
            ("{\"id\": 5}", -32600),
        ] {
            let answer = client.answer_to(line.as_bytes());
            let shown: String = line.chars().take(60).collect();
            assert_eq!(answer["error"]["code"], code, "{shown}: {answer}");
        }
        if !greeted {
            let early = call(json!("early"), "list_repos", &json!({}));
            let answer = client.answer_to(early.to_string().as_bytes());
            assert!(answer["error"].is_object(), "{answer}");
            assert_eq!(answer["id"], "early");
        }
        // Bytes that are no UTF-8, and the two kinds of line ends.
        client.raw(b"\xff\xfe{}\r\n\r\n\n");
        assert_eq!(client.line()["error"]["code"], -32700);
        // Notifications and answers that nobody waits for have no answer.
        for line in [
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
            json!({"jsonrpc": "2.0", "method": "notifications/no_such_thing"}),
            json!({"jsonrpc": "2.0", "id": 3, "result": {}}),
        ] {
            client.send(&line);
        }
        client.is_alive();
        client.end();
    }
}

#[test]
fn every_request_gets_an_answer_or_an_error_whatever_its_id() {
    let (_folder, mut client) = Client::over_a_small_snapshot();
    for id in [
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!("text"),
        json!("7"),
        json!(""),
        json!("\u{1F980}\n\"'"),
        json!("long".repeat(10_000)),
    ] {
        let answer = client.answer_to(ping(id.clone()).to_string().as_bytes());
        assert_eq!(answer["id"], id);
        assert!(answer["result"].is_object(), "{answer}");
    }
    for id in [
        json!(null),
        json!(true),
        json!(1.5),
        json!({}),
        json!([1]),
        json!(u64::MAX),
    ] {
        let answer = client.answer_to(ping(id).to_string().as_bytes());
        assert_eq!(answer["error"]["code"], -32600, "{answer}");
    }
    // One id, many requests: as many answers.
    for _ in 0..100 {
        client.send(&ping(json!("same")));
        client.send(&call(
            json!("same"),
            "search_symbols",
            &json!({"query": "user"}),
        ));
    }
    for _ in 0..200 {
        let answer = client.line();
        assert_eq!(answer["id"], "same");
        assert!(answer["result"].is_object(), "{answer}");
    }
    for (method, params) in [
        ("no/such/method", json!({})),
        ("tools/call", json!({"name": "no_such_tool"})),
        ("tools/call", json!({"name": 5})),
        ("tools/call", json!([])),
    ] {
        client.send(&json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params}));
        let answer = client.line();
        assert_eq!(answer["id"], method, "{answer}");
        assert!(answer["error"].is_object(), "{method} {params}: {answer}");
    }
    for arguments in [
        json!({}),
        json!({"query": 5}),
        json!({"query": "x", "no_such": 1}),
        json!({"query": "x", "limit": -1}),
        json!({"query": "x", "limit": 0}),
        json!({"query": "x", "cursor": "ffffffffffffffff-ffffffffffffffff"}),
        json!({"query": "(", "mode": "regex"}),
        json!({"query": "x", "file_pattern": "[".repeat(1000)}),
    ] {
        let answer = client.call("search_symbols", &arguments);
        assert_eq!(answer["isError"], true, "{arguments}: {answer}");
    }
    client.is_alive();
    client.end();
}

#[test]
fn ten_thousand_calls_in_a_row_are_all_answered() {
    let (_folder, client) = Client::over_a_small_snapshot();
    let Client {
        mut child,
        mut input,
        mut output,
    } = client;
    let calls = 10_000;
    let writer = std::thread::spawn(move || {
        for id in 0..calls {
            let message = if id % 10 == 0 {
                call(json!(id), "get_file_tree", &json!({"depth": 1}))
            } else {
                ping(json!(id))
            };
            input.write_all(format!("{message}\n").as_bytes()).unwrap();
        }
    });
    let mut seen: BTreeMap<i64, usize> = BTreeMap::new();
    let mut line = String::new();
    while output.read_line(&mut line).unwrap() > 0 {
        let answer: Value = serde_json::from_str(&line).unwrap();
        *seen.entry(answer["id"].as_i64().unwrap()).or_default() += 1;
        line.clear();
    }
    writer.join().unwrap();
    assert_eq!(seen.len(), calls);
    assert!(seen.values().all(|count| *count == 1));
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_server_whose_output_is_closed_ends() {
    let (_folder, client) = Client::over_a_small_snapshot();
    let Client {
        mut child,
        mut input,
        output,
    } = client;
    drop(output);
    // The server may have ended before the second line.
    for id in 0..2 {
        let _ = input.write_all(format!("{}\n", ping(json!(id))).as_bytes());
    }
    child.wait().unwrap();
    drop(input);
}

#[test]
fn short_requests_pass_long_ones() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.bmb");
    mapped_snapshot(&file);
    let mut client = Client::start(&file);
    let long = 40;
    for id in 0..long {
        let query = json!({"query": "user service cache handler request order ".repeat(200)});
        client.send(&call(json!(id), "get_context", &query));
    }
    for id in 0..8 {
        let id = json!({"requestId": id});
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": id}));
    }
    client.send(&call(json!("short"), "list_repos", &json!({})));
    client.send(&ping(json!("last")));
    let mut order: Vec<Value> = Vec::new();
    let is_long = |id: &&Value| id.is_i64();
    while order.iter().filter(is_long).count() < long - 8
        || order.iter().filter(|id| !id.is_i64()).count() < 2
    {
        let answer = client.line();
        assert!(answer["result"]["isError"] != json!(true), "{answer}");
        order.push(answer["id"].clone());
    }
    let place = |wanted: &str| order.iter().position(|id| id == wanted);
    let (short, last) = (place("short").unwrap(), place("last").unwrap());
    assert!(
        short < order.len() - 1 && last < order.len() - 1,
        "a short request came last: {order:?}"
    );
    client.end();
}

#[test]
fn a_snapshot_that_is_changed_in_place_gives_errors_until_it_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.bmb");
    let bytes = mapped_snapshot(&file);
    let zeros = vec![0; bytes.len()];
    let half_zeros = [&bytes[..bytes.len() / 2], &zeros[bytes.len() / 2..]].concat();
    let query = json!({"query": "user", "limit": 50});
    let in_place = |content: Vec<u8>| -> Change {
        Box::new(move |file| {
            let mut open = fs::OpenOptions::new().write(true).open(file).unwrap();
            open.write_all(&content).unwrap();
        })
    };
    let cut = |len: u64| -> Change {
        Box::new(move |file| {
            let open = fs::OpenOptions::new().write(true).open(file).unwrap();
            open.set_len(len).unwrap();
        })
    };
    let changes: Vec<(&str, Change)> = vec![
        ("cut to 4 KiB", cut(4096)),
        ("cut to nothing", cut(0)),
        ("cut by a byte", cut(bytes.len() as u64 - 1)),
        ("zeroed", in_place(zeros)),
        ("half zeroed", in_place(half_zeros)),
        ("longer", cut(bytes.len() as u64 + 1)),
    ];
    let mut client = Client::start(&file);
    let sound = client.call("search_symbols", &query)["content"].clone();
    assert!(sound.to_string().contains("matches"), "{sound}");
    for (what, change) in changes {
        change(&file);
        for tool_and_arguments in [
            ("search_symbols", query.clone()),
            ("get_structure", json!({})),
            ("search_symbols", query.clone()),
        ] {
            let (tool, arguments) = tool_and_arguments;
            let answer = client.call(tool, &arguments);
            assert_eq!(answer["isError"], true, "{what}: {answer}");
        }
        client.is_alive();
        let new = folder.path().join("new.bmb");
        fs::write(&new, &bytes).unwrap();
        fs::rename(&new, &file).unwrap();
        let answer = client.call("search_symbols", &query);
        assert_eq!(answer["content"], sound, "after {what}, replaced");
    }
    client.end();
}
