; Scopes and flow.
(block) @local.scope
(if_expression condition: (_)) @local.if
(for_expression pattern: (_) value: (_)) @local.for_each
(while_expression condition: (_)) @local.while
(loop_expression body: (_)) @local.do
(match_expression value: (_)) @local.match
(match_arm pattern: (_) value: (_)) @local.match_arm
(return_expression) @local.return
(yield_expression) @local.yield
(let_declaration pattern: (_)) @local.let
(let_condition pattern: (_) value: (_)) @local.pattern
(expression_statement) @local.expression_statement
(assignment_expression left: (_) right: (_)) @local.assignment
(compound_assignment_expr left: (_) right: (_)) @local.augmented_assignment
(break_expression) @local.branch

; Values.
(call_expression function: (_) arguments: (_)) @expression.call
(struct_expression name: (_) body: (_)) @expression.composite
(field_expression value: (_) field: (_)) @expression.member
(scoped_identifier name: (_)) @expression.path
(generic_function function: (_) type_arguments: (_)) @expression.instantiate
[(identifier) (metavariable)] @expression.name
[(self) (super) (crate)] @expression.this
(index_expression) @expression.index
(range_expression) @expression.range
(binary_expression left: (_) right: (_)) @expression.binary
(unary_expression) @expression.unary
(reference_expression value: (_)) @expression.reference
(try_expression) @expression.try
(await_expression) @expression.await
(type_cast_expression value: (_) type: (_)) @expression.cast
(parenthesized_expression) @expression.parenthesized
(tuple_expression) @expression.tuple
(array_expression) @expression.array
(macro_invocation macro: (_)) @expression.macro
[(unsafe_block) (const_block) (try_block) (async_block) (gen_block)] @expression.sequence

; Literals.
[(string_literal) (raw_string_literal)] @literal.string
[(integer_literal) (negative_literal)] @literal.integer
(float_literal) @literal.float
(boolean_literal) @literal.bool
(char_literal) @literal.char
(unit_expression) @literal.null
