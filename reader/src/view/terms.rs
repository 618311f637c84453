//! Terms and postings, the input of BM25 over symbols and over files.
//!
//! A document is a symbol. Its own fields are name, class (the names of the symbols that contain it), doc, signature
//! (parameters and types) and body. Its path field is shared by all symbols of a file and stored once per file
//! ([`Term::paths`]). [`bombe_format::text`] splits text into terms, for the index and for queries alike.
//!
//! A term of a body belongs to the innermost callable, type, section or multi-line value around it, or to the module symbol
//! if there is none. Doc comments and licence headers do not count as body. The text of a file is the sum over its symbols:
//! a term's frequency in a file is the sum of the body and doc counts of its postings there ([`WeighedPosting::text`]).

use std::collections::BTreeMap;

use bombe_format::block::Window;
use bombe_format::column::postings::{self, ListHead, PostingForm};
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::key_index::{AllKeys, KeyIndex, Levenshtein};
use bombe_format::kind::SymbolKind;
use bombe_format::overlay::{AscendingSymbols, SegmentKind};
use bombe_format::section::Section;
use bombe_format::text::Field;

use super::{Corrupt, FIELD_WEIGHTS, View};
use crate::limits::Limits;

/// A count for each [`Field`], indexed by the field's number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldCounts(pub [u32; Field::ALL.len()]);

impl FieldCounts {
    /// Returns the count of one field.
    pub fn get(&self, field: Field) -> u32 {
        self.0[field as usize]
    }
}

/// A term of the index.
#[derive(Clone, Copy, Debug)]
pub struct Term<'v> {
    view: &'v View,
    /// Its posting list in the base and in the overlay.
    lists: [Option<ListHead>; 2],
    symbols: u32,
    paths: u32,
}

/// A symbol that has a term in its own fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The symbol.
    pub symbol: SymbolId,
    /// How often each field has the term; [`Field::Path`] is always 0 here.
    pub counts: FieldCounts,
}

/// A [`Posting`] with its counts summed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeighedPosting {
    /// The symbol.
    pub symbol: SymbolId,
    /// Occurrences of the term in its fields, weighted by [`FIELD_WEIGHTS`].
    pub frequency: f32,
    /// Occurrences in its body and doc, which make up the file's text.
    pub text: u32,
}

/// A file whose path has a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathPosting {
    /// The file.
    pub file: FileId,
    /// Number of occurrences.
    pub count: u32,
}

/// Iterates over the postings of a term, by symbol.
#[derive(Clone, Debug)]
pub struct Postings<'v>(Lists<'v>);

#[derive(Clone, Debug)]
enum Lists<'v> {
    Base(postings::Postings<'v>),
    Merged(Box<[VisiblePostings<'v>; 2]>),
}

/// The postings of a segment without those of masked symbols, with merged ids.
#[derive(Clone, Debug)]
struct VisiblePostings<'v> {
    entries: Option<postings::Postings<'v>>,
    ascending: AscendingSymbols<'v>,
    /// The next posting. Its counts have not been read yet.
    next: Option<Result<(SymbolId, PostingForm), Corrupt>>,
}

/// Number of documents and total length of each field over a group of symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LengthTotals {
    /// Number of symbols.
    pub documents: u64,
    /// Sum of lengths by field, in terms. [`Field::Path`] counts the path once for each symbol.
    pub lengths: [u64; Field::ALL.len()],
}

impl View {
    /// Returns the term with exactly this text (as [`bombe_format::text`] makes terms), if any symbol or path has it. With an
    /// overlay, costs a pass over the term's list in the base.
    pub fn term(&self, text: &str, limits: &Limits) -> Result<Option<Term<'_>>, Corrupt> {
        let mut positions = [None; 2];
        for (origin, position) in self.origins().zip(&mut positions) {
            let keys = self.segment(origin).keys(Section::TermKeys)?;
            *position = keys.get(text.as_bytes())?;
        }
        self.term_at(positions, limits)
    }

    /// Returns the term whose lists are at these positions; none if all symbols and paths that have it are masked.
    fn term_at(
        &self,
        positions: [Option<u64>; 2],
        limits: &Limits,
    ) -> Result<Option<Term<'_>>, Corrupt> {
        let mut term = Term {
            view: self,
            lists: [None; 2],
            symbols: 0,
            paths: 0,
        };
        for (at, origin) in self.origins().enumerate() {
            let Some(position) = positions[at] else {
                continue;
            };
            let blob = self.posting_blob(origin)?;
            let head = ListHead::read(blob, position)?;
            term.lists[at] = Some(head);
            term.symbols = term.symbols.saturating_add(head.symbols);
            term.paths = term.paths.saturating_add(head.paths);
            let Some(overlay) = self
                .overlay
                .as_ref()
                .filter(|overlay| !overlay.merged.masks_nothing())
            else {
                continue;
            };
            if origin == SegmentKind::Base {
                let mut ascending = overlay.merged.ascending(origin);
                let mut entries = head.symbols(blob)?;
                while let Some(symbol) = entries.next_with(|_, _| {}) {
                    if limits.is_over() {
                        break;
                    }
                    term.symbols -= u32::from(ascending.merged(SymbolId(symbol?)).is_none());
                }
                for (file, _) in head.paths(blob)? {
                    if limits.is_over() {
                        break;
                    }
                    term.paths -= u32::from(self.visible_file(origin, FileId(file)).is_none());
                }
            }
        }
        Ok((term.symbols > 0 || term.paths > 0).then_some(term))
    }

    fn posting_blob(&self, origin: SegmentKind) -> Result<Window<'_>, Corrupt> {
        let postings = self.segment(origin).postings()?;
        Ok(postings.layout.blob.window(postings.bytes))
    }

    /// Returns the terms that start with `prefix`, in alphabetical order; at most `limit`.
    pub fn terms_with_prefix(
        &self,
        prefix: &str,
        limit: usize,
    ) -> Result<Vec<(String, Term<'_>)>, Corrupt> {
        self.terms_where(limit, |keys, visit| {
            keys.walk(prefix.as_bytes(), &AllKeys, |key, position, ()| {
                visit(key, position)
            })
        })
    }

    /// Returns the terms within `distance` edits of `text`, in alphabetical order; at most `limit`. A `distance` above 2 counts
    /// as 2. Meant for spelling hints.
    pub fn terms_fuzzy(
        &self,
        text: &str,
        distance: u32,
        limit: usize,
    ) -> Result<Vec<(String, Term<'_>)>, Corrupt> {
        let near = Levenshtein::new(text.as_bytes(), distance.min(2) as u8);
        self.terms_where(limit, |keys, visit| {
            keys.walk(b"", &near, |key, position, _| visit(key, position))
        })
    }

    /// Returns the first `limit` terms that `walk` visits in any segment.
    fn terms_where(
        &self,
        limit: usize,
        walk: impl Fn(KeyIndex<'_>, &mut dyn FnMut(&[u8], u64) -> bool) -> Result<(), Corrupt>,
    ) -> Result<Vec<(String, Term<'_>)>, Corrupt> {
        let mut found: BTreeMap<String, [Option<u64>; 2]> = BTreeMap::new();
        for (at, origin) in self.origins().enumerate().filter(|_| limit > 0) {
            // Whether a term is masked is not known before its list is read.
            let most = if self.overlay.is_some() {
                usize::MAX
            } else {
                limit
            };
            let mut count = 0;
            walk(
                self.segment(origin).keys(Section::TermKeys)?,
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
            terms.extend(
                self.term_at(positions, &Limits::none())?
                    .map(|term| (text, term)),
            );
        }
        Ok(terms)
    }

    /// Returns the number of terms in each field of a symbol, the path of its file included.
    pub fn lengths(&self, symbol: SymbolId) -> Result<FieldCounts, Corrupt> {
        let path = self.symbol(symbol)?.file()?.path_length();
        let (origin, local) = self.locate_symbol(symbol)?;
        let [name, class, doc, signature, body] = self.segment(origin).lengths()?.of(local);
        Ok(FieldCounts([name, class, path, doc, signature, body]))
    }

    /// Returns the number and the total lengths of the symbols of a kind that are tests, or that are not. A query sums the
    /// groups that it ranks to get its averages.
    pub fn length_totals(&self, kind: SymbolKind, tests: bool) -> Result<LengthTotals, Corrupt> {
        let (documents, lengths) = self
            .top()
            .lengths()?
            .group(kind as usize * 2 + usize::from(tests));
        Ok(LengthTotals { documents, lengths })
    }
}

impl<'v> Term<'v> {
    /// Returns the number of symbols that have it in their own fields (not counting paths).
    pub fn symbol_count(self) -> u32 {
        self.symbols
    }

    /// Returns the number of files whose path has it.
    pub fn path_count(self) -> u32 {
        self.paths
    }

    /// Returns the symbols that have it in their own fields, by id.
    pub fn postings(self) -> Result<Postings<'v>, Corrupt> {
        let view = self.view;
        let entries = |origin: SegmentKind| -> Result<_, Corrupt> {
            let Some(head) = self.lists[origin as usize] else {
                return Ok(None);
            };
            head.symbols(view.posting_blob(origin)?).map(Some)
        };
        let base = entries(SegmentKind::Base)?;
        Ok(Postings(match (&view.overlay, base) {
            (None, Some(base)) => Lists::Base(base),
            (None, None) => return Err(Corrupt::new("section `postings`", "a list", "none")),
            (Some(overlay), base) => {
                let visible = |origin, entries| {
                    let mut visible = VisiblePostings {
                        entries,
                        ascending: overlay.merged.ascending(origin),
                        next: None,
                    };
                    visible.advance();
                    visible
                };
                let of_overlay = entries(SegmentKind::Overlay)?;
                Lists::Merged(Box::new([
                    visible(SegmentKind::Base, base),
                    visible(SegmentKind::Overlay, of_overlay),
                ]))
            }
        }))
    }

    /// Returns the files whose path has it, by id.
    pub fn paths(self) -> Result<Vec<PathPosting>, Corrupt> {
        let mut found = Vec::with_capacity(self.paths as usize);
        for origin in self.view.origins() {
            let Some(head) = self.lists[origin as usize] else {
                continue;
            };
            let paths = head.paths(self.view.posting_blob(origin)?)?;
            found.extend(paths.into_iter().filter_map(|(file, count)| {
                let file = self.view.visible_file(origin, FileId(file))?;
                Some(PathPosting { file, count })
            }));
        }
        if self.view.overlay.is_some() {
            found.sort_unstable_by_key(|path| path.file);
        }
        Ok(found)
    }
}

impl VisiblePostings<'_> {
    /// Moves on to the next posting. The counts of the current one must have been read.
    #[inline]
    fn advance(&mut self) {
        self.next = None;
        let Some(entries) = &mut self.entries else {
            return;
        };
        while let Some(head) = entries.next_head() {
            let visible = head.and_then(|(symbol, form)| {
                let visible = self.ascending.merged(SymbolId(symbol));
                if visible.is_none() {
                    entries.counts_with(form, |_, _| {})?;
                }
                Ok(visible.map(|symbol| (symbol, form)))
            });
            self.next = visible.transpose();
            if self.next.is_some() {
                return;
            }
        }
    }

    /// Returns the next posting and moves on to the one after it.
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
    /// Returns the next posting of two segments: a damaged one if there is one, otherwise the one with the smaller id.
    #[inline]
    fn next_of(
        lists: &mut [VisiblePostings<'_>; 2],
        visit: impl FnMut(usize, u32),
    ) -> Option<Result<SymbolId, Corrupt>> {
        let key = |list: &VisiblePostings| match &list.next {
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

    /// Returns the next posting with its counts summed.
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
            Lists::Base(entries) => entries.next_with(add)?.map(SymbolId),
            Lists::Merged(lists) => Self::next_of(lists, add)?,
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
            Lists::Base(entries) => Some(entries.next()?.map(|(symbol, counts)| Posting {
                symbol: SymbolId(symbol),
                counts: FieldCounts(counts),
            })),
            Lists::Merged(lists) => {
                let mut counts = FieldCounts::default();
                let symbol = Self::next_of(lists, |field, count| counts.0[field] = count)?;
                Some(symbol.map(|symbol| Posting { symbol, counts }))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Lists::Base(entries) => entries.size_hint(),
            Lists::Merged(_) => (0, None),
        }
    }
}
