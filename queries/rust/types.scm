; Type expressions. `@type.annotation` is `<T as Trait>`, `@type.wildcard` is `?Trait`, `@type.query` is `for<'a> T`.
(type_identifier) @type.name
(primitive_type) @type.primitive
(generic_type) @type.generic
(generic_type_with_turbofish) @type.generic
(scoped_type_identifier) @type.member
(array_type) @type.array
(pointer_type) @type.pointer
(reference_type) @type.reference
(function_type) @type.function
(tuple_type) @type.tuple
[(unit_type) (never_type)] @type.void
(dynamic_type) @type.dyn
(abstract_type) @type.impl
(bounded_type) @type.intersection
(bracketed_type) @type.parenthesized
(qualified_type) @type.annotation
(removed_trait_bound) @type.wildcard
(higher_ranked_trait_bound) @type.query
