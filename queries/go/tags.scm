; Definitions.
(function_declaration) @definition.function
(method_declaration) @definition.method
(method_elem) @definition.signature
(type_spec) @definition.class
(type_alias) @definition.alias
(field_declaration) @definition.field
(const_spec) @definition.constant
(var_spec) @definition.variable
[(const_declaration) (var_declaration) (var_spec_list) (type_declaration)] @definition.declaration
(func_literal) @definition.lambda

(comment) @comment
