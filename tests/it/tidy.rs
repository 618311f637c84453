//! House rules about the text of the repository.

use std::fs;

use crate::support::{files, workspace};

#[test]
fn every_module_opens_with_a_doc_comment() {
    let missing: Vec<_> = files("", &[".rs"])
        .into_iter()
        .filter(|path| !path.starts_with("fixtures") && !path.iter().any(|part| part == "builtins"))
        .filter(|path| {
            !fs::read_to_string(workspace().join(path))
                .unwrap()
                .starts_with("//! ")
        })
        .collect();
    assert!(
        missing.is_empty(),
        "no `//!` in the first line of {missing:?}"
    );
}

#[test]
fn no_file_names_a_path_of_one_machine() {
    // Spelled in pieces, so that this file does not match.
    let marks = [
        concat!("/wo", "rk/"),
        concat!("/ho", "me/"),
        concat!("/ro", "ot/"),
        concat!("/Us", "ers/"),
    ];
    let mut found = Vec::new();
    for path in files(
        "",
        &[
            ".rs", ".md", ".toml", ".scm", "Makefile", ".yml", ".py", ".sh",
        ],
    ) {
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        for (index, line) in text.lines().enumerate() {
            if marks.iter().any(|mark| line.contains(mark)) {
                found.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "paths of one machine:\n{}",
        found.join("\n")
    );
}

#[test]
fn links_between_documents_resolve() {
    let mut broken = Vec::new();
    for path in files("", &[".md"]) {
        if path.starts_with("fixtures") {
            continue;
        }
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        let folder = workspace().join(path.parent().unwrap());
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let file = target.split('#').next().unwrap_or("");
            let outside = file.is_empty()
                || file.contains("://")
                || file.starts_with("mailto:")
                || file.contains(' ');
            if !outside && !folder.join(file).exists() {
                broken.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn code_examples_are_in_tests() {
    // Running examples in comments would compile each crate once more, so every manifest has `doctest = false`.
    let mut found = Vec::new();
    for path in files("", &[".rs"]) {
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        let mut is_open = false;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let comment = line.strip_prefix("///").or(line.strip_prefix("//!"));
            let Some(fence) = comment.and_then(|it| it.trim_start().strip_prefix("```")) else {
                continue;
            };
            is_open = !is_open;
            if is_open && fence != "text" && !path.starts_with("fixtures") {
                found.push(format!("{}:{}", path.display(), index + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "examples in comments, which no test runs:\n{}",
        found.join("\n")
    );
    for path in files("", &["Cargo.toml"]) {
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        assert!(
            !text.contains("[package]")
                || path.starts_with("fixtures")
                || text.contains("doctest = false"),
            "{}: no `doctest = false` below `[lib]`",
            path.display()
        );
    }
}

#[test]
fn every_exception_from_a_lint_states_its_reason() {
    let mut missing = Vec::new();
    for path in files("", &["Cargo.toml"]) {
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        for (index, line) in text.lines().enumerate() {
            let is_exception = line.contains("= \"allow\"") || line.contains("level = \"allow\"");
            let reason = line.split_once(" # ").map_or("", |(_, reason)| reason);
            if is_exception && reason.is_empty() {
                missing.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    // For attributes, `clippy::allow_attributes_without_reason` checks the same.
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("allow_attributes_without_reason = \"warn\""));
    assert!(
        missing.is_empty(),
        "exceptions from lints without a reason:\n{}",
        missing.join("\n")
    );
}

#[test]
fn the_indexer_writes_through_one_module() {
    // Hooks are files of the repository's owner, an export has the name that the user gives it, and clones are folders of the
    // user's cache, with names that are made here.
    const EXCEPT: [&str; 4] = ["own_files/", "hook.rs", "cli/export.rs", "clones.rs"];
    let by_path = regex::Regex::new(
        r"fs::(write|remove_\w+|rename|copy|create_\w+|hard_link|set_permissions|\{[^}]*(write|remove|rename|copy|create|link))|File::(create\w*|options)|OpenOptions::new|\.set_len\(",
    );
    let by_path = by_path.unwrap();
    let mut found = Vec::new();
    for path in files("indexer/src", &[".rs"]) {
        let inside = path.strip_prefix("indexer/src").unwrap();
        if inside.ends_with("tests.rs") || EXCEPT.iter().any(|own| inside.starts_with(own)) {
            continue;
        }
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap_or("");
        for (index, line) in program.lines().enumerate() {
            if by_path.is_match(line) && !line.contains("file.set_len(0)") {
                found.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "written by path, which may lead through links: use `own_files`:\n{}",
        found.join("\n")
    );
}

#[test]
fn the_indexer_prints_through_one_module() {
    // An export escapes each of its lines; the bars of progress hold figures only.
    const EXCEPT: [&str; 3] = ["cli/output.rs", "cli/export.rs", "cli/progress.rs"];
    let mut found = Vec::new();
    for path in files("indexer/src", &[".rs"]) {
        let inside = path.strip_prefix("indexer/src").unwrap();
        if EXCEPT.iter().any(|own| inside == std::path::Path::new(own)) {
            continue;
        }
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        for (index, line) in text.lines().enumerate() {
            // Lints forbid `println!` and `eprintln!`.
            if line.contains("io::stdout") || line.contains("io::stderr") {
                found.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "names in it may act on a terminal: use `cli::output`:\n{}",
        found.join("\n")
    );
}

#[test]
fn files_are_opened_as_regular_files() {
    // Reading a device or a pipe may never end.
    let by_path = regex::Regex::new(r"\bfs::read(_to_string)?\(|\bFile::open\(").unwrap();
    let mut found = Vec::new();
    for path in [
        "indexer/src",
        "reader/src",
        "reader/serve/src",
        "reader/bombe/src",
    ]
    .into_iter()
    .flat_map(|folder| files(folder, &[".rs"]))
    {
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap_or("");
        for (index, line) in program.lines().enumerate() {
            if by_path.is_match(line) {
                found.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "use `regular_file` for files of a repository, and `own_files` for ours:\n{}",
        found.join("\n")
    );
}

#[test]
fn trees_are_read_below_their_root() {
    // Bombe's own files, those of git, those that the user names, and the two functions that the others use.
    const EXCEPT: [&str; 18] = [
        "indexer/src/cli/facts.rs",
        "indexer/src/clones.rs",
        "indexer/src/discover/git.rs",
        "indexer/src/discover/ignore_rules.rs",
        "indexer/src/discover/tree/mod.rs",
        "indexer/src/discover/tree_file.rs",
        "indexer/src/hook.rs",
        "indexer/src/own_files/other.rs",
        "indexer/src/release.rs",
        "indexer/src/unread.rs",
        "reader/src/beneath.rs",
        "reader/src/git.rs",
        "reader/src/locate.rs",
        "reader/src/map.rs",
        "reader/src/regular_file.rs",
        "reader/src/snapshot.rs",
        "reader/src/worktree.rs",
        "reader/serve/src/cli/serve.rs",
    ];
    let by_path = r"regular_file::(open|read|read_text)\(|\bread_(anywhere|of_git|dir)\(";
    let by_path = regex::Regex::new(by_path).unwrap();
    let mut found = Vec::new();
    for path in [
        "indexer/src",
        "reader/src",
        "reader/serve/src",
        "reader/bombe/src",
    ]
    .into_iter()
    .flat_map(|folder| files(folder, &[".rs"]))
    {
        if path.ends_with("tests.rs") || EXCEPT.iter().any(|own| path.ends_with(own)) {
            continue;
        }
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap_or("");
        for (index, line) in program.lines().enumerate() {
            if by_path.is_match(line) {
                found.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "opened by path, which may lead through links: use `unread::read` or `beneath`:\n{}",
        found.join("\n")
    );
}
