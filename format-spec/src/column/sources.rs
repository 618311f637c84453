//! Frames: source texts with the signatures and docs of their symbols, which can be read independently, and their
//! dictionary.

use super::columns;
use crate::error::Corrupt;

columns! {
    /// The frames of the files. A source of at most 128 KiB is one frame, followed in that frame by the signatures and docs
    /// of its symbols. A longer source is cut into frames of at most 64 KiB: after the last newline that fits, or else
    /// between two characters. Its signatures and docs are a last frame of their own. Without sources, each file has only
    /// the frame of signatures and docs. An empty frame is left out.
    FrameColumns, FrameLayout, FrameView, Frames;
    /// First frame of each file.
    first_frame: u32 ["F + 1"],
    /// Number of bytes of signatures and docs at the end of the file's last frame.
    text_bytes: u32 sparse ["F"],
    /// First byte of each frame in `frame_bytes`.
    start: u32 ["K + 1"],
    /// Size of each frame after decompression, in bytes.
    raw_bytes: u32 sparse ["K"],
    /// 1-based line of the first byte of each frame.
    first_line: u32 sparse ["K"],
}

columns! {
    /// The bytes of the frames. They have a section of their own because each frame carries a checksum: a reader need not
    /// hash the section to trust one frame.
    FrameByteColumns, FrameByteLayout, FrameByteView, FrameBytes;
    /// The frames, concatenated.
    blob: u8 ["*"],
}

columns! {
    /// The zstd dictionary of the frames; absent if the sources are too small to train one.
    DictionaryColumns, DictionaryLayout, DictionaryView, Dictionary;
    /// The dictionary.
    bytes: u8 ["*"],
}

/// Largest file that is one frame, in bytes.
pub const WHOLE_FILE_BYTES_MAX: usize = 128 * 1024;

/// Largest frame of longer files before compression, in bytes.
pub const FRAME_BYTES_MAX: usize = 64 * 1024;

/// Largest file whose text a snapshot holds, in bytes: a bound on what one answer decompresses.
pub const FILE_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Largest decompressed frame, in bytes: that of the signatures and docs of the largest file.
pub const RAW_BYTES_MAX: usize = 4 * FILE_BYTES_MAX;

/// Cuts the source text of a file into the texts of its frames.
pub fn frames(source: &str) -> impl Iterator<Item = &str> {
    let max = if source.len() <= WHOLE_FILE_BYTES_MAX {
        WHOLE_FILE_BYTES_MAX
    } else {
        FRAME_BYTES_MAX
    };
    let mut rest = source;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = rest.len().min(max);
        if end < rest.len() {
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            if let Some(newline) = rest.get(..end).and_then(|head| head.rfind('\n')) {
                end = newline + 1;
            }
        }
        let (frame, tail) = rest.split_at(end);
        rest = tail;
        Some(frame)
    })
}

/// A frame in the section's bytes.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'b> {
    /// The compressed bytes.
    pub compressed: &'b [u8],
    /// Size of the decompressed text in bytes.
    pub raw_bytes: usize,
    /// 1-based line of its first byte.
    pub first_line: u32,
}

impl FrameView<'_> {
    /// Returns the positions of a file's frames.
    ///
    /// # Errors
    /// Fails if there is no such file, or if its run is damaged.
    pub fn frames_of(self, file: usize) -> Result<std::ops::Range<usize>, Corrupt> {
        self.layout.first_frame.run(
            self.bytes,
            file,
            self.layout.raw_bytes.len(),
            "section `frames`",
        )
    }

    /// Returns the number of bytes of signatures and docs at the end of a file's last frame.
    pub fn text_bytes(self, file: usize) -> usize {
        self.layout.text_bytes.at_row(self.bytes, file) as usize
    }

    /// Returns the frame at a position.
    ///
    /// # Errors
    /// Fails if its run is damaged, or if its size exceeds [`RAW_BYTES_MAX`].
    pub fn frame(self, frame: usize, frames: FrameByteView<'_>) -> Result<Frame<'_>, Corrupt> {
        let blob = frames.layout.blob.window(frames.bytes);
        let run = self
            .layout
            .start
            .run(self.bytes, frame, blob.len(), "section `frames`")?;
        let raw_bytes = self.layout.raw_bytes.at_row(self.bytes, frame) as usize;
        if raw_bytes > RAW_BYTES_MAX {
            return Err(Corrupt::new(
                "section `frames`",
                format!("a frame of at most {RAW_BYTES_MAX} bytes"),
                raw_bytes.to_string(),
            ));
        }
        Ok(Frame {
            compressed: blob.get(run).unwrap_or(&[]),
            raw_bytes,
            first_line: self.layout.first_line.at_row(self.bytes, frame),
        })
    }
}
