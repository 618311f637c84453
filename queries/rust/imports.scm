(use_declaration) @import.use
(extern_crate_declaration) @import.statement
