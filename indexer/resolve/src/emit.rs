//! The answers as a graph: final symbol ids, edges from structure and hierarchy, imports.

use std::collections::BTreeSet;

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{EdgeKind, Rule};
use hashbrown::HashMap;
use rayon::prelude::*;
use smallvec::SmallVec;

use crate::graph::{
    Edge, EntryRow, ExternalCall, ExternalImport, FileRow, Graph, ImportRow, ParamRow, SkippedRow,
    SymbolFlags, SymbolRow, UnresolvedCall,
};
use bombe_facts::{
    BaseKind, Def, DefFlags, DefId, DefRole, EntryKind, EntryPoint, ExprId, Import, ImportId,
    ImportKind, TypeExpr, TypeId,
};

use super::contributions::Satisfies;
use super::cross_fact::FactKind;
use super::dependencies::{self, ReadSet};
use super::repo::{MemberRef, Repo, Sym};
use super::session::{Entity, Namespace, Session, Shared};
use super::sites::{FileAnswers, SymEdge};
use super::types::TyData;
use bombe_rules::modules::ModuleRef;
use bombe_rules::modules::ModuleTarget;

/// Most files of a package that one import is said to reach.
const PACKAGE_FILES_MAX: usize = 64;

/// What a file's hierarchy, imports, decorators and entry points say.
#[derive(Default)]
struct FileStructure {
    edges: Vec<SymEdge>,
    imports: Vec<(u32, u32)>,
    external_imports: Vec<ExternalImport>,
    entries: Vec<(Sym, EntryRow)>,
}

/// What is said of some files, all of them or a few.
#[derive(Debug)]
pub struct Emitted {
    /// The rows of these files, in their order, and what starts in them. Ids are those of the whole repository.
    pub graph: Graph,
    /// First symbol of each file of the repository, and the number of all symbols.
    pub first_symbol: Vec<u32>,
    /// What was looked at for each of the files.
    pub reads: Vec<ReadSet>,
}

/// Puts everything together for `files`, which ascend; `answers` and `structural` edges are theirs, and the files of
/// `elsewhere_handled` have entry points whose handlers are in them.
pub fn emit<'f>(
    shared: &Shared,
    files: &[u32],
    mut answers: Vec<FileAnswers>,
    structural: impl Iterator<Item = &'f (Sym, Sym, Satisfies)>,
    mut elsewhere_handled: Vec<u32>,
    skipped: Vec<SkippedRow>,
) -> Emitted {
    let repo = &shared.repo;
    let ids = Ids::new(repo);
    let own = Own::new(repo, files);
    let structure: Vec<FileStructure> = files
        .par_iter()
        .zip(&mut answers)
        .with_max_len(1)
        .map(|(file, answers)| {
            let (structure, reads) =
                dependencies::recorded(|| file_structure(shared, *file, answers));
            answers.reads.add(&reads);
            structure
        })
        .collect();
    let mut graph = Graph {
        skipped,
        ..Graph::default()
    };
    emit_symbols(shared, &ids, files, &own, &mut graph);
    let mut entries: Vec<(Sym, EntryRow)> = Vec::new();
    for (file, part) in files.iter().zip(&structure) {
        graph
            .edges
            .extend(part.edges.iter().filter_map(|edge| ids.edge(repo, edge)));
        let mut reached: Vec<ImportRow> = part
            .imports
            .iter()
            .map(|(to, line)| ImportRow {
                from: FileId(*file),
                to: FileId(*to),
                line: *line,
            })
            .collect();
        reached.sort_unstable();
        reached.dedup_by_key(|row| row.to);
        graph.edges.extend(reached.iter().map(|row| Edge {
            source: ids.module(row.from.0),
            target: ids.module(row.to.0),
            kind: EdgeKind::Imports,
            line: row.line,
            col: 0,
            rule: Rule::Import,
            confidence: 100,
        }));
        graph.imports.extend(reached);
        graph
            .external_imports
            .extend(part.external_imports.iter().cloned());
        entries.extend(part.entries.iter().cloned());
    }
    let mut reads = Vec::with_capacity(answers.len());
    for answer in answers {
        reads.push(answer.reads);
        graph
            .edges
            .extend(answer.edges.iter().filter_map(|edge| ids.edge(repo, edge)));
        for unlinked in answer.unlinked {
            let Some(source) = ids.of(repo, unlinked.source) else {
                continue;
            };
            let file = repo.file_of(unlinked.source);
            let name = repo.text(file, unlinked.name).to_owned();
            match unlinked.reason {
                Some(reason) => {
                    graph.unresolved.push(UnresolvedCall {
                        source,
                        line: unlinked.line,
                        col: unlinked.col,
                        name,
                        reason,
                    });
                }
                None => graph.external_calls.push(ExternalCall {
                    source,
                    line: unlinked.line,
                    col: unlinked.col,
                    name,
                }),
            }
        }
    }
    elsewhere_handled.sort_unstable();
    elsewhere_handled.dedup();
    for file in elsewhere_handled {
        if !own.has_file(file) {
            let mut part = FileStructure::default();
            entry_points(&mut Session::new(shared, file), file, &mut part);
            entries.extend(part.entries);
        }
    }
    for (sym, entry) in entries {
        if let Some(symbol) = ids
            .of(repo, sym)
            .filter(|id| own.has(ids.sym(repo, *id), repo))
        {
            graph.entry_points.push(EntryRow { symbol, ..entry });
        }
    }
    let elsewhere = structural
        .map(|(source, target, what)| super::structural::edge(shared, *source, *target, *what))
        .chain(hierarchy_elsewhere(shared, files, &own));
    graph
        .edges
        .extend(elsewhere.filter_map(|edge| ids.edge(repo, &edge)));
    if !own.is_all {
        graph
            .edges
            .retain(|edge| own.has(ids.sym(repo, edge.source), repo));
    }
    add_test_edges(shared, &ids, &mut graph);
    graph.edges.sort_unstable_by_key(|e| {
        (
            e.source,
            e.target,
            e.kind,
            e.line,
            e.col,
            std::cmp::Reverse(e.confidence),
        )
    });
    graph
        .edges
        .dedup_by_key(|e| (e.source, e.target, e.kind, e.line, e.col));
    graph.unresolved.sort_unstable();
    graph.unresolved.dedup();
    graph.external_calls.sort_unstable();
    graph.external_calls.dedup();
    graph.external_imports.sort_unstable();
    graph.external_imports.dedup();
    graph.entry_points.sort_unstable();
    graph.entry_points.dedup();
    Emitted {
        graph,
        first_symbol: ids.first,
        reads,
    }
}

/// Which files rows are wanted of.
struct Own {
    is_own: Vec<bool>,
    is_all: bool,
}

impl Own {
    fn new(repo: &Repo, files: &[u32]) -> Self {
        let mut is_own = vec![false; repo.files.len()];
        for file in files {
            is_own[*file as usize] = true;
        }
        Self {
            is_own,
            is_all: files.len() == repo.repo_files as usize,
        }
    }

    fn has_file(&self, file: u32) -> bool {
        self.is_own[file as usize]
    }

    fn has(&self, sym: Sym, repo: &Repo) -> bool {
        self.is_all || self.has_file(repo.file_of(sym))
    }
}

/// Edges of hierarchy that start in a wanted file and are found from a type in another one, whose member stands there.
fn hierarchy_elsewhere(shared: &Shared, files: &[u32], own: &Own) -> Vec<SymEdge> {
    if own.is_all {
        return Vec::new();
    }
    let repo = &shared.repo;
    let owners = files
        .iter()
        .flat_map(|file| repo.fact_pairs_of_file(FactKind::MemberOf, *file));
    let mut owners: Vec<Sym> = owners
        .map(|(_, owner)| owner)
        .filter(|owner| {
            let file = repo.file_of(*owner);
            !repo.is_external(file) && !own.has_file(file)
        })
        .collect();
    owners.sort_unstable();
    owners.dedup();
    let mut edges = Vec::new();
    for owner in owners {
        let mut session = Session::new(shared, repo.file_of(owner));
        hierarchy_edges(&mut session, owner, &mut edges);
    }
    edges
}

/// Final symbol ids: per file the module, then the definitions that are symbols by start byte.
struct Ids {
    /// For each file its first symbol, which is its module's; behind them the number of all symbols.
    first: Vec<u32>,
}

impl Ids {
    fn new(repo: &Repo) -> Self {
        let mut first = Vec::with_capacity(repo.repo_files as usize + 1);
        let mut symbols = 0;
        first.push(symbols);
        for source in &repo.files[..repo.repo_files as usize] {
            symbols += source.summary.head.symbols;
            first.push(symbols);
        }
        Self { first }
    }

    /// The symbol of a definition, or of the nearest definition around it that is one.
    fn of(&self, repo: &Repo, mut sym: Sym) -> Option<SymbolId> {
        loop {
            if let Some(id) = self.exact(repo, sym) {
                return Some(id);
            }
            let parent = repo.parent(sym);
            if parent == sym {
                return None;
            }
            sym = parent;
        }
    }

    /// The symbol of a definition itself; none for those of stub files.
    fn exact(&self, repo: &Repo, sym: Sym) -> Option<SymbolId> {
        let file = repo.file_of(sym);
        if repo.is_external(file) {
            return None;
        }
        match repo.symbols(file).of_def[repo.def_id(sym).index()] {
            u32::MAX => None,
            symbol => Some(SymbolId(self.first[file as usize] + symbol)),
        }
    }

    /// The definition of a symbol.
    fn sym(&self, repo: &Repo, id: SymbolId) -> Sym {
        let file = self.first.partition_point(|first| *first <= id.0) - 1;
        let symbol = id.0 - self.first[file];
        let def = repo.symbols(file as u32).defs[symbol as usize];
        repo.sym(file as u32, def)
    }

    fn module(&self, file: u32) -> SymbolId {
        SymbolId(self.first[file as usize])
    }

    fn edge(&self, repo: &Repo, edge: &SymEdge) -> Option<Edge> {
        let source = self.of(repo, edge.source)?;
        let target = self.exact(repo, edge.target)?;
        Some(Edge {
            source,
            target,
            kind: edge.kind,
            line: edge.line,
            col: edge.col,
            rule: edge.rule,
            confidence: edge.confidence,
        })
    }
}

fn emit_symbols(shared: &Shared, ids: &Ids, files: &[u32], own: &Own, graph: &mut Graph) {
    let repo = &shared.repo;
    let mut files = files.to_vec();
    if !own.is_all {
        // Of another file only what belongs to a wanted one is of interest.
        let received = files
            .iter()
            .flat_map(|file| repo.fact_pairs_of_file(FactKind::Received, *file));
        let belong = received.map(|(_, def)| repo.file_of(def));
        let belong: Vec<u32> = belong.filter(|file| !repo.is_external(*file)).collect();
        files.extend(belong);
        files.sort_unstable();
        files.dedup();
    }
    for file in files {
        let owner_of: HashMap<Sym, Sym> =
            repo.fact_pairs_of_file(FactKind::Receiver, file).collect();
        let owner = |sym: Sym| -> Option<Sym> {
            owner_of
                .get(&sym)
                .or_else(|| owner_of.get(&repo.parent(sym)))
                .copied()
                .filter(|owner| *owner != sym)
        };
        let source = &repo.files[file as usize];
        let facts = repo.facts(file);
        let defs = &repo.symbols(file).defs;
        for (def_id, id) in defs.iter().zip(ids.first[file as usize]..) {
            let sym = repo.sym(file, *def_id);
            let def = &facts.defs[def_id.index()];
            let outside = owner(sym).and_then(|owner| ids.exact(repo, owner));
            let parent = if def.role == DefRole::Module {
                None
            } else {
                outside.or_else(|| ids.of(repo, repo.parent(sym)))
            };
            if own.has_file(file) {
                graph.symbols.push(symbol_row(repo, file, sym, def, parent));
            }
            let Some(parent) = parent else { continue };
            let parent_role = repo.def(ids.sym(repo, parent)).role;
            let kind = match parent_role {
                DefRole::Module => EdgeKind::Defines,
                DefRole::Type | DefRole::Object | DefRole::Alias => EdgeKind::HasMember,
                _ => EdgeKind::Contains,
            };
            graph.edges.push(Edge {
                source: parent,
                target: SymbolId(id),
                kind,
                line: 0,
                col: 0,
                rule: Rule::Syntax,
                confidence: 100,
            });
        }
        if !own.has_file(file) {
            continue;
        }
        graph.files.push(FileRow {
            path: source.path.clone(),
            language: source.language,
            hash: source.hash,
            size: source.size,
            lines: facts.lines,
            syntax_errors: facts.syntax_errors,
            test: facts.file.test,
            generated: facts.file.generated,
            symbols: source.summary.head.symbols,
        });
    }
}

fn symbol_row(repo: &Repo, file: u32, sym: Sym, def: &Def, parent: Option<SymbolId>) -> SymbolRow {
    let facts = repo.facts(file);
    let params = facts
        .params_of(repo.def_id(sym))
        .iter()
        .map(|param| ParamRow {
            name: facts.str(param.name).to_owned(),
            type_text: facts.str(param.ty_text).to_owned(),
            default_text: facts.str(param.default_text).to_owned(),
        })
        .collect();
    SymbolRow {
        file: FileId(file),
        kind: def.kind.unwrap_or(bombe_format::kind::SymbolKind::Variable),
        name: facts.str(def.name).to_owned(),
        qualified: qualified(repo, file, repo.def_id(sym)),
        parent,
        bytes: (def.start, def.end),
        name_bytes: (def.name_start, def.name_end),
        body_bytes: (def.body_start, def.body_end),
        start_line: def.start_line,
        name_line: def.name_line,
        end_line: def.end_line,
        signature: facts.str(def.signature).to_owned(),
        type_text: facts.type_text(def.ty),
        doc: facts.str(def.doc).to_owned(),
        params,
        decorators: facts
            .list(def.decorators)
            .iter()
            .map(|id| facts.expr_text(ExprId(*id)))
            .collect(),
        visibility: def.visibility,
        flags: SymbolFlags {
            is_async: def.flags.has(DefFlags::ASYNC),
            is_static: def.flags.has(DefFlags::STATIC),
            is_abstract: def.flags.has(DefFlags::ABSTRACT),
            is_deprecated: def.flags.has(DefFlags::DEPRECATED),
            is_test: def.flags.has(DefFlags::TEST),
            is_exported: def.flags.has(DefFlags::EXPORTED)
                || def.flags.has(DefFlags::DEFAULT_EXPORT),
            is_declaration: def.flags.has(DefFlags::DECLARATION),
        },
        complexity: def.complexity,
    }
}

/// Names from the outermost definition inward; a method declared away from its type has the type's name before it.
fn qualified(repo: &Repo, file: u32, def: DefId) -> String {
    let facts = repo.facts(file);
    let mut parts: SmallVec<[&str; 6]> = SmallVec::new();
    let mut at = def;
    while at.0 != 0 {
        let d = &facts.defs[at.index()];
        if d.role == DefRole::Impl {
            parts.push(type_name(facts, d.receiver));
        } else if d.kind.is_some() || d.role == DefRole::Object {
            parts.push(facts.str(d.name));
            if d.receiver.0 != 0 && facts.defs[d.parent.index()].role != DefRole::Impl {
                parts.push(type_name(facts, d.receiver));
            }
        }
        at = d.parent;
    }
    parts.retain(|part| !part.is_empty());
    parts.reverse();
    parts.join(".")
}

/// The last name in a type expression.
fn type_name(facts: &bombe_facts::Facts, ty: TypeId) -> &str {
    match facts.types[ty.index()] {
        TypeExpr::Name { name, .. }
        | TypeExpr::Member { name, .. }
        | TypeExpr::Builtin { name, .. } => facts.str(name),
        TypeExpr::Nullable(inner) => type_name(facts, inner),
        _ => "",
    }
}

fn file_structure(shared: &Shared, file: u32, answers: &FileAnswers) -> FileStructure {
    let mut part = FileStructure::default();
    let used: BTreeSet<u32> = answers
        .edges
        .iter()
        .map(|edge| shared.repo.file_of(edge.target))
        .collect();
    let mut session = Session::new(shared, file);
    for at in 1..shared.repo.facts(file).defs.len() as u32 {
        let sym = shared.repo.sym(file, DefId(at));
        hierarchy_edges(&mut session, sym, &mut part.edges);
        decorator_edges(&mut session, file, sym, &mut part.edges);
    }
    for (at, import) in shared.repo.facts(file).imports.iter().enumerate() {
        import_edges(
            &mut session,
            file,
            ImportId(at as u32),
            import,
            &used,
            &mut part,
        );
    }
    entry_points(&mut session, file, &mut part);
    part
}

/// Entry points that a file declares, whose handlers may stand elsewhere.
fn entry_points(session: &mut Session, file: u32, part: &mut FileStructure) {
    let shared = session.cx;
    for entry in &shared.repo.facts(file).entry_points {
        let handler = match entry.def {
            Some(def) => Some(shared.repo.sym(file, def)),
            None => session.handler(file, entry),
        };
        let facts = shared.repo.facts(file);
        if let Some(sym) = handler.filter(|sym| !shared.repo.is_external_sym(*sym)) {
            let row = EntryRow {
                symbol: SymbolId(0),
                line: entry.line,
                kind: match entry.kind {
                    EntryKind::Main => bombe_format::kind::EntryKind::Main,
                    EntryKind::Route => bombe_format::kind::EntryKind::Route,
                    EntryKind::Command => bombe_format::kind::EntryKind::Command,
                    EntryKind::Event => bombe_format::kind::EntryKind::Event,
                    EntryKind::Test => bombe_format::kind::EntryKind::Test,
                },
                verb: facts.str(entry.verb).to_owned(),
                route: facts.str(entry.route).to_owned(),
                framework: facts.str(entry.framework).to_owned(),
            };
            if matches!(
                entry.kind,
                EntryKind::Route | EntryKind::Command | EntryKind::Event
            ) {
                let module = shared.repo.sym(file, DefId(0));
                part.edges.push(SymEdge {
                    source: module,
                    target: sym,
                    kind: EdgeKind::Handles,
                    line: entry.line,
                    col: 0,
                    rule: Rule::Framework,
                    confidence: shared.repo.rules(file).confidence_of(Rule::Framework),
                });
            }
            part.entries.push((sym, row));
        }
    }
}

impl Session<'_> {
    /// What the expression names that an entry point of a file names its handler by.
    pub(super) fn handler(&mut self, file: u32, entry: &EntryPoint) -> Option<Sym> {
        match self.entity_of_expr(file, entry.handler, Namespace::Value) {
            Entity::Syms(syms) => syms.first().copied(),
            // A method of a value: `server.list`.
            entity => {
                let ty = self.entity_type(&entity);
                match self.types.get(ty) {
                    TyData::Func { syms, .. } => self.types.syms_of(syms).first().copied(),
                    _ => None,
                }
            }
        }
    }
}

fn structural_edge(
    session: &Session,
    source: Sym,
    target: Sym,
    kind: EdgeKind,
    rule: Rule,
) -> SymEdge {
    let repo = session.repo();
    let rules = repo.rules(repo.file_of(source));
    let line = repo.def(source).name_line;
    SymEdge {
        source,
        target,
        kind,
        line,
        col: 0,
        rule,
        confidence: rules.confidence_of(rule),
    }
}

/// `extends`, `implements` and `overrides` of one type.
fn hierarchy_edges(session: &mut Session, sym: Sym, edges: &mut Vec<SymEdge>) {
    let repo = session.repo();
    let def = repo.def(sym);
    if !matches!(def.role, DefRole::Type | DefRole::Object) {
        return;
    }
    let behind_alias = aliased_bases(session, sym);
    for (at, (kind, base)) in session.supers(sym).into_iter().enumerate() {
        if behind_alias.contains(&at) {
            continue;
        }
        let parts = match session.types.get(base) {
            TyData::Union(seq) => session.types.tys_of(seq),
            _ => smallvec::smallvec![base],
        };
        for part in parts {
            if let TyData::Instance(target, _) = session.types.get(part)
                && !repo.is_external_sym(target)
                && target != sym
                && def.kind.is_some()
            {
                let kind = if kind == BaseKind::Implements {
                    EdgeKind::Implements
                } else {
                    EdgeKind::Extends
                };
                edges.push(structural_edge(session, sym, target, kind, Rule::Import));
            }
        }
    }
    let members: Vec<_> = repo.all_members(sym).collect();
    let lineage = session.lineage(sym);
    if lineage.types.len() < 2 {
        return;
    }
    let overloads = session.cx.profile(repo.file_of(sym)).overloads;
    let structural = session.cx.profile(repo.file_of(sym)).structural;
    for (name, member) in members {
        let MemberRef::Def(method) = member else {
            continue;
        };
        let d = repo.def(method);
        if d.role != DefRole::Callable
            || d.flags.has(DefFlags::STATIC)
            || d.kind == Some(bombe_format::kind::SymbolKind::Constructor)
        {
            continue;
        }
        let mut above: SmallVec<[Sym; 4]> = SmallVec::new();
        for ancestor in lineage.types.iter().skip(1) {
            let TyData::Instance(owner, _) = session.types.get(*ancestor) else {
                continue;
            };
            let covered = above.iter().any(|near| session.is_subclass(*near, owner));
            if covered || session.cx.merged_with(sym).any(|other| other == owner) {
                continue;
            }
            let found = repo
                .own_members(owner, name)
                .find_map(|member| match member {
                    MemberRef::Def(target)
                        if repo.def(target).role == DefRole::Callable && target != method =>
                    {
                        Some(target)
                    }
                    _ => None,
                });
            let all: SmallVec<[Sym; 4]> = repo
                .own_members(owner, name)
                .filter_map(|member| match member {
                    MemberRef::Def(target) if repo.def(target).role == DefRole::Callable => {
                        Some(target)
                    }
                    _ => None,
                })
                .collect();
            let target = if overloads {
                all.iter()
                    .copied()
                    .find(|target| session.is_overridden(&[method], *target))
            } else {
                found
            };
            // What a type embeds is hidden by its own methods, not overridden.
            let hides =
                |target: &Sym| structural && !repo.def(*target).flags.has(DefFlags::ABSTRACT);
            if let Some(target) = target.filter(|target| *target != method && !hides(target)) {
                above.push(owner);
                if !repo.is_external_sym(target) {
                    edges.push(structural_edge(
                        session,
                        method,
                        target,
                        EdgeKind::Overrides,
                        Rule::SelfMember,
                    ));
                }
            }
        }
    }
}

fn decorator_edges(session: &mut Session, file: u32, sym: Sym, edges: &mut Vec<SymEdge>) {
    let repo = session.repo();
    let facts = repo.facts(file);
    for decorator in facts.list(repo.def(sym).decorators) {
        let mut expr = ExprId(*decorator);
        if let bombe_facts::Expr::Call { callee, .. } = facts.exprs[expr.index()] {
            expr = callee;
        }
        let mut entity = session.entity_of_expr(file, expr, Namespace::Value);
        if entity == Entity::Unknown {
            entity = session.entity_of_expr(file, expr, Namespace::Type);
        }
        if let Entity::Value(..) | Entity::Typed(_) = entity {
            let ty = session.entity_type(&entity);
            if let TyData::Func { syms, .. } = session.types.get(ty) {
                entity = Entity::Syms(session.types.syms_of(syms).iter().copied().collect());
            }
        }
        if let Entity::Syms(syms) = entity
            && let Some(target) = syms
                .first()
                .filter(|target| !repo.is_external_sym(**target))
        {
            edges.push(structural_edge(
                session,
                sym,
                *target,
                EdgeKind::Decorates,
                Rule::Import,
            ));
        }
    }
}

/// Positions among the supertypes of those that are named through an alias, where types have names of their own
/// (TypeScript): the alias may stand for any type expression, so no type is declared as the base of another.
fn aliased_bases(session: &mut Session, sym: Sym) -> SmallVec<[usize; 4]> {
    let repo = session.repo();
    let file = repo.file_of(sym);
    if !session.cx.profile(file).type_space {
        return SmallVec::new();
    }
    let bases: SmallVec<[_; 4]> = repo
        .facts(file)
        .bases_of(repo.def_id(sym))
        .filter(|(kind, _)| *kind != BaseKind::Metaclass)
        .collect();
    bases
        .iter()
        .enumerate()
        .filter(|(_, (_, ty))| match session.type_entity(file, *ty) {
            Entity::Syms(syms) => syms.iter().all(|sym| repo.def(*sym).role == DefRole::Alias),
            _ => false,
        })
        .map(|(at, _)| at)
        .collect()
}

/// True for the part of `import a.b` that binds `a`: it follows the part that loads `a.b`.
fn binds_top_only(facts: &bombe_facts::Facts, id: ImportId) -> bool {
    let import = &facts.imports[id.0 as usize];
    let before = (id.0 as usize).checked_sub(1).map(|at| &facts.imports[at]);
    import.kind == ImportKind::Module
        && before.is_some_and(|loads| {
            loads.kind == ImportKind::SideEffect
                && loads.line == import.line
                && facts
                    .str(loads.module)
                    .strip_prefix(facts.str(import.module))
                    .is_some_and(|rest| rest.starts_with('.'))
        })
}

/// The files and definitions that an import reaches, or its record as external.
fn import_edges(
    session: &mut Session,
    file: u32,
    id: ImportId,
    import: &Import,
    used: &BTreeSet<u32>,
    part: &mut FileStructure,
) {
    let repo = session.repo();
    let target = session.target(file, id, import);
    let top_only = binds_top_only(repo.facts(file), id);
    // A namespace lies in many files: what brings a name out of it brings no file.
    let of_namespace = matches!(
        &target,
        ModuleTarget::Module(ModuleRef::Package(package)) | ModuleTarget::Within(ModuleRef::Package(package), _)
            if !session.cx.packages[*package as usize].scopes.is_empty()
    );
    // `require` names a module; what that module hands on is no import of this file.
    let brings_files = import.kind != ImportKind::Require && !of_namespace;
    let mut reached: BTreeSet<u32> = BTreeSet::new();
    let mut reach = |session: &Session, module: ModuleRef| match module {
        ModuleRef::File(to) => {
            reached.insert(to);
        }
        ModuleRef::Package(package) => {
            // The files of the package that are used; all of them if it is imported for what it does.
            let package = &session.cx.packages[package as usize];
            dependencies::record_name(dependencies::package_files_name(&package.name));
            let files = &package.files;
            reached.extend(files.iter().filter(|to| used.contains(to)));
            if reached.is_empty() {
                reached.extend(files.iter().take(PACKAGE_FILES_MAX));
            }
        }
    };
    let external = match &target {
        ModuleTarget::Module(module) => {
            // A class taken out of a package reaches the class's file only.
            let by_symbol = matches!(module, ModuleRef::Package(_))
                && matches!(import.kind, ImportKind::Symbol | ImportKind::Static);
            // `from . import x` names no module but what it takes; `import a.b` reaches `a.b` and binds `a`.
            let unnamed = import.level > 0 && import.module.0 == 0 && import.symbol.0 != 0;
            if !by_symbol && !unnamed && !top_only && !of_namespace {
                reach(session, *module);
            }
            matches!(module, ModuleRef::File(to) if repo.is_external(*to))
        }
        ModuleTarget::Within(..) => false,
        ModuleTarget::External => true,
        ModuleTarget::Unknown => false,
    };
    if external {
        let module = format!(
            "{}{}",
            ".".repeat(import.level as usize),
            repo.facts(file).str(import.module)
        );
        let symbol = repo.facts(file).str(import.symbol).to_owned();
        part.external_imports.push(ExternalImport {
            file: FileId(file),
            line: import.line,
            module,
            symbol,
        });
        return;
    }
    for space in [Namespace::Value, Namespace::Type] {
        let entity = session.import_entity(file, id, space);
        match entity {
            Entity::Syms(syms) => {
                for sym in syms {
                    let to = repo.file_of(sym);
                    if !repo.is_external(to) {
                        if brings_files {
                            reached.insert(to);
                        }
                        let module = repo.sym(file, DefId(0));
                        part.edges.push(SymEdge {
                            source: module,
                            target: sym,
                            kind: EdgeKind::ImportsSymbol,
                            line: import.line,
                            col: 0,
                            rule: Rule::Import,
                            confidence: repo.rules(file).confidence_of(Rule::Import),
                        });
                    }
                }
            }
            Entity::Bindings(to, ids) if !repo.is_external(to) => {
                if brings_files {
                    reached.insert(to);
                }
                for id in ids {
                    if let bombe_facts::Bound::Def(def) = repo.binding(to, id).what {
                        part.edges.push(SymEdge {
                            source: repo.sym(file, DefId(0)),
                            target: repo.sym(to, def),
                            kind: EdgeKind::ImportsSymbol,
                            line: import.line,
                            col: 0,
                            rule: Rule::Import,
                            confidence: repo.rules(file).confidence_of(Rule::Import),
                        });
                    }
                }
            }
            Entity::Module(ModuleRef::File(to)) if !top_only && brings_files => {
                reached.insert(to);
            }
            _ => {}
        }
    }
    for to in reached {
        if to != file && !repo.is_external(to) {
            part.imports.push((to, import.line));
        }
    }
}

/// A test tests what it calls outside the test code.
fn add_test_edges(shared: &Shared, ids: &Ids, graph: &mut Graph) {
    let repo = &shared.repo;
    let in_test = |symbol: SymbolId| repo.def(ids.sym(repo, symbol)).flags.has(DefFlags::TEST);
    let is_test = |symbol: SymbolId| {
        let file = repo.file_of(ids.sym(repo, symbol));
        in_test(symbol) || repo.facts(file).file.test
    };
    let found: Vec<Edge> = graph
        .edges
        .iter()
        .filter(|edge| {
            matches!(edge.kind, EdgeKind::Calls | EdgeKind::Constructs) && edge.confidence >= 50
        })
        .filter(|edge| in_test(edge.source) && !is_test(edge.target))
        .map(|edge| Edge {
            kind: EdgeKind::Tests,
            ..*edge
        })
        .collect();
    graph.edges.extend(found);
}
