; What the dialects with markup add.
[(jsx_element) (jsx_self_closing_element)] @expression.element
