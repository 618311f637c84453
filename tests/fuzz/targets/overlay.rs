//! A section of an overlay: any bytes, with right checksums around them.
#![no_main]

use std::sync::LazyLock;

use bombe_format::header::SegmentKind::Overlay;
use bombe_fuzz::{Place, start};
use libfuzzer_sys::fuzz_target;

static PLACE: LazyLock<Place> = LazyLock::new(Place::new);

fuzz_target!(init: start(PLACE.sections(Overlay)), |input| PLACE.ask_with_section(Overlay, input));
