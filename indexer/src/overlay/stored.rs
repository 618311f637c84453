//! Reads from a stored overlay what the next update reuses.

use std::path::Path;

use bombe_format::error::Corrupt;
use bombe_format::header::SegmentKind;
use bombe_format::ids::StringId;
use bombe_format::section::Section;
use bombe_reader::segment::{OpenError, OpenOptions, Segment};

/// Returns the paths of the files of the overlay at `path`.
///
/// # Errors
/// Fails if the overlay cannot be read or is damaged.
pub fn overlay_paths(path: &Path) -> Result<Vec<String>, OpenError> {
    let overlay = open(path)?;
    let paths = || -> Result<Vec<String>, Corrupt> {
        let strings = overlay.strings()?;
        let files = overlay.files()?;
        let paths = files.layout.path.iter(files.bytes);
        paths
            .map(|path| Ok(strings.get(StringId(path))?.to_owned()))
            .collect()
    };
    paths().map_err(OpenError::in_file(path))
}

/// Returns the section `ranks` of the overlay at `path`, which must have this identity and one row per symbol of the merged
/// view.
///
/// # Errors
/// Fails if the overlay cannot be read, is another one or is damaged.
pub(super) fn ranks(path: &Path, identity: [u8; 32], symbols: usize) -> Result<Vec<u8>, OpenError> {
    let overlay = open(path)?;
    let ranks = || -> Result<Vec<u8>, Corrupt> {
        if overlay.toc().header.identity != identity {
            return Err(Corrupt::new(
                "header",
                "the identity of the overlay",
                "another",
            ));
        }
        let rows = overlay.ranks()?.layout.rank.len();
        if rows != symbols {
            let expected = format!("{symbols} rows");
            return Err(Corrupt::new("section `ranks`", expected, rows.to_string()));
        }
        Ok(overlay.section(Section::Ranks)?.to_vec())
    };
    ranks().map_err(OpenError::in_file(path))
}

fn open(path: &Path) -> Result<Segment, OpenError> {
    Segment::open(path, SegmentKind::Overlay, OpenOptions::default())
}
