#![expect(clippy::unwrap_used, reason = "a test")]
#[path = "../tests/it/dependencies.rs"] mod dependencies;
#[path = "../tests/it/metadata.rs"] mod metadata;
#[path = "../tests/it/source.rs"] mod source;
#[path = "../tests/it/support.rs"] mod support;
#[path = "../tests/it/tidy.rs"] mod tidy;
