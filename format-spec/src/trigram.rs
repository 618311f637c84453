//! Trigrams: what the section `trigrams` knows of a text.
//!
//! A trigram is three adjacent characters of a line, each mapped to one of 64 classes. Letters that differ only in case have
//! one class, so that the same lists answer questions with and without regard to case. There are `64^3` trigrams, and a set
//! of them is a bitmap that fits the cache of a processor.

/// Number of classes of characters.
pub const CLASSES: usize = 64;

/// Number of trigrams.
pub const TRIGRAMS: usize = CLASSES * CLASSES * CLASSES;

/// The characters of each class that are ASCII, but for letters and digits: class 36 and those from 38 on.
pub const GROUPS: [&str; 22] = [
    "_", "\"'`", "(", ")", "[{", "]}", "<", ">", "=", ".", ",", ":", ";", "-", "/\\", "*", "+",
    "#", "@$", "!?", "&|", "%^~",
];

/// Class of blanks and control characters.
const BLANK: u8 = 37;
/// Class of characters outside ASCII that have none of their own.
const OTHER: u8 = 59;
/// First of the four classes of characters of scripts without case.
const CASELESS: u8 = 60;

/// Classes of the ASCII characters.
const ASCII: [u8; 128] = {
    let mut classes = [BLANK; 128];
    let mut at = 0;
    while at < 26 {
        classes[b'a' as usize + at] = at as u8;
        classes[b'A' as usize + at] = at as u8;
        at += 1;
    }
    at = 0;
    while at < 10 {
        classes[b'0' as usize + at] = 26 + at as u8;
        at += 1;
    }
    let mut group = 0;
    while group < GROUPS.len() {
        let class = if group == 0 { 36 } else { 37 + group as u8 };
        let bytes = GROUPS[group].as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            classes[bytes[at] as usize] = class;
            at += 1;
        }
        group += 1;
    }
    classes
};

/// Returns the class of a character. Characters that differ only in case (Unicode's simple folding) have the same.
#[inline]
pub fn class_of(character: char) -> u8 {
    match character {
        '\0'..='\x7f' => ASCII[character as usize],
        // The only characters whose other case is ASCII.
        '\u{17f}' => ASCII[b's' as usize],
        '\u{212a}' => ASCII[b'k' as usize],
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' => CASELESS + (character as u8 & 3),
        _ => OTHER,
    }
}

/// Returns the trigram of three classes.
#[inline]
pub fn trigram_of(classes: [u8; 3]) -> u32 {
    classes
        .iter()
        .fold(0, |key, class| key << 6 | u32::from(*class))
}

/// The distinct trigrams of some texts.
#[derive(Clone, Debug)]
pub struct TrigramSet {
    words: Vec<u64>,
}

impl Default for TrigramSet {
    fn default() -> Self {
        Self {
            words: vec![0; TRIGRAMS / 64],
        }
    }
}

impl TrigramSet {
    /// Adds the trigrams of the lines of a text. No trigram contains a line break.
    pub fn add(&mut self, text: &str) {
        // The last three classes, and how many of them belong to the current line.
        let (mut key, mut length) = (0u32, 0u32);
        let mut rest = text.as_bytes();
        while let Some((first, tail)) = rest.split_first() {
            let class = match first {
                b'\n' | b'\r' => {
                    length = 0;
                    rest = tail;
                    continue;
                }
                0..0x80 => {
                    rest = tail;
                    ASCII[usize::from(*first)]
                }
                _ => {
                    // A text is UTF-8, so a character starts here.
                    let at = text.len() - rest.len();
                    let Some(character) = text.get(at..).and_then(|text| text.chars().next())
                    else {
                        return;
                    };
                    rest = rest.get(character.len_utf8()..).unwrap_or_default();
                    class_of(character)
                }
            };
            key = (key << 6 | u32::from(class)) & (TRIGRAMS as u32 - 1);
            length += 1;
            if length >= 3
                && let Some(word) = self.words.get_mut((key >> 6) as usize)
            {
                *word |= 1 << (key & 63);
            }
        }
    }

    /// Removes all trigrams, and calls `visit` with each, ascending.
    pub fn drain(&mut self, mut visit: impl FnMut(u32)) {
        for (at, word) in self.words.iter_mut().enumerate() {
            let mut bits = std::mem::take(word);
            while bits != 0 {
                visit(at as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trigrams(text: &str) -> Vec<u32> {
        let mut set = TrigramSet::default();
        set.add(text);
        let mut all = Vec::new();
        set.drain(|trigram| all.push(trigram));
        set.drain(|trigram| panic!("{trigram} is left"));
        all
    }

    fn expected(parts: &[&str]) -> Vec<u32> {
        let mut all: Vec<u32> = parts
            .iter()
            .map(|part| {
                let classes: Vec<u8> = part.chars().map(class_of).collect();
                trigram_of([classes[0], classes[1], classes[2]])
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn a_text_has_the_trigrams_of_its_lines() {
        assert_eq!(trigrams("ab"), [0; 0]);
        assert_eq!(trigrams("ab\ncd\r\nef"), [0; 0]);
        assert_eq!(trigrams("Load\n"), expected(&["loa", "oad"]));
        assert_eq!(trigrams("x\n日本語é"), expected(&["日本語", "本語é"]));
        assert_eq!(trigrams("aKey"), expected(&["ake", "key"]));
        assert_eq!(
            trigrams("\u{212a}ey ſo"),
            expected(&["key", "ey ", "y s", " so"])
        );
    }

    #[test]
    fn every_ascii_character_has_one_class() {
        let mut seen = [0; CLASSES];
        for character in '!'..='~' {
            seen[usize::from(class_of(character))] += 1;
        }
        assert_eq!(seen.iter().sum::<u32>(), 94);
        let all: String = GROUPS.concat();
        let punctuation = ('!'..='~').filter(char::is_ascii_punctuation);
        assert_eq!(all.len(), punctuation.count());
        assert!(!seen[..37].contains(&0) && seen[37] == 0 && !seen[38..59].contains(&0));
        assert_eq!(class_of(' '), class_of('\t'));
        assert_ne!(class_of('é'), class_of('日'));
    }
}
