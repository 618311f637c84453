//! The links from the files of an overlay, and a digest of how links and symbol numbers differ from the base.

use bombe_format::ids::{NONE, SymbolId};
use hashbrown::HashMap;

use super::partition::Partition;
use crate::overlay::OverlayLinks;
use crate::overlay::digest::{links_digest, rows};
use crate::rank::push_targets;

impl Partition<'_, '_> {
    /// Returns the links from the files of the overlay. `moved` is [`Partition::moved`].
    pub(super) fn links(&self, moved: &[u32]) -> OverlayLinks {
        let whole = self.rows.graph;
        let (mut first, mut target) = (vec![0], Vec::new());
        for run in self.runs() {
            let mut rest = rows(&whole.edges, &run, |edge| edge.source.0);
            for source in run {
                let count = rest.partition_point(|edge| edge.source.0 == source);
                let (edges, others) = rest.split_at(count);
                push_targets(source, edges.iter(), &mut target);
                first.push(target.len() as u32);
                rest = others;
            }
        }
        OverlayLinks {
            symbols: self
                .rows
                .first_symbol
                .last()
                .map_or(0, |count| *count as usize),
            differs: self.links_differ(moved, &first, &target),
            runs: self.runs().collect(),
            first,
            target,
            masked: {
                let masked = self.masked.iter();
                masked
                    .map(|file| self.manifest.symbols(*file as usize))
                    .collect()
            },
        }
    }

    /// Returns a digest of everything in which the symbol numbers and links of the merged view differ from the base; none if
    /// nothing differs. It covers the files that are gone, and the files of the overlay, except those that have the same
    /// symbols in the same order with the same links as in the base. For each of these it covers the number of symbols, their
    /// targets by their numbers in the merged view, and the successors of the symbols in the base. The numbers and links of
    /// kept files follow from this and the base.
    fn links_differ(&self, moved: &[u32], first: &[u32], target: &[u32]) -> Option<blake3::Hash> {
        let starts = self.rows.first_symbol;
        // For each masked file, by its number in the base, the numbers of its symbols in the merged view.
        let mut rest = moved;
        let moved: HashMap<u32, &[u32]> = (self.masked.iter())
            .map(|file| {
                let symbols = self.manifest.symbols(*file as usize).len();
                let (symbols, behind) = rest.split_at(symbols.min(rest.len()));
                rest = behind;
                (*file, symbols)
            })
            .collect();
        let in_place: Vec<bool> = (self.overlay_files.iter())
            .map(|file| match self.in_base[file.index()] {
                NONE => false,
                base => {
                    let run = starts[file.index()]..starts[file.index() + 1];
                    run.eq(moved[&base].iter().copied())
                }
            })
            .collect();
        // The number of a symbol in the base, if it is known without a search.
        let in_base = |symbol: u32| {
            let (file, inside) = self.rows.file_of(SymbolId(symbol));
            let local = self.in_overlay[file];
            let known = local == NONE || in_place[local as usize];
            known.then(|| self.manifest.symbols(self.in_base[file] as usize).start + inside)
        };
        let mut text = self.manifest.identity.to_vec();
        let mut number = |value: u32| text.extend_from_slice(&value.to_le_bytes());
        let mut overlay_files = self
            .overlay_files
            .iter()
            .map(|file| self.in_base[file.index()]);
        let mut changed = overlay_files
            .by_ref()
            .filter(|base| *base != NONE)
            .peekable();
        for masked in &self.masked {
            if changed.next_if_eq(masked).is_none() {
                number(*masked);
            }
        }
        number(NONE);
        let mut row = Vec::new();
        for (at, file) in self.overlay_files.iter().enumerate() {
            let base = self.in_base[file.index()];
            let symbols =
                self.overlay_first_symbol[at] as usize..self.overlay_first_symbol[at + 1] as usize;
            let ends = &first[symbols.start..=symbols.end];
            let rows = || {
                ends.windows(2)
                    .map(|run| &target[run[0] as usize..run[1] as usize])
            };
            if in_place[at] {
                row.clear();
                let targets = &target[ends[0] as usize..ends[symbols.len()] as usize];
                row.extend(targets.iter().map_while(|target| in_base(*target)));
                let rows = ends
                    .windows(2)
                    .map(|run| (run[0] - ends[0], run[1] - ends[0]));
                if row.len() == targets.len()
                    && links_digest(rows.map(|(start, end)| &row[start as usize..end as usize]))
                        == self.manifest.links_digest(base as usize)
                {
                    continue;
                }
            }
            number(base);
            number(self.position[at]);
            number(symbols.len() as u32);
            if base != NONE {
                moved[&base].iter().for_each(|symbol| number(*symbol));
            }
            for row in rows() {
                number(row.len() as u32);
                for target in row {
                    number(*target);
                }
            }
        }
        let differs = text.len() > self.manifest.identity.len() + NONE.to_le_bytes().len();
        differs.then(|| blake3::hash(&text))
    }
}
