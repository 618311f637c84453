//! Cursors: positions in lists of hits, opaque to callers and bound to a snapshot.

use crate::query::{QueryError, Result};
use crate::view::View;

/// Returns the cursor for positions in one or more lists that are continued together.
pub fn encode(view: &View, offsets: &[usize]) -> String {
    let offsets: Vec<String> = offsets.iter().map(|offset| format!("{offset:x}")).collect();
    format!("{}-{}", view.short_identity(), offsets.join("."))
}

/// Returns true if a cursor belongs to this snapshot.
pub fn is_of(view: &View, cursor: &str) -> bool {
    let identity = cursor.split_once('-').map(|(identity, _)| identity);
    identity == Some(view.short_identity().as_str())
}

/// Returns the position that a cursor stands for; 0 without a cursor.
///
/// # Errors
/// Fails if the text is not a cursor, or belongs to another snapshot.
pub fn decode_one(view: &View, cursor: Option<&str>) -> Result<usize> {
    Ok(decode(view, cursor)?.first().copied().unwrap_or(0))
}

/// Returns the positions that a cursor stands for; none without a cursor.
///
/// # Errors
/// As [`decode_one`].
pub fn decode(view: &View, cursor: Option<&str>) -> Result<Vec<usize>> {
    let Some(cursor) = cursor else {
        return Ok(Vec::new());
    };
    let parsed = cursor.split_once('-').and_then(|(identity, offsets)| {
        let offsets = offsets.split('.').map(|at| usize::from_str_radix(at, 16));
        Some((
            identity,
            offsets.collect::<std::result::Result<Vec<_>, _>>().ok()?,
        ))
    });
    match parsed {
        Some((identity, offset)) if identity == view.short_identity() => Ok(offset),
        Some(_) => Err(QueryError::Argument {
            argument: "cursor",
            problem: "belongs to another snapshot: the index has changed since".to_owned(),
            example: "the same request without `cursor`".to_owned(),
        }),
        None => Err(QueryError::Argument {
            argument: "cursor",
            problem: "is not a cursor".to_owned(),
            example: "the `next_cursor` of the previous answer".to_owned(),
        }),
    }
}
