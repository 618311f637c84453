//! Over stdio: batches, resources, prompts, completions, progress, cursors, and what is said of wrong arguments.

use serde_json::{Value, json};

use super::{Client, NEW_VERSION, OLD_VERSIONS, rebuild, repository, shop, stateless};

fn client() -> Client {
    Client::start(&[shop(), "--tools", "all"], "2025-11-25")
}

#[test]
fn every_version_is_answered_and_one_without_a_session_too() {
    for version in OLD_VERSIONS {
        let mut client = Client::start(&[shop()], version);
        let answer = client.call("get_symbol", json!({"symbols": ["retry_load"]}));
        assert_eq!(answer["isError"], false, "{version}: {answer}");
        client.end();
    }
    let mut client = Client::silent(&[shop()]);
    let found = client.request("server/discover", stateless(json!({})));
    assert!(
        found["result"]["capabilities"]["prompts"].is_object(),
        "{found}"
    );
    assert!(found["result"]["instructions"].is_string(), "{found}");
    let params = json!({"name": "get_symbol", "arguments": {"symbols": ["retry_load"]}});
    let answer = client.request("tools/call", stateless(params));
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!(NEW_VERSION)), "{found}");
    client.end();
}

#[test]
fn a_batch_has_one_answer_where_the_version_has_batches() {
    let batch = json!([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/no_such_thing"},
        17,
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_repos", "arguments": {}}},
    ]);
    let mut client = Client::start(&[shop()], "2025-03-26");
    client.send(&batch);
    let answers = client.next();
    let mut ids: Vec<String> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].to_string())
        .collect();
    ids.sort();
    assert_eq!(ids, ["1", "2", "null"], "{answers}");
    // Of notifications alone there is no answer.
    client.send(&json!([{"jsonrpc": "2.0", "method": "notifications/no_such_thing"}]));
    assert!(client.request("ping", json!({}))["result"].is_object());
    client.end();
    let mut client = Client::start(&[shop()], "2025-06-18");
    client.send(&batch);
    assert_eq!(client.next()["error"]["code"], -32600);
    client.end();
}

#[test]
fn parameters_that_cannot_be_read_are_named() {
    let mut client = client();
    for (method, params, word) in [
        ("tools/call", json!({}), "`name`"),
        ("tools/call", json!({"name": 5}), "`name`"),
        (
            "tools/call",
            json!({"name": "grep", "arguments": []}),
            "`arguments`",
        ),
        ("resources/read", json!({}), "`uri`"),
        ("resources/subscribe", json!({"uri": 1}), "`uri`"),
        ("prompts/get", json!({}), "`name`"),
        ("completion/complete", json!({}), "`ref`"),
        ("prompts/list", json!({"cursor": "x"}), "`cursor`"),
        ("resources/list", json!({"cursor": "x"}), "`cursor`"),
        (
            "resources/templates/list",
            json!({"cursor": "x"}),
            "`cursor`",
        ),
    ] {
        let answer = client.request(method, params);
        assert_eq!(answer["error"]["code"], -32602, "{method}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(word), "{method}: {message}");
    }
    let answer = client.request("no/such/method", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    client.end();
}

#[test]
fn arguments_whose_meaning_is_clear_are_taken() {
    let mut client = client();
    for arguments in [
        json!({"query": "Order", "limit": "5", "kind": null, "tests": null}),
        json!({"query": "Order", "limit": 5.0, "mode": "Name"}),
        json!({"query": "Order", "limit": null, "cursor": null, "repo": null}),
    ] {
        let answer = client.call("search_symbols", arguments);
        assert_eq!(answer["isError"], false, "{answer}");
    }
    for (tool, arguments) in [
        ("get_symbol", json!({"symbols": "retry_load"})),
        (
            "get_symbol",
            json!({"symbols": "[\"retry_load\", \"Order\"]"}),
        ),
        ("grep", json!({"pattern": "retry", "files_only": "true"})),
        (
            "get_references",
            json!({"symbol": "retry_load", "min_confidence": "0.5", "depth": "1"}),
        ),
    ] {
        let answer = client.call(tool, arguments);
        assert_eq!(answer["isError"], false, "{answer}");
    }
    client.end();
}

#[test]
fn an_error_names_the_argument_what_is_wrong_and_a_valid_request() {
    let mut client = client();
    for (tool, arguments, words) in [
        (
            "search_symbols",
            json!({}),
            &["`query`: is missing", "for example {\"query\""][..],
        ),
        (
            "search_symbols",
            json!({"query": null}),
            &["`query`: is missing"],
        ),
        (
            "search_symbols",
            json!({"query": 7}),
            &["`query`: must be text, not 7"],
        ),
        (
            "search_symbols",
            json!({"query": "x", "limit": "many"}),
            &["`limit`: must be a whole number from 1 to 200, not \"many\""],
        ),
        (
            "search_symbols",
            json!({"query": "x", "limit": -1}),
            &["`limit`: must be a whole number"],
        ),
        (
            "search_symbols",
            json!({"query": "x", "mode": "magic"}),
            &["`mode`: must be one of auto, name, glob"],
        ),
        (
            "search_symbols",
            json!({"query": "x", "limt": 3}),
            &["`limt`: is no argument: the tool takes", "limit"],
        ),
        (
            "get_symbol",
            json!({"symbols": [1]}),
            &["`symbols`: each item must be text, not 1"],
        ),
        (
            "get_symbol",
            json!({"symbols": {}}),
            &["`symbols`: must be a list"],
        ),
        (
            "list_repos",
            json!({"x": 1}),
            &["`x`: is no argument: the tool takes no arguments"],
        ),
        (
            "find_by_signature",
            json!({"param_count": {"least": 1}}),
            &["`param_count`"],
        ),
        (
            "get_blast_radius",
            json!({"symbol": "Order", "change_type": "colour"}),
            &["`change_type`: must be one of signature"],
        ),
    ] {
        let error = client.error(tool, arguments);
        for word in words {
            assert!(error.contains(word), "{word}: {error}");
        }
        assert!(!error.contains("expected"), "Rust's words: {error}");
    }
    client.end();
}

#[test]
fn a_message_does_not_repeat_a_long_argument() {
    let mut client = client();
    let long = "x".repeat(1 << 20);
    for (tool, arguments) in [
        ("get_references", json!({"symbol": long})),
        ("get_file_outline", json!({"file_path": long})),
        ("get_structure", json!({"path": long})),
        ("search_symbols", json!({"query": "x", "kind": long})),
        ("search_symbols", json!({"query": "x", "mode": long})),
        ("search_symbols", json!({"query": "x", "language": long})),
        ("grep", json!({"pattern": long})),
        ("grep", json!({"pattern": "x", "file_pattern": long})),
        ("search_symbols", json!({"query": "x", long.as_str(): 1})),
        ("list_repos", json!({"repo": long})),
    ] {
        let error = client.error(tool, arguments);
        assert!(error.len() < 5_000, "{tool}: {} bytes", error.len());
    }
    for (method, params) in [
        ("resources/read", json!({"uri": long})),
        ("prompts/get", json!({"name": long})),
        (
            "prompts/get",
            json!({"name": "explore", "arguments": {long.as_str(): "x"}}),
        ),
        (long.as_str(), json!({})),
    ] {
        let answer = client.request(method, params).to_string();
        assert!(
            answer.len() < 5_000 && answer.contains("error"),
            "{} bytes",
            answer.len()
        );
    }
    client.end();
}

#[test]
fn a_cursor_continues_its_own_list_only() {
    let mut client = client();
    let first = client.call("search_symbols", json!({"query": "*e*", "limit": 2}));
    let cursor = first["structuredContent"]["meta"]["next_cursor"].clone();
    assert!(cursor.is_string(), "{first}");
    for same in [
        json!({"query": "*e*", "limit": 3, "cursor": cursor}),
        json!({"query": "*e*", "mode": "auto", "tests": null, "cursor": cursor}),
    ] {
        let next = client.call("search_symbols", same);
        assert_eq!(next["isError"], false, "{next}");
    }
    for (tool, other) in [
        ("search_symbols", json!({"query": "*s*", "cursor": cursor})),
        (
            "search_symbols",
            json!({"query": "*e*", "kind": "class", "cursor": cursor}),
        ),
        (
            "find_by_signature",
            json!({"name_pattern": "*e*", "cursor": cursor}),
        ),
    ] {
        let error = client.error(tool, other);
        assert!(
            error.contains("`cursor`: belongs to another request"),
            "{error}"
        );
    }
    client.end();
}

#[test]
fn resources_are_listed_in_pages_and_read() {
    let mut client = client();
    let listed = client.request("resources/list", json!({}))["result"].take();
    let resources = listed["resources"].as_array().unwrap();
    let of = |end: &str| {
        let uris = resources.iter().map(|it| it["uri"].as_str().unwrap());
        uris.clone()
            .find(|uri| uri.ends_with(end))
            .unwrap_or_else(|| panic!("{listed}"))
            .to_owned()
    };
    let (map, file) = (of("/structure"), of("/file/shop/store/orders.py"));
    let repo = map.strip_suffix("/structure").unwrap().to_owned();
    let mut read = |uri: &str| {
        let answer = client.request("resources/read", json!({"uri": uri}));
        let contents = answer["result"]["contents"][0].clone();
        assert_eq!(contents["uri"], uri, "{answer}");
        contents["text"].as_str().unwrap().to_owned()
    };
    assert!(read(&map).contains("orders.py"));
    assert!(read(&format!("{repo}/structure/web")).contains("client.ts"));
    let text = read(&file);
    let source = crate::support::workspace().join("fixtures/polyglot/shop/shop/store/orders.py");
    assert_eq!(text, std::fs::read_to_string(source).unwrap());
    for id in [
        "shop/store/orders.py::MemoryStore.load",
        "retry_load",
        "shop%2Fstore%2Forders.py%3A%3Aretry_load",
    ] {
        assert!(
            read(&format!("{repo}/symbol/{id}")).contains("def "),
            "{id}"
        );
    }
    let templates = client.request("resources/templates/list", json!({}))["result"].take();
    assert_eq!(
        templates["resourceTemplates"].as_array().unwrap().len(),
        3,
        "{templates}"
    );
    for uri in [
        format!("{repo}/file/no/such/file.py"),
        format!("{repo}/symbol/no_such_symbol_at_all"),
        format!("{repo}/structure/nowhere"),
        "bombe://another/file/shop/store/orders.py".to_owned(),
        "file:///etc/passwd".to_owned(),
        format!("{repo}/file/../../../etc/passwd"),
    ] {
        let answer = client.request("resources/read", json!({"uri": uri}));
        assert_eq!(answer["error"]["code"], -32002, "{uri}: {answer}");
    }
    client.end();
}

#[test]
fn pages_of_resources_are_the_whole_list() {
    let files: Vec<(String, String)> = (0..230)
        .map(|at| (format!("m{at}.py"), format!("def f{at}():\n    pass\n")))
        .collect();
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_bytes()))
        .collect();
    let root = crate::support::folder(&files);
    crate::support::bombe_build(root.path(), &["-q"]).code(0);
    let mut client = Client::start(&[root.path().to_str().unwrap()], "2025-11-25");
    let (mut uris, mut sizes, mut cursor) = (Vec::new(), Vec::new(), json!(null));
    loop {
        let params = if cursor.is_null() {
            json!({})
        } else {
            json!({"cursor": cursor})
        };
        let page = client.request("resources/list", params)["result"].take();
        let page_uris = page["resources"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["uri"].to_string());
        sizes.push(page_uris.len());
        uris.extend(page_uris);
        cursor = page["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(sizes, [100, 100, 1], "the map and 200 files");
    let all = uris.len();
    uris.sort();
    uris.dedup();
    assert_eq!(uris.len(), all);
    client.end();
}

#[test]
fn prompts_hold_the_first_answer() {
    let mut client = client();
    let listed = client.request("prompts/list", json!({}))["result"]["prompts"].take();
    let names: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["trace_flow", "judge_change", "explore", "triage_bug"]
    );
    for (name, arguments, word) in [
        (
            "trace_flow",
            json!({"from": "get_order", "to": "MemoryStore.load"}),
            "retry_load",
        ),
        ("judge_change", json!({"symbol": "retry_load"}), "get_order"),
        ("explore", json!({}), "orders.py"),
        (
            "explore",
            json!({"topic": "how orders are loaded", "path": "shop"}),
            "retry_load",
        ),
        (
            "triage_bug",
            json!({"report": "KeyError in retry_load at shop/store/orders.py:47"}),
            "retry_load",
        ),
    ] {
        let answer = client.request("prompts/get", json!({"name": name, "arguments": arguments}));
        let text = answer["result"]["messages"][0]["content"]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"));
        assert!(
            text.contains(word) && text.contains("1. "),
            "{name}: {text}"
        );
    }
    for (name, arguments, word) in [
        ("no_such", json!({}), "trace_flow"),
        ("trace_flow", json!({}), "`from` is missing"),
        (
            "trace_flow",
            json!({"from": "no_such_symbol_at_all"}),
            "no symbol",
        ),
        ("trace_flow", json!({"from": 5}), "`from` must be text"),
        ("explore", json!({"form": "x"}), "topic, path"),
    ] {
        let answer = client.request("prompts/get", json!({"name": name, "arguments": arguments}));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert!(
            answer["error"]["message"].as_str().unwrap().contains(word),
            "{answer}"
        );
    }
    client.end();
}

#[test]
fn arguments_are_completed() {
    let mut client = client();
    let prompt = |name: &str| json!({"type": "ref/prompt", "name": name});
    let template = |uri: &str| json!({"type": "ref/resource", "uri": uri});
    let mut values = |place: Value, name: &str, value: &str| -> Vec<String> {
        let argument = json!({"name": name, "value": value});
        let answer = client.request(
            "completion/complete",
            json!({"ref": place, "argument": argument}),
        );
        let values = answer["result"]["completion"]["values"]
            .as_array()
            .unwrap_or_else(|| panic!("{answer}"));
        values
            .iter()
            .map(|it| it.as_str().unwrap().to_owned())
            .collect()
    };
    let symbols = values(prompt("trace_flow"), "from", "retry_l");
    assert_eq!(
        symbols,
        [
            "shop/store/orders.py::retry_load",
            "shop/store/orders.py::RETRY_LIMIT"
        ]
    );
    let symbols = values(
        template("bombe://{repo}/symbol/{+symbol}"),
        "symbol",
        "shop/store/orders.py::MemoryStore.",
    );
    assert_eq!(symbols.len(), 4, "three methods and a field: {symbols:?}");
    assert!(
        !values(prompt("judge_change"), "symbol", "").is_empty(),
        "the most important"
    );
    assert_eq!(values(prompt("judge_change"), "symbol", "zzz"), [""; 0]);
    let paths = values(template("bombe://{repo}/file/{+path}"), "path", "orders");
    assert_eq!(paths, ["shop/store/orders.py"]);
    assert_eq!(
        values(prompt("explore"), "path", "web/"),
        ["web/client.ts", "web/order.ts"]
    );
    let repos = values(template("bombe://{repo}/structure/{+path}"), "repo", "");
    assert_eq!(repos.len(), 1, "{repos:?}");
    for params in [
        json!({"ref": prompt("no_such"), "argument": {"name": "from", "value": ""}}),
        json!({"ref": prompt("trace_flow"), "argument": {"name": "no_such", "value": ""}}),
        json!({"ref": template("bombe://x"), "argument": {"name": "path", "value": ""}}),
    ] {
        let answer = client.request("completion/complete", params);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    client.end();
}

#[test]
fn progress_is_told_of_what_may_take_long() {
    let mut client = client();
    let mut told = |arguments: Value, meta: Value| {
        let params = json!({"name": "grep", "arguments": arguments, "_meta": meta});
        let (answer, before) = client.with_notifications("tools/call", params);
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        before
    };
    let arguments = json!({"pattern": "o.*r", "regex": true});
    let told_of = told(arguments.clone(), json!({"progressToken": "p"}));
    assert!(told_of.len() >= 2, "{told_of:?}");
    let mut last = -1.0;
    for message in told_of {
        assert_eq!(message["method"], "notifications/progress", "{message}");
        assert_eq!(message["params"]["progressToken"], "p");
        let now = message["params"]["progress"].as_f64().unwrap();
        assert!(now > last, "{message}");
        last = now;
    }
    assert!(told(arguments, json!({})).is_empty(), "nobody has asked");
    client.end();
}

#[test]
fn a_new_snapshot_is_told() {
    let repo = repository("first");
    let mut client = Client::start(&[repo.path().to_str().unwrap()], "2025-11-25");
    let listed = client.request("resources/list", json!({}));
    let uri = listed["result"]["resources"][1]["uri"].clone();
    let subscribed = client.request("resources/subscribe", json!({"uri": uri}));
    assert!(subscribed["result"].is_object(), "{subscribed}");
    rebuild(repo.path(), "second");
    let update = client.next();
    assert_eq!(
        update["method"], "notifications/resources/updated",
        "{update}"
    );
    assert_eq!(update["params"]["uri"], uri);
    assert_eq!(
        client.next()["method"],
        "notifications/resources/list_changed"
    );
    // Of what is no longer wanted, nothing is told but that the list has changed.
    client.request("resources/unsubscribe", json!({"uri": uri}));
    rebuild(repo.path(), "third");
    assert_eq!(
        client.next()["method"],
        "notifications/resources/list_changed"
    );
    client.end();
}

#[test]
fn a_subscription_has_the_id_that_its_client_gave_it() {
    let repo = repository("first");
    let mut client = Client::silent(&[repo.path().to_str().unwrap()]);
    client.request("resources/list", stateless(json!({})));
    let wanted = stateless(json!({"notifications": {"resourcesListChanged": true}}));
    client.send(&json!({"jsonrpc": "2.0", "id": "news", "method": "subscriptions/listen", "params": wanted}));
    let agreed = client.next();
    assert_eq!(
        agreed["method"], "notifications/subscriptions/acknowledged",
        "{agreed}"
    );
    rebuild(repo.path(), "second");
    let changed = client.next();
    assert_eq!(
        changed["method"], "notifications/resources/list_changed",
        "{changed}"
    );
    for message in [agreed, changed] {
        let id = &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        assert_eq!(id, "news", "{message}");
    }
    client.end();
}
