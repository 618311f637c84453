//! How tokens are counted.

/// Characters per token. Measured over source code with common tokenizers it lies between 3.2 and 3.9.
pub const CHARS_PER_TOKEN: f64 = 3.5;

/// Estimated tokens of a text: characters / 3.5, rounded up.
pub fn count(text: &str) -> usize {
    of_chars(text.chars().count())
}

/// Estimated tokens of a number of characters.
pub fn of_chars(chars: usize) -> usize {
    (chars as f64 / CHARS_PER_TOKEN).ceil() as usize
}

/// How many characters a number of tokens may have.
pub fn to_chars(tokens: usize) -> usize {
    (tokens as f64 * CHARS_PER_TOKEN).floor() as usize
}
