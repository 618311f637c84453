//! Finding symbols by name: exact, by prefix, fuzzy, by pattern.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use bombe_format::column::names::NameView;
use bombe_format::ids::SymbolId;
use bombe_format::key_index::{Every, Near};
use bombe_format::overlay::Side;
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
        self.names_of_both(usize::MAX, |side| {
            let keys = self.segment(side).keys(Section::NameKeys)?;
            match keys.get(lower.as_bytes())? {
                Some(row) => {
                    self.names_from(side, row, usize::MAX, |other| is_lowered(other, &lower))
                }
                None => Ok(Vec::new()),
            }
        })
    }

    /// The names that start with `prefix`, whatever the case, in alphabetical order of their lower-case form; at most
    /// `limit`.
    pub fn names_with_prefix(&self, prefix: &str, limit: usize) -> Result<Vec<Name<'_>>, Corrupt> {
        let lower = prefix.to_lowercase();
        self.names_of_both(limit, |side| {
            let mut first = None;
            self.segment(side).keys(Section::NameKeys)?.walk(
                lower.as_bytes(),
                &Every,
                |_, row, ()| {
                    first = Some(row);
                    false
                },
            )?;
            // Rows are in the order of the keys.
            first.map_or(Ok(Vec::new()), |row| {
                self.names_from(side, row, limit, |other| starts_lowered(other, &lower))
            })
        })
    }

    /// The first `limit` names of what each segment gives, which are the first `limit` of its own.
    fn names_of_both<'v>(
        &'v self,
        limit: usize,
        of: impl Fn(Side) -> Result<Vec<Name<'v>>, Corrupt>,
    ) -> Result<Vec<Name<'v>>, Corrupt> {
        let mut names = of(Side::Base)?;
        if self.over.is_some() {
            let more = of(Side::Overlay)?;
            if !more.is_empty() {
                names = joined(names, more);
                names.truncate(limit);
            }
        }
        Ok(names)
    }

    /// The names of a segment's rows from `row` on, as long as `wanted` accepts them; at most `limit`.
    fn names_from(
        &self,
        side: Side,
        row: u64,
        limit: usize,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Name<'_>>, Corrupt> {
        let names = self.segment(side).names()?;
        let mut found = Vec::new();
        for row in u32::try_from(row).unwrap_or(u32::MAX)..names.count() as u32 {
            if found.len() >= limit || !wanted(names.name(row)?) {
                break;
            }
            found.extend(self.name_at(side, names, row)?);
        }
        Ok(found)
    }

    /// A row of a segment's names; none if an overlay hides all of its symbols.
    fn name_at<'v>(
        &self,
        side: Side,
        names: NameView<'v>,
        row: u32,
    ) -> Result<Option<Name<'v>>, Corrupt> {
        let local = names.symbols(row)?;
        let symbols: Vec<SymbolId> = match &self.over {
            None => local.collect(),
            Some(over) => {
                let mut walk = over.whole.walk(side);
                local.filter_map(|id| walk.next(id)).collect()
            }
        };
        let name = names.name(row)?;
        Ok((!symbols.is_empty() || self.over.is_none()).then_some(Name { name, symbols }))
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
        let mut keys = Vec::new();
        for side in self.sides() {
            let most = keys.len() + FUZZY_CANDIDATES_MAX;
            self.segment(side)
                .keys(Section::NameKeys)?
                .walk(b"", &near, |key, _, state| {
                    keys.push((Near::distance(state), key.to_vec()));
                    keys.len() < most
                })?;
        }
        keys.sort_unstable();
        keys.dedup();
        let mut found = Vec::new();
        for (distance, key) in keys {
            let key = String::from_utf8_lossy(&key);
            let names = self.names_equal(&key)?;
            found.extend(names.into_iter().map(|name| NameMatch {
                name,
                distance: u32::from(distance),
            }));
            if found.len() >= limit {
                found.truncate(limit);
                break;
            }
        }
        Ok(found)
    }

    /// The names that hold a match of `pattern`, in alphabetical order of their lower-case form; at most `limit`. The
    /// pattern sees one name at a time as a line (`(?m)` is needed for `^` and `$`). One pass over all distinct names:
    /// about 2 ms for a literal, 10–40 ms for a pattern without one, per million symbols.
    pub fn names_matching(&self, pattern: &Regex, limit: usize) -> Result<Vec<Name<'_>>, Corrupt> {
        self.names_of_both(limit, |side| {
            let names = self.segment(side).names()?;
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
                    found.extend(self.name_at(side, names, row)?);
                }
                at = (end + 1).max(at + 1);
            }
            Ok(found)
        })
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
        let mut groups: BTreeMap<String, Vec<SymbolId>> = BTreeMap::new();
        for side in self.sides().filter(|_| limit > 0) {
            let mut failed = None;
            let mut count = 0;
            self.segment(side).keys(Section::QualifiedKeys)?.walk(
                prefix.as_bytes(),
                &Every,
                |key, value, ()| {
                    if wanted(key) {
                        match self.qualified_group(side, value) {
                            Ok(symbols) if symbols.is_empty() => {}
                            Ok(symbols) => {
                                let key = String::from_utf8_lossy(key).into_owned();
                                groups.entry(key).or_default().extend(symbols);
                                count += 1;
                            }
                            Err(error) => failed = Some(error),
                        }
                    }
                    count < limit && failed.is_none()
                },
            )?;
            if let Some(error) = failed {
                return Err(error);
            }
        }
        let mut found: Vec<_> = groups.into_iter().take(limit).collect();
        for (_, symbols) in &mut found {
            symbols.sort_unstable();
        }
        Ok(found)
    }
}

/// Names of two segments as one list, in the order of (lower-cased name, name).
fn joined<'v>(base: Vec<Name<'v>>, overlay: Vec<Name<'v>>) -> Vec<Name<'v>> {
    let mut names: Vec<Name<'v>> = Vec::with_capacity(base.len() + overlay.len());
    let (mut base, mut overlay) = (base.into_iter().peekable(), overlay.into_iter().peekable());
    loop {
        let order = match (base.peek(), overlay.peek()) {
            (Some(one), Some(other)) => by_lowered(one.name, other.name),
            (None, Some(_)) => Ordering::Greater,
            (_, None) => Ordering::Less,
        };
        let next = match order {
            Ordering::Less => base.next(),
            Ordering::Greater => overlay.next(),
            Ordering::Equal => base.next().map(|mut name| {
                name.symbols
                    .extend(overlay.next().into_iter().flat_map(|name| name.symbols));
                name.symbols.sort_unstable();
                name
            }),
        };
        match next {
            Some(name) => names.push(name),
            None => return names,
        }
    }
}

/// The order of names in a segment.
fn by_lowered(one: &str, other: &str) -> Ordering {
    if one.is_ascii() && other.is_ascii() {
        let lower = |byte: u8| byte.to_ascii_lowercase();
        let order = one.bytes().map(lower).cmp(other.bytes().map(lower));
        return order.then_with(|| one.cmp(other));
    }
    let order = one.to_lowercase().cmp(&other.to_lowercase());
    order.then_with(|| one.cmp(other))
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
