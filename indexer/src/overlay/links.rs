//! The links from the files of an overlay, and the state that ranks depend on.

use std::ops::Range;

use bombe_format::ids::NONE;

use crate::fingerprint::fingerprint;
use crate::rank::Links;

/// The links from the symbols of an overlay's files that rank flows along, with the numbers of the merged view.
#[derive(Debug)]
pub struct OverlayLinks {
    /// Number of symbols of the merged view.
    pub(super) symbols: usize,
    /// The symbols of each file, ascending.
    pub(super) runs: Vec<Range<u32>>,
    /// First target of each symbol, followed by the number of all targets.
    pub(super) first: Vec<u32>,
    /// Distinct targets of each source, ascending.
    pub(super) target: Vec<u32>,
    /// Symbols of the masked files of the base, ascending.
    pub(super) masked: Vec<Range<u32>>,
    /// Digest of what differs from the base; none if nothing does.
    pub(super) differs: Option<blake3::Hash>,
}

impl OverlayLinks {
    /// Number of symbols of the merged view.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// Returns a digest of how the symbols and links of the merged view differ from those of the base; none if they do not.
    /// Two overlays over one base with equal digests have the same ranks.
    pub fn state(&self) -> Option<[u8; 32]> {
        let state = [
            *self.differs?.as_bytes(),
            *blake3::hash(&fingerprint().to_le_bytes()).as_bytes(),
        ];
        Some(*blake3::hash(state.as_flattened()).as_bytes())
    }

    /// Returns the links of the merged view: these, and those of the kept files of `base`. `of_base` has the number in the
    /// merged view of each symbol of the base. None if they do not fit together.
    pub(super) fn over(&self, base: &Links, of_base: &[u32]) -> Option<Links> {
        let mut first = Vec::with_capacity(self.symbols + 1);
        let mut target = Vec::with_capacity(base.targets().len() + self.target.len());
        first.push(0u32);
        let (base_first, base_target) = (base.first(), base.targets());
        let mut kept = Complement {
            runs: &self.masked,
            end: base.symbols() as u32,
            at: 0,
        };
        let mut row = 0;
        let mut runs = self.runs.iter();
        let mut next = runs.next();
        loop {
            let at = first.len() as u32 - 1;
            if let Some(run) = next.filter(|run| run.start == at) {
                let rows = self.first.get(row..=row + run.len())?;
                let links = self.target.get(rows[0] as usize..*rows.last()? as usize)?;
                let start = target.len() as u32;
                first.extend(rows[1..].iter().map(|end| end - rows[0] + start));
                target.extend_from_slice(links);
                row += run.len();
                next = runs.next();
                continue;
            }
            let most = next.map_or(u32::MAX, |run| run.start.saturating_sub(at));
            let run = kept.next(most);
            if run.is_empty() {
                break;
            }
            let rows = base_first.get(run.start as usize..=run.end as usize)?;
            let links = base_target.get(rows[0] as usize..*rows.last()? as usize)?;
            let start = target.len() as u32;
            first.extend(rows[1..].iter().map(|end| end - rows[0] + start));
            // No kept file links to a symbol that is gone. `NONE` is no symbol, so `from_rows` would refuse it.
            target.extend(links.iter().map(|target| {
                let whole = of_base.get(*target as usize);
                whole.copied().unwrap_or(NONE)
            }));
        }
        if first.len() != self.symbols + 1 {
            return None;
        }
        Links::from_rows(first, target)
    }
}

/// Iterates over the numbers below `end` that lie outside of some ascending runs.
struct Complement<'r> {
    runs: &'r [Range<u32>],
    end: u32,
    at: u32,
}

impl Complement<'_> {
    /// Returns the next run, of at most `most` numbers; an empty one at the end.
    fn next(&mut self, most: u32) -> Range<u32> {
        while let Some((run, rest)) = self.runs.split_first()
            && run.start <= self.at
        {
            self.at = self.at.max(run.end);
            self.runs = rest;
        }
        let start = self.at;
        let end = self.runs.first().map_or(self.end, |run| run.start);
        self.at = end.min(start.saturating_add(most)).max(start);
        start..self.at
    }
}
