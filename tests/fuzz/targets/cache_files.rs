//! A cache file of the indexer: any bytes. The first byte chooses the file. What the checksums let through is not checked again,
//! so the checksums stay on.
#![no_main]

use std::sync::{LazyLock, Mutex, PoisonError};

use bombe_fuzz::{Repository, start};
use libfuzzer_sys::fuzz_target;

static REPOSITORY: LazyLock<Mutex<Repository>> = LazyLock::new(|| Mutex::new(Repository::of_c()));

fn seeds() -> Vec<Vec<u8>> {
    let repository = REPOSITORY.lock().unwrap_or_else(PoisonError::into_inner);
    let files = repository.cache_files().enumerate();
    files
        .map(|(at, (_, bytes))| [&[at as u8], bytes].concat())
        .collect()
}

fuzz_target!(init: start(seeds()), |input| {
    let mut repository = REPOSITORY.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((first, bytes)) = input.split_first() else { return };
    let count = repository.cache_files().count();
    let (name, _) = repository.cache_files().nth(usize::from(*first) % count).expect("below the count");
    let name = name.to_owned();
    repository.update_over(&name, bytes);
});
