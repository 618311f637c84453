//! The history of the repository: its last commits, the files that they change, and the files that change together.
//!
//! It is about the checked-out commit. Files have their paths in that commit, whether they are indexed or not.

use bombe_format::column::history::{
    CUT, CoChangeView, FIRST_COMMIT, HistoryView, INCOMPLETE, READ, SHALLOW, State,
};
use bombe_format::section::Section;
use bombe_format::text;
use hashbrown::HashMap;

use super::{Corrupt, View};
use crate::limits::Limits;

/// The history of a repository, as far as the snapshot holds it.
#[derive(Clone, Copy, Debug)]
pub struct History<'v> {
    /// None if the snapshot was written before there was a history.
    view: Option<HistoryView<'v>>,
    together: Option<CoChangeView<'v>>,
}

/// How far a history reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The snapshot was written by a version that reads no history.
    Unknown,
    /// History was switched off.
    Off,
    /// There is no git repository with a commit, or git is not installed.
    NoCommit,
    /// The ids of the repository are not SHA-1.
    OtherIds,
    /// It has the last commits, as many as were asked for.
    Last,
    /// It has all commits.
    All,
    /// The clone is shallow: it lacks older commits.
    Shallow,
    /// Objects are missing or cannot be read, so commits are missing.
    Incomplete,
    /// A limit on the work was reached.
    Cut,
}

/// A commit.
#[derive(Clone, Copy, Debug)]
pub struct Commit<'v> {
    view: HistoryView<'v>,
    number: usize,
}

/// A file that commits change.
#[derive(Clone, Copy, Debug)]
pub struct FileHistory<'v> {
    history: History<'v>,
    view: HistoryView<'v>,
    number: usize,
    path: &'v str,
}

/// A file that changes together with another one.
#[derive(Clone, Copy, Debug)]
pub struct Together<'v> {
    /// The file.
    pub file: FileHistory<'v>,
    /// Number of commits that change both; bulk commits do not count.
    pub commits: u32,
    /// The last of these commits.
    pub last: Commit<'v>,
}

/// The terms of the messages of all commits.
#[derive(Debug, Default)]
pub struct Messages {
    /// Number of terms of each message, by number of the commit.
    lengths: Vec<u32>,
    /// For each term, the numbers of the commits whose messages have it, ascending, each with how often.
    postings: HashMap<String, Vec<(u32, u32)>>,
}

impl Messages {
    /// Returns the number of terms of each message, by number of the commit.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Returns the numbers of the commits whose messages have a term, ascending, each with how often.
    pub fn with_term(&self, term: &str) -> &[(u32, u32)] {
        self.postings.get(term).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, message: &str) {
        let number = self.lengths.len() as u32;
        let mut length = 0;
        text::for_each_term_of(message, |term| {
            length += 1;
            let posting = self.postings.entry_ref(term).or_default();
            match posting.last_mut() {
                Some((last, times)) if *last == number => *times += 1,
                _ => posting.push((number, 1)),
            }
        });
        self.lengths.push(length);
    }
}

impl View {
    /// Returns the terms of the messages of all commits; none if the request ends before they are collected. Costs a pass over
    /// the messages at the first call, 5 ms for 1,000.
    ///
    /// # Errors
    /// Fails if the history is damaged.
    pub fn messages(&self, limits: &Limits) -> Result<Option<&Messages>, Corrupt> {
        if let Some(known) = self.messages.get() {
            return Ok(Some(known));
        }
        let mut messages = Messages::default();
        for commit in self.history()?.commits() {
            let message = commit.message()?;
            if limits.spend(1) || limits.spend_bytes(4 * message.len()) {
                return Ok(None);
            }
            messages.add(message);
        }
        Ok(Some(self.messages.get_or_init(|| messages)))
    }

    /// Returns the history of the repository.
    ///
    /// # Errors
    /// Fails if it is damaged.
    pub fn history(&self) -> Result<History<'_>, Corrupt> {
        let segment = match self.overlay() {
            Some(overlay) if overlay.has(Section::History) => overlay,
            _ => self.base(),
        };
        let view = segment.has(Section::History).then(|| segment.history());
        let together = segment.has(Section::CoChange).then(|| segment.co_change());
        Ok(History {
            view: view.transpose()?,
            together: together.transpose()?,
        })
    }
}

impl<'v> History<'v> {
    /// Returns false if history was switched off when the snapshot was built.
    pub fn is_on(self) -> bool {
        self.reach() != Reach::Off
    }

    /// Returns how far it reaches.
    pub fn reach(self) -> Reach {
        let Some(view) = self.view else {
            return Reach::Unknown;
        };
        let flags = view.number(0);
        let has = |flag: u64| flags & flag != 0;
        if !has(READ) {
            return match flags {
                flags if flags == State::Off as u64 => Reach::Off,
                flags if flags == State::OtherIds as u64 => Reach::OtherIds,
                _ => Reach::NoCommit,
            };
        }
        for (flag, reach) in [
            (INCOMPLETE, Reach::Incomplete),
            (CUT, Reach::Cut),
            (SHALLOW, Reach::Shallow),
            (FIRST_COMMIT, Reach::All),
        ] {
            if has(flag) {
                return reach;
            }
        }
        Reach::Last
    }

    /// Returns the most files that a commit changes unless it is a bulk commit.
    pub fn bulk_files(self) -> u64 {
        self.view.map_or(0, |view| view.number(2))
    }

    /// Returns the number of commits, merges not counted.
    pub fn commit_count(self) -> usize {
        self.view.map_or(0, HistoryView::commits)
    }

    /// Returns the commits, the newest first.
    pub fn commits(self) -> impl Iterator<Item = Commit<'v>> {
        (0..self.commit_count()).filter_map(move |number| self.commit(number))
    }

    /// Returns a commit by its number; none if there is no such commit.
    pub fn commit(self, number: usize) -> Option<Commit<'v>> {
        let view = self.view.filter(|view| number < view.commits())?;
        Some(Commit { view, number })
    }

    /// Returns the number of files that commits change.
    pub fn file_count(self) -> usize {
        self.view.map_or(0, HistoryView::files)
    }

    /// Returns the files that commits change, by path.
    pub fn files(self) -> impl Iterator<Item = Result<FileHistory<'v>, Corrupt>> {
        (0..self.file_count()).filter_map(move |number| self.file(number).transpose())
    }

    /// Returns a file by its number; none if there is no such file.
    fn file(self, number: usize) -> Result<Option<FileHistory<'v>>, Corrupt> {
        let Some(view) = self.view.filter(|view| number < view.files()) else {
            return Ok(None);
        };
        Ok(Some(FileHistory {
            history: self,
            view,
            number,
            path: view.path(number)?,
        }))
    }

    /// Returns the number of the first file whose path is not before `path`.
    fn first_from(self, path: &str) -> Result<usize, Corrupt> {
        let (mut low, mut high) = (0, self.file_count());
        while low < high {
            let middle = low + (high - low) / 2;
            let is_before = self
                .file(middle)?
                .is_some_and(|file| file.path.as_bytes() < path.as_bytes());
            if is_before {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Returns a file by its path; none if no commit changes it.
    pub fn of_file(self, path: &str) -> Result<Option<FileHistory<'v>>, Corrupt> {
        let file = self.file(self.first_from(path)?)?;
        Ok(file.filter(|file| file.path == path))
    }

    /// Returns the files below a folder, by path; all for the empty path.
    pub fn below(
        self,
        folder: &str,
    ) -> Result<impl Iterator<Item = Result<FileHistory<'v>, Corrupt>>, Corrupt> {
        let start = match folder {
            "" => String::new(),
            folder => format!("{folder}/"),
        };
        let first = self.first_from(&start)?;
        Ok((first..self.file_count())
            .filter_map(move |number| self.file(number).transpose())
            .take_while(move |file| match file {
                Ok(file) => file.path.starts_with(&start),
                Err(_) => true,
            }))
    }
}

impl<'v> Commit<'v> {
    /// Returns its number: 0 for the newest.
    pub fn number(self) -> usize {
        self.number
    }

    /// Returns its id in hexadecimal digits.
    pub fn id(self) -> String {
        let bytes = self.view.id(self.number).iter();
        bytes.map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns when it was made, in seconds since 1970.
    pub fn time(self) -> i64 {
        self.view.layout.time.at_row(self.view.bytes, self.number) as i64
    }

    /// Returns the day on which it was made, in UTC, as `2025-01-31`.
    pub fn date(self) -> String {
        date_of(self.time())
    }

    /// Returns the name of its author.
    ///
    /// # Errors
    /// Fails if it is damaged.
    pub fn author(self) -> Result<&'v str, Corrupt> {
        let author = self.view.layout.author;
        self.view.text(author.at_row(self.view.bytes, self.number))
    }

    /// Returns its subject, and in the lines after it the start of the body.
    ///
    /// # Errors
    /// Fails if it is damaged.
    pub fn message(self) -> Result<&'v str, Corrupt> {
        let message = self.view.layout.message;
        self.view.text(message.at_row(self.view.bytes, self.number))
    }

    /// Returns its subject.
    ///
    /// # Errors
    /// Fails if it is damaged.
    pub fn subject(self) -> Result<&'v str, Corrupt> {
        Ok(self.message()?.lines().next().unwrap_or_default())
    }

    /// Returns the number of files that it changes.
    pub fn changed_files(self) -> u32 {
        self.view
            .layout
            .changed
            .at_row(self.view.bytes, self.number)
    }
}

impl<'v> FileHistory<'v> {
    /// Returns its path.
    pub fn path(self) -> &'v str {
        self.path
    }

    /// Returns the commits that change it, the newest first.
    ///
    /// # Errors
    /// Fails if they are damaged.
    pub fn commits(
        self,
    ) -> Result<impl ExactSizeIterator<Item = Result<Commit<'v>, Corrupt>> + Clone + use<'v>, Corrupt>
    {
        let history = self.history;
        let commit = move |number| commit_at(history, number);
        Ok(self.view.commits_of(self.number)?.map(commit))
    }

    /// Returns the files that change together with it, by path.
    ///
    /// # Errors
    /// Fails if they are damaged.
    pub fn together(
        self,
    ) -> Result<impl Iterator<Item = Result<Together<'v>, Corrupt>> + use<'v>, Corrupt> {
        let history = self.history;
        let rows = match history.together {
            Some(view) => {
                let layout = view.layout;
                let count = layout.other.len();
                layout
                    .first
                    .run(view.bytes, self.number, count, "section `co_change`")?
            }
            None => 0..0,
        };
        let row = move |row| -> Result<Option<Together<'v>>, Corrupt> {
            let Some(CoChangeView { layout, bytes }) = history.together else {
                return Ok(None);
            };
            let other = layout.other.at_row(bytes, row);
            let Some(file) = history.file(other as usize)? else {
                let files = history.file_count() as u64;
                return Err(Corrupt::out_of_range(
                    "section `co_change`",
                    other.into(),
                    files,
                ));
            };
            Ok(Some(Together {
                file,
                commits: layout.count.at_row(bytes, row),
                last: commit_at(history, layout.last.at_row(bytes, row))?,
            }))
        };
        Ok(rows.filter_map(move |at| row(at).transpose()))
    }
}

fn commit_at(history: History<'_>, number: u32) -> Result<Commit<'_>, Corrupt> {
    history.commit(number as usize).ok_or_else(|| {
        let commits = history.commit_count() as u64;
        Corrupt::out_of_range("section `history`", number.into(), commits)
    })
}

/// Returns the day of a time in seconds since 1970, in UTC, as `2025-01-31`.
pub fn date_of(time: i64) -> String {
    // Days from civil, after Howard Hinnant: years begin in March.
    let days = time.div_euclid(86_400).saturating_add(719_468);
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (time, day) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_735_689_599, "2024-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date_of(time), day);
        }
        // A forged time.
        date_of(i64::MAX);
        date_of(i64::MIN);
    }
}
