//! The walk over a Python tree: its state, and what a name, a member or a frame is on the way.

use std::collections::BTreeMap;

use bombe_format::kind::SymbolKind;
use tree_sitter::{Node, Parser};

use super::grammar::{Ids, ids};
use super::stores::Store;
use super::types::Special;
use crate::LowerInput;
use crate::build::Builder;
use crate::parse::roles::{Role, Roles};
use bombe_facts::{
    Bound, DefFlags, DefId, DefRole, Expr, ExprId, Facts, List, ScopeId, ScopeKind, StrId, TypeId,
};

/// Reads one file.
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
        enum_classes: Vec::new(),
        type_only: false,
        quiet: false,
        chains: Vec::new(),
        last_assignment: None,
        stores: Vec::new(),
        annotation_parser: None,
        test_file: crate::config::config_for(input.language)
            .is_some_and(|config| config.is_test(input.path)),
        stub_file: input.path.rsplit('.').next() == Some("pyi"),
    };
    let root = input.tree.root_node();
    let doc = lowering.docstring(root);
    lowering.b.def_mut(DefId(0)).doc = doc;
    lowering.block(root);
    lowering.fill_containers();
    lowering.b.finish()
}

/// The file's name without its ending; a package's for `__init__`.
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
    /// The module's frame and one for each named callable around the current place.
    pub(super) frames: Vec<Frame>,
    /// Stack of expression ids of lists that are being read.
    pub(super) scratch: Vec<ExprId>,
    /// Variables and fields that have a definition, by owner and name.
    pub(super) declared: BTreeMap<(DefId, StrId), DefId>,
    /// Local names of what `typing` and its relatives give.
    pub(super) special_names: BTreeMap<StrId, Special>,
    /// Local names of the `typing` module itself.
    pub(super) typing_modules: Vec<StrId>,
    /// Names that are type variables, with their bound.
    pub(super) type_vars: BTreeMap<StrId, TypeId>,
    /// One entry for each definition whose header is open or whose type parameters are in sight.
    pub(super) open_type_vars: Vec<TypeVarFrame>,
    /// Classes of this file that are enumerations.
    pub(super) enum_classes: Vec<StrId>,
    /// Inside `if TYPE_CHECKING:`.
    pub(super) type_only: bool,
    /// Nothing read now becomes a site.
    pub(super) quiet: bool,
    /// Member chains about which a condition told something, with the scope that it holds in.
    pub(super) chains: Vec<(StrId, ScopeId)>,
    /// Row of the last assignment's end with its bindings' range, for a type comment behind it.
    pub(super) last_assignment: Option<(usize, std::ops::Range<usize>, Option<usize>)>,
    /// What is put into containers, to be given to those that begin empty.
    pub(super) stores: Vec<Store>,
    pub(super) annotation_parser: Option<Parser>,
    pub(super) test_file: bool,
    pub(super) stub_file: bool,
}

/// What is collected while the body of a callable is read.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) returns: Vec<ExprId>,
    pub(super) yields: Vec<ExprId>,
    pub(super) generator: bool,
    pub(super) complexity: u16,
    /// Name of `self` or `cls` and the class that it stands for.
    pub(super) receiver: Option<(StrId, DefId)>,
    /// Names declared `global` or `nonlocal`, with the scope that they belong to.
    pub(super) outer_names: Vec<(StrId, ScopeId)>,
}

/// Type parameters of one definition.
pub(super) struct TypeVarFrame {
    pub(super) def: DefId,
    pub(super) scope: ScopeId,
    /// Mentions of type variables still declare them here.
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

    /// The frame of the innermost named callable.
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

    /// Makes a list of the expressions pushed since `mark` and takes them off the stack.
    pub(super) fn take_list(&mut self, mark: usize) -> List {
        let start = self.b.facts.lists.len() as u32;
        self.b
            .facts
            .lists
            .extend(self.scratch[mark..].iter().map(|id| id.0));
        let len = (self.scratch.len() - mark) as u32;
        self.scratch.truncate(mark);
        List { start, len }
    }

    /// The scope that an assignment in the current one binds `name` in.
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

    /// Binds a name where an assignment here binds it.
    pub(super) fn bind(&mut self, name: StrId, pos: u32, what: Bound, ty: TypeId, value: ExprId) {
        let scope = self.scope_for(name);
        let own = self.b.function_scope();
        if scope == own {
            self.b.bind(name, scope, pos, what, ty, value);
        } else {
            // Seen from the whole outer scope: when the function runs is not known.
            self.b.bind(name, scope, 0, what, ty, value);
        }
    }

    /// The class whose body the current place stands in directly, if any.
    pub(super) fn class_body(&self) -> Option<DefId> {
        let scope = self.b.function_scope();
        let scope = &self.b.facts.scopes[scope.index()];
        (scope.kind == ScopeKind::Class).then_some(scope.def)
    }

    /// True where an assignment makes a symbol: in the module or directly in a class.
    pub(super) fn declares_symbols(&self) -> bool {
        let scope = self.b.function_scope();
        matches!(
            self.b.facts.scopes[scope.index()].kind,
            ScopeKind::Module | ScopeKind::Class
        )
    }

    /// A dotted name as an expression, each part read from the current scope; no sites.
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

    /// Makes a definition for a variable, field or enum member, or finds the one that its owner has already.
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
        // A field belongs to the class's body, wherever the assignment stands.
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

/// `text` up to `max` bytes, cut at a character boundary.
pub(super) fn cut_at(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}
