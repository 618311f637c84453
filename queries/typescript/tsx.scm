; Markup of the dialects TSX and JSX, and of JavaScript.
[(jsx_element) (jsx_self_closing_element)] @expression.element
