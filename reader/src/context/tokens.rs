//! Estimates numbers of tokens.

/// Characters per token. Common tokenizers have 3.2 to 3.9 on source code.
pub const CHARS_PER_TOKEN: f64 = 3.5;

/// Returns the estimated number of tokens of a text: characters / 3.5, rounded up.
pub fn count(text: &str) -> usize {
    of_chars(text.chars().count())
}

/// Returns the estimated number of tokens of a number of characters.
pub fn of_chars(chars: usize) -> usize {
    (chars as f64 / CHARS_PER_TOKEN).ceil() as usize
}

/// Returns the estimated number of characters of a number of tokens, rounded down.
pub fn to_chars(tokens: usize) -> usize {
    (tokens as f64 * CHARS_PER_TOKEN).floor() as usize
}
