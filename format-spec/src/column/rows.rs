//! Small tables: imports, entry points, skipped files.

use super::columns;

columns! {
    /// Imports of modules outside the repository, by (text of the module, file, line, text of the symbol).
    ExternalImportColumns, ExternalImportLayout, ExternalImportView, ExternalImports;
    /// Positions in `strings` of the distinct modules, the texts ascending.
    module: u32 ["M"],
    /// First row of each module.
    first: u32 ["M + 1"],
    /// The importing file.
    file: u32 ["I"],
    /// 1-based line.
    line: u32 sparse ["I"],
    /// Position in `strings` of the name taken; the empty text if the module itself.
    symbol: u32 sparse ["I"],
    /// Rows by (file, line, row).
    by_file: u32 ["I"],
}

columns! {
    /// Imports between files of the repository, one row a pair, by (from, to).
    ImportColumns, ImportLayout, ImportView, Imports;
    /// First row of each importing file.
    first: u32 ["F + 1"],
    /// The imported file.
    to: u32 ["I"],
    /// 1-based line of the first import.
    line: u32 sparse ["I"],
    /// First row of each imported file in `by_target`.
    target_first: u32 ["F + 1"],
    /// Rows by (to, from).
    by_target: u32 ["I"],
}

columns! {
    /// Entry points, by (symbol, line).
    EntryColumns, EntryLayout, EntryView, EntryPoints;
    /// The handler.
    symbol: u32 ["P"],
    /// 1-based line.
    line: u32 sparse ["P"],
    /// What it is: a number of `entry_kind`.
    kind: u8 ["P"],
    /// Position in `strings` of the HTTP method, command or event.
    verb: u32 sparse ["P"],
    /// Position in `strings` of the route or pattern.
    route: u32 sparse ["P"],
    /// Position in `strings` of the framework.
    framework: u32 sparse ["P"],
}

columns! {
    /// Files that were found and not parsed, by path.
    SkippedColumns, SkippedLayout, SkippedView, Skipped;
    /// Position of its path in `strings`.
    path: u32 ["K"],
    /// Why: a number of `skip_reason`.
    reason: u8 ["K"],
    /// Size in bytes.
    size: u64 ["K"],
}
