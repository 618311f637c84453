//! All facts side by side, with the indexes that resolution needs: global symbols, bindings by scope and name, members by
//! owner. The facts of a file are fetched when somebody first looks at them.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use bombe_format::kind::Language;
use rayon::prelude::*;

use super::contributions::FileContributions;
use super::cross_fact::{CrossFact, FactKind, FactObject};
use super::cross_index::{CrossFileIndex, IndexedFact};
use super::dependencies;
use super::names::Names;
use super::record::FileDef;
use bombe_facts::expected_type::{ExpectedTypeContext, Literals};
pub use bombe_facts::name::Name;
use bombe_facts::{
    Binding, BindingId, Bound, Def, DefFlags, DefId, DefRole, Expr, ExprId, Facts, ScopeId, StrId,
};
use bombe_rules::LanguageRules;
use bombe_rules::file_table::ProjectFile;
use bombe_rules::file_table::{FileRow, FileTable, SharedBinding};
use bombe_rules::summary::FileSummary;

use crate::ParsedFile;

/// A definition, numbered over all files in file order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sym(pub u32);

/// A member that a type has of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MemberRef<D = Sym> {
    /// A definition.
    Def(D),
    /// An assignment from outside the body: index into [`Facts::assigns`] of a file.
    Assign(u32, u32),
}

/// Indexes of one file.
#[derive(Debug, Default)]
struct FileIndex {
    /// (scope, name, pos, binding), sorted.
    bindings: Vec<(ScopeId, Name, u32, BindingId)>,
    /// Where the bindings of each scope start in `bindings`, and the end of the last.
    first_binding: Vec<u32>,
    /// Made when somebody first asks: for that all expressions are gone through.
    literals: OnceLock<Literals>,
}

/// A file and what the indexes of the whole are made of.
pub struct Source {
    /// Path relative to the root, `/`-separated; stub files have paths that no file has.
    pub path: String,
    /// Its language.
    pub language: Language,
    /// The rules of its language.
    pub rules: &'static dyn LanguageRules,
    /// blake3 of its bytes.
    pub hash: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// What all files together are indexed by.
    pub summary: FileSummary,
    /// Facts and their indexes, once somebody has looked at them.
    opened: OnceLock<Box<Opened>>,
}

impl Source {
    /// A file whose facts are at hand.
    pub fn new(file: ParsedFile, rules: &'static dyn LanguageRules) -> Self {
        let summary = FileSummary::of(&file.facts, rules);
        let opened = OnceLock::from(Box::new(Opened::new(file.facts)));
        Self {
            path: file.path,
            language: file.language,
            rules,
            hash: file.hash,
            size: file.size,
            summary,
            opened,
        }
    }

    /// A file whose facts are fetched when somebody looks at them.
    pub fn known(
        path: String,
        language: Language,
        rules: &'static dyn LanguageRules,
        hash: [u8; 32],
        size: u64,
        summary: FileSummary,
    ) -> Self {
        Self {
            path,
            language,
            rules,
            hash,
            size,
            summary,
            opened: OnceLock::new(),
        }
    }

    /// The same file with its facts.
    #[must_use]
    pub fn with(self, opened: Box<Opened>) -> Self {
        let opened = OnceLock::from(opened);
        Self { opened, ..self }
    }
}

/// The facts of one file with its indexes.
#[derive(Debug)]
pub struct Opened {
    facts: Facts,
    /// The name of each string.
    names: Vec<Name>,
    index: FileIndex,
    /// (owner, name, member), sorted: what the file itself declares, then what others add.
    members: Vec<(DefId, Name, MemberRef)>,
    /// Where the members of each definition start in `members`, and the end of the last.
    first_member: Vec<u32>,
    symbols: OnceLock<Symbols>,
}

impl Opened {
    /// Indexes facts.
    ///
    /// # Panics
    /// When an id in them is of no row of its table, as no parsing makes it.
    pub fn new(facts: Facts) -> Self {
        let names: Vec<Name> = facts.strings.iter().map(Name::of).collect();
        let index = FileIndex::new(&facts, &names);
        Self {
            facts,
            names,
            index,
            members: Vec::new(),
            first_member: Vec::new(),
            symbols: OnceLock::new(),
        }
    }
}

impl Opened {
    fn literals(&self) -> &Literals {
        let literals = &self.index.literals;
        literals.get_or_init(|| Literals::of(&self.facts))
    }

    fn set_members(&mut self, mut members: Vec<(DefId, Name, MemberRef)>) {
        members.sort_unstable();
        members.dedup();
        let owners = members.iter().map(|(owner, _, _)| owner.0);
        self.first_member = first_of_groups(owners, self.facts.defs.len());
        self.members = members;
    }
}

/// The definitions of a file that become symbols.
#[derive(Debug)]
pub struct Symbols {
    /// For each definition the number of its symbol in the file, or `u32::MAX`.
    pub of_def: Vec<u32>,
    /// For each symbol its definition: the module, then the others by start byte.
    pub defs: Vec<DefId>,
}

impl Symbols {
    fn of(facts: &Facts) -> Self {
        let mut defs: Vec<DefId> = (0..facts.defs.len() as u32)
            .map(DefId)
            .filter(|at| facts.defs[at.index()].is_symbol())
            .collect();
        defs.sort_by_key(|at| {
            let def = &facts.defs[at.index()];
            (at.0 != 0, def.start, std::cmp::Reverse(def.end), *at)
        });
        let mut of_def = vec![u32::MAX; facts.defs.len()];
        for (symbol, def) in defs.iter().enumerate() {
            of_def[def.index()] = symbol as u32;
        }
        Self { of_def, defs }
    }
}

/// Gives the facts of a file by its number.
pub type Fetch = Box<dyn Fn(u32) -> Facts + Send + Sync>;

/// All facts with their indexes. Files `0 .. repo_files` are the repository's; behind them come stub files.
pub struct Repo {
    /// Every file.
    pub files: Vec<Source>,
    /// How many of them are the repository's own.
    pub repo_files: u32,
    /// Configuration files for the module finders.
    pub configs: Vec<ProjectFile>,
    fetch: Fetch,
    /// First definition of each file, and the number of all.
    sym_base: Vec<u32>,
    /// The file of the first definition of each block.
    block_file: Vec<u32>,
    /// What all files say of others, as far as it is known.
    pub cross_facts: CrossFileIndex,
    names: OnceLock<Names>,
}

/// Definitions in a block: about as many as a file has.
const BLOCK_SYMS: u32 = 64;

/// The lists of members that stand outside of their owner's body.
const OUTSIDE_MEMBERS: [FactKind; 2] = [FactKind::Member, FactKind::Assigned];

/// True if members of definitions in a file stand outside of their bodies.
fn has_members(cross_facts: &CrossFileIndex, file: u32) -> bool {
    let mut lists = OUTSIDE_MEMBERS.into_iter();
    lists.any(|kind| cross_facts.of_file(kind, file).next().is_some())
}

/// The name of the member that stands for all that a type does not list.
const ANY_MEMBER: &str = "[]";

impl Repo {
    /// Puts files side by side. `files` must be the repository's files by path, then stub files; `repo_files` says how many
    /// are the repository's. `fetch` gives the facts of those that come without.
    pub fn new(
        files: Vec<Source>,
        repo_files: u32,
        configs: Vec<ProjectFile>,
        fetch: Fetch,
    ) -> Self {
        let mut sym_base = Vec::with_capacity(files.len() + 1);
        let mut block_file = Vec::new();
        let mut syms = 0u32;
        for (at, file) in files.iter().enumerate() {
            sym_base.push(syms);
            syms += file.summary.head.defs;
            block_file.resize(syms.div_ceil(BLOCK_SYMS) as usize, at as u32);
        }
        sym_base.push(syms);
        let mut repo = Self {
            files,
            repo_files,
            configs,
            fetch,
            sym_base,
            block_file,
            cross_facts: CrossFileIndex::default(),
            names: OnceLock::new(),
        };
        repo.renew_members(|_, _| true);
        repo
    }

    /// Takes what all files say of others in place of what they have said before.
    pub fn set_cross_facts(&mut self, cross_facts: CrossFileIndex) {
        let before = std::mem::replace(&mut self.cross_facts, cross_facts);
        self.renew_members(|cross_facts, file| {
            has_members(&before, file) || has_members(cross_facts, file)
        });
    }

    /// Adds what was found out that some files say, of these lists, and shows what all say up to the last of them.
    pub fn add_contributions(
        &mut self,
        found: &[FileContributions],
        lists: RangeInclusive<FactKind>,
    ) {
        let mut cross_facts = std::mem::take(&mut self.cross_facts);
        let files = found.iter().map(|of_file| {
            let rows = of_file.contributions.map(|sym| self.at(sym)).to_rows();
            let rows = rows.all().filter(|fact| lists.contains(&fact.kind));
            (of_file.file, rows.collect::<Vec<_>>())
        });
        cross_facts.add(files, *lists.end());
        self.cross_facts = cross_facts;
        if OUTSIDE_MEMBERS.iter().any(|kind| lists.contains(kind)) {
            self.renew_members(has_members);
        }
    }

    /// The other sides of what is said of a definition.
    pub fn others(&self, kind: FactKind, sym: Sym) -> impl Iterator<Item = Sym> + '_ {
        let others = self.cross_facts_of(kind, sym);
        others.filter_map(|row| self.other_of(row.fact))
    }

    /// What is said of the definitions of a file, with the other side.
    pub fn fact_pairs_of_file(
        &self,
        kind: FactKind,
        file: u32,
    ) -> impl Iterator<Item = (Sym, Sym)> + '_ {
        let rows = self.cross_facts.of_file(kind, file);
        rows.filter_map(|row| Some((self.sym_at(row.fact.subject), self.other_of(row.fact)?)))
    }

    fn other_of(&self, fact: CrossFact) -> Option<Sym> {
        match fact.object {
            FactObject::Def(other) => Some(self.sym_at(other)),
            FactObject::None | FactObject::Assign(..) | FactObject::Type(_) => None,
        }
    }

    /// What is said of a definition.
    pub fn cross_facts_of(
        &self,
        kind: FactKind,
        sym: Sym,
    ) -> impl Iterator<Item = IndexedFact> + '_ {
        self.cross_facts.of_def(kind, self.at(sym))
    }

    /// Takes names that were kept, in which some files are `otherwise` now.
    pub fn take_names(&mut self, names: Names, otherwise: impl Iterator<Item = u32>) {
        let names = names.with(otherwise, |file| &self.files[file as usize].summary);
        self.names = OnceLock::from(names);
    }

    /// The names that files share.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let summaries = self.files.iter().map(|file| &file.summary);
            Names::of(&summaries.collect::<Vec<_>>())
        })
    }

    /// The facts of a file and their indexes.
    fn open(&self, file: u32) -> &Opened {
        dependencies::record_file(file);
        self.files[file as usize].opened.get_or_init(|| {
            let mut opened = Box::new(Opened::new((self.fetch)(file)));
            opened.set_members(self.members_of_file(file, &opened));
            opened
        })
    }

    /// Members of the definitions of a file: those that it declares itself and those that others add.
    fn members_of_file(&self, file: u32, opened: &Opened) -> Vec<(DefId, Name, MemberRef)> {
        let mut members = self.members_declared(file, opened);
        for kind in OUTSIDE_MEMBERS {
            members.extend(self.cross_facts.of_file(kind, file).filter_map(|row| {
                let member = match row.fact.object {
                    FactObject::Def(member) => MemberRef::Def(self.sym_at(member)),
                    FactObject::Assign(file, assign) => MemberRef::Assign(file, assign),
                    FactObject::None | FactObject::Type(_) => return None,
                };
                Some((row.fact.subject.def, row.fact.name, member))
            }));
        }
        members
    }

    fn members_declared(&self, file: u32, opened: &Opened) -> Vec<(DefId, Name, MemberRef)> {
        let Opened { facts, names, .. } = opened;
        let mut members = Vec::new();
        for (at, def) in facts.defs.iter().enumerate().skip(1) {
            let owner = &facts.defs[def.parent.index()];
            let is_member = matches!(
                owner.role,
                DefRole::Type
                    | DefRole::Object
                    | DefRole::Namespace
                    | DefRole::Alias
                    | DefRole::Impl
            ) && !matches!(
                def.role,
                DefRole::TypeParam | DefRole::Lambda | DefRole::Impl
            ) && !(def.role == DefRole::Object && def.kind.is_none())
                && owner
                    .body_scope
                    .is_none_or(|scope| declares(facts, scope, def.scope));
            if is_member && def.name.0 != 0 {
                let member = MemberRef::Def(self.sym(file, DefId(at as u32)));
                let name = names[def.name.index()];
                members.push((def.parent, name, member));
                // Enumerators that are reached without naming their enum belong to the class around it, too.
                if owner.flags.has(DefFlags::TRANSPARENT) && def.role == DefRole::Value {
                    members.push((owner.parent, name, member));
                }
            }
        }
        for (at, assign) in facts.assigns.iter().enumerate() {
            if let Some(owner) = assign.owner {
                let already = assign
                    .def
                    .is_some_and(|def| facts.defs[def.index()].parent == owner);
                if !already {
                    let member = MemberRef::Assign(file, at as u32);
                    members.push((owner, names[assign.name.index()], member));
                }
            }
        }
        members
    }

    /// Puts together the members of the definitions in the files for which something holds, of those that are open.
    fn renew_members(&mut self, holds: impl Fn(&CrossFileIndex, u32) -> bool + Sync) {
        let files = self.files.par_iter().zip(0u32..self.files.len() as u32);
        let members: Vec<_> = files
            .filter_map(|(source, file)| {
                let opened = source.opened.get()?;
                let renewed = holds(&self.cross_facts, file);
                renewed.then(|| (file, self.members_of_file(file, opened)))
            })
            .collect();
        for (file, members) in members {
            if let Some(opened) = self.files[file as usize].opened.get_mut() {
                opened.set_members(members);
            }
        }
    }

    /// Members of one owner, by name number.
    fn members_of(&self, owner: Sym) -> &[(DefId, Name, MemberRef)] {
        let opened = self.open(self.file_of(owner));
        let at = self.def_id(owner).index();
        &opened.members[opened.first_member[at] as usize..opened.first_member[at + 1] as usize]
    }

    /// Members that `owner` declares itself under `name`, in source order. Logarithmic in the number of its members.
    pub fn own_members(&self, owner: Sym, name: Name) -> impl Iterator<Item = MemberRef> + '_ {
        let members = self.members_of(owner);
        let start = members.partition_point(|(_, n, _)| *n < name);
        members[start..]
            .iter()
            .take_while(move |(_, n, _)| *n == name)
            .map(|(_, _, member)| *member)
    }

    /// Every member that `owner` has of its own, by name number.
    pub fn all_members(&self, owner: Sym) -> impl Iterator<Item = (Name, MemberRef)> + '_ {
        self.members_of(owner)
            .iter()
            .map(|(_, name, member)| (*name, *member))
    }

    /// The facts of a file.
    pub fn facts(&self, file: u32) -> &Facts {
        &self.open(file).facts
    }

    /// The rules of a file's language.
    pub fn rules(&self, file: u32) -> &'static dyn LanguageRules {
        self.files[file as usize].rules
    }

    /// True for stub files.
    pub fn is_external(&self, file: u32) -> bool {
        file >= self.repo_files
    }

    /// True for what is defined in stub files.
    pub fn is_external_sym(&self, sym: Sym) -> bool {
        self.is_external(self.file_of(sym))
    }

    /// The global number of a definition.
    pub fn sym(&self, file: u32, def: DefId) -> Sym {
        Sym(self.sym_base[file as usize] + def.0)
    }

    /// The global number of a definition by its file.
    pub fn sym_at(&self, at: FileDef) -> Sym {
        self.sym(at.file, at.def)
    }

    /// A definition by its file.
    pub fn at(&self, sym: Sym) -> FileDef {
        FileDef {
            file: self.file_of(sym),
            def: self.def_id(sym),
        }
    }

    /// Number of definitions over all files.
    pub fn sym_count(&self) -> usize {
        self.sym_base.last().map_or(0, |count| *count as usize)
    }

    /// The file of a definition.
    pub fn file_of(&self, sym: Sym) -> u32 {
        let mut file = self.block_file[(sym.0 / BLOCK_SYMS) as usize];
        while self.sym_base[file as usize + 1] <= sym.0 {
            file += 1;
        }
        file
    }

    /// The number of a definition within its file.
    pub fn def_id(&self, sym: Sym) -> DefId {
        DefId(sym.0 - self.sym_base[self.file_of(sym) as usize])
    }

    /// A definition.
    pub fn def(&self, sym: Sym) -> &Def {
        &self.facts(self.file_of(sym)).defs[self.def_id(sym).index()]
    }

    /// The definition around another.
    pub fn parent(&self, sym: Sym) -> Sym {
        self.sym(self.file_of(sym), self.def(sym).parent)
    }

    /// The global name of a definition.
    pub fn sym_name(&self, sym: Sym) -> Name {
        self.name(self.file_of(sym), self.def(sym).name)
    }

    /// The global name of a string of a file.
    pub fn name(&self, file: u32, id: StrId) -> Name {
        self.open(file).names[id.index()]
    }

    /// The name of the member that stands for all that a type does not list.
    pub fn any_member(&self) -> Name {
        Name::of(ANY_MEMBER)
    }

    /// The text of a string of a file that is an identifier; empty for others.
    pub fn text(&self, file: u32, id: StrId) -> &str {
        match self.name(file, id) {
            Name::NONE => "",
            _ => self.facts(file).str(id),
        }
    }

    /// The definitions of a file that become symbols.
    pub fn symbols(&self, file: u32) -> &Symbols {
        let opened = self.open(file);
        opened.symbols.get_or_init(|| Symbols::of(&opened.facts))
    }

    /// The type parameters of a definition.
    pub fn type_params(&self, sym: Sym) -> impl Iterator<Item = Sym> + '_ {
        let file = self.file_of(sym);
        self.facts(file)
            .list(self.def(sym).type_params)
            .iter()
            .map(move |id| self.sym(file, DefId(*id)))
    }

    /// An expression.
    pub fn expr(&self, file: u32, expr: ExprId) -> Expr {
        self.facts(file).exprs[expr.index()]
    }

    /// A binding.
    pub fn binding(&self, file: u32, binding: BindingId) -> &Binding {
        &self.facts(file).bindings[binding.index()]
    }

    /// Bindings of a name declared in one scope, by position.
    pub fn bindings(
        &self,
        file: u32,
        scope: ScopeId,
        name: Name,
    ) -> impl DoubleEndedIterator<Item = BindingId> + Clone + '_ {
        let bindings = self.open(file).index.bindings_of(scope);
        let start = bindings.partition_point(|(_, n, _, _)| *n < name);
        let behind = &bindings[start..];
        let count = behind.iter().take_while(|(_, n, _, _)| *n == name).count();
        behind[..count].iter().map(|(_, _, _, binding)| *binding)
    }

    /// Every binding declared in one scope, by name.
    pub fn bindings_in(
        &self,
        file: u32,
        scope: ScopeId,
    ) -> impl Iterator<Item = (Name, BindingId)> + '_ {
        self.open(file)
            .index
            .bindings_of(scope)
            .iter()
            .map(|(_, name, _, binding)| (*name, *binding))
    }

    /// Where a function or object literal stands, if that is known.
    pub fn expected_type_context(&self, file: u32, expr: ExprId) -> Option<ExpectedTypeContext> {
        self.open(file).literals().context(expr)
    }

    /// The expression of a lambda or object definition, if there is one.
    pub fn literal_expr(&self, file: u32, def: DefId) -> Option<ExprId> {
        self.open(file).literals().expr_of(def)
    }
}

impl FileTable for Repo {
    fn file_count(&self) -> u32 {
        self.files.len() as u32
    }

    fn repo_files(&self) -> u32 {
        self.repo_files
    }

    fn file(&self, file: u32) -> FileRow<'_> {
        let source = &self.files[file as usize];
        FileRow {
            path: &source.path,
            language: source.language,
            summary: &source.summary,
        }
    }

    fn project_files(&self) -> &[ProjectFile] {
        &self.configs
    }

    fn facts(&self, file: u32) -> &Facts {
        self.facts(file)
    }

    fn name(&self, file: u32, id: StrId) -> Name {
        self.name(file, id)
    }

    fn bound(&self, file: u32, scope: ScopeId, name: Name) -> Vec<Bound> {
        let bindings = self.bindings(file, scope, name);
        bindings.map(|id| self.binding(file, id).what).collect()
    }

    fn shared(&self, name: Name) -> Box<dyn Iterator<Item = SharedBinding> + '_> {
        dependencies::record_name(name);
        Box::new(self.names().get(name))
    }

    fn depends_on_name(&self, name: Name) {
        dependencies::record_name(name);
    }
}

/// True if a definition in `scope` is declared by the body `outer` itself, perhaps within branches.
fn declares(facts: &Facts, outer: ScopeId, mut scope: ScopeId) -> bool {
    while scope != outer {
        let s = &facts.scopes[scope.index()];
        if s.kind != bombe_facts::ScopeKind::Branch || s.parent == scope {
            return false;
        }
        scope = s.parent;
    }
    true
}

impl FileIndex {
    fn new(facts: &Facts, names: &[Name]) -> Self {
        let mut bindings: Vec<_> = facts
            .bindings
            .iter()
            .enumerate()
            .map(|(at, b)| (b.scope, names[b.name.index()], b.pos, BindingId(at as u32)))
            .collect();
        bindings.sort_unstable();
        let scopes = bindings.iter().map(|(scope, _, _, _)| scope.0);
        let first_binding = first_of_groups(scopes, facts.scopes.len());
        Self {
            bindings,
            first_binding,
            literals: OnceLock::new(),
        }
    }

    /// Bindings declared in one scope, by name.
    fn bindings_of(&self, scope: ScopeId) -> &[(ScopeId, Name, u32, BindingId)] {
        let at = scope.index();
        &self.bindings[self.first_binding[at] as usize..self.first_binding[at + 1] as usize]
    }
}

/// Where each of `groups` groups starts among rows that are sorted by group, and behind them the number of rows.
fn first_of_groups(group_of: impl Iterator<Item = u32>, groups: usize) -> Vec<u32> {
    let mut first = vec![0; groups + 1];
    for group in group_of {
        first[group as usize + 1] += 1;
    }
    for group in 0..groups {
        first[group + 1] += first[group];
    }
    first
}
