//! What editing makes of settings of every form.

use std::path::Path;

use super::{CLIENTS, Client, Edit, Refusal, Via, base64};

fn client(name: &str) -> &'static Client {
    CLIENTS.iter().find(|client| client.name == name).unwrap()
}

/// Adds our entry to a text, takes it out again, and returns the text in between.
#[track_caller]
fn round_trip(client: &Client, text: &str) -> String {
    let entry = client.entry(Via::Path, Path::new("/r"));
    let Ok(Edit::Text(with)) = client.add(text, &entry) else {
        panic!("{:?}", client.add(text, &entry));
    };
    assert_eq!(client.add(&with, &entry), Ok(Edit::None), "{with}");
    let other = client.entry(Via::Npx, Path::new("/r"));
    assert_eq!(client.add(&with, &other), Err(Refusal::Differs), "{with}");
    match client.remove(&with) {
        Ok(Edit::Text(without)) => assert_eq!(without, text),
        Ok(Edit::Empty) => assert_eq!(text.trim(), ""),
        other => panic!("{other:?}"),
    }
    with
}

#[test]
fn what_is_put_into_any_settings_comes_out_and_the_rest_stays() {
    for client in CLIENTS {
        round_trip(client, "");
    }
    let claude = client("claude");
    let with = round_trip(
        claude,
        "{\n  // servers of the team\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" } // keep\n  },\n  \"more\": [1, 2]\n}\n",
    );
    for kept in ["// servers of the team", "// keep", "\"more\": [1, 2]"] {
        assert!(with.contains(kept), "{with}");
    }
    let codex = client("codex");
    let with = round_trip(
        codex,
        "# mine\nmodel = \"x\" # why\n\n[mcp_servers.other]\ncommand = \"y\"\n",
    );
    for kept in [
        "# mine",
        "# why",
        "[mcp_servers.other]",
        "[mcp_servers.bombe]",
    ] {
        assert!(with.contains(kept), "{with}");
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let entry = |client: &Client| client.entry(Via::Path, Path::new("/r"));
    for (name, text) in [
        ("claude", "{\"mcpServers\": {"),
        ("claude", "{\"mcpServers\": {]}"),
        ("codex", "[mcp_servers"),
    ] {
        let client = client(name);
        let refused = client.add(text, &entry(client));
        assert!(
            matches!(refused, Err(Refusal::Unreadable(_))),
            "{text}: {refused:?}"
        );
        assert!(
            matches!(client.remove(text), Err(Refusal::Unreadable(_))),
            "{text}"
        );
    }
    for (name, text) in [
        ("claude", "[]"),
        ("claude", "{\"mcpServers\": []}"),
        ("codex", "mcp_servers = 1\n"),
    ] {
        let client = client(name);
        assert_eq!(
            client.add(text, &entry(client)),
            Err(Refusal::NoTable),
            "{text}"
        );
        assert_eq!(client.remove(text), Ok(Edit::None), "{text}");
    }
    let deep = format!("{{\"mcpServers\": {}", "[".repeat(100_000));
    let claude = client("claude");
    assert!(matches!(
        claude.add(&deep, &entry(claude)),
        Err(Refusal::Unreadable(_))
    ));
}

#[test]
fn links_hold_base64() {
    for (plain, coded) in [
        ("", ""),
        ("f", "Zg%3D%3D"),
        ("fo", "Zm8%3D"),
        ("foobar", "Zm9vYmFy"),
        (">>>???", "Pj4%2BPz8%2F"),
    ] {
        assert_eq!(base64(plain.as_bytes()), coded);
    }
    let line = |name| client(name).one_line(Via::Path, Path::new("/r")).unwrap();
    assert_eq!(
        line("vscode"),
        r#"code --add-mcp '{"args":["serve","${workspaceFolder}"],"command":"bombe","name":"bombe"}'"#
    );
    assert_eq!(line("codex"), "codex mcp add bombe -- bombe serve .");
    assert!(line("cursor").starts_with("https://cursor.com/install-mcp?name=bombe&config=eyJ"));
}

#[test]
fn snippets_are_whole_files() {
    let claude = client("claude").snippet(Via::Uvx, Path::new("/r"));
    let value: serde_json::Value = serde_json::from_str(&claude).unwrap();
    assert_eq!(value["mcpServers"]["bombe"]["command"], "uvx");
    assert_eq!(
        value["mcpServers"]["bombe"]["args"],
        serde_json::json!(["bombe", "serve", "."])
    );
    let windsurf = client("windsurf").snippet(Via::Path, Path::new("/some/where"));
    let value: serde_json::Value = serde_json::from_str(&windsurf).unwrap();
    assert_eq!(
        value["mcpServers"]["bombe"]["args"],
        serde_json::json!(["serve", "/some/where"])
    );
    assert_eq!(
        client("codex").snippet(Via::Path, Path::new("/r")),
        "[mcp_servers.bombe]\ncommand = \"bombe\"\nargs = [\"serve\", \".\"]\n"
    );
}
