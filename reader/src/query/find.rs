//! From what a caller writes to the symbol that is meant.

use bombe_format::ids::{FileId, SymbolId};

use super::{QueryError, Result};
use crate::view::{Symbol, View};

/// How many other readings of an ambiguous name are listed.
const CANDIDATES_MAX: usize = 8;

/// The symbol meant, and what else it could have been.
#[derive(Debug)]
pub struct Meant<'v> {
    /// The highest-ranked reading.
    pub symbol: Symbol<'v>,
    /// Further readings, highest rank first; at most 8.
    pub others: Vec<SymbolId>,
    /// Number of all further readings.
    pub others_total: usize,
}

/// Finds the symbol that a text means: a `symbol_id`, `path:line`, a qualified name, with its module or without, or a bare
/// name.
///
/// # Errors
/// [`QueryError::NotFound`] with the nearest names if nothing fits.
pub fn symbol<'v>(view: &'v View, text: &str) -> Result<Meant<'v>> {
    let text = text.trim();
    if text.is_empty() {
        return Err(QueryError::Argument {
            argument: "symbol",
            problem: "is empty".to_owned(),
            example: "`src/auth/service.py::Auth.login`, `Auth.login`, `login` or `src/auth/service.py:42`".to_owned(),
        });
    }
    let mut found = view.lookup(text)?;
    if found.is_empty()
        && let Some((base, ordinal)) = text.rsplit_once('#')
        && ordinal.parse::<u32>().is_ok()
    {
        // The nth overload of a name that is not written as a whole id.
        for id in view.lookup(base)? {
            if view.symbol(id)?.symbol_id()?.ends_with(&text[base.len()..]) {
                found.push(id);
            }
        }
    }
    if found.is_empty() && (text.contains("::") || text.contains('#')) {
        // `Type::method` and `Type#method` are how other tools write a member.
        found = view.lookup(&text.replace("::", ".").replace('#', "."))?;
    }
    if found.is_empty() {
        found = in_module(view, &text.replace("::", "."))?;
    }
    // A definition goes before its declarations, code before tests.
    let mut keyed = Vec::with_capacity(found.len());
    for (at, id) in found.iter().enumerate() {
        let symbol = view.symbol(*id)?;
        let declaration = symbol.flags().has(crate::view::SymbolFlags::DECLARATION);
        keyed.push(((symbol.is_test(), declaration, at), *id));
    }
    keyed.sort_unstable();
    let mut ids = keyed.into_iter().map(|(_, id)| id);
    let Some(first) = ids.next() else {
        return Err(QueryError::NotFound {
            what: "symbol",
            asked: text.to_owned(),
            nearest: nearest(view, text)?,
        });
    };
    let others_total = ids.len();
    Ok(Meant {
        symbol: view.symbol(first)?,
        others: ids.take(CANDIDATES_MAX).collect(),
        others_total,
    })
}

/// Symbols named by their module too: `package.module.Type.method`, where the module is the end of the file's path without
/// its extension, or of its folder's.
fn in_module(view: &View, dotted: &str) -> Result<Vec<SymbolId>> {
    let mut found = Vec::new();
    for (dot, _) in dotted.match_indices('.') {
        let (module, name) = (&dotted[..dot], &dotted[dot + 1..]);
        for id in view.lookup(name)? {
            let path = view.symbol(id)?.file()?.path()?;
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
            let ends = |place: &str| {
                let mut parts = place.rsplit('/');
                module.rsplit('.').all(|part| parts.next() == Some(part))
            };
            if ends(stem) || ends(folder) {
                found.push(id);
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    Ok(found)
}

/// The ids of the symbols whose names are nearest to a text.
fn nearest(view: &View, text: &str) -> Result<Vec<String>> {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let bare = text
        .rsplit([':', '.', '/', '#'])
        .find(|part| !is_number(part))
        .unwrap_or(text);
    let mut ids: Vec<SymbolId> = Vec::new();
    for name in view.names_equal(bare)? {
        ids.extend(name.symbols);
    }
    if ids.is_empty() {
        for hit in view.names_fuzzy(bare, 2, 5)? {
            ids.extend(hit.name.symbols.iter().take(2));
        }
    }
    if ids.is_empty() && bare.len() >= 3 {
        for name in view.names_with_prefix(bare, 5)? {
            ids.extend(name.symbols.iter().take(2));
        }
    }
    view.sort_by_rank(&mut ids)?;
    let mut texts = Vec::new();
    for id in ids.into_iter().take(5) {
        texts.push(view.symbol(id)?.symbol_id()?);
    }
    Ok(texts)
}

/// Finds the file that a text means: a path relative to the root, or the end of one.
///
/// # Errors
/// [`QueryError::NotFound`] with files of the same name if nothing or more than one fits.
pub fn file(view: &View, text: &str) -> Result<FileId> {
    let path = text.trim().trim_start_matches("./");
    if let Some(file) = view.file_by_path(path)? {
        return Ok(file.id());
    }
    let suffix = view.files_by_suffix(path)?;
    if let [only] = suffix.as_slice() {
        return Ok(*only);
    }
    let mut candidates = suffix;
    if candidates.is_empty() {
        let name = path.rsplit('/').next().unwrap_or(path);
        candidates = view.files_by_suffix(name)?;
    }
    let mut nearest = Vec::new();
    for id in candidates.into_iter().take(5) {
        nearest.push(view.file(id)?.path()?.to_owned());
    }
    Err(QueryError::NotFound {
        what: "file",
        asked: path.to_owned(),
        nearest,
    })
}
