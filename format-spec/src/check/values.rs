//! Checks of the values of one column.

use crate::block::SectionBytes;
use crate::column::strings::StringView;
use crate::column::{Col, Int};
use crate::error::Corrupt;
use crate::ids::StringId;

/// Checks a number of rows.
pub(super) fn same(place: &str, found: usize, expected: usize) -> Result<(), Corrupt> {
    if found == expected {
        Ok(())
    } else {
        Err(Corrupt::new(place, expected.to_string(), found.to_string()))
    }
}

/// Checks that all values of a column are below `bound`.
pub(super) fn below(
    place: &str,
    column: Col<u32>,
    bytes: SectionBytes<'_>,
    bound: usize,
) -> Result<(), Corrupt> {
    match column.iter(bytes).find(|value| *value as usize >= bound) {
        Some(value) => Err(Corrupt::out_of_range(place, u64::from(value), bound as u64)),
        None => Ok(()),
    }
}

/// Checks that all of `values` are below `bound`.
pub(super) fn below_all(place: &str, values: &[u32], bound: usize) -> Result<(), Corrupt> {
    match values.iter().find(|value| **value as usize >= bound) {
        Some(value) => Err(Corrupt::out_of_range(
            place,
            u64::from(*value),
            bound as u64,
        )),
        None => Ok(()),
    }
}

/// Checks that a column of starts begins with 0, never decreases, and ends with the number of elements.
pub(super) fn starts(
    place: &str,
    column: Col<u32>,
    bytes: SectionBytes<'_>,
    count: usize,
) -> Result<(), Corrupt> {
    let ends = (
        column.get(bytes, 0),
        column.get(bytes, column.len().saturating_sub(1)),
    );
    if ends != (Some(0), Some(count as u32)) || !column.iter(bytes).is_sorted() {
        return Err(Corrupt::new(
            place,
            format!("ascending starts from 0 to {count}"),
            format!("{ends:?}"),
        ));
    }
    Ok(())
}

/// Checks that a column never decreases, and that all its values are below `bound`.
pub(super) fn ascending<T: Int>(
    place: &str,
    column: Col<T>,
    bytes: SectionBytes<'_>,
    bound: usize,
) -> Result<(), Corrupt> {
    if !column.iter(bytes).is_sorted()
        || column
            .iter(bytes)
            .any(|value| value.widen() >= bound as u64)
    {
        return Err(Corrupt::new(
            place,
            format!("ascending values below {bound}"),
            "others",
        ));
    }
    Ok(())
}

/// Checks that a column refers to texts that exist.
pub(super) fn texts(
    place: &str,
    column: Col<u32>,
    bytes: SectionBytes<'_>,
    strings: StringView,
) -> Result<(), Corrupt> {
    for value in column.iter(bytes) {
        strings
            .get(StringId(value))
            .map_err(|error| Corrupt::new(place, error.expected(), error.found()))?;
    }
    Ok(())
}
