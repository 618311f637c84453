//! The command line's contract: arguments, exit codes, what goes to stdout, which files appear.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{bombe_build, folder, program};

const PY: &[u8] = b"import os\n\n\nclass A:\n    def f(self):\n        return g()\n\n\ndef g():\n    return os.getcwd()\n\n\nA().f()\n";

fn repository() -> tempfile::TempDir {
    folder(&[
        ("a.py", PY),
        ("README.md", b"# Title\n"),
        ("data.bin", b"\0\0"),
    ])
}

/// Returns [`repository`] with a snapshot at its default path.
fn built() -> tempfile::TempDir {
    let root = repository();
    bombe_build(root.path(), &["--quiet"]).code(0);
    root
}

#[test]
fn a_build_writes_the_default_snapshot_and_one_line() {
    let root = repository();
    let run = bombe_build(root.path(), &[]).code(0);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    assert!(run.out.contains("2 files"), "{}", run.out);
    assert!(run.out.contains("1 unknown_language"), "{}", run.out);
    assert_eq!(run.err, "", "no progress is drawn without a terminal");
    assert!(root.path().join(".bombe/snapshot.bmb").is_file());
    assert_eq!(
        fs::read_to_string(root.path().join(".bombe/.gitignore")).unwrap(),
        "*\n"
    );
}

#[test]
fn a_second_build_writes_the_same_bytes_and_ignores_the_first_snapshot() {
    let root = repository();
    bombe_build(root.path(), &["-o", "one.bmb", "-q"]).code(0);
    let first = fs::read(root.path().join("one.bmb")).unwrap();
    bombe_build(root.path(), &["-o", "one.bmb", "-q"]).code(0);
    bombe_build(root.path(), &["-q"]).code(0);
    assert!(first == fs::read(root.path().join("one.bmb")).unwrap());
    assert!(first == fs::read(root.path().join(".bombe/snapshot.bmb")).unwrap());
    let left: Vec<_> = fs::read_dir(root.path())
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert!(
        !left
            .iter()
            .any(|name| name.to_string_lossy().contains("tmp")),
        "{left:?}"
    );
}

#[test]
fn bytes_depend_neither_on_threads_nor_on_the_folder() {
    let (one, other) = (repository(), repository());
    bombe_build(one.path(), &["-j", "1", "-q"]).code(0);
    bombe_build(other.path(), &["-j", "4", "-q"]).code(0);
    let read = |root: &Path| fs::read(root.join(".bombe/snapshot.bmb")).unwrap();
    assert!(read(one.path()) == read(other.path()));
}

#[test]
fn every_kind_of_export_is_lines_of_json_with_the_contract_s_fields() {
    let root = built();
    for (what, fields) in [
        (
            "calls",
            "callee_file callee_name callee_name_line caller_file caller_name_line confidence kind rule site_col site_file site_line",
        ),
        (
            "defs",
            "end_line file kind name name_line qualified start_line",
        ),
        ("inherits", ""),
        ("imports", ""),
        ("unresolved", ""),
    ] {
        let run = bombe_build(
            root.path(),
            &["export", "--format", "jsonl", "--what", what],
        )
        .code(0);
        for line in run.out.lines() {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let found: Vec<&str> = value
                .as_object()
                .unwrap()
                .keys()
                .map(String::as_str)
                .collect();
            assert_eq!(found.join(" "), fields, "{what}");
        }
        assert_eq!(run.out.is_empty(), fields.is_empty(), "{what}: {}", run.out);
    }
}

#[test]
fn a_deleted_function_is_no_definition_and_a_using_declaration_no_import() {
    let root = folder(&[
        (
            "lib.h",
            b"namespace lib {\nstruct Once {\n  Once() = default;\n  Once(const Once&) = delete;\n  void Go() {}\n};\n}\n",
        ),
        ("all.h", b"#include \"lib.h\"\n"),
        (
            "use.cpp",
            b"#include \"all.h\"\nusing lib::Once;\nusing namespace lib;\nvoid f() { Once once; once.Go(); once.Stop(); }\n",
        ),
    ]);
    bombe_build(root.path(), &["-q"]).code(0);
    let rows = |what: &str, fields: &[&str]| -> Vec<String> {
        let run = bombe_build(root.path(), &["export", "--what", what]).code(0);
        run.out
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|row| {
                let texts = fields.iter().map(|field| match &row[*field] {
                    serde_json::Value::String(text) => text.clone(),
                    other => other.to_string(),
                });
                texts.collect::<Vec<_>>().join(" ")
            })
            .collect()
    };
    let methods: Vec<_> = rows("defs", &["file", "name_line", "kind", "name"])
        .into_iter()
        .filter(|row| row.starts_with("lib.h") && !row.ends_with("lib"))
        .collect();
    assert_eq!(
        methods,
        [
            "lib.h 2 struct Once",
            "lib.h 3 constructor Once",
            "lib.h 5 method Go"
        ]
    );
    assert_eq!(
        rows("imports", &["from_file", "to_file"]),
        ["all.h lib.h", "use.cpp all.h"]
    );
    assert_eq!(
        rows("unresolved", &["site_file", "site_line", "name", "reason"]),
        ["use.cpp 4 Stop no_such_member"]
    );
}

#[test]
fn a_module_level_call_has_no_caller_line() {
    let root = built();
    let run = bombe_build(root.path(), &["export", "--what", "calls"]).code(0);
    let callers: Vec<_> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|row| {
            (
                row["site_line"].as_u64(),
                row["caller_name_line"].as_u64(),
                row["callee_name"].as_str().map(str::to_owned),
            )
        })
        .collect();
    assert!(
        callers.contains(&(Some(6), Some(5), Some("g".to_owned()))),
        "{callers:?}"
    );
    assert!(
        callers.contains(&(Some(13), None, Some("f".to_owned()))),
        "{callers:?}"
    );
}

#[test]
fn info_counts_indexed_and_skipped_files() {
    let root = built();
    let text = bombe_build(root.path(), &["info"]).code(0).out;
    for expected in [
        "python",
        "markdown",
        "definitions only",
        "unknown_language",
        "data.bin",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&bombe_build(root.path(), &["info", "--json"]).code(0).out).unwrap();
    assert_eq!(json["skipped"]["unknown_language"][0]["path"], "data.bin");
    assert_eq!(json["languages"][0]["language"], "python");
}

#[test]
fn verify_finds_the_snapshot_from_a_folder_below() {
    let root = built();
    fs::create_dir(root.path().join("sub")).unwrap();
    let run = bombe_build(&root.path().join("sub"), &["verify"]).code(0);
    assert!(run.out.contains("sound"), "{}", run.out);
}

#[test]
fn a_damaged_snapshot_exits_with_3_and_names_the_file() {
    let root = built();
    let path = root.path().join(".bombe/snapshot.bmb");
    let sound = fs::read(&path).unwrap();
    let mut torn = sound.clone();
    let last = torn.len() - 100;
    torn[last] ^= 1;
    for (bytes, code, message) in [
        (&torn[..], 3, "damaged"),
        (&sound[..sound.len() / 2], 3, "damaged"),
        (&b"not one"[..], 2, "not a Bombe snapshot"),
    ] {
        let file = root.path().join("bad.bmb");
        fs::write(&file, bytes).unwrap();
        let run = bombe_build(root.path(), &["verify", "bad.bmb"]).code(code);
        assert!(
            run.err.contains(message) && run.err.contains("bad.bmb"),
            "{}",
            run.err
        );
    }
}

#[test]
fn another_major_format_exits_with_5_and_names_a_remedy() {
    let root = built();
    let path = root.path().join(".bombe/snapshot.bmb");
    let mut bytes = fs::read(&path).unwrap();
    // The major version follows the magic.
    bytes[8] = 99;
    fs::write(root.path().join("new.bmb"), &bytes).unwrap();
    let run = bombe_build(root.path(), &["info", "new.bmb"]).code(5);
    assert!(
        run.err.contains("too new") && run.err.contains("install"),
        "{}",
        run.err
    );
}

#[test]
fn wrong_usage_exits_with_2_and_names_a_remedy() {
    let root = repository();
    for (arguments, expected) in [
        (&["nowhere"][..], "cannot read"),
        (&["a.py"], "root of the repository"),
        (&["--no-such-option"], "--no-such-option"),
        (&["updaet"], "'update'"),
        (&["export", "--what", "everything"], "possible values"),
        (&["info"], "bombe build"),
        (&["info", "none.bmb"], "bombe build"),
        (&["facts", "data.bin"], "--language"),
        (
            &["facts", "a.py", "--language", "klingon"],
            "possible values",
        ),
        (&["-o", "a.py/x.bmb"], "a.py"),
    ] {
        let run = bombe_build(root.path(), arguments).code(2);
        assert!(run.err.contains(expected), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "", "{arguments:?}");
    }
    fs::write(
        root.path().join("bombe.toml"),
        "[discover]\nexcluded = []\n",
    )
    .unwrap();
    let run = bombe_build(root.path(), &[]).code(2);
    assert!(
        run.err.contains("bombe.toml") && run.err.contains("excluded"),
        "{}",
        run.err
    );
}

#[test]
fn help_and_version_are_no_errors() {
    let root = repository();
    for arguments in [&["--help"][..], &["--version"], &["export", "--help"]] {
        let run = bombe_build(root.path(), arguments).code(0);
        assert!(!run.out.is_empty() && run.err.is_empty());
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let lines: String = (0..20_000)
        .map(|n| format!("def function_number_{n}(): pass\n"))
        .collect();
    let root = folder(&[("a.py", lines.as_bytes())]);
    bombe_build(root.path(), &["-q"]).code(0);
    let mut child = Command::new(program("bombe-build"))
        .args(["export", "--what", "defs"])
        .current_dir(root.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut byte = [0];
    child.stdout.take().unwrap().read_exact(&mut byte).unwrap();
    let mut output = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut output)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{output}");
    assert_eq!(output, "");
}

#[test]
fn facts_of_one_file_are_readable() {
    let root = repository();
    let text = bombe_build(root.path(), &["facts", "a.py"]).code(0).out;
    assert!(
        text.contains("method/callable f") && text.contains("call g"),
        "{text}"
    );
    let json = bombe_build(root.path(), &["facts", "a.py", "--json"])
        .code(0)
        .out;
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
}
