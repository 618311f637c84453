; Imports and exports. CommonJS `require` and `module.exports` are calls and assignments: the lowering finds them.
(import_statement) @import.statement
(export_statement) @import.export
(import_alias) @import.use
