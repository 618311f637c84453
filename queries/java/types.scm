(type_identifier) @type.name
(scoped_type_identifier) @type.member
(generic_type) @type.generic
(array_type) @type.array
[(integral_type) (floating_point_type) (boolean_type)] @type.primitive
(void_type) @type.void
(annotated_type) @type.annotation
(wildcard) @type.wildcard
(catch_type) @type.union
