//! Personalised PageRank by forward push.
//!
//! Andersen, Chung, Lang: *Local Graph Partitioning using PageRank Vectors* (2006). Residual mass is pushed along edges
//! until the residual of every symbol is below a bound. The cost therefore depends on the bound and not on the size of the
//! graph.

use std::collections::VecDeque;
use std::rc::Rc;

use bombe_format::ids::SymbolId;
use bombe_format::kind::EdgeKind;
use hashbrown::HashMap;

use super::Result;
use crate::limits::Limits;
use crate::view::View;

/// Probability of returning to the seeds at each step.
const RESTART: f32 = 0.15;
/// Residual mass below which a symbol is not pushed.
const RESIDUAL_MIN: f32 = 2e-4;
/// Most edges of one symbol that are followed. A symbol with more is a hub, which says little about a task.
const DEGREE_MAX: usize = 200;

/// Returns how strongly an edge passes relevance on, from source to target and from target to source; 0 for a direction
/// that is not followed.
fn weights(kind: EdgeKind) -> (f32, f32) {
    match kind {
        EdgeKind::Calls => (1.0, 0.7),
        EdgeKind::Constructs => (0.7, 0.4),
        EdgeKind::ImportsSymbol => (0.3, 0.1),
        EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Overrides => (0.6, 0.5),
        EdgeKind::HasMember => (0.3, 0.5),
        EdgeKind::Handles => (0.8, 0.4),
        EdgeKind::Tests => (0.6, 0.0),
        _ => (0.0, 0.0),
    }
}

/// Spreads the weights of `seeds` over the graph, at most `depth` hops away from a seed. Returns the score of every symbol
/// reached, by id. The weights need not sum to 1.
pub fn personalised_rank(
    view: &View,
    seeds: &[(SymbolId, f32)],
    depth: u32,
    limits: &Limits,
) -> Result<Vec<(SymbolId, f32)>> {
    let total: f32 = seeds.iter().map(|(_, weight)| weight).sum();
    if total <= 0.0 {
        return Ok(Vec::new());
    }
    let mut state: HashMap<SymbolId, Mass> = HashMap::new();
    let mut queue: VecDeque<SymbolId> = VecDeque::new();
    for (id, weight) in seeds {
        let mass = state.entry(*id).or_default();
        mass.residual += weight / total;
        mass.depth = 0;
        if !mass.queued {
            mass.queued = true;
            queue.push_back(*id);
        }
    }
    let mut known: HashMap<SymbolId, Rc<[(SymbolId, f32)]>> = HashMap::new();
    let mut steps = 0;
    while let Some(id) = queue.pop_front() {
        steps += 1;
        if steps > limits.nodes_max || limits.is_over() {
            break;
        }
        let mass = state.entry(id).or_default();
        mass.queued = false;
        let residual = std::mem::take(&mut mass.residual);
        mass.score += RESTART * residual;
        let at_depth = mass.depth;
        if at_depth >= depth {
            continue;
        }
        // Mass comes back to most symbols several times.
        let neighbours = match known.get(&id) {
            Some(neighbours) => Rc::clone(neighbours),
            None => {
                let found: Rc<[_]> = neighbours(view, id, limits)?.into();
                known.insert(id, Rc::clone(&found));
                found
            }
        };
        if limits.spend(neighbours.len()) {
            break;
        }
        let sum: f32 = neighbours.iter().map(|(_, weight)| weight).sum();
        if sum <= 0.0 {
            continue;
        }
        for (neighbour, weight) in neighbours.iter() {
            let mass = state.entry(*neighbour).or_insert(Mass {
                depth: at_depth + 1,
                ..Mass::default()
            });
            mass.depth = mass.depth.min(at_depth + 1);
            mass.residual += (1.0 - RESTART) * residual * weight / sum;
            if mass.residual > RESIDUAL_MIN && !mass.queued {
                mass.queued = true;
                queue.push_back(*neighbour);
            }
        }
    }
    let mut scores: Vec<(SymbolId, f32)> = state
        .into_iter()
        .map(|(id, mass)| (id, mass.score + RESTART * mass.residual))
        .collect();
    scores.sort_unstable_by_key(|(id, _)| *id);
    Ok(scores)
}

#[derive(Clone, Copy, Default)]
struct Mass {
    score: f32,
    residual: f32,
    depth: u32,
    queued: bool,
}

/// Returns the symbols one edge away, each with the weight of the strongest edge to it, by id.
fn neighbours(view: &View, id: SymbolId, limits: &Limits) -> Result<Vec<(SymbolId, f32)>> {
    let mut found: Vec<(SymbolId, f32)> = Vec::new();
    for link in view.links_from(id)?.take(DEGREE_MAX) {
        let (forward, _) = weights(link.kind);
        if forward > 0.0 {
            found.push((link.target, forward * f32::from(link.confidence) / 100.0));
        }
    }
    for link in view.links_to_where(id, DEGREE_MAX, |kind| weights(kind).1 > 0.0, limits)? {
        let (_, backward) = weights(link.kind);
        found.push((link.source, backward * f32::from(link.confidence) / 100.0));
    }
    found.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    found.dedup_by_key(|(neighbour, _)| *neighbour);
    found.retain(|(neighbour, _)| *neighbour != id);
    Ok(found)
}
