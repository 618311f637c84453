//! Several files: a build of them, whose snapshot must be sound.
#![no_main]

use std::path::Path;

use bombe_fuzz::{files_of_text, on_build_thread, parsed, repositories, start, text_of_files};
use bombe_indexer::build::{self, Output};
use bombe_indexer::encode::{Meta, Options};
use bombe_indexer::report::Silent;
use bombe_indexer::source_texts::SourceTexts;
use bombe_reader::view::View;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: start(repositories().iter().map(text_of_files)), |input| {
    let files = files_of_text(&String::from_utf8_lossy(input));
    let output = Output {
        root: Path::new(""),
        meta: &Meta::default(),
        options: Options { sources: false, history: false, level: None },
        texts: &SourceTexts::default(),
        progress: &Silent,
    };
    on_build_thread(|| {
        let bytes = build::resolve(parsed(files), &Silent).encode_base(&output);
        let bytes = bytes.expect("a small repository can be encoded");
        let view = View::from_bytes(&bytes).expect("the snapshot opens");
        view.verify().expect("the snapshot is sound");
    });
});
