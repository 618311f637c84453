//! Functions: parameters, return types, docstrings and lambdas.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::decorators::part_of;
use super::grammar::{first_named, last_named};
use super::lower::{Frame, Lowering, cut_at};
use super::types::Special;
use crate::parse::roles::Role;
use bombe_facts::{
    Bound, DefFlags, DefId, DefRole, Expr, ExprId, Param, ParamFlags, ScopeKind, StrId, TypeExpr,
    TypeId,
};

/// Most nodes between the annotation of a receiver and the type variable in it.
const RECEIVER_TYPE_DEPTH_MAX: u32 = 6;

/// The parameters of a function.
#[derive(Default)]
struct Parameters {
    /// All but the receiver.
    params: Vec<Param>,
    /// The names that they bind, each with its position in `params`.
    bound: Vec<(u32, StrId)>,
    /// The receiver's name.
    receiver: Option<StrId>,
    /// The receiver's declared type.
    receiver_type: TypeId,
}

impl Lowering<'_, '_> {
    /// `def name(...): ...`. `decorated` is the node around it with its decorators.
    pub(super) fn function(&mut self, node: Node, decorated: Option<Node>) {
        let Some(name_node) = self.ids.name.of(node) else {
            self.children(node);
            return;
        };
        let class = self.class_body();
        let name_text = self.text(name_node);
        let kind = match class {
            Some(_) if name_text == "__init__" => SymbolKind::Constructor,
            Some(_) => SymbolKind::Method,
            None => SymbolKind::Function,
        };
        let whole = decorated.unwrap_or(node);
        let def = self
            .b
            .add_def(DefRole::Callable, Some(kind), whole, Some(name_node));
        let body = self.ids.body.of(node);
        let name = self.b.def_mut(def).name;
        let mut flags = DefFlags::default();
        if let Some(decorated) = decorated {
            flags.set(self.decorators(def, decorated));
        }
        if self.text(node).starts_with("async") {
            flags.set(DefFlags::ASYNC);
        }
        if class.is_some()
            && matches!(
                name_text,
                "__new__" | "__init_subclass__" | "__class_getitem__"
            )
        {
            flags.set(DefFlags::CLASSMETHOD);
        }
        let signature = self.header_text(node, body);
        let doc = body.map_or(StrId::EMPTY, |body| self.docstring(body));
        let visible = visibility(name_text);
        if class.is_none() && self.b.current_def().is_module() && visible == Visibility::Public {
            flags.set(DefFlags::EXPORTED);
        }
        if self.stub_file {
            flags.set(DefFlags::DECLARATION);
        }
        // Visible from its own name on: a later redefinition takes over.
        let pos = name_node.end_byte() as u32;
        self.note_redefinition(def, name);
        self.bind(name, pos, Bound::Def(def), TypeId::UNKNOWN, ExprId::UNKNOWN);

        let has_type_scope = self.open_type_params(def, node);
        let self_type_vars = self.self_type_vars.len();
        let Parameters {
            params,
            bound,
            receiver,
            receiver_type,
        } = self.parameters(node, class, flags);
        let ty = self
            .ids
            .return_type
            .of(node)
            .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
        let ty = if ty.is_known() {
            ty
        } else {
            self.function_type_comment(node)
        };
        if has_type_scope {
            self.end_type_header(def);
        }
        if class.is_some()
            && !flags.has(DefFlags::CLASSMETHOD)
            && decorated.is_some()
            && receiver.is_some_and(|name| self.b.facts.str(name) == "cls")
        {
            flags.set(DefFlags::CLASSMETHOD);
        }
        let receiver = if flags.has(DefFlags::STATIC) {
            None
        } else {
            receiver
        };
        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        let own = Frame {
            complexity: 1,
            receiver: receiver.zip(class),
            ..Frame::default()
        };
        self.frames.push(own);
        if let Some(name) = receiver {
            let scope = self.b.scope();
            let what = Bound::Param(def, u32::MAX);
            self.b
                .bind(name, scope, 0, what, receiver_type, ExprId::UNKNOWN);
        }
        for (index, name) in bound {
            let scope = self.b.scope();
            let what = Bound::Param(def, index);
            self.b
                .bind(name, scope, 0, what, TypeId::UNKNOWN, ExprId::UNKNOWN);
        }
        if let Some(body) = body {
            if self.is_stub_body(body) && (flags.has(DefFlags::OVERLOAD) || self.stub_file) {
                flags.set(DefFlags::ABSTRACT);
            }
            self.block(body);
        }
        let frame = self.frames.pop().unwrap_or_default();
        self.b.leave_def(outer);
        self.self_type_vars.truncate(self_type_vars);
        if has_type_scope {
            self.close_type_params();
        }
        if frame.generator {
            flags.set(DefFlags::GENERATOR);
        }
        if self.is_test_function(name_text, class) {
            flags.set(DefFlags::TEST);
        }
        let returns = self.b.list(&frame.returns);
        let yields = self.b.list(&frame.yields);
        self.b.set_params(def, params);
        let body_range = body.map_or((0, 0), |body| (body.start_byte(), body.end_byte()));
        let d = self.b.def_mut(def);
        d.flags.set(flags);
        d.visibility = visible;
        d.signature = signature;
        d.doc = doc;
        d.ty = ty;
        d.returns = returns;
        d.yields = yields;
        d.complexity = frame.complexity;
        (d.body_start, d.body_end) = (body_range.0 as u32, body_range.1 as u32);
        self.function_entry_point(def);
    }

    /// Lowers parameters.
    fn parameters(&mut self, node: Node, class: Option<DefId>, flags: DefFlags) -> Parameters {
        let mut found = Parameters::default();
        let Some(list) = self.ids.parameters.of(node) else {
            return found;
        };
        let mut keyword_only = false;
        let mut first = class.is_some() && !flags.has(DefFlags::STATIC);
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            if child.is_extra() {
                continue;
            }
            let kind = child.kind_id();
            if kind == self.ids.k_keyword_separator {
                keyword_only = true;
                continue;
            }
            let Some(mut param) = self.parameter(child) else {
                continue;
            };
            if std::mem::take(&mut first)
                && !param.flags.has(ParamFlags::VARIADIC)
                && !param.flags.has(ParamFlags::KEYWORDS)
            {
                found.receiver = Some(param.name);
                found.receiver_type = self.receiver_type(child, &param);
                continue;
            }
            if param.flags.has(ParamFlags::VARIADIC) {
                keyword_only = true;
            } else if keyword_only {
                param.flags.set(ParamFlags::KEYWORD_ONLY);
            }
            if !param.name.is_empty() {
                found.bound.push((found.params.len() as u32, param.name));
            }
            found.params.push(param);
        }
        found
    }

    /// Returns the declared type of a receiver, unless it is the type of whatever the method is called on: `Self`, or a type
    /// variable, which then stands for that type in the whole method.
    fn receiver_type(&mut self, node: Node, param: &Param) -> TypeId {
        let Some(mut annotation) = self.ids.type_.of(node) else {
            return TypeId::UNKNOWN;
        };
        // `T` or `type[T]`.
        for _ in 0..RECEIVER_TYPE_DEPTH_MAX {
            match self.role(annotation) {
                Role::Name => {
                    let name = self.b.name(annotation);
                    if self.type_vars.contains_key(&name) {
                        self.self_type_vars.push(name);
                        return TypeId::UNKNOWN;
                    }
                    break;
                }
                Role::TypeAnnotation | Role::TypeParam => {}
                Role::TypeGeneric | Role::Index => {
                    let is_class_object = first_named(annotation).is_some_and(|base| {
                        self.text(base) == "type" || self.special_of(base) == Some(Special::Type)
                    });
                    if !is_class_object {
                        break;
                    }
                }
                _ => break,
            }
            match last_named(annotation) {
                Some(inner) => annotation = inner,
                None => break,
            }
        }
        let is_plain = matches!(
            self.b.facts.types[param.ty.index()],
            TypeExpr::Name { .. } | TypeExpr::Member { .. }
        );
        if is_plain { param.ty } else { TypeId::UNKNOWN }
    }

    /// Lowers one parameter. Returns `None` for separators.
    fn parameter(&mut self, node: Node) -> Option<Param> {
        let mut param = Param {
            name: StrId::EMPTY,
            ty: TypeId::UNKNOWN,
            default: ExprId::UNKNOWN,
            ty_text: StrId::EMPTY,
            default_text: StrId::EMPTY,
            flags: ParamFlags::default(),
        };
        let kind = node.kind_id();
        if self.role(node) == Role::Name {
            param.name = self.b.name(node);
            return Some(param);
        }
        let mut inner = None;
        if kind == self.ids.k_typed_parameter {
            inner = first_named(node);
        } else if kind == self.ids.k_default_parameter || kind == self.ids.k_typed_default_parameter
        {
            inner = self.ids.name.of(node);
        } else if kind == self.ids.k_list_splat_pattern
            || kind == self.ids.k_dict_splat_pattern
            || self.role(node) == Role::Pattern
        {
            inner = Some(node);
        }
        let inner = inner?;
        if self.role(inner) == Role::Name {
            param.name = self.b.name(inner);
        } else if inner.kind_id() == self.ids.k_list_splat_pattern {
            param.flags.set(ParamFlags::VARIADIC);
            param.name = first_named(inner).map_or(StrId::EMPTY, |name| self.b.name(name));
        } else if inner.kind_id() == self.ids.k_dict_splat_pattern {
            param.flags.set(ParamFlags::KEYWORDS);
            param.name = first_named(inner).map_or(StrId::EMPTY, |name| self.b.name(name));
        }
        if let Some(ty) = self.ids.type_.of(node) {
            param.ty = self.ty(ty);
            param.ty_text = self.b.folded(self.text(ty));
        }
        if kind != self.ids.k_typed_parameter
            && let Some(value) = self.ids.value.of(node)
        {
            param.flags.set(ParamFlags::OPTIONAL);
            param.default = self.expression(value);
            param.default_text = self.b.folded(cut_at(self.text(value), 80));
        }
        Some(param)
    }

    /// `lambda …: …`.
    pub(super) fn lambda(&mut self, node: Node) -> ExprId {
        let def = self.b.add_def(DefRole::Lambda, None, node, None);
        let mut params = Vec::new();
        if let Some(list) = self.ids.parameters.of(node) {
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                if !child.is_extra()
                    && let Some(param) = self.parameter(child)
                {
                    params.push(param);
                }
            }
        }
        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        for (index, param) in params.iter().enumerate() {
            let scope = self.b.scope();
            let what = Bound::Param(def, index as u32);
            self.b
                .bind(param.name, scope, 0, what, TypeId::UNKNOWN, ExprId::UNKNOWN);
        }
        let body = self
            .ids
            .body
            .of(node)
            .map_or(ExprId::UNKNOWN, |body| self.expression(body));
        self.b.leave_def(outer);
        let returns = self.b.list(&[body]);
        self.b.set_params(def, params);
        self.b.def_mut(def).returns = returns;
        self.b.expr(Expr::Lambda(def))
    }

    /// Interns the text from `def` or `class` up to the colon, without comments.
    pub(super) fn header_text(&mut self, node: Node, body: Option<Node>) -> StrId {
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        let source = self.b.source();
        let text = source.get(node.start_byte()..end).unwrap_or("");
        // A comment may follow the colon, so the header ends at the colon outside of all brackets.
        let text = cut_at(text, 2_000);
        if !text.contains('#') {
            return self.b.folded(text.trim_end().trim_end_matches(':'));
        }
        let mut plain = String::with_capacity(text.len());
        for line in text.lines() {
            plain.push_str(line.split('#').next().unwrap_or(line));
            plain.push(' ');
        }
        self.b.folded(plain.trim_end().trim_end_matches(':'))
    }

    /// Interns the string at the start of a body, without its quotes and common indentation.
    pub(super) fn docstring(&mut self, body: Node) -> StrId {
        let Some(first) = first_named(body) else {
            return StrId::EMPTY;
        };
        if self.role(first) != Role::ExpressionStatement {
            return StrId::EMPTY;
        }
        let Some(string) = first_named(first) else {
            return StrId::EMPTY;
        };
        if string.kind_id() != self.ids.k_string {
            return StrId::EMPTY;
        }
        let text = self.text(string);
        let open = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let quotes = if open.starts_with("\"\"\"") || open.starts_with("'''") {
            3
        } else {
            1
        };
        let Some(inner) = open.get(quotes..open.len().saturating_sub(quotes)) else {
            return StrId::EMPTY;
        };
        let inner = inner.trim();
        if !inner.contains('\n') {
            return self.b.doc(inner);
        }
        let indent = inner
            .lines()
            .skip(1)
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.len() - line.trim_start().len())
            .min()
            .unwrap_or(0);
        let mut doc = String::with_capacity(inner.len());
        for (index, line) in inner.lines().enumerate() {
            if index > 0 {
                doc.push('\n');
            }
            let line = if index == 0 {
                line
            } else {
                line.get(indent..).unwrap_or_else(|| line.trim_start())
            };
            doc.push_str(line.trim_end());
        }
        self.b.doc(&doc)
    }

    /// Returns true for a body that is only `...`, possibly after a docstring.
    fn is_stub_body(&self, body: Node) -> bool {
        last_named(body)
            .and_then(first_named)
            .is_some_and(|last| last.kind_id() == self.ids.k_ellipsis)
    }

    /// Marks definitions of one name in different branches of one scope.
    pub(super) fn note_redefinition(&mut self, def: DefId, name: StrId) {
        let scope = self.b.function_scope();
        if self.b.scope() == scope {
            return;
        }
        let earlier = self
            .b
            .facts
            .bindings
            .iter()
            .rev()
            .find_map(|binding| match binding.what {
                Bound::Def(other)
                    if binding.name == name
                        && binding.scope == scope
                        && binding.branch != scope =>
                {
                    Some(other)
                }
                _ => None,
            });
        if let Some(earlier) = earlier {
            self.b.def_mut(earlier).flags.set(DefFlags::CONDITIONAL);
            self.b.def_mut(def).flags.set(DefFlags::CONDITIONAL);
        }
    }

    fn is_test_function(&self, name: &str, class: Option<DefId>) -> bool {
        if !name.starts_with("test") {
            return false;
        }
        match class {
            Some(class) => {
                let class = &self.b.facts.defs[class.index()];
                self.test_file || self.b.facts.str(class.name).contains("Test")
            }
            None => self.test_file && self.b.current_def().is_module(),
        }
    }

    /// `# type: (int, str) -> bool` after or below a function's header.
    fn function_type_comment(&mut self, node: Node) -> TypeId {
        let mut cursor = node.walk();
        let comment = node
            .children(&mut cursor)
            .find(|child| self.role(*child) == Role::Comment);
        let Some(comment) = comment else {
            return TypeId::UNKNOWN;
        };
        let text = self.text(comment);
        let Some(at) = text.find("->") else {
            return TypeId::UNKNOWN;
        };
        if !text
            .trim_start_matches('#')
            .trim_start()
            .starts_with("type:")
        {
            return TypeId::UNKNOWN;
        }
        let rest = &text[at + 2..];
        let start = at + 2 + (rest.len() - rest.trim_start().len());
        self.type_in(part_of(comment, start, text.trim_end().len()))
    }
}

/// Returns the visibility that the underscores of a name express.
pub(super) fn visibility(name: &str) -> Visibility {
    if name.starts_with("__") {
        if name.ends_with("__") {
            Visibility::Public
        } else {
            Visibility::Private
        }
    } else if name.starts_with('_') {
        Visibility::Protected
    } else {
        Visibility::Public
    }
}
