//! Types in comments: those of TypeScript, and those of the Closure compiler (`?T`, `function(A): B`, `Array.<T>`).

use tree_sitter::Node;

use super::jsdoc::{after_margin, is_name};
use super::lower::Lowering;
use bombe_facts::{
    BaseKind, DefId, DefRole, Expr, ExprId, ImportKind, List, ScopeKind, TypeExpr, TypeId,
};

/// Deepest nesting of types in a type that is read.
const NESTING_MAX: u32 = 16;

impl<'t> Lowering<'t> {
    /// Lowers the text of a type in a comment, a part of the source. What it defines belongs to a node near it.
    pub(super) fn jsdoc_type(&mut self, text: &'t str, node: Node<'t>) -> TypeId {
        self.jsdoc_result(text, node).1
    }

    /// Lowers the type of a result. Returns whether it is a type guard (`x is T`), and the (guarded) type.
    pub(super) fn jsdoc_result(&mut self, text: &'t str, node: Node<'t>) -> (bool, TypeId) {
        let mut reader = Reader {
            text,
            node,
            depth: 0,
            guard: false,
        };
        let ty = reader.ty(self);
        (reader.guard, ty)
    }
}

/// Reads one type.
struct Reader<'t> {
    /// What is left of the text.
    text: &'t str,
    node: Node<'t>,
    depth: u32,
    /// True once `x is T` was read.
    guard: bool,
}

impl<'t> Reader<'t> {
    fn skip(&mut self) {
        self.text = after_margin(self.text);
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        match self.text.strip_prefix(token) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    /// Reads a word if it is this one.
    fn eat_word(&mut self, word: &str) -> bool {
        self.skip();
        match self.text.strip_prefix(word) {
            Some(rest) if !rest.starts_with(is_name) => {
                self.text = rest;
                true
            }
            _ => false,
        }
    }

    fn word(&mut self) -> &'t str {
        self.skip();
        let end = self
            .text
            .find(|c: char| !is_name(c))
            .unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word
    }

    /// Reads a quoted text, whose first quote is next.
    fn quoted(&mut self) -> &'t str {
        let mut chars = self.text.char_indices();
        let Some((_, quote)) = chars.next() else {
            return "";
        };
        let mut escaped = false;
        for (at, c) in chars {
            if c == quote && !escaped {
                let inner = self.text.get(1..at).unwrap_or("");
                self.text = self.text.get(at + 1..).unwrap_or("");
                return inner;
            }
            escaped = c == '\\' && !escaped;
        }
        self.text = "";
        ""
    }

    /// Returns true if the parenthesis that is next is closed before an arrow.
    fn arrow_follows(&self) -> bool {
        let mut depth = 0;
        for (at, c) in self.text.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => {
                    depth -= 1;
                    if depth == 0 {
                        let rest = self.text.get(at + 1..).unwrap_or("");
                        return after_margin(rest).starts_with("=>");
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// A type in full: a union, or a conditional type.
    fn ty(&mut self, lower: &mut Lowering<'t>) -> TypeId {
        if self.depth >= NESTING_MAX {
            self.text = "";
            return TypeId::UNKNOWN;
        }
        self.depth += 1;
        let ty = self.union(lower);
        let ty = if self.eat_word("extends") {
            self.ty(lower);
            if self.eat("?") {
                let yes = self.ty(lower);
                self.eat(":");
                let no = self.ty(lower);
                lower.b.ty(TypeExpr::Conditional { yes, no })
            } else {
                ty
            }
        } else {
            ty
        };
        self.depth -= 1;
        ty
    }

    fn union(&mut self, lower: &mut Lowering<'t>) -> TypeId {
        let mut parts: Vec<TypeId> = Vec::new();
        let mut nullable = false;
        self.eat("|");
        loop {
            match self.intersection(lower) {
                Some(TypeId::UNKNOWN) => {}
                Some(ty) => parts.push(ty),
                None => nullable = true,
            }
            if !self.eat("|") {
                break;
            }
        }
        let ty = match parts.len() {
            0 => return TypeId::UNKNOWN,
            1 => parts[0],
            _ => {
                let list = lower.b.list(&parts);
                lower.b.ty(TypeExpr::Union(list))
            }
        };
        if nullable {
            lower.b.ty(TypeExpr::Nullable(ty))
        } else {
            ty
        }
    }

    fn intersection(&mut self, lower: &mut Lowering<'t>) -> Option<TypeId> {
        self.eat("&");
        let first = self.postfix(lower)?;
        let mut parts: Vec<TypeId> = Vec::new();
        while self.eat("&") {
            if parts.is_empty() {
                parts.push(first);
            }
            parts.extend(self.postfix(lower));
        }
        parts.retain(|part| part.is_known());
        Some(match parts.len() {
            0 => first,
            1 => parts[0],
            _ => {
                let list = lower.b.list(&parts);
                lower.b.ty(TypeExpr::Intersection(list))
            }
        })
    }

    /// A type with brackets and marks around it; `None` for null and undefined.
    fn postfix(&mut self, lower: &mut Lowering<'t>) -> Option<TypeId> {
        let variadic = self.eat("...");
        let nullable = self.eat("?");
        if !nullable {
            self.eat("!");
        }
        let mut ty = self.primary(lower)?;
        loop {
            if self.eat("[]") {
                ty = lower.b.builtin_type("Array", &[ty]);
            } else if self.eat("[") {
                self.skip();
                let end = self.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
                let index = if end > 0 {
                    let name = lower.b.str(&self.text[..end]);
                    self.text = &self.text[end..];
                    lower.b.ty(TypeExpr::Lit(name))
                } else {
                    self.ty(lower)
                };
                self.eat("]");
                ty = lower.b.ty(TypeExpr::Indexed { base: ty, index });
            } else {
                self.skip();
                let mark = self.text.starts_with(['=', '!']) && !self.text.starts_with("=>");
                if !mark {
                    break;
                }
                self.text = &self.text[1..];
            }
        }
        if variadic || !nullable {
            return Some(ty);
        }
        Some(lower.b.ty(TypeExpr::Nullable(ty)))
    }

    fn primary(&mut self, lower: &mut Lowering<'t>) -> Option<TypeId> {
        self.skip();
        match self.text.chars().next() {
            Some('(') => {
                if self.arrow_follows() {
                    return Some(self.function(lower));
                }
                self.eat("(");
                let ty = self.ty(lower);
                self.eat(")");
                return Some(ty);
            }
            Some('<') => return Some(self.generic_function(lower)),
            Some('{') => return Some(self.object(lower)),
            Some('[') => return Some(self.tuple(lower)),
            Some('"' | '\'') => {
                let text = self.quoted();
                let text = lower.b.str(text);
                return Some(lower.b.ty(TypeExpr::Lit(text)));
            }
            Some('`') => {
                self.quoted();
                return Some(lower.b.builtin_type("String", &[]));
            }
            Some('-' | '0'..='9') => {
                self.eat("-");
                let end = self
                    .text
                    .find(|c: char| !(is_name(c) || c == '.'))
                    .unwrap_or(self.text.len());
                self.text = &self.text[end..];
                return Some(lower.b.builtin_type("Number", &[]));
            }
            Some('*') => {
                self.eat("*");
                return Some(TypeId::UNKNOWN);
            }
            _ => {}
        }
        let word = self.word();
        match word {
            "" => {
                self.text = "";
                return Some(TypeId::UNKNOWN);
            }
            "null" | "undefined" => return None,
            "string" | "String" => return Some(lower.b.builtin_type("String", &[])),
            "number" | "Number" => return Some(lower.b.builtin_type("Number", &[])),
            "boolean" | "Boolean" | "true" | "false" => {
                return Some(lower.b.builtin_type("Boolean", &[]));
            }
            "symbol" => return Some(lower.b.builtin_type("Symbol", &[])),
            "bigint" => return Some(lower.b.builtin_type("BigInt", &[])),
            "void" => return Some(lower.b.ty(TypeExpr::Void)),
            "any" | "unknown" | "object" | "never" | "const" => return Some(TypeId::UNKNOWN),
            "this" if !self.is_predicate() => {
                let scope = lower.b.scope();
                return Some(lower.b.ty(TypeExpr::SelfType(scope)));
            }
            "asserts" if !self.text.trim_start().starts_with(['|', '&', '}']) => {
                self.word();
                if self.eat_word("is") {
                    self.guard = true;
                    return Some(self.ty(lower));
                }
                return Some(lower.b.ty(TypeExpr::Void));
            }
            "keyof" => {
                let inner = self.postfix(lower)?;
                return Some(lower.b.ty(TypeExpr::KeyOf(inner)));
            }
            "readonly" | "unique" => return self.postfix(lower),
            "infer" => {
                self.word();
                return Some(TypeId::UNKNOWN);
            }
            "typeof" => return Some(self.type_of(lower)),
            "new" => {
                self.skip();
                let TypeExpr::Fn { ret, .. } = ({
                    let function = self.function(lower);
                    lower.b.facts.types[function.index()]
                }) else {
                    return Some(TypeId::UNKNOWN);
                };
                return Some(lower.b.ty(TypeExpr::ClassOf(ret)));
            }
            "function" if self.text.starts_with('(') => return Some(self.closure_function(lower)),
            "function" => return Some(lower.b.builtin_type("Function", &[])),
            _ => {}
        }
        if self.is_predicate() {
            self.eat_word("is");
            self.guard = true;
            return Some(self.ty(lower));
        }
        Some(self.named(lower, word))
    }

    fn is_predicate(&self) -> bool {
        let rest = self.text.trim_start();
        rest.len() < self.text.len()
            && rest
                .strip_prefix("is")
                .is_some_and(|rest| rest.starts_with(char::is_whitespace))
    }

    /// A name that is read, with its dots and arguments.
    fn named(&mut self, lower: &mut Lowering<'t>, word: &'t str) -> TypeId {
        let mut ty = if word == "import" && self.eat("(") {
            self.skip();
            let module = self.quoted();
            self.eat(")");
            return self.import_member(lower, module);
        } else if let Some(args) = self.type_arguments(lower) {
            let word = match (word, args.len) {
                ("Object", 2) => "Record",
                ("array", _) => "Array",
                _ => word,
            };
            return match lower.utility_type(word, args) {
                Some(ty) => ty,
                None => {
                    let name = lower.b.str(word);
                    lower.b.name_type(name, args)
                }
            };
        } else if matches!(word, "Object") && !self.text.starts_with('.') {
            return TypeId::UNKNOWN;
        } else {
            let name = lower.b.str(word);
            lower.b.name_type(name, List::default())
        };
        while self.text.starts_with('.') && !self.text.starts_with("...") {
            self.eat(".");
            let member = self.word();
            if member.is_empty() {
                break;
            }
            let args = self.type_arguments(lower).unwrap_or_default();
            let name = lower.b.str(member);
            ty = lower.b.ty(TypeExpr::Member {
                base: ty,
                name,
                args,
            });
        }
        ty
    }

    /// What follows `import("x")`.
    fn import_member(&mut self, lower: &mut Lowering<'t>, module: &'t str) -> TypeId {
        if !self.text.starts_with('.') {
            let args = self.type_arguments(lower).unwrap_or_default();
            return lower.imported_type(ImportKind::Require, module, "", args);
        }
        self.eat(".");
        let symbol = self.word();
        let args = self.type_arguments(lower).unwrap_or_default();
        let mut ty = if symbol == "default" {
            lower.imported_type(ImportKind::Default, module, "", args)
        } else {
            lower.imported_type(ImportKind::Symbol, module, symbol, args)
        };
        while self.text.starts_with('.') {
            self.eat(".");
            let member = self.word();
            let args = self.type_arguments(lower).unwrap_or_default();
            let name = lower.b.str(member);
            ty = lower.b.ty(TypeExpr::Member {
                base: ty,
                name,
                args,
            });
        }
        ty
    }

    /// Reads `<A, B>` or `.<A, B>`; `None` if there are no arguments.
    fn type_arguments(&mut self, lower: &mut Lowering<'t>) -> Option<List<TypeId>> {
        if !(self.text.starts_with(".<") || self.text.starts_with('<')) {
            return None;
        }
        self.eat(".");
        self.eat("<");
        let mut args: Vec<TypeId> = Vec::new();
        loop {
            args.push(self.ty(lower));
            if !self.eat(",") {
                break;
            }
        }
        self.eat(">");
        Some(lower.b.list(&args))
    }

    /// What follows `typeof`: a name with dots, or an import.
    fn type_of(&mut self, lower: &mut Lowering<'t>) -> TypeId {
        let word = self.word();
        let mut value = if word == "import" && self.eat("(") {
            self.skip();
            let module = self.quoted();
            self.eat(")");
            let ty = lower.imported_type(ImportKind::Require, module, "", List::default());
            let TypeExpr::Name { name, scope, .. } = lower.b.facts.types[ty.index()] else {
                return TypeId::UNKNOWN;
            };
            let pos = u32::MAX;
            lower.b.expr(Expr::Name { name, scope, pos })
        } else if word == "this" {
            lower.this()
        } else {
            let name = lower.b.str(word);
            lower.b.name_expr_at(name, self.node.start_byte() as u32)
        };
        while self.text.starts_with('.') {
            self.eat(".");
            let member = self.word();
            let name = lower.b.str(member);
            value = lower.b.expr(Expr::Member { base: value, name });
        }
        if value.is_known() {
            lower.b.ty(TypeExpr::Of(value))
        } else {
            TypeId::UNKNOWN
        }
    }

    fn tuple(&mut self, lower: &mut Lowering<'t>) -> TypeId {
        self.eat("[");
        let mut parts: Vec<TypeId> = Vec::new();
        while !self.eat("]") && !self.text.is_empty() {
            let rest = self.eat("...");
            self.label();
            let mut ty = self.ty(lower);
            self.eat("?");
            if rest {
                ty = lower.element_type(ty);
            }
            parts.push(ty);
            if !self.eat(",") {
                self.eat("]");
                break;
            }
        }
        let list = lower.b.list(&parts);
        lower.b.ty(TypeExpr::Tuple(list))
    }

    /// Skips `name:` and `name?:`.
    fn label(&mut self) {
        let before = self.text;
        if !self.word().is_empty() {
            self.eat("?");
            if self.eat(":") {
                return;
            }
        }
        self.text = before;
    }

    /// `<T extends B>(a: A) => R`.
    fn generic_function(&mut self, lower: &mut Lowering<'t>) -> TypeId {
        lower.b.open_scope(ScopeKind::Block, self.node);
        let outer_params = lower.type_params.len();
        self.type_parameters(lower);
        let ty = self.function(lower);
        lower.leave_type_params(outer_params);
        lower.b.close_scope();
        ty
    }

    /// Reads `<T extends B, U>` into the current scope.
    fn type_parameters(&mut self, lower: &mut Lowering<'t>) {
        self.eat("<");
        while !self.text.is_empty() {
            let mut name = self.word();
            if name == "const" {
                name = self.word();
            }
            if name.is_empty() {
                break;
            }
            let def = self.type_parameter(lower, name);
            if self.eat_word("extends") {
                let bound = self.ty(lower);
                let bases = lower.b.list(&[bombe_facts::Base {
                    kind: BaseKind::Extends,
                    ty: bound,
                }]);
                lower.b.def_mut(def).bases = bases;
            }
            if self.eat("=") {
                self.ty(lower);
            }
            if !self.eat(",") {
                break;
            }
        }
        self.eat(">");
    }

    fn type_parameter(&mut self, lower: &mut Lowering<'t>, name: &str) -> DefId {
        let name = lower.b.str(name);
        let span = (self.node, self.node);
        let def = lower.new_def(DefRole::TypeParam, None, span, name, None);
        lower.b.bind_def(def);
        lower.type_params.push(def);
        lower.captured = None;
        def
    }

    /// `(a: A, ...b: B[]) => R`, from its parenthesis.
    fn function(&mut self, lower: &mut Lowering<'t>) -> TypeId {
        let params = self.parameters(lower);
        if !self.eat("=>") {
            self.eat(":");
        }
        self.function_of(lower, params)
    }

    fn parameters(&mut self, lower: &mut Lowering<'t>) -> List<TypeId> {
        let mut params: Vec<TypeId> = Vec::new();
        if !self.eat("(") {
            return List::default();
        }
        while !self.eat(")") && !self.text.is_empty() {
            let rest = self.eat("...");
            self.skip();
            let word = if self.text.starts_with(['{', '[']) {
                // A pattern.
                self.ty(lower);
                "{}"
            } else {
                self.word()
            };
            if word.is_empty() {
                self.text = "";
                break;
            }
            self.eat("?");
            let ty = if self.eat(":") {
                self.ty(lower)
            } else {
                TypeId::UNKNOWN
            };
            if rest {
                lower.rest_types(ty, &mut params);
            } else if word != "this" {
                params.push(ty);
            }
            if !self.eat(",") {
                self.eat(")");
                break;
            }
        }
        lower.b.list(&params)
    }

    /// Reads the result of a function and returns its type. Whether the result guards a type is its own affair.
    fn function_of(&mut self, lower: &mut Lowering<'t>, params: List<TypeId>) -> TypeId {
        let guard = self.guard;
        let ret = self.ty(lower);
        self.guard = guard;
        lower.b.ty(TypeExpr::Fn { params, ret })
    }

    /// `function(A, ...B): R`, `function(new:T, A)`, from its parenthesis.
    fn closure_function(&mut self, lower: &mut Lowering<'t>) -> TypeId {
        self.eat("(");
        let mut params: Vec<TypeId> = Vec::new();
        let mut made = None;
        while !self.eat(")") && !self.text.is_empty() {
            let before = self.text;
            let word = self.word();
            if matches!(word, "this" | "new") && self.eat(":") {
                let ty = self.ty(lower);
                if word == "new" {
                    made = Some(ty);
                }
            } else {
                self.text = before;
                params.push(self.ty(lower));
            }
            if !self.eat(",") {
                self.eat(")");
                break;
            }
        }
        if let Some(made) = made {
            return lower.b.ty(TypeExpr::ClassOf(made));
        }
        let params = lower.b.list(&params);
        if self.eat(":") {
            let guard = self.guard;
            let ret = self.postfix(lower).unwrap_or(TypeId::UNKNOWN);
            self.guard = guard;
            return lower.b.ty(TypeExpr::Fn { params, ret });
        }
        let ret = TypeId::UNKNOWN;
        lower.b.ty(TypeExpr::Fn { params, ret })
    }

    /// `{ a: A, b?: B, [key: string]: C }`.
    fn object(&mut self, lower: &mut Lowering<'t>) -> TypeId {
        self.eat("{");
        let outer_params = lower.type_params.len();
        let (def, outer) = lower.open_object(self.node);
        let mut kept = None;
        while !self.eat("}") && !self.text.is_empty() {
            let before = self.text.len();
            if self.eat(",") || self.eat(";") {
                continue;
            }
            while self.eat("+") || self.eat("-") {}
            if self.eat("[") {
                kept = kept.or(self.index_member(lower, def));
            } else {
                self.member(lower);
            }
            if self.text.len() == before {
                // Nothing that is known here.
                self.text = "";
            }
        }
        lower.leave_type_params(outer_params);
        lower.b.leave_def(outer);
        match kept {
            Some(base) => lower.b.ty(TypeExpr::Mapped {
                base,
                value: TypeId::UNKNOWN,
            }),
            None => lower.b.ty(TypeExpr::Object(def)),
        }
    }

    /// `name: T`, `name?: T`, `name(a: A): R`.
    fn member(&mut self, lower: &mut Lowering<'t>) {
        self.skip();
        let mut name = if self.text.starts_with(['"', '\'']) {
            self.quoted()
        } else {
            self.word()
        };
        self.skip();
        if matches!(name, "readonly" | "get" | "set") && self.text.starts_with(is_name) {
            name = self.word();
        }
        self.property(lower, name);
    }

    /// What follows the name of a property.
    fn property(&mut self, lower: &mut Lowering<'t>, name: &'t str) {
        self.eat("?");
        let ty = if self.eat(":") {
            self.ty(lower)
        } else if self.text.starts_with('(') {
            self.function(lower)
        } else if self.text.starts_with('<') {
            self.generic_function(lower)
        } else {
            TypeId::UNKNOWN
        };
        if name.is_empty() {
            return;
        }
        let property = lower.def_in_comment(DefRole::Value, None, self.node, name, name);
        lower.b.def_mut(property).ty = ty;
    }

    /// `[key: string]: T`, `[K in U]: T`, `["name"]: T`, after the bracket. Returns `U` of `[K in keyof U]: U[K]`.
    fn index_member(&mut self, lower: &mut Lowering<'t>, object: DefId) -> Option<TypeId> {
        self.skip();
        if self.text.starts_with(['"', '\'']) {
            let name = self.quoted();
            self.eat("]");
            self.property(lower, name);
            return None;
        }
        let key = self.word();
        let mut source = TypeId::UNKNOWN;
        if self.eat(":") {
            self.ty(lower);
        } else if self.eat_word("in") {
            source = self.ty(lower);
            self.type_parameter(lower, key);
            let captured = lower.captured_type_params();
            lower.b.def_mut(object).type_params = captured;
            if self.eat_word("as") {
                self.ty(lower);
            }
        }
        self.eat("]");
        while self.eat("+") || self.eat("-") {}
        self.eat("?");
        self.eat(":");
        let value = self.ty(lower);
        if let TypeExpr::KeyOf(base) = lower.b.facts.types[source.index()]
            && let TypeExpr::Indexed { index, .. } = lower.b.facts.types[value.index()]
            && matches!(lower.b.facts.types[index.index()], TypeExpr::Name { name, .. } if lower.b.facts.str(name) == key)
        {
            return Some(base);
        }
        let any = lower.b.str("[]");
        let member = lower.new_def(DefRole::Value, None, (self.node, self.node), any, None);
        let d = lower.b.def_mut(member);
        d.ty = value;
        d.value = ExprId::UNKNOWN;
        None
    }
}
