//! The language of a file: by its whole name, by the longest known ending, by its `#!` line, or by its first words.
//!
//! If two languages claim an ending (`.h`), the other files decide: the language with more files in the nearest enclosing
//! folder where either has any.

use std::sync::OnceLock;

use bombe_format::kind::Language;
use globset::{Glob, GlobSet, GlobSetBuilder};
use hashbrown::HashMap;

use super::SourceFile;
use super::walk::Entry;
use bombe_languages::config::{LanguageConfig, configs};

/// Longest `#!` line that is read, in bytes.
pub(super) const SHEBANG_BYTES_MAX: usize = 200;

/// Returns the language of a file by its path, or, if it has no extension, by its `#!` line. Of several, the last one.
pub fn of_file(path: &str, bytes: &[u8]) -> Option<Language> {
    candidates(path, || {
        bytes[..bytes.len().min(SHEBANG_BYTES_MAX)].to_vec()
    })
    .last()
    .copied()
}

/// Returns the languages that a file may be in, ascending; more than one only if several claim its ending. `head` returns the
/// first bytes of the file, and is called only if its name does not show the language.
pub(super) fn candidates(path: &str, head: impl FnOnce() -> Vec<u8>) -> Vec<Language> {
    let name = base_name(path);
    let lower = name.to_lowercase();
    let mut best = Vec::new();
    let mut best_len = 0;
    for (language, extensions, names, _) in configs().flat_map(LanguageConfig::each) {
        if names.iter().any(|known| known == name) {
            return vec![language];
        }
        for extension in extensions {
            let fits = lower
                .strip_suffix(extension.as_str())
                .is_some_and(|rest| rest.ends_with('.'));
            if fits && extension.len() > best_len {
                best.clear();
                best_len = extension.len();
            }
            if fits && extension.len() == best_len {
                best.push(language);
            }
        }
    }
    let extension = lower.rsplit_once('.').map(|(_, extension)| extension);
    match extension {
        None if best.is_empty() => best.extend(of_shebang(&head())),
        Some(extension) if best.is_empty() && is_fragment(extension) => {
            best.extend(of_fragment(extension, &head()));
        }
        _ => {}
    }
    best.sort_unstable();
    best.dedup();
    best
}

/// Decides the language of each file. Keeps the order.
pub(super) fn decide(files: Vec<(Entry, Vec<Language>)>) -> Vec<SourceFile> {
    let mut counts: HashMap<(&str, Language), u32> = HashMap::new();
    let open = files.iter().any(|(_, candidates)| candidates.len() > 1);
    for (entry, candidates) in files.iter().filter(|_| open) {
        if let [language] = candidates[..] {
            for folder in folders_around(&entry.path) {
                *counts.entry((folder, language)).or_default() += 1;
            }
        }
    }
    let choose = |path: &str, candidates: &[Language]| {
        if let [language] = candidates {
            return *language;
        }
        let count =
            |folder: &str, language| counts.get(&(folder, language)).copied().unwrap_or_default();
        let near = folders_around(path).find(|folder| {
            candidates
                .iter()
                .any(|language| count(folder, *language) > 0)
        });
        near.and_then(|folder| {
            candidates
                .iter()
                .copied()
                .max_by_key(|language| count(folder, *language))
        })
        .or(candidates.last().copied())
        .unwrap_or(Language::Unknown)
    };
    let languages: Vec<Language> = files
        .iter()
        .map(|(entry, candidates)| choose(&entry.path, candidates))
        .collect();
    drop(counts);
    files
        .into_iter()
        .zip(languages)
        .map(|((entry, _), language)| SourceFile {
            path: entry.path,
            language,
            size: entry.size,
            stamp: entry.stamp,
        })
        .collect()
}

/// Returns the folders that hold a path, innermost first; the root is the empty string.
fn folders_around(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/')
        .map(|(at, _)| &path[..at])
        .chain(std::iter::once(""))
}

/// Returns true if the module finder of some language reads files of this name.
pub(super) fn is_project_file(path: &str) -> bool {
    static NAMES: OnceLock<GlobSet> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut set = GlobSetBuilder::new();
        for name in configs().flat_map(|config| &config.config_files) {
            if let Ok(glob) = Glob::new(name) {
                set.add(glob);
            }
        }
        set.build().unwrap_or_default()
    });
    names.is_match(base_name(path))
}

/// Returns true if some language claims an ending that others have too.
fn is_fragment(extension: &str) -> bool {
    configs().any(|config| config.fragments.iter().any(|known| known == extension))
}

/// Returns the languages that a fragment of source text (`.inc`) may be in, by how it begins.
fn of_fragment(extension: &str, head: &[u8]) -> Vec<Language> {
    let text = head.trim_ascii_start();
    let begins = |config: &&LanguageConfig| {
        config.fragments.iter().any(|known| known == extension)
            && config
                .fragment_starts
                .iter()
                .any(|start| text.starts_with(start.as_bytes()))
    };
    configs()
        .filter(begins)
        .flat_map(LanguageConfig::each)
        .map(|(language, ..)| language)
        .collect()
}

/// Returns the language of a script by its first line.
fn of_shebang(bytes: &[u8]) -> Option<Language> {
    let interpreter = interpreter(bytes)?;
    configs()
        .flat_map(LanguageConfig::each)
        .find(|(_, _, _, shebangs)| shebangs.iter().any(|known| known == interpreter))
        .map(|(language, ..)| language)
}

/// Returns the interpreter of a `#!` line without folder, version and `env`: `python` of `#!/usr/bin/env -S python3.12 -u`.
fn interpreter(bytes: &[u8]) -> Option<&str> {
    let line = bytes
        .strip_prefix(b"#!")?
        .split(|byte| *byte == b'\n' || *byte == b'\r')
        .next()?;
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split_whitespace();
    let program = base_name(words.next()?);
    let program = if program == "env" {
        base_name(words.find(|word| !word.starts_with('-') && !word.contains('='))?)
    } else {
        program
    };
    Some(program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::{Entry, Language, candidates, decide, interpreter};

    #[test]
    fn a_shebang_names_its_interpreter_without_folder_version_and_env() {
        for (line, expected) in [
            ("#!/usr/bin/python3\n", Some("python")),
            ("#!/usr/bin/env -S python3.12 -u", Some("python")),
            ("#! /usr/bin/env A=1 node\r\n", Some("node")),
            ("#!/usr/bin/env", None),
            ("# !python", None),
            ("#!", None),
        ] {
            assert_eq!(interpreter(line.as_bytes()), expected, "{line:?}");
        }
    }

    #[test]
    fn a_fragment_belongs_to_a_language_if_it_begins_as_its_code_does() {
        let languages = |path: &str, text: &str| candidates(path, || text.as_bytes().to_vec());
        let both = [Language::C, Language::Cpp];
        for text in ["// Copyright", "\n/* a */", "#include <x>", "#ifndef A"] {
            assert_eq!(languages("a/b.inc", text), both, "{text}");
        }
        for text in ["<?php // a", "; assembler", "# make", ""] {
            assert!(languages("a/b.inc", text).is_empty(), "{text}");
        }
        assert!(languages("a/b.txt", "// a").is_empty());
    }

    #[test]
    fn a_header_takes_the_language_of_its_company() {
        let file = |path: &str, candidates: &[Language]| {
            (
                Entry {
                    path: path.to_owned(),
                    size: 0,
                    stamp: None,
                },
                candidates.to_vec(),
            )
        };
        let both = [Language::C, Language::Cpp];
        let files = decide(vec![
            file("c/a.c", &[Language::C]),
            file("c/a.h", &both),
            file("c/include/b.h", &both),
            file("cpp/a.cc", &[Language::Cpp]),
            file("cpp/a.h", &both),
            file("cpp/b.cc", &[Language::Cpp]),
            file("top.h", &both),
        ]);
        let languages: Vec<_> = files
            .iter()
            .filter(|file| file.path.contains(".h"))
            .map(|file| file.language)
            .collect();
        assert_eq!(
            languages,
            [Language::C, Language::C, Language::Cpp, Language::Cpp]
        );
    }
}
