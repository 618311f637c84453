(type_identifier) @type.name
(primitive_type) @type.primitive
(generic_type type: (_) type_arguments: (_)) @type.generic
(generic_type_with_turbofish type: (_) type_arguments: (_)) @type.generic
(scoped_type_identifier name: (_)) @type.member
(array_type element: (_)) @type.array
(pointer_type type: (_)) @type.pointer
(reference_type type: (_)) @type.reference
(function_type parameters: (_)) @type.function
(tuple_type) @type.tuple
[(unit_type) (never_type)] @type.void
(dynamic_type trait: (_)) @type.dyn
(abstract_type trait: (_)) @type.impl
(bounded_type) @type.intersection
(bracketed_type) @type.parenthesized
(qualified_type type: (_) alias: (_)) @type.annotation
(removed_trait_bound) @type.wildcard
(higher_ranked_trait_bound type: (_)) @type.query
