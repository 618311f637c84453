; Types.
(class_declaration) @definition.class
(interface_declaration) @definition.interface
(enum_declaration) @definition.enum
(record_declaration) @definition.record
(annotation_type_declaration) @definition.annotation
(type_parameter) @definition.type_parameter

; Callables. An element of an annotation type is a method without parameters.
[(method_declaration) (annotation_type_element_declaration)] @definition.method
[(constructor_declaration) (compact_constructor_declaration)] @definition.constructor
(lambda_expression) @definition.lambda
[(formal_parameter) (spread_parameter)] @definition.parameter

; Values.
[(field_declaration) (constant_declaration)] @definition.field
(local_variable_declaration) @definition.variable
(enum_constant) @definition.enum_member

[(annotation) (marker_annotation)] @decorator
[(line_comment) (block_comment)] @comment
