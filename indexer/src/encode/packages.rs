//! What manifests and lock files say about packages.

use bombe_format::column::packages::PackageColumns;
use bombe_packages::PackageRow;

use super::strings::StringTable;

/// Returns the packages, which are in order.
pub(super) fn packages(rows: &[PackageRow], strings: &mut StringTable) -> PackageColumns {
    let mut columns = PackageColumns::default();
    for row in rows {
        columns.ecosystem.push(row.ecosystem as u8);
        columns.scope.push(row.scope as u8);
        columns.name.push(strings.position(&row.name));
        columns.manifest.push(strings.position(&row.manifest));
        columns.declared.push(strings.position(&row.declared));
        columns.locked.push(strings.position(&row.locked));
        columns.imported_as.push(strings.position(&row.imported_as));
    }
    columns
}
