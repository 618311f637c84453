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
mod overload;
pub mod profile;
pub mod repo;
pub mod session;
pub mod sites;
mod structural;
pub mod type_expr;
pub mod types;

use rayon::prelude::*;

use crate::graph::Graph;
use crate::lang;
use crate::scan::Parsed;

pub use emit::Emitted;
use repo::Repo;

/// Resolves a repository. Runs on the current rayon pool; the result does not depend on its size.
pub fn resolve(parsed: Parsed) -> Graph {
    resolve_some(parsed, None).graph
}

/// Resolves some files of a repository, by their numbers among its files, which ascend; all of them if none are given. The
/// facts of all are looked at, but only the sites of these.
pub fn resolve_some(parsed: Parsed, some: Option<&[u32]>) -> Emitted {
    let Parsed {
        mut files,
        project_files,
        skipped,
        mut stubs,
    } = parsed;
    // A file whose language has no implementation is never parsed, so every file here has one.
    files.retain(|file| lang::support_for(file.language).is_some());
    let repo_files = files.len() as u32;
    stubs.retain(|stub| {
        lang::support_for(stub.language).is_some_and(|support| {
            let own = support.languages();
            files.iter().any(|file| own.contains(&file.language))
        })
    });
    files.extend(stubs);
    let shared = link::link(Repo::new(files, repo_files, project_files));
    let names = sites::NameIndex::new(&shared);
    let all: Vec<u32>;
    let some = match some {
        Some(some) => some,
        None => {
            all = (0..repo_files).collect();
            &all
        }
    };
    let answers = some
        .par_iter()
        .map(|file| sites::resolve_file(&shared, &names, *file))
        .collect();
    emit::emit(&shared, some, answers, skipped)
}
