//! Numbered enums of the format as their numbers.

/// Serializes the kind of a definition as its number, 255 for none.
pub(in crate::facts) mod kind {
    use bombe_format::kind::SymbolKind;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    const NONE: u8 = u8::MAX;

    #[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(
        kind: &Option<SymbolKind>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(kind.map_or(NONE, |kind| kind as u8))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<SymbolKind>, D::Error> {
        match u8::deserialize(deserializer)? {
            NONE => Ok(None),
            number => SymbolKind::from_u8(number)
                .map(Some)
                .ok_or_else(|| D::Error::custom("no kind of symbol")),
        }
    }
}

/// Serializes visibility as its number.
pub(in crate::facts) mod visibility {
    use bombe_format::kind::Visibility;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(
        visibility: &Visibility,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*visibility as u8)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Visibility, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Visibility::from_u8(number).ok_or_else(|| D::Error::custom("no visibility"))
    }
}
