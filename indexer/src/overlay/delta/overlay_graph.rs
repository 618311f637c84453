//! The graph of an overlay, with ids of its own.

use bombe_format::ids::FileId;

use super::partition::Partition;
use crate::overlay::digest::rows;
use bombe_resolve::graph::{
    Edge, EntryRow, ExternalCall, ExternalImport, Graph, ImportRow, ImportStatement, SymbolRow,
    UnresolvedCall,
};

impl Partition<'_, '_> {
    /// Returns the rows of the files of the overlay.
    pub(super) fn graph(&self) -> Graph {
        let whole = self.rows.graph;
        let mut graph = Graph::default();
        for (local, (file, run)) in self.overlay_files.iter().zip(self.runs()).enumerate() {
            let local = FileId::new(local);
            graph.files.push(self.rows.file(file.index()).clone());
            for symbol in &whole.symbols[self.rows.symbols(file.index())] {
                graph.symbols.push(SymbolRow {
                    file: local,
                    parent: symbol.parent.map(|parent| self.symbol(parent)),
                    ..symbol.clone()
                });
            }
            let unresolved = rows(&whole.unresolved, &run, |call| call.source.0);
            graph
                .unresolved
                .extend(unresolved.iter().map(|call| UnresolvedCall {
                    source: self.symbol(call.source),
                    ..call.clone()
                }));
            let external = rows(&whole.external_calls, &run, |call| call.source.0);
            graph
                .external_calls
                .extend(external.iter().map(|call| ExternalCall {
                    source: self.symbol(call.source),
                    ..call.clone()
                }));
            let this = file.0..file.0 + 1;
            let imports = rows(&whole.external_imports, &this, |row| row.file.0);
            graph
                .external_imports
                .extend(imports.iter().map(|row| ExternalImport {
                    file: local,
                    ..row.clone()
                }));
            let statements = rows(&whole.statements, &this, |row| row.file.0);
            graph
                .statements
                .extend(statements.iter().map(|row| ImportStatement {
                    file: local,
                    ..row.clone()
                }));
            let entries = rows(&whole.entry_points, &run, |entry| entry.symbol.0);
            graph
                .entry_points
                .extend(entries.iter().map(|entry| EntryRow {
                    symbol: self.symbol(entry.symbol),
                    ..entry.clone()
                }));
        }
        graph.edges.extend(self.edges().map(|edge| Edge {
            source: self.symbol(edge.source),
            target: self.symbol(edge.target),
            ..*edge
        }));
        graph.edges.sort_unstable();
        graph.imports.extend(self.imports().map(|row| ImportRow {
            from: self.file(row.from),
            to: self.file(row.to),
            line: row.line,
        }));
        graph.imports.sort_unstable();
        graph
    }
}
