; Definitions.
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(decorated_definition definition: (_) @inner) @definition.decorated
(type_alias_statement left: (type) @name) @definition.alias
(lambda body: (_) @body) @definition.lambda
(type_parameter (type) @name) @definition.type_parameter
(decorator (_) @value) @decorator
(comment) @comment
