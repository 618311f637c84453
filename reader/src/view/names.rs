//! Finding symbols by name: exact, by prefix, fuzzy, by pattern.

use bombe_format::column::names::NameView;
use bombe_format::ids::SymbolId;
use bombe_format::key_index::{Every, Near};
use bombe_format::section::Section;
use regex::bytes::Regex;

use super::{Corrupt, View};

/// A distinct name and the symbols that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name<'v> {
    /// The name, in its own case.
    pub name: &'v str,
    /// The symbols with this name, in id order.
    pub symbols: Vec<SymbolId>,
}

/// How near a name is to what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameMatch<'v> {
    /// The name and its symbols.
    pub name: Name<'v>,
    /// Edit distance between the lower-cased names; 0 for equal but for case.
    pub distance: u32,
}

/// Names longer than this many bytes are not searched with edits.
const FUZZY_BYTES_MAX: usize = 32;

/// Shorter names are searched with one edit at most.
const TWO_EDITS_BYTES_MIN: usize = 5;

/// Most names that a fuzzy search looks at before it sorts them.
const FUZZY_CANDIDATES_MAX: usize = 10_000;

impl View {
    /// The names that are equal to `name` but for case.
    pub fn names_equal(&self, name: &str) -> Result<Vec<Name<'_>>, Corrupt> {
        let lower = name.to_lowercase();
        let Some(row) = self
            .segment
            .keys(Section::NameKeys)?
            .get(lower.as_bytes())?
        else {
            return Ok(Vec::new());
        };
        self.names_from(row, usize::MAX, |other| is_lowered(other, &lower))
    }

    /// The names that start with `prefix`, whatever the case, in alphabetical order of their lower-case form; at most
    /// `limit`.
    pub fn names_with_prefix(&self, prefix: &str, limit: usize) -> Result<Vec<Name<'_>>, Corrupt> {
        let lower = prefix.to_lowercase();
        let mut first = None;
        self.segment
            .keys(Section::NameKeys)?
            .walk(lower.as_bytes(), &Every, |_, row, ()| {
                first = Some(row);
                false
            })?;
        // Rows are in the order of the keys.
        first.map_or(Ok(Vec::new()), |row| {
            self.names_from(row, limit, |other| starts_lowered(other, &lower))
        })
    }

    /// The names of rows from `row` on, as long as `wanted` accepts them; at most `limit`.
    fn names_from(
        &self,
        row: u64,
        limit: usize,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Name<'_>>, Corrupt> {
        let names = self.segment.names()?;
        let mut found = Vec::new();
        for row in u32::try_from(row).unwrap_or(u32::MAX)..names.count() as u32 {
            if found.len() >= limit || !wanted(names.name(row)?) {
                break;
            }
            found.push(name_at(names, row)?);
        }
        Ok(found)
    }

    /// The names within `distance` edits (insert, delete or replace a byte) of `name`, whatever the case, nearest first,
    /// then alphabetical; at most `limit`. `distance` is lowered to 1 for names under 5 bytes and capped at 2; names
    /// above 32 bytes give only equal ones. Costs a few milliseconds per million names for distance 2.
    pub fn names_fuzzy(
        &self,
        name: &str,
        distance: u32,
        limit: usize,
    ) -> Result<Vec<NameMatch<'_>>, Corrupt> {
        let lower = name.to_lowercase();
        let distance = match lower.len() {
            FUZZY_BYTES_MAX.. => 0,
            ..TWO_EDITS_BYTES_MIN => distance.min(1),
            _ => distance.min(2),
        };
        let near = Near::new(lower.as_bytes(), distance as u8);
        let mut rows = Vec::new();
        self.segment
            .keys(Section::NameKeys)?
            .walk(b"", &near, |_, row, state| {
                rows.push((Near::distance(state), row));
                rows.len() < FUZZY_CANDIDATES_MAX
            })?;
        rows.sort_unstable();
        let names = self.segment.names()?;
        let mut found = Vec::new();
        for (distance, row) in rows {
            let lower = names
                .name(u32::try_from(row).unwrap_or(u32::MAX))?
                .to_lowercase();
            let equal = |other: &str| is_lowered(other, &lower);
            for name in self.names_from(row, limit - found.len(), equal)? {
                found.push(NameMatch {
                    name,
                    distance: u32::from(distance),
                });
            }
            if found.len() >= limit {
                break;
            }
        }
        Ok(found)
    }

    /// The names that hold a match of `pattern`, in alphabetical order of their lower-case form; at most `limit`. The
    /// pattern sees one name at a time as a line (`(?m)` is needed for `^` and `$`). One pass over all distinct names:
    /// about 2 ms for a literal, 10–40 ms for a pattern without one, per million symbols.
    pub fn names_matching(&self, pattern: &Regex, limit: usize) -> Result<Vec<Name<'_>>, Corrupt> {
        let names = self.segment.names()?;
        let blob = names.layout.blob.slice(names.bytes);
        let mut found = Vec::new();
        let mut at = 0;
        while at < blob.len() && found.len() < limit {
            let Some(hit) = pattern.find_at(blob, at) else {
                break;
            };
            let row = names.row_at(hit.start());
            let name = names.name(row)?;
            let start = names.layout.start.at_row(names.bytes, row as usize) as usize;
            let end = start + name.len();
            // A match may reach over the end of its line; then the name alone decides.
            if hit.start() <= end && (hit.end() <= end || pattern.is_match(name.as_bytes())) {
                found.push(name_at(names, row)?);
            }
            at = (end + 1).max(at + 1);
        }
        Ok(found)
    }

    /// The qualified names that start with `prefix`, lower-cased, each with its symbols; at most `limit`.
    pub fn qualified_with_prefix(
        &self,
        prefix: &str,
        limit: usize,
    ) -> Result<Vec<(String, Vec<SymbolId>)>, Corrupt> {
        self.qualified_where(&prefix.to_lowercase(), limit, |_| true)
    }

    /// The qualified names (lower-cased) that hold a match of `pattern`, in alphabetical order; at most `limit`. Walks
    /// all qualified names: about 100 ms per million.
    pub fn qualified_matching(
        &self,
        pattern: &Regex,
        limit: usize,
    ) -> Result<Vec<(String, Vec<SymbolId>)>, Corrupt> {
        self.qualified_where("", limit, |key| pattern.is_match(key))
    }

    fn qualified_where(
        &self,
        prefix: &str,
        limit: usize,
        wanted: impl Fn(&[u8]) -> bool,
    ) -> Result<Vec<(String, Vec<SymbolId>)>, Corrupt> {
        let mut rows = Vec::new();
        if limit > 0 {
            self.segment.keys(Section::QualifiedKeys)?.walk(
                prefix.as_bytes(),
                &Every,
                |key, value, ()| {
                    if wanted(key) {
                        rows.push((String::from_utf8_lossy(key).into_owned(), value));
                    }
                    rows.len() < limit
                },
            )?;
        }
        rows.into_iter()
            .map(|(key, value)| Ok((key, self.qualified_group(value)?)))
            .collect()
    }
}

/// True if `lower` is the lower-cased name.
pub(crate) fn is_lowered(name: &str, lower: &str) -> bool {
    if name.is_ascii() {
        lower.eq_ignore_ascii_case(name)
    } else {
        name.to_lowercase() == lower
    }
}

/// True if the lower-cased name starts with `lower`.
pub(crate) fn starts_lowered(name: &str, lower: &str) -> bool {
    if name.is_ascii() {
        let start = name.as_bytes().get(..lower.len());
        start.is_some_and(|start| lower.as_bytes().eq_ignore_ascii_case(start))
    } else {
        name.to_lowercase().starts_with(lower)
    }
}

fn name_at(names: NameView<'_>, row: u32) -> Result<Name<'_>, Corrupt> {
    Ok(Name {
        name: names.name(row)?,
        symbols: names.symbols(row)?.collect(),
    })
}
