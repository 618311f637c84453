//! Benches of the project's targets: see `benches/`. They print measurements and assert nothing.
