//! What other programs read from an export.

use std::collections::BTreeSet;
use std::path::Path;

use protobuf::Message as _;
use scip::types::{Index, PositionEncoding, SymbolRole};

use crate::support::{bombe_build, folder};

const SHAPES: &str = "class Shape:\n    def area(self):\n        return 0\n\n\nclass Sq(Shape):\n    def area(self):\n        return höhe() * 2\n\n\ndef höhe():\n    return 1\n";
const USE: &str = "from shapes import Sq as Square, höhe\n\nx = 'é' ; Square().area(); höhe()\n";

fn built(options: &[&str]) -> tempfile::TempDir {
    let root = folder(&[
        ("shapes.py", SHAPES.as_bytes()),
        ("a b/use.py", USE.as_bytes()),
        ("use.py", USE.as_bytes()),
    ]);
    bombe_build(root.path(), &[&["-q"], options].concat()).code(0);
    root
}

fn export(root: &Path, arguments: &[&str]) -> String {
    bombe_build(root, &[&["export", "--format"], arguments].concat())
        .code(0)
        .out
}

#[test]
fn a_body_behind_a_macro_is_a_symbol_and_no_definition_that_code_can_name() {
    let text = b"void f() {}\nTEST(Suite, works) { f(); }\n";
    let root = folder(&[("a.cc", text)]);
    bombe_build(root.path(), &["-q"]).code(0);
    let defs = export(root.path(), &["jsonl", "--what", "defs"]);
    assert!(defs.contains(r#""qualified":"f""#), "{defs}");
    assert!(!defs.contains("works"), "{defs}");
    let keys = export(root.path(), &["jsonl", "--what", "symbol-keys"]);
    assert!(keys.contains(r#""qualified_name":"Suite.works""#), "{keys}");
}

#[test]
fn an_index_in_scip_names_the_exact_token_of_each_definition_and_use() {
    let root = built(&[]);
    let file = root.path().join("index.scip");
    export(root.path(), &["scip", "-o", file.to_str().unwrap()]);
    let index = Index::parse_from_bytes(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(index.metadata.tool_info.name, "bombe");
    assert!(index.metadata.project_root.starts_with("file:///"));
    let mut defined = BTreeSet::new();
    let mut seen = Vec::new();
    for document in &index.documents {
        assert_eq!(document.language, "Python");
        let encoding = document.position_encoding.enum_value().unwrap();
        assert_eq!(encoding, PositionEncoding::UTF8CodeUnitOffsetFromLineStart);
        let text = std::fs::read_to_string(root.path().join(&document.relative_path)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for occurrence in &document.occurrences {
            scip::symbol::parse_symbol(&occurrence.symbol).unwrap();
            let [line, start, end] = occurrence.range[..] else {
                panic!("{:?}", occurrence.range);
            };
            let token = &lines[line as usize][start as usize..end as usize];
            let is_definition = occurrence.symbol_roles & SymbolRole::Definition as i32 != 0;
            if is_definition {
                defined.insert(occurrence.symbol.clone());
                assert!(matches!(occurrence.enclosing_range.len(), 3 | 4));
            }
            let (_, descriptors) = occurrence.symbol.rsplit_once(' ').unwrap();
            let role = if is_definition { "def" } else { "use" };
            seen.push(format!(
                "{}:{line} {role} {token} {descriptors}",
                document.relative_path
            ));
        }
    }
    for expected in [
        "shapes.py:0 def Shape `shapes.py`/Shape#",
        "shapes.py:1 def area `shapes.py`/Shape#area().",
        "shapes.py:5 use Shape `shapes.py`/Shape#",
        "shapes.py:7 use höhe `shapes.py`/`höhe`().",
        "shapes.py:10 def höhe `shapes.py`/`höhe`().",
        "use.py:0 use Sq `shapes.py`/Sq#",
        "use.py:0 use höhe `shapes.py`/`höhe`().",
        "use.py:2 use Square `shapes.py`/Sq#",
        "use.py:2 use area `shapes.py`/Sq#area().",
        "use.py:2 use höhe `shapes.py`/`höhe`().",
    ] {
        assert!(
            seen.iter().any(|it| it == expected),
            "{expected} in {seen:#?}"
        );
    }
    for document in &index.documents {
        for occurrence in &document.occurrences {
            assert!(
                defined.contains(&occurrence.symbol),
                "{}",
                occurrence.symbol
            );
        }
        for symbol in &document.symbols {
            assert!(defined.contains(&symbol.symbol), "{}", symbol.symbol);
        }
    }
    let symbols = index.documents.iter().flat_map(|it| &it.symbols);
    let square = symbols.clone().find(|it| it.display_name == "Sq").unwrap();
    let [relation] = &square.relationships[..] else {
        panic!("{:?}", square.relationships);
    };
    assert!(relation.is_implementation && relation.symbol.ends_with("/Shape#"));
    for symbol in symbols {
        assert!(symbol.kind.enum_value().is_ok(), "{symbol}");
    }
}

#[test]
fn a_graph_has_the_ends_of_each_edge_once() {
    let root = built(&[]);
    let text = export(root.path(), &["graphml"]);
    let xml = roxmltree::Document::parse(&text).unwrap();
    let nodes: BTreeSet<&str> = (xml.descendants())
        .filter(|it| it.has_tag_name(("http://graphml.graphdrawing.org/xmlns", "node")))
        .map(|it| it.attribute("id").unwrap())
        .collect();
    let mut edges = BTreeSet::new();
    for edge in xml
        .descendants()
        .filter(|it| it.tag_name().name() == "edge")
    {
        let [from, to] = ["source", "target"].map(|end| edge.attribute(end).unwrap());
        assert!(nodes.contains(from) && nodes.contains(to), "{from} {to}");
        assert!(edges.insert((from, to, edge.first_child().and_then(|it| it.text()))));
    }
    assert!(
        text.contains("<data key=\"n_id\">shapes.py::höhe</data>"),
        "{text}"
    );
    let dot = export(root.path(), &["dot"]);
    assert!(dot.starts_with("digraph bombe {\n") && dot.ends_with("}\n"));
    assert_eq!(dot.matches(" -> ").count(), edges.len());
    assert_eq!(dot.matches("[id=").count(), nodes.len());
    for (what, expected) in [
        ("imports", "id=\"shapes.py\", label=\"shapes.py\""),
        ("inherits", "id=\"shapes.py::Sq\", label=\"Sq\""),
    ] {
        let dot = export(root.path(), &["dot", "--what", what]);
        assert!(dot.contains(expected), "{dot}");
    }
}

#[test]
fn tags_are_sorted_and_lead_to_the_line_of_the_name() {
    let root = built(&[]);
    let text = export(root.path(), &["ctags"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.is_sorted(), "{text}");
    assert_eq!(lines[0], "!_TAG_FILE_FORMAT\t2\t/extended format/");
    for expected in [
        "Sq\tshapes.py\t6;\"\tkind:class\tline:6\tlanguage:python\taccess:public\tend:8",
        "area\tshapes.py\t7;\"\tkind:method\tline:7\tlanguage:python\tscope:class:Sq\taccess:public\tend:8",
        "höhe\tshapes.py\t11;\"\tkind:function\tline:11\tlanguage:python\taccess:public\tend:12",
    ] {
        assert!(lines.contains(&expected), "{expected} in {text}");
    }
}

#[test]
fn a_wrong_combination_says_what_to_do() {
    let root = built(&["--no-source"]);
    for (arguments, expected) in [
        (&["--format", "scip", "-o", "x"][..], "--no-source"),
        (
            &["--format", "dot", "--what", "defs"],
            "calls, inherits or imports",
        ),
        (
            &["--format", "ctags", "--what", "calls"],
            "leave --what out",
        ),
        (&["--format", "jsonl"], "--what calls"),
        (&["--format", "xml"], "possible values"),
    ] {
        let run = bombe_build(root.path(), &[&["export"], arguments].concat()).code(2);
        assert!(run.err.contains(expected), "{arguments:?}: {}", run.err);
    }
}
