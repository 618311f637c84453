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

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::super::outline::{BoundKind, BoundName};
    use crate::facts::name::Name;
    use crate::facts::{BindingId, ScopeId};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Kept(#[serde(with = "super")] Vec<BoundName>);

    #[test]
    fn rows_come_back_and_what_is_none_is_refused() {
        let kinds = [
            BoundKind::Def,
            BoundKind::Import,
            BoundKind::Var,
            BoundKind::Other,
        ];
        let rows = kinds.into_iter().zip(7..).map(|(what, at)| BoundName {
            scope: ScopeId(at),
            name: Name::of("name"),
            binding: BindingId(at * 1000),
            what,
        });
        let kept = Kept(rows.collect());
        let bytes = postcard::to_stdvec(&kept).unwrap();
        let read = |bytes: &[u8]| postcard::from_bytes::<Kept>(bytes).ok();
        assert_eq!(read(&bytes), Some(kept));
        let mut other = bytes.clone();
        *other.last_mut().unwrap() = 4;
        assert_eq!(read(&other), None, "no kind has this number");
        // The first byte is the length.
        for length in 1..bytes.len() - 1 {
            let mut cut = bytes[..=length].to_vec();
            cut[0] = length as u8;
            assert_eq!(read(&cut).is_some(), length % 17 == 0, "{length} bytes");
        }
    }
}
