//! What it costs to pass an argument: the scale of overload selection by cost.
//!
//! The costs of a call's arguments are added up, and the cheapest overload is chosen. Only their order matters:
//!
//! | cost | of passing |
//! |---:|---|
//! | 0 | a value of exactly the type |
//! | 1 | a value by a conversion that loses nothing: null, a literal, a function to a functional interface |
//! | 2 | a value of which nothing is known |
//! | 3 and more | a value of a subtype, one more for each type of its lineage in between |
//! | 4 | an enumeration's member as a number; conversions between built-in types have costs of this size in the profile |
//! | 25 to 70 | a value to a type that takes nearly anything, or that may take it |
//! | 100 | any argument to an overload of variable arity |

/// Nothing is known of the value or of the type.
///
/// It is the same for every overload, so that an unknown argument decides between none that name their types.
pub(super) const UNKNOWN: u32 = 2;

/// The conversion loses nothing.
pub(super) const NEAR: u32 = 1;

/// A value of a subtype. The position of the wanted type in the value's lineage, from 1, is added.
pub(super) const SUBTYPE: u32 = 2;

/// A function literal to a bare type parameter: behind one whose type is not known at all.
pub(super) const LITERAL_TO_PARAMETER: u32 = UNKNOWN + 1;

/// A member of an enumeration to the type of whole numbers: behind every enumeration's own overload.
pub(super) const ENUM_TO_INT: u32 = 4;

/// A value to the root of all types: behind every overload that names a type of its own.
pub(super) const TO_ROOT: u32 = 60;

/// A value to a type parameter, which says a little more than the root.
pub(super) const TO_PARAMETER: u32 = TO_ROOT - 10;

/// A value whose lineage is not all in sight, so that the type may be a supertype of it.
pub(super) const PERHAPS_SUBTYPE: u32 = TO_ROOT - 20;

/// A value that a constructor of the type converts.
///
/// Less than [`PERHAPS_SUBTYPE`]: this conversion is known to exist.
pub(super) const BY_CONSTRUCTOR: u32 = TO_ROOT - 30;

/// A value to a pack of type parameters, in a language where constructors convert: `T&&... args` takes any value as it is, which
/// fits better than a conversion. A single type parameter mostly has a condition that is not evaluated here.
pub(super) const TO_PACK: u32 = BY_CONSTRUCTOR - 5;

/// A value of a type of the repository to another one that is none of its supertypes, where a type need not be declared as
/// a subtype: behind everything that is known to fit.
pub(super) const PERHAPS_ALIKE: u32 = TO_ROOT + 10;

/// An overload of variable arity: behind every overload of fixed arity that fits.
pub(super) const VARIADIC: u32 = 100;
