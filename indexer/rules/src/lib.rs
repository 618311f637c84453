//! The interface between the resolver and the languages.
//!
//! The resolver takes a [`LanguageRules`] for each file and names no language. The languages implement it and see only
//! a [`FileTable`] of the resolver, so that a change in one does not rebuild the other.

pub mod confidence;
pub mod file_table;
pub mod fixed;
pub mod frameworks;
pub mod modules;
pub mod outside;
pub mod profile;
pub mod summary;

use bombe_facts::Facts;
use bombe_format::kind::{Language, Rule};

use file_table::{FileTable, ProjectFile};
use frameworks::Frameworks;
use modules::{FileLocation, ModuleFinder, NoModules, Package};
use outside::{ExternalName, OutsideName};
use profile::Profile;

/// The rules of a language that the resolver needs.
///
/// A dialect (TSX, JSX) shares the rules of its parent.
pub trait LanguageRules: Sync + Send {
    /// Returns the languages that these rules apply to, the parent first.
    fn languages(&self) -> &'static [Language];

    /// Returns how names, members and built-in types work.
    fn profile(&self) -> &'static Profile {
        &Profile::DEFINITIONS
    }

    /// Returns the confidence, in percent, of the edges that a rule of the resolver finds.
    fn confidence_of(&self, rule: Rule) -> u8 {
        confidence::general(rule)
    }

    /// Returns how a name of what is outside is written; none if the language cannot tell what it names.
    fn external_name(&self, name: &OutsideName<'_>) -> Option<ExternalName> {
        let _ = name;
        None
    }

    /// Returns the module that a stub file declares, as code writes it; none if its names do not tell what they belong to.
    fn stub_module<'p>(&self, path: &'p str) -> Option<&'p str> {
        let _ = path;
        None
    }

    /// Returns the patterns of the frameworks that call into code of these languages.
    fn frameworks(&self) -> &'static Frameworks {
        static NONE: std::sync::LazyLock<Frameworks> =
            std::sync::LazyLock::new(Frameworks::default);
        &NONE
    }

    /// Returns true if the outermost names of a file may belong to a package, whose other files see them without an
    /// import.
    fn shares_names(&self, facts: &Facts) -> bool {
        let _ = facts;
        false
    }

    /// Returns true if a package also shares the names that its files import.
    fn shares_imports(&self) -> bool {
        false
    }

    /// Returns true if only names reveal that a file was added or removed: names bound in packages of other files, and
    /// those parts of import paths that equal the file's name up to its first dot, the name of a new folder, or a part of
    /// the name of a new package.
    /// `others` are the files of these rules that stay.
    fn addition_is_local(
        &self,
        file: FileLocation,
        others: &[FileLocation],
        projects: &[ProjectFile],
    ) -> bool {
        let _ = (file, others, projects);
        false
    }

    /// Makes the module finder for the files of these rules. It appends packages to `packages` and refers to them by
    /// their position there. It should work from file summaries: reading the facts of a file unpacks them.
    fn module_finder(
        &self,
        files: &dyn FileTable,
        packages: &mut Vec<Package>,
    ) -> Box<dyn ModuleFinder> {
        let _ = (files, packages);
        Box::new(NoModules)
    }
}
