//! Edges between symbols, both ways, and precomputed sets.

use bombe_format::column::edges::ForwardView;
pub use bombe_format::column::sets::{Mark, Set, Tier};
use bombe_format::ids::SymbolId;
use bombe_format::kind::{EdgeKind, Rule};
use bombe_format::overlay::Side;
use roaring::RoaringBitmap;

use super::{Corrupt, View};

/// The position of an edge in the order (source, target, kind, line, column), 0-based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeId(pub u32);

/// An edge between two symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
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

/// One edge as the other end sees it.
#[derive(Clone, Copy)]
struct Incoming {
    source: SymbolId,
    kind: EdgeKind,
    side: Side,
    /// Numbers of both ends in the segment.
    local: (SymbolId, SymbolId),
}

impl View {
    /// Number of edges.
    pub fn edge_count(&self) -> Result<usize, Corrupt> {
        match &self.over {
            None => Ok(self.base.segment.forward()?.count()),
            Some(over) => Ok(over.part.segment.meta()?.number(4) as usize),
        }
    }

    /// The edges that start at a symbol, by (target, kind, line, column).
    pub fn edges_from(
        &self,
        id: SymbolId,
    ) -> Result<impl ExactSizeIterator<Item = Edge> + '_, Corrupt> {
        let (side, local) = self.place_of(id)?;
        let segment = self.segment(side);
        let forward = segment.forward()?;
        let source_line = segment.symbols()?.start_line(local);
        let run = forward.run(local)?;
        let ends = self.moved_ends(side, forward, run.clone())?;
        Ok((0..run.len()).map(move |at| match ends.get(at) {
            None => {
                let edge = run.start + at;
                read_edge(forward, edge, id, forward.target(edge), source_line)
            }
            Some((target, _, edge)) => read_edge(forward, *edge, id, *target, source_line),
        }))
    }

    /// The edges of a run of one source as (target, kind, position in the segment), in the order of the whole; nothing if
    /// there is no overlay, because then that is the order in which they stand.
    fn moved_ends(
        &self,
        side: Side,
        forward: ForwardView<'_>,
        run: std::ops::Range<usize>,
    ) -> Result<Vec<(SymbolId, EdgeKind, usize)>, Corrupt> {
        if self.over.is_none() {
            return Ok(Vec::new());
        }
        let mut ends = Vec::with_capacity(run.len());
        for edge in run {
            let target = self.end(side, forward.target(edge))?;
            ends.push((target, forward.kind(edge), edge));
        }
        // Edges of one kind between the same two symbols keep their order, which is that of their positions.
        if !ends.is_sorted() {
            ends.sort_unstable();
        }
        Ok(ends)
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
        let mut edges = Vec::new();
        let mut last = None;
        let mut next = 0;
        for incoming in self.incoming(id, count)? {
            let Incoming {
                source,
                kind,
                side,
                local: (from, to),
            } = incoming;
            if !wanted(kind) {
                continue;
            }
            let segment = self.segment(side);
            let forward = segment.forward()?;
            // Several edges of one kind between the same two symbols are neighbours in both orders.
            next = if last == Some((source, kind)) {
                next + 1
            } else {
                forward.find(from, to, kind)?
            };
            last = Some((source, kind));
            let source_line = segment.symbols()?.start_line(from);
            edges.push(read_edge(forward, next, source, id, source_line));
        }
        Ok(edges.into_iter())
    }

    /// The first `count` edges that end at a symbol, by (source, kind).
    fn incoming(&self, id: SymbolId, count: usize) -> Result<Vec<Incoming>, Corrupt> {
        let (side, local) = self.place_of(id)?;
        let mut found = Vec::new();
        let mut segments = 0;
        for (side, to) in self.led_to(side, local) {
            let backward = self.segment(side).backward()?;
            let mut run = backward.run(to)?;
            if self.over.is_none() {
                run.end = run.end.min(run.start.saturating_add(count));
            }
            segments += usize::from(!run.is_empty());
            found.reserve(run.len());
            for (from, kind) in backward.ends(run) {
                if let Some(source) = self.shown(side, from) {
                    found.push(Incoming {
                        source,
                        kind,
                        side,
                        local: (from, to),
                    });
                }
            }
        }
        if segments > 1 {
            found.sort_by_key(|incoming| (incoming.source, incoming.kind));
        }
        found.truncate(count);
        Ok(found)
    }

    /// Only the other ends and kinds of the edges that start at a symbol: cheaper than [`View::edges_from`].
    pub fn targets(
        &self,
        id: SymbolId,
    ) -> Result<impl ExactSizeIterator<Item = (SymbolId, EdgeKind)> + '_, Corrupt> {
        let (side, local) = self.place_of(id)?;
        let forward = self.segment(side).forward()?;
        let run = forward.run(local)?;
        let ends = self.moved_ends(side, forward, run.clone())?;
        Ok((0..run.len()).map(move |at| match ends.get(at) {
            None => (forward.target(run.start + at), forward.kind(run.start + at)),
            Some((target, kind, _)) => (*target, *kind),
        }))
    }

    /// Only the other ends and kinds of the edges that end at a symbol: cheaper than [`View::edges_to`].
    pub fn sources(
        &self,
        id: SymbolId,
    ) -> Result<impl ExactSizeIterator<Item = (SymbolId, EdgeKind)> + '_, Corrupt> {
        let found = if self.over.is_some() {
            self.incoming(id, usize::MAX)?
        } else {
            Vec::new()
        };
        let backward = self.base.segment.backward()?;
        let run = if self.over.is_none() {
            backward.run(id)?
        } else {
            0..found.len()
        };
        let start = run.start;
        Ok(run.map(move |at| match found.get(at - start) {
            None => backward.end(at),
            Some(incoming) => (incoming.source, incoming.kind),
        }))
    }

    /// The edge at a position. Costs a binary search for its source.
    pub fn edge(&self, id: EdgeId) -> Result<Edge, Corrupt> {
        let (source, first) = self.source_of(id)?;
        let edge = self
            .edges_from(source)?
            .nth(id.0.wrapping_sub(first) as usize);
        edge.ok_or_else(|| self.no_edge(id))
    }

    fn no_edge(&self, id: EdgeId) -> Corrupt {
        let count = self.edge_count().unwrap_or(0);
        Corrupt::out_of_range("edge id", u64::from(id.0), count as u64)
    }

    /// The source of an edge, and the position of the source's first edge.
    fn source_of(&self, id: EdgeId) -> Result<(SymbolId, u32), Corrupt> {
        // Positions in the segment, less those in the whole; of the run with the edge.
        let (side, run) = match self.edges_before_runs()? {
            None => (Side::Base, None),
            Some((over, before)) => {
                let after = before.partition_point(|edges| *edges <= id.0);
                let at = after.checked_sub(1).ok_or_else(|| self.no_edge(id))?;
                let run = over.whole.runs()[at];
                (run.side, Some((run, before[at])))
            }
        };
        let forward = self.segment(side).forward()?;
        let first = |local: SymbolId| forward.layout.first.at_row(forward.bytes, local.index());
        let shift = run.map_or(0, |(run, before)| {
            first(run.local_symbol).wrapping_sub(before)
        });
        let edge = id.0.wrapping_add(shift) as usize;
        if edge >= forward.count() {
            return Err(self.no_edge(id));
        }
        let local = forward.source_of(edge);
        let source = self.shown(side, local).ok_or_else(|| self.no_edge(id))?;
        Ok((source, first(local).wrapping_sub(shift)))
    }

    /// A precomputed set. It is decoded from the snapshot at each call (some microseconds per 10,000 members): keep it
    /// over a loop. With an overlay, a set of symbols costs a step a member, a set of edges one an edge of the whole.
    pub fn set(&self, set: Set) -> Result<RoaringBitmap, Corrupt> {
        let Some(over) = &self.over else {
            return self.base.segment.sets()?.get(set.key());
        };
        let mut members = RoaringBitmap::new();
        if let Set::EdgeKind(_) | Set::Tier(_) = set {
            let mut position = 0;
            for id in 0..self.symbol_count()? {
                for edge in self.edges_from(SymbolId::new(id))? {
                    let is_member = match set {
                        Set::EdgeKind(kind) => edge.kind == kind,
                        Set::Tier(tier) => Tier::of(edge.confidence) == tier,
                        _ => false,
                    };
                    if is_member {
                        members.insert(position);
                    }
                    position += 1;
                }
            }
            return Ok(members);
        }
        for side in self.sides() {
            let mut walk = over.whole.walk(side);
            let local = self.segment(side).sets()?.get(set.key())?;
            members.extend(
                local
                    .iter()
                    .filter_map(|id| walk.next(SymbolId(id)).map(|id| id.0)),
            );
        }
        Ok(members)
    }

    /// Number of members of a precomputed set, without decoding it unless there is an overlay.
    pub fn set_len(&self, set: Set) -> Result<u64, Corrupt> {
        if self.over.is_some() {
            return Ok(self.set(set)?.len());
        }
        Ok(u64::from(self.base.segment.sets()?.len(set.key())))
    }
}

#[inline]
fn read_edge(
    forward: ForwardView,
    edge: usize,
    source: SymbolId,
    target: SymbolId,
    source_line: u32,
) -> Edge {
    let site = forward.site(edge);
    Edge {
        source,
        target,
        kind: forward.kind(edge),
        line: site.line(source_line),
        col: site.col,
        rule: site.rule,
        confidence: site.confidence,
    }
}
