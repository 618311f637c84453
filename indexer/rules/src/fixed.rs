//! Lists of rows of a fixed width, stored as consecutive bytes. A row is decoded when it is read.

/// A row of a fixed width.
pub trait FixedWidth: Sized {
    /// Its bytes, little-endian.
    type Bytes: AsRef<[u8]> + for<'b> TryFrom<&'b [u8]>;

    /// Its width.
    const WIDTH: usize = size_of::<Self::Bytes>();

    /// Encodes the row.
    fn to_bytes(&self) -> Self::Bytes;

    /// Decodes a row; any bytes are valid.
    fn of_bytes(bytes: Self::Bytes) -> Self;
}

/// Appends rows.
pub fn push<T: FixedWidth>(bytes: &mut Vec<u8>, rows: impl IntoIterator<Item = T>) {
    for row in rows {
        bytes.extend_from_slice(row.to_bytes().as_ref());
    }
}

/// Returns the rows that some bytes hold; an incomplete last row is ignored.
pub fn rows<T: FixedWidth>(bytes: &[u8]) -> impl Iterator<Item = T> + '_ {
    let rows = bytes.chunks_exact(T::WIDTH);
    rows.filter_map(|row| Some(T::of_bytes(T::Bytes::try_from(row).ok()?)))
}

/// Returns the bytes of the rows from the first one that does not satisfy a condition. All rows before it must satisfy
/// it and none after it. Logarithmic in the number of rows.
pub fn from<T: FixedWidth>(bytes: &[u8], holds: impl Fn(T) -> bool) -> &[u8] {
    let (mut start, mut end) = (0, bytes.len() / T::WIDTH);
    while start < end {
        let middle = start.midpoint(end);
        let row = bytes.get(middle * T::WIDTH..(middle + 1) * T::WIDTH);
        let row = row.and_then(|row| T::Bytes::try_from(row).ok());
        if row.is_some_and(|row| holds(T::of_bytes(row))) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    bytes.get(start * T::WIDTH..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{from, push, rows};
    use crate::summary::{BoundKind, BoundName, Declares};
    use bombe_facts::name::Name;
    use bombe_facts::{BindingId, ScopeId};

    #[test]
    fn rows_come_back_and_are_found_by_their_order() {
        let kinds = [
            BoundKind::Def,
            BoundKind::Private,
            BoundKind::Import,
            BoundKind::Var,
            BoundKind::Other,
        ];
        let declares = [
            Declares::Neither,
            Declares::Declaration,
            Declares::Definition,
        ];
        let all: Vec<BoundName> = (kinds.into_iter().zip(declares.into_iter().cycle()).zip(7..))
            .map(|((what, declares), at)| BoundName {
                scope: ScopeId(at),
                name: Name::of("name"),
                binding: BindingId(at * 1000),
                what,
                declares,
            })
            .collect();
        let mut bytes = Vec::new();
        push(&mut bytes, all.iter().copied());
        assert_eq!(rows::<BoundName>(&bytes).collect::<Vec<_>>(), all);
        for scope in 6..13 {
            let rest = from(&bytes, |row: BoundName| row.scope.0 < scope);
            let expected = all.iter().filter(|row| row.scope.0 >= scope);
            assert!(rows::<BoundName>(rest).eq(expected.copied()), "{scope}");
        }
        // An incomplete row is ignored.
        assert_eq!(rows::<BoundName>(&bytes[..20]).count(), 1);
        assert_eq!(rows::<BoundName>(&[]).count(), 0);
    }
}
