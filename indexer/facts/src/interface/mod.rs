//! The interface of a file: the part of its facts that other files can depend on, and the hash of it.
//!
//! While the interface of a file stays the same, editing the file changes no answer about another file.
//!
//! The body of a callable is *hidden* if other files cannot depend on it (`hiding`). Such a body exports nothing, binds
//! nothing in a scope around it, defines no type, and imports no wildcard. It may still have *effects*: a result whose
//! type is inferred, assignments to members, writes to containers. The hash covers them separately (`escaping`).
//!
//! The interface hash covers the text of the file with each hidden body replaced by its effects. It may change although
//! the interface does not, but never the other way round. Files with equal hashes have equal facts outside of their
//! hidden bodies, except for ids and positions, whose order is the same.
//!
//! The text alone is not always enough. The syntax tree of text with an error may depend on all of that text, and an edited
//! comment changes the text but no fact. [`same_interface`] therefore compares the facts of two versions of a
//! file, where both are at hand (`visible`).

mod body_index;
mod bytes;
mod escaping;
mod hidden_body;
mod hiding;
mod row_writer;
mod source_order;
mod table_rows;
mod visible;

use bytes::{write_file_level, write_text};
use hiding::hidden_bodies;
use source_order::SourceOrder;
pub use visible::interface_rows;

use crate::{DefId, Expr, Facts};

/// Returns the interface hash of a file, given its facts and its text. Zeros if the facts and the text do not determine
/// it: the file has a syntax error, or another file may hold the handler of one of its entry points.
pub fn interface_hash(facts: &Facts, text: &str) -> [u8; 16] {
    if facts.syntax_errors > 0 || !facts.complaints.is_empty() || has_remote_handler(facts) {
        return [0; 16];
    }
    hash(facts, text).unwrap_or_default()
}

/// Returns true if two versions of a file have the same interface. False if that cannot be decided.
pub fn same_interface(old: &Facts, new: &Facts) -> bool {
    !has_remote_handler(old)
        && !has_remote_handler(new)
        && interface_rows(old).is_some_and(|old| interface_rows(new).is_some_and(|new| old == new))
}

/// Returns the definitions that other files can refer to, by their first byte: those outside of hidden bodies, and those
/// in a hidden body that its effects refer to. Two files with the same interface have equally many, in the same order.
pub fn visible_defs(facts: &Facts) -> Vec<DefId> {
    let order = SourceOrder::of(facts);
    let mut visible = Vec::with_capacity(facts.defs.len());
    let mut rank = 0;
    for body in hidden_bodies(facts, &order) {
        visible.extend(&order.by_start[rank..body.def_ranks.start]);
        visible.extend(&body.reachable_defs);
        rank = body.def_ranks.end;
    }
    visible.extend(&order.by_start[rank..]);
    visible
}

/// Returns true if an expression names the handler of an entry point: the handler may be a definition of another file.
fn has_remote_handler(facts: &Facts) -> bool {
    let entries = facts.entry_points.iter();
    let mut handlers = entries.filter(|entry| entry.def.is_none());
    handlers.any(|entry| {
        let handler = facts.exprs.get(entry.handler.index());
        !matches!(handler, Some(Expr::Unknown | Expr::Lambda(_)))
    })
}

fn hash(facts: &Facts, text: &str) -> Option<[u8; 16]> {
    let mut bytes = Vec::with_capacity(text.len());
    write_file_level(facts, &mut bytes);
    let order = SourceOrder::of(facts);
    let mut at = 0;
    for body in &hidden_bodies(facts, &order) {
        let (start, end) = (body.span.start as usize, body.span.end as usize);
        write_text(&mut bytes, text.get(at..start)?);
        body.write(facts, &order, &mut bytes);
        at = end;
    }
    write_text(&mut bytes, text.get(at..)?);
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(&bytes).as_bytes()[..16]);
    Some(hash)
}
