; Scopes and control flow. `@local.do` is a `loop`, `@local.pattern` a `let` in a condition, `@local.branch` a `break`.
(block) @local.scope
(if_expression) @local.if
(for_expression) @local.for_each
(while_expression) @local.while
(loop_expression) @local.do
(match_expression) @local.match
(match_arm) @local.match_arm
(return_expression) @local.return
(yield_expression) @local.yield
(let_declaration) @local.let
(let_condition) @local.pattern
(expression_statement) @local.expression_statement
(assignment_expression) @local.assignment
(compound_assignment_expr) @local.augmented_assignment
(break_expression) @local.branch

; Values. `@expression.sequence` is a block after a keyword.
(call_expression) @expression.call
(struct_expression) @expression.composite
(field_expression) @expression.member
(scoped_identifier) @expression.path
(generic_function) @expression.instantiate
[(identifier) (metavariable)] @expression.name
[(self) (super) (crate)] @expression.this
(index_expression) @expression.index
(range_expression) @expression.range
(binary_expression) @expression.binary
(unary_expression) @expression.unary
(reference_expression) @expression.reference
(try_expression) @expression.try
(await_expression) @expression.await
(type_cast_expression) @expression.cast
(parenthesized_expression) @expression.parenthesized
(tuple_expression) @expression.tuple
(array_expression) @expression.array
(macro_invocation) @expression.macro
[(unsafe_block) (const_block) (try_block) (async_block) (gen_block)] @expression.sequence

; Literals.
[(string_literal) (raw_string_literal)] @literal.string
[(integer_literal) (negative_literal)] @literal.integer
(float_literal) @literal.float
(boolean_literal) @literal.bool
(char_literal) @literal.char
(unit_expression) @literal.null
