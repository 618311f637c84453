//! Lists of rows of a fixed width, kept as one piece of bytes: it is read many times faster than field by field.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// A row of a fixed width.
pub(super) trait Fixed: Sized {
    /// As it is kept, little-endian.
    type Bytes: AsRef<[u8]> + for<'b> TryFrom<&'b [u8]>;

    /// Its width.
    const WIDTH: usize = size_of::<Self::Bytes>();

    fn to_bytes(&self) -> Self::Bytes;

    /// None if there is no such row.
    fn of_bytes(bytes: Self::Bytes) -> Option<Self>;
}

/// Writes a list.
pub(super) fn serialize<T: Fixed, S: Serializer>(
    list: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut bytes = Vec::with_capacity(list.len() * T::WIDTH);
    for row in list {
        bytes.extend_from_slice(row.to_bytes().as_ref());
    }
    serializer.serialize_bytes(&bytes)
}

/// Reads what [`serialize`] has written.
pub(super) fn deserialize<'de, T: Fixed, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_bytes(Rows(PhantomData))
}

struct Rows<T>(PhantomData<T>);

impl<T: Fixed> Visitor<'_> for Rows<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows of {} bytes", T::WIDTH)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<T>, E> {
        let mut rows = Vec::with_capacity(bytes.len() / T::WIDTH);
        for row in bytes.chunks(T::WIDTH) {
            let row = T::Bytes::try_from(row).ok().and_then(T::of_bytes);
            rows.push(row.ok_or_else(|| E::custom("no such row"))?);
        }
        Ok(rows)
    }
}
