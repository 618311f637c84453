//! The text of a `bombe.toml`, and a path that its patterns are matched against: what the last line says.
#![no_main]

use bombe_fuzz::start;
use bombe_indexer::discover::Settings;
use libfuzzer_sys::fuzz_target;

const SEEDS: [&str; 2] = [
    "name = \"a/b\"\n[discover]\nexclude = [\"docs/old/\", \"!vendor/\", \"**/[a-z]?.py\"]\ndefault_exclude = true\n# docs/old/a.py\n",
    "[discover]\nignore_files = false\nhidden = true\nmax_file_bytes = 1000\n[update]\nmerge_share = 0.5\n# a\n",
];

fuzz_target!(init: start(SEEDS.map(|seed| seed.as_bytes().to_vec())), |input| {
    if let Ok(text) = std::str::from_utf8(input)
        && let Ok(settings) = Settings::parse(text)
    {
        settings.update.overlay_bytes_max(u64::MAX);
        let path = text.lines().last().unwrap_or_default();
        let path = path.trim_start_matches(['#', ' ']);
        settings.verdict(path, true);
        settings.is_included(path);
    }
});
