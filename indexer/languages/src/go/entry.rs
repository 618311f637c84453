//! Entry points: mains, tests, routes, commands.

use tree_sitter::Node;

use super::lower::Lowering;
use bombe_facts::{
    DefFlags, DefId, EntryKind, EntryPoint, Expr, ExprId, Facts, List, TypeExpr, TypeId,
};

/// Methods that register a handler for the path in their first argument, with the HTTP method. gin, echo and fiber use
/// upper case; chi and its relatives capitalise the first letter.
const VERBS: &[(&str, &str)] = &[
    ("GET", "GET"),
    ("HEAD", "HEAD"),
    ("POST", "POST"),
    ("PUT", "PUT"),
    ("PATCH", "PATCH"),
    ("DELETE", "DELETE"),
    ("OPTIONS", "OPTIONS"),
    ("Any", ""),
    ("Get", "GET"),
    ("Head", "HEAD"),
    ("Post", "POST"),
    ("Put", "PUT"),
    ("Patch", "PATCH"),
    ("Delete", "DELETE"),
    ("Del", "DELETE"),
    ("Options", "OPTIONS"),
    ("Handle", ""),
    ("HandleFunc", ""),
];

/// Import paths of web frameworks.
const FRAMEWORKS: &[(&str, &str)] = &[
    ("github.com/gin-gonic/gin", "gin"),
    ("github.com/labstack/echo", "echo"),
    ("github.com/gofiber/fiber", "fiber"),
    ("github.com/go-chi/chi", "chi"),
    ("github.com/gorilla/mux", "gorilla"),
    ("github.com/julienschmidt/httprouter", "httprouter"),
    ("net/http", "net/http"),
];

/// Records a lowered function if it is an entry point: `main`, or a test.
pub(super) fn function(lowering: &mut Lowering, def: DefId) {
    let facts = &lowering.b.facts;
    let d = &facts.defs[def.index()];
    let name = facts.str(d.name);
    let method = d.receiver.is_known();
    let line = d.name_line;
    let kind = if lowering.test
        && is_test(name)
        && (!method || (name.starts_with("Test") && d.params_len == 0))
    {
        EntryKind::Test
    } else if name == "main" && !method && facts.str(facts.package) == "main" {
        EntryKind::Main
    } else {
        return;
    };
    if kind == EntryKind::Test {
        lowering.b.def_mut(def).flags.set(DefFlags::TEST);
    }
    push(
        lowering,
        kind,
        Some(def),
        ExprId::UNKNOWN,
        ["", "", ""],
        line,
    );
}

/// Returns true for `TestX`, `BenchmarkX`, `FuzzX` and `ExampleX`, where `X` does not start in lower case.
fn is_test(name: &str) -> bool {
    ["Test", "Benchmark", "Fuzz", "Example"].iter().any(|word| {
        name.strip_prefix(word)
            .is_some_and(|rest| !rest.chars().next().is_some_and(char::is_lowercase))
    })
}

/// A call that may register a route: `r.GET("/path", handler)`, `http.HandleFunc("GET /path", handler)`.
pub(super) fn call(lowering: &mut Lowering, callee: ExprId, args: List<ExprId>, node: Node) {
    if args.len < 2 {
        return;
    }
    let facts = &lowering.b.facts;
    let Expr::Member { name, .. } = facts.exprs[callee.index()] else {
        return;
    };
    let Some((_, verb)) = VERBS.iter().find(|(known, _)| *known == facts.str(name)) else {
        return;
    };
    let args = facts.list(args);
    let (Some(first), Some(last)) = (args.first(), args.last()) else {
        return;
    };
    let Expr::Str(text) = facts.exprs[first.index()] else {
        return;
    };
    let text = facts.str(text);
    let (verb, route) = match text.split_once(' ') {
        Some((verb, route)) if verb.bytes().all(|b| b.is_ascii_uppercase()) => {
            (verb, route.trim_start())
        }
        _ => (*verb, text),
    };
    if !(route.starts_with('/') || route.is_empty() || route.contains('/')) {
        return;
    }
    let handler = wrapped(facts, *last);
    if !may_be_handler(facts.exprs[handler.index()]) {
        return;
    }
    let framework = FRAMEWORKS
        .iter()
        .find(|(path, _)| {
            facts
                .imports
                .iter()
                .any(|import| facts.str(import.module).starts_with(path))
        })
        .map_or("", |(_, name)| name);
    let (verb, route) = (verb.to_owned(), route.to_owned());
    let def = match facts.exprs[handler.index()] {
        Expr::Lambda(def) => Some(def),
        _ => None,
    };
    push(
        lowering,
        EntryKind::Route,
        def,
        handler,
        [&verb, &route, framework],
        node.start_position().row as u32 + 1,
    );
}

/// Returns the function inside wrappers: `f` of `logged(ready(f))`.
fn wrapped(facts: &Facts, mut handler: ExprId) -> ExprId {
    for _ in 0..WRAPPERS_MAX {
        let Expr::Call { args, .. } = facts.exprs[handler.index()] else {
            break;
        };
        let inner = facts.list(args).iter().rev().copied();
        let Some(inner) = inner
            .into_iter()
            .find(|arg| may_be_handler(facts.exprs[arg.index()]))
        else {
            break;
        };
        handler = inner;
    }
    handler
}

/// Wrappers around a handler that are unwrapped, at most.
const WRAPPERS_MAX: usize = 4;

fn may_be_handler(expr: Expr) -> bool {
    matches!(
        expr,
        Expr::Name { .. }
            | Expr::Member { .. }
            | Expr::Lambda(_)
            | Expr::Call { .. }
            | Expr::New { .. }
    )
}

/// `cobra.Command{Use: "name", RunE: f}`, `cli.Command{Name: "name", Action: f}`.
pub(super) fn composite(lowering: &mut Lowering, class: TypeId, args: List<ExprId>, node: Node) {
    let facts = &lowering.b.facts;
    let name = match facts.types[class.index()] {
        TypeExpr::Member { name, .. } | TypeExpr::Name { name, .. } => facts.str(name),
        _ => return,
    };
    if name != "Command" {
        return;
    }
    let mut verb = "";
    let mut handler = ExprId::UNKNOWN;
    for arg in facts.list(args) {
        let Expr::Keyword { name, value } = facts.exprs[arg.index()] else {
            continue;
        };
        match (facts.str(name), facts.exprs[value.index()]) {
            ("Use" | "Name", Expr::Str(text)) => {
                verb = facts.str(text).split(' ').next().unwrap_or("");
            }
            ("Run" | "RunE" | "Action", expr) if may_be_handler(expr) => handler = value,
            _ => {}
        }
    }
    if verb.is_empty() || !handler.is_known() {
        return;
    }
    let framework = if facts
        .imports
        .iter()
        .any(|import| facts.str(import.module).contains("spf13/cobra"))
    {
        "cobra"
    } else {
        ""
    };
    let verb = verb.to_owned();
    push(
        lowering,
        EntryKind::Command,
        None,
        handler,
        [&verb, "", framework],
        node.start_position().row as u32 + 1,
    );
}

fn push(
    lowering: &mut Lowering,
    kind: EntryKind,
    def: Option<DefId>,
    handler: ExprId,
    texts: [&str; 3],
    line: u32,
) {
    let [verb, route, framework] = texts.map(|text| lowering.b.str(text));
    let entry = EntryPoint {
        kind,
        def,
        handler,
        verb,
        route,
        framework,
        line,
    };
    lowering.b.entry_point(entry);
}
