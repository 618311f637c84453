//! Blocks: large sections have a checksum for each block of them, so that a reader checks only what it reads.
//!
//! [`SectionBytes`] hands out the bytes of a section, and checks each block before its first use. A block that fails is
//! noted in [`BlockChecks`], and its bytes are never handed out: a row of it is 0, a text of it an error. A caller asks
//! [`BlockChecks::damage`] before it uses what it has computed.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::error::Corrupt;
use crate::varint;

/// The sizes of blocks that readers accept, as base-2 logarithms.
pub const BLOCK_BITS_RANGE: Range<u8> = 8..31;

/// A block overlaps the next one by as many bytes: an integer that starts in a block is covered by its checksum.
pub const BLOCK_OVERLAP: usize = 8;

/// Which sections a writer gives blocks, and how large they are.
#[derive(Clone, Copy, Debug)]
pub struct BlockSize {
    /// Base-2 logarithm of the size of a block.
    pub bits: u8,
    /// Smallest section that has blocks, in bytes. To check a smaller one whole takes a fraction of a millisecond, once.
    pub section_bytes_min: usize,
}

impl Default for BlockSize {
    fn default() -> Self {
        Self {
            bits: 14,
            section_bytes_min: 1 << 20,
        }
    }
}

/// Size of the checksum of a block: the first bytes of its blake3.
pub const CHECKSUM_BYTES: usize = 16;

type Checksum = [u8; CHECKSUM_BYTES];

const UNCHECKED: u8 = 0;
const SOUND: u8 = 1;
const DAMAGED: u8 = 2;

/// Returns the bytes that the checksum of a block covers: up to the end of the section for the last one.
fn block_range(bits: u8, block: usize, len: usize) -> Range<usize> {
    let start = block << bits;
    start..(start + (1 << bits) + BLOCK_OVERLAP).min(len)
}

fn checksum(bytes: &[u8]) -> Checksum {
    let mut checksum = [0; CHECKSUM_BYTES];
    checksum.copy_from_slice(&blake3::hash(bytes).as_bytes()[..CHECKSUM_BYTES]);
    checksum
}

/// Returns the checksums of the blocks of a section.
pub fn checksums(section: &[u8], bits: u8) -> impl Iterator<Item = Checksum> + '_ {
    let blocks = section.len().div_ceil(1 << bits);
    (0..blocks).map(move |block| checksum(&section[block_range(bits, block, section.len())]))
}

/// The checksums of a section's blocks, and which of the blocks were compared with theirs.
#[derive(Debug)]
pub struct BlockChecks {
    section: &'static str,
    bits: u8,
    checksums: Box<[Checksum]>,
    states: Box<[AtomicU8]>,
    damage: OnceLock<Corrupt>,
}

impl BlockChecks {
    /// Takes the checksums of a section of `len` bytes, concatenated.
    ///
    /// # Errors
    /// Fails if there are more or fewer checksums than the section has blocks.
    pub fn new(
        section: &'static str,
        bits: u8,
        checksums: &[u8],
        len: usize,
    ) -> Result<Self, Corrupt> {
        let blocks = len.div_ceil(1 << bits);
        let (checksums, rest) = checksums.as_chunks();
        if checksums.len() != blocks || !rest.is_empty() {
            return Err(Corrupt::new(
                "section `blocks`",
                format!("{blocks} checksums for section `{section}`"),
                checksums.len().to_string(),
            ));
        }
        Ok(Self {
            section,
            bits,
            checksums: checksums.into(),
            states: (0..blocks).map(|_| AtomicU8::new(UNCHECKED)).collect(),
            damage: OnceLock::new(),
        })
    }

    /// Returns the first damage found. If there is any, what was computed from the section may be wrong.
    pub fn damage(&self) -> Option<&Corrupt> {
        self.damage.get()
    }

    /// Returns true if the block at a position was found sound, now or before.
    #[inline]
    fn covers(&self, section: &[u8], at: usize) -> bool {
        let block = at >> self.bits;
        match self.states.get(block) {
            Some(state) if state.load(Ordering::Relaxed) == SOUND => true,
            Some(state) => self.check(section, block, state),
            None => false,
        }
    }

    #[cold]
    #[inline(never)]
    fn check(&self, section: &[u8], block: usize, state: &AtomicU8) -> bool {
        if state.load(Ordering::Relaxed) == DAMAGED {
            return false;
        }
        let bytes = section.get(block_range(self.bits, block, section.len()));
        let is_sound = bytes.map(checksum).as_ref() == self.checksums.get(block);
        state.store(if is_sound { SOUND } else { DAMAGED }, Ordering::Relaxed);
        if !is_sound {
            self.damage.get_or_init(|| {
                Corrupt::new(
                    format!("section `{}`, block {block}", self.section),
                    "bytes that match their checksum",
                    "other bytes",
                )
            });
        }
        is_sound
    }
}

/// The bytes of a section. Hands out bytes whose checksum was compared, and no others.
#[derive(Clone, Copy, Debug)]
pub struct SectionBytes<'b> {
    bytes: &'b [u8],
    checks: Option<&'b BlockChecks>,
}

impl<'b> SectionBytes<'b> {
    /// Takes bytes that need no check any more, or that carry checksums of their own.
    pub fn checked(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            checks: None,
        }
    }

    /// Takes bytes that are checked block by block.
    pub fn in_blocks(bytes: &'b [u8], checks: &'b BlockChecks) -> Self {
        Self {
            bytes,
            checks: Some(checks),
        }
    }

    /// Returns the size of the section.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(self) -> usize {
        self.bytes.len()
    }

    /// Returns all bytes, checked or not, for code that calls [`SectionBytes::get`] for each range before it reads it.
    pub(crate) fn unchecked(self) -> &'b [u8] {
        self.bytes
    }

    /// Returns the bytes of a range; none if it is not inside the section, or not sound.
    pub fn get(self, range: Range<usize>) -> Option<&'b [u8]> {
        let bytes = self.bytes.get(range.clone())?;
        if let Some(checks) = self.checks
            && !bytes.is_empty()
        {
            let last = (range.end - 1) >> checks.bits;
            for block in (range.start >> checks.bits)..=last {
                if !checks.covers(self.bytes, block << checks.bits) {
                    return None;
                }
            }
        }
        Some(bytes)
    }

    /// Returns the bytes from a position on, of which the first [`BLOCK_OVERLAP`] are sound; none if they are not.
    #[inline]
    pub(crate) fn integers_at(self, at: usize) -> Option<&'b [u8]> {
        if let Some(checks) = self.checks
            && !checks.covers(self.bytes, at)
        {
            return None;
        }
        self.bytes.get(at..)
    }
}

/// A part of a section: a column of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Window<'b> {
    section: SectionBytes<'b>,
    start: usize,
    len: usize,
}

impl<'b> Window<'b> {
    /// Returns the bytes of `section` from `start` on, `len` of them; an empty window if the section does not have them.
    pub(crate) fn new(section: SectionBytes<'b>, start: usize, len: usize) -> Self {
        let fits = start
            .checked_add(len)
            .is_some_and(|end| end <= section.bytes.len());
        Self {
            section,
            start,
            len: if fits { len } else { 0 },
        }
    }

    /// Returns the number of bytes.
    #[inline]
    pub fn len(self) -> usize {
        self.len
    }

    /// Returns true if there are no bytes.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the bytes of a range; none if it is not inside the window, or not sound.
    #[inline]
    pub fn get(self, range: Range<usize>) -> Option<&'b [u8]> {
        if range.end > self.len {
            return None;
        }
        self.section
            .get(self.start.checked_add(range.start)?..self.start + range.end)
    }

    /// Returns all bytes; none if any block of them is not sound.
    pub fn all(self) -> Option<&'b [u8]> {
        self.get(0..self.len)
    }

    /// Reads the varint of at most 32 bits at a position. Returns none if there is none, or if it is not sound.
    #[inline]
    pub fn varint_u32(self, at: &mut usize) -> Option<u32> {
        let start = *at;
        let left = self.len.checked_sub(start)?.min(BLOCK_OVERLAP);
        let bytes = self.section.integers_at(self.start + start)?.get(..left)?;
        let mut read = 0;
        let value = varint::read_u32(bytes, &mut read)?;
        *at = start + read;
        Some(value)
    }
}

/// Bytes that a [`Cursor`] keeps ready.
const READY_BYTES: usize = 64;

/// Reads varints one after the other.
#[derive(Clone, Debug)]
pub struct Cursor<'b> {
    window: Window<'b>,
    /// Sound bytes of the window.
    ready: &'b [u8],
    /// Position in `ready`.
    at: usize,
    /// Position in the window of the byte after `ready`.
    next: usize,
}

impl<'b> Cursor<'b> {
    /// Starts at a position of a window.
    pub fn new(window: Window<'b>, position: usize) -> Self {
        Self {
            window,
            ready: &[],
            at: 0,
            next: position,
        }
    }

    /// Returns the position of the next byte.
    pub fn position(&self) -> usize {
        self.next - (self.ready.len() - self.at)
    }

    /// Makes the next `READY_BYTES` readable, as far as the window has them and they are sound.
    #[inline]
    pub fn fill(&mut self) {
        if self.ready.len() - self.at < READY_BYTES && self.next < self.window.len {
            self.refill();
        }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        let start = self.position();
        let least = (start + READY_BYTES).min(self.window.len);
        let end = match self.window.section.checks {
            None => self.window.len,
            // To the end of the block with the last byte that is needed: the cursor gets there anyway.
            Some(checks) => {
                let block = (self.window.start + least - 1) >> checks.bits;
                let end = (block + 1) << checks.bits;
                (end - self.window.start).min(self.window.len)
            }
        };
        let Some(ready) = self.window.get(start..end) else {
            // Damage: there is nothing to read from here on.
            self.ready = &[];
            self.at = 0;
            self.window.len = start;
            self.next = start;
            return;
        };
        self.ready = ready;
        self.at = 0;
        self.next = end;
    }

    /// Reads a byte. At most `READY_BYTES` may be read after a call of [`Cursor::fill`].
    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        let byte = *self.ready.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// Reads a varint.
    #[inline]
    pub fn varint(&mut self) -> Option<u64> {
        varint::read(self.ready, &mut self.at)
    }

    /// Reads a varint of at most 32 bits.
    #[inline]
    pub fn varint_u32(&mut self) -> Option<u32> {
        varint::read_u32(self.ready, &mut self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::names::{NameColumns, NameLayout};

    const BITS: u8 = 8;

    fn checks_of(bytes: &[u8]) -> BlockChecks {
        let checksums: Vec<u8> = checksums(bytes, BITS).flatten().collect();
        BlockChecks::new("test", BITS, &checksums, bytes.len()).expect("they are of these bytes")
    }

    #[test]
    fn what_is_handed_out_is_what_was_written_or_nothing() {
        let sound: Vec<u8> = (0..1300u32).map(|at| (at * 7) as u8).collect();
        let checks = checks_of(&sound);
        let whole = SectionBytes::in_blocks(&sound, &checks);
        assert_eq!(whole.get(0..1300), Some(&sound[..]));
        assert_eq!(whole.get(0..1301), None);
        assert_eq!(checks.damage(), None);
        for at in (0..1300).step_by(3) {
            let mut damaged = sound.clone();
            damaged[at] ^= 0x10;
            for start in [0, 250, 255, 256, 511, 1020, 1290] {
                for len in [1, 4, 8, 300] {
                    let checks = checks_of(&sound);
                    let bytes = SectionBytes::in_blocks(&damaged, &checks);
                    let range = start..start + len;
                    let found = bytes.get(range.clone());
                    assert!(
                        found.is_none() || found == sound.get(range.clone()),
                        "{at} in {range:?}"
                    );
                    assert_eq!(
                        found.is_none() && range.end <= 1300,
                        checks.damage().is_some()
                    );
                    let integer = bytes
                        .integers_at(start)
                        .and_then(|bytes| bytes.get(..len.min(8)));
                    let expected = sound.get(start..start + len.min(8));
                    assert!(integer.is_none() || integer == expected, "{at} at {start}");
                    assert!(range.end > 1300 || !range.contains(&at) || checks.damage().is_some());
                }
            }
        }
    }

    #[test]
    fn a_cursor_reads_across_blocks_and_ends_at_damage() {
        let numbers: Vec<u64> = (0..600).map(|at| at * at * at).collect();
        let mut bytes = vec![0xff; 100];
        for number in &numbers {
            varint::push(&mut bytes, *number);
        }
        let read = |bytes: &[u8], checks: &BlockChecks| {
            let window = Window::new(
                SectionBytes::in_blocks(bytes, checks),
                100,
                bytes.len() - 100,
            );
            let mut cursor = Cursor::new(window, 0);
            let mut next = || {
                cursor.fill();
                cursor.varint()
            };
            std::iter::from_fn(&mut next).collect::<Vec<u64>>()
        };
        assert_eq!(read(&bytes, &checks_of(&bytes)), numbers);
        let checks = checks_of(&bytes);
        bytes[1000] ^= 1;
        let found = read(&bytes, &checks);
        assert!(numbers.starts_with(&found) && found.len() > 150 && checks.damage().is_some());
    }

    #[test]
    fn a_column_reads_only_the_blocks_of_its_rows() {
        fn rows(layout: &NameLayout, bytes: SectionBytes<'_>) -> Vec<u32> {
            layout.symbol.iter(bytes).collect()
        }
        let names = NameColumns {
            blob: vec![b'a'; 2000],
            start: (0..=1000).map(|row| row * 2).collect(),
            first: (0..=1000).collect(),
            symbol: (0..1000).rev().collect(),
        };
        let (_, sound) = names.into_section();
        let layout = NameLayout::open(SectionBytes::checked(&sound)).expect("a section");
        let expected = rows(&layout, SectionBytes::checked(&sound));
        let mut noticed = 0;
        for at in 0..sound.len() {
            let mut damaged = sound.clone();
            damaged[at] ^= 0x40;
            let checks = checks_of(&sound);
            let bytes = SectionBytes::in_blocks(&damaged, &checks);
            let same = NameLayout::open(bytes).is_ok() && rows(&layout, bytes) == expected;
            assert!(same || checks.damage().is_some(), "byte {at}");
            noticed += usize::from(checks.damage().is_some());
        }
        assert!(
            noticed < sound.len() / 2,
            "blocks of other columns are not read"
        );
    }

    #[test]
    fn checksums_must_fit_the_section() {
        for len in [0, 255, 512] {
            assert!(BlockChecks::new("test", BITS, &[0; CHECKSUM_BYTES + 1], len).is_err());
        }
        assert!(BlockChecks::new("test", BITS, &[0; CHECKSUM_BYTES], 256).is_ok());
    }
}
