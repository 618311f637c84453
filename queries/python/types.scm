; An annotation is a `type` node around an ordinary expression or one of the forms below; an expression in the place of
; a type is read as a type.
(type (_) @inner) @type.annotation
(generic_type (identifier) @name (type_parameter) @arguments) @type.generic
(union_type (type) @part) @type.union
(member_type (type) @base (identifier) @name) @type.member
