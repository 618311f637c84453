//! Packages: what a repository provides and depends on.

use super::columns;
use crate::ids::StringId;
use crate::kind::{Ecosystem, PackageScope};

columns! {
    /// What manifests and lock files say about packages, in the order of (ecosystem, name, manifest, scope, declared version, locked version). An overlay describes those of the merged view.
    PackageColumns, PackageLayout, PackageView, Packages;
    /// Where the package comes from: a number of `ecosystem`.
    ecosystem: u8 ["P"],
    /// What the package is to the manifest: a number of `package_scope`.
    scope: u8 ["P"],
    /// Position in `strings` of the name in the registry.
    name: u32 ["P"],
    /// Position in `strings` of the path of the manifest that provides or declares it; of the lock file if none does.
    manifest: u32 ["P"],
    /// Position in `strings` of the version or range that the manifest states; the empty text if none.
    declared: u32 sparse ["P"],
    /// Position in `strings` of the version that a lock file states; the empty text if none.
    locked: u32 sparse ["P"],
    /// Position in `strings` of the names, separated by blanks, that code imports the package by, if its own name does not tell; else the empty text.
    imported_as: u32 sparse ["P"],
}

/// A row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Where it comes from.
    pub ecosystem: Ecosystem,
    /// What it is to the manifest.
    pub scope: PackageScope,
    /// Position of its name in the registry.
    pub name: StringId,
    /// Position of the path of the manifest.
    pub manifest: StringId,
    /// Position of the declared version.
    pub declared: StringId,
    /// Position of the locked version.
    pub locked: StringId,
    /// Position of the names that code imports it by.
    pub imported_as: StringId,
}

impl PackageView<'_> {
    /// Returns the number of rows.
    pub fn count(self) -> usize {
        self.layout.name.len()
    }

    /// Returns a row; zeros if there is no such row.
    pub fn row(self, row: usize) -> Package {
        let (layout, bytes) = (self.layout, self.bytes);
        Package {
            ecosystem: Ecosystem::from_u8(layout.ecosystem.at_row(bytes, row))
                .unwrap_or(Ecosystem::Unknown),
            scope: PackageScope::from_u8(layout.scope.at_row(bytes, row))
                .unwrap_or(PackageScope::Normal),
            name: StringId(layout.name.at_row(bytes, row)),
            manifest: StringId(layout.manifest.at_row(bytes, row)),
            declared: StringId(layout.declared.at_row(bytes, row)),
            locked: StringId(layout.locked.at_row(bytes, row)),
            imported_as: StringId(layout.imported_as.at_row(bytes, row)),
        }
    }
}
