//! Parses files and stub files.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use bombe_format::kind::{Language, SkipReason};
use bombe_reader::regular_file::NotUsable;
use rayon::prelude::*;

use super::{ScanState, Scanned};
use crate::discover::{self, Settings, SourceFile};
use crate::facts_cache::{self, FactsCache, Packed};
use crate::source_texts::SourceTexts;
use crate::unread::{self, Unread};
use bombe_facts::Facts;
use bombe_facts::interface::interface_hash;
use bombe_languages::REGISTRY;
use bombe_languages::parse::ParseError;
use bombe_resolve::graph::SkippedRow;

/// A file without facts that is tried again the next time.
#[derive(Debug)]
pub(super) struct NotParsed {
    /// None if the file has gone.
    pub(super) row: Option<SkippedRow>,
    /// It could not be read.
    pub(super) unread: Option<Unread>,
}

/// Parses one file. A file that cannot be read, or on which the parser fails, is left out, and tried again the next time.
pub(super) fn parse_file(
    root: &Path,
    settings: &Settings,
    keep: bool,
    texts: &SourceTexts,
    file: SourceFile,
) -> Result<Scanned, NotParsed> {
    let skip = |path: String, reason, size| NotParsed {
        row: Some(SkippedRow { path, reason, size }),
        unread: None,
    };
    let most = settings.discover.max_file_bytes;
    // It may have become something else since the walk.
    let bytes = match unread::read(root, Path::new(&file.path), most) {
        Ok(bytes) => bytes,
        Err(error) => {
            let unread = Unread::of(&file.path, &error);
            let reason = match NotUsable::of(&error) {
                Some(NotUsable::Size { .. }) => SkipReason::TooLarge,
                _ => SkipReason::Unreadable,
            };
            let row = (!unread::is_gone(&error)).then_some(SkippedRow {
                path: file.path,
                reason,
                size: file.size,
            });
            return Err(NotParsed { row, unread });
        }
    };
    let size = bytes.len() as u64;
    let hash = *blake3::hash(&bytes).as_bytes();
    let SourceFile {
        path,
        language,
        stamp,
        size: size_by_stamp,
    } = file;
    // The bytes are of another state than the stamp, so it says nothing about them.
    let stamp = stamp.filter(|_| size == size_by_stamp);
    texts.offer(&path, hash, &bytes);
    let useless = |path, reason| Scanned {
        path,
        language,
        size,
        stamp,
        hash,
        generated: false,
        interface: [0; 16],
        state: ScanState::Skipped(reason),
    };
    if let Some(reason) = discover::content::reason_to_skip(&bytes) {
        return Ok(useless(path, reason));
    }
    // The parsers of this thread are only borrowed inside, so a panic leaves nothing half done.
    let result = catch_unwind(AssertUnwindSafe(|| {
        bombe_languages::parse::parse_file(language, &path, &bytes)
    }));
    let mut facts = match result {
        Ok(Ok(facts)) => facts,
        Ok(Err(ParseError::NotUtf8)) => return Ok(useless(path, SkipReason::NotUtf8)),
        Ok(Err(ParseError::TooSlow)) => return Ok(useless(path, SkipReason::TooSlow)),
        Ok(Err(ParseError::NoLanguage(_) | ParseError::NoGrammar(_))) => {
            return Err(skip(path, SkipReason::UnknownLanguage, size));
        }
        Ok(Err(ParseError::Queries(..) | ParseError::Grammar(_))) | Err(_) => {
            return Err(skip(path, SkipReason::Failed, size));
        }
    };
    facts.shrink();
    let text = bombe_languages::parse::text_of(&bytes).unwrap_or_default();
    // Facts that cannot be packed are parsed again the next time.
    let packed = pack(&facts, keep);
    Ok(Scanned {
        path,
        language,
        size,
        stamp,
        hash,
        generated: facts.file.generated,
        interface: interface_hash(&facts, text),
        state: ScanState::Facts(Box::new(facts), packed),
    })
}

/// Parses the stub files of every language that occurs in `files`, or recognises those that `before` has.
pub(super) fn parse_stubs(files: &[Scanned], before: &FactsCache, keep: bool) -> Vec<Scanned> {
    let languages: BTreeSet<Language> = files.iter().map(|file| file.language).collect();
    let mut stubs = Vec::new();
    for support in REGISTRY {
        let supported = support.languages();
        if let Some(language) = supported.first()
            && supported
                .iter()
                .any(|language| languages.contains(language))
        {
            let texts = support.builtins().iter();
            stubs.extend(texts.map(|(path, text)| (*language, *path, *text)));
        }
    }
    stubs
        .into_par_iter()
        .map(|(language, path, text)| {
            let position = before.position(&facts_cache::stub_path(path));
            let known = position.and_then(|position| Some((position, before.row(position)?.hash)));
            parse_stub(language, path, text, known, keep)
        })
        .flatten_iter()
        .collect()
}

/// Returns one stub file. `known` is the position and the hash of its row: the cache is of this very program, so the text is
/// the same. None if the grammar cannot be used.
fn parse_stub(
    language: Language,
    path: &str,
    text: &str,
    known: Option<(usize, [u8; 32])>,
    keep: bool,
) -> Option<Scanned> {
    let (state, hash) = match known {
        Some((position, hash)) => (ScanState::Cached(position), hash),
        None => {
            let facts = bombe_languages::parse::parse_file(language, path, text.as_bytes()).ok()?;
            let packed = pack(&facts, keep);
            let hash = *blake3::hash(text.as_bytes()).as_bytes();
            (ScanState::Facts(Box::new(facts), packed), hash)
        }
    };
    Some(Scanned {
        path: path.to_owned(),
        language,
        size: text.len() as u64,
        stamp: None,
        hash,
        generated: false,
        interface: [0; 16],
        state,
    })
}

/// Packs facts for the facts cache, if they are to be cached and can be packed.
fn pack(facts: &Facts, keep: bool) -> Option<Packed> {
    keep.then(|| facts_cache::pack(facts).ok()).flatten()
}

/// Returns the text of a stub file.
pub(super) fn text_of_stub(language: Language, path: &str) -> Option<&'static str> {
    let stubs = bombe_languages::support_for(language)?.builtins().iter();
    let mut stubs = stubs.filter(|(stub, _)| *stub == path);
    stubs.next().map(|(_, text)| *text)
}
