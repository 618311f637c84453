; Scopes and control flow. `@local.let` is the received value of a `select` case.
(block) @local.scope
(if_statement) @local.if
(for_statement) @local.for
(range_clause) @local.for_each
(expression_switch_statement) @local.switch
[(expression_case) (default_case) (communication_case)] @local.case
(type_switch_statement) @local.match
(type_case) @local.match_arm
(select_statement) @local.select
(short_var_declaration) @local.short_declaration
(receive_statement) @local.let
(assignment_statement) @local.assignment
[(inc_statement) (dec_statement)] @local.augmented_assignment

; Values. `@expression.sequence` is a list of values.
(call_expression) @expression.call
(composite_literal) @expression.composite
(literal_value) @expression.map
(literal_element) @expression.parenthesized
(keyed_element) @expression.pair
(selector_expression) @expression.member
(index_expression) @expression.index
(slice_expression) @expression.slice
(identifier) @expression.name
(binary_expression) @expression.binary
(unary_expression) @expression.unary
(parenthesized_expression) @expression.parenthesized
(type_conversion_expression) @expression.cast
(type_assertion_expression) @expression.type_assertion
(type_instantiation_expression) @expression.instantiate
(variadic_argument) @expression.spread
(expression_list) @expression.sequence

; Literals.
[(interpreted_string_literal) (raw_string_literal)] @literal.string
[(int_literal) (iota)] @literal.integer
[(float_literal) (imaginary_literal)] @literal.float
(rune_literal) @literal.char
[(true) (false)] @literal.bool
(nil) @literal.null
