(using_declaration) @import.use
(namespace_alias_definition) @import.module
