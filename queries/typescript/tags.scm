; Definitions. A JavaScript grammar ignores the kinds that it lacks. `@definition.constructor` is a method signature.
[(function_declaration) (generator_function_declaration)] @definition.function
(function_signature) @definition.signature
[(function_expression) (generator_function) (arrow_function)] @definition.lambda
[(class_declaration) (abstract_class_declaration)] @definition.class
(interface_declaration) @definition.interface
(enum_declaration) @definition.enum
(enum_assignment) @definition.enum_member
(type_alias_declaration) @definition.alias
[(internal_module) (module)] @definition.namespace
(method_definition) @definition.method
[(method_signature) (abstract_method_signature)] @definition.constructor
[(public_field_definition) (property_signature)] @definition.field
[(lexical_declaration) (variable_declaration)] @definition.variable
(ambient_declaration) @definition.declaration
(type_parameter) @definition.type_parameter
[(required_parameter) (optional_parameter)] @definition.parameter
(object) @definition.object
(decorator) @decorator
(comment) @comment
(ERROR) @error
