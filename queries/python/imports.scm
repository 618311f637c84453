(import_statement name: (_) @module) @import.statement
[(import_from_statement) (future_import_statement)] @import.from
