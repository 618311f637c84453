; Scopes and control flow. `@local.with` is a resource of `try`.
[(block) (constructor_body) (static_initializer)] @local.scope
(if_statement) @local.if
(for_statement) @local.for
(enhanced_for_statement) @local.for_each
(while_statement) @local.while
(do_statement) @local.do
[(try_statement) (try_with_resources_statement)] @local.try
(catch_clause) @local.catch
(resource) @local.with
(switch_expression) @local.switch
[(switch_rule) (switch_block_statement_group)] @local.case
(return_statement) @local.return
(yield_statement) @local.yield
(assert_statement) @local.assert
(expression_statement) @local.expression_statement
(assignment_expression) @local.assignment
[(type_pattern) (record_pattern)] @local.pattern
[(labeled_statement) (break_statement) (continue_statement)] @local.labeled

; Value expressions. `@expression.reference` is an update (`x++`).
(method_invocation) @expression.call
(explicit_constructor_invocation) @expression.call
(object_creation_expression) @expression.new
(array_creation_expression) @expression.composite
(array_initializer) @expression.array
(element_value_array_initializer) @expression.array
(element_value_pair) @expression.pair
(field_access) @expression.member
(scoped_identifier) @expression.path
(array_access) @expression.index
(identifier) @expression.name
(this) @expression.this
(super) @expression.super
(binary_expression) @expression.binary
(unary_expression) @expression.unary
(update_expression) @expression.reference
(ternary_expression) @expression.conditional
(cast_expression) @expression.cast
(parenthesized_expression) @expression.parenthesized
(method_reference) @expression.method_reference
(class_literal) @expression.class_literal
(instanceof_expression) @expression.instance_of
(template_expression) @expression.template

; Literals.
(string_literal) @literal.string
[(decimal_integer_literal) (hex_integer_literal) (octal_integer_literal) (binary_integer_literal)] @literal.integer
[(decimal_floating_point_literal) (hex_floating_point_literal)] @literal.float
[(true) (false)] @literal.bool
(character_literal) @literal.char
(null_literal) @literal.null
