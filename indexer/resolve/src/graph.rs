//! The resolved graph of a repository: the output of resolution, and the input of ranking and encoding.
//!
//! Its rows are in final order: files by path, symbols by (file, start byte), edges by (source, target, kind, line,
//! column).

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{
    EdgeKind, EntryKind, ImportForm, Language, Rule, SkipReason, SymbolKind, UnresolvedReason,
    Visibility,
};
pub use bombe_rules::outside::ExternalName;
use serde::{Deserialize, Serialize};

/// A whole repository, resolved.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Graph {
    /// Files that were parsed, by path.
    pub files: Vec<FileRow>,
    /// Symbols by (file, start byte); the first of each file is its module symbol.
    pub symbols: Vec<SymbolRow>,
    /// Edges by (source, target, kind, line, column).
    pub edges: Vec<Edge>,
    /// Call sites that stay without an edge, by (source, line, column).
    pub unresolved: Vec<UnresolvedCall>,
    /// Call sites that leave the repository, by (source, line, column).
    pub external_calls: Vec<ExternalCall>,
    /// Imports of modules outside the repository, by (file, line).
    pub external_imports: Vec<ExternalImport>,
    /// File-to-file imports, by (from, to, line); one row per pair.
    pub imports: Vec<ImportRow>,
    /// Imports as written, by (file, line).
    pub statements: Vec<ImportStatement>,
    /// Entry points, by (symbol, line).
    pub entry_points: Vec<EntryRow>,
    /// Files that were found and not parsed, by path.
    #[serde(skip)]
    pub skipped: Vec<SkippedRow>,
}

/// A parsed file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileRow {
    /// Path relative to the root, `/`-separated.
    pub path: String,
    /// Its language.
    #[serde(with = "bombe_facts::numbers")]
    pub language: Language,
    /// blake3 of its bytes.
    pub hash: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// Number of lines.
    pub lines: u32,
    /// Number of places with a syntax error.
    pub syntax_errors: u32,
    /// Lines of these places: (first, last), 1-based and inclusive, ascending and apart.
    pub error_lines: Vec<(u32, u32)>,
    /// Holds tests.
    pub test: bool,
    /// A comment near its start states that a tool wrote it.
    pub generated: bool,
    /// Its resolution reached a limit on work or size, and left answers out.
    pub is_cut: bool,
    /// Number of its symbols, which are consecutive.
    pub symbols: u32,
}

/// A symbol.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SymbolRow {
    /// The file that it is defined in.
    #[serde(with = "bombe_facts::numbers")]
    pub file: FileId,
    /// What it is.
    #[serde(with = "bombe_facts::numbers")]
    pub kind: SymbolKind,
    /// Its name; the module symbol has the file's stem (or package name).
    pub name: String,
    /// Names from the outermost definition inward, joined by `.`; empty for the module symbol. `symbol_id` is
    /// `path::qualified`, with `#n` (from 2, in source order) behind all but the first of one qualified name in a file.
    pub qualified: String,
    /// The symbol that contains it; none for modules.
    #[serde(with = "bombe_facts::numbers")]
    pub parent: Option<SymbolId>,
    /// Whole range in bytes, end exclusive.
    pub bytes: (u32, u32),
    /// Name token in bytes, end exclusive.
    pub name_bytes: (u32, u32),
    /// Body in bytes, end exclusive; both 0 if it has none.
    pub body_bytes: (u32, u32),
    /// 1-based line of the first byte.
    pub start_line: u32,
    /// 1-based line of the name.
    pub name_line: u32,
    /// 1-based line of the last byte.
    pub end_line: u32,
    /// Signature on one line; empty if none.
    pub signature: String,
    /// Declared return type (callables) or type (fields, variables), as written; empty if none.
    pub type_text: String,
    /// Types of a callable's result and parameters, as [`bombe_facts::Facts::shape`] renders them; empty for others.
    pub shape: Box<str>,
    /// Doc comment without its marks; empty if none.
    pub doc: String,
    /// Parameters of a callable.
    pub params: Vec<ParamRow>,
    /// Decorators or annotations as written, without `@`.
    pub decorators: Vec<String>,
    /// Its visibility.
    #[serde(with = "bombe_facts::numbers")]
    pub visibility: Visibility,
    /// Its modifiers, those of [`bombe_facts::DefFlags`] that the snapshot keeps.
    pub flags: SymbolFlags,
    /// Cyclomatic complexity; 0 for what is not callable.
    pub complexity: u16,
}

/// A parameter of a symbol.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ParamRow {
    /// Its name.
    pub name: String,
    /// Declared type as written; empty if none.
    pub type_text: String,
    /// Default value as written; empty if none.
    pub default_text: String,
}

/// The modifiers that the snapshot keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolFlags {
    /// `async`.
    pub is_async: bool,
    /// Belongs to the type rather than to an instance.
    pub is_static: bool,
    /// Has no body.
    pub is_abstract: bool,
    /// Marked as deprecated.
    pub is_deprecated: bool,
    /// A test.
    pub is_test: bool,
    /// Visible outside its module or package.
    pub is_exported: bool,
    /// A declaration of what is defined elsewhere, or that nothing is (`= delete`).
    pub is_declaration: bool,
    /// Yields.
    pub is_generator: bool,
    /// One of several signatures of the function of the same qualified name.
    pub is_overload: bool,
    /// `final`, `const`, `readonly`.
    pub is_readonly: bool,
    /// A body whose name only a macro knows.
    pub is_behind_macro: bool,
}

/// An edge between two symbols.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// Its source.
    #[serde(with = "bombe_facts::numbers")]
    pub source: SymbolId,
    /// Its target.
    #[serde(with = "bombe_facts::numbers")]
    pub target: SymbolId,
    /// Its kind.
    #[serde(with = "bombe_facts::numbers")]
    pub kind: EdgeKind,
    /// 1-based line of the name token at the site, in the source's file; 0 if there is no site.
    pub line: u32,
    /// 0-based byte column of the name token.
    pub col: u32,
    /// The rule that found it.
    #[serde(with = "bombe_facts::numbers")]
    pub rule: Rule,
    /// Confidence in percent, 0–100.
    pub confidence: u8,
}

/// A call site without an edge.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct UnresolvedCall {
    /// The symbol that contains the call.
    #[serde(with = "bombe_facts::numbers")]
    pub source: SymbolId,
    /// 1-based line.
    pub line: u32,
    /// 0-based byte column.
    pub col: u32,
    /// The callee's name.
    pub name: String,
    /// The reason.
    #[serde(with = "bombe_facts::numbers")]
    pub reason: UnresolvedReason,
}

/// A call that leaves the repository.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ExternalCall {
    /// The symbol that contains the call.
    #[serde(with = "bombe_facts::numbers")]
    pub source: SymbolId,
    /// 1-based line.
    pub line: u32,
    /// 0-based byte column.
    pub col: u32,
    /// The callee's name.
    pub name: String,
    /// The name of what it calls, with its module, if that is known.
    pub outside: Option<ExternalName>,
}

/// An import of something outside the repository.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ExternalImport {
    /// The importing file.
    #[serde(with = "bombe_facts::numbers")]
    pub file: FileId,
    /// 1-based line.
    pub line: u32,
    /// The module as written.
    pub module: String,
    /// The name taken from it; empty if the module itself.
    pub symbol: String,
}

/// A file that imports another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ImportRow {
    /// The importing file.
    #[serde(with = "bombe_facts::numbers")]
    pub from: FileId,
    /// The imported file.
    #[serde(with = "bombe_facts::numbers")]
    pub to: FileId,
    /// 1-based line of the first import.
    pub line: u32,
}

/// An import statement, or the part of one that imports one name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ImportStatement {
    /// The importing file.
    #[serde(with = "bombe_facts::numbers")]
    pub file: FileId,
    /// 1-based line.
    pub line: u32,
    /// Its form.
    #[serde(with = "bombe_facts::numbers")]
    pub form: ImportForm,
    /// Imports types only.
    pub is_type_only: bool,
    /// Exports again what it imports.
    pub is_reexport: bool,
    /// The module is outside the repository.
    pub is_external: bool,
    /// The module as written.
    pub module: Box<str>,
    /// The name taken from it; empty if no single name.
    pub name: Box<str>,
    /// The local name, if it differs from the name and from the last part of the module; else empty.
    pub alias: Box<str>,
    /// The files that it reaches: positions among the files that the file imports, by path. Ascending.
    pub targets: Box<[u32]>,
}

/// An entry point.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct EntryRow {
    /// The handler.
    #[serde(with = "bombe_facts::numbers")]
    pub symbol: SymbolId,
    /// 1-based line.
    pub line: u32,
    /// What it is.
    #[serde(with = "bombe_facts::numbers")]
    pub kind: EntryKind,
    /// HTTP method, command or event name.
    pub verb: String,
    /// Route or pattern.
    pub route: String,
    /// Framework.
    pub framework: String,
}

/// A file that was found and not parsed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SkippedRow {
    /// Path relative to the root.
    pub path: String,
    /// The reason.
    pub reason: SkipReason,
    /// Size in bytes.
    pub size: u64,
}
