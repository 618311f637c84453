//! One server, and one command, over several snapshots.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Run, bombe_build, folder, program};
use crate::tools::{Server, tokens_shown};

/// Three repositories: `shared` is defined in `api` and `web`, and used most in `web`. Their files are parts of `root`.
fn repositories() -> tempfile::TempDir {
    let root = folder(&[
        ("api/bombe.toml", b"name = \"acme/api\"\n"),
        (
            "api/a.py",
            b"import requests\n\ndef shared():\n    return requests.get('/')\n\ndef only_api():\n    return shared()\n",
        ),
        ("web/bombe.toml", b"name = \"acme/web\"\n"),
        (
            "web/b.py",
            b"import requests\n\ndef shared():\n    return 2\n\ndef one():\n    return shared()\n\ndef two():\n    return shared()\n\n\
              def three():\n    return shared()\n",
        ),
        ("web/ui/c.py", b"def only_web():\n    return 3\n"),
        ("job/bombe.toml", b"name = \"acme/job\"\n"),
        ("job/d.py", b"def shared_job():\n    return 4\n"),
    ]);
    for repo in ["api", "web", "job"] {
        bombe_build(&root.path().join(repo), &["-q"]).code(0);
    }
    root
}

fn start(root: &Path, arguments: &[&str]) -> Server {
    Server::start(arguments, root)
}

/// Returns the text of an answer, which is no error.
fn text(answer: &Value) -> String {
    assert_eq!(answer["isError"], false, "{answer}");
    answer["content"][0]["text"].as_str().unwrap().to_owned()
}

/// Returns the text of an error.
fn error(answer: &Value) -> String {
    assert_eq!(answer["isError"], true, "{answer}");
    answer["content"][0]["text"].as_str().unwrap().to_owned()
}

fn bombe(root: &Path, arguments: &[&str]) -> Run {
    let ran = Command::new(program("bombe"))
        .args(arguments)
        .current_dir(root)
        .output();
    Run::from(ran.unwrap())
}

#[test]
fn a_search_asks_all_and_names_the_repository_of_each_hit() {
    let root = repositories();
    let mut server = start(root.path(), &["api", "web", "job"]);
    let answer = server.call("search_symbols", json!({"query": "shared"}));
    let hits: Vec<(&str, &str)> = answer["structuredContent"]["symbols"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| (hit["repo"].as_str().unwrap(), hit["id"].as_str().unwrap()))
        .collect();
    // Exact names first, the most used of them first; the others in turns.
    assert_eq!(
        hits[..3],
        [
            ("acme/web", "b.py::shared"),
            ("acme/api", "a.py::shared"),
            ("acme/job", "d.py::shared_job")
        ]
    );
    let shown = text(&answer);
    assert!(
        shown.contains("(in acme/web)") && shown.contains("(in acme/api)"),
        "{shown}"
    );
    assert!(
        shown.contains("in acme/job:\nd.py:1 shared_job()"),
        "{shown}"
    );
    // One at a time, the same hits come in the same order.
    let mut request = json!({"query": "shared", "limit": 1});
    let mut paged = Vec::new();
    loop {
        let page = server.call("search_symbols", request.clone());
        let page = &page["structuredContent"];
        for hit in page["symbols"].as_array().unwrap() {
            paged.push(hit["id"].as_str().unwrap().to_owned());
        }
        match page["meta"].get("next_cursor") {
            Some(cursor) => request["cursor"] = cursor.clone(),
            None => break,
        }
    }
    let ids: Vec<&str> = hits.iter().map(|(_, id)| *id).collect();
    assert_eq!(paged, ids);
    server.end();
}

#[test]
fn lists_that_cannot_be_merged_are_shown_by_repository() {
    let root = repositories();
    let mut server = start(root.path(), &["api", "web", "job"]);
    let answer = server.call("grep", json!({"pattern": "return shared"}));
    let shown = text(&answer);
    let web = shown.find("in acme/web:").unwrap();
    assert!(
        shown[..web].contains("in acme/api:") && shown[..web].contains("7 [only_api]"),
        "{shown}"
    );
    let repos = answer["structuredContent"]["repos"].as_array().unwrap();
    let totals: Vec<(&str, u64)> = repos
        .iter()
        .map(|part| {
            (
                part["repo"].as_str().unwrap(),
                part["total_lines"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(totals, [("acme/api", 1), ("acme/web", 3), ("acme/job", 0)]);
    let answer = server.call("find_by_imports", json!({"libraries": ["requests"]}));
    let shown = text(&answer);
    assert!(shown.contains("a.py") && shown.contains("b.py"), "{shown}");
    // A part that is cut goes on with its own cursor, which says whose it is.
    let answer = server.call("grep", json!({"pattern": "return", "limit": 3}));
    let web = &answer["structuredContent"]["repos"][1];
    let cursor = &web["meta"]["next_cursor"];
    let rest = server.call(
        "grep",
        json!({"pattern": "return", "limit": 99, "cursor": cursor}),
    );
    assert_eq!(rest["structuredContent"]["meta"]["repo"], "acme/web");
    let files = rest["structuredContent"]["files"].as_array().unwrap();
    let lines = files
        .iter()
        .map(|file| file["lines"].as_array().unwrap().len());
    assert_eq!(lines.sum::<usize>(), 4);
    server.end();
}

#[test]
fn a_symbol_or_path_is_answered_from_where_it_is() {
    let root = repositories();
    let mut server = start(root.path(), &["api", "web", "job"]);
    for (tool, request, repo) in [
        ("get_references", json!({"symbol": "only_api"}), "acme/api"),
        ("get_symbol_info", json!({"symbol": "only_web"}), "acme/web"),
        ("get_symbol", json!({"symbols": ["d.py:1-2"]}), "acme/job"),
        (
            "get_symbol",
            json!({"symbols": ["one", "two", "only_api"]}),
            "acme/web",
        ),
        (
            "get_file_outline",
            json!({"file_path": "ui/c.py"}),
            "acme/web",
        ),
        ("get_file_tree", json!({"path_prefix": "ui"}), "acme/web"),
        (
            "trace_flow",
            json!({"from": "only_api", "to": "shared"}),
            "acme/api",
        ),
        ("traverse_graph", json!({"starts": ["one"]}), "acme/web"),
        (
            "get_context",
            json!({"query": "x", "entry_points": ["only_web"]}),
            "acme/web",
        ),
        (
            "get_blast_radius",
            json!({"diff": "--- a/d.py\n+++ b/d.py\n@@ -1 +1 @@\n-x\n+y\n"}),
            "acme/job",
        ),
        (
            "get_related_files",
            json!({"file_path": "a.py"}),
            "acme/api",
        ),
    ] {
        let answer = server.call(tool, request);
        assert_eq!(
            answer["structuredContent"]["meta"]["repo"], repo,
            "{tool} {answer}"
        );
        let shown = text(&answer);
        assert!(shown.starts_with(&format!("in {repo}:\n")), "{shown}");
    }
    // Two have the name: the one with the highest rank answers, and the other is named.
    let answer = server.call("get_references", json!({"symbol": "shared"}));
    assert_eq!(answer["structuredContent"]["meta"]["repo"], "acme/web");
    let other = &answer["structuredContent"]["candidates"];
    assert_eq!(*other, json!([{"repo": "acme/api", "id": "a.py::shared"}]));
    assert!(
        text(&answer)
            .trim_end()
            .ends_with("[also: a.py::shared in acme/api; `repo` chooses]")
    );
    // The full id decides.
    let answer = server.call("get_references", json!({"symbol": "a.py::shared"}));
    assert_eq!(answer["structuredContent"]["meta"]["repo"], "acme/api");
    assert!(answer["structuredContent"].get("candidates").is_none());
    // None has it: the error has the nearest of all.
    let nearest = error(&server.call("get_references", json!({"symbol": "only_"})));
    assert!(nearest.contains("a.py::only_api in acme/api"), "{nearest}");
    assert!(
        nearest.contains("ui/c.py::only_web in acme/web"),
        "{nearest}"
    );
    let must = error(&server.call("get_blast_radius", json!({"diff": "worktree"})));
    assert!(must.starts_with("`repo`: is missing"), "{must}");
    server.end();
}

#[test]
fn a_repository_is_chosen_by_name_end_of_name_identity_or_path() {
    let root = repositories();
    let mut server = start(root.path(), &["api", "web", "job"]);
    let listed = server.call("list_repos", json!({}));
    let repos = listed["structuredContent"]["repos"]
        .as_array()
        .unwrap()
        .clone();
    assert_eq!(repos.len(), 3);
    for repo in &repos {
        let name = repo["repo"].as_str().unwrap();
        let end = name.rsplit('/').next().unwrap();
        for by in [
            name,
            end,
            repo["snapshot"].as_str().unwrap(),
            repo["path"].as_str().unwrap(),
            end,
        ] {
            let answer = server.call("get_structure", json!({"repo": by}));
            assert_eq!(answer["structuredContent"]["meta"]["repo"], name, "{by}");
        }
    }
    let unknown = error(&server.call("search_symbols", json!({"query": "one", "repo": "shop"})));
    assert_eq!(
        unknown,
        "`repo`: no repository `shop` is open; for example one of acme/api, acme/web, acme/job"
    );
    let wrong = error(&server.call("search_symbols", json!({"query": "one", "repo": 7})));
    assert!(
        wrong.contains("`repo`: 7 is no text; for example"),
        "{wrong}"
    );
    let other = server.call("get_references", json!({"symbol": "one", "repo": "api"}));
    assert!(error(&other).contains("no symbol `one`"));
    let stale = json!({"query": "one", "cursor": "0000000000000000-1"});
    assert!(error(&server.call("search_symbols", stale)).contains("another snapshot"));
    server.end();
}

#[test]
fn answers_over_several_snapshots_keep_the_size_of_one() {
    let source: String = (0..3_000)
        .map(|at| format!("def helper_with_a_long_name_{at}():\n    return {at}\n\n"))
        .collect();
    let root = folder(&[
        ("a/x.py", source.as_bytes()),
        ("b/x.py", source.as_bytes()),
        ("c/x.py", source.as_bytes()),
        ("d/x.py", source.as_bytes()),
    ]);
    for repo in ["a", "b", "c", "d"] {
        bombe_build(&root.path().join(repo), &["-q"]).code(0);
    }
    let mut server = start(root.path(), &["."]);
    for (tool, request) in [
        ("search_symbols", json!({"query": "helper*"})),
        ("grep", json!({"pattern": "return"})),
        ("find_by_signature", json!({"name_pattern": "helper*"})),
        ("find_entry_points", json!({"entry_type": "public_api"})),
        ("get_structure", json!({})),
        ("get_file_tree", json!({})),
        ("get_context", json!({"query": "helper with a long name"})),
        ("get_history", json!({})),
        ("list_repos", json!({})),
    ] {
        let answer = server.call(tool, request);
        let chars = answer["content"][0]["text"]
            .as_str()
            .unwrap()
            .chars()
            .count();
        let max = if tool == "get_context" {
            8_000 * 7 / 2
        } else {
            8_000
        };
        assert!(chars <= max, "{tool}: {chars}");
        // Every repository is in it.
        if answer["isError"] == false && tool != "search_symbols" && tool != "list_repos" {
            assert_eq!(
                answer["structuredContent"]["repos"]
                    .as_array()
                    .map(Vec::len),
                Some(4),
                "{tool}"
            );
        }
    }
    let small = server.call(
        "get_context",
        json!({"query": "helper", "token_budget": 2000}),
    );
    assert!(
        error(&small).contains("`repo`: is missing: a share of `token_budget`"),
        "{small}"
    );
    server.end();
}

#[test]
fn the_list_of_tools_has_repo_only_if_there_is_a_choice() {
    let root = repositories();
    for (arguments, expected) in [
        (&["api"][..], false),
        (&["api", "web"], true),
        (&["."], true),
    ] {
        for (set, tokens_max) in [("core", 1_500), ("all", 4_000)] {
            let arguments = [arguments, &["--tools", set]].concat();
            let mut server = start(root.path(), &arguments);
            let list = server.request("tools/list", json!({}));
            let tools = list["tools"].as_array().unwrap();
            let tokens = tokens_shown(tools);
            assert!(tokens <= tokens_max, "{set}: {tokens} tokens");
            for tool in tools {
                let properties = &tool["inputSchema"]["properties"];
                assert_eq!(properties.get("repo").is_some(), expected, "{tool}");
            }
            let instructions = server.instructions();
            assert_eq!(
                instructions.contains("repositories are open: acme/api"),
                expected
            );
            assert!(instructions.chars().count() <= 2_000);
            server.end();
        }
    }
}

#[test]
fn each_snapshot_is_opened_again_when_it_changes() {
    let root = repositories();
    let mut server = start(root.path(), &["."]);
    let mut finds =
        |name: &str| text(&server.call("search_symbols", json!({"query": name, "mode": "name"})));
    assert!(finds("fresh").contains("No symbol found"));
    fs::write(
        root.path().join("web/ui/c.py"),
        "def fresh():\n    return 3\n",
    )
    .unwrap();
    bombe_build(&root.path().join("web"), &["update", "-q"]).code(0);
    assert!(finds("fresh").contains("(in acme/web)"));
    assert!(finds("only_api").contains("(in acme/api)"));
    // A damaged one leaves the others.
    fs::write(root.path().join("job/damaged"), "x").unwrap();
    fs::rename(
        root.path().join("job/damaged"),
        root.path().join("job/.bombe/snapshot.bmb"),
    )
    .unwrap();
    assert!(
        finds("shared_job").contains("(in acme/job)"),
        "the last good one is kept"
    );
    server.end();
    let mut server = start(root.path(), &["."]);
    let shown = text(&server.call("search_symbols", json!({"query": "shared"})));
    assert!(
        shown.starts_with('[') && shown.contains("(in acme/web)"),
        "{shown}"
    );
    server.end();
}

#[test]
fn the_terminal_program_asks_several() {
    let root = repositories();
    let several = ["-s", "api", "-s", "web"];
    let ask = |more: &[&str]| bombe(root.path(), &[&several[..], more].concat());
    let found = ask(&["search", "shared"]).code(0);
    assert!(
        found.out.contains("(in acme/api)") && found.out.contains("(in acme/web)"),
        "{}",
        found.out
    );
    let found = ask(&["search", "shared", "--repo", "api"]).code(0);
    assert!(
        found.out.contains("a.py") && !found.out.contains("b.py"),
        "{}",
        found.out
    );
    let listed = ask(&["repos"]).code(0);
    assert!(
        listed.out.contains("acme/api") && listed.out.contains("acme/web"),
        "{}",
        listed.out
    );
    let unknown = ask(&["repos", "--repo", "job"]).code(2);
    assert!(
        unknown.err.contains("one of acme/api, acme/web"),
        "{}",
        unknown.err
    );
    // One that is damaged does not go unnoticed beside one that answers.
    let path = root.path().join("job/.bombe/snapshot.bmb");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    for at in (middle..bytes.len()).step_by(64) {
        bytes[at] ^= 8;
    }
    fs::write(&path, bytes).unwrap();
    let partly = bombe(root.path(), &["-s", "api", "-s", "job", "search", "shared"]).code(3);
    assert!(
        partly.out.contains("a.py") && partly.out.contains("damaged"),
        "{}",
        partly.out
    );
    ask(&["search", "nothing_has_this_name"]).code(1);
    ask(&["grep", "nothing has this text"]).code(1);
    ask(&["refs", "nothing_has_this_name"]).code(1);
    let json = ask(&["grep", "return shared", "--json"]).code(0);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["repos"][1]["total_lines"], 3);
    // Files of a folder.
    let out = root.path().join("files");
    fs::create_dir(&out).unwrap();
    for repo in ["api", "web"] {
        fs::copy(
            root.path().join(repo).join(".bombe/snapshot.bmb"),
            out.join(format!("{repo}.bmb")),
        )
        .unwrap();
    }
    let listed = bombe(root.path(), &["-s", "files", "repos"]).code(0);
    assert!(
        listed.out.contains("acme/api") && listed.out.contains("acme/web"),
        "{}",
        listed.out
    );
}
