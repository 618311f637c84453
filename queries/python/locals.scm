; Statements that open scopes, bind names, or decide which binding reaches a use.
(block) @local.scope
(if_statement) @local.if
[(elif_clause) (else_clause)] @local.branch
(for_statement) @local.for_each
(while_statement) @local.while
(try_statement) @local.try
(except_clause) @local.catch
(with_statement) @local.with
(match_statement) @local.match
(case_clause) @local.match_arm
(return_statement) @local.return
(yield) @local.yield
(delete_statement) @local.delete
(global_statement) @local.global
(nonlocal_statement) @local.nonlocal
(assert_statement) @local.assert
(expression_statement) @local.expression_statement
(assignment) @local.assignment
(augmented_assignment) @local.augmented_assignment
[(pattern_list) (tuple_pattern) (list_pattern)] @local.pattern

; Value expressions.
(call) @expression.call
(attribute) @expression.member
(subscript) @expression.index
(slice) @expression.slice
(identifier) @expression.name
(binary_operator) @expression.binary
(boolean_operator) @expression.logical
(comparison_operator) @expression.compare
(not_operator) @expression.not
(unary_operator) @expression.unary
(conditional_expression) @expression.conditional
(await) @expression.await
(parenthesized_expression) @expression.parenthesized
[(tuple) (expression_list)] @expression.tuple
(list) @expression.array
(set) @expression.set
(dictionary) @expression.map
(pair) @expression.pair
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @expression.comprehension
[(list_splat) (dictionary_splat)] @expression.spread
(keyword_argument) @expression.keyword
(named_expression) @expression.named

; Literals.
[(string) (concatenated_string)] @literal.string
(integer) @literal.integer
(float) @literal.float
[(true) (false)] @literal.bool
(none) @literal.null
