; Type expressions. `@type.tuple` is a list of parameters or results.
(type_identifier) @type.name
(qualified_type) @type.member
(generic_type) @type.generic
(pointer_type) @type.pointer
[(array_type) (implicit_length_array_type) (slice_type)] @type.array
(map_type) @type.map
(channel_type) @type.channel
(function_type) @type.function
(struct_type) @type.struct
(interface_type) @type.interface
[(parenthesized_type) (negated_type)] @type.parenthesized
[(type_elem) (type_constraint)] @type.union
(parameter_list) @type.tuple
