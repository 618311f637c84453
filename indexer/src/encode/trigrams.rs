//! Collects the trigrams of the sources, and encodes which blocks of files have them.

use bombe_format::column::trigrams::{BLOCK_BYTES, TrigramColumns, stored};
use bombe_format::trigram::{CLASSES, TrigramSet};
use rayon::prelude::*;

/// The bits of a trigram after its first class.
const REST_BITS: u32 = 12;

/// The trigrams of a run of files.
#[derive(Debug)]
pub(super) struct Block {
    /// Number of files.
    files: u32,
    /// Number of trigrams before those of each first class, then of all.
    first: Vec<u32>,
    /// The trigrams without their first class, ascending.
    rest: Vec<u16>,
}

/// Collects the blocks of a chunk of files.
#[derive(Debug, Default)]
pub(super) struct Collector {
    set: TrigramSet,
    files: u32,
    bytes: u64,
    blocks: Vec<Block>,
}

impl Collector {
    /// Adds the next file.
    pub(super) fn file(&mut self, text: &str) {
        self.set.add(text);
        self.files += 1;
        self.bytes += text.len() as u64;
        if self.bytes >= BLOCK_BYTES {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let mut first = Vec::with_capacity(CLASSES + 1);
        let mut rest = Vec::new();
        self.set.drain(|trigram| {
            let class = (trigram >> REST_BITS) as usize;
            while first.len() <= class {
                first.push(rest.len() as u32);
            }
            rest.push((trigram & ((1 << REST_BITS) - 1)) as u16);
        });
        first.resize(CLASSES + 1, rest.len() as u32);
        self.blocks.push(Block {
            files: self.files,
            first,
            rest,
        });
        (self.files, self.bytes) = (0, 0);
    }

    /// Returns the blocks. The last one may be small.
    pub(super) fn finish(mut self) -> Vec<Block> {
        if self.files > 0 {
            self.end_block();
        }
        self.blocks
    }
}

/// Joins the blocks of all chunks, in order.
pub(super) fn join(chunks: Vec<Vec<Block>>) -> TrigramColumns {
    let blocks: Vec<Block> = chunks.into_iter().flatten().collect();
    let lists: Vec<Vec<(u32, Vec<u8>)>> = (0..CLASSES)
        .into_par_iter()
        .map(|class| lists_of(&blocks, class))
        .collect();
    let mut columns = TrigramColumns::default();
    let mut files = 0;
    columns.first_file.push(files);
    for block in &blocks {
        files += block.files;
        columns.first_file.push(files);
    }
    for (trigram, list) in lists.into_iter().flatten() {
        columns.push(trigram, &list);
    }
    columns
}

/// Returns the lists of the trigrams that begin with a class.
fn lists_of(blocks: &[Block], class: usize) -> Vec<(u32, Vec<u8>)> {
    let mut lists = vec![Vec::new(); 1 << REST_BITS];
    for (number, block) in (0u32..).zip(blocks) {
        let run = block.first[class] as usize..block.first[class + 1] as usize;
        for rest in &block.rest[run] {
            lists[usize::from(*rest)].push(number);
        }
    }
    (0u32..)
        .zip(lists)
        .filter(|(_, list)| !list.is_empty())
        .map(|(rest, list)| {
            let trigram = (class as u32) << REST_BITS | rest;
            (trigram, stored(&list, blocks.len()))
        })
        .collect()
}
