//! Encodes sources and texts as compressed frames.

use std::io;

use bombe_format::column::sources::{
    FILE_BYTES_MAX, FrameByteColumns, FrameColumns, RAW_BYTES_MAX, WHOLE_FILE_BYTES_MAX, frames,
};
use bombe_format::column::texts::file_texts;
use bombe_format::frame::FrameWriter;

use bombe_resolve::graph::SymbolRow;

/// Sources below this size in bytes get no dictionary: it would cost more than it saves.
const DICTIONARY_SOURCE_BYTES_MIN: u64 = 1 << 20;

/// Largest dictionary in bytes, and the largest dictionary as a fraction of the sources: one byte in this many.
const DICTIONARY_BYTES_MAX: usize = 110 << 10;
const DICTIONARY_SHARE: u64 = 100;

/// Sources up to this size in bytes are compressed at the level [`SMALL`], larger ones at [`FAST`].
const SMALL_BYTES_MAX: u64 = 8 << 20;
const SMALL: i32 = 9;
pub(super) const FAST: i32 = 3;

/// Number of samples that the dictionary is trained on, and size of each in bytes. Training takes about as long as
/// compressing twenty times as much.
const SAMPLES_MAX: usize = 512;
const SAMPLE_BYTES: usize = 8 << 10;

/// Returns the files that a dictionary is trained on, spread evenly; none if there is too little source.
pub(super) fn sample_files(sizes: &[u64]) -> Vec<usize> {
    if sizes.iter().sum::<u64>() < DICTIONARY_SOURCE_BYTES_MIN {
        return Vec::new();
    }
    let step = sizes.len().div_ceil(SAMPLES_MAX).max(1);
    (0..sizes.len()).step_by(step).collect()
}

/// Returns the default zstd level for this many bytes of source.
pub(super) fn level(source_bytes: u64) -> i32 {
    if source_bytes <= SMALL_BYTES_MAX {
        SMALL
    } else {
        FAST
    }
}

/// Returns the size in bytes of the dictionary for this many bytes of source.
pub(super) fn dictionary_bytes(source_bytes: u64) -> usize {
    DICTIONARY_BYTES_MAX.min((source_bytes / DICTIONARY_SHARE) as usize)
}

/// Trains a dictionary of at most `bytes_max` bytes on samples of sources.
pub(super) fn dictionary(
    samples: impl Iterator<Item = String>,
    bytes_max: usize,
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut sizes = Vec::new();
    for sample in samples {
        let part = sample.as_bytes();
        let part = &part[..part.len().min(SAMPLE_BYTES)];
        if part.len() >= 64 {
            bytes.extend_from_slice(part);
            sizes.push(part.len());
        }
    }
    bombe_format::frame::train(&bytes, &sizes, bytes_max)
}

/// The frames of some files, in order.
#[derive(Debug, Default)]
pub(super) struct Frames {
    /// (number of frames, bytes of signatures and docs) of each file.
    files: Vec<(u32, u32)>,
    /// (compressed bytes, bytes, first line) of each frame.
    rows: Vec<(u32, u32, u32)>,
    blob: Vec<u8>,
}

impl Frames {
    /// Compresses the source of the next file, and the signatures and docs of its symbols. If the source is short, they follow
    /// it in the same frame, which contains nearly all of their text already.
    ///
    /// # Errors
    /// If zstd cannot allocate.
    pub(super) fn file(
        &mut self,
        writer: &mut FrameWriter,
        source: Option<&str>,
        symbols: &[SymbolRow],
    ) -> io::Result<()> {
        let source = source
            .filter(|source| source.len() <= FILE_BYTES_MAX)
            .unwrap_or("");
        let mut texts = file_texts(
            symbols
                .iter()
                .map(|symbol| (symbol.signature.as_str(), symbol.doc.as_str())),
        );
        if texts.len() > RAW_BYTES_MAX - FILE_BYTES_MAX {
            texts.clear();
        }
        let before = self.rows.len();
        if source.len() <= WHOLE_FILE_BYTES_MAX {
            let mut raw = Vec::with_capacity(source.len() + texts.len());
            raw.extend_from_slice(source.as_bytes());
            raw.extend_from_slice(&texts);
            self.frame(writer, &raw, 1)?;
        } else {
            let mut line = 1;
            for frame in frames(source) {
                self.frame(writer, frame.as_bytes(), line)?;
                line += memchr::memchr_iter(b'\n', frame.as_bytes()).count() as u32;
            }
            self.frame(writer, &texts, line)?;
        }
        let count = self.rows.len() - before;
        self.files.push((count as u32, texts.len() as u32));
        Ok(())
    }

    fn frame(&mut self, writer: &mut FrameWriter, raw: &[u8], first_line: u32) -> io::Result<()> {
        if raw.is_empty() {
            return Ok(());
        }
        let compressed = writer.compress(raw)?;
        self.rows
            .push((compressed.len() as u32, raw.len() as u32, first_line));
        self.blob.extend_from_slice(&compressed);
        Ok(())
    }
}

/// Joins the frames of all chunks.
pub(super) fn join(chunks: Vec<Frames>) -> (FrameColumns, FrameByteColumns) {
    let mut columns = FrameColumns {
        first_frame: vec![0],
        start: vec![0],
        ..FrameColumns::default()
    };
    let mut blob = Vec::with_capacity(chunks.iter().map(|chunk| chunk.blob.len()).sum());
    let (mut frame, mut at) = (0u32, 0u32);
    for chunk in chunks {
        for (count, text_bytes) in chunk.files {
            frame += count;
            columns.first_frame.push(frame);
            columns.text_bytes.push(text_bytes);
        }
        for (compressed, raw, line) in chunk.rows {
            at = at.saturating_add(compressed);
            columns.start.push(at);
            columns.raw_bytes.push(raw);
            columns.first_line.push(line);
        }
        blob.extend_from_slice(&chunk.blob);
    }
    (columns, FrameByteColumns { blob })
}
