//! The sections of a snapshot that hold a history.

use bombe_format::column::history::{
    CO_CHANGE_MIN, CUT, CoChangeColumns, FIRST_COMMIT, HistoryColumns, INCOMPLETE, READ, SHALLOW,
    State,
};
use bombe_format::column::strings;
use bombe_format::section::Section;
use hashbrown::HashMap;

use crate::table::{BULK_FILES, TOGETHER_MIN, Table};

/// The sections of a history.
pub type Sections = Vec<(Section, Vec<u8>)>;

const _: () = assert!(TOGETHER_MIN == CO_CHANGE_MIN);

/// Returns the sections of a history that was read from `head`, up to `depth` commits.
pub fn sections(table: &Table, head: &str, depth: usize) -> Sections {
    let end = table.end;
    let mut flags = READ;
    for (is_set, flag) in [
        (end.at_first_commit, FIRST_COMMIT),
        (end.is_shallow, SHALLOW),
        (end.is_incomplete, INCOMPLETE),
        (end.is_cut, CUT),
    ] {
        flags |= if is_set { flag } else { 0 };
    }
    let mut history = HistoryColumns {
        numbers: vec![flags, depth as u64, BULK_FILES as u64],
        ..HistoryColumns::default()
    };
    let mut texts = Texts::default();
    history.head.push(texts.of(head));
    for commit in &table.commits {
        history.id.extend_from_slice(&commit.id);
        history.time.push(commit.time as u64);
        history.author.push(texts.of(&commit.author));
        history.message.push(texts.of(&commit.message));
        history.changed.push(commit.changes.len() as u32);
    }
    let mut together = CoChangeColumns {
        first: vec![0],
        ..CoChangeColumns::default()
    };
    history.first.push(0);
    for file in &table.files {
        history.path.push(texts.of(&file.path));
        history.commit.extend_from_slice(&file.commits);
        history.first.push(history.commit.len() as u32);
        for other in &file.together {
            together.other.push(other.file);
            together.count.push(other.commits);
            together.last.push(other.last);
        }
        together.first.push(together.other.len() as u32);
    }
    history.text = texts.bytes;
    vec![history.into_section(), together.into_section()]
}

/// Returns the sections of a snapshot whose history was not read.
pub fn none(state: State) -> Sections {
    let mut history = HistoryColumns {
        numbers: vec![state as u64, 0, 0],
        first: vec![0],
        ..HistoryColumns::default()
    };
    strings::push(&mut history.text, "");
    vec![history.into_section()]
}

/// A table of distinct texts.
struct Texts {
    bytes: Vec<u8>,
    position: HashMap<String, u32>,
}

impl Default for Texts {
    fn default() -> Self {
        let mut texts = Self {
            bytes: Vec::new(),
            position: HashMap::new(),
        };
        texts.of("");
        texts
    }
}

impl Texts {
    /// Returns the position of a text.
    fn of(&mut self, text: &str) -> u32 {
        if let Some(position) = self.position.get(text) {
            return *position;
        }
        let position = strings::push(&mut self.bytes, text).0;
        self.position.insert(text.to_owned(), position);
        position
    }
}
