; Type expressions. A name in type position is a `type_identifier`. `@type.reference` is a readonly type, `@type.impl` a
; constructor type.
(type_identifier) @type.name
(predefined_type) @type.primitive
(generic_type) @type.generic
(nested_type_identifier) @type.member
(array_type) @type.array
(readonly_type) @type.reference
(flow_maybe_type) @type.optional
(union_type) @type.union
(intersection_type) @type.intersection
(function_type) @type.function
(constructor_type) @type.impl
(tuple_type) @type.tuple
(literal_type) @type.literal
(object_type) @type.object
(type_query) @type.query
(index_type_query) @type.keyof
(lookup_type) @type.indexed
(conditional_type) @type.conditional
(infer_type) @type.inferred
(parenthesized_type) @type.parenthesized
(type_predicate) @type.predicate
(this_type) @type.this
[(type_annotation) (asserts_annotation) (type_predicate_annotation) (constraint) (default_type)] @type.annotation
