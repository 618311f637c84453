//! Benches, one for each target of the project: see `benches/`. What they print is measured, never asserted.
