; The package that a file belongs to, and what it imports.
(package_clause) @import.package
(import_spec) @import.statement
