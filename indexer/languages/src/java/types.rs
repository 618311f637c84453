//! Lowers types, with a site for every name.

use tree_sitter::Node;

use crate::parse::roles::Role;
use bombe_facts::{
    Base, BaseKind, Bound, DefId, DefRole, Expr, ExprId, List, SiteKind, TypeExpr, TypeId,
};

use super::lower::Lowering;

impl<'t> Lowering<'_, 't> {
    /// Lowers a type, with a site for every name.
    pub(super) fn ty(&mut self, node: Node<'t>) -> TypeId {
        self.ty_with_args(node, None, true)
    }

    /// Lowers the class of a `new`. Its own name is the site of the constructor call, so only its qualifier and its
    /// arguments get type sites.
    pub(super) fn constructed(&mut self, node: Node<'t>) -> TypeId {
        self.ty_with_args(node, None, false)
    }

    /// Lowers a type whose declarator may add dimensions (`int a[]`).
    pub(super) fn ty_with_dimensions(
        &mut self,
        node: Node<'t>,
        dimensions: Option<Node<'t>>,
    ) -> TypeId {
        let ty = if self.is_var(node) {
            TypeId::UNKNOWN
        } else {
            self.ty(node)
        };
        match dimensions {
            Some(dimensions) => self.array_of(ty, dimensions),
            None => ty,
        }
    }

    /// Returns true for `var` in place of a type.
    pub(super) fn is_var(&self, node: Node<'t>) -> bool {
        self.roles.of(node) == Role::TypeName && self.b.text(node) == "var"
    }

    fn ty_with_args(&mut self, node: Node<'t>, args: Option<List<TypeId>>, site: bool) -> TypeId {
        match self.roles.of(node) {
            Role::TypeName | Role::Name => {
                let name = self.b.name(node);
                let ty = self.b.name_type(name, args.unwrap_or_default());
                self.type_site(site, ty, node);
                ty
            }
            Role::TypeMember => {
                let mut base = TypeId::UNKNOWN;
                let mut last = None;
                self.each_child(node, |this, child| match this.roles.of(child) {
                    Role::Decorator => this.node(child),
                    role => {
                        if !base.is_known()
                            && last.is_none()
                            && child.next_named_sibling().is_some()
                        {
                            base = this.ty(child);
                        } else if role == Role::TypeName {
                            last = Some(child);
                        }
                    }
                });
                let Some(last) = last else { return base };
                let name = self.b.name(last);
                let ty = self.b.ty(TypeExpr::Member {
                    base,
                    name,
                    args: args.unwrap_or_default(),
                });
                self.type_site(site, ty, last);
                ty
            }
            Role::TypeGeneric => {
                let mut head = None;
                let start = self.types.len();
                self.each_child(node, |this, child| {
                    if child.kind_id() == this.ids.type_arguments_kind {
                        this.type_arguments(child);
                    } else if head.is_none() {
                        head = Some(child);
                    }
                });
                let args = self.b.list(&self.types[start..]);
                self.types.truncate(start);
                match head {
                    Some(head) => self.ty_with_args(head, Some(args), site),
                    None => TypeId::UNKNOWN,
                }
            }
            Role::TypeArray => {
                let element = match self.ids.element.of(node) {
                    Some(element) => self.ty_with_args(element, None, site),
                    None => TypeId::UNKNOWN,
                };
                match self.ids.dimensions.of(node) {
                    Some(dimensions) => self.array_of(element, dimensions),
                    None => element,
                }
            }
            Role::TypePrimitive => {
                let text = self.b.text(node);
                self.b.builtin_type(text, &[])
            }
            Role::TypeVoid => self.b.ty(TypeExpr::Void),
            Role::TypeAnnotation => {
                let mut ty = TypeId::UNKNOWN;
                self.each_child(node, |this, child| {
                    if this.roles.of(child) == Role::Decorator {
                        this.node(child);
                    } else {
                        ty = this.ty_with_args(child, args, site);
                    }
                });
                ty
            }
            // `? extends T` and `? super T` are lowered as `T`; a bare `?` is unknown.
            Role::TypeWildcard => {
                let mut ty = TypeId::UNKNOWN;
                self.each_child(node, |this, child| match this.roles.of(child) {
                    Role::Decorator => this.node(child),
                    Role::Super => {}
                    _ => ty = this.ty(child),
                });
                ty
            }
            Role::TypeUnion => {
                let start = self.types.len();
                self.each_child(node, |this, child| {
                    let ty = this.ty(child);
                    this.types.push(ty);
                });
                let single = self.types.len() == start + 1;
                let first = self.types.get(start).copied().unwrap_or_default();
                let parts = self.b.list(&self.types[start..]);
                self.types.truncate(start);
                if single {
                    first
                } else {
                    self.b.ty(TypeExpr::Union(parts))
                }
            }
            _ => TypeId::UNKNOWN,
        }
    }

    fn type_site(&mut self, wanted: bool, ty: TypeId, name: Node<'t>) {
        if wanted {
            let value = self.b.expr(Expr::TypeValue(ty));
            self.b.site(SiteKind::Type, value, name);
        }
    }

    /// Pushes the types of `<A, B>` to `self.types`.
    pub(super) fn type_arguments(&mut self, node: Node<'t>) {
        self.each_child(node, |this, child| {
            let ty = this.ty(child);
            this.types.push(ty);
        });
    }

    /// Returns an array type with as many dimensions as the node has brackets.
    pub(super) fn array_of(&mut self, element: TypeId, dimensions: Node<'t>) -> TypeId {
        let text = self.b.text(dimensions);
        let depth = memchr::memchr_iter(b'[', text.as_bytes()).count();
        self.array_type(element, depth)
    }

    /// Returns an array type with `depth` dimensions.
    pub(super) fn array_type(&mut self, mut element: TypeId, depth: usize) -> TypeId {
        for _ in 0..depth {
            element = self.b.builtin_type("array", &[element]);
        }
        element
    }

    /// Adds a type by its full dotted name.
    pub(super) fn dotted_type(&mut self, dotted: &str) -> TypeId {
        let mut ty = TypeId::UNKNOWN;
        for part in dotted.split('.') {
            let name = self.b.str(part);
            let args = List::default();
            ty = if ty.is_known() {
                self.b.ty(TypeExpr::Member {
                    base: ty,
                    name,
                    args,
                })
            } else {
                self.b.name_type(name, args)
            };
        }
        ty
    }

    /// Declares type parameters of `def` in the current scope.
    pub(super) fn type_parameters(&mut self, def: DefId, node: Node<'t>) {
        let start = self.type_params.len();
        self.each_child(node, |this, child| {
            if this.roles.of(child) == Role::TypeParam {
                this.type_parameter(child);
            }
        });
        let list = self.b.list(&self.type_params[start..]);
        self.type_params.truncate(start);
        self.b.def_mut(def).type_params = list;
        // Bounds may name later parameters.
        for at in 0..list.len {
            let param = self.b.facts.list(list)[at as usize];
            self.b.bind_def(param);
        }
    }

    fn type_parameter(&mut self, node: Node<'t>) {
        let mut name = None;
        let mut bound = None;
        self.each_child(node, |this, child| {
            if this.roles.of(child) == Role::TypeName {
                name = Some(child);
            } else if child.kind_id() == this.ids.type_bound {
                bound = Some(child);
            } else {
                this.node(child);
            }
        });
        let Some(name) = name else { return };
        let param = self.b.add_def(DefRole::TypeParam, None, node, Some(name));
        if let Some(bound) = bound {
            let bases = self.base_types(BaseKind::Extends, bound);
            self.b.def_mut(param).bases = bases;
        }
        self.type_params.push(param);
    }

    /// Returns the types below a node as bases of one kind.
    pub(super) fn base_types(&mut self, kind: BaseKind, node: Node<'t>) -> List<Base> {
        let start = self.bases.len();
        self.push_bases(kind, node);
        let list = self.b.list(&self.bases[start..]);
        self.bases.truncate(start);
        list
    }

    /// Pushes the types below a node to `self.bases`, as bases of one kind.
    pub(super) fn push_bases(&mut self, kind: BaseKind, node: Node<'t>) {
        self.each_child(node, |this, child| {
            if this.roles.of(child) == Role::None {
                this.push_bases(kind, child);
            } else {
                let ty = this.ty(child);
                this.bases.push(Base { kind, ty });
            }
        });
    }

    /// Returns the token that names the class in `new a.B<C>()`: `B`.
    pub(super) fn class_token(&self, node: Node<'t>) -> Node<'t> {
        match self.roles.of(node) {
            Role::TypeGeneric => node
                .named_child(0)
                .map_or(node, |child| self.class_token(child)),
            Role::TypeMember | Role::TypeAnnotation => node
                .named_child(node.named_child_count().saturating_sub(1) as u32)
                .map_or(node, |child| self.class_token(child)),
            Role::TypeArray => self
                .ids
                .element
                .of(node)
                .map_or(node, |child| self.class_token(child)),
            _ => node,
        }
    }

    /// Binds a local name.
    pub(super) fn bind_variable(&mut self, name: Node<'t>, pos: u32, ty: TypeId, value: ExprId) {
        let text = self.b.name(name);
        let scope = self.b.declaring_scope();
        self.b.bind(text, scope, pos, Bound::Var, ty, value);
    }
}
