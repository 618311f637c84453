//! Along what rank flows from the files of an overlay, and whether that is what ranks are known for.

use std::ops::Range;

use bombe_format::ids::NONE;

use crate::rank::Links;
use crate::store;

/// Links from the symbols of an overlay's files, with the numbers of the whole.
#[derive(Debug)]
pub struct OwnLinks {
    /// Number of symbols of the whole.
    pub(super) symbols: usize,
    /// The symbols of each file, ascending.
    pub(super) runs: Vec<Range<u32>>,
    /// First target of each of them, and the number of all targets.
    pub(super) first: Vec<u32>,
    /// Distinct targets, ascending, by source.
    pub(super) target: Vec<u32>,
    /// Symbols of the masked files of the base, ascending.
    pub(super) masked: Vec<Range<u32>>,
    /// What differs from the base, if anything does.
    pub(super) differs: Option<blake3::Hash>,
}

impl OwnLinks {
    /// Number of symbols of the whole.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// None if symbols and links of the whole have the numbers that they have in the base; else a digest of all in which
    /// they differ: two overlays over one base with the same one have the same ranks.
    pub fn state(&self) -> Option<[u8; 32]> {
        let state = [
            *self.differs?.as_bytes(),
            *blake3::hash(&store::fingerprint().to_le_bytes()).as_bytes(),
        ];
        Some(*blake3::hash(state.as_flattened()).as_bytes())
    }

    /// The links of the whole: those of `base` with these in the place of what is masked. `of_base` gives the number in the
    /// whole of each symbol of the base. None if they do not fit together.
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
        let mut own = 0;
        let mut runs = self.runs.iter();
        let mut next = runs.next();
        loop {
            let at = first.len() as u32 - 1;
            if let Some(run) = next.filter(|run| run.start == at) {
                let rows = self.first.get(own..=own + run.len())?;
                let links = self.target.get(rows[0] as usize..*rows.last()? as usize)?;
                let start = target.len() as u32;
                first.extend(rows[1..].iter().map(|end| end - rows[0] + start));
                target.extend_from_slice(links);
                own += run.len();
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
            // What has gone is led to by nothing that is kept: none is no number of a symbol.
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

/// What lies below `end` and outside of some runs, which ascend.
struct Complement<'r> {
    runs: &'r [Range<u32>],
    end: u32,
    at: u32,
}

impl Complement<'_> {
    /// The next run, of at most `most`; an empty one at the end.
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
