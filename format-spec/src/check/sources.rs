//! Checks of source texts and of the texts of symbols.

use super::DeepCheck;
use super::values::{same, starts};
use crate::block::SectionBytes;
use crate::column::files::FileLayout;
use crate::column::sources::{DictionaryLayout, FrameByteLayout, FrameLayout};
use crate::column::texts::FileTexts;
use crate::error::Corrupt;
use crate::frame::FrameReader;
use crate::ids::FileId;
use crate::section::Section;

impl DeepCheck<'_> {
    /// Decompresses the frames of all files. `symbols` is the number of symbols.
    pub(super) fn frames(
        &self,
        files: &FileLayout,
        file_bytes: SectionBytes<'_>,
        symbols: usize,
    ) -> Result<(), Corrupt> {
        let file_count = files.path.len();
        let mut dictionary: &[u8] = &[];
        if self.toc.entry(Section::Dictionary).is_some() {
            let bytes = self.section(Section::Dictionary)?;
            dictionary = DictionaryLayout::open(bytes)?.bytes.slice(bytes);
        }
        let mut reader = FrameReader::new(dictionary)?;
        let view = files.view(file_bytes);
        let bytes = self.section(Section::Frames)?;
        let layout = FrameLayout::open(bytes)?;
        let blob_bytes = self.section(Section::FrameBytes)?;
        let blob_layout = FrameByteLayout::open(blob_bytes)?;
        let frames = layout.view(bytes);
        same("frames.text_bytes", layout.text_bytes.len(), file_count)?;
        starts(
            "frames.first_frame",
            layout.first_frame,
            bytes,
            layout.raw_bytes.len(),
        )?;
        starts("frames.start", layout.start, bytes, blob_layout.blob.len())?;
        for file in 0..file_count {
            let run = frames.frames_of(file)?;
            let mut source = Vec::new();
            for frame in run {
                let frame = frames.frame(frame, blob_layout.view(blob_bytes))?;
                source.extend_from_slice(&reader.decompress(
                    frame.compressed,
                    frame.raw_bytes,
                    "section `frame_bytes`",
                )?);
            }
            let Some(source_bytes) = source.len().checked_sub(frames.text_bytes(file)) else {
                return Err(Corrupt::new(
                    "frames.text_bytes",
                    format!("at most {}", source.len()),
                    frames.text_bytes(file).to_string(),
                ));
            };
            let texts = source.split_off(source_bytes);
            if std::str::from_utf8(&source).is_err() {
                return Err(Corrupt::new(
                    "section `frame_bytes`",
                    "UTF-8",
                    "other bytes",
                ));
            }
            FileTexts::parse(texts, view.symbols(FileId::new(file)).len().min(symbols))?;
        }
        Ok(())
    }
}
