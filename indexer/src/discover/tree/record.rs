//! Records a tree from the result of a walk.

use std::fs::{self, Metadata};
use std::path::Path;

use bombe_format::kind::SkipReason;
use rayon::prelude::*;

use super::{
    CachedProjectFile, File, FileClass, Folder, Head, NameRange, RuleFile, SkippedEntry, Tree,
    TreeInputs, cache_key, rule_files, text_digest,
};
use crate::discover::Settings;
use crate::discover::digest::digest;
use crate::discover::listing::Listing;
use crate::stamp::Stamp;

impl Tree {
    /// Returns the result of a walk of `root`; none if a part of it proves nothing.
    pub(in crate::discover) fn record(
        root: &Path,
        settings: &Settings,
        inputs: TreeInputs,
    ) -> Option<Self> {
        // On other systems, programs can set all times of folders.
        if cfg!(not(unix)) || inputs.walked.unclear {
            return None;
        }
        let settled = |meta: &Metadata| Stamp::settled(meta, inputs.start.time);
        let mut tree = Self {
            key: cache_key(root, settings)?,
            names: String::new(),
            folders: Vec::new(),
            files: Vec::new(),
            heads: Vec::new(),
            skipped: Vec::new(),
            probes: inputs.walked.probes.clone(),
            rule_files: Vec::new(),
            project_files: Vec::new(),
            ignored: inputs.walked.ignored,
        };
        let folders = inputs.listings.par_iter().map(|listing| {
            let listing = listing.as_ref()?;
            let meta = fs::symlink_metadata(root.join(&listing.folder)).ok()?;
            let stamp = settled(&meta);
            let is_proved =
                stamp.is_some() || inputs.walked.has_seen(listing, Stamp::unsettled(&meta)?);
            is_proved.then_some((listing, stamp))
        });
        let mut folders: Vec<_> = folders.collect::<Option<_>>()?;
        folders.sort_unstable_by_key(|(listing, _)| listing.folder.as_str());
        tree.add_folders(&folders, &inputs)?;
        for row in &inputs.walked.skipped {
            let is_folder = row.path.ends_with('/');
            tree.skipped.push(SkippedEntry {
                path: row.path.clone(),
                reason: row.reason as u8,
                is_file: row.reason == SkipReason::Excluded && !is_folder,
            });
        }
        let paths = rule_files::paths(root, settings, &inputs, &mut tree)?;
        let rules = paths.into_iter().map(|path| {
            let meta = fs::metadata(&path).ok();
            let stamp = match &meta {
                Some(meta) => Some(settled(meta)?),
                None => None,
            };
            let text = text_digest(&path);
            // It could be read a moment ago.
            if text.is_none() && meta.is_some_and(|meta| meta.is_file()) {
                return None;
            }
            Some(RuleFile { path, stamp, text })
        });
        tree.rule_files = rules.collect::<Option<_>>()?;
        for (projects, walked) in [(inputs.projects, true), (inputs.hidden_projects, false)] {
            let projects = projects
                .into_iter()
                .map(|(path, stamp, text)| CachedProjectFile {
                    path,
                    walked,
                    stamp,
                    text,
                });
            tree.project_files.extend(projects);
        }
        tree.project_files
            .sort_unstable_by(|a, b| a.path.cmp(&b.path));
        inputs.start.is_steady().then_some(tree)
    }

    /// `folders` are by path.
    fn add_folders(
        &mut self,
        folders: &[(&Listing, Option<Stamp>)],
        inputs: &TreeInputs,
    ) -> Option<()> {
        let sources = inputs
            .sources
            .iter()
            .map(|file| (file.path.as_str(), FileClass::Source(file.language as u8)));
        let others = inputs
            .no_sources
            .iter()
            .map(|row| (row.path.as_str(), FileClass::Skipped(row.reason as u8)));
        let mut files: Vec<_> = sources.chain(others).collect();
        files.sort_unstable_by_key(|(path, _)| *path);
        let mut of_folders = vec![Vec::new(); folders.len()];
        for ((path, class), number) in files.iter().zip(0u32..) {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let folder = folders.binary_search_by_key(&folder, |(listing, _)| &listing.folder);
            of_folders[folder.ok()?].push((number, name, *class));
        }
        for ((listing, stamp), files) in folders.iter().zip(of_folders) {
            let folder = Folder {
                path: self.add_name(&listing.folder),
                stamp: *stamp,
                listing: listing.digest,
                files: files.len() as u32,
            };
            self.folders.push(folder);
            for (number, name, class) in files {
                let name = self.add_name(name);
                self.files.push(File {
                    number,
                    name,
                    class,
                });
            }
        }
        for (path, stamp, bytes) in &inputs.heads {
            let file = files.binary_search_by_key(&path.as_str(), |(path, _)| *path);
            self.heads.push(Head {
                file: file.ok()? as u32,
                stamp: *stamp,
                first_bytes: digest(bytes),
            });
        }
        Some(())
    }

    fn add_name(&mut self, name: &str) -> NameRange {
        let start = self.names.len() as u32;
        self.names.push_str(name);
        (start, name.len() as u32)
    }
}
