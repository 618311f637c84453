//! Facts to graph: a demand-driven, memoised resolver that knows no language by name.
//!
//! [`repo`] puts all facts side by side. A [`session::Session`] answers, for one file, what a name stands for
//! ([`lookup`]), what type an expression has ([`infer`]), what a member of a type is ([`member`]), what a call reaches
//! ([`call`]). [`sites`] asks these questions for every site of a file; [`emit`] puts the answers into a graph.

pub mod call;
pub mod confidence;
mod constness;
pub mod emit;
pub mod infer;
pub mod ledger;
pub mod link;
pub mod lookup;
pub mod member;
pub mod modules;
mod namespaces;
mod narrow;
pub mod outline;
mod overload;
pub mod profile;
pub mod repo;
pub mod session;
pub mod sites;
mod structural;
pub mod trace;
pub mod type_expr;
pub mod types;

use std::collections::BTreeSet;

use bombe_format::kind::Language;
use rayon::prelude::*;

use crate::facts::Facts;
use crate::graph::{Graph, SkippedRow};
use crate::lang;
use crate::scan::{Parsed, ParsedFile};

pub use emit::Emitted;
use ledger::{Entry, KeptOutward, Row};
use repo::{Repo, Source};

/// Resolves a repository; gives a row of each of its files for the ledger, too, and of the stub files. Runs on the current
/// rayon pool; the result does not depend on its size.
pub fn resolve(parsed: Parsed) -> (Graph, Vec<Row>) {
    let (repo, skipped) = repo_of(parsed);
    let known = vec![None; repo.files.len()];
    let own: Vec<u32> = (0..repo.repo_files).collect();
    let resolution = resolve_some(repo, &known, &own, skipped);
    (resolution.emitted.graph, resolution.rows)
}

/// Puts what was read side by side; gives what was left out, too.
pub fn repo_of(parsed: Parsed) -> (Repo, Vec<SkippedRow>) {
    let Parsed {
        files,
        project_files,
        skipped,
        stubs,
    } = parsed;
    // A file whose language has no implementation is never parsed, so every file here has one.
    let supported = |file: &ParsedFile| lang::support_for(file.language).is_some();
    let files: Vec<ParsedFile> = files.into_iter().filter(supported).collect();
    let repo_files = files.len() as u32;
    let languages: BTreeSet<Language> = files.iter().map(|file| file.language).collect();
    let stubs = stubs
        .into_iter()
        .filter(|stub| lang::is_stub_wanted(stub.language, &languages));
    let files: Vec<ParsedFile> = files.into_iter().chain(stubs).collect();
    let files: Vec<Source> = files.into_par_iter().filter_map(Source::new).collect();
    let none = Box::new(|_| Facts::default());
    (Repo::new(files, repo_files, project_files, none), skipped)
}

/// Some files of a repository, resolved.
pub struct Resolution {
    /// What is said of these files.
    pub emitted: Emitted,
    /// A row of each file of which it was not known what it says of others, in their order.
    pub rows: Vec<Row>,
}

/// Resolves some files of a repository, by their numbers among its files, which ascend. Of the others only those that
/// resolution looks at are opened; what they say of others must be `known`, and must not be of these.
pub fn resolve_some(
    repo: Repo,
    known: &link::Known,
    own: &[u32],
    skipped: Vec<SkippedRow>,
) -> Resolution {
    let (shared, found) = link::link(repo, known);
    let names = sites::NameIndex::default();
    let answers = own
        .par_iter()
        .map(|file| sites::resolve_file(&shared, &names, *file))
        .collect();
    let emitted = emit::emit(&shared, own, answers, skipped);
    let mut rows = Vec::new();
    let mut emitted_looked = own.iter().zip(&emitted.looked).peekable();
    for (file, (outward, mut looked)) in (0u32..).zip(found) {
        if known[file as usize].is_some() {
            continue;
        }
        if let Some((_, more)) = emitted_looked.next_if(|(own, _)| **own == file) {
            looked.add(more);
        }
        rows.push(Row {
            file,
            entry: Entry {
                outline: shared.repo.files[file as usize].outline.clone(),
                outward: KeptOutward::of(&outward, &shared.repo),
            },
            looked,
        });
    }
    Resolution { emitted, rows }
}
