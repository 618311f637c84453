//! The README: its commands exist, and its examples are what the programs answer.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Run, folder, program, same_as_file, workspace};

const README: &str = "README.md";

/// The repository that the examples are about.
const EXAMPLE: &str = "fixtures/polyglot/shop";

fn readme() -> String {
    fs::read_to_string(workspace().join(README)).unwrap()
}

/// Splits a line into words as a shell does, with quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in line.chars() {
        match quote {
            Some(open) if character == open => quote = None,
            None if matches!(character, '\'' | '"') => quote = Some(character),
            None if character == ' ' => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn bombe(folder: &Path, arguments: &[String]) -> Run {
    let output = Command::new(program("bombe"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .output()
        .expect("the program starts");
    Run::from(output)
}

/// Returns a copy of the example's repository.
fn example() -> tempfile::TempDir {
    let root = workspace().join(EXAMPLE);
    let files: Vec<(String, Vec<u8>)> = crate::support::files(EXAMPLE, &[""])
        .into_iter()
        .map(|path| {
            let bytes = fs::read(workspace().join(&path)).unwrap();
            let inside = workspace().join(path);
            let inside = inside.strip_prefix(&root).unwrap();
            (inside.to_str().unwrap().to_owned(), bytes)
        })
        .collect();
    let files: Vec<_> = files
        .iter()
        .map(|(path, bytes)| (&**path, &**bytes))
        .collect();
    folder(&files)
}

#[test]
fn its_examples_are_what_the_program_answers() {
    let text = readme();
    let root = example();
    bombe(root.path(), &words("build -q")).code(0);
    let (before, rest) = text.split_once("````text\n").expect("a block of examples");
    let (examples, after) = rest.split_once("````\n").expect("its end");
    let commands = examples.lines().filter_map(|line| line.strip_prefix("$ "));
    let answers: Vec<String> = commands
        .map(|line| {
            let words = words(line);
            assert_eq!(words[0], "bombe", "{line}");
            let run = bombe(root.path(), &words[1..]).code(0);
            assert_eq!(run.err, "", "{line}");
            format!("$ {line}\n{}", run.out)
        })
        .collect();
    assert!(answers.len() > 5, "{answers:?}");
    let expected = format!("{before}````text\n{}````\n{after}", answers.join("\n"));
    same_as_file(Path::new(README), &expected);
}

#[test]
fn its_commands_and_options_are_known() {
    let mut checked = 0;
    for document in [README, "docs/fresh.md", "docs/control.md"] {
        let text = fs::read_to_string(workspace().join(document)).unwrap();
        for line in text.lines() {
            let line = line.split(" #").next().unwrap_or(line).trim();
            let words = words(line);
            let is_program = words.first().is_some_and(|it| it.starts_with("bombe"));
            if !is_program || line.contains('`') || line.contains('|') {
                continue;
            }
            // What stands before it is read first, so wrong names are told.
            let mut arguments = words[1..].to_vec();
            arguments.push("--help".to_owned());
            let output = Command::new(program(&words[0])).args(arguments).output();
            let run = Run::from(output.unwrap());
            assert_eq!(run.code, Some(0), "{document}: {line}: {}", run.err);
            checked += 1;
        }
    }
    assert!(checked > 15, "{checked}");
}

#[test]
fn its_settings_of_clients_are_those_that_the_program_writes() {
    let text = readme();
    let block = |form: &str| -> Vec<String> {
        let fence = format!("```{form}\n");
        let blocks = text.split(&*fence).skip(1);
        let blocks = blocks.map(|rest| rest.split("```").next().unwrap().to_owned());
        blocks.collect()
    };
    let known: Vec<serde_json::Value> = block("json")
        .iter()
        .map(|text| serde_json::from_str(text).expect("JSON"))
        .collect();
    let home = tempfile::tempdir().unwrap();
    for client in ["claude", "cursor", "vscode", "gemini", "zed"] {
        let run = bombe(home.path(), &words(&format!("serve config {client}"))).code(0);
        let written: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert!(known.contains(&written), "{client}: {written}");
    }
    for via in ["uvx", "npx"] {
        let run = bombe(
            home.path(),
            &words(&format!("serve config claude --via {via}")),
        )
        .code(0);
        let written: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert!(known.contains(&written), "{via}: {written}");
    }
    let codex = bombe(home.path(), &words("serve config codex")).code(0).out;
    assert!(block("toml").contains(&codex), "{codex}");
}
