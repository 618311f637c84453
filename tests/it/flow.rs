//! What a call runs is kept apart from what it may run, and every way to name a symbol finds it.

use bombe_reader::limits::Limits;
use bombe_reader::query::QueryError;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::get_references::GetReferences;
use bombe_reader::tools::get_symbol_info::GetSymbolInfo;
use bombe_reader::tools::trace_flow::TraceFlow;
use bombe_reader::tools::traverse_graph::TraverseGraph;
use bombe_reader::tools::{self, Tool, request_of};
use bombe_reader::view::OpenOptions;
use serde_json::{Value, json};

use crate::support::{bombe_build, folder};

fn snapshot_of(files: &[(&str, &str)]) -> (tempfile::TempDir, Snapshot) {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(path, text)| (*path, text.as_bytes()))
        .collect();
    let folder = folder(&files);
    bombe_build(folder.path(), &["-q"]).code(0);
    let file = folder.path().join(".bombe/snapshot.bmb");
    let snapshot = Snapshot::open(&file, OpenOptions::default()).expect("a fresh snapshot opens");
    (folder, snapshot)
}

fn ask<T: Tool>(snapshot: &Snapshot, arguments: &Value) -> Result<Value, QueryError> {
    let request = request_of::<T>(arguments.as_object().cloned().unwrap_or_default())?;
    let answer = tools::answer::<T>(snapshot, &request, &Limits::new())?;
    let mut value = serde_json::to_value(&answer).expect("answers serialise");
    value["text"] = json!(T::text(&answer));
    Ok(value)
}

const FLOW: &[(&str, &str)] = &[
    (
        "app.py",
        "\
class Store:
    def load(self):
        raise NotImplementedError

class Disk(Store):
    def load(self):
        return parse()

class Cache(Store):
    def load(self):
        return super().load()

def parse():
    return 1

def serve(store: Store):
    return store.load()

def direct():
    return Disk().load()

def pass_on(run):
    return run

def later():
    return pass_on(parse)
",
    ),
    (
        "tests/test_app.py",
        "\
from app import direct, serve, Cache

def test_direct():
    assert direct() == 1

def test_serve():
    assert serve(Cache()) is None
",
    ),
];

#[test]
fn a_path_tells_what_is_called_from_what_may_be() {
    let (_folder, snapshot) = snapshot_of(FLOW);
    let trace = |from: &str, to: &str| {
        let answer = ask::<TraceFlow>(&snapshot, &json!({"from": from, "to": to})).unwrap();
        let name = |at: &Value| {
            let at = at.as_u64().unwrap_or(u64::MAX) as usize;
            let id = answer["symbols"][at]["id"].as_str().unwrap_or_default();
            id.rsplit("::").next().unwrap_or_default().to_owned()
        };
        let steps = |path: &Value| -> Vec<String> {
            let steps = path["steps"].as_array().into_iter().flatten();
            steps
                .map(|step| {
                    let way = if step["may"] == true { "may " } else { "" };
                    format!("{way}{}", name(&step["symbol"]))
                })
                .collect()
        };
        let paths = answer["paths"].as_array().cloned().unwrap_or_default();
        let paths: Vec<Vec<String>> = paths.iter().map(steps).collect();
        (paths, answer["is_reversed"] == true)
    };
    assert_eq!(
        trace("serve", "parse"),
        (
            vec![vec!["may Disk.load".to_owned(), "parse".to_owned()]],
            false
        )
    );
    assert_eq!(
        trace("direct", "parse"),
        (
            vec![vec!["Disk.load".to_owned(), "parse".to_owned()]],
            false
        )
    );
    // A function that is passed on may be called by whoever gets it.
    assert_eq!(
        trace("later", "parse"),
        (vec![vec!["may parse".to_owned()]], false)
    );
    // `super` names the method of the base, and runs no other one.
    assert_eq!(trace("Cache.load", "parse"), (Vec::new(), false));
    assert_eq!(trace("parse", "direct"), (Vec::new(), true));
    let same = ask::<TraceFlow>(&snapshot, &json!({"from": "parse", "to": "parse"}));
    assert!(same.unwrap_err().to_string().starts_with("`to`"));
}

#[test]
fn tests_that_surely_reach_a_symbol_are_told_from_those_that_may() {
    let (_folder, snapshot) = snapshot_of(FLOW);
    let info = ask::<GetSymbolInfo>(&snapshot, &json!({"symbol": "Disk.load"})).unwrap();
    let ids = |group: &Value| -> Vec<String> {
        let rows = group["best"].as_array().into_iter().flatten();
        rows.map(|row| row["id"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(ids(&info["callers"]), ["app.py::direct"]);
    assert_eq!(ids(&info["may_callers"]), ["app.py::serve"]);
    assert_eq!(
        ids(&info["tests"]["certain"]),
        ["tests/test_app.py::test_direct"]
    );
    assert_eq!(
        ids(&info["tests"]["may"]),
        ["tests/test_app.py::test_serve"]
    );
    assert_eq!(ids(&info["overrides"]), ["app.py::Store.load"]);
    assert_eq!(info["lines_of_code"], 2);
    assert_eq!(info["complexity"], 1);
}

#[test]
fn a_traversal_lists_what_is_asked_for_and_ends_where_it_is_told_to() {
    let (_folder, snapshot) = snapshot_of(FLOW);
    let reached = |arguments: Value| -> Vec<String> {
        let answer = ask::<TraverseGraph>(&snapshot, &arguments).unwrap();
        let nodes = answer["nodes"].as_array().cloned().unwrap_or_default();
        let shown = nodes.iter().map(|node| {
            let way = if node["may"] == true { "may " } else { "" };
            let id = node["id"].as_str().unwrap_or_default();
            let name = id.rsplit("::").next().unwrap_or_default();
            format!("{} {way}{name}", node["depth"])
        });
        shown.collect()
    };
    assert_eq!(
        reached(json!({"starts": ["serve"]})),
        [
            "1 Store.load",
            "1 may Disk.load",
            "2 may parse",
            "1 may Cache.load"
        ]
    );
    assert_eq!(
        reached(json!({"starts": ["serve"], "edge_kinds": "calls"})),
        ["1 Store.load"]
    );
    assert_eq!(
        reached(json!({"starts": ["serve"], "stop_at": ["Disk.load"], "kind": "method"})),
        ["1 Store.load", "1 may Disk.load", "1 may Cache.load"]
    );
    assert_eq!(
        reached(json!({"starts": ["serve"], "kind": "function"})),
        ["2 may parse"]
    );
    assert_eq!(
        reached(json!({"starts": ["parse"], "direction": "incoming", "tests": "only"})),
        ["3 test_direct", "3 may test_serve"]
    );
    assert_eq!(
        reached(json!({"starts": ["Store"], "direction": "incoming", "edge_kinds": "hierarchy"})),
        ["1 Disk", "1 Cache"]
    );
    let wrong = ask::<TraverseGraph>(&snapshot, &json!({"starts": ["serve"], "edge_kinds": "x"}));
    assert!(wrong.unwrap_err().to_string().starts_with("`edge_kinds`"));
}

#[test]
fn a_symbol_is_found_however_it_is_named() {
    let (_folder, snapshot) = snapshot_of(&[
        (
            "pool.py",
            "\
class Base:
    def close(self):
        pass

class Pool(Base):
    pass

class Job:
    def run(self):
        pass

def a(job: Job):
    job.run()

def b(job: Job):
    job.run()
",
        ),
        (
            "tests/test_pool.py",
            "def run():\n    pass\n\ndef test_run():\n    run()\n",
        ),
        (
            "src/main/java/p/Beans.java",
            "\
package p;

interface Beans {
    Object get(String name);
    <T> T get(String name, Class<T> type);
}
",
        ),
        (
            "src/main/java/p/Context.java",
            "package p;\n\ninterface Context extends Beans {\n}\n",
        ),
        ("Cargo.toml", "[package]\nname = \"engine\"\n"),
        (
            "src/lib.rs",
            "pub struct Engine<T>(T);\n\nimpl<T> Engine<T> {\n    pub fn start(&self) {}\n}\n",
        ),
    ]);
    let find = |symbol: &str| ask::<GetReferences>(&snapshot, &json!({"symbol": symbol}));
    for (asked, meant) in [
        ("Pool.close", "pool.py::Base.close"),
        ("pool.Pool.close()", "pool.py::Base.close"),
        ("run", "pool.py::Job.run"),
        ("run()", "pool.py::Job.run"),
        ("self.run", "pool.py::Job.run"),
        ("Context.get", "src/main/java/p/Beans.java::Beans.get"),
        (
            "p.Context#get(String)",
            "src/main/java/p/Beans.java::Beans.get",
        ),
        (
            "Context.get(String, Class<T>)",
            "src/main/java/p/Beans.java::Beans.get#2",
        ),
        ("Beans", "src/main/java/p/Beans.java::Beans"),
        ("crate::Engine::start", "src/lib.rs::Engine.start"),
        ("Engine<u8>::start()", "src/lib.rs::Engine.start"),
        ("(*Engine).start", "src/lib.rs::Engine.start"),
    ] {
        let answer = find(asked).unwrap_or_else(|error| panic!("{asked}: {error}"));
        assert_eq!(answer["target_symbol"]["id"], meant, "{asked}");
    }
    let run = find("run").unwrap();
    assert_eq!(
        run["target_symbol"]["candidates"][0],
        "tests/test_pool.py::run"
    );
    let close = find("Pool.close").unwrap();
    assert_eq!(close["target_symbol"]["inherited_by"], "pool.py::Pool");
    assert!(
        close["text"]
            .as_str()
            .unwrap_or_default()
            .contains("inherits it")
    );
    assert!(find("Pool.no_such").is_err());
}
