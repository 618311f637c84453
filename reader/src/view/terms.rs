//! Terms and postings: what BM25 over symbols and over files needs.
//!
//! A document is a symbol. Its own fields are name, class (the names of what contains it), doc, signature (parameters
//! and types) and body; its path field belongs to its file and is told per file ([`Term::paths`]), so that it need not be
//! repeated for each symbol. Text is cut into terms by [`bombe_format::text`], for queries by the same function.
//!
//! Body tokens belong to the innermost callable, type, section or many-line value around them, else to the module
//! symbol; doc comments and licence headers are not counted as body. A file's text is the sum over its symbols: a term's
//! frequency in a file is the sum of its postings' body and doc counts there ([`WeighedPosting::text`]).

use std::collections::BTreeMap;

use bombe_format::column::postings::{self, ListHead, PostingForm};
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::key_index::{Every, KeyIndex, Near};
use bombe_format::kind::SymbolKind;
use bombe_format::overlay::{Side, Walk};
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
    /// Its list in each segment that has it, the base first.
    lists: [Option<ListHead>; 2],
    symbols: u32,
    paths: u32,
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
pub struct Postings<'v>(Lists<'v>);

#[derive(Clone, Debug)]
enum Lists<'v> {
    One(postings::Postings<'v>),
    Two(Box<[Shown<'v>; 2]>),
}

/// The postings of one of two segments that are not hidden, with ids of the whole.
#[derive(Clone, Debug)]
struct Shown<'v> {
    entries: Option<postings::Postings<'v>>,
    walk: Walk<'v>,
    /// The next one, whose counts are still to be read.
    next: Option<Result<(SymbolId, PostingForm), Corrupt>>,
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
    /// The term with exactly this text (a term as [`bombe_format::text`] makes it), if any symbol or path has it. With an
    /// overlay it costs a walk over the term's list in the base.
    pub fn term(&self, text: &str) -> Result<Option<Term<'_>>, Corrupt> {
        let mut positions = [None; 2];
        for (side, position) in self.sides().zip(&mut positions) {
            let keys = self.segment(side).keys(Section::TermKeys)?;
            *position = keys.get(text.as_bytes())?;
        }
        self.term_at(positions)
    }

    /// The term whose lists lie at these positions; none if an overlay hides all that have it.
    fn term_at(&self, positions: [Option<u64>; 2]) -> Result<Option<Term<'_>>, Corrupt> {
        let mut term = Term {
            view: self,
            lists: [None; 2],
            symbols: 0,
            paths: 0,
        };
        for (at, side) in self.sides().enumerate() {
            let Some(position) = positions[at] else {
                continue;
            };
            let blob = self.posting_blob(side)?;
            let head = ListHead::read(blob, position)?;
            term.lists[at] = Some(head);
            term.symbols = term.symbols.saturating_add(head.symbols);
            term.paths = term.paths.saturating_add(head.paths);
            let Some(over) = self
                .over
                .as_ref()
                .filter(|over| !over.whole.masks_nothing())
            else {
                continue;
            };
            if side == Side::Base {
                let mut walk = over.whole.walk(side);
                let mut entries = head.symbols(blob)?;
                while let Some(symbol) = entries.next_with(|_, _| {}) {
                    term.symbols -= u32::from(walk.next(SymbolId(symbol?)).is_none());
                }
                for (file, _) in head.paths(blob)? {
                    term.paths -= u32::from(self.shown_file(side, FileId(file)).is_none());
                }
            }
        }
        Ok((term.symbols > 0 || term.paths > 0).then_some(term))
    }

    fn posting_blob(&self, side: Side) -> Result<&[u8], Corrupt> {
        let postings = self.segment(side).postings()?;
        Ok(postings.layout.blob.slice(postings.bytes))
    }

    /// The terms that start with `prefix`, in alphabetical order; at most `limit`.
    pub fn terms_with_prefix(
        &self,
        prefix: &str,
        limit: usize,
    ) -> Result<Vec<(String, Term<'_>)>, Corrupt> {
        self.terms_where(limit, |keys, visit| {
            keys.walk(prefix.as_bytes(), &Every, |key, position, ()| {
                visit(key, position)
            })
        })
    }

    /// The terms within `distance` (1 or 2) edits, alphabetical; at most `limit`: for spelling hints.
    pub fn terms_fuzzy(
        &self,
        text: &str,
        distance: u32,
        limit: usize,
    ) -> Result<Vec<(String, Term<'_>)>, Corrupt> {
        let near = Near::new(text.as_bytes(), distance.min(2) as u8);
        self.terms_where(limit, |keys, visit| {
            keys.walk(b"", &near, |key, position, _| visit(key, position))
        })
    }

    /// The first `limit` terms that `walk` visits in one segment or the other.
    fn terms_where(
        &self,
        limit: usize,
        walk: impl Fn(KeyIndex<'_>, &mut dyn FnMut(&[u8], u64) -> bool) -> Result<(), Corrupt>,
    ) -> Result<Vec<(String, Term<'_>)>, Corrupt> {
        let mut found: BTreeMap<String, [Option<u64>; 2]> = BTreeMap::new();
        for (at, side) in self.sides().enumerate().filter(|_| limit > 0) {
            // What an overlay hides is not known before its list is read.
            let most = if self.over.is_some() {
                usize::MAX
            } else {
                limit
            };
            let mut count = 0;
            walk(
                self.segment(side).keys(Section::TermKeys)?,
                &mut |key, position| {
                    let key = String::from_utf8_lossy(key).into_owned();
                    found.entry(key).or_default()[at] = Some(position);
                    count += 1;
                    count < most
                },
            )?;
        }
        let mut terms = Vec::new();
        for (text, positions) in found {
            if terms.len() == limit {
                break;
            }
            terms.extend(self.term_at(positions)?.map(|term| (text, term)));
        }
        Ok(terms)
    }

    /// Number of tokens in each field of a symbol, the path of its file included.
    pub fn lengths(&self, symbol: SymbolId) -> Result<FieldCounts, Corrupt> {
        self.own_lengths(symbol, self.symbol(symbol)?.file()?.path_length())
    }

    /// [`View::lengths`], for a symbol of a file whose path has `path` tokens.
    #[inline]
    pub(super) fn own_lengths(&self, symbol: SymbolId, path: u32) -> Result<FieldCounts, Corrupt> {
        let (side, local) = self.place_of(symbol)?;
        let [name, class, doc, signature, body] = self.segment(side).lengths()?.of(local);
        Ok(FieldCounts([name, class, path, doc, signature, body]))
    }

    /// Number and total lengths of the symbols of a kind, tests or others: sum over the groups that a query ranks to
    /// get its averages.
    pub fn length_totals(&self, kind: SymbolKind, tests: bool) -> Result<LengthTotals, Corrupt> {
        let (documents, lengths) = self
            .top()
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
    /// Number of symbols that have it in fields of their own (not counting paths).
    pub fn symbol_count(self) -> u32 {
        self.symbols
    }

    /// Number of files whose path has it.
    pub fn path_count(self) -> u32 {
        self.paths
    }

    /// The symbols that have it in fields of their own, by id.
    pub fn postings(self) -> Result<Postings<'v>, Corrupt> {
        let view = self.view;
        let entries = |side: Side| -> Result<_, Corrupt> {
            let Some(head) = self.lists[side as usize] else {
                return Ok(None);
            };
            head.symbols(view.posting_blob(side)?).map(Some)
        };
        let base = entries(Side::Base)?;
        Ok(Postings(match (&view.over, base) {
            (None, Some(base)) => Lists::One(base),
            (None, None) => return Err(Corrupt::new("section `postings`", "a list", "none")),
            (Some(over), base) => {
                let shown = |side, entries| {
                    let mut shown = Shown {
                        entries,
                        walk: over.whole.walk(side),
                        next: None,
                    };
                    shown.advance();
                    shown
                };
                let overlay = entries(Side::Overlay)?;
                Lists::Two(Box::new([
                    shown(Side::Base, base),
                    shown(Side::Overlay, overlay),
                ]))
            }
        }))
    }

    /// The files whose path has it, by id.
    pub fn paths(self) -> Result<Vec<PathPosting>, Corrupt> {
        let mut found = Vec::with_capacity(self.paths as usize);
        for side in self.view.sides() {
            let Some(head) = self.lists[side as usize] else {
                continue;
            };
            let paths = head.paths(self.view.posting_blob(side)?)?;
            found.extend(paths.into_iter().filter_map(|(file, count)| {
                let file = self.view.shown_file(side, FileId(file))?;
                Some(PathPosting { file, count })
            }));
        }
        if self.view.over.is_some() {
            found.sort_unstable_by_key(|path| path.file);
        }
        Ok(found)
    }
}

impl Shown<'_> {
    /// Goes to the next posting; the counts of the one before must have been read.
    #[inline]
    fn advance(&mut self) {
        self.next = None;
        let Some(entries) = &mut self.entries else {
            return;
        };
        while let Some(head) = entries.next_head() {
            let shown = head.and_then(|(symbol, form)| {
                let shown = self.walk.next(SymbolId(symbol));
                if shown.is_none() {
                    entries.counts_with(form, |_, _| {})?;
                }
                Ok(shown.map(|symbol| (symbol, form)))
            });
            self.next = shown.transpose();
            if self.next.is_some() {
                return;
            }
        }
    }

    /// Takes the next posting, and goes to the one behind it.
    #[inline]
    fn take(&mut self, visit: impl FnMut(usize, u32)) -> Option<Result<SymbolId, Corrupt>> {
        let next = self.next.take()?;
        let entries = self.entries.as_mut()?;
        let symbol = next.and_then(|(symbol, form)| {
            entries.counts_with(form, visit)?;
            Ok(symbol)
        });
        self.advance();
        Some(symbol)
    }
}

impl Postings<'_> {
    /// The next posting of two segments: a damaged one first, else the smaller id.
    #[inline]
    fn next_of(
        lists: &mut [Shown<'_>; 2],
        visit: impl FnMut(usize, u32),
    ) -> Option<Result<SymbolId, Corrupt>> {
        let key = |shown: &Shown| match &shown.next {
            Some(Ok((symbol, _))) => (1, symbol.0),
            Some(Err(_)) => (0, 0),
            None => (2, 0),
        };
        let [base, overlay] = lists;
        if key(base) <= key(overlay) {
            base.take(visit)
        } else {
            overlay.take(visit)
        }
    }

    /// The next posting, summed up.
    #[inline]
    pub fn next_weighed(&mut self) -> Option<Result<WeighedPosting, Corrupt>> {
        let (mut frequency, mut text) = (0.0, 0_u32);
        let add = |field: usize, count: u32| {
            frequency += count as f32 * FIELD_WEIGHTS[field];
            if field == Field::Body as usize || field == Field::Doc as usize {
                text = text.saturating_add(count);
            }
        };
        let symbol = match &mut self.0 {
            Lists::One(entries) => entries.next_with(add)?.map(SymbolId),
            Lists::Two(lists) => Self::next_of(lists, add)?,
        };
        Some(symbol.map(|symbol| WeighedPosting {
            symbol,
            frequency,
            text,
        }))
    }
}

impl Iterator for Postings<'_> {
    type Item = Result<Posting, Corrupt>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Lists::One(entries) => Some(entries.next()?.map(|(symbol, counts)| Posting {
                symbol: SymbolId(symbol),
                counts: FieldCounts(counts),
            })),
            Lists::Two(lists) => {
                let mut counts = FieldCounts::default();
                let symbol = Self::next_of(lists, |field, count| counts.0[field] = count)?;
                Some(symbol.map(|symbol| Posting { symbol, counts }))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Lists::One(entries) => entries.size_hint(),
            Lists::Two(_) => (0, None),
        }
    }
}
