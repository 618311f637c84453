//! What sets Bombe up and says how it is: `bombe` alone, `doctor`, `config show`, `serve config`, `clean`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Run, folder, program, workspace};

const FILES: &[(&str, &[u8])] = &[("a.py", b"def f(): pass\n"), ("home/", b"")];

/// Runs `bombe` in a folder, with a home of its own and the built programs first on the PATH.
fn bombe(root: &Path, line: &str) -> Run {
    bombe_with(root, line, &[])
}

fn bombe_with(root: &Path, line: &str, variables: &[(&str, &str)]) -> Run {
    let program = program("bombe");
    let path = std::env::var_os("PATH").unwrap();
    let programs = program.parent().unwrap().to_owned();
    let path = std::iter::once(programs).chain(std::env::split_paths(&path));
    let output = Command::new(&program)
        .args(line.split_whitespace())
        .current_dir(root)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("HOME", root.join("home"))
        .env_remove("CI")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .envs(variables.iter().copied())
        .output()
        .expect("the program starts");
    Run::from(output)
}

fn git(root: &Path, arguments: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b"])
        .args(arguments)
        .current_dir(root)
        .status();
    assert!(done.unwrap().success());
}

/// Fails unless a text has each of these.
#[track_caller]
fn has(text: &str, expected: &[&str]) {
    for expected in expected {
        assert!(text.contains(expected), "{expected} in:\n{text}");
    }
}

#[test]
fn bombe_alone_says_where_a_repository_stands_and_what_to_do_next() {
    let root = folder(FILES);
    let root = root.path();
    has(
        &bombe(root, "").code(1).out,
        &["no repository here", "bombe build"],
    );
    git(root, &["init", "-q"]);
    has(
        &bombe(root, "").code(1).out,
        &["indexed   no\n", "bombe build ", "hooked    no\n"],
    );
    bombe(root, "build -q").code(0);
    bombe(root, "hook install").code(0);
    bombe(root, "serve config claude --write").code(0);
    has(
        &bombe(root, "").code(0).out,
        &[
            "indexed   1 files, 2 symbols",
            "fresh     yes",
            "hooked    yes",
            "served    to Claude Code",
        ],
    );
    fs::write(root.join("a.py"), "def g(): pass\n").unwrap();
    let run = bombe(root, "").code(0);
    has(&run.out, &["fresh     no: a.py", "bombe update "]);
    assert_eq!(run.err, "");
    fs::write(root.join(".bombe/snapshot.bmb"), "x").unwrap();
    has(
        &bombe(root, "").code(1).out,
        &["indexed   no: ", "bombe build "],
    );
}

#[test]
fn doctor_says_what_is_wrong_and_what_to_do() {
    let root = folder(FILES);
    let root = root.path();
    git(root, &["init", "-q"]);
    has(
        &bombe(root, "doctor").code(1).out,
        &["WRONG  snapshot", "-> run `bombe build`"],
    );
    bombe(root, "build -q").code(0);
    let fine = bombe(root, "doctor").code(0).out;
    has(
        &fine,
        &[
            "ok     program",
            "ok     PATH      bombe is ",
            "ok     git",
            "ok     settings",
            "ok     snapshot  sound",
            "ok     fresh",
            "note   hooks",
            "note   agent",
            "disk",
        ],
    );
    let nowhere = [("PATH", "/nowhere")];
    has(
        &bombe_with(root, "doctor", &nowhere).code(1).out,
        &["WRONG  PATH", "-> add "],
    );
    fs::write(root.join("bombe.toml"), "[discover]\nexcluded = []\n").unwrap();
    has(
        &bombe(root, "doctor").code(1).out,
        &["WRONG  settings", "excluded"],
    );
    fs::remove_file(root.join("bombe.toml")).unwrap();
    fs::write(root.join(".mcp.json"), "{").unwrap();
    has(
        &bombe(root, "doctor").code(0).out,
        &["note   agent", ".mcp.json"],
    );
    let path = root.join(".bombe/snapshot.bmb");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    has(&bombe(root, "doctor").code(1).out, &["WRONG  snapshot"]);
}

#[test]
fn config_show_has_every_setting_and_where_it_comes_from() {
    let root = folder(&[
        ("bombe.toml", b"name = \"x\"\n[history]\ndepth = 7\n"),
        ("home/", b""),
    ]);
    let root = root.path();
    let show = |line: &str, variables: &[(&str, &str)]| -> serde_json::Value {
        let run = bombe_with(root, &format!("config show --json {line}"), variables);
        serde_json::from_str(&run.code(0).out).unwrap()
    };
    let shown = show("", &[]);
    let text = fs::read_to_string(workspace().join("ARCHITECTURE.md")).unwrap();
    let block = text.split("## Settings").nth(1).unwrap();
    let block = block.split("```toml\n").nth(1).unwrap();
    let block = block.split("```").next().unwrap();
    let mut table = String::new();
    let mut documented = BTreeSet::new();
    for line in block.lines() {
        if let Some(name) = line.strip_prefix('[') {
            table = format!("{}.", name.trim_end_matches(']'));
        } else if let Some((key, _)) = line.split_once(" = ") {
            documented.insert(format!("{table}{key}"));
        }
    }
    let of_program = ["threads", "color", "progress"].map(str::to_owned);
    documented.extend(of_program);
    let keys: BTreeSet<String> = shown.as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, documented);
    for (key, value, from) in [
        ("name", serde_json::json!("x"), "bombe.toml"),
        ("history.depth", 7.into(), "bombe.toml"),
        ("history.enabled", true.into(), "default"),
        ("color", "auto".into(), "default"),
    ] {
        assert_eq!(shown[key]["value"], value, "{key}");
        assert_eq!(shown[key]["from"], from, "{key}");
    }
    let shown = show("--no-history --color always -j 3", &[("NO_COLOR", "1")]);
    for (key, value) in [
        ("history.enabled", serde_json::json!(false)),
        ("color", "always".into()),
        ("threads", 3.into()),
    ] {
        assert_eq!(shown[key]["value"], value, "{key}");
        assert_eq!(shown[key]["from"], "flag", "{key}");
    }
    let shown = show("", &[("NO_COLOR", "1"), ("CI", "1")]);
    assert_eq!(shown["color"]["from"], "environment (NO_COLOR)");
    assert_eq!(shown["progress"]["from"], "environment (CI)");
    fs::write(root.join("bombe.toml"), "[history]\ndeep = 7\n").unwrap();
    let run = bombe(root, "config show").code(2);
    assert_eq!(run.err.matches("deep = 7").count(), 1, "{}", run.err);
}

#[test]
fn an_entry_gets_into_the_settings_of_a_client_and_out_again() {
    let root = folder(FILES);
    let root = root.path();
    let settings = root.join(".vscode/mcp.json");
    let before = "{\n  // mine\n  \"servers\": {\n    \"other\": {\"command\": \"x\"}\n  }\n}\n";
    fs::create_dir(root.join(".vscode")).unwrap();
    fs::write(&settings, before).unwrap();
    let run = bombe(root, "serve config vscode --write --dry-run").code(0);
    has(&run.out, &["+", "\"bombe\": {"]);
    assert_eq!(fs::read_to_string(&settings).unwrap(), before);
    let run = bombe(root, "serve config vscode --write").code(0);
    has(&run.out, &["+    \"bombe\": {", "written"]);
    let with = fs::read_to_string(&settings).unwrap();
    has(&with, &["// mine", "\"other\": {\"command\": \"x\"}"]);
    let run = bombe(root, "serve config vscode --write").code(0);
    has(&run.out, &["is there already"]);
    // Another way to start it is somebody's choice.
    let run = bombe(root, "serve config vscode --write --via npx").code(2);
    has(&run.err, &["another entry", "--remove"]);
    assert_eq!(fs::read_to_string(&settings).unwrap(), with);
    bombe(root, "serve config vscode --remove").code(0);
    assert_eq!(fs::read_to_string(&settings).unwrap(), before);
    // What holds nothing else goes.
    bombe(root, "serve config codex --write").code(0);
    assert!(root.join(".codex/config.toml").is_file());
    bombe(root, "serve config codex --remove").code(0);
    assert!(!root.join(".codex/config.toml").exists());
    bombe(root, "serve config windsurf --write").code(0);
    let text = fs::read_to_string(root.join("home/.codeium/windsurf/mcp_config.json"));
    has(&text.unwrap(), &["\"serve\", \"/"]);
    fs::write(root.join(".mcp.json"), "{\"mcpServers\": ").unwrap();
    let run = bombe(root, "serve config claude --write").code(2);
    has(&run.err, &[".mcp.json", "stays as it is"]);
    let run = bombe(root, "serve config emacs").code(2);
    has(&run.err, &["possible values", "claude"]);
}

#[test]
fn clean_removes_what_bombe_has_written() {
    let root = folder(FILES);
    let root = root.path();
    bombe(root, "clean").code(1);
    bombe(root, "build -q").code(0);
    fs::write(root.join("a.py"), "def g(): pass\n").unwrap();
    bombe(root, "update -q").code(0);
    has(&bombe(root, "clean -n").code(0).out, &["would be removed"]);
    assert!(root.join(".bombe/snapshot.bmb").is_file());
    has(&bombe(root, "clean").code(0).out, &["removed"]);
    let mut left: Vec<_> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["a.py", "home"]);
    git(root, &["init", "-q"]);
    bombe(root, "build -q").code(0);
    fs::remove_file(root.join(".bombe/.gitignore")).unwrap();
    git(root, &["add", "-f", ".bombe/snapshot.bmb"]);
    has(&bombe(root, "clean").code(2).err, &["git tracks"]);
    assert!(root.join(".bombe/snapshot.bmb").is_file());
}

#[test]
#[cfg(unix)]
fn nothing_is_written_or_removed_through_links() {
    use std::os::unix::fs::symlink;

    let (root, other) = (
        folder(FILES),
        folder(&[("kept", b"kept"), ("d/kept", b"kept")]),
    );
    let (root, other) = (root.path(), other.path());
    symlink(other, root.join(".bombe")).unwrap();
    has(&bombe(root, "clean").code(2).err, &[".bombe"]);
    fs::remove_file(root.join(".bombe")).unwrap();
    symlink(other.join("d"), root.join(".cursor")).unwrap();
    has(
        &bombe(root, "serve config cursor --write").code(2).err,
        &[".cursor"],
    );
    symlink(other.join("kept"), root.join(".mcp.json")).unwrap();
    has(
        &bombe(root, "serve config claude --write").code(2).err,
        &[".mcp.json"],
    );
    // A snapshot folder that is a link to another one.
    bombe(root, "build -q").code(0);
    fs::remove_dir_all(root.join(".bombe/snapshot.bmb.d")).unwrap();
    symlink(other.join("d"), root.join(".bombe/snapshot.bmb.d")).unwrap();
    bombe(root, "clean").code(2);
    assert_eq!(fs::read(other.join("kept")).unwrap(), b"kept");
    assert_eq!(fs::read(other.join("d/kept")).unwrap(), b"kept");
    assert_eq!(fs::read_dir(other).unwrap().count(), 2);
    assert_eq!(fs::read_dir(other.join("d")).unwrap().count(), 1);
}
