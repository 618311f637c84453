; Statements that open scopes, bind names or decide which binding reaches a use.
(block) @local.scope
(if_statement condition: (_) @condition) @local.if
[(elif_clause) (else_clause)] @local.branch
(for_statement left: (_) @target right: (_) @iterable) @local.for_each
(while_statement condition: (_) @condition) @local.while
(try_statement body: (_) @body) @local.try
(except_clause) @local.catch
(with_statement (with_clause) @items) @local.with
(match_statement subject: (_) @subject) @local.match
(case_clause consequence: (_) @body) @local.match_arm
(return_statement) @local.return
(yield) @local.yield
(delete_statement) @local.delete
(global_statement (identifier) @name) @local.global
(nonlocal_statement (identifier) @name) @local.nonlocal
(assert_statement) @local.assert
(expression_statement) @local.expression_statement
(assignment left: (_) @target) @local.assignment
(augmented_assignment left: (_) @target right: (_) @value) @local.augmented_assignment
[(pattern_list) (tuple_pattern) (list_pattern)] @local.pattern

; Value expressions.
(call function: (_) @callee arguments: (_) @arguments) @expression.call
(attribute object: (_) @base attribute: (identifier) @name) @expression.member
(subscript value: (_) @base) @expression.index
(slice) @expression.slice
(identifier) @expression.name
(binary_operator left: (_) @left right: (_) @right) @expression.binary
(boolean_operator left: (_) @left right: (_) @right) @expression.logical
(comparison_operator) @expression.compare
(not_operator argument: (_) @value) @expression.not
(unary_operator argument: (_) @value) @expression.unary
(conditional_expression) @expression.conditional
(await) @expression.await
(parenthesized_expression) @expression.parenthesized
[(tuple) (expression_list)] @expression.tuple
(list) @expression.array
(set) @expression.set
(dictionary) @expression.map
(pair key: (_) @key value: (_) @value) @expression.pair
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @expression.comprehension
[(list_splat) (dictionary_splat)] @expression.spread
(keyword_argument name: (_) @name value: (_) @value) @expression.keyword
(named_expression name: (_) @name value: (_) @value) @expression.named

; Literals.
[(string) (concatenated_string)] @literal.string
(integer) @literal.integer
(float) @literal.float
[(true) (false)] @literal.bool
(none) @literal.null
