//! Terms and postings: what BM25 over symbols and over files needs.
//!
//! A document is a symbol. Its own fields are name, class (the names of what contains it), doc, signature (parameters
//! and types) and body; its path field belongs to its file and is told per file ([`Term::paths`]), so that it need not be
//! repeated for each symbol. Text is cut into terms by [`bombe_format::text`], for queries by the same function.
//!
//! Body tokens belong to the innermost callable, type, section or many-line value around them, else to the module
//! symbol; doc comments and licence headers are not counted as body. A file's text is the sum over its symbols: a term's
//! frequency in a file is the sum of its postings' body and doc counts there ([`WeighedPosting::text`]).

use bombe_format::column::postings::{self, ListHead};
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::key_index::{Every, Near};
use bombe_format::kind::SymbolKind;
use bombe_format::section::Section;
use bombe_format::text::Field;

use super::{Corrupt, FIELD_WEIGHTS, View};

/// One number for each [`Field`], indexed by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldCounts(pub [u32; Field::ALL.len()]);

impl FieldCounts {
    /// The number of one field.
    pub fn get(&self, field: Field) -> u32 {
        self.0[field as usize]
    }
}

/// A term of the index.
#[derive(Clone, Copy, Debug)]
pub struct Term<'v> {
    view: &'v View,
    position: u64,
    head: ListHead,
}

/// A symbol that has a term in fields of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The symbol.
    pub symbol: SymbolId,
    /// How often each field has the term; [`Field::Path`] is always 0 here.
    pub counts: FieldCounts,
}

/// A [`Posting`], summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeighedPosting {
    /// The symbol.
    pub symbol: SymbolId,
    /// How often its fields have the term, by [`FIELD_WEIGHTS`].
    pub frequency: f32,
    /// How often its body and doc have it: what makes up a file's text.
    pub text: u32,
}

/// A file whose path has a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathPosting {
    /// The file.
    pub file: FileId,
    /// How often.
    pub count: u32,
}

/// Iterates over the postings of a term, by symbol.
#[derive(Clone, Debug)]
pub struct Postings<'v> {
    entries: postings::Postings<'v>,
}

/// Number of documents and total length of each field over a group of symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LengthTotals {
    /// Number of symbols.
    pub documents: u64,
    /// Sum of lengths by field, in tokens; [`Field::Path`] counts each symbol's path.
    pub lengths: [u64; Field::ALL.len()],
}

impl View {
    /// Number of distinct terms.
    pub fn term_count(&self) -> Result<usize, Corrupt> {
        self.segment.keys(Section::TermKeys)?.len()
    }

    /// The term with exactly this text (a term as [`bombe_format::text`] makes it), if any symbol or path has it.
    pub fn term(&self, text: &str) -> Result<Option<Term<'_>>, Corrupt> {
        match self.segment.keys(Section::TermKeys)?.get(text.as_bytes())? {
            Some(position) => self.term_at(position).map(Some),
            None => Ok(None),
        }
    }

    fn term_at(&self, position: u64) -> Result<Term<'_>, Corrupt> {
        Ok(Term {
            view: self,
            position,
            head: ListHead::read(self.posting_blob()?, position)?,
        })
    }

    fn posting_blob(&self) -> Result<&[u8], Corrupt> {
        let postings = self.segment.postings()?;
        Ok(postings.layout.blob.slice(postings.bytes))
    }

    /// The terms that start with `prefix`, in alphabetical order; at most `limit`.
    pub fn terms_with_prefix(
        &self,
        prefix: &str,
        limit: usize,
    ) -> Result<Vec<(String, Term<'_>)>, Corrupt> {
        let mut found = Vec::new();
        if limit > 0 {
            self.segment.keys(Section::TermKeys)?.walk(
                prefix.as_bytes(),
                &Every,
                |key, position, ()| {
                    found.push((String::from_utf8_lossy(key).into_owned(), position));
                    found.len() < limit
                },
            )?;
        }
        found
            .into_iter()
            .map(|(text, position)| Ok((text, self.term_at(position)?)))
            .collect()
    }

    /// The terms within `distance` (1 or 2) edits, alphabetical; at most `limit`: for spelling hints.
    pub fn terms_fuzzy(
        &self,
        text: &str,
        distance: u32,
        limit: usize,
    ) -> Result<Vec<(String, Term<'_>)>, Corrupt> {
        let mut found = Vec::new();
        if limit > 0 {
            let near = Near::new(text.as_bytes(), distance.min(2) as u8);
            self.segment
                .keys(Section::TermKeys)?
                .walk(b"", &near, |key, position, _| {
                    found.push((String::from_utf8_lossy(key).into_owned(), position));
                    found.len() < limit
                })?;
        }
        found
            .into_iter()
            .map(|(text, position)| Ok((text, self.term_at(position)?)))
            .collect()
    }

    /// Number of tokens in each field of a symbol, the path of its file included.
    pub fn lengths(&self, symbol: SymbolId) -> Result<FieldCounts, Corrupt> {
        self.own_lengths(symbol, self.symbol(symbol)?.file()?.path_length())
    }

    /// [`View::lengths`], for a symbol of a file whose path has `path` tokens.
    #[inline]
    pub(super) fn own_lengths(&self, symbol: SymbolId, path: u32) -> Result<FieldCounts, Corrupt> {
        let [name, class, doc, signature, body] = self.segment.lengths()?.of(symbol);
        Ok(FieldCounts([name, class, path, doc, signature, body]))
    }

    /// Number and total lengths of the symbols of a kind, tests or others: sum over the groups that a query ranks to
    /// get its averages.
    pub fn length_totals(&self, kind: SymbolKind, tests: bool) -> Result<LengthTotals, Corrupt> {
        let (documents, lengths) = self
            .segment
            .lengths()?
            .group(kind as usize * 2 + usize::from(tests));
        Ok(LengthTotals { documents, lengths })
    }

    /// Number of files and the sum of their text lengths ([`super::File::text_length`]), test files or others. Costs a
    /// pass over the files.
    pub fn file_length_totals(&self, tests: bool) -> Result<(u64, u64), Corrupt> {
        let (mut count, mut length) = (0, 0);
        for file in self.files()?.filter(|file| file.is_test() == tests) {
            count += 1;
            length += u64::from(file.text_length());
        }
        Ok((count, length))
    }
}

impl<'v> Term<'v> {
    /// A number that no other term of the snapshot has; larger for terms later in the alphabet.
    pub fn id(self) -> u64 {
        self.position
    }

    /// Number of symbols that have it in fields of their own (not counting paths).
    pub fn symbol_count(self) -> u32 {
        self.head.symbols
    }

    /// Number of files whose path has it.
    pub fn path_count(self) -> u32 {
        self.head.paths
    }

    /// The symbols that have it in fields of their own, by id.
    pub fn postings(self) -> Result<Postings<'v>, Corrupt> {
        Ok(Postings {
            entries: self.head.symbols(self.view.posting_blob()?)?,
        })
    }

    /// The files whose path has it, by id.
    pub fn paths(self) -> Result<Vec<PathPosting>, Corrupt> {
        let paths = self.head.paths(self.view.posting_blob()?)?;
        Ok(paths
            .into_iter()
            .map(|(file, count)| PathPosting {
                file: FileId(file),
                count,
            })
            .collect())
    }
}

impl Postings<'_> {
    /// The next posting, summed up.
    #[inline]
    pub fn next_weighed(&mut self) -> Option<Result<WeighedPosting, Corrupt>> {
        let (mut frequency, mut text) = (0.0, 0_u32);
        let symbol = self.entries.next_with(|field, count| {
            frequency += count as f32 * FIELD_WEIGHTS[field];
            if field == Field::Body as usize || field == Field::Doc as usize {
                text = text.saturating_add(count);
            }
        })?;
        Some(symbol.map(|symbol| WeighedPosting {
            symbol: SymbolId(symbol),
            frequency,
            text,
        }))
    }
}

impl Iterator for Postings<'_> {
    type Item = Result<Posting, Corrupt>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.entries.next()?;
        Some(entry.map(|(symbol, counts)| Posting {
            symbol: SymbolId(symbol),
            counts: FieldCounts(counts),
        }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}
