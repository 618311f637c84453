//! How sure an edge is: percent by rule, calibrated on call graphs made by compilers.
//!
//! A stated confidence is the share of edges of that rule that were right, a little lowered for what was not measured.
//! Where a language differs, the `confidence` table of its `language.toml` says so. `make accuracy` prints stated against
//! measured.

use bombe_format::kind::Rule;

/// The confidence, in percent, that holds where a language says nothing else.
pub const fn general(rule: Rule) -> u8 {
    match rule {
        Rule::Syntax => 100,
        Rule::Scope
        | Rule::Import
        | Rule::Package
        | Rule::SelfMember
        | Rule::StaticMember
        | Rule::DeclaredType
        | Rule::InferredType
        | Rule::Overload => 99,
        Rule::Wildcard | Rule::Structural => 97,
        Rule::Value => 95,
        Rule::Framework => 75,
        Rule::Ambiguous => 60,
        Rule::UniqueName => 30,
    }
}
