//! Writes the edges of a snapshot as a graph for other programs: the language of Graphviz, or `GraphML`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::EdgeKind;
use bombe_reader::plain;
use bombe_reader::view::View;

use super::{ExportError, ExportKind};

/// The languages in which a graph can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphForm {
    /// The language of Graphviz.
    Dot,
    /// `GraphML`, an XML.
    GraphMl,
}

/// A node: a symbol or a file.
struct Node {
    id: String,
    label: String,
    kind: &'static str,
    path: String,
    line: u32,
}

/// An edge, by the numbers of its nodes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Link {
    from: u32,
    to: u32,
    kind: &'static str,
    line: u32,
    /// In percent.
    confidence: u8,
}

/// Returns true if a part of a snapshot is a graph.
pub const fn is_graph(kind: ExportKind) -> bool {
    matches!(
        kind,
        ExportKind::Calls | ExportKind::Inherits | ExportKind::Imports
    )
}

/// Writes the edges of one kind and the symbols or files at their ends. Nodes come in the order of files and symbols, edges in
/// that of their nodes; of several edges between the same nodes, only the first is written.
///
/// # Errors
/// Fails if the snapshot is damaged, or if `out` fails.
pub fn graph(
    view: &View,
    kind: ExportKind,
    form: GraphForm,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let mut links = match kind {
        ExportKind::Imports => imports(view)?,
        ExportKind::Inherits => edges(view, &[EdgeKind::Extends, EdgeKind::Implements])?,
        _ => edges(view, &[EdgeKind::Calls, EdgeKind::Constructs])?,
    };
    links.sort_unstable();
    links.dedup_by_key(|link| (link.from, link.to, link.kind));
    let mut nodes = BTreeMap::new();
    for id in links.iter().flat_map(|link| [link.from, link.to]) {
        if let std::collections::btree_map::Entry::Vacant(entry) = nodes.entry(id) {
            let node = if kind == ExportKind::Imports {
                file(view, id)?
            } else {
                symbol(view, id)?
            };
            entry.insert(node);
        }
    }
    match form {
        GraphForm::Dot => dot(&nodes, &links, out)?,
        GraphForm::GraphMl => graphml(&nodes, &links, out)?,
    }
    Ok(())
}

fn edges(view: &View, kinds: &[EdgeKind]) -> Result<Vec<Link>, ExportError> {
    let mut links = Vec::new();
    for file in view.files()? {
        for source in view.symbols_in(file.symbols())? {
            for edge in view.edges_from(source.id())? {
                if kinds.contains(&edge.kind) {
                    links.push(Link {
                        from: edge.source.0,
                        to: edge.target.0,
                        kind: edge.kind.name(),
                        line: edge.line,
                        confidence: edge.confidence,
                    });
                }
            }
        }
    }
    Ok(links)
}

fn imports(view: &View) -> Result<Vec<Link>, ExportError> {
    let mut links = Vec::new();
    for file in view.files()? {
        for import in view.imports_of(file.id())? {
            links.push(Link {
                from: file.id().0,
                to: import.to.0,
                kind: EdgeKind::Imports.name(),
                line: import.line,
                confidence: 100,
            });
        }
    }
    Ok(links)
}

fn symbol(view: &View, id: u32) -> Result<Node, ExportError> {
    let symbol = view.symbol(SymbolId(id))?;
    let path = symbol.file()?.path()?.to_owned();
    let qualified = symbol.qualified()?;
    let label = if qualified.is_empty() {
        path.clone()
    } else {
        qualified
    };
    Ok(Node {
        id: symbol.symbol_id()?,
        label,
        kind: symbol.kind().name(),
        path,
        line: symbol.name_line(),
    })
}

fn file(view: &View, id: u32) -> Result<Node, ExportError> {
    let file = view.file(FileId(id))?;
    let path = file.path()?.to_owned();
    Ok(Node {
        id: path.clone(),
        label: path.clone(),
        kind: "file",
        path,
        line: 1,
    })
}

fn dot(nodes: &BTreeMap<u32, Node>, links: &[Link], out: &mut dyn Write) -> io::Result<()> {
    let quoted = |text: &str| {
        let text = plain::escaped(text).replace('\\', "\\\\");
        format!("\"{}\"", text.replace('"', "\\\"").replace('\n', "\\\\n"))
    };
    writeln!(out, "digraph bombe {{\n  rankdir=LR;\n  node [shape=box];")?;
    for (number, node) in nodes {
        let (id, label) = (quoted(&node.id), quoted(&node.label));
        let place = quoted(&format!("{}:{}", node.path, node.line));
        writeln!(
            out,
            "  n{number} [id={id}, label={label}, tooltip={place}, kind={}];",
            node.kind
        )?;
    }
    for link in links {
        // Certain edges are drawn in full.
        let style = if link.confidence < 50 {
            ", style=dashed"
        } else {
            ""
        };
        writeln!(
            out,
            "  n{} -> n{} [kind={}, line={}{style}];",
            link.from, link.to, link.kind, link.line
        )?;
    }
    writeln!(out, "}}")
}

/// The data of nodes and edges: name, type, and whether it is of a node.
const KEYS: [(&str, &str, bool); 8] = [
    ("id", "string", true),
    ("label", "string", true),
    ("kind", "string", true),
    ("path", "string", true),
    ("line", "int", true),
    ("kind", "string", false),
    ("line", "int", false),
    ("confidence", "double", false),
];

fn graphml(nodes: &BTreeMap<u32, Node>, links: &[Link], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
    )?;
    for (name, ty, of_node) in KEYS {
        let (short, part) = if of_node {
            ("n", "node")
        } else {
            ("e", "edge")
        };
        writeln!(
            out,
            "  <key id=\"{short}_{name}\" for=\"{part}\" attr.name=\"{name}\" attr.type=\"{ty}\"/>"
        )?;
    }
    writeln!(out, "  <graph id=\"bombe\" edgedefault=\"directed\">")?;
    for (number, node) in nodes {
        write!(out, "    <node id=\"n{number}\">")?;
        for (name, value) in [
            ("id", &*node.id),
            ("label", &node.label),
            ("kind", node.kind),
            ("path", &node.path),
        ] {
            write!(out, "<data key=\"n_{name}\">{}</data>", in_xml(value))?;
        }
        writeln!(out, "<data key=\"n_line\">{}</data></node>", node.line)?;
    }
    for link in links {
        writeln!(
            out,
            "    <edge source=\"n{}\" target=\"n{}\"><data key=\"e_kind\">{}</data><data key=\"e_line\">{}</data><data key=\"e_confidence\">{}</data></edge>",
            link.from,
            link.to,
            link.kind,
            link.line,
            f64::from(link.confidence) / 100.0
        )?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

/// Returns a text as XML holds it. What XML cannot hold at all is escaped as everywhere.
fn in_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in plain::escaped(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.extend(character.escape_unicode()),
            other => escaped.push(other),
        }
    }
    escaped
}
