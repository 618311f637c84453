//! Final symbol ids, and the files whose rows are wanted.

use bombe_format::ids::{FileId, SymbolId};
use bombe_rules::file_table::SourceId;

use crate::graph::Edge;
use crate::ids::Sym;
use crate::repo::Repo;
use crate::sites::SymEdge;

/// The files whose rows are wanted.
pub(super) struct EmittedFiles {
    is_emitted: Vec<bool>,
    pub(super) is_all: bool,
}

impl EmittedFiles {
    pub(super) fn new(repo: &Repo, files: &[SourceId]) -> Self {
        let mut is_emitted = vec![false; repo.files.len()];
        for file in files {
            is_emitted[file.index()] = true;
        }
        Self {
            is_emitted,
            is_all: files.len() == repo.repo_files as usize,
        }
    }

    pub(super) fn has_file(&self, file: SourceId) -> bool {
        self.is_emitted[file.index()]
    }

    pub(super) fn has(&self, sym: Sym, repo: &Repo) -> bool {
        self.is_all || self.has_file(repo.file_of(sym))
    }
}

/// Final symbol ids: for each file, the module, then the definitions that are symbols by start byte.
pub(super) struct Ids {
    /// For each file its first symbol, which is its module's, followed by the number of all symbols.
    pub(super) first: Vec<u32>,
}

impl Ids {
    pub(super) fn new(repo: &Repo) -> Self {
        let mut first = Vec::with_capacity(repo.repo_files as usize + 1);
        let mut symbols = 0;
        first.push(symbols);
        for source in &repo.files[..repo.repo_files as usize] {
            symbols += source.summary.head.symbols;
            first.push(symbols);
        }
        Self { first }
    }

    /// Returns the symbol of a definition, or of the nearest definition around it that is a symbol.
    pub(super) fn of(&self, repo: &Repo, mut sym: Sym) -> Option<SymbolId> {
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

    /// Returns the symbol of a definition itself; `None` for those of stub files.
    pub(super) fn exact(&self, repo: &Repo, sym: Sym) -> Option<SymbolId> {
        let file = repo.file_of(sym);
        if repo.is_external(file) {
            return None;
        }
        match repo.symbols(file).of_def[repo.def_id(sym).index()] {
            u32::MAX => None,
            symbol => Some(SymbolId(self.first[file.index()] + symbol)),
        }
    }

    /// Returns the definition of a symbol.
    pub(super) fn sym(&self, repo: &Repo, id: SymbolId) -> Sym {
        let file = self.first.partition_point(|first| *first <= id.0) - 1;
        let symbol = id.0 - self.first[file];
        let def = repo.symbols(SourceId::new(file)).defs[symbol as usize];
        repo.sym(SourceId::new(file), def)
    }

    pub(super) fn module(&self, file: FileId) -> SymbolId {
        SymbolId(self.first[file.index()])
    }

    pub(super) fn edge(&self, repo: &Repo, edge: &SymEdge) -> Option<Edge> {
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
