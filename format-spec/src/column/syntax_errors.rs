//! Syntax errors: the lines of each file that could not be parsed.

use super::columns;
use crate::error::Corrupt;
use crate::varint;

columns! {
    /// The lines of each file that could not be parsed.
    SyntaxErrorColumns, SyntaxErrorLayout, SyntaxErrorView, SyntaxErrors;
    /// First byte of each file's runs in `blob`.
    start: u32 ["F + 1"],
    /// The runs of lines, file by file: see [Syntax errors](#syntax-errors).
    blob: u8 ["*"],
}

/// Appends the runs of lines of one file: (first, last), 1-based and inclusive, ascending and apart.
pub fn push_runs(blob: &mut Vec<u8>, runs: &[(u32, u32)]) {
    let mut end = 0;
    for (first, last) in runs {
        varint::push(blob, u64::from(first - end));
        varint::push(blob, u64::from(last - first));
        end = *last;
    }
}

impl SyntaxErrorView<'_> {
    /// Returns the runs of lines of a file: (first, last), 1-based and inclusive, ascending.
    ///
    /// # Errors
    /// Fails if there is no such file, or if its run is damaged.
    pub fn of_file(self, file: usize) -> Result<Vec<(u32, u32)>, Corrupt> {
        let blob = self.layout.blob.window(self.bytes);
        let run = self.layout.start.run(self.bytes, file, blob.len(), PLACE)?;
        let bytes = blob.get(run).ok_or_else(damage)?;
        let (mut at, mut end, mut runs) = (0, 0u32, Vec::new());
        while at < bytes.len() {
            let mut next = |from: u32| from.checked_add(varint::read_u32(bytes, &mut at)?);
            let first = next(end).ok_or_else(damage)?;
            end = next(first).ok_or_else(damage)?;
            runs.push((first, end));
        }
        Ok(runs)
    }
}

const PLACE: &str = "section `syntax_errors`";

#[cold]
fn damage() -> Corrupt {
    Corrupt::new(PLACE, "runs of lines as varints", "other bytes")
}
