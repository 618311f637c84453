//! Source texts, signatures and docs: what is stored in compressed frames.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use bombe_format::column::sources::FILE_BYTES_MAX;
use bombe_format::column::texts::FileTexts;
use bombe_format::frame::FrameReader;
use bombe_format::ids::FileId;
use bombe_format::section::Section;

use super::parts::Part;
use super::{Corrupt, View};

/// Decompressed texts that are kept, in files and in bytes: what one answer shows of one file is asked for again and
/// again.
const KEPT_FILES_MAX: usize = 64;
const KEPT_BYTES_MAX: usize = 2 << 20;

/// Readers that are kept for the next use: about as many as run at once.
const KEPT_READERS_MAX: usize = 8;

/// Signatures and docs of the files used last, the newest first.
#[derive(Debug, Default)]
pub(super) struct Texts(Mutex<VecDeque<(FileId, Arc<FileTexts>)>>);

/// The text of a file, or of a run of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    text: String,
    first_line: u32,
    /// Where each line starts in `text`, and the end.
    starts: Vec<u32>,
    /// Where `text` starts in the file.
    first_byte: u32,
}

impl View {
    /// The whole text of a file; none if the snapshot was built without sources. Decompresses it: about 10 µs for a file
    /// of 10 kB, and 300 MB/s. A file that was larger than 16 MiB when it was indexed has an empty text.
    ///
    /// # Errors
    /// When what was decompressed is not what was stored.
    pub fn source(&self, file: FileId) -> Result<Option<SourceText>, Corrupt> {
        self.source_lines(file, 1, u32::MAX)
    }

    /// Lines `first..=last` (1-based) of a file, as many as there are; none without sources. Decompresses only the
    /// frames that hold them.
    pub fn source_lines(
        &self,
        file: FileId,
        first: u32,
        last: u32,
    ) -> Result<Option<SourceText>, Corrupt> {
        if !self.meta.has_sources {
            return Ok(None);
        }
        let (side, file) = self.place_of_file(file)?;
        let part = self.part(side);
        let columns = part.segment.frames()?;
        let bytes = part.segment.frame_bytes()?;
        let mut text = Vec::new();
        let (mut first_line, mut first_byte, mut position) = (1, 0, 0u32);
        let run = columns.frames_of(file.index())?;
        for at in run.clone() {
            let last_frame = at + 1 == run.end;
            let next_line = if last_frame {
                u32::MAX
            } else {
                columns.frame(at + 1, bytes)?.first_line
            };
            let frame = columns.frame(at, bytes)?;
            let texts = if last_frame {
                columns.text_bytes(file.index())
            } else {
                0
            };
            let source_bytes = frame.raw_bytes.saturating_sub(texts);
            // The frame's last line may go on in the next frame, whose first line then has the same number.
            let wanted = source_bytes > 0 && next_line >= first && frame.first_line <= last;
            if wanted && text.len() + source_bytes <= FILE_BYTES_MAX {
                if text.is_empty() {
                    (first_line, first_byte) = (frame.first_line, position);
                }
                let raw = part.with_reader(|reader| {
                    reader.decompress(frame.compressed, frame.raw_bytes, "section `frame_bytes`")
                })?;
                text.extend_from_slice(raw.get(..source_bytes).unwrap_or(&raw));
            }
            position = position.saturating_add(source_bytes as u32);
        }
        let text = String::from_utf8(text)
            .map_err(|_| Corrupt::new("section `frame_bytes`", "UTF-8", "other bytes"))?;
        let whole = SourceText::new(text, first_line, first_byte);
        Ok(Some(if first <= first_line && last == u32::MAX {
            whole
        } else {
            whole.cut(first, last)
        }))
    }

    /// Signatures and docs of a file's symbols.
    pub(super) fn file_texts(&self, file: FileId) -> Result<Arc<FileTexts>, Corrupt> {
        {
            let mut kept = self.texts.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(at) = kept.iter().position(|(other, _)| *other == file)
                && let Some(entry) = kept.remove(at)
            {
                let texts = Arc::clone(&entry.1);
                kept.push_front(entry);
                return Ok(texts);
            }
        }
        let (side, local) = self.place_of_file(file)?;
        let part = self.part(side);
        let columns = part.segment.frames()?;
        let symbols = part.segment.files()?.symbols(local).len();
        let text_bytes = columns.text_bytes(local.index());
        let mut raw = Vec::new();
        if text_bytes > 0
            && let Some(last) = columns.frames_of(local.index())?.next_back()
        {
            let frame = columns.frame(last, part.segment.frame_bytes()?)?;
            raw = part.with_reader(|reader| {
                reader.decompress(frame.compressed, frame.raw_bytes, "section `frame_bytes`")
            })?;
            raw.drain(..raw.len().saturating_sub(text_bytes));
        }
        let texts = Arc::new(FileTexts::parse(raw, symbols)?);
        let mut kept = self.texts.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((file, Arc::clone(&texts)));
        let mut bytes: usize = kept.iter().map(|(_, texts)| texts.memory_bytes()).sum();
        while kept.len() > KEPT_FILES_MAX || (bytes > KEPT_BYTES_MAX && kept.len() > 1) {
            bytes -= kept.pop_back().map_or(0, |(_, texts)| texts.memory_bytes());
        }
        Ok(texts)
    }
}

impl Part {
    /// Runs `work` with a reader that no other thread uses.
    fn with_reader<R>(
        &self,
        work: impl FnOnce(&mut FrameReader) -> Result<R, Corrupt>,
    ) -> Result<R, Corrupt> {
        let kept = self
            .readers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut reader = match kept {
            Some(reader) => reader,
            None => FrameReader::new(self.dictionary()?)?,
        };
        let result = work(&mut reader);
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if result.is_ok() && readers.len() < KEPT_READERS_MAX {
            readers.push(reader);
        }
        result
    }

    fn dictionary(&self) -> Result<&[u8], Corrupt> {
        if !self.segment.has(Section::Dictionary) {
            return Ok(&[]);
        }
        let dictionary = self.segment.dictionary()?;
        Ok(dictionary.layout.bytes.slice(dictionary.bytes))
    }
}

impl SourceText {
    fn new(text: String, first_line: u32, first_byte: u32) -> Self {
        let mut starts = vec![0];
        starts
            .extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|newline| newline as u32 + 1));
        if starts.last() != Some(&(text.len() as u32)) {
            starts.push(text.len() as u32);
        }
        Self {
            text,
            first_line,
            starts,
            first_byte,
        }
    }

    /// The part with lines `first..=last`.
    fn cut(&self, first: u32, last: u32) -> Self {
        let range = self.range(first, last);
        let part = self.text.get(range.clone()).unwrap_or("");
        Self::new(
            part.to_owned(),
            first.max(self.first_line),
            self.first_byte.saturating_add(range.start as u32),
        )
    }

    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// 1-based line of the first byte.
    pub fn first_line(&self) -> u32 {
        self.first_line
    }

    /// Number of lines.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// 1-based line of a byte of the file, at least the first line held.
    pub fn line_of(&self, byte: u32) -> u32 {
        let at = byte.saturating_sub(self.first_byte);
        let line = self
            .starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1) as u32;
        self.first_line + line.min(self.line_count().saturating_sub(1))
    }

    fn range(&self, first: u32, last: u32) -> Range<usize> {
        let index =
            |line: u32| (line.saturating_sub(self.first_line) as usize).min(self.starts.len() - 1);
        let start = self.starts.get(index(first)).copied().unwrap_or(0);
        let end = if last < self.first_line {
            start
        } else {
            self.starts
                .get(index(last.saturating_add(1)))
                .copied()
                .unwrap_or(start)
        };
        start as usize..end.max(start) as usize
    }

    /// Lines `first..=last` (1-based, of the file), line ends included, as far as they are held.
    pub fn lines(&self, first: u32, last: u32) -> &str {
        self.text.get(self.range(first, last)).unwrap_or("")
    }

    /// One line (1-based, of the file) without its line end; empty if it is not held.
    pub fn line(&self, line: u32) -> &str {
        if line < self.first_line {
            return "";
        }
        let text = self.lines(line, line);
        let text = text.strip_suffix('\n').unwrap_or(text);
        text.strip_suffix('\r').unwrap_or(text)
    }

    /// A byte range of the file, empty if it is not held or cuts a character.
    pub fn bytes(&self, range: Range<u32>) -> &str {
        let start = range.start.checked_sub(self.first_byte);
        let end = range.end.checked_sub(self.first_byte);
        start
            .zip(end)
            .and_then(|(start, end)| self.text.get(start as usize..end as usize))
            .unwrap_or("")
    }
}
