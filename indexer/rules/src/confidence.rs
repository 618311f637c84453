//! Confidence of edges, in percent by rule, calibrated on call graphs made by compilers.
//!
//! The confidence of a rule is the share of its edges that were right, lowered a little for what was not measured. The
//! `confidence` table of a `language.toml` overrides it for one language. `make accuracy` prints stated and measured
//! values.

use bombe_format::kind::Rule;

/// Returns the confidence, in percent, of a rule in languages that do not override it.
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
