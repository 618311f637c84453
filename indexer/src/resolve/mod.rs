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
use repo::{Repo, Source};

/// Resolves a repository. Runs on the current rayon pool; the result does not depend on its size.
pub fn resolve(parsed: Parsed) -> Graph {
    let (repo, skipped) = repo_of(parsed);
    let known = link::Known(vec![None; repo.files.len()]);
    let own: Vec<u32> = (0..repo.repo_files).collect();
    resolve_some(repo, &known, &own, skipped).0.graph
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
    let stubs = stubs.into_iter().filter(|stub| {
        lang::support_for(stub.language).is_some_and(|support| {
            let own = support.languages();
            own.iter().any(|language| languages.contains(language))
        })
    });
    let files: Vec<ParsedFile> = files.into_iter().chain(stubs).collect();
    let files: Vec<Source> = files.into_par_iter().filter_map(Source::new).collect();
    let none = Box::new(|_| Facts::default());
    (Repo::new(files, repo_files, project_files, none), skipped)
}

/// Resolves some files of a repository, by their numbers among its files, which ascend; of the others only those that
/// resolution looks at are opened. Gives what each file says of others, where that was not known.
pub fn resolve_some(
    repo: Repo,
    known: &link::Known,
    own: &[u32],
    skipped: Vec<SkippedRow>,
) -> (Emitted, Vec<link::Outward>) {
    let (shared, outward) = link::link(repo, known);
    let names = sites::NameIndex::new(&shared);
    let answers = own
        .par_iter()
        .map(|file| sites::resolve_file(&shared, &names, *file))
        .collect();
    (emit::emit(&shared, own, answers, skipped), outward)
}
