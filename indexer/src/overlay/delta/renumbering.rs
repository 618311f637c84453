//! The symbols of the base that have another number in the overlay or in the merged view.

use bombe_format::ids::NONE;

use super::partition::Partition;

impl Partition<'_, '_> {
    /// Returns the successor of each symbol of the masked files: 0 for none, or 1 plus the symbol of the overlay.
    pub(super) fn successors(&self) -> Vec<u32> {
        let mut successors = Vec::new();
        let mut changed = (0u32..)
            .zip(&self.overlay_files)
            .filter_map(|(local, file)| match self.in_base[file.index()] {
                NONE => None,
                number => Some((local, number)),
            })
            .peekable();
        let mut keyed: Vec<(u64, u32)> = Vec::new();
        for masked in &self.masked {
            keyed.clear();
            if let Some((local, _)) = changed.next_if(|(_, number)| number == masked) {
                let file = self.overlay_files[local as usize].index();
                let keys = &self.rows.keys[self.rows.symbols(file)];
                let first = self.overlay_first_symbol[local as usize];
                keyed.extend(keys.iter().copied().zip(first..));
                keyed.sort_unstable();
            }
            for symbol in self.manifest.symbols(*masked as usize) {
                let key = self.manifest.key(symbol);
                let found = keyed.binary_search_by_key(&key, |(key, _)| *key);
                successors.push(found.map_or(0, |at| keyed[at].1 + 1));
            }
        }
        successors
    }

    /// Returns the number in the merged view of each of these successors, or none.
    pub(super) fn moved(&self, successors: &[u32]) -> Vec<u32> {
        let moved = successors.iter().map(|successor| {
            let local = successor.checked_sub(1)?;
            let file = self
                .overlay_first_symbol
                .partition_point(|first| *first <= local)
                - 1;
            let first = self.rows.first_symbol[self.overlay_files[file].index()];
            Some(first + (local - self.overlay_first_symbol[file]))
        });
        moved.map(|number| number.unwrap_or(NONE)).collect()
    }

    /// Returns the number in the merged view of each symbol of the base, or none. `moved` is [`Partition::moved`].
    pub(super) fn of_base(&self, moved: &[u32]) -> Vec<u32> {
        let first = self.rows.first_symbol;
        let base_first = self.manifest.first_symbol();
        let mut found = vec![NONE; base_first.last().map_or(0, |count| *count as usize)];
        for (file, base) in self.in_base.iter().enumerate() {
            if self.in_overlay[file] == NONE && *base != NONE {
                let start = base_first[*base as usize] as usize;
                let run = first[file]..first[file + 1];
                for (at, id) in found[start..].iter_mut().zip(run) {
                    *at = id;
                }
            }
        }
        let masked = self
            .masked
            .iter()
            .flat_map(|file| self.manifest.symbols(*file as usize));
        for (symbol, number) in masked.zip(moved) {
            found[symbol as usize] = *number;
        }
        found
    }
}
