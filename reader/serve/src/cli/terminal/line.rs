//! A line for a terminal: pieces of text, each with a role that gives it a colour.

use std::fmt::Write as _;
use std::ops::Range;
use std::rc::Rc;

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Anything else.
    Plain,
    /// A title.
    Heading,
    /// A path of the repository.
    Path,
    /// A number of a line.
    Number,
    /// A symbol.
    Name,
    /// What was searched for.
    Match,
    /// A word of a language, or a kind of symbol.
    Keyword,
    /// A string or number of a source.
    Literal,
    /// A comment of a source, and whatever matters less.
    Dim,
}

impl Role {
    /// Returns the style: one of the sixteen colours, which the reader's own terminal defines.
    const fn style(self) -> Style {
        let plain = Style::new();
        match self {
            Self::Plain => plain,
            Self::Heading => plain.bold(),
            Self::Path => plain.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Magenta))),
            Self::Number => plain.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green))),
            Self::Name => plain.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan))),
            Self::Match => plain
                .bold()
                .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))),
            Self::Keyword => plain.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Blue))),
            Self::Literal => plain.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow))),
            Self::Dim => plain.dimmed(),
        }
    }
}

/// A piece of a line.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    role: Role,
    /// Where a click leads.
    link: Option<Rc<str>>,
}

/// A line, not yet broken at the width of the terminal.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pieces: Vec<Piece>,
    /// Columns of indentation where the line goes on below.
    pub(super) hanging: usize,
}

/// How lines are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Columns of a line; none if lines are not broken.
    pub(super) width: Option<usize>,
    pub(super) color: bool,
    pub(super) links: bool,
}

/// Columns between two stops of a tab.
const TAB: usize = 4;

impl Line {
    pub(super) fn push(&mut self, text: &str, role: Role) {
        self.push_linked(text, role, None);
    }

    pub(super) fn push_linked(&mut self, text: &str, role: Role, link: Option<Rc<str>>) {
        if !text.is_empty() {
            self.pieces.push(Piece {
                text: text.to_owned(),
                role,
                link,
            });
        }
    }

    pub(super) fn append(&mut self, other: Self) {
        self.pieces.extend(other.pieces);
    }

    pub(super) fn is_heading(&self) -> bool {
        self.pieces
            .first()
            .is_some_and(|piece| piece.role == Role::Heading)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.pieces.iter().map(|piece| piece.text.width()).sum()
    }

    /// Returns the text.
    pub(super) fn text(&self) -> String {
        self.pieces.iter().map(|piece| &*piece.text).collect()
    }

    /// Gives parts of the text the role of a match.
    pub(super) fn mark(&mut self, matches: &[Range<usize>]) {
        let mut pieces = Vec::with_capacity(self.pieces.len() + 2 * matches.len());
        let mut start = 0;
        for piece in std::mem::take(&mut self.pieces) {
            let end = start + piece.text.len();
            let mut at = start;
            let mut cut = |to: usize, role: Role| {
                if let Some(text) = piece.text.get(at - start..to - start)
                    && !text.is_empty()
                {
                    pieces.push(Piece {
                        text: text.to_owned(),
                        role,
                        link: piece.link.clone(),
                    });
                    at = to;
                }
            };
            for found in matches.iter().filter(|it| it.start < end && it.end > start) {
                cut(found.start.max(start), piece.role);
                cut(found.end.min(end), Role::Match);
            }
            cut(end, piece.role);
            start = end;
        }
        self.pieces = pieces;
    }

    /// Appends the line to a text, in as many lines as the width needs. A line breaks between words, whatever their pieces.
    pub(super) fn write(&self, look: Look, out: &mut String) {
        let hanging = match look.width {
            // Where there is no room, the beginning of a line has it.
            Some(width) if self.hanging * 2 > width => 2,
            _ => self.hanging,
        };
        let mut pen = Pen {
            look,
            out,
            open: None,
            column: 0,
        };
        let text = self.text();
        let mut characters = self
            .pieces
            .iter()
            .flat_map(|piece| piece.text.chars().map(move |character| (character, piece)));
        for word in text.split_inclusive(' ') {
            let bare = word.trim_end_matches(' ').width();
            let is_full = look.width.is_some_and(|width| pen.column + bare > width);
            if is_full && pen.column > hanging {
                pen.break_line(hanging);
            }
            for (character, piece) in characters.by_ref().take(word.chars().count()) {
                let width = match character {
                    '\t' => TAB - pen.column % TAB,
                    character => character.width().unwrap_or(0),
                };
                // A word that is longer than a line, or a space at the end of one.
                if look.width.is_some_and(|most| pen.column + width > most) {
                    if character == ' ' {
                        continue;
                    }
                    pen.break_line(hanging);
                }
                pen.put(character, width, piece);
            }
        }
        pen.close();
        pen.out.truncate(pen.out.trim_end_matches(' ').len());
        pen.out.push('\n');
    }
}

/// Writes pieces of one line.
struct Pen<'a> {
    look: Look,
    out: &'a mut String,
    /// The piece whose colour and link are on.
    open: Option<&'a Piece>,
    column: usize,
}

impl<'a> Pen<'a> {
    fn put(&mut self, character: char, width: usize, piece: &'a Piece) {
        if !self.open.is_some_and(|open| std::ptr::eq(open, piece)) {
            self.close();
            if let Some(link) = piece.link.as_deref().filter(|_| self.look.links) {
                let _ = write!(self.out, "\x1b]8;;{link}\x1b\\");
            }
            if self.look.color {
                let _ = write!(self.out, "{}", piece.role.style().render());
            }
            self.open = Some(piece);
        }
        match character {
            '\t' => self.out.extend(std::iter::repeat_n(' ', width)),
            character => self.out.push(character),
        }
        self.column += width;
    }

    fn close(&mut self) {
        let Some(piece) = self.open.take() else {
            return;
        };
        if self.look.color {
            let _ = write!(self.out, "{}", piece.role.style().render_reset());
        }
        if piece.link.is_some() && self.look.links {
            self.out.push_str("\x1b]8;;\x1b\\");
        }
    }

    fn break_line(&mut self, hanging: usize) {
        self.close();
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', hanging));
        self.column = hanging;
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Look, Role};

    const PLAIN: Look = Look {
        width: Some(12),
        color: false,
        links: false,
    };

    fn written(line: &Line, look: Look) -> String {
        let mut out = String::new();
        line.write(look, &mut out);
        out
    }

    #[test]
    fn a_line_breaks_between_words_and_hangs() {
        let mut line = Line::default();
        line.push("ab ", Role::Number);
        line.push("one two three fourteenletter", Role::Plain);
        line.hanging = 3;
        assert_eq!(
            written(&line, PLAIN),
            "ab one two\n   three\n   fourteenl\n   etter\n"
        );
        let wide = Look {
            width: None,
            ..PLAIN
        };
        assert_eq!(written(&line, wide), "ab one two three fourteenletter\n");
    }

    #[test]
    fn wide_characters_take_two_columns_and_tabs_stop() {
        let mut line = Line::default();
        line.push("名名名名名名名", Role::Plain);
        assert_eq!(written(&line, PLAIN), "名名名名名名\n名\n");
        let mut line = Line::default();
        line.push("a\tb", Role::Plain);
        assert_eq!(written(&line, PLAIN), "a   b\n");
    }

    #[test]
    fn each_line_has_its_own_colours_and_links() {
        let look = Look {
            width: Some(4),
            color: true,
            links: true,
        };
        let mut line = Line::default();
        line.push_linked("ab cd", Role::Path, Some("file:///x".into()));
        let piece = |text| format!("\x1b]8;;file:///x\x1b\\\x1b[35m{text}\x1b[0m\x1b]8;;\x1b\\\n");
        assert_eq!(written(&line, look), [piece("ab "), piece("cd")].concat());
    }

    #[test]
    fn matches_are_marked_across_pieces() {
        let mut line = Line::default();
        line.push("abc", Role::Keyword);
        line.push("def", Role::Plain);
        line.mark(&[1..2, 2..4]);
        let look = Look {
            width: None,
            color: true,
            links: false,
        };
        let red = |text: &str| format!("\x1b[1m\x1b[31m{text}\x1b[0m");
        assert_eq!(
            written(&line, look),
            format!("\x1b[34ma\x1b[0m{}{}{}ef\n", red("b"), red("c"), red("d"))
        );
        assert_eq!(line.text(), "abcdef");
    }
}
