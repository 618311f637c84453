; An annotation is a `type` node around an ordinary expression or one of the forms below; an expression in the place of
; a type is read as a type.
(type) @type.annotation
(generic_type) @type.generic
(union_type) @type.union
(member_type) @type.member
