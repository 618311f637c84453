//! Posting lists: the paths and symbols that have a term, and how often in each field.

use super::columns;
use crate::block::{Cursor, Window};
use crate::error::Corrupt;
use crate::kind::numbered;
use crate::text::Field;
use crate::varint;

columns! {
    /// One posting list per term, at the position that `term_keys` gives: see [Postings](#postings).
    PostingColumns, PostingLayout, PostingView, Postings;
    /// The lists, concatenated.
    blob: u8 ["*"],
}

numbered! {
    /// The form in which the counts of a posting are stored: the low two bits of its first varint.
    PostingForm {
        /// One occurrence, in the body.
        BodyOnce = 0 "body_once",
        /// Occurrences in the body only; a varint with their number follows.
        Body = 1 "body",
        /// One occurrence; a byte with the number of its field follows.
        Once = 2 "once",
        /// A byte follows with a bit per field that has the term, then a varint with the count of each, by field number.
        Fields = 3 "fields",
    }
}

/// One posting: a symbol, and the number of occurrences of the term in each field.
pub type Entry = (u32, [u32; Field::ALL.len()]);

/// Reads the symbols of one list. A list is:
///
/// * varint: number of paths; varint: number of symbols;
/// * for each path, by file: varint file minus the previous file (the first: file), varint count;
/// * for each symbol, ascending: varint `(symbol minus the previous one) << 2 | form` (the first: symbol), then its counts.
#[derive(Clone, Debug)]
pub struct Postings<'b> {
    list: Cursor<'b>,
    left: u32,
    last: u32,
}

/// The start of a posting list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListHead {
    /// Number of paths that have the term.
    pub paths: u32,
    /// Number of symbols that have it.
    pub symbols: u32,
    /// Position of the first path.
    at: usize,
}

impl ListHead {
    /// Reads the start of the list at a position of the blob.
    ///
    /// # Errors
    /// Fails if there cannot be a list at the position.
    pub fn read(blob: Window<'_>, position: u64) -> Result<Self, Corrupt> {
        let mut at = usize::try_from(position).unwrap_or(usize::MAX);
        let (Some(paths), Some(symbols)) = (blob.varint_u32(&mut at), blob.varint_u32(&mut at))
        else {
            return Err(damage(position));
        };
        // A path takes at least two bytes, a symbol at least one: a forged count does not make a reader reserve much.
        if (paths as usize) * 2 + symbols as usize > blob.len().saturating_sub(at) {
            return Err(damage(position));
        }
        Ok(Self { paths, symbols, at })
    }

    /// Calls `visit` with the file and count of each path, and returns a cursor to the first symbol.
    fn read_paths(
        self,
        blob: Window<'_>,
        mut visit: impl FnMut(u32, u32),
    ) -> Result<Cursor<'_>, Corrupt> {
        let mut list = Cursor::new(blob, self.at);
        let mut file = 0u32;
        for _ in 0..self.paths {
            list.fill();
            let step = list.varint_u32();
            let count = list.varint_u32();
            let (Some(next), Some(count)) = (step.and_then(|step| file.checked_add(step)), count)
            else {
                return Err(damage(self.at as u64));
            };
            file = next;
            visit(file, count);
        }
        Ok(list)
    }

    /// Returns the files whose path has the term, ascending, each with its count.
    ///
    /// # Errors
    /// Fails if the list is damaged.
    pub fn paths(self, blob: Window<'_>) -> Result<Vec<(u32, u32)>, Corrupt> {
        let mut paths = Vec::with_capacity(self.paths as usize);
        self.read_paths(blob, |file, count| paths.push((file, count)))?;
        Ok(paths)
    }

    /// Returns an iterator over the symbols that have the term.
    ///
    /// # Errors
    /// Fails if the list is damaged before the first symbol.
    pub fn symbols(self, blob: Window<'_>) -> Result<Postings<'_>, Corrupt> {
        let list = self.read_paths(blob, |_, _| {})?;
        Ok(Postings {
            list,
            left: self.symbols,
            last: 0,
        })
    }
}

impl Postings<'_> {
    /// Returns the next symbol, and calls `visit` with the number and count of each field that has the term, ascending.
    /// Callers that sum up the counts need no array of them.
    #[inline]
    pub fn next_with(&mut self, visit: impl FnMut(usize, u32)) -> Option<Result<u32, Corrupt>> {
        let (symbol, form) = match self.next_head()? {
            Ok(head) => head,
            Err(error) => return Some(Err(error)),
        };
        Some(self.counts_with(form, visit).map(|()| symbol))
    }

    /// Returns the next symbol and the form of its counts. [`Postings::counts_with`] must read the counts before the next
    /// head.
    #[inline]
    pub fn next_head(&mut self) -> Option<Result<(u32, PostingForm), Corrupt>> {
        self.left = self.left.checked_sub(1)?;
        let head = self.read_head();
        Some(head.ok_or_else(|| self.damaged()))
    }

    /// Reads the counts after the last head; see [`Postings::next_with`].
    #[inline]
    pub fn counts_with(
        &mut self,
        form: PostingForm,
        visit: impl FnMut(usize, u32),
    ) -> Result<(), Corrupt> {
        let counts = self.read_counts(form, visit);
        counts.ok_or_else(|| self.damaged())
    }

    #[cold]
    fn damaged(&mut self) -> Corrupt {
        self.left = 0;
        damage(self.list.position() as u64)
    }

    #[inline]
    fn read_head(&mut self) -> Option<(u32, PostingForm)> {
        crate::work::note(1);
        // The head and its counts have at most 10 + 1 + 6 × 5 bytes.
        self.list.fill();
        let head = self.list.varint()?;
        let symbol = self.last.checked_add(u32::try_from(head >> 2).ok()?)?;
        self.last = symbol;
        Some((symbol, PostingForm::from_u8((head & 3) as u8)?))
    }

    #[inline]
    fn read_counts(&mut self, form: PostingForm, mut visit: impl FnMut(usize, u32)) -> Option<()> {
        match form {
            PostingForm::BodyOnce => visit(Field::Body as usize, 1),
            PostingForm::Body => {
                visit(Field::Body as usize, self.list.varint_u32()?);
            }
            PostingForm::Once => {
                let field = usize::from(self.list.byte()?);
                if field >= Field::ALL.len() {
                    return None;
                }
                visit(field, 1);
            }
            PostingForm::Fields => {
                let mask = self.list.byte()?;
                for field in 0..Field::ALL.len() {
                    if mask & 1 << field != 0 {
                        visit(field, self.list.varint_u32()?);
                    }
                }
            }
        }
        Some(())
    }
}

impl Iterator for Postings<'_> {
    type Item = Result<Entry, Corrupt>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut counts = [0; Field::ALL.len()];
        let symbol = self.next_with(|field, count| counts[field] = count)?;
        Some(symbol.map(|symbol| (symbol, counts)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.left as usize))
    }
}

impl PostingForm {
    /// Returns the shortest form that can hold the counts.
    pub fn of(counts: &[u32; Field::ALL.len()]) -> Self {
        let body = counts[Field::Body as usize];
        let total: u64 = counts.iter().map(|count| u64::from(*count)).sum();
        match total {
            1 if body == 1 => Self::BodyOnce,
            1 => Self::Once,
            _ if total == u64::from(body) => Self::Body,
            _ => Self::Fields,
        }
    }
}

/// Appends the counts of a posting in a form, which must be [`PostingForm::of`] them.
pub fn push_counts(blob: &mut Vec<u8>, form: PostingForm, counts: &[u32; Field::ALL.len()]) {
    match form {
        PostingForm::BodyOnce => {}
        PostingForm::Body => varint::push(blob, u64::from(counts[Field::Body as usize])),
        PostingForm::Once => {
            blob.push(counts.iter().position(|count| *count == 1).unwrap_or(0) as u8);
        }
        PostingForm::Fields => {
            let mut mask = 0;
            for (field, count) in counts.iter().enumerate() {
                mask |= u8::from(*count > 0) << field;
            }
            blob.push(mask);
            for count in counts.iter().filter(|count| **count > 0) {
                varint::push(blob, u64::from(*count));
            }
        }
    }
}

#[cold]
fn damage(position: u64) -> Corrupt {
    Corrupt::new(
        "section `postings`",
        "a list",
        format!("none near position {position}"),
    )
}
