//! Lists of places in files, with each path written once.

use hashbrown::{HashMap, HashSet};

use crate::plain;

/// Rows of text by file. Files come in the order of their first rows, and folders in the order of their first files.
#[derive(Default)]
pub struct Listing {
    files: Vec<(String, Vec<Row>)>,
    places: HashMap<String, usize>,
}

struct Row {
    line: String,
    /// A block of text below the row, ready to be shown.
    block: String,
}

impl Listing {
    /// Adds a row about a place in a file, which starts with a line number, or about a symbol of it, which starts with its
    /// qualified name.
    pub fn add(&mut self, path: &str, row: String) {
        self.add_with_block(path, row, String::new());
    }

    /// Adds a row, and a block of text to show below it, as [`plain::fenced`] returns it.
    pub fn add_with_block(&mut self, path: &str, line: String, block: String) {
        let place = *self.places.entry_ref(path).or_insert_with(|| {
            self.files.push((path.to_owned(), Vec::new()));
            self.files.len() - 1
        });
        self.files[place].1.push(Row { line, block });
    }

    /// Appends the list to a text. A file with one row takes one line, `path:row` or `path::row`. The path of a file is written below its
    /// folder, if the list has more files of that folder.
    pub fn render(&self, text: &mut String) {
        let mut folders: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (at, (path, _)) in self.files.iter().enumerate() {
            let folder = folder_of(path);
            let place = *known.entry(folder).or_insert_with(|| {
                folders.push((folder, Vec::new()));
                folders.len() - 1
            });
            folders[place].1.push(at);
        }
        for (folder, files) in folders {
            let is_shared = files.len() > 1 && !folder.is_empty();
            if is_shared {
                plain::push_row(text, &format!("{folder}\n"));
            }
            let (indent, start) = if is_shared {
                (" ", folder.len())
            } else {
                ("", 0)
            };
            for at in files {
                let (path, rows) = &self.files[at];
                let name = &path[start..];
                if rows.len() > 1 {
                    plain::push_row(text, &format!("{indent}{name}\n"));
                }
                for Row { line, block } in rows {
                    if rows.len() > 1 {
                        plain::push_row(text, &format!("{indent} {line}\n"));
                    } else {
                        let is_place = line.starts_with(|first: char| first.is_ascii_digit());
                        let mark = if is_place { ":" } else { "::" };
                        plain::push_row(text, &format!("{indent}{name}{mark}{line}\n"));
                    }
                    text.push_str(block);
                }
            }
        }
    }
}

/// The folders above sorted paths, each written once: those with an entry, and those below which the paths part. A chain of
/// folders takes one line.
pub struct Headings<'p> {
    folders: HashSet<&'p str>,
    open: Vec<&'p str>,
}

impl<'p> Headings<'p> {
    /// Finds the folders above sorted paths. The path of a folder has a slash at its end.
    pub fn of(paths: &[&'p str]) -> Self {
        let mut folders: HashSet<&str> = paths.iter().map(|path| folder_of(path)).collect();
        for pair in paths.windows(2) {
            let mut common = folder_of(pair[0]);
            while !pair[1].starts_with(common) {
                common = folder_of(common);
            }
            folders.insert(common);
        }
        Self {
            folders,
            open: Vec::new(),
        }
    }

    /// Writes the folders above a path that are not open yet. Returns how many are open, and the rest of the path.
    pub fn open(&mut self, path: &'p str, text: &mut String) -> (usize, &'p str) {
        let folder = folder_of(path);
        while self
            .open
            .pop_if(|open| !folder.starts_with(*open))
            .is_some()
        {}
        let mut start = self.open.last().map_or(0, |open| open.len());
        for (slash, _) in folder.match_indices('/') {
            let folder = &folder[..=slash];
            if folder.len() > start && self.folders.contains(folder) {
                let indent = " ".repeat(self.open.len());
                plain::push_row(text, &format!("{indent}{}\n", &folder[start..]));
                start = folder.len();
                self.open.push(folder);
            }
        }
        (self.open.len(), &path[start..])
    }
}

/// Returns the folder of a file or folder, with a slash at the end; empty at the top.
fn folder_of(path: &str) -> &str {
    let inside = path.strip_suffix('/').unwrap_or(path);
    inside.rfind('/').map_or("", |slash| &path[..=slash])
}

#[cfg(test)]
mod tests {
    use super::{Headings, Listing};

    #[test]
    fn a_path_is_written_once() {
        let mut listing = Listing::default();
        for (path, row) in [
            ("a/b/c.py", "1 one"),
            ("d.py", "2 two"),
            ("a/b/e.py", "3 three"),
            ("a/b/c.py", "4 four"),
            ("a/f.py", "five.six at 5"),
        ] {
            listing.add(path, row.to_owned());
        }
        let mut text = String::new();
        listing.render(&mut text);
        assert_eq!(
            text,
            "a/b/\n c.py\n  1 one\n  4 four\n e.py:3 three\nd.py:2 two\na/f.py::five.six at 5\n"
        );
    }

    #[test]
    fn names_start_no_rows_of_their_own() {
        let mut listing = Listing::default();
        listing.add("a\n[meta].py", "1 x".to_owned());
        let mut text = String::new();
        listing.render(&mut text);
        assert_eq!(text, "a\\n[meta].py:1 x\n");
    }

    #[test]
    fn a_chain_of_folders_takes_one_line() {
        let paths = ["a/b/c/d.py", "a/b/c/e/", "a/b/f/g/h.py", "i.py"];
        let mut headings = Headings::of(&paths);
        let mut text = String::new();
        for path in paths {
            let (depth, name) = headings.open(path, &mut text);
            text.push_str(&format!("{}{name}\n", " ".repeat(depth)));
        }
        assert_eq!(text, "a/b/\n c/\n  d.py\n  e/\n f/g/\n  h.py\ni.py\n");
    }
}
