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

    /// Appends the list to a text. A file with one row takes one line, `path:row` or `path::row`. The path of a file is written
    /// below its folder, if the list has more files of that folder, and a folder below one that it shares with the folders
    /// next to it, if that is shorter.
    pub fn render(&self, text: &mut String) {
        let mut folders: Vec<Folder> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (at, (path, rows)) in self.files.iter().enumerate() {
            let folder = folder_of(path);
            let place = *known.entry(folder).or_insert_with(|| {
                folders.push(Folder {
                    path: folder,
                    files: Vec::new(),
                    lines: 1,
                });
                folders.len() - 1
            });
            folders[place].files.push(at);
            folders[place].lines += rows.len() + 1;
        }
        self.render_folders(&folders, 0, 0, text);
    }

    /// Writes folders, each path without its first `base` bytes, which are written above.
    fn render_folders(&self, folders: &[Folder], base: usize, depth: usize, text: &mut String) {
        let indent = " ".repeat(depth);
        let mut at = 0;
        while at < folders.len() {
            let rest = &folders[at..];
            if let Some((count, shared)) = run_of(rest, base) {
                let heading = &rest[0].path[base..shared];
                plain::push_row(text, &format!("{indent}{heading}\n"));
                self.render_folders(&rest[..count], shared, depth + 1, text);
                at += count;
                continue;
            }
            let Folder { path, files, lines } = &rest[0];
            let name = &path[base..];
            let saved = (files.len() - 1) * name.len();
            if saved >= lines + SAVED_IN_FOLDER_MIN {
                plain::push_row(text, &format!("{indent}{name}\n"));
                self.render_files(files, path.len(), depth + 1, text);
            } else {
                self.render_files(files, base, depth, text);
            }
            at += 1;
        }
    }

    fn render_files(&self, files: &[usize], base: usize, depth: usize, text: &mut String) {
        let indent = " ".repeat(depth);
        for at in files {
            let (path, rows) = &self.files[*at];
            let name = &path[base..];
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

/// The files of a folder, by number.
struct Folder<'l> {
    path: &'l str,
    files: Vec<usize>,
    /// Number of lines that they take, at most.
    lines: usize,
}

/// Most folders that one above them is looked for.
const RUN_MAX: usize = 100;
/// Least number of characters that a folder above others must save: a path in one piece is easier to use.
const SAVED_MIN: usize = 24;

/// The same for a folder of files.
const SAVED_IN_FOLDER_MIN: usize = 4;

/// Returns how many of the first folders to write below one that all of them share, and the length of its path; none if that
/// saves nothing.
fn run_of(folders: &[Folder], base: usize) -> Option<(usize, usize)> {
    let mut shared = folders[0].path;
    let mut lines = folders[0].lines;
    let mut best = None;
    let mut saved_most = SAVED_MIN - 1;
    for (before, folder) in folders.iter().enumerate().take(RUN_MAX).skip(1) {
        while !folder.path.starts_with(shared) {
            shared = folder_of(shared);
        }
        if shared.len() <= base {
            break;
        }
        lines += folder.lines;
        // Each line is indented by one more, and the heading ends with a line break.
        let saved = (before * (shared.len() - base)).saturating_sub(lines + 1);
        if saved > saved_most {
            saved_most = saved;
            best = Some((before + 1, shared.len()));
        }
    }
    best
}

/// The folders above sorted paths, each written once: those below which the paths part. A chain of folders takes one line.
pub struct Headings<'p> {
    folders: HashSet<&'p str>,
    open: Vec<&'p str>,
}

impl<'p> Headings<'p> {
    /// Finds the folders above sorted paths. The path of a folder has a slash at its end.
    pub fn of(paths: &[&'p str]) -> Self {
        let mut folders: HashSet<&str> = HashSet::new();
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
            ("source/deep/folder/c.py", "1 one"),
            ("d.py", "2 two"),
            ("source/deep/folder/e.py", "3 three"),
            ("source/deep/folder/c.py", "4 four"),
            ("a/f.py", "five.six at 5"),
            ("a/g.py", "6 six"),
        ] {
            listing.add(path, row.to_owned());
        }
        let mut text = String::new();
        listing.render(&mut text);
        assert_eq!(
            text,
            "source/deep/folder/\n c.py\n  1 one\n  4 four\n e.py:3 three\nd.py:2 two\na/f.py::five.six at 5\n\
             a/g.py:6 six\n"
        );
    }

    #[test]
    fn folders_that_share_a_folder_are_below_it_if_that_is_shorter() {
        let mut listing = Listing::default();
        for path in [
            "spring-core/src/main/java/org/springframework/beans/a/b.java",
            "spring-core/src/main/java/org/springframework/beans/a/c.java",
            "spring-core/src/main/java/org/springframework/beans/d/e.java",
            "x/y/a.java",
            "x/z/b.java",
        ] {
            listing.add(path, "1 one".to_owned());
        }
        let mut text = String::new();
        listing.render(&mut text);
        let expected = "spring-core/src/main/java/org/springframework/beans/\n a/b.java:1 one\n a/c.java:1 one\n d/e.java:1 one\n\
             x/y/a.java:1 one\nx/z/b.java:1 one\n";
        assert_eq!(text, expected);
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
        assert_eq!(text, "a/b/\n c/\n  d.py\n  e/\n f/g/h.py\ni.py\n");
    }
}
