//! Small tables: imports, entry points, skipped files.

use super::columns;

columns! {
    /// Imports of modules outside the repository, in the order of (text of the module, file, line, text of the symbol).
    ExternalImportColumns, ExternalImportLayout, ExternalImportView, ExternalImports;
    /// Positions in `strings` of the distinct modules, in the order of the texts.
    module: u32 ["M"],
    /// First row of each module.
    first: u32 ["M + 1"],
    /// Importing file.
    file: u32 ["I"],
    /// 1-based line.
    line: u32 sparse ["I"],
    /// Position in `strings` of the imported name; the empty text if the module itself is imported.
    symbol: u32 sparse ["I"],
    /// Row numbers in the order of (file, line, row).
    by_file: u32 ["I"],
}

columns! {
    /// Imports between files of the repository: one row per pair, in the order of (importing file, imported file).
    ImportColumns, ImportLayout, ImportView, Imports;
    /// First row of each importing file.
    first: u32 ["F + 1"],
    /// Imported file.
    to: u32 ["I"],
    /// 1-based line of the first import of the pair.
    line: u32 sparse ["I"],
    /// Position in `by_target` of the first row of each imported file.
    target_first: u32 ["F + 1"],
    /// Row numbers in the order of (imported file, importing file).
    by_target: u32 ["I"],
}

columns! {
    /// Entry points, in the order of (symbol, line).
    EntryColumns, EntryLayout, EntryView, EntryPoints;
    /// Handler.
    symbol: u32 ["P"],
    /// 1-based line.
    line: u32 sparse ["P"],
    /// Kind: a number of `entry_kind`.
    kind: u8 ["P"],
    /// Position in `strings` of the HTTP method, the command or the event.
    verb: u32 sparse ["P"],
    /// Position in `strings` of the route or pattern.
    route: u32 sparse ["P"],
    /// Position in `strings` of the framework.
    framework: u32 sparse ["P"],
}

columns! {
    /// Files that were found but not parsed, in the order of the paths.
    SkippedColumns, SkippedLayout, SkippedView, Skipped;
    /// Position of the path in `strings`.
    path: u32 ["K"],
    /// Reason: a number of `skip_reason`.
    reason: u8 ["K"],
    /// Size in bytes.
    size: u64 ["K"],
}
