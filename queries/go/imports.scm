; The package clause and the imports.
(package_clause) @import.package
(import_spec) @import.statement
