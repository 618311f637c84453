//! Where the files of the merged view lie among those of the base.

use std::cmp::Ordering;

use bombe_format::ids::NONE;

use crate::overlay::BaseManifest;

/// The positions of the files of the merged view in the base.
pub(super) struct BasePositions {
    /// For each file its number in the base, or none.
    pub(super) number: Vec<u32>,
    /// For each file the number of files of the base that precede it.
    pub(super) position: Vec<u32>,
}

impl BasePositions {
    /// Compares the sorted paths of the merged view with those of the base, in one pass.
    pub(super) fn of(paths: &[&str], base: &BaseManifest) -> Self {
        let mut positions = Self {
            number: Vec::with_capacity(paths.len()),
            position: Vec::with_capacity(paths.len()),
        };
        let mut at = 0;
        for path in paths {
            let mut found = Ordering::Greater;
            while at < base.files() {
                found = base.path(at).cmp(path.as_bytes());
                if found != Ordering::Less {
                    break;
                }
                at += 1;
            }
            positions.position.push(at as u32);
            positions.number.push(match found {
                Ordering::Equal => at as u32,
                _ => NONE,
            });
            at += usize::from(found == Ordering::Equal);
        }
        positions
    }
}
