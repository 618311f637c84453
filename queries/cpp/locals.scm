(for_range_loop) @local.for_each
(try_statement) @local.try
(catch_clause) @local.catch
(co_return_statement) @local.return
(co_yield_statement) @local.yield

(new_expression) @expression.new
(qualified_identifier) @expression.path
(template_function) @expression.instantiate
(this) @expression.this
(co_await_expression) @expression.await
(parameter_pack_expansion) @expression.spread

(raw_string_literal) @literal.string
