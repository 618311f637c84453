(use_declaration argument: (_)) @import.use
(extern_crate_declaration name: (identifier)) @import.statement
