; inherits: typescript
; JavaScript's own names for what TypeScript calls `public_field_definition`, and `using`.
(field_definition) @definition.field
(using_declaration) @definition.variable
