(package_declaration) @import.package
(import_declaration) @import.statement
(module_declaration) @import.module
