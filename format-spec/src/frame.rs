//! Compressed frames: zstd with a shared dictionary, a checksum inside each.

use std::io;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, DParameter};

use crate::error::Corrupt;

/// Compresses frames of one snapshot. Not shared between threads: make one for each.
pub struct FrameWriter<'d> {
    compressor: Compressor<'d>,
}

impl<'d> FrameWriter<'d> {
    /// Makes a writer that uses a dictionary prepared by [`prepare`]; none compresses each frame alone.
    ///
    /// # Errors
    /// If zstd cannot allocate its working space.
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
    /// If zstd cannot allocate.
    pub fn compress(&mut self, raw: &[u8]) -> io::Result<Vec<u8>> {
        self.compressor.compress(raw)
    }
}

/// A dictionary made ready for compression, once for all threads.
pub fn prepare(dictionary: &[u8], level: i32) -> zstd::dict::EncoderDictionary<'static> {
    zstd::dict::EncoderDictionary::copy(dictionary, level)
}

/// Decompresses frames of one snapshot. Not shared between threads.
pub struct FrameReader {
    decompressor: Decompressor<'static>,
}

impl std::fmt::Debug for FrameReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FrameReader")
    }
}

impl FrameReader {
    /// Makes a reader with the snapshot's dictionary; an empty one stands for none.
    ///
    /// # Errors
    /// If the dictionary is none, or zstd cannot allocate its working space.
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
        // A frame's window is never larger than the largest file; refuse what asks for more memory.
        decompressor
            .set_parameter(DParameter::WindowLogMax(24))
            .map_err(damage)?;
        Ok(Self { decompressor })
    }

    /// Decompresses one frame that must give exactly `raw_bytes` bytes.
    ///
    /// # Errors
    /// If it does not, or its checksum differs.
    pub fn decompress(
        &mut self,
        compressed: &[u8],
        raw_bytes: usize,
        place: &str,
    ) -> Result<Vec<u8>, Corrupt> {
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

/// Trains a dictionary of at most `bytes_max` bytes from samples that lie one behind the other; none if the samples are
/// too few or too alike for one. Single-threaded and deterministic.
pub fn train(samples: &[u8], sizes: &[usize], bytes_max: usize) -> Option<Vec<u8>> {
    zstd::dict::from_continuous(samples, sizes, bytes_max)
        .ok()
        .filter(|dictionary| !dictionary.is_empty())
}
