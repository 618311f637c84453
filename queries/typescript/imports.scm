; Imports and exports. The lowering finds CommonJS `require` and `module.exports` among calls and assignments.
(import_statement) @import.statement
(export_statement) @import.export
(import_alias) @import.use
