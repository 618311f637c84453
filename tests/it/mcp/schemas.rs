//! The schemas of requests and answers: answers match, nonsense does not, and what a client must know of an argument is there.

use std::process::Command;

use serde_json::{Map, Value, json};

use super::{Client, shop};
use crate::edits::git;
use crate::support::{bombe_build, folder, workspace};

/// Returns what is wrong with a value. Knows the keywords that our schemas have, and fails for any other.
fn wrong(value: &Value, schema: &Value, root: &Value) -> Option<String> {
    let schema = schema.as_object().expect("a schema is an object");
    for (keyword, rule) in schema {
        let problem = match keyword.as_str() {
            "$defs" | "description" | "default" => None,
            "$ref" => {
                let place = rule
                    .as_str()
                    .and_then(|it| it.strip_prefix('#'))
                    .expect("a local reference");
                wrong(value, root.pointer(place).expect("a definition"), root)
            }
            "type" => {
                let is = |kind: &str| match kind {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    other => panic!("no type `{other}`"),
                };
                let kind = rule.as_str().expect("one type");
                (!is(kind)).then(|| format!("no {kind}: {value}"))
            }
            "enum" => (!rule.as_array().unwrap().contains(value))
                .then(|| format!("not in {rule}: {value}")),
            "minimum" => value
                .as_f64()
                .filter(|it| *it < rule.as_f64().unwrap())
                .map(|it| format!("{it} < {rule}")),
            "maximum" => value
                .as_f64()
                .filter(|it| *it > rule.as_f64().unwrap())
                .map(|it| format!("{it} > {rule}")),
            "required" => {
                let mut names = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|it| it.as_str().unwrap());
                names
                    .find(|name| value.get(name).is_none())
                    .map(|name| format!("no `{name}`"))
            }
            "properties" => rule.as_object().unwrap().iter().find_map(|(name, rule)| {
                let problem = wrong(value.get(name)?, rule, root)?;
                Some(format!("{name}: {problem}"))
            }),
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let is_known = |name: &str| known.is_some_and(|known| known.contains_key(name));
                let mut others = value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .filter(|(name, _)| !is_known(name));
                match rule {
                    Value::Bool(true) => None,
                    Value::Bool(false) => {
                        others.next().map(|(name, _)| format!("unknown `{name}`"))
                    }
                    rule => others.find_map(|(_, value)| wrong(value, rule, root)),
                }
            }
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .find_map(|item| wrong(item, rule, root)),
            "minItems" => value
                .as_array()
                .filter(|it| (it.len() as u64) < rule.as_u64().unwrap())
                .map(|_| "too few".to_owned()),
            "maxItems" => value
                .as_array()
                .filter(|it| it.len() as u64 > rule.as_u64().unwrap())
                .map(|_| "too many".to_owned()),
            "anyOf" => {
                let problems: Vec<Option<String>> = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|it| wrong(value, it, root))
                    .collect();
                problems
                    .iter()
                    .all(Option::is_some)
                    .then(|| format!("none of: {problems:?}"))
            }
            other => panic!("no keyword `{other}` in our schemas"),
        };
        if problem.is_some() {
            return problem;
        }
    }
    None
}

fn tools(client: &mut Client) -> Map<String, Value> {
    let list = client.request("tools/list", json!({}))["result"]["tools"].take();
    let tools = list.as_array().unwrap().iter();
    tools
        .map(|tool| (tool["name"].as_str().unwrap().to_owned(), tool.clone()))
        .collect()
}

/// Requests to every tool, extremes included.
fn requests() -> Vec<(&'static str, Value)> {
    let mut requests = vec![
        ("list_repos", json!({})),
        (
            "get_context",
            json!({"query": "how are orders loaded again after a failure"}),
        ),
        ("get_context", json!({"query": "x", "token_budget": 200})),
        (
            "get_context",
            json!({"query": "Order", "token_budget": 100_000, "expansion_depth": 4, "entry_points": ["retry_load", "MemoryStore"]}),
        ),
        (
            "get_context",
            json!({"query": "zzzz", "include_signatures_only": true}),
        ),
        ("get_structure", json!({})),
        (
            "get_structure",
            json!({"token_budget": 100, "include_signatures": false, "include_tests": true}),
        ),
        (
            "get_structure",
            json!({"path": "shop", "token_budget": 20_000}),
        ),
        (
            "get_symbol",
            json!({"symbols": ["retry_load", "no_such", "shop/store/orders.py:1-20", "Order"]}),
        ),
        (
            "get_symbol",
            json!({"symbols": ["shop/store/orders.py"], "token_budget": 200}),
        ),
        ("get_symbol", json!({"symbols": []})),
        ("get_file_tree", json!({})),
        ("get_file_tree", json!({"path_prefix": "shop", "depth": 1})),
        ("grep", json!({"pattern": "o", "limit": 1})),
        (
            "grep",
            json!({"pattern": "Order|Store", "regex": true, "case": "sensitive", "context_lines": 10, "limit": 500}),
        ),
        (
            "grep",
            json!({"pattern": "def", "files_only": true, "tests": "exclude", "language": "python"}),
        ),
        ("grep", json!({"pattern": "no such text at all"})),
        (
            "find_by_imports",
            json!({"libraries": ["dataclasses", "shop.store.orders", "nothing"]}),
        ),
        (
            "find_by_imports",
            json!({"libraries": ["shop"], "match_mode": "prefix", "include_transitive": true, "limit": 1}),
        ),
        (
            "find_by_imports",
            json!({"libraries": ["dataclass"], "match_mode": "fuzzy"}),
        ),
        ("find_by_signature", json!({"name_pattern": "*"})),
        (
            "find_by_signature",
            json!({"return_type": "Order", "param_count": {"min": 1, "max": 2}, "limit": 1}),
        ),
        (
            "find_by_signature",
            json!({"param_types": ["int"], "modifiers": ["!static"], "limit": 200}),
        ),
        ("find_entry_points", json!({})),
        (
            "find_entry_points",
            json!({"entry_type": "test,public_api", "limit": 1}),
        ),
        ("find_entry_points", json!({"entry_type": "http_handler"})),
        ("get_history", json!({})),
        (
            "get_history",
            json!({"file_path": "shop/store/orders.py", "limit": 1}),
        ),
        ("get_history", json!({"symbol": "retry_load"})),
        (
            "get_related_files",
            json!({"file_path": "shop/store/orders.py"}),
        ),
        (
            "get_related_files",
            json!({"file_path": "README.md", "limit": 1}),
        ),
        ("trace_flow", json!({"from": "get_order"})),
        (
            "trace_flow",
            json!({"from": "get_order", "to": "MemoryStore.load", "depth": 12, "limit": 50, "include_tests": true, "min_confidence": 0}),
        ),
        ("trace_flow", json!({"from": "audit", "to": "Invoice"})),
        (
            "traverse_graph",
            json!({"starts": ["retry_load", "Order"], "direction": "both", "edge_kinds": "any", "depth": 10}),
        ),
        (
            "traverse_graph",
            json!({"starts": ["get_order"], "max_nodes": 1}),
        ),
        (
            "traverse_graph",
            json!({"starts": ["Store"], "direction": "incoming", "edge_kinds": "hierarchy"}),
        ),
        (
            "get_references",
            json!({"symbol": "retry_load", "include_source": true, "depth": 5, "limit": 500}),
        ),
        (
            "get_references",
            json!({"symbol": "external:builtins", "limit": 1}),
        ),
        (
            "get_blast_radius",
            json!({"diff": "--- a/shop/store/orders.py\n+++ b/shop/store/orders.py\n@@ -40,3 +40,3 @@\n-x\n+y\n z\n"}),
        ),
        ("get_blast_radius", json!({"diff": "worktree"})),
        (
            "get_blast_radius",
            json!({"symbol": "Store.load", "max_depth": 5, "limit": 1}),
        ),
    ];
    for mode in ["auto", "name", "glob", "regex", "fuzzy", "keywords"] {
        requests.push(("search_symbols", json!({"query": "Order", "mode": mode})));
    }
    requests.push((
        "search_symbols",
        json!({"query": "o*", "limit": 200, "kind": "any", "visibility": "any"}),
    ));
    requests.push(("search_symbols", json!({"query": "print", "limit": 1})));
    requests.push(("search_symbols", json!({"query": "zzzzzz"})));
    for direction in [
        "callers",
        "callees",
        "both",
        "implementors",
        "supertypes",
        "usages",
    ] {
        for symbol in ["Store.load", "Order", "shop/store/orders.py", "RETRY_LIMIT"] {
            requests.push((
                "get_references",
                json!({"symbol": symbol, "direction": direction, "min_confidence": 0}),
            ));
        }
    }
    for change in ["signature", "behavior", "delete"] {
        requests.push((
            "get_blast_radius",
            json!({"symbol": "Order", "change_type": change}),
        ));
    }
    for detail in ["auto", "signatures", "names"] {
        for file in [
            "shop/store/orders.py",
            "README.md",
            "worker/queue.go",
            "shop/__init__.py",
        ] {
            requests.push((
                "get_file_outline",
                json!({"file_path": file, "detail": detail}),
            ));
        }
    }
    for symbol in [
        "retry_load",
        "Order",
        "Store.load",
        "shop/store/orders.py",
        "RETRY_LIMIT",
        "Invoice.withTax",
        "Sender",
        "Retries",
    ] {
        requests.push(("get_symbol_info", json!({"symbol": symbol})));
    }
    requests
}

/// Returns the shop as a repository of git with a snapshot.
pub(super) fn shop_with_history() -> tempfile::TempDir {
    let root = folder(&[]);
    let copied = Command::new("cp")
        .args(["-r", "."])
        .arg(root.path())
        .current_dir(workspace().join("fixtures/polyglot/shop"))
        .status();
    assert!(copied.unwrap().success());
    git(root.path(), &["init", "-q"]);
    git(root.path(), &["add", "."]);
    git(root.path(), &["commit", "-q", "-m", "Add a shop"]);
    bombe_build(root.path(), &["-q"]).code(0);
    root
}

/// Asks everything, and checks each answer.
fn check(client: &mut Client) {
    let tools = tools(client);
    let mut answered: Vec<&str> = Vec::new();
    for (tool, arguments) in requests() {
        let schema = &tools[tool]["inputSchema"];
        assert_eq!(
            wrong(&arguments, schema, schema),
            None,
            "{tool} {arguments}"
        );
        let answer = client.call(tool, arguments.clone());
        if answer["isError"] == true {
            assert!(answer.get("structuredContent").is_none(), "{answer}");
            continue;
        }
        answered.push(tool);
        let schema = &tools[tool]["outputSchema"];
        let problem = wrong(&answer["structuredContent"], schema, schema);
        assert_eq!(problem, None, "{tool} {arguments}: {answer}");
    }
    answered.sort_unstable();
    answered.dedup();
    assert_eq!(answered.len(), tools.len(), "each tool has answered");
}

#[test]
fn every_answer_matches_the_schema_of_its_tool() {
    let root = shop_with_history();
    let mut client = Client::start(
        &[root.path().to_str().unwrap(), "--tools", "all"],
        "2025-11-25",
    );
    check(&mut client);
    client.end();
}

#[test]
fn answers_of_several_repositories_match_as_well() {
    let root = shop_with_history();
    let arguments = [root.path().to_str().unwrap(), shop(), "--tools", "all"];
    let mut client = Client::start(&arguments, "2025-11-25");
    check(&mut client);
    client.end();
}

#[test]
fn nonsense_matches_no_schema() {
    let mut client = Client::start(&[shop(), "--tools", "all"], "2025-11-25");
    for (name, tool) in tools(&mut client) {
        let schema = &tool["outputSchema"];
        assert_eq!(schema["type"], "object", "{name}");
        let required = schema["required"].as_array().unwrap();
        assert!(
            required.len() >= 2 && required.contains(&json!("meta")),
            "{name}: {schema}"
        );
        let nonsense: Map<String, Value> = required
            .iter()
            .map(|it| (it.as_str().unwrap().to_owned(), json!({})))
            .collect();
        for nonsense in [
            json!({}),
            json!({"symbols": 1}),
            json!({"meta": {}}),
            json!([]),
            Value::Object(nonsense),
        ] {
            assert!(
                wrong(&nonsense, schema, schema).is_some(),
                "{name}: {nonsense}"
            );
        }
    }
    client.end();
}

#[test]
fn every_argument_says_what_it_is() {
    let mut client = Client::start(&[shop(), "--tools", "all"], "2025-11-25");
    for (name, tool) in tools(&mut client) {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["additionalProperties"], false, "{name}");
        for (argument, rule) in schema["properties"].as_object().into_iter().flatten() {
            let place = format!("{name}.{argument}: {rule}");
            assert!(rule["type"].is_string(), "{place}");
            // Others are arguments of many tools.
            let is_common = [
                "cursor",
                "language",
                "languages",
                "file_pattern",
                "path",
                "regex",
                "include_signatures_only",
            ]
            .contains(&argument.as_str());
            let is_said = rule["description"].is_string()
                || rule["enum"].is_array()
                || rule["type"] == "boolean";
            assert!(is_said || is_common, "{place}");
            if matches!(rule["type"].as_str(), Some("integer" | "number")) && argument != "depth" {
                assert!(
                    rule["minimum"].is_number() && rule["maximum"].is_number(),
                    "{place}"
                );
                assert!(
                    rule["default"].is_number() || argument == "context_lines",
                    "{place}"
                );
            }
        }
    }
    client.end();
}

#[test]
fn the_schemas_of_answers_can_be_left_out() {
    let mut client = Client::start(&[shop(), "--no-output-schemas"], "2025-11-25");
    let tools = tools(&mut client);
    assert_eq!(tools.len(), 7);
    assert!(
        tools
            .values()
            .all(|tool| tool.get("outputSchema").is_none())
    );
    client.end();
}
