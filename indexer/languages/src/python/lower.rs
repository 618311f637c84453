//! The walk over a Python file: its state, its scopes, and its definitions of variables.

use std::collections::BTreeMap;

use bombe_format::kind::SymbolKind;
use tree_sitter::{Node, Parser};

use super::container_writes::PendingWrite;
use super::grammar::{Ids, ids};
use super::types::Special;
use crate::LowerInput;
use crate::build::Builder;
use crate::parse::roles::{Role, Roles};
use bombe_facts::{
    Bound, DefFlags, DefId, DefRole, Expr, ExprId, Facts, List, ScopeId, ScopeKind, StrId, TypeId,
};

/// Lowers one file.
pub(super) fn lower(input: &LowerInput) -> Facts {
    let mut lowering = Lowering {
        b: Builder::new(input.source, module_name(input.path)),
        roles: input.roles,
        ids: ids(),
        frames: vec![Frame::default()],
        scratch: Vec::new(),
        declared: BTreeMap::new(),
        special_names: BTreeMap::new(),
        typing_modules: Vec::new(),
        type_vars: BTreeMap::new(),
        open_type_vars: Vec::new(),
        self_type_vars: Vec::new(),
        enum_classes: Vec::new(),
        type_only: false,
        sites_suppressed: false,
        chains: Vec::new(),
        last_assignment: None,
        pending_writes: Vec::new(),
        annotation_parser: None,
        test_file: crate::config::config_for(input.language)
            .is_some_and(|config| config.is_test(input.path)),
        stub_file: input.path.rsplit('.').next() == Some("pyi"),
    };
    let root = input.tree.root_node();
    let doc = lowering.docstring(root);
    lowering.b.def_mut(DefId::MODULE).doc = doc;
    lowering.block(root);
    lowering.fill_containers();
    lowering.b.finish()
}

/// Returns the file's name without its extension, or the package's name for `__init__`.
fn module_name(path: &str) -> &str {
    let stem = |part: &'_ str| part.rfind('.').map_or(part.len(), |dot| dot);
    let mut parts = path.rsplit('/');
    let file = parts.next().unwrap_or("");
    let name = &file[..stem(file)];
    if name == "__init__" {
        parts.next().unwrap_or(name)
    } else {
        name
    }
}

/// The state of the walk.
pub(super) struct Lowering<'a, 's> {
    pub(super) b: Builder<'s>,
    pub(super) roles: &'a Roles,
    pub(super) ids: &'static Ids,
    /// The frame of the module and of each enclosing named callable.
    pub(super) frames: Vec<Frame>,
    /// Stack of expressions for lists under construction.
    pub(super) scratch: Vec<ExprId>,
    /// Definitions of variables and fields, by owner and name.
    pub(super) declared: BTreeMap<(DefId, StrId), DefId>,
    /// Local names of the special forms that `typing` and its relatives define.
    pub(super) special_names: BTreeMap<StrId, Special>,
    /// Local names of the `typing` module itself.
    pub(super) typing_modules: Vec<StrId>,
    /// Type variables with their bounds.
    pub(super) type_vars: BTreeMap<StrId, TypeId>,
    /// An entry for each definition whose header is open or whose type parameters are visible.
    pub(super) open_type_vars: Vec<TypeVarFrame>,
    /// Type variables that annotate the receivers of the methods around the current node: they stand for its type.
    pub(super) self_type_vars: Vec<StrId>,
    /// Classes of this file that are enumerations.
    pub(super) enum_classes: Vec<StrId>,
    /// True inside `if TYPE_CHECKING:`.
    pub(super) type_only: bool,
    /// True while no sites are added.
    pub(super) sites_suppressed: bool,
    /// Narrowed member chains, with the scope in which the narrowing applies.
    pub(super) chains: Vec<(StrId, ScopeId)>,
    /// Row of the end of the last assignment and the range of its bindings, for a type comment after it.
    pub(super) last_assignment: Option<(usize, std::ops::Range<usize>, Option<usize>)>,
    /// Writes into containers, for those that start empty.
    pub(super) pending_writes: Vec<PendingWrite>,
    pub(super) annotation_parser: Option<Parser>,
    pub(super) test_file: bool,
    pub(super) stub_file: bool,
}

/// Collected while the body of a callable is lowered.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) returns: Vec<ExprId>,
    pub(super) yields: Vec<ExprId>,
    pub(super) generator: bool,
    pub(super) complexity: u16,
    /// Name of `self` or `cls`, and its class.
    pub(super) receiver: Option<(StrId, DefId)>,
    /// Names declared `global` or `nonlocal`, with their scope.
    pub(super) outer_names: Vec<(StrId, ScopeId)>,
}

/// Type parameters of one definition.
pub(super) struct TypeVarFrame {
    pub(super) def: DefId,
    pub(super) scope: ScopeId,
    /// True while mentioned type variables become parameters of this definition.
    pub(super) open: bool,
    pub(super) names: Vec<(StrId, DefId)>,
}

impl<'s> Lowering<'_, 's> {
    /// The role of a node.
    pub(super) fn role(&self, node: Node) -> Role {
        self.roles.of(node)
    }

    /// The text of a node.
    pub(super) fn text(&self, node: Node) -> &'s str {
        self.b.text(node)
    }

    /// Returns the frame of the innermost named callable.
    pub(super) fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Counts a branch.
    pub(super) fn branch(&mut self) {
        let frame = self.frame();
        frame.complexity = frame.complexity.saturating_add(1);
    }

    /// Makes a list of the expressions pushed since `mark`, and removes them from the stack.
    pub(super) fn take_list(&mut self, mark: usize) -> List<ExprId> {
        let list = self.b.list(&self.scratch[mark..]);
        self.scratch.truncate(mark);
        list
    }

    /// Returns the scope in which an assignment in the current scope binds `name`.
    pub(super) fn scope_for(&mut self, name: StrId) -> ScopeId {
        let own = self.b.function_scope();
        if self.b.facts.scopes[own.index()].kind == ScopeKind::Function {
            let outer = self
                .frame()
                .outer_names
                .iter()
                .find(|(outer, _)| *outer == name);
            if let Some((_, scope)) = outer {
                return *scope;
            }
        }
        own
    }

    /// Binds a name in the scope of an assignment at the current position.
    pub(super) fn bind(&mut self, name: StrId, pos: u32, what: Bound, ty: TypeId, value: ExprId) {
        let scope = self.scope_for(name);
        let own = self.b.function_scope();
        if scope == own {
            self.b.bind(name, scope, pos, what, ty, value);
        } else {
            // The whole outer scope sees it, because the time of the call is unknown.
            self.b.bind(name, scope, 0, what, ty, value);
        }
    }

    /// Returns the class whose body directly encloses the current node, if any.
    pub(super) fn class_body(&self) -> Option<DefId> {
        let scope = self.b.function_scope();
        let scope = &self.b.facts.scopes[scope.index()];
        (scope.kind == ScopeKind::Class).then_some(scope.def)
    }

    /// Returns true where an assignment defines a symbol: in the module or directly in a class.
    pub(super) fn declares_symbols(&self) -> bool {
        let scope = self.b.function_scope();
        matches!(
            self.b.facts.scopes[scope.index()].kind,
            ScopeKind::Module | ScopeKind::Class
        )
    }

    /// Adds a dotted name as an expression without sites. Its parts are read from the current scope.
    pub(super) fn dotted_expr(&mut self, text: &str, pos: u32) -> ExprId {
        let mut parts = text.split('.');
        let first = self.b.str(parts.next().unwrap_or("").trim());
        let mut expr = self.b.name_expr_at(first, pos);
        for part in parts {
            let name = self.b.str(part.trim());
            expr = self.b.expr(Expr::Member { base: expr, name });
        }
        expr
    }

    /// Returns the definition of a variable, field or enum member. Adds it if its owner has none of that name.
    pub(super) fn declare(
        &mut self,
        owner: DefId,
        kind: SymbolKind,
        node: Node,
        name: Node,
    ) -> (DefId, bool) {
        let text = self.b.name(name);
        if let Some(def) = self.declared.get(&(owner, text)) {
            return (*def, false);
        }
        let def = self.b.add_def(DefRole::Value, Some(kind), node, Some(name));
        let (doc_end, start) = (node.end_byte(), node.start_byte());
        let source = self.b.source();
        let line = source.get(start..doc_end).unwrap_or("");
        let signature = self.b.folded(cut_at(line, 200));
        let visibility = super::functions::visibility(self.b.facts.str(text));
        // A field belongs to the class body, independent of the place of the assignment.
        let scope = self.b.facts.defs[owner.index()].body_scope;
        let d = self.b.def_mut(def);
        d.scope = scope.unwrap_or(d.scope);
        d.parent = owner;
        d.visibility = visibility;
        d.signature = signature;
        if kind == SymbolKind::EnumMember {
            d.flags.set(DefFlags::READONLY.with(DefFlags::STATIC));
        }
        self.declared.insert((owner, text), def);
        (def, true)
    }
}

/// Returns at most `max` bytes of `text`, cut at a character boundary.
pub(super) fn cut_at(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}
