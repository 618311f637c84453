; Definitions.
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.signature
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.union
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(trait_item name: (type_identifier) @name) @definition.trait
(impl_item type: (_) @name) @definition.impl
(mod_item name: (identifier) @name) @definition.namespace
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
[(type_item) (associated_type)] @definition.alias
(field_declaration name: (field_identifier) @name) @definition.field
(macro_definition name: (identifier) @name) @definition.macro
(closure_expression) @definition.lambda
(type_parameter name: (type_identifier) @name) @definition.type_parameter
(parameter) @definition.parameter
(foreign_mod_item) @definition.declaration

; Attributes and comments stand before what they are about.
[(attribute_item) (inner_attribute_item)] @decorator
[(line_comment) (block_comment)] @comment
