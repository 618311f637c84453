//! What a client offers while a person types the name of something, and what is worth opening.

use std::cmp::Reverse;

use bombe_format::ids::{FileId, SymbolId};

use crate::limits::Limits;
use crate::query::Result;
use crate::query::top_k::TopK;
use crate::snapshot::Snapshot;

/// Suggestions, best first.
#[derive(Debug, Default)]
pub struct Suggestions {
    /// Those that were asked for.
    pub values: Vec<String>,
    /// True if there are more.
    pub has_more: bool,
}

/// Most names that are ranked.
const NAMES_MAX: usize = 2000;

/// Returns the ids of symbols whose id, qualified name or name begins with a text, the most important first. For no text,
/// returns the most important of all.
///
/// # Errors
/// Fails if the snapshot is damaged.
pub fn symbols(
    snapshot: &Snapshot,
    text: &str,
    count: usize,
    limits: &Limits,
) -> Result<Suggestions> {
    let view = &snapshot.view;
    let text = text.trim();
    let mut found: Vec<SymbolId> = Vec::new();
    if let Some((path, name)) = text.split_once("::") {
        if let Some(file) = view.file_by_path(path)? {
            for symbol in view.symbols_in(file.symbols())? {
                if limits.is_over() {
                    break;
                }
                if symbol.qualified()?.starts_with(name) {
                    found.push(symbol.id());
                }
            }
        }
    } else if text.is_empty() {
        let mut best = TopK::new(count + 1);
        for file in view.files()? {
            if limits.spend(1 + file.symbols().len()) {
                break;
            }
            for symbol in view.symbols_in(file.symbols())? {
                best.push((Reverse(symbol.rank_units()?), symbol.id()));
            }
        }
        found.extend(best.into_sorted().into_iter().map(|(_, id)| id));
    } else {
        for name in view.names_with_prefix(text, NAMES_MAX, limits)? {
            found.extend(name.symbols);
        }
        if text.contains(['.', ':']) {
            for (_, symbols) in view.qualified_with_prefix(text, NAMES_MAX, limits)? {
                found.extend(symbols);
            }
        }
        found.sort_unstable();
        found.dedup();
    }
    let mut best = TopK::new(count + 1);
    for id in found {
        if limits.is_over() {
            break;
        }
        best.push((Reverse(view.symbol(id)?.rank_units()?), id));
    }
    let best = best.into_sorted();
    let mut values = Vec::new();
    for (_, id) in best.iter().take(count) {
        values.push(view.symbol(*id)?.symbol_id()?);
    }
    Ok(Suggestions {
        values,
        has_more: best.len() > count,
    })
}

/// Returns the paths of files of which the path, or the part behind a `/`, begins with a text, by path; those that begin with
/// it as a whole come first.
///
/// # Errors
/// Fails if the snapshot is damaged.
pub fn paths(
    snapshot: &Snapshot,
    text: &str,
    count: usize,
    limits: &Limits,
) -> Result<Suggestions> {
    let text = text.trim().trim_start_matches("./");
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    for file in snapshot.view.files()? {
        if limits.is_over() || whole.len() > count {
            break;
        }
        let path = file.path()?;
        if path.starts_with(text) {
            whole.push(path.to_owned());
        } else if parts.len() <= count && begins_behind_slash(path, text) {
            parts.push(path.to_owned());
        }
    }
    whole.extend(parts);
    let has_more = whole.len() > count;
    whole.truncate(count);
    Ok(Suggestions {
        values: whole,
        has_more,
    })
}

fn begins_behind_slash(path: &str, text: &str) -> bool {
    path.match_indices('/')
        .any(|(at, _)| path[at + 1..].starts_with(text))
}

/// Returns the paths of the files whose symbols are the most important together, tests left out.
///
/// # Errors
/// Fails if the snapshot is damaged.
pub fn files(snapshot: &Snapshot, count: usize, limits: &Limits) -> Result<Vec<String>> {
    let view = &snapshot.view;
    let mut best = TopK::new(count);
    for file in view.files()? {
        if limits.spend(1 + file.symbols().len()) {
            break;
        }
        if file.is_test() || file.is_generated() {
            continue;
        }
        let mut sum = 0_u64;
        for symbol in view.symbols_in(file.symbols())? {
            sum += u64::from(symbol.rank_units()?);
        }
        best.push((Reverse(sum), file.id()));
    }
    let path = |(_, id): (Reverse<u64>, FileId)| Ok(view.file(id)?.path()?.to_owned());
    best.into_sorted().into_iter().map(path).collect()
}

/// Returns the whole text of a file, and the name of its language; none if the snapshot has no text of it.
///
/// # Errors
/// Fails if there is no such file, or if the snapshot is damaged.
pub fn text_of(
    snapshot: &Snapshot,
    path: &str,
    limits: &Limits,
) -> Result<Option<(String, &'static str)>> {
    let view = &snapshot.view;
    let id = crate::query::find::file(view, snapshot.relative("path", path)?, limits)?;
    let text = view.source(id, limits)?;
    let language = view.file(id)?.language().name();
    Ok(text.map(|text| (text.text().to_owned(), language)))
}
