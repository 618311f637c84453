; Definitions that C++ adds to those of C. `@definition.decorated` is a friend.
(class_specifier) @definition.class
(namespace_definition) @definition.namespace
(template_declaration) @definition.template
(alias_declaration) @definition.alias
(concept_definition) @definition.trait
(friend_declaration) @definition.decorated
(lambda_expression) @definition.lambda
[(optional_parameter_declaration) (variadic_parameter_declaration)] @definition.parameter
[
  (type_parameter_declaration)
  (optional_type_parameter_declaration)
  (variadic_type_parameter_declaration)
  (template_template_parameter_declaration)
] @definition.type_parameter

[(reference_declarator) (abstract_reference_declarator) (variadic_declarator)] @type.reference
(structured_binding_declarator) @local.pattern
