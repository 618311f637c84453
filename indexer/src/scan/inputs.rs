//! Hashes of what a snapshot is made from.

use super::{Scan, ScanState};
use crate::discover::Settings;
use crate::encode;
use crate::facts_cache::InputHashes;
use crate::fingerprint;

/// Bytes that a file adds to what is hashed, roughly.
const FILE_PART_BYTES: usize = 192;

impl Scan {
    /// Returns hashes of all that a snapshot is made from: paths, contents, what was left out, project files, settings,
    /// options, the program itself. Equal hashes stand for equal snapshots.
    pub fn inputs(
        &self,
        settings: &Settings,
        meta: &encode::Meta,
        options: encode::Options,
    ) -> InputHashes {
        let environment = self.environment(settings);
        let mut inputs = Parts(Vec::with_capacity(self.files.len() * FILE_PART_BYTES));
        inputs.add(&environment);
        inputs.add(format!("{meta:?} {options:?}").as_bytes());
        for file in &self.files {
            inputs.add(file.path.as_bytes());
            let skipped = match file.state {
                ScanState::Skipped(reason) => reason as u8,
                ScanState::Facts(..) | ScanState::Cached(_) => u8::MAX,
            };
            inputs.add(&[file.language as u8, skipped, u8::from(file.generated)]);
            inputs.add(&file.hash);
        }
        for file in &self.manifests {
            inputs.add(file.path.as_bytes());
            inputs.add(file.text.as_bytes());
        }
        for row in &self.skipped {
            inputs.add(row.path.as_bytes());
            inputs.add(&[row.reason as u8]);
            inputs.add(&row.size.to_le_bytes());
        }
        InputHashes {
            inputs: inputs.finish(),
            environment,
        }
    }

    /// Returns the hash of the inputs other than source files: project files, settings, the program itself.
    pub fn environment(&self, settings: &Settings) -> [u8; 32] {
        let mut environment = Parts::default();
        environment.add(fingerprint::FINGERPRINT.as_bytes());
        environment.add(format!("{:?}", settings.discover).as_bytes());
        for file in &self.project_files {
            environment.add(file.path.as_bytes());
            environment.add(file.text.as_bytes());
        }
        environment.finish()
    }
}

/// Bytes to hash: parts, each preceded by its length. One large piece hashes several times faster than many small ones.
#[derive(Default)]
struct Parts(Vec<u8>);

impl Parts {
    fn add(&mut self, part: &[u8]) {
        self.0.extend_from_slice(&(part.len() as u32).to_le_bytes());
        self.0.extend_from_slice(part);
    }

    fn finish(&self) -> [u8; 32] {
        *blake3::hash(&self.0).as_bytes()
    }
}
