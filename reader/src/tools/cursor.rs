//! Cursors: positions in lists of hits, opaque to callers and bound to a snapshot and to a request.

use crate::limits::Limits;
use crate::query::{QueryError, Result};
use crate::view::View;

/// Returns the cursor for positions in one or more lists that are continued together.
pub fn encode(view: &View, offsets: &[usize], limits: &Limits) -> String {
    let offsets: Vec<String> = offsets.iter().map(|offset| format!("{offset:x}")).collect();
    let (identity, offsets) = (identity_of(view), offsets.join("."));
    match limits.question() {
        0 => format!("{identity}-{offsets}"),
        mark => format!("{identity}-{offsets}-{mark:08x}"),
    }
}

/// Returns what a cursor says of its snapshot: enough to notice that the index has changed.
fn identity_of(view: &View) -> String {
    let mut identity = view.short_identity();
    identity.truncate(8);
    identity
}

/// Returns the mark of a request: the same for all requests that continue the same list, and another for nearly all others.
pub fn mark(tool: &str, request: &str) -> u32 {
    // FNV-1a.
    let bytes = tool.bytes().chain([0]).chain(request.bytes());
    bytes.fold(0x811c_9dc5, |mark: u32, byte| {
        (mark ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// Returns true if a cursor belongs to this snapshot.
pub fn is_of(view: &View, cursor: &str) -> bool {
    let identity = cursor.split_once('-').map(|(identity, _)| identity);
    identity == Some(identity_of(view).as_str())
}

/// Returns the position that a cursor stands for; 0 without a cursor.
///
/// # Errors
/// Fails if the text is not a cursor, or belongs to another snapshot or request.
pub fn decode_one(view: &View, cursor: Option<&str>, limits: &Limits) -> Result<usize> {
    Ok(decode(view, cursor, limits)?.first().copied().unwrap_or(0))
}

/// Returns the positions that a cursor stands for; none without a cursor.
///
/// # Errors
/// As [`decode_one`].
pub fn decode(view: &View, cursor: Option<&str>, limits: &Limits) -> Result<Vec<usize>> {
    let Some(cursor) = cursor else {
        return Ok(Vec::new());
    };
    let parsed = cursor.split_once('-').and_then(|(identity, rest)| {
        let (offsets, mark) = rest.split_once('-').unwrap_or((rest, "0"));
        let offsets = offsets.split('.').map(|at| usize::from_str_radix(at, 16));
        let offsets = offsets.collect::<std::result::Result<Vec<_>, _>>().ok()?;
        Some((identity, offsets, u32::from_str_radix(mark, 16).ok()?))
    });
    let wrong = |problem: &str, example: &str| {
        Err(QueryError::Argument {
            argument: "cursor",
            problem: problem.to_owned(),
            example: example.to_owned(),
        })
    };
    let again = "the same request without `cursor`";
    match parsed {
        Some((identity, _, _)) if identity != identity_of(view) => wrong(
            "belongs to another snapshot: the index has changed since",
            again,
        ),
        Some((_, _, mark)) if mark != limits.question() => {
            wrong("belongs to another request: its arguments differ", again)
        }
        Some((_, offsets, _)) => Ok(offsets),
        None => wrong(
            "is not a cursor",
            "the `next_cursor` of the previous answer",
        ),
    }
}
