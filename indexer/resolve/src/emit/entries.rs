//! Entry points and their handlers.

use bombe_facts::{DefId, EntryKind, EntryPoint};
use bombe_format::ids::SymbolId;
use bombe_format::kind::{EdgeKind, Rule};
use bombe_rules::file_table::SourceId;

use crate::emit::FileStructure;
use crate::graph::EntryRow;
use crate::ids::Sym;
use crate::session::{Entity, Namespace, Session};
use crate::sites::SymEdge;
use crate::types::TyData;

/// Adds the entry points that a file declares. Their handlers may be in other files.
pub(super) fn entry_points(session: &mut Session, file: SourceId, part: &mut FileStructure) {
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
                let module = shared.repo.sym(file, DefId::MODULE);
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
    /// Returns the definition that the handler expression of an entry point names.
    pub(crate) fn handler(&mut self, file: SourceId, entry: &EntryPoint) -> Option<Sym> {
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
