//! Type expressions, each with the sites of the names in it.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{
    Bound, DefRole, Expr, ExprId, List, ScopeKind, SiteKind, StrId, TypeExpr, TypeId, part,
};

/// How many arguments of a rest parameter have a type each.
const REST_TYPES: u32 = 4;

impl<'t> Lowering<'t> {
    /// Lowers a type, or an annotation around one.
    pub(super) fn ty(&mut self, node: Node<'t>) -> TypeId {
        if !self.b.descend(node) {
            return TypeId::UNKNOWN;
        }
        let ty = self.type_of_node(node);
        self.b.ascend();
        ty
    }

    fn type_of_node(&mut self, node: Node<'t>) -> TypeId {
        match self.role(node) {
            Role::TypeName | Role::Name => self.named_type(node, node, None),
            // A value that a comment casts.
            Role::Parenthesized => self.type_before(node),
            Role::TypeGeneric => {
                let Some(name) = self.ids.name.of(node) else {
                    return TypeId::UNKNOWN;
                };
                let arguments = self.ids.type_arguments.of(node);
                self.named_type(name, name, arguments)
            }
            Role::TypeMember => self.named_type(node, node, None),
            Role::TypePrimitive => self.primitive(node),
            Role::TypeAnnotation
            | Role::TypeParenthesized
            | Role::TypeReference
            | Role::TypeOptional => {
                let Some(inner) = self.first_type(node) else {
                    return TypeId::UNKNOWN;
                };
                let ty = self.ty(inner);
                match self.role(node) {
                    Role::TypeReference => self.read_only(ty),
                    Role::TypeOptional => self.b.ty(TypeExpr::Nullable(ty)),
                    _ => ty,
                }
            }
            Role::TypeArray => {
                let element = self
                    .first_type(node)
                    .map_or(TypeId::UNKNOWN, |inner| self.ty(inner));
                self.b.builtin_type("Array", &[element])
            }
            Role::TypeTuple => {
                let mut parts: Vec<TypeId> = Vec::new();
                let mut cursor = node.walk();
                for child in node.named_children(&mut cursor) {
                    match child.kind() {
                        "comment" => {}
                        "rest_type" => {
                            let ty = self
                                .first_type(child)
                                .map_or(TypeId::UNKNOWN, |inner| self.ty(inner));
                            parts.push(self.element_type(ty));
                        }
                        "optional_type" => {
                            let ty = self
                                .first_type(child)
                                .map_or(TypeId::UNKNOWN, |inner| self.ty(inner));
                            parts.push(ty);
                        }
                        "required_parameter" | "optional_parameter" => {
                            let ty = self
                                .ids
                                .type_
                                .of(child)
                                .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
                            parts.push(ty);
                        }
                        _ => parts.push(self.ty(child)),
                    }
                }
                let list = self.b.list(&parts);
                self.b.ty(TypeExpr::Tuple(list))
            }
            Role::TypeUnion => self.union(node),
            Role::TypeIntersection => {
                let mut parts: Vec<TypeId> = Vec::new();
                self.flatten(node, Role::TypeIntersection, &mut parts);
                let list = self.b.list(&parts);
                self.b.ty(TypeExpr::Intersection(list))
            }
            Role::TypeFunction => self.function_type(node),
            Role::TypeImpl => {
                // `new (…) => T` is the class object of `T`.
                let result = self
                    .ids
                    .type_
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
                self.parameter_types(node);
                if result.is_known() {
                    self.b.ty(TypeExpr::ClassOf(result))
                } else {
                    result
                }
            }
            Role::TypeLiteral => self.literal_type(node),
            Role::TypeObject => {
                let symbols = self.named_literals.contains(&node.id());
                self.object_type(node, symbols)
            }
            Role::TypeQuery => {
                let Some(inner) = self.first_type(node) else {
                    return TypeId::UNKNOWN;
                };
                let expr = self.expr(inner);
                if expr.is_known() {
                    self.b.ty(TypeExpr::Of(expr))
                } else {
                    TypeId::UNKNOWN
                }
            }
            Role::TypeKeyOf => {
                let inner = self
                    .first_type(node)
                    .map_or(TypeId::UNKNOWN, |inner| self.ty(inner));
                self.b.ty(TypeExpr::KeyOf(inner))
            }
            Role::TypeIndexed => {
                let mut cursor = node.walk();
                let mut parts = node
                    .named_children(&mut cursor)
                    .filter(|child| self.roles.of(*child) != Role::Comment);
                let (Some(base), Some(index)) = (parts.next(), parts.next()) else {
                    return TypeId::UNKNOWN;
                };
                let base = self.ty(base);
                let number = index.named_child(0).filter(|inner| {
                    self.role(index) == Role::TypeLiteral && self.role(*inner) == Role::Number
                });
                let index = match number {
                    // The part of a tuple at this place.
                    Some(number) => {
                        let name = self.b.name(number);
                        self.b.ty(TypeExpr::Lit(name))
                    }
                    None => self.ty(index),
                };
                // `T[keyof T]`
                if let TypeExpr::KeyOf(_) = self.b.facts.types[index.index()] {
                    return self.part(base, part::VALUES);
                }
                self.b.ty(TypeExpr::Indexed { base, index })
            }
            Role::TypeConditional => {
                self.b.open_scope(ScopeKind::Block, node);
                let checked = self
                    .ids
                    .left
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |part| self.ty(part));
                if let Some(pattern) = self.ids.right.of(node) {
                    let mark = self.inferred.len();
                    let scope = self.b.scope();
                    let outer = self.conditional.replace(scope);
                    if checked.is_known() && self.b.text(pattern).contains("infer ") {
                        self.find_inferred(pattern, checked);
                    }
                    self.ty(pattern);
                    self.conditional = outer;
                    self.inferred.truncate(mark);
                }
                let yes = self
                    .ids
                    .consequence
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |part| self.ty(part));
                let no = self
                    .ids
                    .alternative
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |part| self.ty(part));
                self.b.close_scope();
                self.b.ty(TypeExpr::Conditional { yes, no })
            }
            Role::TypeInferred => {
                // It hides an outer type of the same name, also where it is unknown.
                let mut cursor = node.walk();
                let at = node.named_children(&mut cursor).next();
                let found = self.inferred.iter().find(|(at, _)| *at == node.id());
                let part = found.map(|(_, part)| *part);
                if let Some(at) = at {
                    let name = self.b.name(at);
                    let role = match part {
                        Some(_) => DefRole::Alias,
                        None => DefRole::TypeParam,
                    };
                    let def = self.new_def(role, None, (node, node), name, Some(at));
                    if let Some(part) = part {
                        self.b.def_mut(def).ty = part;
                    }
                    // It is visible in the whole conditional type, however deep the pattern names it.
                    let scope = self.conditional.unwrap_or(self.b.scope());
                    self.b.bind(
                        name,
                        scope,
                        0,
                        Bound::Def(def),
                        TypeId::UNKNOWN,
                        ExprId::UNKNOWN,
                    );
                }
                TypeId::UNKNOWN
            }
            Role::TypePredicate => self
                .ids
                .type_
                .of(node)
                .map_or(TypeId::UNKNOWN, |ty| self.ty(ty)),
            Role::TypeThis => {
                let scope = self.b.scope();
                self.b.ty(TypeExpr::SelfType(scope))
            }
            Role::Member | Role::Call => self.import_type(node, List::default()),
            Role::Comment => TypeId::UNKNOWN,
            _ => {
                if node.kind() == "template_literal_type" {
                    return self.b.builtin_type("String", &[]);
                }
                let mut cursor = node.walk();
                let mut found = TypeId::UNKNOWN;
                for child in node.named_children(&mut cursor) {
                    found = self.ty(child);
                }
                found
            }
        }
    }

    /// Notes which part of the type `of` each `infer X` in a pattern stands for, where the pattern says so by its form.
    fn find_inferred(&mut self, pattern: Node<'t>, of: TypeId) {
        if !self.b.descend(pattern) {
            return;
        }
        match self.role(pattern) {
            Role::TypeInferred => self.inferred.push((pattern.id(), of)),
            Role::TypeAnnotation | Role::TypeParenthesized | Role::TypeReference => {
                if let Some(inner) = self.first_type(pattern) {
                    self.find_inferred(inner, of);
                }
            }
            Role::TypeArray => {
                if let Some(inner) = self.first_type(pattern) {
                    let element = self.part(of, part::ELEMENT);
                    self.find_inferred(inner, element);
                }
            }
            Role::TypeGeneric => {
                let name = self.ids.name.of(pattern);
                let part = match name.map_or("", |name| self.b.text(name)) {
                    "Promise" | "PromiseLike" => part::AWAITED,
                    "Array" | "ReadonlyArray" | "Set" | "Iterable" => part::ELEMENT,
                    _ => "",
                };
                let arguments = self.ids.type_arguments.of(pattern);
                if let (false, Some(inner)) = (
                    part.is_empty(),
                    arguments.and_then(|arguments| self.first_type(arguments)),
                ) {
                    let part = self.part(of, part);
                    self.find_inferred(inner, part);
                }
            }
            Role::TypeFunction => {
                if let Some(result) = self.ids.return_type.of(pattern) {
                    let part = self.part(of, part::RESULT);
                    self.find_inferred(result, part);
                }
                let Some(parameters) = self.ids.parameters.of(pattern) else {
                    self.b.ascend();
                    return;
                };
                let mut cursor = parameters.walk();
                let parameters = parameters
                    .named_children(&mut cursor)
                    .filter(|child| self.roles.of(*child) == Role::Parameter)
                    .collect::<Vec<_>>();
                for (at, parameter) in parameters.into_iter().enumerate() {
                    let is_rest = self
                        .ids
                        .pattern
                        .of(parameter)
                        .is_some_and(|pattern| pattern.kind() == "rest_pattern");
                    let text = match part::PARAMETER.get(at) {
                        _ if is_rest && at == 0 => part::PARAMETERS,
                        Some(text) if !is_rest => *text,
                        _ => continue,
                    };
                    if let Some(ty) = self.ids.type_.of(parameter) {
                        let part = self.part(of, text);
                        self.find_inferred(ty, part);
                    }
                }
            }
            Role::TypeObject => {
                let mut cursor = pattern.walk();
                for member in pattern.named_children(&mut cursor) {
                    if self.roles.of(member) == Role::Field
                        && let (Some(name), Some(ty)) =
                            (self.ids.name.of(member), self.ids.type_.of(member))
                        && name.kind() == "property_identifier"
                    {
                        let text = self.b.text(name);
                        let part = self.part(of, text);
                        self.find_inferred(ty, part);
                    }
                }
            }
            _ => {}
        }
        self.b.ascend();
    }

    /// Returns the type of a member or part of a type.
    pub(super) fn part(&mut self, base: TypeId, index: &str) -> TypeId {
        let index = self.b.str(index);
        let index = self.b.ty(TypeExpr::Lit(index));
        self.b.ty(TypeExpr::Indexed { base, index })
    }

    fn first_type(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor)
            .find(|child| self.roles.of(*child) != Role::Comment)
    }

    /// Lowers the types between `<` and `>`.
    pub(super) fn type_arguments(&mut self, node: Node<'t>) -> List<TypeId> {
        let mut types: Vec<TypeId> = Vec::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if self.role(child) != Role::Comment {
                types.push(self.ty(child));
            }
        }
        self.b.list(&types)
    }

    /// Lowers a name, or names joined by dots, with arguments. Adds its site.
    fn named_type(
        &mut self,
        node: Node<'t>,
        site: Node<'t>,
        arguments: Option<Node<'t>>,
    ) -> TypeId {
        let args = arguments.map_or(List::default(), |arguments| self.type_arguments(arguments));
        if node.kind() == "nested_type_identifier" {
            let (Some(module), Some(at)) = (self.ids.module.of(node), self.ids.name.of(node))
            else {
                return TypeId::UNKNOWN;
            };
            let base = self.namespace_type(module);
            let name = self.b.name(at);
            let ty = self.b.ty(TypeExpr::Member { base, name, args });
            self.type_site(ty, at);
            return ty;
        }
        if let Some(ty) = self.utility_type(self.b.text(node), args) {
            return ty;
        }
        let name = self.b.name(node);
        let ty = self.b.name_type(name, args);
        self.type_site(ty, site);
        ty
    }

    /// Lowers the part of a dotted type name before the last dot.
    fn namespace_type(&mut self, node: Node<'t>) -> TypeId {
        if let (Some(object), Some(property)) =
            (self.ids.object.of(node), self.ids.property.of(node))
        {
            let base = self.namespace_type(object);
            let name = self.b.name(property);
            return self.b.ty(TypeExpr::Member {
                base,
                name,
                args: List::default(),
            });
        }
        let name = self.b.name(node);
        self.b.name_type(name, List::default())
    }

    fn type_site(&mut self, ty: TypeId, at: Node<'t>) {
        let expr = self.b.expr(Expr::TypeValue(ty));
        self.b.site(SiteKind::Type, expr, at);
    }

    /// Types that are computed from the type of a function or promise. No alias in a stub file can express them.
    pub(super) fn utility_type(&mut self, name: &str, args: List<TypeId>) -> Option<TypeId> {
        let first = self.b.facts.list(args).first().copied();
        match (name, first) {
            ("Awaited", Some(ty)) => Some(self.part(ty, part::AWAITED)),
            ("Parameters", Some(ty)) => Some(self.part(ty, part::PARAMETERS)),
            ("ReturnType", Some(ty)) => {
                let TypeExpr::Of(callee) = self.b.facts.types[ty.index()] else {
                    return Some(self.part(ty, part::RESULT));
                };
                let call = self.b.expr(Expr::Call {
                    callee,
                    args: List::default(),
                    site: u32::MAX,
                });
                Some(self.b.ty(TypeExpr::Of(call)))
            }
            ("InstanceType", Some(ty)) => {
                let made = self.b.expr(Expr::New {
                    class: ty,
                    args: List::default(),
                    site: u32::MAX,
                });
                Some(self.b.ty(TypeExpr::Of(made)))
            }
            _ => None,
        }
    }

    fn primitive(&mut self, node: Node<'t>) -> TypeId {
        match self.b.text(node) {
            "string" => self.b.builtin_type("String", &[]),
            "number" => self.b.builtin_type("Number", &[]),
            "boolean" => self.b.builtin_type("Boolean", &[]),
            "symbol" | "unique symbol" => self.b.builtin_type("Symbol", &[]),
            "bigint" => self.b.builtin_type("BigInt", &[]),
            "void" => self.b.ty(TypeExpr::Void),
            // In a stub file, `any` stands for an external type that no stub declares.
            "any" | "unknown" if self.stub => self.b.builtin_type("any", &[]),
            _ => TypeId::UNKNOWN,
        }
    }

    fn read_only(&mut self, ty: TypeId) -> TypeId {
        if let TypeExpr::Builtin { name, args } = self.b.facts.types[ty.index()]
            && self.b.facts.str(name) == "Array"
        {
            let name = self.b.str("ReadonlyArray");
            return self.b.ty(TypeExpr::Builtin { name, args });
        }
        ty
    }

    fn union(&mut self, node: Node<'t>) -> TypeId {
        let mut parts: Vec<TypeId> = Vec::new();
        self.flatten(node, Role::TypeUnion, &mut parts);
        let count = parts.len();
        parts.retain(|part| !self.is_null(*part));
        let nullable = parts.len() < count;
        let ty = match parts.len() {
            0 => return TypeId::UNKNOWN,
            1 => parts[0],
            _ => {
                let list = self.b.list(&parts);
                self.b.ty(TypeExpr::Union(list))
            }
        };
        if nullable {
            self.b.ty(TypeExpr::Nullable(ty))
        } else {
            ty
        }
    }

    fn flatten(&mut self, node: Node<'t>, role: Role, parts: &mut Vec<TypeId>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if self.role(child) == role && self.b.descend(child) {
                self.flatten(child, role, parts);
                self.b.ascend();
            } else if self.role(child) != Role::Comment {
                let part = self.ty(child);
                parts.push(part);
            }
        }
    }

    fn is_null(&self, ty: TypeId) -> bool {
        matches!(self.b.facts.types[ty.index()], TypeExpr::Builtin { name, .. } if self.b.facts.str(name) == "null")
    }

    fn literal_type(&mut self, node: Node<'t>) -> TypeId {
        let Some(inner) = node.named_child(0) else {
            return TypeId::UNKNOWN;
        };
        match self.role(inner) {
            Role::String => {
                let name = self.property_name(inner);
                self.b.ty(TypeExpr::Lit(name))
            }
            Role::Null => self.b.builtin_type("null", &[]),
            Role::Bool => self.b.builtin_type("Boolean", &[]),
            Role::Number | Role::Not => self.b.builtin_type("Number", &[]),
            _ => TypeId::UNKNOWN,
        }
    }

    fn function_type(&mut self, node: Node<'t>) -> TypeId {
        self.b.open_scope(ScopeKind::Block, node);
        let outer_params = self.type_params.len();
        self.type_parameters(node);
        let params = self.parameter_types(node);
        let ret = match self.ids.return_type.of(node) {
            Some(ret) => self.return_type(ret).1,
            None => TypeId::UNKNOWN,
        };
        self.leave_type_params(outer_params);
        self.b.close_scope();
        self.b.ty(TypeExpr::Fn { params, ret })
    }

    fn parameter_types(&mut self, node: Node<'t>) -> List<TypeId> {
        let mut types: Vec<TypeId> = Vec::new();
        if let Some(parameters) = self.ids.parameters.of(node) {
            let mut cursor = parameters.walk();
            for child in parameters.named_children(&mut cursor) {
                if self.role(child) != Role::Parameter {
                    continue;
                }
                let pattern = self.ids.pattern.of(child);
                let ty = self
                    .ids
                    .type_
                    .of(child)
                    .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
                match pattern.map_or("", |pattern| pattern.kind()) {
                    "this" => continue,
                    "rest_pattern" => {
                        self.rest_types(ty, &mut types);
                        continue;
                    }
                    _ => {}
                }
                types.push(ty);
            }
        }
        self.b.list(&types)
    }

    /// Adds the types of the arguments that a rest parameter of a function type collects: those of the first ones if a tuple
    /// may determine them, else that of each.
    pub(super) fn rest_types(&mut self, ty: TypeId, types: &mut Vec<TypeId>) {
        let open = matches!(
            self.b.facts.types[ty.index()],
            TypeExpr::Name { .. } | TypeExpr::Member { .. } | TypeExpr::Indexed { .. }
        );
        if let TypeExpr::Tuple(parts) = self.b.facts.types[ty.index()] {
            types.extend_from_slice(self.b.facts.list(parts));
            return;
        }
        if !open {
            types.push(self.element_type(ty));
            return;
        }
        for at in 0..REST_TYPES {
            let index = self.b.str(&at.to_string());
            let index = self.b.ty(TypeExpr::Lit(index));
            types.push(self.b.ty(TypeExpr::Indexed { base: ty, index }));
        }
    }

    /// Lowers a return annotation. Returns whether it is a type guard, and the (guarded) type.
    pub(super) fn return_type(&mut self, node: Node<'t>) -> (bool, TypeId) {
        match node.kind() {
            "type_predicate_annotation" | "asserts_annotation" | "type_annotation" => {
                match self.first_type(node) {
                    Some(inner) => self.return_type(inner),
                    None => (false, TypeId::UNKNOWN),
                }
            }
            "type_predicate" => (true, self.ty(node)),
            "asserts" => match self.first_type(node) {
                Some(inner) if inner.kind() == "type_predicate" => (true, self.ty(inner)),
                _ => (false, self.b.ty(TypeExpr::Void)),
            },
            _ => (false, self.ty(node)),
        }
    }

    /// `{ … }` as a type: an object definition, or a mapped type. If `symbols`, its properties are symbols.
    pub(super) fn object_type(&mut self, node: Node<'t>, symbols: bool) -> TypeId {
        let mut cursor = node.walk();
        let mapped = node
            .named_children(&mut cursor)
            .find(|child| child.kind() == "index_signature")
            .and_then(|signature| {
                let mut inner = signature.walk();
                let clause = signature
                    .named_children(&mut inner)
                    .find(|child| child.kind() == "mapped_type_clause");
                clause.map(|clause| (signature, clause))
            });
        if let Some((signature, clause)) = mapped {
            return self.mapped_type(node, signature, clause);
        }
        let def = self.new_def(DefRole::Object, None, (node, node), StrId::EMPTY, None);
        let captured = self.captured_type_params();
        self.b.def_mut(def).type_params = captured;
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        self.type_members(node, def, symbols);
        self.b.leave_def(outer);
        self.b.ty(TypeExpr::Object(def))
    }

    fn mapped_type(&mut self, node: Node<'t>, signature: Node<'t>, clause: Node<'t>) -> TypeId {
        let source = self
            .ids
            .type_
            .of(clause)
            .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
        let object = self.new_def(DefRole::Object, None, (node, node), StrId::EMPTY, None);
        let outer = self.b.enter_def(object, ScopeKind::Class, node);
        let outer_params = self.type_params.len();
        let key = self.ids.name.of(clause);
        let key_name = key.map_or(StrId::EMPTY, |key| self.b.name(key));
        if let Some(key) = key {
            let def = self.new_def(
                DefRole::TypeParam,
                None,
                (clause, clause),
                key_name,
                Some(key),
            );
            self.b.bind_def(def);
            self.type_params.push(def);
            self.captured = None;
        }
        let captured = self.captured_type_params();
        self.b.def_mut(object).type_params = captured;
        let value = self
            .ids
            .type_
            .of(signature)
            .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
        self.leave_type_params(outer_params);
        let own = match self.b.facts.types[value.index()] {
            // `{ [K in keyof T]: T[K] }`: each member keeps its type.
            TypeExpr::Indexed { index, .. } => {
                matches!(self.b.facts.types[index.index()], TypeExpr::Name { name, .. } if name == key_name)
            }
            _ => false,
        };
        if own && let TypeExpr::KeyOf(base) = self.b.facts.types[source.index()] {
            self.b.leave_def(outer);
            return self.b.ty(TypeExpr::Mapped {
                base,
                value: TypeId::UNKNOWN,
            });
        }
        // One member stands for all. Its type may name the key.
        let any = self.b.str("[]");
        let member = self.new_def(DefRole::Value, None, (signature, signature), any, None);
        self.b.def_mut(member).ty = value;
        self.b.leave_def(outer);
        self.b.ty(TypeExpr::Object(object))
    }

    /// `import("x").A.B`, `typeof import("x")`.
    fn import_type(&mut self, node: Node<'t>, args: List<TypeId>) -> TypeId {
        if self.role(node) == Role::Member {
            let (Some(object), Some(property)) =
                (self.ids.object.of(node), self.ids.property.of(node))
            else {
                return TypeId::UNKNOWN;
            };
            let base = self.import_type(object, List::default());
            let name = self.b.name(property);
            return self.b.ty(TypeExpr::Member { base, name, args });
        }
        let expr = self.expr(node);
        // The value of `import()` is a promise of the module; as a type it is the module.
        match self.b.facts.exprs[expr.index()] {
            Expr::Import(_) => self.b.ty(TypeExpr::Of(expr)),
            _ => TypeId::UNKNOWN,
        }
    }
}
