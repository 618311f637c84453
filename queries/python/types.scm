; An annotation is a `type` node around an ordinary expression or one of these forms. The expression is lowered as a
; type.
(type) @type.annotation
(generic_type) @type.generic
(union_type) @type.union
(member_type) @type.member
