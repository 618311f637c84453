//! Edges between symbols, both ways, and precomputed sets.

use bombe_format::column::edges::ForwardView;
pub use bombe_format::column::sets::{Mark, Set, Tier};
use bombe_format::ids::SymbolId;
use bombe_format::kind::{EdgeKind, Rule};
use roaring::RoaringBitmap;

use super::{Corrupt, View};

/// The position of an edge in the order (source, target, kind, line, column), 0-based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeId(pub u32);

/// An edge between two symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Its position.
    pub id: EdgeId,
    /// Where it starts.
    pub source: SymbolId,
    /// Where it ends.
    pub target: SymbolId,
    /// What it says.
    pub kind: EdgeKind,
    /// 1-based line of the name token at the site, in the source's file; 0 if there is no site.
    pub line: u32,
    /// 0-based byte column of the name token.
    pub col: u32,
    /// The rule that found it.
    pub rule: Rule,
    /// Confidence in percent, 0–100.
    pub confidence: u8,
}

impl View {
    /// Number of edges.
    pub fn edge_count(&self) -> Result<usize, Corrupt> {
        Ok(self.segment.forward()?.count())
    }

    /// The edges that start at a symbol, by (target, kind, line, column).
    pub fn edges_from(
        &self,
        id: SymbolId,
    ) -> Result<impl ExactSizeIterator<Item = Edge> + '_, Corrupt> {
        let forward = self.segment.forward()?;
        let run = forward.run(id)?;
        let source_line = self.segment.symbols()?.start_line(id);
        Ok(run.map(move |edge| read_edge(forward, edge, id, source_line)))
    }

    /// The edges that end at a symbol, by (source, kind, line, column). Finds each under its source: about 50 ns.
    pub fn edges_to(
        &self,
        id: SymbolId,
    ) -> Result<impl ExactSizeIterator<Item = Edge> + '_, Corrupt> {
        self.edges_to_where(id, usize::MAX, |_| true)
    }

    /// Those of the first `count` of [`View::edges_to`] whose kind is wanted; the cost of the others is saved.
    pub fn edges_to_where(
        &self,
        id: SymbolId,
        count: usize,
        wanted: impl Fn(EdgeKind) -> bool,
    ) -> Result<impl ExactSizeIterator<Item = Edge> + '_, Corrupt> {
        let forward = self.segment.forward()?;
        let backward = self.segment.backward()?;
        let symbols = self.segment.symbols()?;
        let run = backward.run(id)?;
        let run = run.start..run.end.min(run.start.saturating_add(count));
        let mut edges = Vec::new();
        let mut last = None;
        let mut next = 0;
        for (source, kind) in backward.ends(run) {
            if !wanted(kind) {
                continue;
            }
            // Several edges of one kind between the same two symbols are neighbours in both orders.
            next = if last == Some((source, kind)) {
                next + 1
            } else {
                forward.find(source, id, kind)?
            };
            last = Some((source, kind));
            edges.push(read_edge(forward, next, source, symbols.start_line(source)));
        }
        Ok(edges.into_iter())
    }

    /// Only the other ends and kinds of the edges that start at a symbol: cheaper than [`View::edges_from`].
    pub fn targets(
        &self,
        id: SymbolId,
    ) -> Result<impl ExactSizeIterator<Item = (SymbolId, EdgeKind)> + '_, Corrupt> {
        let forward = self.segment.forward()?;
        Ok(forward.ends(forward.run(id)?))
    }

    /// Only the other ends and kinds of the edges that end at a symbol: cheaper than [`View::edges_to`].
    pub fn sources(
        &self,
        id: SymbolId,
    ) -> Result<impl ExactSizeIterator<Item = (SymbolId, EdgeKind)> + '_, Corrupt> {
        let backward = self.segment.backward()?;
        Ok(backward.ends(backward.run(id)?))
    }

    /// The edge at a position. Costs a binary search for its source.
    pub fn edge(&self, id: EdgeId) -> Result<Edge, Corrupt> {
        let forward = self.segment.forward()?;
        let edge = id.0 as usize;
        if edge >= forward.count() {
            return Err(Corrupt::out_of_range(
                "edge id",
                u64::from(id.0),
                forward.count() as u64,
            ));
        }
        let source = forward.source_of(edge);
        Ok(read_edge(
            forward,
            edge,
            source,
            self.segment.symbols()?.start_line(source),
        ))
    }

    /// A precomputed set. It is decoded from the snapshot at each call (some microseconds per 10,000 members): keep it
    /// over a loop.
    pub fn set(&self, set: Set) -> Result<RoaringBitmap, Corrupt> {
        self.segment.sets()?.get(set.key())
    }

    /// Number of members of a precomputed set, without decoding it.
    pub fn set_len(&self, set: Set) -> Result<u64, Corrupt> {
        Ok(u64::from(self.segment.sets()?.len(set.key())))
    }
}

#[inline]
fn read_edge(forward: ForwardView, edge: usize, source: SymbolId, source_line: u32) -> Edge {
    let site = forward.site(edge);
    Edge {
        id: EdgeId(edge as u32),
        source,
        target: forward.target(edge),
        kind: forward.kind(edge),
        line: site.line(source_line),
        col: site.col,
        rule: site.rule,
        confidence: site.confidence,
    }
}
