//! Tests of the merged view: a small base and overlay, and columns that are refused.

use super::*;
use crate::block::SectionBytes;
use crate::column::files::{FileColumns, FileLayout};
use crate::column::overlay::{MaskColumns, MaskLayout, RedirectColumns, RedirectLayout};

/// Returns a `files` section whose files have these numbers of symbols.
fn files(symbols: &[u32]) -> Vec<u8> {
    let mut first = vec![0];
    for count in symbols {
        first.push(first[first.len() - 1] + count);
    }
    let columns = FileColumns {
        path: vec![0; symbols.len()],
        language: vec![1; symbols.len()],
        flags: vec![0; symbols.len()],
        hash: vec![0; 32 * symbols.len()],
        size: vec![0; symbols.len()],
        lines: vec![0; symbols.len()],
        syntax_errors: vec![0; symbols.len()],
        first_symbol: first,
        path_length: vec![0; symbols.len()],
        text_length: vec![0; symbols.len()],
    };
    columns.into_section().1
}

fn merge(
    base: &[u32],
    overlay: &[u32],
    position: &[u32],
    masked: &[u32],
    redirects: RedirectColumns,
) -> Result<MergedView, Corrupt> {
    let (base, overlay) = (files(base), files(overlay));
    let mask = MaskColumns {
        base: vec![7; 32],
        position: position.to_vec(),
        masked: masked.to_vec(),
    };
    let (mask, redirects) = (mask.into_section().1, redirects.into_section().1);
    let checked = SectionBytes::checked;
    MergedView::new(
        FileLayout::open(checked(&base))?.view(checked(&base)),
        &[7; 32],
        FileLayout::open(checked(&overlay))?.view(checked(&overlay)),
        MaskLayout::open(checked(&mask))?.view(checked(&mask)),
        RedirectLayout::open(checked(&redirects))?.view(checked(&redirects)),
    )
}

/// Returns the merged view of base files a, b, c, d with 2, 3, 1, 2 symbols: b is edited to 2 symbols (its second symbol
/// is gone), c is deleted, and a new file of 4 symbols stands between c and d.
fn edited() -> MergedView {
    let redirects = RedirectColumns {
        successor: vec![1, 0, 2, 0],
        symbol: vec![1, 6],
        file: vec![3],
    };
    merge(&[2, 3, 1, 2], &[2, 4], &[1, 3], &[1, 2], redirects).expect("they fit")
}

#[test]
fn the_merged_view_has_the_files_and_symbols_of_both_in_order() {
    let merged = edited();
    assert_eq!((merged.file_count(), merged.symbol_count()), (4, 10));
    let files: Vec<_> = (0..4)
        .map(|file| merged.locate_file(FileId(file)))
        .collect();
    assert_eq!(
        files,
        [
            Some((SegmentKind::Base, FileId(0))),
            Some((SegmentKind::Overlay, FileId(0))),
            Some((SegmentKind::Overlay, FileId(1))),
            Some((SegmentKind::Base, FileId(3))),
        ]
    );
    assert_eq!(merged.locate_file(FileId(4)), None);
    assert_eq!(
        merged.locate_symbol(SymbolId(3)),
        Some((SegmentKind::Overlay, SymbolId(1)))
    );
    assert_eq!(
        merged.locate_symbol(SymbolId(8)),
        Some((SegmentKind::Base, SymbolId(6)))
    );
    assert_eq!(merged.locate_symbol(SymbolId(10)), None);
    let mut ascending = merged.ascending(SegmentKind::Base);
    let all: Vec<_> = (0..8).map(|id| ascending.merged(SymbolId(id))).collect();
    let one_by_one: Vec<_> = (0..8).map(|id| merged.kept_symbol(SymbolId(id))).collect();
    assert_eq!(all, one_by_one);
}

#[test]
fn a_masked_symbol_has_a_successor_or_none() {
    let merged = edited();
    assert_eq!(merged.base_symbol(SymbolId(1)), Some(SymbolId(1)));
    assert_eq!(merged.base_symbol(SymbolId(2)), Some(SymbolId(2)));
    assert_eq!(merged.base_symbol(SymbolId(3)), None);
    assert_eq!(merged.base_symbol(SymbolId(4)), Some(SymbolId(3)));
    assert_eq!(merged.kept_symbol(SymbolId(4)), None);
    assert_eq!(merged.base_symbol(SymbolId(6)), Some(SymbolId(8)));
    assert_eq!(merged.base_file(FileId(1)), Some(FileId(1)));
    assert_eq!(merged.base_file(FileId(2)), None);
    assert_eq!(merged.predecessor(SymbolId(1)), Some(SymbolId(4)));
    assert_eq!(merged.predecessor(SymbolId(2)), None);
    assert_eq!(merged.file_predecessor(FileId(0)), Some(FileId(1)));
    assert_eq!(merged.file_predecessor(FileId(1)), None);
}

#[test]
fn ids_above_the_overlays_own_refer_to_the_base() {
    let merged = edited();
    assert_eq!(merged.overlay_symbol(SymbolId(5)), Some(SymbolId(7)));
    assert_eq!(merged.overlay_symbol(SymbolId(6)), Some(SymbolId(1)));
    assert_eq!(merged.overlay_symbol(SymbolId(7)), Some(SymbolId(8)));
    assert_eq!(merged.overlay_symbol(SymbolId(8)), None);
    assert_eq!(merged.outside_symbol(SymbolId(6)), Some(SymbolId(7)));
    assert_eq!(merged.outside_symbol(SymbolId(7)), None);
    assert_eq!(merged.overlay_file(FileId(2)), Some(FileId(3)));
    assert_eq!(merged.outside_file(FileId(3)), Some(FileId(2)));
}

#[test]
fn contradicting_columns_are_refused() {
    let redirects = |successor: &[u32], symbol: &[u32], file: &[u32]| RedirectColumns {
        successor: successor.to_vec(),
        symbol: symbol.to_vec(),
        file: file.to_vec(),
    };
    let fails = |position: &[u32], masked: &[u32], redirects| {
        merge(&[2, 3], &[2], position, masked, redirects).is_err()
    };
    assert!(!fails(&[1], &[1], redirects(&[1, 2, 0], &[0], &[0])));
    assert!(
        fails(&[3], &[1], redirects(&[1, 2, 0], &[], &[])),
        "position"
    );
    assert!(
        fails(&[1, 1], &[1], redirects(&[1, 2, 0], &[], &[])),
        "positions"
    );
    assert!(fails(&[1], &[2], redirects(&[], &[], &[])), "no such file");
    assert!(
        fails(&[1], &[1], redirects(&[1, 2], &[], &[])),
        "too few successors"
    );
    assert!(
        fails(&[1], &[1], redirects(&[1, 3, 0], &[], &[])),
        "no such successor"
    );
    assert!(
        fails(&[1], &[1], redirects(&[1, 1, 0], &[], &[])),
        "one successor of two symbols"
    );
    assert!(
        fails(&[1], &[1], redirects(&[1, 2, 0], &[2], &[])),
        "refers to a masked symbol"
    );
    assert!(
        fails(&[1], &[1], redirects(&[1, 2, 0], &[1, 0], &[])),
        "out of order"
    );
    assert!(
        fails(&[1], &[1], redirects(&[1, 2, 0], &[], &[1])),
        "refers to a masked file"
    );
}
