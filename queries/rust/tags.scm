; Definitions.
(function_item) @definition.function
(function_signature_item) @definition.signature
(struct_item) @definition.struct
(union_item) @definition.union
(enum_item) @definition.enum
(enum_variant) @definition.enum_member
(trait_item) @definition.trait
(impl_item) @definition.impl
(mod_item) @definition.namespace
(const_item) @definition.constant
(static_item) @definition.variable
[(type_item) (associated_type)] @definition.alias
(field_declaration) @definition.field
(macro_definition) @definition.macro
(closure_expression) @definition.lambda
(type_parameter) @definition.type_parameter
(parameter) @definition.parameter
(foreign_mod_item) @definition.declaration

; Attributes and comments, which precede their item.
[(attribute_item) (inner_attribute_item)] @decorator
[(line_comment) (block_comment)] @comment
