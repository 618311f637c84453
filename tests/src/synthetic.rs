//! Synthetic repositories of any size: the same size gives the same graph and texts.
//!
//! Every file is a module with types of a few methods each; names, docs and bodies are drawn from a small vocabulary with
//! the skew of real code, and the text of a file agrees with the ranges of its symbols.

use bombe_format::column::symbols::RECORD_SEPARATOR;
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{
    Ecosystem, EdgeKind, EntryKind, ImportForm, Language, Rule, SkipReason, SymbolKind,
    UnresolvedReason, Visibility,
};

use bombe_resolve::graph::{
    Edge, EntryRow, ExternalCall, ExternalImport, ExternalName, FileRow, Graph, ImportRow,
    ImportStatement, ParamRow, SkippedRow, SymbolFlags, SymbolRow, UnresolvedCall,
};

/// The size of a synthetic repository.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of files.
    pub files: usize,
    /// Number of symbols in each, the module symbol included; at least 1.
    pub symbols_per_file: usize,
    /// Number of edges beside those from each symbol to its parent's children.
    pub edges: usize,
}

/// One million symbols and five million edges.
pub const LARGE: Size = Size {
    files: 40_000,
    symbols_per_file: 25,
    edges: 4_000_000,
};

/// Methods of each type.
const METHODS: usize = 7;

const WORDS: [&str; 48] = [
    "user", "order", "session", "token", "request", "response", "cache", "index", "query",
    "parser", "node", "edge", "graph", "file", "path", "line", "buffer", "stream", "event",
    "handler", "route", "service", "client", "server", "config", "option", "value", "key", "entry",
    "list", "table", "row", "column", "page", "block", "chunk", "segment", "header", "section",
    "retry", "timeout", "error", "result", "state", "lock", "queue", "worker", "task",
];

const VERBS: [&str; 16] = [
    "find", "load", "store", "parse", "build", "merge", "check", "open", "close", "read", "write",
    "resolve", "update", "remove", "count", "render",
];

/// A small deterministic source of numbers (xorshift).
pub struct Numbers(u64);

impl Numbers {
    /// Starts a series. Each seed has its own.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns the next number, below 2^53.
    #[expect(
        clippy::should_implement_trait,
        reason = "it never ends, and no caller iterates"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    /// Returns a number below `bound`, or 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// Small numbers are likelier, as names and targets are in real code.
    fn skewed(&mut self, bound: usize) -> usize {
        let a = self.below(bound);
        let b = self.below(bound);
        let c = self.below(bound);
        a.min(b).min(c)
    }
}

/// Returns the graph of a synthetic repository.
pub fn graph(size: Size) -> Graph {
    let mut graph = Graph::default();
    let mut folders: Vec<String> = (0..size.files).map(path_of).collect();
    folders.sort_unstable();
    for (index, path) in folders.into_iter().enumerate() {
        let file = FileId::new(index);
        let first = graph.symbols.len();
        let text = lower_file(file, size, Some(&mut graph.symbols));
        graph.files.push(FileRow {
            is_cut: false,
            language: [Language::Rust, Language::Java, Language::Python][index % 3],
            hash: *blake3::hash(text.as_bytes()).as_bytes(),
            size: text.len() as u64,
            lines: text.lines().count() as u32,
            syntax_errors: 0,
            error_lines: Vec::new(),
            test: path.contains("test"),
            generated: false,
            symbols: (graph.symbols.len() - first) as u32,
            path,
        });
    }
    edges(&mut graph, size);
    sites(&mut graph);
    graph
}

/// Returns the text of a file of the [`graph`] of the same size.
pub fn source(size: Size, file: FileId) -> String {
    lower_file(file, size, None)
}

/// Returns an edge without a site.
pub fn edge(source: u32, target: u32, kind: EdgeKind) -> Edge {
    Edge {
        source: SymbolId(source),
        target: SymbolId(target),
        kind,
        line: 0,
        col: 0,
        rule: Rule::Syntax,
        confidence: 100,
    }
}

fn path_of(index: usize) -> String {
    let area = WORDS[index % WORDS.len()];
    let part = if index % 10 == 9 { "tests" } else { "src" };
    format!(
        "{part}/{area}/{}_{index}.rs",
        WORDS[index / 7 % WORDS.len()]
    )
}

/// Writes the text of a file, and adds its symbols.
fn lower_file(file: FileId, size: Size, mut symbols: Option<&mut Vec<SymbolRow>>) -> String {
    let mut numbers = Numbers::new(u64::from(file.0) + 1);
    let first = symbols.as_ref().map_or(0, |symbols| symbols.len());
    let mut text = String::new();
    let mut line = 1;
    let mut add = |row: SymbolRow| {
        if let Some(symbols) = symbols.as_deref_mut() {
            symbols.push(row);
        }
    };
    add(row(
        file,
        SymbolKind::Module,
        &format!("module_{}", file.0),
        "",
    ));
    let mut current: Option<(usize, String)> = None;
    for index in 1..size.symbols_per_file {
        if (index - 1) % (METHODS + 1) == 0 {
            if current.is_some() {
                text.push_str("}\n");
                line += 1;
            }
            let name = format!(
                "{}{}",
                capital(WORDS[numbers.skewed(48)]),
                capital(WORDS[numbers.skewed(48)])
            );
            let mut symbol = row(file, SymbolKind::Struct, &name, &name);
            symbol.parent = Some(SymbolId::new(first));
            start(
                &mut symbol,
                &mut text,
                &mut line,
                &format!("Keeps every {}.", WORDS[numbers.skewed(48)]),
                "",
            );
            symbol.signature = format!("struct {name}");
            header(&mut symbol, &mut text, "struct ", &name, " {\n");
            line += 1;
            current = Some((first + index, name));
            add(symbol);
            continue;
        }
        let Some((parent, class)) = &current else {
            continue;
        };
        let verb = VERBS[numbers.skewed(16)];
        let noun = WORDS[numbers.skewed(48)];
        let name = if numbers.below(20) == 0 {
            format!("{verb}_{noun}_{}", numbers.below(5000))
        } else {
            format!("{verb}_{noun}")
        };
        let mut symbol = row(file, SymbolKind::Method, &name, &format!("{class}.{name}"));
        symbol.parent = Some(SymbolId::new(*parent));
        symbol.visibility = if numbers.below(3) == 0 {
            Visibility::Private
        } else {
            Visibility::Public
        };
        symbol.complexity = 1 + numbers.below(9) as u16;
        let doc = if numbers.below(3) == 0 {
            format!(
                "{} the {noun} of a {}. Costs a lookup.",
                capital(verb),
                WORDS[numbers.skewed(48)]
            )
        } else {
            String::new()
        };
        start(&mut symbol, &mut text, &mut line, &doc, "    ");
        let kind = capital(WORDS[numbers.skewed(48)]);
        symbol.params = vec![ParamRow {
            name: noun.to_owned(),
            type_text: kind.clone(),
            default_text: String::new(),
        }];
        symbol.type_text.clone_from(&kind);
        symbol.signature = format!("fn {name}({noun}: {kind}) -> {kind}");
        header(
            &mut symbol,
            &mut text,
            "    fn ",
            &name,
            &format!("({noun}: {kind}) -> {kind} {{\n"),
        );
        symbol.body_bytes.0 = text.len() as u32 - 2;
        line += 1;
        for _ in 0..2 + numbers.below(6) {
            let callee = format!(
                "{}_{}",
                VERBS[numbers.skewed(16)],
                WORDS[numbers.skewed(48)]
            );
            text.push_str(&format!(
                "        let {} = self.{callee}({noun}, {});\n",
                WORDS[numbers.skewed(48)],
                numbers.below(100)
            ));
            line += 1;
        }
        text.push_str("    }");
        symbol.bytes.1 = text.len() as u32;
        symbol.body_bytes.1 = text.len() as u32;
        symbol.end_line = line;
        text.push('\n');
        line += 1;
        add(symbol);
    }
    if current.is_some() {
        text.push_str("}\n");
        line += 1;
    }
    if let Some(symbols) = symbols {
        finish(&mut symbols[first..], text.len() as u32, line - 1);
    }
    text
}

/// Gives modules and types their ends, which are known when all is written.
fn finish(symbols: &mut [SymbolRow], text_bytes: u32, lines: u32) {
    let mut end = text_bytes;
    let mut end_line = lines.max(1);
    for at in (0..symbols.len()).rev() {
        let symbol = &mut symbols[at];
        match symbol.kind {
            SymbolKind::Module => {
                symbol.bytes = (0, text_bytes);
                symbol.end_line = lines.max(1);
            }
            SymbolKind::Struct => {
                symbol.bytes.1 = end - 1;
                symbol.body_bytes.1 = end - 1;
                symbol.end_line = end_line;
                end = symbol.bytes.0 - symbol.doc.len() as u32 - 5;
                end_line = symbol.start_line - 2;
            }
            _ => {}
        }
    }
}

/// Writes the doc comment and notes where the symbol starts.
fn start(symbol: &mut SymbolRow, text: &mut String, line: &mut u32, doc: &str, indent: &str) {
    if !doc.is_empty() {
        text.push_str(indent);
        text.push_str("/// ");
        text.push_str(doc);
        text.push('\n');
        *line += 1;
        doc.clone_into(&mut symbol.doc);
    }
    symbol.bytes.0 = (text.len() + indent.len()) as u32;
    symbol.start_line = *line;
    symbol.name_line = *line;
}

/// Writes the first line and notes where the name stands.
fn header(symbol: &mut SymbolRow, text: &mut String, before: &str, name: &str, after: &str) {
    text.push_str(before);
    symbol.name_bytes.0 = text.len() as u32;
    text.push_str(name);
    symbol.name_bytes.1 = text.len() as u32;
    text.push_str(after);
    symbol.body_bytes.0 = text.len() as u32 - 2;
}

fn row(file: FileId, kind: SymbolKind, name: &str, qualified: &str) -> SymbolRow {
    SymbolRow {
        file,
        kind,
        name: name.to_owned(),
        qualified: qualified.to_owned(),
        parent: None,
        bytes: (0, 0),
        name_bytes: (0, 0),
        body_bytes: (0, 0),
        start_line: 1,
        name_line: 1,
        end_line: 1,
        signature: String::new(),
        type_text: String::new(),
        shape: if kind.is_callable() {
            format!("List<{name}>{RECORD_SEPARATOR}%int").into()
        } else {
            Box::default()
        },
        doc: String::new(),
        params: Vec::new(),
        decorators: Vec::new(),
        visibility: Visibility::Public,
        flags: SymbolFlags::default(),
        complexity: 0,
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}

fn edges(graph: &mut Graph, size: Size) {
    let mut numbers = Numbers::new(7);
    let count = graph.symbols.len();
    let mut edges: Vec<Edge> = Vec::with_capacity(size.edges + count);
    for (id, symbol) in graph.symbols.iter().enumerate() {
        if let Some(parent) = symbol.parent {
            let kind = if symbol.kind == SymbolKind::Method {
                EdgeKind::HasMember
            } else {
                EdgeKind::Defines
            };
            edges.push(edge(parent.0, id as u32, kind));
        }
    }
    for _ in 0..size.edges {
        let source = numbers.below(count);
        // Half of what a symbol reaches is near; the rest are a few popular symbols.
        let target = if numbers.below(2) == 0 {
            (source + numbers.below(200)).min(count - 1)
        } else {
            numbers.skewed(count).min(numbers.skewed(count))
        };
        let row = &graph.symbols[source];
        let kind = [
            EdgeKind::Calls,
            EdgeKind::Calls,
            EdgeKind::References,
            EdgeKind::Constructs,
        ][numbers.below(4)];
        edges.push(Edge {
            source: SymbolId::new(source),
            target: SymbolId::new(target),
            kind,
            line: row.start_line
                + numbers.below((row.end_line - row.start_line + 1) as usize) as u32,
            col: numbers.below(80) as u32,
            rule: Rule::ALL[numbers.below(Rule::ALL.len())],
            confidence: [97, 92, 80, 60, 40][numbers.skewed(5)],
        });
    }
    graph.edges = edges;
    sort_edges(&mut graph.edges);
}

/// Puts edges into the order of a snapshot, each once.
pub fn sort_edges(edges: &mut Vec<Edge>) {
    edges.sort_unstable_by_key(|edge| {
        (
            edge.source,
            edge.target,
            edge.kind,
            edge.line,
            edge.col,
            edge.rule,
            edge.confidence,
        )
    });
    edges.dedup();
}

fn sites(graph: &mut Graph) {
    let mut numbers = Numbers::new(11);
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let source = SymbolId::new(id);
        if symbol.kind == SymbolKind::Method {
            for line in symbol.start_line..symbol.end_line.min(symbol.start_line + 2) {
                let name = format!(
                    "{}_{}",
                    VERBS[numbers.skewed(16)],
                    WORDS[numbers.skewed(48)]
                );
                let col = numbers.below(60) as u32;
                if numbers.below(4) == 0 {
                    let reason = UnresolvedReason::ALL[numbers.below(UnresolvedReason::ALL.len())];
                    graph.unresolved.push(UnresolvedCall {
                        source,
                        line,
                        col,
                        name,
                        reason,
                    });
                } else {
                    graph.external_calls.push(ExternalCall {
                        source,
                        line,
                        col,
                        outside: (!name.starts_with('a')).then(|| ExternalName {
                            ecosystem: Ecosystem::Pypi,
                            module: "outside".to_owned(),
                            is_standard: false,
                            path: name.clone(),
                        }),
                        name,
                    });
                }
            }
            if numbers.below(100) == 0 {
                graph.entry_points.push(EntryRow {
                    symbol: source,
                    line: symbol.start_line,
                    kind: EntryKind::Route,
                    verb: "GET".to_owned(),
                    route: format!("/{}", symbol.name),
                    framework: "made-up".to_owned(),
                });
            }
        }
    }
    let files = graph.files.len();
    for file in 0..files {
        let module = WORDS[numbers.skewed(48)].to_owned();
        graph.external_imports.push(ExternalImport {
            file: FileId::new(file),
            line: 1,
            module: module.clone(),
            symbol: String::new(),
        });
        graph.statements.push(ImportStatement {
            file: FileId::new(file),
            line: 1,
            form: ImportForm::Module,
            is_type_only: false,
            is_reexport: false,
            is_external: true,
            module: module.as_str().into(),
            name: "".into(),
            alias: "".into(),
            targets: Box::default(),
        });
        let mut targets: Vec<usize> = (0..3)
            .map(|_| numbers.skewed(files))
            .filter(|to| *to != file)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        graph
            .statements
            .extend((0..targets.len() as u32).map(|at| ImportStatement {
                file: FileId::new(file),
                line: 1 + at,
                form: ImportForm::Name,
                is_type_only: false,
                is_reexport: false,
                is_external: false,
                module: format!("./{}", WORDS[at as usize]).into(),
                name: WORDS[at as usize + 1].into(),
                alias: "".into(),
                targets: [at].into(),
            }));
        graph
            .imports
            .extend(targets.into_iter().map(|to| ImportRow {
                from: FileId::new(file),
                to: FileId::new(to),
                line: 1,
            }));
    }
    graph.skipped.push(SkippedRow {
        path: "assets/logo.png".to_owned(),
        reason: SkipReason::Binary,
        size: 4096,
    });
}
