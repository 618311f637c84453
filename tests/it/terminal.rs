//! Answers for a person: colours, forms, and what stays as it is without a terminal.

use std::path::Path;
use std::process::Command;

use crate::support::{Run, bombe_build, folder, program};

const PYTHON: &[u8] = b"class Login:\n    \"\"\"Doc.\"\"\"\n    def login(self, x=1):\n        return check(x)  # why\n\ndef check(x):\n    return x\n";

fn ask(at: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = Command::new(program("bombe"));
    for name in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "FORCE_HYPERLINK",
        "TERM",
    ] {
        command.env_remove(name);
    }
    let output = command
        .args(arguments)
        .current_dir(at)
        .envs(variables.iter().copied())
        .output();
    Run::from(output.unwrap())
}

fn built() -> tempfile::TempDir {
    let root = folder(&[
        ("src/a.py", PYTHON),
        ("b.py", b"from src.a import check\ncheck(2)\n"),
    ]);
    bombe_build(root.path(), &["-q"]).code(0);
    root
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let root = built();
    let is_coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let arguments = [&["search", "login"], arguments].concat();
        let run = ask(root.path(), &arguments, variables).code(0);
        run.out.contains('\u{1b}')
    };
    let always = &["--color", "always"][..];
    for (arguments, variables, expected) in [
        (&[][..], &[][..], false),
        (&["--color", "auto"], &[("TERM", "xterm-256color")], false),
        (&[], &[("CLICOLOR_FORCE", "1")], true),
        (&[], &[("CLICOLOR", "1")], false),
        (&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        (always, &[], true),
        (always, &[("NO_COLOR", "1")], true),
        (&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false),
        (&["--json"], &[("CLICOLOR_FORCE", "1")], false),
        (&["--format", "tsv"], &[("CLICOLOR_FORCE", "1")], false),
        (&[], &[("FORCE_HYPERLINK", "1")], false),
    ] {
        assert_eq!(
            is_coloured(arguments, variables),
            expected,
            "{arguments:?} {variables:?}"
        );
    }
}

#[test]
fn without_a_terminal_nothing_is_laid_out() {
    let root = built();
    let run = ask(root.path(), &["grep", "check"], &[("COLUMNS", "20")]).code(0);
    assert_eq!(
        run.out,
        "4 lines in 2 files\nb.py\n  1 from src.a import check\n  2 check(2)\nsrc/a.py\n  4 [Login.login] return check(x)  # why\n  6 [check] def check(x):\n"
    );
}

#[test]
fn grep_knows_the_short_options_of_ripgrep() {
    let root = built();
    for (arguments, expected) in [
        (&["-w", "log"][..], "No line"),
        (&["log"], "3 [Login.login]"),
        (&["-iw", "CHECK"], "4 lines in 2 files\n"),
        (&["-w", "CHECK"], "No line"),
        (&["-w", "-e", "che|imp.rt"], "1 line in 1 file\n"),
        (&["-w", "(x)"], "No line"),
        (&["-w", "x=1)"], "3 [Login.login]"),
    ] {
        let run = ask(root.path(), &[&["grep"], arguments].concat(), &[]);
        assert!(run.out.contains(expected), "{arguments:?}: {}", run.out);
    }
}

#[test]
fn a_layout_has_whole_paths_and_columns() {
    let root = built();
    let run = ask(root.path(), &["grep", "check", "--color", "always"], &[]).code(0);
    let sequence = regex::Regex::new("\x1b\\[[0-9;]*m").unwrap();
    let plain = sequence.replace_all(&run.out, "");
    assert_eq!(
        plain,
        "4 lines in 2 files\n\nb.py\n  1  from src.a import check\n  2  check(2)\n\nsrc/a.py\n  4  [Login.login] return check(x)  # why\n  6  [check] def check(x):\n"
    );
    let marked = "\u{1b}[1m\u{1b}[31mcheck\u{1b}[0m";
    assert_eq!(run.out.matches(marked).count(), 4, "{}", run.out);
}

#[test]
fn a_table_and_values_between_tabs_have_the_same_rows() {
    let root = built();
    let tsv = ask(root.path(), &["search", "login", "--format", "tsv"], &[])
        .code(0)
        .out;
    let rows: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(
        rows[0],
        ["kind", "id", "start_line", "end_line", "signature"]
    );
    assert!(
        rows.iter().any(|row| row[1] == "src/a.py::Login.login"),
        "{tsv}"
    );
    let table = ask(root.path(), &["search", "login", "--format", "table"], &[])
        .code(0)
        .out;
    assert_eq!(table.lines().count(), rows.len());
    for (line, row) in table.lines().zip(&rows) {
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(line), words(&row.join(" ")));
    }
    for command in [
        &["grep", "check"][..],
        &["refs", "check"],
        &["blast", "check"],
        &["traverse", "Login.login"],
        &["outline", "a.py"],
        &["imports", "src/a.py"],
        &["signature", "check"],
        &["tree"],
        &["repos"],
    ] {
        let arguments = [command, &["--format", "tsv"]].concat();
        let run = ask(root.path(), &arguments, &[]).code(0);
        let mut rows = run.out.lines().map(|line| line.split('\t').count());
        let columns = rows.next().unwrap();
        let mut count = 0;
        for found in rows {
            assert_eq!(found, columns, "{command:?}: {}", run.out);
            count += 1;
        }
        assert!(count > 0, "{command:?}: {}", run.out);
        // A column that no row fills names no field of the answer.
        let cells: Vec<Vec<&str>> = run.out.lines().map(|it| it.split('\t').collect()).collect();
        for column in 0..columns {
            let name = cells[0][column];
            let is_filled = cells[1..].iter().any(|row| !row[column].is_empty());
            assert!(
                is_filled || matches!(name, "symbol" | "commit" | "names"),
                "{command:?}: {name}"
            );
        }
    }
    let wrong = ask(root.path(), &["info", "check", "--format", "table"], &[]).code(2);
    assert!(wrong.err.contains("--format json"), "{}", wrong.err);
    let both = ask(root.path(), &["repos", "--json", "--format", "tsv"], &[]);
    assert_eq!(both.code, Some(2));
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let root = folder(&[]);
    let help = ask(root.path(), &["--help"], &[]).code(0).out;
    let commands: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with(|it: char| it.is_ascii_lowercase()))
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(
        commands.contains(&"search") && commands.contains(&"build"),
        "{help}"
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ask(root.path(), &["completions", shell], &[]).code(0).out;
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
        assert!(script.contains("min-confidence"), "{shell}");
    }
    ask(root.path(), &["man", "pages/man1"], &[]).code(0);
    for command in &commands {
        let page = root.path().join(format!("pages/man1/bombe-{command}.1"));
        let text =
            std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{page:?}: {error}"));
        assert!(text.contains(".SH NAME"), "{command}");
    }
    let bash = Command::new("bash")
        .args(["-n", "-c"])
        .arg(ask(root.path(), &["completions", "bash"], &[]).out)
        .status();
    // Where there is no bash, there is nothing to complete for.
    assert!(bash.map_or(true, |status| status.success()));
}
