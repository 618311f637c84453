(template_type) @type.generic
(placeholder_type_specifier) @type.inferred
(decltype) @type.query
(dependent_type) @type.parenthesized
(namespace_identifier) @type.member
