; What defines a name.
(function_declaration name: (identifier) @name) @definition.function
(method_declaration name: (field_identifier) @name) @definition.method
(method_elem name: (field_identifier) @name) @definition.signature
(type_spec name: (type_identifier) @name) @definition.class
(type_alias name: (type_identifier) @name) @definition.alias
(field_declaration) @definition.field
(const_spec name: (identifier) @name) @definition.constant
(var_spec name: (identifier) @name) @definition.variable
[(const_declaration) (var_declaration) (var_spec_list) (type_declaration)] @definition.declaration
(type_parameter_declaration) @definition.type_parameter
[(parameter_declaration) (variadic_parameter_declaration)] @definition.parameter
(func_literal) @definition.lambda

(comment) @comment
