//! One file: the first byte chooses its language, and its highest bit whether the stub files are there. It is lowered and
//! resolved.
#![no_main]

use bombe_format::kind::Language;
use bombe_fuzz::{Files, add_stubs, on_build_thread, parsed, repositories, start};
use bombe_languages::config::{LanguageConfig, configs};
use bombe_languages::rules_for;
use bombe_tests::families::FAMILIES;
use libfuzzer_sys::fuzz_target;

/// Returns each language with a name for a file in it.
fn names() -> Vec<(Language, String)> {
    let each = configs().flat_map(LanguageConfig::each);
    let mut names: Vec<(Language, String)> = each
        .filter_map(|(language, endings, ..)| Some((language, format!("a.{}", endings.first()?))))
        .collect();
    names.sort();
    names
}

/// The bit of the first byte that adds the stub files.
const STUBS: u8 = 0x80;

fn seeds() -> Vec<Vec<u8>> {
    let names = names();
    let seed = |path: &str, text: &[u8]| {
        let language = bombe_indexer::discover::language::of_file(path, text)?;
        let at = names.iter().position(|(known, _)| *known == language)?;
        Some([&[at as u8 | STUBS], text].concat())
    };
    let files = repositories().into_iter().flatten();
    let mut seeds: Vec<_> = files
        .filter_map(|(path, text)| seed(&path, &text))
        .collect();
    seeds.extend(
        FAMILIES
            .iter()
            .filter_map(|it| seed(&it.file_name(), (it.text)(3).as_bytes())),
    );
    seeds
}

fuzz_target!(init: start(seeds()), |input| {
    let Some((first, text)) = input.split_first() else { return };
    let mut names = names();
    let (_, path) = names.swap_remove(usize::from(*first & !STUBS) % names.len());
    on_build_thread(|| {
        let mut parsed = parsed(Files::from([(path, text.to_vec())]));
        if *first & STUBS != 0 {
            add_stubs(&mut parsed);
        }
        bombe_resolve::resolve(parsed, rules_for);
    });
});
