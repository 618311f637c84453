//! Resolves a folder and writes its edges as JSON lines, without a snapshot: for measuring resolution alone.
//!
//! `resolve FOLDER OUT` writes `OUT/{calls,defs,inherits,imports,loose}.jsonl`.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use bombe_format::ids::SymbolId;
use bombe_format::kind::EdgeKind;
use bombe_indexer::discover::Settings;
use bombe_indexer::report::Silent;
use bombe_indexer::{pipeline, resolve};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(root), Some(out)) = (args.next(), args.next()) else {
        return Err("usage: resolve FOLDER OUT".into());
    };
    std::fs::create_dir_all(&out)?;
    let pool = pipeline::pool(0)?;
    let start = Instant::now();
    let parsed = pool
        .install(|| bombe_indexer::scan::read(Path::new(&root), &Settings::default(), &Silent))?;
    let read = start.elapsed();
    let (graph, _) = pool.install(|| resolve::resolve(parsed));
    writeln!(
        std::io::stderr(),
        "{} files, {} symbols, {} edges, {} unresolved, {} external; read {read:.1?}, resolved {:.1?}",
        graph.files.len(),
        graph.symbols.len(),
        graph.edges.len(),
        graph.unresolved.len(),
        graph.external_calls.len(),
        start.elapsed().saturating_sub(read)
    )?;
    let create = |name: &str| File::create(Path::new(&out).join(name)).map(BufWriter::new);
    let path = |symbol: SymbolId| {
        graph.files[graph.symbols[symbol.index()].file.index()]
            .path
            .as_str()
    };
    let line = |symbol: SymbolId| graph.symbols[symbol.index()].name_line;
    let caller_line = |symbol: SymbolId| {
        let row = &graph.symbols[symbol.index()];
        if row.parent.is_none() {
            Value::Null
        } else {
            Value::from(row.name_line)
        }
    };
    let mut calls = create("calls.jsonl")?;
    let mut inherits = create("inherits.jsonl")?;
    for edge in &graph.edges {
        match edge.kind {
            EdgeKind::Calls | EdgeKind::Constructs => {
                let row = json!({
                    "site_file": path(edge.source), "site_line": edge.line, "site_col": edge.col,
                    "caller_file": path(edge.source), "caller_name_line": caller_line(edge.source),
                    "callee_file": path(edge.target), "callee_name_line": line(edge.target),
                    "callee_name": graph.symbols[edge.target.index()].name, "kind": edge.kind.name(),
                    "confidence": f64::from(edge.confidence) / 100.0, "rule": edge.rule.name(),
                });
                writeln!(calls, "{row}")?;
            }
            EdgeKind::Extends | EdgeKind::Implements => {
                let row = json!({
                    "sub_file": path(edge.source), "sub_name_line": line(edge.source),
                    "super_file": path(edge.target), "super_name_line": line(edge.target), "kind": edge.kind.name(),
                });
                writeln!(inherits, "{row}")?;
            }
            _ => {}
        }
    }
    let mut defs = create("defs.jsonl")?;
    for (at, row) in graph.symbols.iter().enumerate() {
        if row.parent.is_some() {
            let row = json!({
                "file": path(SymbolId(at as u32)), "name": row.name, "qualified": row.qualified, "kind": row.kind.name(),
                "start_line": row.start_line, "name_line": row.name_line, "end_line": row.end_line,
            });
            writeln!(defs, "{row}")?;
        }
    }
    let mut imports = create("imports.jsonl")?;
    for row in &graph.imports {
        let (from, to) = (
            &graph.files[row.from.index()].path,
            &graph.files[row.to.index()].path,
        );
        writeln!(
            imports,
            "{}",
            json!({"from_file": from, "to_file": to, "file": from, "target_file": to})
        )?;
    }
    let mut loose = create("loose.jsonl")?;
    for call in &graph.unresolved {
        let row = json!({"file": path(call.source), "line": call.line, "col": call.col, "name": call.name, "reason": call.reason.name()});
        writeln!(loose, "{row}")?;
    }
    for call in &graph.external_calls {
        let row = json!({"file": path(call.source), "line": call.line, "col": call.col, "name": call.name, "reason": "external"});
        writeln!(loose, "{row}")?;
    }
    Ok(())
}
