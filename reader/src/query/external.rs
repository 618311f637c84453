//! Finds what is outside the repository by a name: exact, by its end, or by what it is inside.

use bombe_format::kind::Ecosystem;

use super::Result;
use crate::limits::Limits;
use crate::view::{ExternalSymbol, View, name_parts};

/// What a name may start with to stand for something outside only. Answers give such names as ids.
pub const MARK: &str = "external:";

/// Most other matches that are listed.
pub const CANDIDATES_MAX: usize = 8;

/// Longest name that near names are looked for, in bytes.
const NEAR_BYTES_MAX: usize = 64;

/// Most edits between a name and a near one.
const NEAR_EDITS_MAX: usize = 2;

/// What a name outside the repository stands for.
#[derive(Debug)]
pub struct ExternalMatch<'v> {
    /// What is asked for: one name, or all that are inside a module or type.
    pub symbols: Vec<ExternalSymbol<'v>>,
    /// The text names a module or type, and `symbols` are what it holds.
    pub is_inside: bool,
    /// Other matches, the most used first; at most [`CANDIDATES_MAX`].
    pub others: Vec<ExternalSymbol<'v>>,
    /// Number of all other matches.
    pub others_total: usize,
}

impl ExternalMatch<'_> {
    /// Returns the number of call sites.
    pub fn sites(&self) -> usize {
        self.symbols.iter().map(|symbol| symbol.sites).sum()
    }
}

/// How well a name fits. Smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    End,
    Inside,
}

/// Returns what a text names outside the repository. The text is a name with its module (`requests.get`,
/// `java.util.List#add`, `std::collections::HashMap::insert`), the end of one (`List#add`), or a module or type, which
/// stands for all that is called in it. `pypi requests :: get` names the package as well.
///
/// Of several that fit equally, the most used one is the match and the others are candidates.
pub fn find<'v>(view: &'v View, text: &str, limits: &Limits) -> Result<Option<ExternalMatch<'v>>> {
    let (ecosystem, text) = without_package(text.trim());
    let wanted: Vec<&str> = name_parts(text).collect();
    let Some(last) = wanted.last().copied() else {
        return Ok(None);
    };
    let mut fits: Vec<Fit> = Vec::new();
    let mut found = view.external_symbols_where(
        |row| {
            if ecosystem.is_some_and(|ecosystem| ecosystem != row.ecosystem) {
                return false;
            }
            // Most names have none of the parts.
            if !row.path.contains(last) && !row.module.contains(last) {
                return false;
            }
            fit(row.parts(), &wanted).is_some()
        },
        limits,
    )?;
    for symbol in &found {
        let row = symbol.row();
        fits.push(fit(row.parts(), &wanted).unwrap_or(Fit::Inside));
    }
    let Some(best) = fits.iter().copied().min() else {
        return Ok(None);
    };
    let mut at = 0;
    let (mut symbols, mut others): (Vec<_>, Vec<_>) = found.drain(..).partition(|_| {
        at += 1;
        fits[at - 1] == best
    });
    let is_inside = best == Fit::Inside;
    if is_inside {
        others.clear();
    } else {
        symbols.sort_by(|a, b| {
            b.sites
                .cmp(&a.sites)
                .then_with(|| a.full_name().cmp(&b.full_name()))
        });
        let first = symbols.remove(0);
        others = std::mem::replace(&mut symbols, vec![first]);
    }
    let others_total = others.len();
    others.truncate(CANDIDATES_MAX);
    Ok(Some(ExternalMatch {
        symbols,
        is_inside,
        others,
        others_total,
    }))
}

/// Splits `pypi requests :: requests.get` into the ecosystem and the name. The package is left to the name's module.
fn without_package(text: &str) -> (Option<Ecosystem>, &str) {
    let text = text.strip_prefix(MARK).unwrap_or(text).trim();
    let Some((package, name)) = text.split_once(" :: ") else {
        return (None, text);
    };
    let ecosystem = package.split_whitespace().next().unwrap_or_default();
    (Ecosystem::from_name(ecosystem), name.trim())
}

/// Returns how a name with these parts fits what is wanted.
fn fit<'v>(
    mut parts: impl DoubleEndedIterator<Item = &'v str> + Clone,
    wanted: &[&str],
) -> Option<Fit> {
    let mut from_end = parts.clone().rev();
    if wanted
        .iter()
        .rev()
        .all(|part| from_end.next() == Some(part))
    {
        return Some(match from_end.next() {
            None => Fit::Exact,
            Some(_) => Fit::End,
        });
    }
    // Inside a module or a type that the text names from its start.
    wanted
        .iter()
        .all(|part| parts.next() == Some(part))
        .then_some(Fit::Inside)
}

/// Returns the names of what is outside whose last part is near to that of a text, the nearest and most used first.
pub fn near(view: &View, text: &str, count: usize, limits: &Limits) -> Result<Vec<String>> {
    let (_, text) = without_package(text.trim());
    let Some(last) = name_parts(text)
        .next_back()
        .filter(|last| last.len() <= NEAR_BYTES_MAX)
    else {
        return Ok(Vec::new());
    };
    let distance = |row: crate::view::ExternalRow<'_>| {
        let name = row.parts().next_back()?;
        let edits_max = NEAR_EDITS_MAX.min(last.len() / 3);
        if name.len().abs_diff(last.len()) > edits_max {
            return None;
        }
        limits.spend(name.len() * last.len() / 8);
        Some(edits(name, last)).filter(|edits| *edits <= edits_max)
    };
    let found = view.external_symbols_where(|row| distance(row).is_some(), limits)?;
    let mut keyed: Vec<_> = found
        .iter()
        .map(|symbol| {
            (
                distance(symbol.row()),
                std::cmp::Reverse(symbol.sites),
                symbol.full_name(),
            )
        })
        .collect();
    keyed.sort();
    Ok(keyed
        .into_iter()
        .take(count)
        .map(|(_, _, name)| format!("{MARK}{name}"))
        .collect())
}

/// Returns the number of bytes that are inserted, deleted or replaced between two names.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, left) in a.bytes().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (to, right) in b.bytes().enumerate() {
            let replaced = before + usize::from(!left.eq_ignore_ascii_case(&right));
            before = row[to + 1];
            row[to + 1] = replaced.min(before + 1).min(row[to] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(name: &'static str, wanted: &str) -> Option<u8> {
        let wanted: Vec<&str> = name_parts(wanted).collect();
        fit(name_parts(name), &wanted).map(|fit| fit as u8)
    }

    #[test]
    fn a_name_fits_whole_by_its_end_or_by_what_it_is_in() {
        assert_eq!(fits("requests.get", "requests.get"), Some(0));
        assert_eq!(fits("java.util.List#add", "List#add"), Some(1));
        assert_eq!(fits("java.util.List#add", "java.util.List"), Some(2));
        assert_eq!(
            fits("std::collections::HashMap::insert", "HashMap.insert"),
            Some(1)
        );
        assert_eq!(fits("net/http.Client.Do", "http.Client.Do"), Some(1));
        assert_eq!(fits("requests.get().json", "requests.get"), None);
        assert_eq!(fits("java.util.List#add", "List"), None);
        assert_eq!(fits("java.util.List#add", "st#add"), None);
    }

    #[test]
    fn an_ecosystem_may_stand_before_a_name() {
        assert_eq!(
            without_package("pypi requests :: requests.get"),
            (Some(Ecosystem::Pypi), "requests.get")
        );
        assert_eq!(
            without_package("external:std::mem::drop"),
            (None, "std::mem::drop")
        );
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("get", "get"), 0);
        assert_eq!(edits("Router", "Roter"), 1);
        assert_eq!(edits("", "ab"), 2);
    }
}
