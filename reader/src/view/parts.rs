//! The segments of a view: a base, and perhaps the overlay over it, whose numbers are joined into one.

use std::sync::{Mutex, OnceLock};

use bombe_format::column::overlay::{MaskLayout, RedirectLayout};
use bombe_format::column::symbols::RankView;
use bombe_format::error::{Corrupt, FormatError};
use bombe_format::frame::FrameReader;
use bombe_format::header::SegmentKind;
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::overlay::{Side, Whole};
use bombe_format::section::Section;

use super::View;
use super::segment::Segment;
use crate::map::Map;

/// One segment, with what reading it keeps.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) segment: Segment,
    /// Decompressors that wait for their next use; they hold the segment's dictionary.
    pub(super) readers: Mutex<Vec<FrameReader>>,
}

/// The overlay, and how its numbers and those of the base make one.
#[derive(Debug)]
pub(super) struct Over {
    pub(super) part: Part,
    pub(super) whole: Whole,
    /// Number of edges before each run of the whole.
    edges: OnceLock<Result<Vec<u32>, Corrupt>>,
}

impl Part {
    pub(super) fn open(map: Map, kind: SegmentKind) -> Result<Self, FormatError> {
        let segment = Segment::open(map)?;
        let found = segment.toc().header.kind;
        if found != kind {
            let name = |kind| match kind {
                SegmentKind::Base => "a base",
                SegmentKind::Overlay => "an overlay",
            };
            return Err(Corrupt::new("header", name(kind), name(found)).into());
        }
        Ok(Self {
            segment,
            readers: Mutex::default(),
        })
    }
}

impl Over {
    pub(super) fn open(base: &Segment, map: Map) -> Result<Self, FormatError> {
        let part = Part::open(map, SegmentKind::Overlay)?;
        let segment = &part.segment;
        let mask = segment.section(Section::OverlayMask)?;
        let redirects = segment.section(Section::OverlayRedirects)?;
        let whole = Whole::new(
            base.files()?,
            &base.toc().header.identity,
            segment.files()?,
            MaskLayout::open(mask)?.view(mask),
            RedirectLayout::open(redirects)?.view(redirects),
        )?;
        // Without rows, the ranks are those of the base.
        let ranks = match segment.ranks()?.layout.rank.len() {
            0 => base.ranks()?.layout.rank.len(),
            rows => rows,
        };
        if ranks != whole.symbol_count() {
            return Err(Corrupt::new(
                "section `ranks`",
                format!("{} rows", whole.symbol_count()),
                ranks.to_string(),
            )
            .into());
        }
        Ok(Self {
            part,
            whole,
            edges: OnceLock::new(),
        })
    }
}

impl View {
    /// A segment by its side; the base's if there is no overlay.
    #[inline]
    pub(super) fn segment(&self, side: Side) -> &Segment {
        &self.part(side).segment
    }

    #[inline]
    pub(super) fn part(&self, side: Side) -> &Part {
        match (&self.over, side) {
            (Some(over), Side::Overlay) => &over.part,
            _ => &self.base,
        }
    }

    /// The segments, the base first.
    pub(super) fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        let overlay = self.over.is_some().then_some(Side::Overlay);
        [Side::Base].into_iter().chain(overlay)
    }

    /// The segment that holds what is said of the whole: the last one.
    #[inline]
    pub(super) fn top(&self) -> &Segment {
        self.over
            .as_ref()
            .map_or(&self.base.segment, |over| &over.part.segment)
    }

    /// The segment that says what is left out: the base, where the overlay has no section of it.
    pub(super) fn skipping(&self) -> &Segment {
        match self.top() {
            top if top.has(Section::Skipped) => top,
            _ => &self.base.segment,
        }
    }

    /// The ranks of all symbols of the whole: those of the base, where the overlay has no rows.
    #[inline]
    pub(super) fn ranks(&self) -> Result<RankView<'_>, Corrupt> {
        match self.top().ranks()? {
            own if !own.layout.rank.is_empty() => Ok(own),
            _ => self.base.segment.ranks(),
        }
    }

    /// Where a file is.
    pub(super) fn place_of_file(&self, file: FileId) -> Result<(Side, FileId), Corrupt> {
        let (place, count) = match &self.over {
            None => {
                let count = self.base.segment.files()?.count();
                let place = (file.index() < count).then_some((Side::Base, file));
                (place, count)
            }
            Some(over) => (over.whole.file(file), over.whole.file_count()),
        };
        place.ok_or_else(|| Corrupt::out_of_range("file id", u64::from(file.0), count as u64))
    }

    /// Where a symbol is.
    #[inline]
    pub(super) fn place_of(&self, symbol: SymbolId) -> Result<(Side, SymbolId), Corrupt> {
        let (place, count) = match &self.over {
            None => {
                let count = self.base.segment.symbols()?.count();
                let place = (symbol.index() < count).then_some((Side::Base, symbol));
                (place, count)
            }
            Some(over) => (over.whole.symbol(symbol), over.whole.symbol_count()),
        };
        place.ok_or_else(|| Corrupt::out_of_range("symbol id", u64::from(symbol.0), count as u64))
    }

    /// The id of a symbol that a segment's row leads to: for a masked one of the base that of its successor.
    #[inline]
    pub(super) fn end(&self, side: Side, symbol: SymbolId) -> Result<SymbolId, Corrupt> {
        let Some(over) = &self.over else {
            return Ok(symbol);
        };
        let found = match side {
            Side::Base => over.whole.base_symbol(symbol),
            Side::Overlay => over.whole.overlay_symbol(symbol),
        };
        found.ok_or_else(|| {
            Corrupt::new(
                "overlay_redirects",
                "a successor of each symbol that is led to",
                format!("none of symbol {}", symbol.0),
            )
        })
    }

    /// The id of a file that a segment's row leads to.
    pub(super) fn file_end(&self, side: Side, file: FileId) -> Result<FileId, Corrupt> {
        let Some(over) = &self.over else {
            return Ok(file);
        };
        let found = match side {
            Side::Base => over.whole.base_file(file),
            Side::Overlay => over.whole.overlay_file(file),
        };
        found.ok_or_else(|| {
            Corrupt::new(
                "overlay_redirects",
                "a successor of each file that is led to",
                format!("none of file {}", file.0),
            )
        })
    }

    /// The id of a symbol of a segment; none if an overlay hides it.
    #[inline]
    pub(super) fn shown(&self, side: Side, symbol: SymbolId) -> Option<SymbolId> {
        match &self.over {
            None => Some(symbol),
            Some(over) => match side {
                Side::Base => over.whole.kept_symbol(symbol),
                Side::Overlay => over.whole.overlay_symbol(symbol),
            },
        }
    }

    /// The id of a file of a segment; none if an overlay hides it.
    pub(super) fn shown_file(&self, side: Side, file: FileId) -> Option<FileId> {
        match &self.over {
            None => Some(file),
            Some(over) => match side {
                Side::Base => over.whole.kept_file(file),
                Side::Overlay => over.whole.overlay_file(file),
            },
        }
    }

    /// Number of edges before each run of the whole; none without an overlay.
    pub(super) fn edges_before_runs(&self) -> Result<Option<(&Over, &[u32])>, Corrupt> {
        let Some(over) = &self.over else {
            return Ok(None);
        };
        let edges = over.edges.get_or_init(|| {
            let mut sum = 0u32;
            let mut before = Vec::with_capacity(over.whole.runs().len());
            for run in over.whole.runs() {
                before.push(sum);
                let forward = self.segment(run.side).forward()?;
                let first = |symbol| forward.layout.first.at_row(forward.bytes, symbol as usize);
                let start = first(run.local_symbol.0);
                let end = first(run.local_symbol.0.saturating_add(run.symbols));
                sum = sum.saturating_add(end.saturating_sub(start));
            }
            Ok(before)
        });
        match edges {
            Ok(before) => Ok(Some((over, before))),
            Err(error) => Err(error.clone()),
        }
    }
}
