; Scopes and control flow. `@local.with` is a static block of a class, `@local.assert` a `throw`.
(statement_block) @local.scope
(class_static_block) @local.with
(if_statement) @local.if
(for_statement) @local.for
(for_in_statement) @local.for_each
(while_statement) @local.while
(do_statement) @local.do
(try_statement) @local.try
(catch_clause) @local.catch
(switch_statement) @local.switch
[(switch_case) (switch_default)] @local.case
(return_statement) @local.return
(throw_statement) @local.assert
(yield_expression) @local.yield
(expression_statement) @local.expression_statement
(assignment_expression) @local.assignment
(augmented_assignment_expression) @local.augmented_assignment
(labeled_statement) @local.labeled

; Values. `@expression.not` is a unary operator, `@expression.unary` an update (`x++`), `@expression.deref` a non-null
; assertion.
(call_expression) @expression.call
(new_expression) @expression.new
(member_expression) @expression.member
(subscript_expression) @expression.index
[(identifier) (shorthand_property_identifier)] @expression.name
(this) @expression.this
(super) @expression.super
(binary_expression) @expression.binary
(unary_expression) @expression.not
(update_expression) @expression.unary
(ternary_expression) @expression.conditional
(await_expression) @expression.await
(non_null_expression) @expression.deref
[(as_expression) (satisfies_expression)] @expression.cast
(parenthesized_expression) @expression.parenthesized
(array) @expression.array
(pair) @expression.pair
(spread_element) @expression.spread
(sequence_expression) @expression.sequence
(template_string) @expression.template
(class) @expression.class_literal
(instantiation_expression) @expression.instantiate

; Literals.
(string) @literal.string
(number) @literal.number
[(true) (false)] @literal.bool
(regex) @literal.regex
[(null) (undefined)] @literal.null
