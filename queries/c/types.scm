(type_identifier) @type.name
[(primitive_type) (sized_type_specifier)] @type.primitive
(type_descriptor) @type.annotation
