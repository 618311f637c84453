//! The origin of a snapshot: a short text file in the snapshot folder that lists the files which a writer has made there.
//!
//! A file is known by the number that the file system gave it, the times when it was made and last changed, and its size.
//! These are others in a copy, so a snapshot that comes with a repository is not vouched for, whatever it says: an archive
//! may set the time of the last change, and its maker may guess numbers, but nobody sets the time when a file was made.

use std::collections::BTreeMap;
use std::fmt;

/// File name of the origin in the snapshot folder (`snapshot.bmb.d/`).
pub const ORIGIN: &str = "ORIGIN";

/// The first line of an origin.
const HEAD: &str = "bombe origin 1";

/// A file that is there, and the one that is about to replace it.
const MARKS_MAX: usize = 2;

/// What distinguishes a file from every copy of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FileMark {
    /// The number of the file in its file system; 0 on systems without one.
    pub number: u64,
    /// When the file was made, in nanoseconds since 1970; 0 on systems that do not say it.
    pub created: u64,
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

    /// Returns true if a writer has made this file. A name with more marks than a writer lists is made up.
    pub fn vouches_for(&self, name: &str, mark: FileMark) -> bool {
        let marks = self.0.get(name).map_or(&[][..], Vec::as_slice);
        marks.len() <= MARKS_MAX && marks.contains(&mark)
    }

    /// Reads the text of an origin. A line that makes no sense vouches for nothing.
    pub fn parse(text: &str) -> Self {
        let mut origin = Self::default();
        let Some((HEAD, files)) = text.split_once('\n') else {
            return origin;
        };
        // Not `lines`, which takes a carriage return at the end of a name for a part of the line end.
        for line in files.split_terminator('\n') {
            let mut parts = line.splitn(5, ' ');
            let mut number = || parts.next()?.parse().ok();
            let numbers = [(); 4].map(|()| number());
            if let [Some(number), Some(created), Some(modified), Some(bytes)] = numbers
                && let Some(name) = parts.next()
            {
                let mark = FileMark {
                    number,
                    created,
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
                let FileMark {
                    number,
                    created,
                    modified,
                    bytes,
                } = mark;
                writeln!(f, "{number} {created} {modified} {bytes} {name}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{FileMark, Origin};

    #[test]
    fn a_carriage_return_at_the_end_of_a_name_is_kept() {
        let text = "bombe origin 1\n1 2 3 4 tree\r\r\n";
        let origin = Origin::parse(text);
        assert_eq!(origin.to_string(), text);
        assert_eq!(Origin::parse(&origin.to_string()), origin);
    }

    #[test]
    fn what_is_written_is_read_and_nothing_else_is_vouched_for() {
        let mark = |number| FileMark {
            number,
            created: 1,
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
            "bombe origin 2\n1 1 2 3 c\n",
            "bombe origin 1\n1 2 3 c\nx\n",
        ] {
            assert_eq!(Origin::parse(damaged), Origin::default());
        }
        // Guesses vouch for nothing.
        origin.add("a b", mark(5));
        let guessed = Origin::parse(&origin.to_string());
        assert!(!guessed.vouches_for("a b", mark(4)) && guessed.vouches_for("c", mark(1)));
    }
}
