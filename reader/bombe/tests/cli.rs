//! The command line of `bombe`. That this package has an integration test also makes `cargo test --workspace` build the
//! program, which the end-to-end tests in `tests/it` run.

use std::process::{Command, Output};

fn bombe(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bombe"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

#[test]
fn an_unknown_argument_exits_with_2_and_nothing_on_stdout() {
    let output = bombe(&["--no-such-argument"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(!output.stderr.is_empty());
}

#[test]
fn an_unknown_value_exits_with_2_and_lists_the_known_ones() {
    for (arguments, known) in [
        (&["search", "x", "--kind", "klass"][..], "enum_member"),
        (&["search", "x", "--language", "klingon"], "python"),
        (&["search", "x", "--visibility", "open"], "protected"),
        (&["search", "x", "--tests", "maybe"], "exclude"),
        (&["search", "x", "--mode", "magic"], "keywords"),
        (&["refs", "x", "--direction", "up"], "callees"),
        (&["blast", "x", "--change", "colour"], "signature"),
        (&["repos", "--color", "green"], "never"),
        (&["serve", "--tools", "most"], "core"),
        (&["export", "--what", "all"], "inherits"),
    ] {
        let output = bombe(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(
            message.contains("possible values"),
            "{arguments:?}: {message}"
        );
        assert!(message.contains(known), "{arguments:?}: {message}");
    }
}

#[test]
fn a_wrong_name_of_a_command_says_what_was_probably_meant() {
    for (arguments, expected) in [
        (&["updaet"][..], "'update'"),
        (&["serach", "x"], "'search'"),
        (&["src"], "bombe build src"),
        (&["--json", "build"], "those of questions"),
        (&["--json"], "need a question"),
    ] {
        let output = bombe(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_lists_the_commands_of_every_part() {
    let output = bombe(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    let help = String::from_utf8_lossy(&output.stdout);
    for expected in [
        "Code intelligence",
        "  build         Indexes a repository",
        "  search        Finds symbols",
        "  serve         Answers an AI coding agent",
    ] {
        assert!(help.contains(expected), "{expected} in {help}");
    }
    for command in ["build", "search", "serve", "hook"] {
        let output = bombe(&["help", command]);
        let help = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{command}");
        assert!(help.contains(&format!("Usage: bombe {command}")), "{help}");
    }
}

#[test]
fn the_former_names_start_the_same_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    for (name, program) in [
        ("bombe-build", env!("CARGO_BIN_EXE_bombe-former-name")),
        ("bombe-serve", env!("CARGO_BIN_EXE_bombe-former-name")),
    ] {
        std::fs::copy(program, place(name)).expect("a copy");
    }
    let run = |name: &str, arguments: &[&str]| {
        let output = Command::new(place(name)).args(arguments).output();
        let output = output.expect("the program starts");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        (output.status.code(), text)
    };
    // Without the program beside it, a former name says what it needs.
    let (code, text) = run("bombe-build", &["--version"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("install both again"), "{text}");
    std::fs::copy(env!("CARGO_BIN_EXE_bombe"), place("bombe")).expect("a copy");
    for (name, arguments, code, expected) in [
        ("bombe-build", &["--version"][..], 0, "bombe-build "),
        ("bombe-build", &["--help"], 0, "Usage: bombe-build"),
        (
            "bombe-build",
            &["info", "no.bmb"],
            2,
            "bombe-build: there is no file no.bmb",
        ),
        ("bombe-serve", &["--version"], 0, "bombe-serve "),
        ("bombe-serve", &["--tools", "most"], 2, "core"),
    ] {
        let (found, text) = run(name, arguments);
        assert_eq!(found, Some(code), "{name} {arguments:?}: {text}");
        assert!(text.contains(expected), "{name} {arguments:?}: {text}");
    }
}
