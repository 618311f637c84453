; Scopes and control flow. `@local.branch` is a branch of the preprocessor.
(compound_statement) @local.scope
(if_statement) @local.if
(for_statement) @local.for
(while_statement) @local.while
(do_statement) @local.do
(switch_statement) @local.switch
(case_statement) @local.case
(return_statement) @local.return
(labeled_statement) @local.labeled
(assignment_expression) @local.assignment
(update_expression) @local.augmented_assignment
[(preproc_if) (preproc_ifdef) (preproc_elif) (preproc_elifdef) (preproc_else)] @local.branch

; Values.
(call_expression) @expression.call
(field_expression) @expression.member
(subscript_expression) @expression.index
(identifier) @expression.name
(binary_expression) @expression.binary
(unary_expression) @expression.unary
(pointer_expression) @expression.deref
(conditional_expression) @expression.conditional
(cast_expression) @expression.cast
(parenthesized_expression) @expression.parenthesized
(compound_literal_expression) @expression.composite
(initializer_list) @expression.array
(initializer_pair) @expression.pair
(comma_expression) @expression.sequence

; Literals.
[(string_literal) (concatenated_string)] @literal.string
(number_literal) @literal.number
(char_literal) @literal.char
[(true) (false)] @literal.bool
(null) @literal.null
