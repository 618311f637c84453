//! Type expressions, and the fields and methods that they define.

use bombe_format::kind::SymbolKind;
use tree_sitter::Node;

use super::grammar::IDS;
use super::lower::{DocRange, Lowering};
use crate::parse::roles::Role;
use bombe_facts::{
    Base, BaseKind, Bound, DefFlags, DefId, DefRole, Expr, ExprId, List, Param, ParamFlags,
    ScopeKind, SiteKind, StrId, TypeExpr, TypeId,
};

/// Returns true for a predeclared type.
pub(super) fn is_predeclared(name: &str) -> bool {
    matches!(
        name,
        "any"
            | "bool"
            | "byte"
            | "comparable"
            | "complex64"
            | "complex128"
            | "error"
            | "float32"
            | "float64"
            | "int"
            | "int8"
            | "int16"
            | "int32"
            | "int64"
            | "rune"
            | "string"
            | "uint"
            | "uint8"
            | "uint16"
            | "uint32"
            | "uint64"
            | "uintptr"
    )
}

impl<'t> Lowering<'_, 't> {
    /// Lowers a type, with a site for each name.
    pub(super) fn ty(&mut self, node: Node<'t>) -> TypeId {
        if !self.b.descend(node) {
            return TypeId::UNKNOWN;
        }
        let ty = match self.roles.of(node) {
            Role::TypeName | Role::Name | Role::TypeMember | Role::Member | Role::TypeGeneric => {
                self.named_type(node, Some(SiteKind::Type))
            }
            Role::TypePointer | Role::TypeParenthesized | Role::Parenthesized | Role::Unary => {
                let mut inner = TypeId::UNKNOWN;
                self.each(node, |this, child, _| inner = this.ty(child));
                inner
            }
            Role::TypeArray => {
                if let Some(length) = IDS.length.of(node) {
                    self.expr(length);
                }
                let element = IDS
                    .element
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |element| self.ty(element));
                let name = if node.kind() == "slice_type" {
                    "slice"
                } else {
                    "array"
                };
                self.b.builtin_type(name, &[element])
            }
            Role::TypeMap => {
                let key = IDS.key.of(node).map_or(TypeId::UNKNOWN, |key| self.ty(key));
                let value = IDS
                    .value
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |value| self.ty(value));
                self.b.builtin_type("map", &[key, value])
            }
            Role::TypeChannel => {
                let value = IDS
                    .value
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |value| self.ty(value));
                self.b.builtin_type("chan", &[value])
            }
            Role::TypeFunction => self.function_type(node),
            Role::TypeStruct | Role::TypeInterface => self.type_in_place(node),
            Role::TypeUnion => {
                let base = self.types.len();
                self.each(node, |this, child, _| {
                    let ty = this.ty(child);
                    this.types.push(ty);
                });
                let ty = match &self.types[base..] {
                    [] => TypeId::UNKNOWN,
                    [one] => *one,
                    several => {
                        let list = self.b.list(several);
                        self.b.ty(TypeExpr::Union(list))
                    }
                };
                self.types.truncate(base);
                ty
            }
            _ => {
                self.visit(node);
                TypeId::UNKNOWN
            }
        };
        self.b.ascend();
        ty
    }

    /// Lowers a name, a qualified name or an instance of a generic type, with a site of `kind`, if any.
    pub(super) fn named_type(&mut self, node: Node<'t>, kind: Option<SiteKind>) -> TypeId {
        let (head, args) = if self.roles.of(node) == Role::TypeGeneric {
            let Some(head) = IDS.type_.of(node) else {
                return TypeId::UNKNOWN;
            };
            let args = IDS
                .type_arguments
                .of(node)
                .map_or(List::default(), |args| self.type_arguments(args));
            (head, args)
        } else {
            (node, List::default())
        };
        let token = self.type_token(head);
        let name = self.type_name(token);
        let ty = if token == head {
            let text = self.b.text(token);
            if is_predeclared(text) {
                return self.b.ty(TypeExpr::Builtin { name, args });
            }
            self.b.name_type(name, args)
        } else {
            let package = IDS.package.of(head).or_else(|| IDS.operand.of(head));
            let Some(package) = package else {
                return TypeId::UNKNOWN;
            };
            let package = self.b.name(package);
            let base = self.b.name_type(package, List::default());
            self.b.ty(TypeExpr::Member { base, name, args })
        };
        if let Some(kind) = kind {
            let expr = self.b.expr(Expr::TypeValue(ty));
            self.b.site(kind, expr, token);
        }
        ty
    }

    /// Interns the name of a type. Stub files put an underscore after a keyword; it is dropped.
    pub(super) fn type_name(&mut self, token: Node<'t>) -> StrId {
        let text = self.b.text(token);
        let name = if self.stub {
            text.trim_end_matches('_')
        } else {
            text
        };
        self.b.str(name)
    }

    /// Returns the token that names a type: `T` of `T`, `p.T`, `T[int]`.
    pub(super) fn type_token(&self, node: Node<'t>) -> Node<'t> {
        match self.roles.of(node) {
            Role::TypeGeneric | Role::Instantiate => IDS
                .type_
                .of(node)
                .map_or(node, |head| self.type_token(head)),
            Role::TypeMember => IDS.name.of(node).unwrap_or(node),
            Role::Member => IDS.field.of(node).unwrap_or(node),
            _ => node,
        }
    }

    /// Returns an array type with `depth` dimensions.
    pub(super) fn type_arguments(&mut self, node: Node<'t>) -> List<TypeId> {
        let base = self.types.len();
        self.each(node, |this, child, _| {
            let ty = this.ty(child);
            this.types.push(ty);
        });
        let list = self.b.list(&self.types[base..]);
        self.types.truncate(base);
        list
    }

    fn function_type(&mut self, node: Node<'t>) -> TypeId {
        let base = self.types.len();
        if let Some(parameters) = IDS.parameters.of(node) {
            self.parameter_types(parameters);
        }
        let ret = self.result(node, false);
        let params = self.b.list(&self.types[base..]);
        self.types.truncate(base);
        self.b.ty(TypeExpr::Fn { params, ret })
    }

    /// Pushes the type of each parameter to `self.types`.
    fn parameter_types(&mut self, list: Node<'t>) {
        self.each(list, |this, parameter, _| {
            let variadic = parameter.kind() == "variadic_parameter_declaration";
            let Some(node) = IDS.type_.of(parameter) else {
                return;
            };
            let mut ty = this.ty(node);
            if variadic {
                ty = this.b.builtin_type("slice", &[ty]);
            }
            let mut count = 0;
            this.each(parameter, |_, _, field| {
                count += usize::from(IDS.name.is(field));
            });
            for _ in 0..count.max(1) {
                this.types.push(ty);
            }
        });
    }

    /// Lowers the result of a callable. Binds named results in the current scope if `bind`.
    pub(super) fn result(&mut self, node: Node<'t>, bind: bool) -> TypeId {
        let Some(result) = IDS.result.of(node) else {
            return self.void();
        };
        if self.roles.of(result) != Role::TypeTuple {
            return self.ty(result);
        }
        let base = self.types.len();
        self.parameter_types(result);
        if bind {
            let mut index = base;
            self.each(result, |this, parameter, _| {
                // A piece of a list that could not be parsed has no type in `types` either.
                if IDS.type_.of(parameter).is_none() {
                    return;
                }
                let first = index;
                this.each(parameter, |this, child, field| {
                    if IDS.name.is(field) {
                        let ty = this.types[index];
                        index += 1;
                        this.bind_local(child, Bound::Var, 0, ty, ExprId::UNKNOWN);
                    }
                });
                index = index.max(first + 1);
            });
        }
        let ty = match &self.types[base..] {
            [] => self.void(),
            [one] => *one,
            several => {
                let list = self.b.list(several);
                self.b.ty(TypeExpr::Tuple(list))
            }
        };
        self.types.truncate(base);
        ty
    }

    /// Lowers the parameters of `def` and binds them in the current scope.
    pub(super) fn parameters(&mut self, def: DefId, list: Node<'t>) {
        let mut params: Vec<Param> = Vec::with_capacity(list.named_child_count());
        self.each(list, |this, parameter, _| {
            let variadic = parameter.kind() == "variadic_parameter_declaration";
            let Some(type_node) = IDS.type_.of(parameter) else {
                return;
            };
            let first = params.len();
            let ty = this.ty(type_node);
            let ty_text = this.b.text(type_node);
            let ty_text = this.b.folded(ty_text);
            let mut flags = ParamFlags::default();
            if variadic {
                flags.set(ParamFlags::VARIADIC);
            }
            let blank = Param {
                name: StrId::EMPTY,
                ty,
                default: ExprId::UNKNOWN,
                ty_text,
                default_text: StrId::EMPTY,
                flags,
            };
            this.each(parameter, |this, name, field| {
                if IDS.name.is(field) {
                    let index = params.len() as u32;
                    this.bind_local(name, Bound::Param(def, index), 0, ty, ExprId::UNKNOWN);
                    params.push(Param {
                        name: this.b.name(name),
                        ..blank.clone()
                    });
                }
            });
            if params.len() == first {
                params.push(blank);
            }
        });
        self.b.set_params(def, params);
    }

    /// Lowers the type parameters of the current definition `def` and binds them in the current scope.
    pub(super) fn type_parameters(&mut self, def: DefId, list: Node<'t>) {
        let mut ids: Vec<DefId> = Vec::new();
        self.each(list, |this, declaration, _| {
            let first = ids.len();
            this.each(declaration, |this, name, field| {
                if IDS.name.is(field) {
                    let id = this
                        .b
                        .add_def(DefRole::TypeParam, None, declaration, Some(name));
                    this.b.bind_def(id);
                    ids.push(id);
                }
            });
            let Some(bound) = IDS.type_.of(declaration) else {
                return;
            };
            let bound = this.ty(bound);
            let bases = this.b.list(&[Base::extends(bound)]);
            for id in &ids[first..] {
                this.b.def_mut(*id).bases = bases;
            }
        });
        self.b.def_mut(def).type_params = self.b.list(&ids);
    }

    /// An anonymous struct or interface.
    fn type_in_place(&mut self, node: Node<'t>) -> TypeId {
        if self.roles.of(node) == Role::TypeInterface && node.named_child_count() == 0 {
            return self.b.builtin_type("any", &[]);
        }
        if self.roles.of(node) == Role::TypeStruct
            && node
                .named_child(0)
                .is_none_or(|list| list.named_child_count() == 0)
        {
            return self.b.builtin_type("struct", &[]);
        }
        let def = self.b.add_def(DefRole::Object, None, node, None);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        self.type_body(def, node);
        self.b.leave_def(outer);
        self.b.ty(TypeExpr::Object(def))
    }

    /// Lowers the members and embedded types of a struct or interface as those of `def`, the current definition.
    pub(super) fn type_body(&mut self, def: DefId, node: Node<'t>) {
        let mut bases: Vec<Base> = Vec::new();
        if self.roles.of(node) == Role::TypeInterface {
            self.each_documented(node, |this, element, doc| match this.roles.of(element) {
                Role::Signature => {
                    this.interface_method(def, element, doc);
                }
                Role::TypeUnion => {
                    let embedded = this.embedded_interface(element);
                    let ty = this.ty(element);
                    if embedded {
                        bases.push(Base::extends(ty));
                    } else {
                        this.b.def_mut(def).flags.set(DefFlags::CONSTRAINT);
                    }
                }
                _ => this.visit(element),
            });
        } else {
            self.each(node, |this, list, _| {
                this.each_documented(list, |this, field, doc| {
                    if this.roles.of(field) == Role::Field {
                        this.fields(def, field, doc, &mut bases);
                    } else {
                        this.visit(field);
                    }
                });
            });
        }
        self.b.def_mut(def).bases = self.b.list(&bases);
    }

    /// Returns true for `Reader`, `io.Reader` and `Set[T]`; false for `~int`, `A | B` and `int`.
    fn embedded_interface(&self, element: Node<'t>) -> bool {
        let Some(only) = element
            .named_child(0)
            .filter(|_| element.named_child_count() == 1)
        else {
            return false;
        };
        match self.roles.of(only) {
            Role::TypeName => !is_predeclared(self.b.text(only)) || self.b.text(only) == "error",
            Role::TypeMember | Role::TypeGeneric => true,
            _ => false,
        }
    }

    fn interface_method(&mut self, owner: DefId, node: Node<'t>, doc: DocRange) {
        let Some(name) = IDS.name.of(node) else {
            return;
        };
        let kind = self.b.facts.defs[owner.index()]
            .kind
            .map(|_| SymbolKind::Method);
        let def = self.b.add_def(DefRole::Callable, kind, node, Some(name));
        self.describe(def, doc);
        let text = self.b.text(node);
        let signature = self.b.folded(text);
        let d = self.b.def_mut(def);
        d.flags.set(DefFlags::ABSTRACT);
        d.signature = signature;
        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        if let Some(parameters) = IDS.parameters.of(node) {
            self.parameters(def, parameters);
        }
        let ty = self.result(node, false);
        self.b.def_mut(def).ty = ty;
        self.b.leave_def(outer);
    }

    /// The fields of one declaration: `a, b T`, or an embedded `T`.
    fn fields(&mut self, owner: DefId, node: Node<'t>, doc: DocRange, bases: &mut Vec<Base>) {
        let Some(type_node) = IDS.type_.of(node) else {
            return;
        };
        let kind = self.b.facts.defs[owner.index()]
            .kind
            .map(|_| SymbolKind::Field);
        let base = self.names.len();
        self.each(node, |this, child, field| {
            if IDS.name.is(field) {
                this.names.push(child);
            }
        });
        let embedded = self.names.len() == base;
        if embedded {
            let token = self.type_token(type_node);
            self.names.push(token);
        }
        let first = self.b.facts.defs.len();
        let signature = self.b.folded(
            self.b
                .source()
                .get(node.start_byte()..type_node.end_byte())
                .unwrap_or(""),
        );
        for index in base..self.names.len() {
            let def = self
                .b
                .add_def(DefRole::Value, kind, node, Some(self.names[index]));
            self.describe(def, doc);
            self.b.def_mut(def).signature = signature;
        }
        let end = self.b.facts.defs.len();
        self.names.truncate(base);
        let ty = self.ty(type_node);
        for def in first..end {
            self.b.facts.defs[def].ty = ty;
        }
        if embedded {
            bases.push(Base {
                kind: BaseKind::Embeds,
                ty,
            });
        }
    }
}
