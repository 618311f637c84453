//! What the fuzz targets share: their seeds, which they make from the fixtures, and the places in which they run.
//!
//! A target is a function of some bytes that must not panic, hang, or take memory beyond a bound. Before it starts, it writes
//! its seeds to the folder of its corpus, so that they fit the format of today.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use bombe_facts::{Expr, Facts};
use bombe_format::commit::{CURRENT, CommitPoint, overlay_name};
use bombe_format::header::SegmentKind;
use bombe_format::kind::Language;
use bombe_format::origin::ORIGIN;
use bombe_format::section::{Section, Toc};
use bombe_format::segment_writer::write_segment;
use bombe_indexer::discover::language;
use bombe_indexer::report::Silent;
use bombe_indexer::snapshot_dir::SnapshotDir;
use bombe_indexer::update::{Choices, Refreshed, UpdateError, update};
use bombe_languages::parse::parse_file;
use bombe_languages::support_for;
use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::OpenOptions;
use bombe_resolve::{Parsed, ParsedFile};
use bombe_rules::file_table::ProjectFile;
use serde_json::{Value, json};

#[path = "../../it/attacks/questions.rs"]
mod questions;

/// A tool's name and its arguments.
pub type Question = (&'static str, Value);

/// Asks a tool. What it answers does not matter.
pub fn ask(snapshot: &Snapshot, question: &Question) {
    let _ = questions::ask(snapshot, question, &Limits::new());
}

/// Returns questions to every tool.
pub fn questions() -> Vec<Question> {
    questions::questions(SYMBOL, FILE)
}

/// A symbol and a file of the repository that the snapshots are of.
const SYMBOL: &str = "Order";
/// See [`SYMBOL`].
const FILE: &str = "shop/store/orders.py";

/// Where the text starts that edits add to a file.
const ADDED: &str = "\n\n\n";

/// Starts a target: writes its seeds to the corpus, if the arguments of the program name one.
pub fn start(seeds: impl IntoIterator<Item = Vec<u8>>) {
    // Panics inside the reader of fst are caught by design. Any other one ends the program, even if it would be caught.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map_or("", |place| place.file());
        if !place.contains("/fst-") {
            hook(info);
        }
    }));
    let corpus = std::env::args()
        .skip(1)
        .find(|it| !it.starts_with('-') && Path::new(it).is_dir());
    let Some(corpus) = corpus.map(PathBuf::from) else {
        return;
    };
    for seed in seeds {
        let name = blake3::hash(&seed).to_hex();
        fs::write(corpus.join(&name[..16]), seed).expect("the corpus can be written");
    }
}

/// The folder of the fixtures.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Files by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Returns the files below a folder.
fn files_below(root: &Path) -> Files {
    let mut files = Files::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(bytes) = fs::read(&path) {
                let path = path.strip_prefix(root).expect("below the folder");
                files.insert(path.to_string_lossy().into_owned(), bytes);
            }
        }
    }
    files
}

fn write_files(root: &Path, files: &Files) {
    for (path, bytes) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}

/// Returns the files of each fixture.
pub fn repositories() -> Vec<Files> {
    let folders = |path: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(path).expect("a folder").flatten();
        entries
            .map(|it| it.path())
            .filter(|it| it.is_dir())
            .collect()
    };
    let topics = folders(&fixtures()).into_iter().flat_map(|it| folders(&it));
    topics.map(|topic| files_below(&topic)).collect()
}

/// The mark before the path of each file in the text of a repository.
const FILE_MARK: &str = "//- ";

/// Returns files as one text: before each, a line with [`FILE_MARK`] and its path.
pub fn text_of_files(files: &Files) -> Vec<u8> {
    let mut text = Vec::new();
    for (path, bytes) in files {
        text.extend_from_slice(format!("{FILE_MARK}{path}\n").as_bytes());
        text.extend_from_slice(bytes);
        text.push(b'\n');
    }
    text
}

/// Returns the files in a text that [`text_of_files`] might have made. Leaves out paths that no file of a tree can have.
pub fn files_of_text(text: &str) -> Files {
    let mut files = Files::new();
    let mut path = "a.py";
    let is_in_tree = |path: &str| {
        let mut parts = path.split('/');
        !path.starts_with('<') && parts.all(|part| !matches!(part, "" | "." | ".."))
    };
    for line in text.split_inclusive('\n') {
        if let Some(next) = line.strip_prefix(FILE_MARK) {
            path = if is_in_tree(next.trim()) {
                next.trim()
            } else {
                path
            };
        } else {
            let bytes = files.entry(path.to_owned()).or_default();
            bytes.extend_from_slice(line.as_bytes());
        }
    }
    files
}

/// Runs on a thread as the builds have it: with a stack for deep nesting.
pub fn on_build_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static POOL: LazyLock<rayon::ThreadPool> =
        LazyLock::new(|| bombe_indexer::build::pool(1).expect("a thread"));
    POOL.install(work)
}

/// Parses files as a build does, without the stub declarations, which would take most of the time.
pub fn parsed(files: Files) -> Parsed {
    let mut parsed = Parsed {
        files: Vec::new(),
        project_files: Vec::new(),
        skipped: Vec::new(),
        stubs: Vec::new(),
    };
    for (path, bytes) in files {
        let Some(language) = language::of_file(&path, &bytes) else {
            if let Ok(text) = String::from_utf8(bytes) {
                parsed.project_files.push(ProjectFile { path, text });
            }
            continue;
        };
        if let Ok(facts) = parse_file(language, &path, &bytes) {
            parsed.files.push(ParsedFile {
                hash: *blake3::hash(&bytes).as_bytes(),
                size: bytes.len() as u64,
                path,
                language,
                facts,
            });
        }
    }
    parsed
}

/// The stub files of a language as (path, facts as bytes, and the expressions, which those leave out): parsed once, as most of
/// the time of a run would go into that.
type Stubs = Vec<(&'static str, Vec<u8>, Vec<Expr>)>;

/// Adds the stub files of the languages in `parsed`.
pub fn add_stubs(parsed: &mut Parsed) {
    static KNOWN: Mutex<BTreeMap<Language, Stubs>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().expect("a run that panics ends the program");
    for language in BTreeSet::from_iter(parsed.files.iter().map(|file| file.language)) {
        let stubs = known.entry(language).or_insert_with(|| {
            let texts = support_for(language).into_iter();
            let texts = texts.flat_map(|support| support.builtins());
            let facts = texts.filter_map(|(path, text)| {
                let facts = parse_file(language, path, text.as_bytes()).ok()?;
                Some((
                    *path,
                    postcard::to_stdvec(&facts).expect("facts can be written"),
                    facts.exprs.to_vec(),
                ))
            });
            facts.collect()
        });
        parsed
            .stubs
            .extend(stubs.iter().map(|(path, facts, exprs)| ParsedFile {
                path: (*path).to_owned(),
                language,
                hash: *blake3::hash(facts).as_bytes(),
                size: facts.len() as u64,
                facts: Facts {
                    exprs: exprs.clone().into(),
                    ..postcard::from_bytes(facts).expect("facts that were written")
                },
            }));
    }
}

/// A repository on disk with a base and an overlay.
pub struct Repository {
    folder: tempfile::TempDir,
    /// The path of the file that is edited.
    edited: &'static str,
    /// What is below `.bombe`.
    files: Files,
    edits: u32,
}

impl Repository {
    /// Builds that of a fixture, and updates it after an edit of one of its files.
    fn new(fixture: &str, edited: &'static str, added: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write_files(folder.path(), &files_below(&fixtures().join(fixture)));
        let mut repository = Self {
            folder,
            edited,
            files: Files::new(),
            edits: 0,
        };
        repository.update().expect("the first build");
        repository.edit(added);
        repository.update().expect("an update");
        repository.files = files_below(&repository.own());
        repository
    }

    /// One in many languages.
    pub fn of_many_languages() -> Self {
        let added = "def added_later(order):\n    return order.is_large()\n";
        Self::new("polyglot/shop", FILE, added)
    }

    /// One that takes little time to update.
    pub fn of_c() -> Self {
        Self::new("c/calls", "tables.c", "int added(void);\n")
    }

    fn own(&self) -> PathBuf {
        self.folder.path().join(".bombe")
    }

    /// Brings the snapshot up to date.
    pub fn update(&self) -> Result<Refreshed, UpdateError> {
        on_build_thread(|| update(self.folder.path(), Choices::default(), &Silent))
    }

    fn edit(&self, text: &str) {
        let path = self.folder.path().join(self.edited);
        let mut all = fs::read_to_string(&path).expect("a file");
        all.truncate(all.find(ADDED).unwrap_or(all.len()));
        fs::write(path, all + ADDED + text).expect("a file");
    }

    /// Returns the cache files by name.
    pub fn cache_files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let names = self.files.iter().filter_map(|(path, bytes)| {
            let name = path.strip_prefix("snapshot.bmb.d/")?;
            Some((name, &bytes[..]))
        });
        names.filter(|(name, _)| !matches!(*name, CURRENT | ORIGIN | "lock" | "next"))
    }

    /// Returns the commit point, and the list of the files that were made here.
    pub fn small_files(self) -> [Vec<u8>; 2] {
        let mut files = self.files;
        [CURRENT, ORIGIN].map(|name| {
            let bytes = files.remove(&format!("snapshot.bmb.d/{name}"));
            bytes.expect("a file of the snapshot folder")
        })
    }

    /// Replaces a cache file, edits a source (of C), and updates.
    pub fn update_over(&mut self, name: &str, bytes: &[u8]) {
        let _ = fs::remove_dir_all(self.own().join("snapshot.bmb.d"));
        write_files(&self.own(), &self.files);
        let dir = SnapshotDir::of(&self.own().join("snapshot.bmb"));
        fs::write(dir.folder().join(name), bytes).expect("a cache file");
        dir.vouch_for(&[]).expect("the list can be written");
        self.edits += 1;
        self.edit(&format!("int added_{}(void);\n", self.edits % 2));
        self.update().expect("a damaged cache file does no harm");
    }
}

/// A snapshot outside of any work tree, of which parts can be replaced.
pub struct Place {
    folder: tempfile::TempDir,
    base: Vec<u8>,
    overlay: Vec<u8>,
    commit: CommitPoint,
}

impl Place {
    /// Builds it: a base with an overlay.
    #[expect(
        clippy::new_without_default,
        reason = "it writes to the disk and takes a while"
    )]
    pub fn new() -> Self {
        let mut files = Repository::of_many_languages().files;
        let mut take = |name: &str| files.remove(name).expect("a file of the snapshot");
        let base = take("snapshot.bmb");
        let commit = take(&format!("snapshot.bmb.d/{CURRENT}"));
        let commit = CommitPoint::parse(&commit).expect("a commit point");
        let overlay = commit.overlay.expect("the update made an overlay");
        let overlay = take(&format!("snapshot.bmb.d/{}", overlay_name(&overlay)));
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("snapshot.bmb.d")).expect("a folder");
        Self {
            folder,
            base,
            overlay,
            commit,
        }
    }

    /// Returns the path of the base.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("snapshot.bmb")
    }

    /// Writes a base, alone or with an overlay, and opens it; none if it cannot be opened.
    fn open_with(&self, base: &[u8], overlay: Option<&[u8]>) -> Option<Snapshot> {
        let folder = self.folder.path().join("snapshot.bmb.d");
        let mut commit = CommitPoint {
            base: Toc::read(base).ok()?.header.identity,
            overlay: None,
            ..self.commit.clone()
        };
        fs::write(self.path(), base).expect("the base");
        if let Some(overlay) = overlay {
            let identity = Toc::read(overlay).ok()?.header.identity;
            commit.overlay = Some(identity);
            fs::write(folder.join(overlay_name(&identity)), overlay).expect("the overlay");
        }
        fs::write(folder.join(CURRENT), commit.to_string()).expect("the commit point");
        let snapshot = Snapshot::open_complete(&self.path(), OpenOptions::default());
        if let Some(identity) = commit.overlay.filter(|_| overlay != Some(&self.overlay)) {
            fs::remove_file(folder.join(overlay_name(&identity))).expect("the overlay");
        }
        snapshot.ok()
    }

    /// Opens the sound snapshot.
    pub fn open(&self) -> Snapshot {
        self.open_with(&self.base, Some(&self.overlay))
            .expect("the snapshot is sound")
    }

    /// Returns a seed per section of the base or of the overlay: the number of the section, and its bytes.
    pub fn sections(&self, kind: SegmentKind) -> Vec<Vec<u8>> {
        let sections = sections_of(self.segment(kind));
        let seed = |(section, bytes): (Section, Vec<u8>)| [vec![section as u8], bytes].concat();
        sections.into_iter().map(seed).collect()
    }

    fn segment(&self, kind: SegmentKind) -> &[u8] {
        match kind {
            SegmentKind::Base => &self.base,
            SegmentKind::Overlay => &self.overlay,
        }
    }

    /// Replaces a section of the base or of the overlay with these bytes and the checksums that belong to them, verifies
    /// the result and asks every tool.
    pub fn ask_with_section(&self, kind: SegmentKind, input: &[u8]) {
        let Some((number, bytes)) = input.split_first() else {
            return;
        };
        let replaced = Section::ALL[usize::from(*number) % Section::ALL.len()];
        let mut sections = sections_of(self.segment(kind));
        sections.retain(|(section, _)| *section != replaced);
        sections.push((replaced, bytes.to_vec()));
        let segment = write_segment(kind, "0", &sections).expect("sections are small");
        let snapshot = match kind {
            // The overlay belongs to the sound base only.
            SegmentKind::Base => self.open_with(&segment, None),
            SegmentKind::Overlay => self.open_with(&self.base, Some(&segment)),
        };
        let Some(snapshot) = snapshot else { return };
        let _ = snapshot.view.verify();
        for question in questions() {
            ask(&snapshot, &question);
        }
    }
}

/// Returns the sections of a segment.
fn sections_of(segment: &[u8]) -> Vec<(Section, Vec<u8>)> {
    let toc = Toc::read(segment).expect("a sound segment");
    let all = Section::ALL.iter().copied();
    all.filter_map(|it| Some((it, toc.bytes(segment, it)?.to_vec())))
        .collect()
}

/// The tools, each with the name of an argument that takes a text, and the arguments that go with it.
fn texts() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("search_symbols", "query", json!({})),
        ("get_context", "query", json!({"token_budget": 2000})),
        ("get_references", "symbol", json!({"depth": 3})),
        ("get_references", "cursor", json!({"symbol": SYMBOL})),
        ("get_blast_radius", "symbol", json!({})),
        ("get_blast_radius", "diff", json!({})),
        ("get_file_outline", "file_path", json!({})),
        ("get_file_outline", "cursor", json!({"file_path": FILE})),
        ("get_structure", "path", json!({})),
        ("get_file_tree", "path_prefix", json!({})),
        ("get_symbol", "symbols", json!({})),
        ("search_symbols", "cursor", json!({"query": "*"})),
        ("search_symbols", "kind", json!({"query": "*"})),
        ("find_entry_points", "entry_type", json!({})),
        ("find_entry_points", "route", json!({})),
        ("find_entry_points", "file_pattern", json!({})),
        ("list_repos", "", json!({})),
        ("grep", "pattern", json!({"context_lines": 2})),
        ("grep", "cursor", json!({"pattern": "e"})),
    ]
}

/// Returns seeds for [`question_of`].
pub fn question_seeds() -> Vec<Vec<u8>> {
    let tools = texts();
    let mut seeds = Vec::new();
    for (at, (tool, argument, _)) in tools.iter().enumerate() {
        for (asked, arguments) in questions() {
            if asked == *tool {
                seeds.push([vec![at as u8], arguments.to_string().into_bytes()].concat());
                if let Some(text) = arguments.get(*argument).and_then(|it| it.as_str()) {
                    seeds.push([&[at as u8], text.as_bytes()].concat());
                }
            }
        }
    }
    seeds
}

/// Returns a question: the first byte chooses the tool, and the others are all its arguments (a JSON object) or one.
pub fn question_of(input: &[u8]) -> Option<Question> {
    let (first, text) = input.split_first()?;
    let mut tools = texts();
    let (tool, argument, mut arguments) = tools.swap_remove(usize::from(*first) % tools.len());
    let text = String::from_utf8_lossy(text);
    match serde_json::from_str(&text) {
        Ok(all @ Value::Object(_)) => arguments = all,
        _ if argument == "symbols" => arguments[argument] = text.lines().collect(),
        _ => arguments[argument] = json!(text),
    }
    Some((tool, arguments))
}

/// Returns questions with a pattern: the first byte chooses where it stands.
pub fn pattern_question_of(input: &[u8]) -> Option<Question> {
    let (first, pattern) = input.split_first()?;
    let pattern = String::from_utf8_lossy(pattern);
    if first % 5 == 4 {
        return Some(("grep", json!({"pattern": pattern, "regex": true})));
    }
    let arguments = match first % 5 {
        0 => json!({"query": pattern, "mode": "regex"}),
        1 => json!({"query": pattern, "mode": "glob"}),
        2 => json!({"query": pattern, "mode": "fuzzy"}),
        _ => json!({"query": "*", "file_pattern": pattern}),
    };
    Some(("search_symbols", arguments))
}
