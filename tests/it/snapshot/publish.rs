//! The bytes of a snapshot are the same on any number of threads, and are published as a whole.

use std::sync::Arc;

use bombe_indexer::atomic_file;
use bombe_indexer::encode::Options;
use bombe_reader::view::{OpenError, OpenOptions, View};
use bombe_tests::synthetic;

use super::{SIZE, encode_size};

#[test]
fn bytes_do_not_depend_on_threads() {
    let with_threads = |threads| {
        let pool = bombe_indexer::build::pool(threads).unwrap();
        let size = synthetic::Size { files: 900, ..SIZE };
        pool.install(|| encode_size(size, Options::default()).1)
    };
    let one = with_threads(1);
    assert!(one.len() > 500_000);
    assert_eq!(one, with_threads(2));
    assert_eq!(one, with_threads(5));
}

#[test]
fn a_file_is_published_complete_and_mapped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("snapshot.bmb");
    let size = synthetic::Size { files: 900, ..SIZE };
    let (graph, bytes) = encode_size(size, Options::default());
    atomic_file::write(&path, b"an older one").unwrap();
    atomic_file::write(&path, &bytes).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no temporary file is left"
    );
    for no_mmap in [false, true] {
        let view = Arc::new(
            View::open(
                &path,
                OpenOptions {
                    no_mmap,
                    ..OpenOptions::default()
                },
            )
            .unwrap(),
        );
        view.verify().unwrap();
        assert_eq!(
            view.is_mapped(),
            !no_mmap && bytes.len() > 2 << 20,
            "{}",
            bytes.len()
        );
        assert_eq!(view.symbol_count().unwrap(), graph.symbols.len());
    }
    assert!(matches!(
        View::open(&folder.path().join("none.bmb"), OpenOptions::default()),
        Err(OpenError::Io { .. })
    ));
    assert!(atomic_file::write(&folder.path().join("no/such/folder.bmb"), &bytes).is_err());
}
