//! The origin of a snapshot: a short text file in the snapshot folder that lists the files which a writer has made there.
//!
//! A file is known by the number that the file system gave it, its size and the time of its last change. These are others
//! in a copy, so a snapshot that comes with a repository is not vouched for, whatever it says.

use std::collections::BTreeMap;
use std::fmt;

/// File name of the origin in the snapshot folder (`snapshot.bmb.d/`).
pub const ORIGIN: &str = "ORIGIN";

/// The first line of an origin.
const HEAD: &str = "bombe origin 1";

/// What distinguishes a file from every copy of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FileMark {
    /// The number of the file in its file system; 0 on systems without one.
    pub number: u64,
    /// When its bytes were written, in nanoseconds since 1970.
    pub modified: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The files that a writer has made, by name. While a file is being replaced, its name stands for both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin(BTreeMap<String, Vec<FileMark>>);

impl Origin {
    /// Adds a file.
    pub fn add(&mut self, name: &str, mark: FileMark) {
        let marks = self.0.entry(name.to_owned()).or_default();
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }

    /// Returns true if a writer has made this file.
    pub fn vouches_for(&self, name: &str, mark: FileMark) -> bool {
        self.0.get(name).is_some_and(|marks| marks.contains(&mark))
    }

    /// Reads the text of an origin. A line that makes no sense vouches for nothing.
    pub fn parse(text: &str) -> Self {
        let mut origin = Self::default();
        let Some((HEAD, files)) = text.split_once('\n') else {
            return origin;
        };
        for line in files.lines() {
            let mut parts = line.splitn(4, ' ');
            let mut number = || parts.next()?.parse().ok();
            if let (Some(number), Some(modified), Some(bytes)) = (number(), number(), number())
                && let Some(name) = parts.next()
            {
                let mark = FileMark {
                    number,
                    modified,
                    bytes,
                };
                origin.add(name, mark);
            }
        }
        origin
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for (name, marks) in &self.0 {
            for mark in marks {
                writeln!(f, "{} {} {} {name}", mark.number, mark.modified, mark.bytes)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{FileMark, Origin};

    #[test]
    fn what_is_written_is_read_and_nothing_else_is_vouched_for() {
        let mark = |number| FileMark {
            number,
            modified: 2,
            bytes: 3,
        };
        let mut origin = Origin::default();
        origin.add("a b", mark(1));
        origin.add("a b", mark(4));
        origin.add("c", mark(1));
        let text = origin.to_string();
        assert_eq!(Origin::parse(&text), origin);
        assert!(origin.vouches_for("a b", mark(4)) && origin.vouches_for("c", mark(1)));
        assert!(!origin.vouches_for("c", mark(4)) && !origin.vouches_for("d", mark(1)));
        for damaged in [
            "",
            "bombe origin 2\n1 2 3 c\n",
            "bombe origin 1\n1 2 c\nx\n",
        ] {
            assert_eq!(Origin::parse(damaged), Origin::default());
        }
    }
}
