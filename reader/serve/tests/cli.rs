//! Wrong usage of the two programs. As an integration test it also makes `cargo test --workspace` build them, which the
//! end-to-end tests in `tests/it` need.

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
