//! Folders in which includes are looked for, as far as a project states them: `-I` options of a `compile_commands.json`, and
//! plain folders of `include_directories` and `target_include_directories` in a `CMakeLists.txt`.

use std::collections::BTreeMap;

use bombe_rules::file_table::FileTable;
use serde_json::Value;

use crate::paths::{parent, resolve};

/// Folders that one folder's files look into, at most.
const FOLDERS_MAX: usize = 64;

/// Words of the two commands that are no folders.
const KEYWORDS: &[&str] = &[
    "PUBLIC",
    "PRIVATE",
    "INTERFACE",
    "SYSTEM",
    "BEFORE",
    "AFTER",
];

/// Include folders by the folder whose files, also in folders below, look into them.
#[derive(Debug, Default)]
pub(super) struct IncludeFolders(BTreeMap<String, Vec<String>>);

impl IncludeFolders {
    /// Reads the project files. `is_file` tells whether a path is that of a file of the repository.
    pub(super) fn of(table: &dyn FileTable, is_file: impl Fn(&str) -> bool) -> Self {
        let mut folders = Self::default();
        for project in table.project_files() {
            let name = project.path.rsplit('/').next().unwrap_or(&project.path);
            let folder = parent(&project.path);
            if name == "CMakeLists.txt" {
                for path in cmake_folders(&project.text, folder) {
                    folders.add(folder, path);
                }
            } else if name == "compile_commands.json"
                && let Ok(Value::Array(commands)) = serde_json::from_str(&project.text)
            {
                for command in &commands {
                    folders.add_command(command, &is_file);
                }
            }
        }
        folders
    }

    fn add(&mut self, folder: &str, path: String) {
        let known = self.0.entry(folder.to_owned()).or_default();
        if known.len() < FOLDERS_MAX && !known.contains(&path) {
            known.push(path);
        }
    }

    /// Adds the folders of one compiler call for the folder of its source file.
    fn add_command(&mut self, command: &Value, is_file: &dyn Fn(&str) -> bool) {
        let text = |key: &str| command.get(key).and_then(Value::as_str);
        let (Some(directory), Some(file)) = (text("directory"), text("file")) else {
            return;
        };
        let absolute = |path: &str| {
            let joined = if path.starts_with('/') {
                path.to_owned()
            } else {
                format!("{directory}/{path}")
            };
            resolve("", &joined)
        };
        // The root is what is before the path of a file of the repository.
        let Some(file) = absolute(file) else { return };
        let starts = std::iter::once(0).chain(file.match_indices('/').map(|(at, _)| at + 1));
        let Some(root) = starts.into_iter().find(|start| is_file(&file[*start..])) else {
            return;
        };
        let (root, folder) = (&file[..root], parent(&file[root..]));
        let arguments: Vec<&str> = match (command.get("arguments"), text("command")) {
            (Some(Value::Array(arguments)), _) => {
                arguments.iter().filter_map(Value::as_str).collect()
            }
            (_, Some(command)) => command.split_whitespace().collect(),
            _ => Vec::new(),
        };
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let option = ["-I", "-isystem", "-iquote"]
                .iter()
                .find_map(|option| argument.strip_prefix(option));
            let path = match option {
                Some("") => arguments.next(),
                option => option,
            };
            let path = path.map(|path| path.trim_matches('"')).and_then(&absolute);
            if let Some(path) = path {
                // Without its final slash, the root itself.
                let below = path.strip_prefix(root.trim_end_matches('/'));
                if let Some(below) = below
                    .filter(|below| below.is_empty() || root.is_empty() || below.starts_with('/'))
                {
                    self.add(folder, below.trim_start_matches('/').to_owned());
                }
            }
        }
    }

    /// Returns the folders that a file in `folder` looks into, those stated for the nearest folder first.
    pub(super) fn seen_from<'f>(&'f self, folder: &'f str) -> impl Iterator<Item = &'f str> {
        let ends = folder.rmatch_indices('/').map(|(at, _)| at);
        let around = (!folder.is_empty()).then_some(folder.len());
        let around = around.into_iter().chain(ends).chain(std::iter::once(0));
        let lists = around.filter_map(|end| self.0.get(&folder[..end]));
        lists.flatten().map(String::as_str)
    }
}

/// Returns the include folders that a `CMakeLists.txt` in `folder` states as plain paths.
fn cmake_folders(text: &str, folder: &str) -> Vec<String> {
    let without_comments: String = text
        .lines()
        .flat_map(|line| [line.split('#').next().unwrap_or(""), "\n"])
        .collect();
    let mut found = Vec::new();
    let mut rest = without_comments.as_str();
    while let Some(at) = rest.find("include_directories") {
        let is_target = rest[..at].ends_with("target_");
        rest = &rest[at + "include_directories".len()..];
        let Some(arguments) = rest.trim_start().strip_prefix('(') else {
            continue;
        };
        let arguments = arguments.split(')').next().unwrap_or("");
        let words = arguments.split_whitespace().skip(usize::from(is_target));
        for word in words.filter(|word| !KEYWORDS.contains(word)) {
            let word = word.trim_matches('"');
            let word = word.strip_prefix("$<BUILD_INTERFACE:").unwrap_or(word);
            let word = word.trim_end_matches('>');
            let here = ["${CMAKE_CURRENT_SOURCE_DIR}", "${CMAKE_CURRENT_LIST_DIR}"];
            let path = if let Some(path) = here.iter().find_map(|name| word.strip_prefix(name)) {
                resolve(folder, path)
            } else if let Some(path) = word.strip_prefix("${CMAKE_SOURCE_DIR}") {
                resolve("", path)
            } else if let Some(path) = word.strip_prefix("${PROJECT_SOURCE_DIR}") {
                // Mostly that of the file itself.
                resolve(folder, path)
            } else if word.contains(['$', '<']) || word.starts_with('/') {
                None
            } else {
                resolve(folder, word)
            };
            found.extend(path);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{IncludeFolders, cmake_folders};

    #[test]
    fn plain_folders_of_cmake_are_found() {
        let text = "include_directories(include \"${CMAKE_SOURCE_DIR}/deps\") # include_directories(no)\n\
                    target_include_directories(lib PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/inc>\n\
                      PRIVATE . ${OTHER}/x /usr/include)\n";
        assert_eq!(
            cmake_folders(text, "a/b"),
            ["a/b/include", "deps", "a/b/inc", "a/b"]
        );
    }

    #[test]
    fn options_of_a_compiler_are_found_below_the_root() {
        let mut folders = IncludeFolders::default();
        let is_file = |path: &str| path == "src/x/a.cc";
        for command in [
            json!({"directory": "/checkout/repo/build", "file": "../src/x/a.cc",
                   "command": "c++ -I../include -I /checkout/repo -isystem /usr/include -c ../src/x/a.cc"}),
            json!({"directory": "/checkout/repo/build", "file": "/checkout/repo/src/other.cc", "command": "c++ -Ino"}),
            json!({"file": 1}),
        ] {
            folders.add_command(&command, &is_file);
        }
        let seen = |folder| folders.seen_from(folder).collect::<Vec<_>>();
        assert_eq!(seen("src/x"), ["include", ""]);
        assert_eq!(seen("src/x/deep"), ["include", ""]);
        assert!(seen("src").is_empty());
    }
}
