; Definitions of C. The files of C++ add to them.
(function_definition) @definition.function
(declaration) @definition.declaration
(struct_specifier) @definition.struct
(union_specifier) @definition.union
(enum_specifier) @definition.enum
(enumerator) @definition.enum_member
(field_declaration) @definition.field
(type_definition) @definition.alias
[(preproc_def) (preproc_function_def)] @definition.macro
(parameter_declaration) @definition.parameter

; Declarators, the syntax between a type and the declared name. `@definition.signature` is a function declarator,
; `@local.let` a declarator with its initial value.
[(function_declarator) (abstract_function_declarator)] @definition.signature
(init_declarator) @local.let
[(pointer_declarator) (abstract_pointer_declarator)] @type.pointer
[(array_declarator) (abstract_array_declarator)] @type.array
[(parenthesized_declarator) (abstract_parenthesized_declarator) (attributed_declarator)] @type.parenthesized

(comment) @comment
(ERROR) @error
