//! Hostile repositories: a build ends, counts what it skips, and never crashes.

use std::fs;

use bombe_languages::REGISTRY;
use bombe_languages::config::LanguageConfig;

use crate::support::{bombe_build, folder};

/// Returns one file ending of every language.
fn endings() -> Vec<String> {
    REGISTRY
        .iter()
        .filter_map(|support| LanguageConfig::parse(support.config()).ok())
        .flat_map(|config| {
            config
                .each()
                .filter_map(|(_, endings, ..)| endings.first().cloned())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Builds and verifies a snapshot. Returns the output of `info --json`.
fn info_of(root: &std::path::Path) -> serde_json::Value {
    // A file that this user may not read makes the snapshot partial.
    let run = bombe_build(root, &["-q"]);
    assert!(matches!(run.code, Some(0 | 1)), "{run:?}");
    bombe_build(root, &["verify"]).code(0);
    serde_json::from_str(&bombe_build(root, &["info", "--json"]).code(0).out).unwrap()
}

/// Returns the paths skipped for a reason.
fn skipped<'a>(info: &'a serde_json::Value, reason: &str) -> Vec<&'a str> {
    info["skipped"][reason]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|row| row["path"].as_str())
        .collect()
}

/// Repeats `text`, with line breaks in between. A file of one endless line would be skipped as minified.
fn repeated(text: &str, count: usize) -> String {
    let line = format!("{}\n", text.repeat(50));
    line.repeat(count / 50)
}

#[test]
fn a_hundred_thousand_brackets_in_every_language() {
    let root = folder(&[]);
    let brackets = [("(", ")"), ("[", "]"), ("{", "}")];
    let mixed = [
        ("f(", ")"),
        ("a.b(", ")"),
        ("<", ">"),
        ("!", ""),
        ("if (a) {", "}"),
        ("x = [", "]"),
    ];
    let pairs = brackets
        .into_iter()
        .map(|pair| (pair, 100_000))
        .chain(mixed.into_iter().map(|pair| (pair, 10_000)));
    for (index, ((open, close), count)) in pairs.enumerate() {
        let text = format!("{}1\n{}", repeated(open, count), repeated(close, count));
        for ending in endings() {
            fs::write(root.path().join(format!("f{index}.{ending}")), &text).unwrap();
        }
    }
    let info = info_of(root.path());
    assert_eq!(skipped(&info, "failed"), Vec::<&str>::new());
    assert_eq!(skipped(&info, "minified"), Vec::<&str>::new());
}

#[test]
fn deep_chains_and_deep_types() {
    let texts = [
        format!("x = a\n{}", repeated(".b()", 50_000)),
        format!(
            "let x: {}u8{} = y;\n",
            repeated("Vec<", 20_000),
            repeated(">", 20_000)
        ),
        format!("x = (1\n{})\n", "+ 1\n".repeat(50_000)),
        format!("a {{ {} }}\n", repeated("else if (a) { } ", 20_000)),
    ];
    let root = folder(&[]);
    for ending in endings() {
        for (index, text) in texts.iter().enumerate() {
            fs::write(root.path().join(format!("f{index}.{ending}")), text).unwrap();
        }
    }
    let info = info_of(root.path());
    assert_eq!(skipped(&info, "failed"), Vec::<&str>::new());
}

#[test]
fn one_line_of_fifty_megabytes() {
    let line = b"x=1;".repeat(50 << 18);
    let root = folder(&[("a.js", &line), ("b.py", &line), ("small.py", b"x = 1\n")]);
    let info = info_of(root.path());
    assert_eq!(skipped(&info, "too_large"), ["a.js", "b.py"]);
    fs::write(
        root.path().join("bombe.toml"),
        "[discover]\nmax_file_bytes = 100_000_000\n",
    )
    .unwrap();
    assert_eq!(skipped(&info_of(root.path()), "minified"), ["a.js", "b.py"]);
}

#[test]
fn random_bytes_named_as_sources() {
    // A small generator with a fixed seed: the same bytes in every run.
    let mut state = 0x9e37_79b9_u32;
    let mut random = |len: usize, any: bool| -> Vec<u8> {
        (0..len)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let byte = (state >> 24) as u8;
                // Any other byte would have the file skipped as binary, so printable ones reach the parser.
                if any { byte } else { byte % 95 + 32 }
            })
            .collect()
    };
    let root = folder(&[]);
    for ending in endings() {
        fs::write(
            root.path().join(format!("any.{ending}")),
            random(5_000, true),
        )
        .unwrap();
        fs::write(
            root.path().join(format!("ascii.{ending}")),
            random(3_000, false),
        )
        .unwrap();
        fs::write(
            root.path().join(format!("latin.{ending}")),
            b"name = '\xe4\xf6\xfc'\n",
        )
        .unwrap();
    }
    let info = info_of(root.path());
    let count = endings().len();
    assert_eq!(
        skipped(&info, "binary").len() + skipped(&info, "not_utf8").len(),
        2 * count
    );
    assert_eq!(skipped(&info, "failed"), Vec::<&str>::new());
}

#[test]
fn empty_files_bom_and_carriage_returns() {
    let root = folder(&[]);
    for ending in endings() {
        fs::write(root.path().join(format!("empty.{ending}")), b"").unwrap();
        fs::write(
            root.path().join(format!("bom.{ending}")),
            "\u{feff}".as_bytes(),
        )
        .unwrap();
        fs::write(
            root.path().join(format!("newlines.{ending}")),
            b"\r\n\r\n\r\n",
        )
        .unwrap();
        fs::write(root.path().join(format!("cr.{ending}")), b"\r\r\r").unwrap();
    }
    fs::write(root.path().join("crlf.py"), "\u{feff}class A:\r\n    def f(self):\r\n        return g()\r\n\r\n\r\ndef g():\r\n    pass\r\n").unwrap();
    let info = info_of(root.path());
    assert_eq!(info["skipped"], serde_json::json!({}));
    let defs = bombe_build(root.path(), &["export", "--what", "defs"])
        .code(0)
        .out;
    let lines: Vec<_> = defs
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|row| row["file"] == "crlf.py")
        .map(|row| {
            (
                row["name"].as_str().unwrap().to_owned(),
                row["start_line"].as_u64().unwrap(),
                row["end_line"].as_u64().unwrap(),
            )
        })
        .collect();
    let expected = [("A", 1, 3), ("f", 2, 3), ("g", 6, 7)]
        .map(|(name, start, end)| (name.to_owned(), start, end));
    assert_eq!(lines, expected);
}

#[test]
fn every_file_cut_off_at_every_line() {
    // Editors save half-written files. Their first half is still indexed.
    let root = folder(&[]);
    let mut count = 0;
    for path in crate::support::files("fixtures", &[""]) {
        let full = crate::support::workspace().join(&path);
        let (Ok(text), Some(ending)) = (fs::read_to_string(&full), path.extension()) else {
            continue;
        };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for end in (1..lines.len()).step_by(7) {
            let cut: String = lines[..end].concat();
            // Also cut in the middle of the last line.
            let middle = cut
                .char_indices()
                .map(|(at, _)| at)
                .nth(cut.chars().count().saturating_sub(4))
                .unwrap_or(0);
            fs::write(
                root.path()
                    .join(format!("{count}.{}", ending.to_string_lossy())),
                &cut[..middle],
            )
            .unwrap();
            count += 1;
        }
    }
    let info = info_of(root.path());
    assert_eq!(skipped(&info, "failed"), Vec::<&str>::new());
}

#[cfg(unix)]
#[test]
fn unusual_names_links_pipes_and_unreadable_files() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    let root = folder(&[
        ("with space.py", b"def a(): pass\n"),
        ("with\nnewline.py", b"def b(): pass\n"),
        ("quote\"d.py", b"def c(): pass\n"),
        ("\u{fc}mlaut.py", b"def d(): pass\n"),
        ("-dash.py", b"def e(): pass\n"),
        ("closed.py", b"def f(): pass\n"),
        ("sub/g.py", b"def g(): pass\n"),
    ]);
    fs::write(
        root.path()
            .join(std::ffi::OsStr::from_bytes(b"not\xffutf8.py")),
        b"def h(): pass\n",
    )
    .unwrap();
    fs::set_permissions(
        root.path().join("closed.py"),
        fs::Permissions::from_mode(0o000),
    )
    .unwrap();
    symlink("..", root.path().join("sub/up")).unwrap();
    symlink("loop", root.path().join("loop")).unwrap();
    symlink("/", root.path().join("system")).unwrap();
    assert!(
        std::process::Command::new("mkfifo")
            .arg(root.path().join("pipe.py"))
            .status()
            .unwrap()
            .success()
    );
    let info = info_of(root.path());
    let unreadable = skipped(&info, "unreadable");
    assert!(
        unreadable.contains(&"pipe.py") && unreadable.contains(&"not\u{fffd}utf8.py"),
        "{unreadable:?}"
    );
    assert_eq!(
        skipped(&info, "symlink_outside"),
        ["loop", "sub/up", "system"]
    );
    let defs = bombe_build(root.path(), &["export", "--what", "defs"])
        .code(0)
        .out;
    let names: Vec<String> = defs
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["file"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    for expected in [
        "with space.py",
        "with\nnewline.py",
        "quote\"d.py",
        "\u{fc}mlaut.py",
        "-dash.py",
        "sub/g.py",
    ] {
        assert!(
            names.iter().any(|name| name == expected),
            "{expected:?} in {names:?}"
        );
    }
}
