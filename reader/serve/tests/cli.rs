//! Tests of wrong usage. That this package has an integration test also makes `cargo test --workspace` build the program,
//! which the end-to-end tests in `tests/it` run.

use std::process::Command;

#[test]
fn wrong_usage_exits_with_2_and_nothing_on_stdout() {
    for (arguments, expected) in [
        (&["--no-such-argument"][..], "--no-such-argument"),
        (&["--tools", "most"], "core"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_bombe-serve"))
            .args(arguments)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}
