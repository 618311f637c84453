//! Over HTTP: who is answered, what is refused, what a server tells, and how it ends.

use std::io::BufReader;
use std::process::Command;

use serde_json::json;

use super::{
    HttpServer, NEW_VERSION, OLD_VERSIONS, initialize, mcp_headers, method_is, path, read_until,
    rebuild, repository, shop, stateless,
};
use crate::support::{Run, folder, program, workspace};

const TOKEN: &str = "0123456789abcdef0123";

fn start(arguments: &[&str]) -> HttpServer {
    let mut all = vec![shop()];
    all.extend(arguments);
    HttpServer::start(&all, &workspace())
}

fn ping() -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string()
}

#[test]
fn every_version_of_the_protocol_is_answered_alike() {
    let server = start(&[]);
    let arguments = json!({"name": "get_symbol", "arguments": {"symbols": ["retry_load"]}});
    let mut texts = Vec::new();
    for version in OLD_VERSIONS {
        let session = server.session(version);
        let listed = server.in_session(&session, version, "tools/list", json!({}));
        assert_eq!(
            listed["result"]["tools"].as_array().unwrap().len(),
            7,
            "{version}"
        );
        let called = server.in_session(&session, version, "tools/call", arguments.clone());
        texts.push(called["result"]["content"].clone());
        let gone = server.ask(
            "DELETE",
            "/mcp",
            &[
                ("Mcp-Session-Id", session.as_str()),
                ("MCP-Protocol-Version", version),
            ],
            b"",
        );
        assert_eq!(gone.status, 204, "{version}: {gone:?}");
    }
    let found = server
        .without_session("server/discover", None, json!({}))
        .message();
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!(NEW_VERSION)), "{found}");
    let called = server.without_session("tools/call", Some("get_symbol"), arguments);
    texts.push(called.message()["result"]["content"].clone());
    assert!(
        texts[0].to_string().contains("def retry_load"),
        "{}",
        texts[0]
    );
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    assert_eq!(called.header("content-type"), Some("application/json"));
}

#[test]
fn foreign_hosts_and_origins_and_requests_without_the_token_are_refused() {
    let file = folder(&[("token", TOKEN.as_bytes())]);
    let token_file = path(&file).join("token");
    let server = start(&[
        "--token-file",
        token_file.to_str().unwrap(),
        "--allow-host",
        "box.lan",
        "--allow-origin",
        "https://tool.example",
    ]);
    let bearer = format!("Bearer {TOKEN}");
    let right = ("Authorization", bearer.as_str());
    for (headers, status) in [
        (vec![right], 400),
        (vec![right, ("Host", "box.lan")], 400),
        (vec![right, ("Origin", "http://localhost:5")], 400),
        (vec![right, ("Origin", "https://tool.example")], 400),
        (vec![], 401),
        (vec![("Authorization", "Bearer 0123456789abcdef0124")], 401),
        (vec![right, ("Host", "evil.example")], 403),
        (vec![right, ("Origin", "http://evil.example")], 403),
        (vec![right, ("Origin", "null")], 403),
    ] {
        // 400: let in, but there is no session.
        let answer = server.post(&headers, &ping());
        assert_eq!(answer.status, status, "{headers:?}: {answer:?}");
        let answer = server.ask("GET", "/metrics", &headers, b"");
        let expected = if status == 400 { 200 } else { status };
        assert_eq!(answer.status, expected, "{headers:?}: {answer:?}");
    }
    let refused = server.post(&[], &ping());
    assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
    // Whether it is there, anybody may know.
    assert_eq!(
        server
            .ask("GET", "/healthz", &[("Host", "10.0.0.1")], b"")
            .status,
        200
    );
}

#[test]
fn an_address_that_others_reach_needs_a_token_and_no_argument_is_one() {
    let files = folder(&[("short", b"abc\n"), ("spaces", b"0123456789 0123456789")]);
    let run = |arguments: &[&str], token: Option<&str>| {
        let mut command = Command::new(program("bombe-serve"));
        command
            .arg(shop())
            .args(arguments)
            .current_dir(path(&files));
        match token {
            Some(token) => command.env("BOMBE_TOKEN", token),
            None => command.env_remove("BOMBE_TOKEN"),
        };
        Run::from(command.output().unwrap())
    };
    for address in ["0.0.0.0:0", "[::]:0"] {
        let ran = run(&["--http", address], None).code(2);
        assert!(
            ran.err.contains("BOMBE_TOKEN") && ran.err.contains("--token-file"),
            "{}",
            ran.err
        );
    }
    for (arguments, token) in [
        (&["--http", "0.0.0.0:0"][..], Some("short")),
        (&["--http", "0", "--token-file", "short"], None),
        (&["--http", "0", "--token-file", "spaces"], None),
        (&["--http", "0", "--token-file", "missing"], None),
        (&["--http", "nowhere"], None),
        (&["--http", "0", "--token", TOKEN], None),
        (&["--token-file", "short"], None),
        (&["--rate", "5"], None),
    ] {
        let ran = run(arguments, token).code(2);
        assert!(
            ran.out.is_empty() && !ran.err.is_empty(),
            "{arguments:?}: {ran:?}"
        );
    }
    let mut command = Command::new(program("bombe-serve"));
    command.arg(shop()).env("BOMBE_TOKEN", TOKEN);
    let server = HttpServer::start_with(&mut command, &workspace());
    assert_eq!(server.post(&[], &ping()).status, 401);
}

#[test]
fn what_is_too_long_or_too_much_is_refused() {
    let server = start(&["--rate", "1000"]);
    let long = "x".repeat((8 << 20) + 1);
    let answer = server.post(&[], &long);
    assert_eq!(answer.status, 413, "{answer:?}");
    assert_eq!(answer.message()["error"]["code"], -32700);
    let chunk = format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len());
    let headers = mcp_headers(&[("Transfer-Encoding", "chunked")]);
    let answer = server.ask("POST", "/mcp", &headers, chunk.as_bytes());
    assert_eq!(answer.status, 413, "{answer:?}");
    // Sessions are bounded, and one that ends makes room.
    let sessions: Vec<String> = (0..128).map(|_| server.session("2025-11-25")).collect();
    let start_one = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize("2025-11-25")});
    let refused = server.post(&[], &start_one.to_string());
    assert_eq!(refused.status, 429, "{refused:?}");
    assert_eq!(refused.header("retry-after"), Some("1"));
    server.ask(
        "DELETE",
        "/mcp",
        &[("Mcp-Session-Id", sessions[0].as_str())],
        b"",
    );
    server.session("2025-11-25");
}

#[test]
fn an_address_that_asks_too_often_waits() {
    let server = start(&["--rate", "5"]);
    let statuses: Vec<u16> = (0..40).map(|_| server.get("/metrics").status).collect();
    assert_eq!(statuses[..10], [200; 10], "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    // Whoever looks after the server still learns that it is there.
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn what_is_no_message_is_an_error_of_the_protocol() {
    let server = start(&[]);
    let deep = "[".repeat(100_000);
    for (body, code) in [
        ("garbage", -32700),
        ("{\"jsonrpc\": \"2.0\", ", -32700),
        (deep.as_str(), -32700),
        ("17", -32600),
        ("{}", -32600),
        ("[]", -32600),
        (
            "{\"jsonrpc\": \"2.0\", \"id\": 1.5, \"method\": \"ping\"}",
            -32600,
        ),
        (
            "{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"ping\"}",
            -32600,
        ),
    ] {
        let answer = server.post(&[], body);
        assert_eq!(answer.status, 400, "{answer:?}");
        assert_eq!(answer.message()["error"]["code"], code, "{answer:?}");
    }
    for (method, name, params) in [
        ("tools/call", None, json!({})),
        ("tools/call", None, json!({"name": 5})),
        ("resources/read", None, json!({})),
        (
            "prompts/get",
            Some("no_such_prompt"),
            json!({"name": "no_such_prompt"}),
        ),
        ("tools/list", None, json!({"cursor": "of nothing"})),
    ] {
        let answer = server.without_session(method, name, params).message();
        assert_eq!(answer["error"]["code"], -32602, "{method}: {answer}");
    }
    assert_eq!(server.get("/nowhere").status, 404);
    assert_eq!(server.ask("PUT", "/mcp", &[], b"").status, 405);
    assert_eq!(server.ask("GET", "/mcp", &[], b"").status, 406);
}

#[test]
fn a_batch_is_answered_where_the_version_has_batches() {
    let server = start(&[]);
    let session = server.session("2025-03-26");
    let batch = json!([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/no_such_thing"},
        {"jsonrpc": "2.0", "id": "two", "method": "tools/call", "params": {"name": "get_symbol", "arguments": {"symbols": ["retry_load"]}}},
        {"jsonrpc": "2.0", "id": 3, "method": "no/such/method"},
    ])
    .to_string();
    let answers = server
        .post(&[("Mcp-Session-Id", session.as_str())], &batch)
        .message();
    let answers = answers.as_array().unwrap();
    assert_eq!(
        answers
            .iter()
            .map(|it| it["id"].clone())
            .collect::<Vec<_>>(),
        [json!(1), json!("two"), json!(3)]
    );
    assert!(
        answers[1].to_string().contains("def retry_load"),
        "{}",
        answers[1]
    );
    assert_eq!(answers[2]["error"]["code"], -32601);
    for version in ["2025-06-18", "2025-11-25", NEW_VERSION] {
        let refused = server
            .post(&[("MCP-Protocol-Version", version)], &batch)
            .message();
        assert_eq!(refused["error"]["code"], -32600, "{refused}");
    }
}

#[test]
fn state_and_counts_are_told() {
    let server = start(&[]);
    let health = server.get("/healthz");
    assert_eq!((health.status, health.body.as_str()), (200, "ok\n"));
    for arguments in [
        json!({"query": "Order"}),
        json!({"query": "o", "limit": 1}),
        json!({}),
    ] {
        let params = json!({"name": "search_symbols", "arguments": arguments});
        let answer = server.without_session("tools/call", Some("search_symbols"), params);
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let text = server.get("/metrics").body;
    for line in [
        "bombe_tool_seconds_count{tool=\"search_symbols\"} 3\n",
        "bombe_tool_errors_total{tool=\"search_symbols\"} 1\n",
        "bombe_tool_truncated_total{tool=\"search_symbols\"} 1\n",
        "bombe_http_responses_total{status=\"200\"} 4\n",
        "bombe_generations_total 1\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

#[test]
fn a_client_that_listens_learns_of_a_new_snapshot() {
    let repo = repository("first");
    let server = HttpServer::start(&[], &path(&repo));
    // Both have seen the first one.
    let session = server.session("2025-11-25");
    let listed = server.in_session(&session, "2025-11-25", "resources/list", json!({}));
    let uri = listed["result"]["resources"][1]["uri"].clone();
    assert!(uri.as_str().unwrap().ends_with("/file/main.py"), "{listed}");
    let subscribed = json!({"uri": uri});
    server.in_session(&session, "2025-11-25", "resources/subscribe", subscribed);
    let old = server.open(
        "GET",
        "/mcp",
        &[
            ("Accept", "text/event-stream"),
            ("Mcp-Session-Id", session.as_str()),
            ("MCP-Protocol-Version", "2025-11-25"),
        ],
        b"",
    );
    let wanted =
        json!({"notifications": {"resourcesListChanged": true, "resourceSubscriptions": [uri]}});
    let request = json!({"jsonrpc": "2.0", "id": "news", "method": "subscriptions/listen", "params": stateless(wanted)});
    let headers = [
        ("MCP-Protocol-Version", NEW_VERSION),
        ("Mcp-Method", "subscriptions/listen"),
    ];
    let new = server.open(
        "POST",
        "/mcp",
        &mcp_headers(&headers),
        request.to_string().as_bytes(),
    );
    let (mut old, mut new) = (BufReader::new(old), BufReader::new(new));
    let agreed = read_until(
        &mut new,
        method_is("notifications/subscriptions/acknowledged"),
    );
    assert_eq!(
        agreed["params"]["notifications"]["resourcesListChanged"], true,
        "{agreed}"
    );
    rebuild(repo.path(), "second");
    for stream in [&mut old, &mut new] {
        let update = read_until(stream, method_is("notifications/resources/updated"));
        assert_eq!(update["params"]["uri"], uri, "{update}");
        read_until(stream, method_is("notifications/resources/list_changed"));
    }
    let read = server.in_session(
        &session,
        "2025-11-25",
        "resources/read",
        json!({"uri": uri}),
    );
    assert!(read.to_string().contains("def second"), "{read}");
    #[cfg(unix)]
    ends_well(server, &mut new);
}

/// Tells a server to end, which ends its streams.
#[cfg(unix)]
fn ends_well(mut server: HttpServer, stream: &mut BufReader<std::net::TcpStream>) {
    server.tell_to_end();
    let last = read_until(stream, |message| message["id"] == "news");
    assert_eq!(last["result"]["resultType"], "complete", "{last}");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn nothing_in_an_answer_acts() {
    let active = "\u{202e}\u{1b}\u{200b}";
    let text = format!("def login():\n    \"\"\"Doc {active} of login.\"\"\"\n");
    let root = folder(&[("a.py", text.as_bytes())]);
    crate::support::bombe_build(root.path(), &["-q"]).code(0);
    let server = HttpServer::start(&[], root.path());
    let params = json!({"name": "get_symbol", "arguments": {"symbols": ["login"]}});
    let answer = server.without_session("tools/call", Some("get_symbol"), params.clone());
    let session = server.session("2025-11-25");
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let events = server.post(
        &[("Mcp-Session-Id", session.as_str())],
        &request.to_string(),
    );
    for answer in [answer, events] {
        assert!(
            !answer.body.contains(['\u{202e}', '\u{1b}', '\u{200b}']),
            "{answer:?}"
        );
        let value = answer.message()["result"]["structuredContent"].to_string();
        assert!(value.contains('\u{202e}'), "{value}");
    }
}
