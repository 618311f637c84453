//! Checks of the paths of files.

use super::values::texts;
use crate::block::SectionBytes;
use crate::column::files::FileLayout;
use crate::column::strings::StringView;
use crate::error::Corrupt;
use crate::ids::StringId;

/// Checks that paths are texts in ascending order.
pub(super) fn paths(
    files: &FileLayout,
    file_bytes: SectionBytes<'_>,
    strings: StringView,
) -> Result<(), Corrupt> {
    texts("files.path", files.path, file_bytes, strings)?;
    let mut last = None;
    for path in files.path.iter(file_bytes) {
        let path = strings.get(StringId(path))?;
        if last.is_some_and(|last| last >= path) {
            return Err(Corrupt::new(
                "section `files`",
                "paths in ascending order",
                path,
            ));
        }
        last = Some(path);
    }
    Ok(())
}
