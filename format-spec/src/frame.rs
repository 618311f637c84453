//! Compresses and decompresses frames: zstd with a shared dictionary, and a checksum in each frame.

use std::io;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, DParameter};

use crate::error::Corrupt;

/// Compresses the frames of a segment. Each thread needs its own.
pub struct FrameWriter<'d> {
    compressor: Compressor<'d>,
}

impl<'d> FrameWriter<'d> {
    /// Creates a writer with a dictionary from [`prepare`], or without one. With a dictionary, the level given to
    /// [`prepare`] counts and `level` is ignored.
    ///
    /// # Errors
    /// Fails if zstd cannot allocate its working space.
    pub fn new(
        level: i32,
        dictionary: Option<&'d zstd::dict::EncoderDictionary<'static>>,
    ) -> io::Result<Self> {
        let mut compressor = match dictionary {
            Some(dictionary) => Compressor::with_prepared_dictionary(dictionary)?,
            None => Compressor::new(level)?,
        };
        compressor.set_parameter(CParameter::ChecksumFlag(true))?;
        compressor.set_parameter(CParameter::ContentSizeFlag(true))?;
        compressor.set_parameter(CParameter::DictIdFlag(false))?;
        Ok(Self { compressor })
    }

    /// Compresses one frame.
    ///
    /// # Errors
    /// Fails if zstd cannot allocate memory.
    pub fn compress(&mut self, raw: &[u8]) -> io::Result<Vec<u8>> {
        self.compressor.compress(raw)
    }
}

/// Prepares a dictionary for compression, once for all threads.
pub fn prepare(dictionary: &[u8], level: i32) -> zstd::dict::EncoderDictionary<'static> {
    zstd::dict::EncoderDictionary::copy(dictionary, level)
}

/// Decompresses the frames of a segment. Each thread needs its own.
pub struct FrameReader {
    decompressor: Decompressor<'static>,
}

impl std::fmt::Debug for FrameReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FrameReader")
    }
}

impl FrameReader {
    /// Creates a reader with the segment's dictionary. An empty slice means no dictionary.
    ///
    /// # Errors
    /// Fails if the dictionary is damaged, or if zstd cannot allocate its working space.
    pub fn new(dictionary: &[u8]) -> Result<Self, Corrupt> {
        let decompressor = if dictionary.is_empty() {
            Decompressor::new()
        } else {
            Decompressor::with_dictionary(dictionary)
        };
        let damage = |error: io::Error| {
            Corrupt::new(
                "section `dictionary`",
                "a zstd dictionary",
                error.to_string(),
            )
        };
        let mut decompressor = decompressor.map_err(damage)?;
        // No window exceeds the largest file. A frame that needs more memory is forged.
        decompressor
            .set_parameter(DParameter::WindowLogMax(24))
            .map_err(damage)?;
        Ok(Self { decompressor })
    }

    /// Decompresses a frame of exactly `raw_bytes` bytes. `place` names the section in an error.
    ///
    /// # Errors
    /// Fails if the frame has another size, or if its checksum does not match.
    pub fn decompress(
        &mut self,
        compressed: &[u8],
        raw_bytes: usize,
        place: &str,
    ) -> Result<Vec<u8>, Corrupt> {
        crate::work::note(raw_bytes / 16);
        let raw = self
            .decompressor
            .decompress(compressed, raw_bytes)
            .map_err(|error| {
                Corrupt::new(
                    place,
                    format!("a frame of {raw_bytes} bytes"),
                    error.to_string(),
                )
            })?;
        if raw.len() != raw_bytes {
            return Err(Corrupt::new(
                place,
                format!("a frame of {raw_bytes} bytes"),
                format!("{} bytes", raw.len()),
            ));
        }
        Ok(raw)
    }
}

/// Trains a dictionary of at most `bytes_max` bytes from concatenated samples of the given sizes. Returns none if the
/// samples are too few or too similar. Single-threaded and deterministic.
pub fn train(samples: &[u8], sizes: &[usize], bytes_max: usize) -> Option<Vec<u8>> {
    zstd::dict::from_continuous(samples, sizes, bytes_max)
        .ok()
        .filter(|dictionary| !dictionary.is_empty())
}
