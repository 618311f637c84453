//! The protocol: what a client of MCP gets over stdio and over HTTP, in every version.

mod http;
mod protocol;
mod schemas;
mod tasks;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::support::{bombe_build, program, workspace};

/// The versions of the protocol with sessions.
const OLD_VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// The version without.
const NEW_VERSION: &str = "2026-07-28";

/// Returns the snapshot of `fixtures/polyglot/shop`, built once for all tests.
fn shop() -> &'static str {
    static SHOP: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    let (_, file) = SHOP.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shop.bmb").to_str().unwrap().to_owned();
        let source = workspace().join("fixtures/polyglot/shop");
        bombe_build(&source, &[".", "-o", &file, "-q"]).code(0);
        (folder, file)
    });
    file
}

/// Returns a repository with one function.
fn repository(function: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    rebuild(folder.path(), function);
    folder
}

/// Writes one function, and builds a snapshot.
fn rebuild(folder: &Path, function: &str) {
    let text = format!("def {function}():\n    pass\n");
    std::fs::write(folder.join("main.py"), text).unwrap();
    bombe_build(folder, &["-q"]).code(0);
}

fn initialize(version: &str) -> Value {
    json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}

/// Returns parameters of a request of the version without sessions.
fn stateless(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": NEW_VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

/// A client over stdio.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Client {
    /// Starts a server and a session.
    fn start(arguments: &[&str], version: &str) -> Self {
        let mut client = Self::silent(arguments);
        let start = client.request("initialize", initialize(version));
        assert_eq!(start["result"]["protocolVersion"], version, "{start}");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn silent(arguments: &[&str]) -> Self {
        let mut child = Command::new(program("bombe-serve"))
            .args(arguments)
            .current_dir(workspace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            input,
            output,
            last: 0,
        }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// Reads the next message.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        assert!(
            self.output.read_line(&mut line).unwrap() > 0,
            "the server ended"
        );
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request, and returns its answer.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.with_notifications(method, params).0
    }

    /// Sends a request, and returns its answer and the notifications before it.
    fn with_notifications(&mut self, method: &str, params: Value) -> (Value, Vec<Value>) {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let mut before = Vec::new();
        loop {
            let message = self.next();
            if message["id"] == id {
                return (message, before);
            }
            before.push(message);
        }
    }

    /// Calls a tool and returns its result.
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        self.request("tools/call", params)["result"].take()
    }

    /// Calls a tool that answers with an error, and returns its text.
    fn error(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["isError"], true, "{answer}");
        answer["content"][0]["text"].as_str().unwrap().to_owned()
    }

    fn end(self) {
        let Self {
            mut child, input, ..
        } = self;
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

/// A server over HTTP.
struct HttpServer {
    child: Child,
    address: SocketAddr,
}

/// An answer over HTTP.
#[derive(Debug)]
struct HttpAnswer {
    status: u16,
    /// Names in small letters.
    headers: Vec<(String, String)>,
    body: String,
}

impl HttpAnswer {
    fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the messages in the body: JSON, or events.
    fn messages(&self) -> Vec<Value> {
        match serde_json::from_str(&self.body) {
            Ok(message) => vec![message],
            Err(_) => self.body.lines().filter_map(event).collect(),
        }
    }

    /// Returns the last message: the answer to a request.
    fn message(&self) -> Value {
        self.messages().pop().unwrap_or_else(|| panic!("{self:?}"))
    }
}

fn event(line: &str) -> Option<Value> {
    serde_json::from_str(line.strip_prefix("data:")?.trim()).ok()
}

impl HttpServer {
    fn start(arguments: &[&str], folder: &Path) -> Self {
        Self::start_with(Command::new(program("bombe-serve")).args(arguments), folder)
    }

    fn start_with(command: &mut Command, folder: &Path) -> Self {
        let mut child = command
            .args(["--http", "127.0.0.1:0"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut messages = BufReader::new(child.stderr.take().unwrap());
        messages.read_line(&mut line).unwrap();
        let address = line
            .split_once("http://")
            .and_then(|(_, it)| it.split_once("/mcp"));
        let address = address
            .unwrap_or_else(|| panic!("{line}"))
            .0
            .parse()
            .unwrap();
        // What it says later must not block it.
        std::thread::spawn(move || std::io::copy(&mut messages, &mut std::io::sink()));
        Self { child, address }
    }

    /// Opens a connection and sends a request.
    fn open(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if headers.iter().all(|(name, _)| *name != "Host") {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        if headers.iter().all(|(name, _)| *name != "Transfer-Encoding") && method == "POST" {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        // The server may refuse the request before it has read all of it.
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.write_all(body);
        stream
    }

    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> HttpAnswer {
        let mut bytes = Vec::new();
        let mut stream = self.open(method, path, headers, body);
        // A refused request may end with a reset, after the answer.
        let _ = stream.read_to_end(&mut bytes);
        parsed(&bytes)
    }

    fn get(&self, path: &str) -> HttpAnswer {
        self.ask("GET", path, &[], b"")
    }

    /// Sends a message of MCP with more headers.
    fn post(&self, headers: &[(&str, &str)], body: &str) -> HttpAnswer {
        self.ask("POST", "/mcp", &mcp_headers(headers), body.as_bytes())
    }

    /// Begins a session, and returns its id.
    fn session(&self, version: &str) -> String {
        let start = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize(version)});
        let answer = self.post(&[], &start.to_string());
        assert_eq!(
            answer.message()["result"]["protocolVersion"],
            version,
            "{answer:?}"
        );
        let session = answer.header("mcp-session-id").unwrap().to_owned();
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let answer = self.post(&[("Mcp-Session-Id", session.as_str())], &ready.to_string());
        assert_eq!(answer.status, 202, "{answer:?}");
        session
    }

    /// Sends a request in a session, and returns the answer.
    fn in_session(&self, session: &str, version: &str, method: &str, params: Value) -> Value {
        let request = json!({"jsonrpc": "2.0", "id": "q", "method": method, "params": params});
        let headers = [
            ("Mcp-Session-Id", session),
            ("MCP-Protocol-Version", version),
        ];
        let answer = self.post(&headers, &request.to_string());
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.message()
    }

    /// Sends a request of the version without sessions.
    fn without_session(&self, method: &str, name: Option<&str>, params: Value) -> HttpAnswer {
        let request =
            json!({"jsonrpc": "2.0", "id": "q", "method": method, "params": stateless(params)});
        let mut headers = vec![
            ("MCP-Protocol-Version", NEW_VERSION),
            ("Mcp-Method", method),
        ];
        headers.extend(name.map(|name| ("Mcp-Name", name)));
        self.post(&headers, &request.to_string())
    }

    /// Tells the server to end.
    #[cfg(unix)]
    fn tell_to_end(&self) {
        let id = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status();
        assert!(told.unwrap().success());
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn mcp_headers<'h>(more: &[(&'h str, &'h str)]) -> Vec<(&'h str, &'h str)> {
    let mut headers = vec![
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    headers.extend(more);
    headers
}

fn parsed(bytes: &[u8]) -> HttpAnswer {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text
        .split_once("\r\n\r\n")
        .unwrap_or_else(|| panic!("{text:?}"));
    let mut lines = head.lines();
    let status = lines
        .next()
        .unwrap()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let is_chunked = headers.iter().any(|(name, _)| name == "transfer-encoding");
    let mut answer = HttpAnswer {
        status,
        headers,
        body: body.to_owned(),
    };
    if is_chunked {
        let mut rest = &bytes[head.len() + 4..];
        let mut whole = Vec::new();
        while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
            let size = std::str::from_utf8(&rest[..end]).unwrap();
            let size = usize::from_str_radix(size, 16).unwrap();
            if size == 0 {
                break;
            }
            whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
            rest = &rest[end + 4 + size..];
        }
        answer.body = String::from_utf8(whole).unwrap();
    }
    answer
}

/// Reads the events of a stream until one is wanted.
fn read_until(stream: &mut BufReader<TcpStream>, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream ended");
        match event(&line) {
            Some(message) if is_wanted(&message) => return message,
            _ => {}
        }
    }
}

fn method_is(method: &'static str) -> impl Fn(&Value) -> bool {
    move |message| message["method"] == method
}

fn path(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().to_owned()
}
