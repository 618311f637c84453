//! The round trip from a graph to a snapshot and back, and errors for damaged bytes.

pub(crate) mod damage;
mod edges;
mod names;
mod publish;
mod sites;
mod sources;
mod symbols;
mod terms;

use bombe_indexer::encode::{self, Meta, Options};
use bombe_indexer::rank::page_rank;
use bombe_reader::view::View;
use bombe_resolve::graph::Graph;
use bombe_tests::synthetic;

const SIZE: synthetic::Size = synthetic::Size {
    files: 30,
    symbols_per_file: 25,
    edges: 4_000,
};

fn meta() -> Meta {
    Meta {
        packages: Vec::new(),
        name: "made/up".to_owned(),
        commit: "c0ffee".to_owned(),
        commit_time: -5,
        tool_version: "0.1.0".to_owned(),
        ..Meta::default()
    }
}

pub(crate) fn encode_size(size: synthetic::Size, options: Options) -> (Graph, Vec<u8>) {
    let graph = synthetic::graph(size);
    let bytes = encode_graph(&graph, size, options);
    (graph, bytes)
}

pub(crate) fn encode_graph(graph: &Graph, size: synthetic::Size, options: Options) -> Vec<u8> {
    let ranks = page_rank(graph);
    let source = |file| Some(synthetic::source(size, file));
    encode::encode(graph, &ranks, &meta(), options, &source).unwrap()
}

fn opened() -> (Graph, View) {
    let (graph, bytes) = encode_size(SIZE, Options::default());
    (graph, View::from_bytes(&bytes).unwrap())
}

fn regex(pattern: &str) -> regex::bytes::Regex {
    regex::bytes::Regex::new(pattern).unwrap()
}
