//! The calls that connect the best symbols of a bundle: a reader needs the flow, not a list.

use bombe_format::ids::SymbolId;
use bombe_format::kind::EdgeKind;
use hashbrown::HashMap;

use crate::limits::Limits;
use crate::query::Result;
use crate::view::View;

/// Most calls in a path.
const DEPTH_MAX: usize = 4;
/// Most symbols that the search from one of them visits.
const VISITED_MAX: usize = 300;
/// Most edges of a symbol that are followed.
const DEGREE_MAX: usize = 60;
/// Least confidence of an edge, in percent.
const CONFIDENCE_MIN: u8 = 50;

/// Returns the shortest call paths from any of the symbols to another of them, through at least one symbol between, by the
/// order of their starts. A symbol that is called by the start itself needs no path.
pub fn paths(view: &View, best: &[SymbolId], limits: &Limits) -> Result<Vec<Vec<SymbolId>>> {
    let mut paths: Vec<Vec<SymbolId>> = Vec::new();
    for start in best {
        // The caller on the way to each symbol that was reached, and the number of calls.
        let mut reached: HashMap<SymbolId, (SymbolId, usize)> = HashMap::new();
        let mut queue = vec![(*start, 0)];
        let mut at = 0;
        while let Some(&(symbol, depth)) = queue.get(at) {
            at += 1;
            if depth == DEPTH_MAX || limits.is_over() {
                break;
            }
            for link in view.links_from(symbol)?.take(DEGREE_MAX) {
                let is_call = matches!(link.kind, EdgeKind::Calls | EdgeKind::Constructs);
                let is_new = link.target != *start
                    && !reached.contains_key(&link.target)
                    && reached.len() < VISITED_MAX;
                if is_call && is_new && link.confidence >= CONFIDENCE_MIN {
                    reached.insert(link.target, (symbol, depth + 1));
                    queue.push((link.target, depth + 1));
                }
            }
        }
        for end in best {
            if reached.get(end).is_none_or(|(_, depth)| *depth < 2) {
                continue;
            }
            let mut path = vec![*end];
            let mut symbol = *end;
            while let Some((caller, _)) = reached.get(&symbol) {
                path.push(*caller);
                symbol = *caller;
            }
            path.reverse();
            // A part of a path says nothing new.
            let is_part = |other: &Vec<SymbolId>| {
                other
                    .windows(path.len())
                    .any(|part| part == path.as_slice())
            };
            if !paths.iter().any(is_part) {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}
