//! Tests of wrong usage. That this package has an integration test also makes `cargo test --workspace` build the programs,
//! which the end-to-end tests in `tests/it` run.

use std::process::Command;

const PROGRAMS: [&str; 2] = [
    env!("CARGO_BIN_EXE_bombe"),
    env!("CARGO_BIN_EXE_bombe-serve"),
];

#[test]
fn an_unknown_argument_exits_with_2_and_nothing_on_stdout() {
    for program in PROGRAMS {
        let output = Command::new(program)
            .arg("--no-such-argument")
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{program}");
        assert!(output.stdout.is_empty(), "{program}");
        assert!(!output.stderr.is_empty(), "{program}");
    }
}

#[test]
fn an_unknown_value_exits_with_2_and_lists_the_known_ones() {
    let [bombe, bombe_serve] = PROGRAMS;
    for (program, arguments, known) in [
        (
            bombe,
            &["search", "x", "--kind", "klass"][..],
            "enum_member",
        ),
        (bombe, &["search", "x", "--language", "klingon"], "python"),
        (bombe, &["search", "x", "--visibility", "open"], "protected"),
        (bombe, &["search", "x", "--tests", "maybe"], "exclude"),
        (bombe, &["search", "x", "--mode", "magic"], "keywords"),
        (bombe, &["refs", "x", "--direction", "up"], "callees"),
        (bombe, &["blast", "x", "--change", "colour"], "signature"),
        (bombe, &["repos", "--color", "green"], "never"),
        (bombe_serve, &["--tools", "most"], "core"),
    ] {
        let output = Command::new(program)
            .args(arguments)
            .output()
            .expect("the program starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(
            message.contains("possible values"),
            "{arguments:?}: {message}"
        );
        assert!(message.contains(known), "{arguments:?}: {message}");
    }
}
