//! Variable-length integers: seven bits per byte, least significant first; the high bit is set on every byte but the last.

/// Appends `value`; at most 10 bytes.
pub fn push(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads the value at `at` and advances `at` past it. Returns none if the bytes end early or the value exceeds 64 bits.
#[inline]
pub fn read(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let first = *bytes.get(*at)?;
    *at += 1;
    if first < 0x80 {
        return Some(u64::from(first));
    }
    let mut value = u64::from(first & 0x7f);
    let mut shift = 7;
    loop {
        let byte = *bytes.get(*at)?;
        *at += 1;
        if shift > 63 || (shift == 63 && byte > 1) {
            return None;
        }
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
        shift += 7;
    }
}

/// Reads a value of at most 32 bits, as [`read`].
#[inline]
pub fn read_u32(bytes: &[u8], at: &mut usize) -> Option<u32> {
    u32::try_from(read(bytes, at)?).ok()
}

/// Maps signed to unsigned values so that small magnitudes stay small: 0, -1, 1, -2 … to 0, 1, 2, 3 ….
pub const fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

/// Inverts [`zigzag`].
pub const fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        for value in [
            0,
            1,
            127,
            128,
            300,
            u64::from(u32::MAX),
            u64::MAX - 1,
            u64::MAX,
        ] {
            let mut bytes = Vec::new();
            push(&mut bytes, value);
            let mut at = 0;
            assert_eq!(read(&bytes, &mut at), Some(value));
            assert_eq!(at, bytes.len());
            assert_eq!(read(&bytes[..bytes.len() - 1], &mut 0), None);
        }
        for value in [0, -1, 1, i64::MIN, i64::MAX] {
            assert_eq!(unzigzag(zigzag(value)), value);
        }
        assert_eq!(read(&[0xff; 11], &mut 0), None);
    }
}
