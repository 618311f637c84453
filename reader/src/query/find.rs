//! Finds the symbol or the file that a caller names.

use bombe_format::ids::{FileId, SymbolId};

use super::{QueryError, Result};
use crate::limits::Limits;
use crate::view::{Symbol, View};

/// Most other matches of an ambiguous name that are listed.
const CANDIDATES_MAX: usize = 8;

/// The symbol that a text names, and others that it may name.
#[derive(Debug)]
pub struct SymbolMatch<'v> {
    /// The best match.
    pub symbol: Symbol<'v>,
    /// Other matches, best first; at most 8.
    pub others: Vec<SymbolId>,
    /// Number of all other matches.
    pub others_total: usize,
}

/// Most parts of a dotted module that are told from the name after it.
const MODULE_PARTS_MAX: usize = 64;

/// Longest text that names something, in bytes.
const NAME_BYTES_MAX: usize = 4_096;

/// Returns a text that names something without the blanks around it.
///
/// # Errors
/// Fails if it is longer than any name.
fn named<'t>(argument: &'static str, text: &'t str) -> Result<&'t str> {
    let text = text.trim();
    if text.len() <= NAME_BYTES_MAX {
        return Ok(text);
    }
    Err(QueryError::Argument {
        argument,
        problem: format!(
            "has {} bytes; names have at most {NAME_BYTES_MAX}",
            text.len()
        ),
        example: "`Auth.login` or `src/auth/service.py`".to_owned(),
    })
}

/// Finds the symbol that a text names. The text is a `symbol_id`, `path:line`, a qualified name with or without its
/// module, or a bare name. Of several matches, code comes before tests, definitions before declarations, and a higher rank
/// before a lower one.
///
/// # Errors
/// Fails with [`QueryError::NotFound`] and the nearest names if nothing matches, and with [`QueryError::Argument`] if the
/// text is empty.
pub fn symbol<'v>(view: &'v View, text: &str, limits: &Limits) -> Result<SymbolMatch<'v>> {
    let text = named("symbol", text)?;
    if text.is_empty() {
        return Err(QueryError::Argument {
            argument: "symbol",
            problem: "is empty".to_owned(),
            example: "`src/auth/service.py::Auth.login`, `Auth.login`, `login` or `src/auth/service.py:42`".to_owned(),
        });
    }
    let mut found = view.lookup(text, limits)?;
    if found.is_empty()
        && let Some((base, ordinal)) = text.rsplit_once('#')
        && ordinal.parse::<u32>().is_ok()
    {
        // `name#n`: the nth overload of a name that is not a full id.
        for id in view.lookup(base, limits)? {
            if limits.is_over() {
                break;
            }
            if view.symbol(id)?.symbol_id()?.ends_with(&text[base.len()..]) {
                found.push(id);
            }
        }
    }
    if found.is_empty() && (text.contains("::") || text.contains('#')) {
        // Other tools write a member as `Type::method` or `Type#method`.
        found = view.lookup(&text.replace("::", ".").replace('#', "."), limits)?;
    }
    if found.is_empty() {
        found = in_module(view, &text.replace("::", "."), limits)?;
    }
    let mut keyed = Vec::with_capacity(found.len());
    for (at, id) in found.iter().enumerate() {
        if limits.is_over() {
            break;
        }
        let symbol = view.symbol(*id)?;
        let declaration = symbol.flags().has(crate::view::SymbolFlags::DECLARATION);
        keyed.push(((symbol.is_test(), declaration, at), *id));
    }
    keyed.sort_unstable();
    let mut ids = keyed.into_iter().map(|(_, id)| id);
    let Some(first) = ids.next() else {
        return Err(QueryError::NotFound {
            kind: "symbol",
            name: text.to_owned(),
            nearest: nearest(view, text, limits)?,
        });
    };
    let others_total = ids.len();
    Ok(SymbolMatch {
        symbol: view.symbol(first)?,
        others: ids.take(CANDIDATES_MAX).collect(),
        others_total,
    })
}

/// Returns the symbols of a name with its module: `package.module.Type.method`. The module is the end of the path of the
/// file, without its extension, or of its folder.
fn in_module(view: &View, dotted: &str, limits: &Limits) -> Result<Vec<SymbolId>> {
    let mut found = Vec::new();
    for (dot, _) in dotted.match_indices('.').take(MODULE_PARTS_MAX) {
        let (module, name) = (&dotted[..dot], &dotted[dot + 1..]);
        for id in view.lookup(name, limits)? {
            if limits.is_over() {
                break;
            }
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
        if !found.is_empty() || limits.is_over() {
            break;
        }
    }
    Ok(found)
}

/// Returns the ids of the symbols whose names are nearest to a text: equal ignoring case, then within two edits, then by
/// prefix.
fn nearest(view: &View, text: &str, limits: &Limits) -> Result<Vec<String>> {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let bare = text
        .rsplit([':', '.', '/', '#'])
        .find(|part| !is_number(part))
        .unwrap_or(text);
    let mut ids: Vec<SymbolId> = Vec::new();
    for name in view.names_equal(bare, limits)? {
        ids.extend(name.symbols);
    }
    if ids.is_empty() {
        for hit in view.names_fuzzy(bare, 2, 5, limits)? {
            ids.extend(hit.name.symbols.iter().take(2));
        }
    }
    if ids.is_empty() && bare.len() >= 3 {
        for name in view.names_with_prefix(bare, 5, limits)? {
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

/// Finds the file that a text names: a path relative to the root, or the end of one.
///
/// # Errors
/// Fails with [`QueryError::NotFound`] and files of the same name if no file or more than one matches.
pub fn file(view: &View, text: &str, limits: &Limits) -> Result<FileId> {
    let path = named("file", text)?.trim_start_matches("./");
    if let Some(file) = view.file_by_path(path)? {
        return Ok(file.id());
    }
    let suffix = view.files_by_suffix(path, limits)?;
    if let [only] = suffix.as_slice() {
        return Ok(*only);
    }
    let mut candidates = suffix;
    if candidates.is_empty() {
        let name = path.rsplit('/').next().unwrap_or(path);
        candidates = view.files_by_suffix(name, limits)?;
    }
    let mut nearest = Vec::new();
    for id in candidates.into_iter().take(5) {
        nearest.push(view.file(id)?.path()?.to_owned());
    }
    Err(QueryError::NotFound {
        kind: "file",
        name: path.to_owned(),
        nearest,
    })
}
