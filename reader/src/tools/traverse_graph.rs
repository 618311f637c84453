//! `traverse_graph`: free traversal of the graph, along edges of chosen kinds.

use bombe_format::ids::SymbolId;
use bombe_format::kind::{EdgeKind, SymbolKind};
use globset::GlobMatcher;
use hashbrown::HashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::arguments::{self, TestFilter};
use super::cursor;
use super::meta::{Meta, MetaBuilder};
use super::several::{Across, All, Place};
use super::size;
use super::symbol_item::Target;
use crate::limits::Limits;
use crate::plain;
use crate::query::flow::{self, CALLS, Certainty, Flow, Follow, Reached};
use crate::query::search::path_glob;
use crate::query::traverse::Direction;
use crate::query::{QueryError, Result};
use crate::snapshot::Snapshot;
use crate::view::{Symbol, View};

/// Traverses the graph.
pub struct TraverseGraph;

/// The arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Ids, names or `path:line`.
    #[serde(alias = "start")]
    pub starts: Vec<String>,
    /// Default outgoing.
    #[serde(default)]
    pub direction: TraverseDirection,
    /// Hops.
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 10))]
    pub depth: u32,
    /// As `calls,imports`; also `any`, `hierarchy`, `dispatch`. Default: calls with dispatch.
    #[serde(default)]
    #[schemars(with = "String")]
    pub edge_kinds: Option<String>,
    /// List these kinds only.
    #[serde(default)]
    #[schemars(with = "String")]
    pub kind: Option<String>,
    /// List these files only (glob).
    #[serde(default)]
    #[schemars(with = "String")]
    pub file_pattern: Option<String>,
    /// Default include.
    #[serde(default)]
    pub tests: TestFilter,
    /// Go no further at these kinds, file globs or symbols.
    #[serde(default)]
    pub stop_at: Vec<String>,
    /// Most symbols.
    #[serde(default = "thousand")]
    #[schemars(range(min = 1, max = 5000))]
    pub max_nodes: usize,
    /// Below 0.5: guesses by name.
    #[serde(default = "half")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_confidence: f64,
    /// Continuation.
    #[serde(default)]
    #[schemars(with = "String")]
    pub cursor: Option<String>,
}

fn three() -> u32 {
    3
}
fn half() -> f64 {
    0.5
}
fn thousand() -> usize {
    1_000
}

/// Most symbols that a traversal visits.
const NODES_MAX: usize = 5_000;
/// Most starts.
const STARTS_MAX: usize = 50;
/// Most conditions at which a traversal stops.
const STOPS_MAX: usize = 50;

/// The direction in which edges are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TraverseDirection {
    /// To what a symbol calls, imports, extends.
    #[default]
    Outgoing,
    /// To what calls, imports, extends it.
    Incoming,
    /// Each in turn from the starts.
    Both,
}

/// A symbol that was reached.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Node {
    /// Id; other tools accept it.
    pub id: String,
    /// Kind.
    pub kind: &'static str,
    /// 1-based line of its name.
    pub line: u32,
    /// Hops from a start.
    pub depth: u32,
    /// The end of the way to it, as far as the nodes above do not show it: qualified names, the last one hop before it. The
    /// rest of the way are the nearest nodes above with smaller depths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The kind of the last edge, or `dispatch` for an implementation of the method that is called.
    pub edge: &'static str,
    /// 1-based line of the last edge's site, in the file of its source; 0 if it has none.
    pub site: u32,
    /// Confidence of the last edge, 0-1.
    pub confidence: f64,
    /// True if the way to it holds a call that may run something else.
    #[serde(skip_serializing_if = "is_false")]
    pub may: bool,
    /// True if it was reached against the edges, of a traversal in both directions.
    #[serde(skip_serializing_if = "is_false")]
    pub incoming: bool,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// The symbols found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// Where the traversal starts.
    pub starts: Vec<Target>,
    /// The symbols reached, as a tree: each after the one before it on its path.
    pub nodes: Vec<Node>,
    /// Number of symbols reached that are listed, in all parts.
    pub total: usize,
    /// Number of them on whose way is no call that may run something else.
    pub certain: usize,
    /// Number of all symbols reached, listed or not.
    pub visited: usize,
    /// Provenance.
    pub meta: Meta,
}

impl Tool for TraverseGraph {
    const NAME: &'static str = "traverse_graph";
    const DESCRIPTION: &'static str =
        "Everything within some hops of symbols, along chosen edges, as a tree of paths.";
    const EXAMPLE: &'static str =
        r#"{"starts": ["Auth.login"], "direction": "outgoing", "depth": 3, "edge_kinds": "calls"}"#;
    const ACROSS: Across = Across {
        places: &[("starts", Place::Symbol)],
        all: All::Never,
    };
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        let view = &snapshot.view;
        let depth = arguments::within("depth", request.depth, 1, 10)?;
        let nodes_max = arguments::at_least("max_nodes", request.max_nodes, 1)?.min(NODES_MAX);
        let confidence_min = arguments::within("min_confidence", request.min_confidence, 0.0, 1.0)?;
        let edges = Edges::parse(request.edge_kinds.as_deref())?;
        let filter = Filter {
            kinds: arguments::kinds(request.kind.as_deref())?,
            files: glob("file_pattern", request.file_pattern.as_deref())?,
            tests: request.tests,
        };
        let stops = Stops::parse(snapshot, &request.stop_at, limits)?;
        let offset = cursor::decode_one(view, request.cursor.as_deref(), limits)?;
        if request.starts.is_empty() || request.starts.len() > STARTS_MAX {
            return Err(QueryError::Argument {
                argument: "starts",
                problem: format!(
                    "has {} symbols, not 1 to {STARTS_MAX}",
                    request.starts.len()
                ),
                example: "[\"Auth.login\"]".to_owned(),
            });
        }
        let mut starts = Vec::new();
        let mut start_ids = Vec::new();
        for text in &request.starts {
            let (symbol, target) = Target::find_as(snapshot, "starts", text, limits)?;
            start_ids.push(symbol.id());
            starts.push(target);
        }
        start_ids.dedup();
        let directions: &[Direction] = match request.direction {
            TraverseDirection::Outgoing => &[Direction::Forward],
            TraverseDirection::Incoming => &[Direction::Backward],
            TraverseDirection::Both => &[Direction::Forward, Direction::Backward],
        };
        let mut trees = Vec::new();
        let mut is_cut = false;
        let mut listed = 0;
        let mut certain = 0;
        let mut visited = 0;
        for direction in directions {
            let follow = Follow {
                direction: *direction,
                kinds: &edges.kinds,
                dispatch: edges.dispatch,
                values: false,
                tests: request.tests != TestFilter::Exclude,
                confidence_min: (confidence_min * 100.0).round() as u8,
            };
            let mut flow = Flow::new(view, follow, limits);
            let nodes_left = nodes_max
                .saturating_sub(visited)
                .saturating_add(start_ids.len());
            let found = flow::reach(&mut flow, &start_ids, depth, nodes_left, |id| {
                stops.end(view, id)
            })?;
            is_cut |= found.is_cut;
            let tree = Tree::new(view, found.symbols, &filter, limits)?;
            for at in &tree.listed {
                listed += 1;
                certain += usize::from(tree.symbols[*at].certainty == Certainty::Certain);
            }
            visited += tree.symbols.len() - start_ids.len().min(tree.symbols.len());
            trees.push((*direction, tree));
        }
        let mut budget = size::CharBudget::new(size::CHARS_DEFAULT * 4 / 5);
        let mut nodes = Vec::new();
        let mut above: Vec<String> = Vec::new();
        let rows = trees.iter().flat_map(|(direction, tree)| {
            tree.listed.iter().map(move |at| (*direction, tree, *at))
        });
        for (direction, tree, at) in rows.skip(offset) {
            if limits.spend_item() {
                break;
            }
            let is_incoming = direction == Direction::Backward && directions.len() > 1;
            let Some(mut node) = tree.node(view, at, is_incoming)? else {
                continue;
            };
            let known = above.iter().zip(&node.path).take_while(|(a, b)| a == b);
            let known = known.count();
            above.clone_from(&node.path);
            above.push(name_of(&node.id).to_owned());
            node.path.drain(..known);
            if !budget.take(&node) {
                break;
            }
            if let Some((_, hop)) = tree.symbols[at].from {
                meta.edge(hop.edge.confidence);
            }
            meta.path(path_of(&node.id));
            nodes.push(node);
        }
        let shown = offset.min(listed) + nodes.len();
        let cut = shown < listed;
        meta.nothing_if(listed == 0);
        let mut meta = meta.finish(snapshot, limits, cut || is_cut)?;
        if cut {
            meta.next_cursor = Some(cursor::encode(view, &[shown], limits));
        } else {
            meta = meta.with_rest(|| {
                format!("only the {nodes_max} nearest symbols were visited: raise max_nodes, or set stop_at")
            });
        }
        Ok(Answer {
            starts,
            nodes,
            total: listed,
            certain,
            visited,
            meta,
        })
    }

    fn is_heavy(_: &Request) -> bool {
        true
    }

    fn text(answer: &Answer) -> String {
        let mut text = String::new();
        for start in &answer.starts {
            text.push_str(&start.text());
            text.push('\n');
        }
        if answer.total == 0 {
            text.push_str("Nothing found along these edges; there may be something that the index cannot see.\n");
            text.push_str(&answer.meta.text());
            return text;
        }
        plain::push_row(&mut text, &summary(answer));
        let mut places = Places::of(answer.nodes.iter().map(|node| path_of(&node.id)));
        for node in &answer.nodes {
            let depth = node.depth as usize;
            for (at, name) in node.path.iter().enumerate() {
                let depth = (depth + at).saturating_sub(node.path.len());
                plain::push_row(&mut text, &format!("{}{name}\n", indent(depth)));
            }
            let way = match (node.may, node.incoming) {
                (true, false) => "⇢ ",
                (true, true) => "⇠ ",
                (false, true) => "← ",
                (false, false) => "",
            };
            let edge = match node.edge {
                "calls" | "dispatch" => String::new(),
                other => format!("{other} "),
            };
            let site = match node.site {
                0 => String::new(),
                line => format!(" ({line})"),
            };
            plain::push_row(
                &mut text,
                &format!(
                    "{}{way}{edge}{}{site}  {}:{}\n",
                    indent(depth),
                    name_of(&node.id),
                    places.shown(path_of(&node.id)),
                    node.line
                ),
            );
        }
        text.push_str(&answer.meta.text());
        text
    }
}

fn summary(answer: &Answer) -> String {
    let listed = if answer.total < answer.visited {
        format!(", {} of them of the kinds asked for", answer.total)
    } else {
        String::new()
    };
    let may = match answer.total - answer.certain {
        0 => String::new(),
        may => format!("; {may} only by a call that may run something else (⇢)"),
    };
    let site = if answer.nodes.iter().any(|node| node.site > 0) {
        "; (n): line of the site"
    } else {
        ""
    };
    format!("{} symbols reached{listed}{may}{site}\n", answer.visited)
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth.min(12))
}

fn path_of(id: &str) -> &str {
    id.split("::").next().unwrap_or_default()
}

/// Returns the qualified name in an id, or the path of a module.
fn name_of(id: &str) -> &str {
    match id.split_once("::") {
        Some((path, "")) => path,
        Some((_, name)) => name,
        None => id,
    }
}

/// The edges that a request follows.
struct Edges {
    kinds: Vec<EdgeKind>,
    dispatch: bool,
}

impl Edges {
    fn parse(text: Option<&str>) -> Result<Self> {
        let mut edges = Self {
            kinds: Vec::new(),
            dispatch: false,
        };
        let words = text.unwrap_or_default().split(',').map(str::trim);
        for word in words.filter(|word| !word.is_empty()) {
            match word {
                "any" | "all" => {
                    edges.kinds.extend(EdgeKind::ALL);
                    edges.dispatch = true;
                }
                "calls" => edges.kinds.extend(CALLS),
                "dispatch" => edges.dispatch = true,
                "hierarchy" => edges.kinds.extend([
                    EdgeKind::Extends,
                    EdgeKind::Implements,
                    EdgeKind::Overrides,
                ]),
                _ => edges.kinds.push(EdgeKind::from_name(word).ok_or_else(|| {
                    let known: Vec<&str> = EdgeKind::ALL.iter().map(|kind| kind.name()).collect();
                    QueryError::Argument {
                        argument: "edge_kinds",
                        problem: format!("`{word}` is not a kind of edge"),
                        example: format!("some of any, hierarchy, dispatch, {}", known.join(", ")),
                    }
                })?),
            }
        }
        if edges.kinds.is_empty() {
            edges.kinds.extend(CALLS);
            edges.dispatch = true;
        }
        Ok(edges)
    }
}

fn glob(argument: &'static str, text: Option<&str>) -> Result<Option<GlobMatcher>> {
    text.map(|text| path_glob(argument, text)).transpose()
}

/// Which of the symbols reached are listed.
struct Filter {
    kinds: Vec<SymbolKind>,
    files: Option<GlobMatcher>,
    tests: TestFilter,
}

impl Filter {
    fn lists(&self, symbol: Symbol) -> Result<bool> {
        let of_tests = match self.tests {
            TestFilter::Include => true,
            TestFilter::Exclude => !symbol.is_test(),
            TestFilter::Only => symbol.is_test(),
        };
        Ok(of_tests
            && (self.kinds.is_empty() || self.kinds.contains(&symbol.kind()))
            && match &self.files {
                Some(glob) => glob.is_match(symbol.file()?.path()?),
                None => true,
            })
    }
}

/// Where a traversal ends.
#[derive(Default)]
struct Stops {
    kinds: Vec<SymbolKind>,
    files: Vec<GlobMatcher>,
    symbols: Vec<SymbolId>,
}

impl Stops {
    fn parse(snapshot: &Snapshot, texts: &[String], limits: &Limits) -> Result<Self> {
        let mut stops = Self::default();
        if texts.len() > STOPS_MAX {
            return Err(QueryError::Argument {
                argument: "stop_at",
                problem: format!("has {} conditions, more than {STOPS_MAX}", texts.len()),
                example: "[\"class\", \"tests/**\"]".to_owned(),
            });
        }
        for text in texts {
            let text = text.trim();
            if let Some(kind) = SymbolKind::from_name(text) {
                stops.kinds.push(kind);
            } else if text.contains(['*', '?', '{', '[']) {
                stops.files.push(path_glob("stop_at", text)?);
            } else {
                let (symbol, _) = Target::find_as(snapshot, "stop_at", text, limits)?;
                stops.symbols.push(symbol.id());
            }
        }
        Ok(stops)
    }

    fn end(&self, view: &View, id: SymbolId) -> Result<bool> {
        if self.symbols.contains(&id) {
            return Ok(true);
        }
        if self.kinds.is_empty() && self.files.is_empty() {
            return Ok(false);
        }
        let symbol = view.symbol(id)?;
        if self.kinds.contains(&symbol.kind()) {
            return Ok(true);
        }
        if self.files.is_empty() {
            return Ok(false);
        }
        let path = symbol.file()?.path()?;
        Ok(self.files.iter().any(|glob| glob.is_match(path)))
    }
}

/// What a traversal has reached, as a tree.
struct Tree {
    symbols: Vec<Reached>,
    /// The positions of the symbols to list, each after the one before it; the nearest first at each symbol.
    listed: Vec<usize>,
}

impl Tree {
    fn new(view: &View, symbols: Vec<Reached>, filter: &Filter, limits: &Limits) -> Result<Self> {
        let mut below: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut open = Vec::new();
        for (at, reached) in symbols.iter().enumerate() {
            match reached.from {
                Some((from, _)) => below.entry(from).or_default().push(at),
                None => open.push(at),
            }
        }
        open.reverse();
        let mut listed = Vec::new();
        while let Some(at) = open.pop() {
            if limits.is_over() {
                break;
            }
            let reached = &symbols[at];
            if reached.from.is_some() && filter.lists(view.symbol(reached.symbol)?)? {
                listed.push(at);
            }
            open.extend(below.remove(&at).into_iter().flatten().rev());
        }
        Ok(Self { symbols, listed })
    }

    fn node(&self, view: &View, at: usize, incoming: bool) -> Result<Option<Node>> {
        let reached = &self.symbols[at];
        let Some((mut from, hop)) = reached.from else {
            return Ok(None);
        };
        let symbol = view.symbol(reached.symbol)?;
        let mut path = Vec::new();
        loop {
            let above = &self.symbols[from];
            let id = view.symbol(above.symbol)?.symbol_id()?;
            path.push(name_of(&id).to_owned());
            match above.from {
                Some((next, _)) => from = next,
                None => break,
            }
        }
        path.reverse();
        Ok(Some(Node {
            id: symbol.symbol_id()?,
            kind: symbol.kind().name(),
            line: symbol.name_line(),
            depth: reached.depth,
            path,
            edge: if hop.via.is_some() {
                "dispatch"
            } else {
                hop.edge.kind.name()
            },
            site: view.site(&hop.edge)?.line,
            confidence: f64::from(hop.confidence) / 100.0,
            may: reached.certainty == Certainty::May,
            incoming,
        }))
    }
}

/// Shortens the paths of a text: a path stands in full once, and then as its shortest end that no other path there has.
struct Places<'a> {
    ends: HashMap<&'a str, &'a str>,
    shown: Vec<&'a str>,
}

impl<'a> Places<'a> {
    fn of(paths: impl Iterator<Item = &'a str>) -> Self {
        let mut all: Vec<&str> = paths.collect();
        all.sort_unstable();
        all.dedup();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for path in &all {
            for end in ends(path) {
                *counts.entry(end).or_default() += 1;
            }
        }
        let shortest = |path: &'a str| {
            ends(path)
                .find(|end| counts.get(end) == Some(&1))
                .unwrap_or(path)
        };
        Self {
            ends: all.iter().map(|path| (*path, shortest(path))).collect(),
            shown: Vec::new(),
        }
    }

    fn shown(&mut self, path: &'a str) -> &'a str {
        if self.shown.contains(&path) {
            return self.ends.get(path).copied().unwrap_or(path);
        }
        self.shown.push(path);
        path
    }
}

/// Returns the ends of a path at its folders, shortest first.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.rmatch_indices('/').map(|(at, _)| at + 1);
    starts.chain([0]).map(|start| &path[start..])
}
