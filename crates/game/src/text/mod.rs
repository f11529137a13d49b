//! Text that somebody edits.

#[cfg(feature = "stage")]
mod field;
mod marks;

#[cfg(feature = "stage")]
pub use field::{FieldEvents, TextField};

use core::ops::Range;
use marks::{next, previous, word_left, word_right};

/// Where a caret goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaretMove {
    /// By a character, toward the start.
    Left,
    /// By a character, toward the end.
    Right,
    /// To the start of the word before.
    WordLeft,
    /// To the end of the word after.
    WordRight,
    /// To the start of the line.
    LineStart,
    /// To the end of the line.
    LineEnd,
    /// To the line above.
    Up,
    /// To the line below.
    Down,
    /// To the start of the text.
    Start,
    /// To the end of the text.
    End,
}

/// A text with a caret and a selection, and what can be done to it: the part of a text field that needs no screen.
///
/// Places are bytes, always on the border of a character as people see it: accents that stand for themselves, the parts of
/// an emoji and pairs that make a flag are not torn apart.
///
/// ```
/// use motile_game::{CaretMove, TextEdit};
/// let mut name = TextEdit::new("Ada");
/// name.insert(" Lovelace");
/// name.move_caret(CaretMove::WordLeft, true);
/// assert_eq!(name.selected(), "Lovelace");
/// name.insert("L.\nnever a second line");
/// assert_eq!(name.text(), "Ada L. never a second line");
/// name.undo();
/// assert_eq!(name.text(), "Ada Lovelace");
/// ```
#[doc(alias = "text box")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextEdit {
    /// Whether it may have several lines. Without, line feeds become spaces.
    pub multi_line: bool,
    /// Most characters it may have; what is typed beyond is left out.
    pub limit: Option<u32>,
    text: String,
    caret: usize,
    /// The other end of the selection; the caret when there is none.
    anchor: usize,
    undo: Vec<Kept>,
    redo: Vec<Kept>,
    /// Whether the next character goes into the last step of undo.
    typing: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    text: String,
    caret: usize,
    anchor: usize,
}

/// How many steps can be undone.
const STEPS: usize = 100;

impl TextEdit {
    /// A line of text, the caret at its end.
    pub fn new(text: &str) -> Self {
        let mut edit = Self::default();
        edit.set_text(text);
        edit
    }

    /// A text of several lines, the caret at its end.
    pub fn multi_line(text: &str) -> Self {
        let mut edit = Self { multi_line: true, ..Self::default() };
        edit.set_text(text);
        edit
    }

    /// With at most this many characters.
    #[must_use]
    pub fn with_limit(mut self, characters: u32) -> Self {
        self.limit = Some(characters);
        self
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts another text in place of all, the caret at its end; this is not undone.
    pub fn set_text(&mut self, text: &str) {
        self.text.clear();
        (self.caret, self.anchor) = (0, 0);
        let clean = self.cleaned(text);
        self.text = clean;
        (self.caret, self.anchor) = (self.text.len(), self.text.len());
        self.undo.clear();
        self.redo.clear();
        self.typing = false;
    }

    /// Where the caret stands, in bytes from the start.
    pub const fn caret(&self) -> usize {
        self.caret
    }

    /// The selection in bytes from the start; empty where the caret stands when there is none.
    pub fn selection(&self) -> Range<usize> {
        self.caret.min(self.anchor)..self.caret.max(self.anchor)
    }

    /// The selected text.
    pub fn selected(&self) -> &str {
        &self.text[self.selection()]
    }

    /// Selects everything.
    pub fn select_all(&mut self) {
        (self.anchor, self.caret) = (0, self.text.len());
        self.typing = false;
    }

    /// Puts the caret at a byte, or at the border of a character before it; with `select`, the selection reaches from where
    /// it began to there.
    pub fn set_caret(&mut self, byte: usize, select: bool) {
        self.caret = marks::floor(&self.text, byte);
        if !select {
            self.anchor = self.caret;
        }
        self.typing = false;
    }

    /// Moves the caret; with `select`, the selection follows. Without, a selection ends at its side.
    pub fn move_caret(&mut self, to: CaretMove, select: bool) {
        let selection = self.selection();
        let (text, caret) = (self.text.as_str(), self.caret);
        let target = match to {
            CaretMove::Left if !select && !selection.is_empty() => selection.start,
            CaretMove::Right if !select && !selection.is_empty() => selection.end,
            CaretMove::Left => previous(text, caret),
            CaretMove::Right => next(text, caret),
            CaretMove::WordLeft => word_left(text, caret),
            CaretMove::WordRight => word_right(text, caret),
            CaretMove::LineStart => line_start(text, caret),
            CaretMove::LineEnd => line_end(text, caret),
            CaretMove::Up => self.above(),
            CaretMove::Down => self.below(),
            CaretMove::Start => 0,
            CaretMove::End => text.len(),
        };
        self.set_caret(target, select);
    }

    /// Types a text in place of the selection. Control characters are left out, but for line feeds and tabs; whether
    /// anything changed.
    pub fn insert(&mut self, typed: &str) -> bool {
        let clean = self.cleaned(typed);
        if clean.is_empty() {
            return false;
        }
        // Letters typed one after the other are one step.
        let single = clean.chars().nth(1).is_none() && self.selection().is_empty();
        if !(single && self.typing) {
            self.keep();
        }
        self.replace(&clean);
        self.typing = single && !clean.starts_with(char::is_whitespace);
        true
    }

    /// Deletes the selection, or from the caret to where it would go; whether anything changed.
    pub fn delete(&mut self, to: CaretMove) -> bool {
        if self.selection().is_empty() {
            let (caret, anchor) = (self.caret, self.anchor);
            self.move_caret(to, true);
            if self.caret == anchor {
                (self.caret, self.anchor) = (caret, anchor);
                return false;
            }
            // The step of undo knows the caret as it was.
            let end = core::mem::replace(&mut self.caret, caret);
            self.keep();
            self.caret = end;
        } else {
            self.keep();
        }
        self.replace("");
        self.typing = false;
        true
    }

    /// Takes the selected text out, for the clipboard.
    pub fn cut(&mut self) -> Option<String> {
        let taken = self.selected().to_owned();
        (!taken.is_empty()).then(|| {
            self.delete(CaretMove::Left);
            taken
        })
    }

    /// Takes the last change back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(kept) = self.undo.pop() else { return false };
        let now = self.restore(kept);
        self.redo.push(now);
        true
    }

    /// Makes the change again that was taken back last; whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(kept) = self.redo.pop() else { return false };
        let now = self.restore(kept);
        self.undo.push(now);
        true
    }

    fn keep(&mut self) {
        if self.undo.len() == STEPS {
            self.undo.remove(0);
        }
        self.undo.push(Kept { text: self.text.clone(), caret: self.caret, anchor: self.anchor });
        self.redo.clear();
    }

    fn restore(&mut self, kept: Kept) -> Kept {
        let Kept { text, caret, anchor } = kept;
        self.typing = false;
        Kept {
            text: core::mem::replace(&mut self.text, text),
            caret: core::mem::replace(&mut self.caret, caret),
            anchor: core::mem::replace(&mut self.anchor, anchor),
        }
    }

    fn replace(&mut self, with: &str) {
        let selection = self.selection();
        self.text.replace_range(selection.clone(), with);
        // What is typed may join the characters around it into one.
        self.caret = marks::ceil(&self.text, selection.start + with.len());
        self.anchor = self.caret;
    }

    /// What of a text may be typed here.
    fn cleaned(&self, typed: &str) -> String {
        let kept = self.text.chars().count() - self.selected().chars().count();
        let room = self.limit.map_or(usize::MAX, |limit| (limit as usize).saturating_sub(kept));
        let one = |character: char| match character {
            '\n' if self.multi_line => Some('\n'),
            '\n' | '\t' => Some(' '),
            other => (!other.is_control()).then_some(other),
        };
        typed.chars().filter_map(one).take(room).collect()
    }

    /// The place in the line above that has as many characters before it.
    fn above(&self) -> usize {
        let start = line_start(&self.text, self.caret);
        if start == 0 {
            return 0;
        }
        let above = line_start(&self.text, start - 1);
        self.same_column(start, above)
    }

    fn below(&self) -> usize {
        let end = line_end(&self.text, self.caret);
        if end == self.text.len() {
            return end;
        }
        self.same_column(line_start(&self.text, self.caret), end + 1)
    }

    fn same_column(&self, start: usize, other: usize) -> usize {
        let column = self.text[start..self.caret].chars().count();
        let line = &self.text[other..line_end(&self.text, other)];
        other + line.char_indices().nth(column).map_or(line.len(), |(at, _)| at)
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |feed| feed + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |feed| at + feed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_never_tears_what_looks_like_one_character() {
        // e with an accent of its own, a family, a thumb with a tone of skin, two flags.
        let whole = ["e\u{301}", "👨\u{200d}👩\u{200d}👧", "👍\u{1f3fd}", "🇩🇪", "🇫🇷", "x"];
        let mut edit = TextEdit::new(&whole.concat());
        for part in whole.iter().rev() {
            let end = edit.caret();
            edit.move_caret(CaretMove::Left, false);
            assert_eq!(&edit.text()[edit.caret()..end], *part);
        }
        assert_eq!(edit.caret(), 0);
        for part in whole {
            let start = edit.caret();
            edit.move_caret(CaretMove::Right, false);
            assert_eq!(&edit.text()[start..edit.caret()], part);
        }
        edit.set_caret(2, false);
        assert_eq!(edit.caret(), 0, "inside of the first character");
    }

    #[test]
    fn words_lines_and_columns() {
        let mut edit = TextEdit::multi_line("one two\nthree\nfour five");
        edit.move_caret(CaretMove::WordLeft, false);
        edit.move_caret(CaretMove::Up, false);
        assert_eq!(edit.caret(), 13, "the end of a shorter line");
        edit.move_caret(CaretMove::LineStart, false);
        edit.move_caret(CaretMove::Up, true);
        assert_eq!(edit.selected(), "one two\n");
        edit.move_caret(CaretMove::Right, false);
        assert_eq!(edit.caret(), 8, "a selection ends at its side");
        edit.move_caret(CaretMove::Down, false);
        edit.move_caret(CaretMove::WordRight, false);
        assert_eq!(&edit.text()[..edit.caret()], "one two\nthree\nfour");
        edit.move_caret(CaretMove::Down, false);
        assert_eq!(edit.caret(), edit.text().len());
    }

    #[test]
    fn typing_is_undone_by_words_and_deleting_by_steps() {
        let mut edit = TextEdit::new("");
        for letter in ["a", "b", " ", "c"] {
            edit.insert(letter);
        }
        assert!(edit.delete(CaretMove::Left));
        assert!(edit.undo());
        assert_eq!(edit.text(), "ab c");
        assert!(edit.undo());
        assert_eq!(edit.text(), "ab ");
        assert!(edit.undo());
        assert_eq!(edit.text(), "");
        assert!(!edit.undo());
        assert!(edit.redo());
        assert_eq!(edit.text(), "ab ");
        edit.insert("!");
        assert!(!edit.redo(), "another way was taken");
    }

    #[test]
    fn limits_and_control_characters() {
        let mut edit = TextEdit::new("abc").with_limit(4);
        assert!(edit.insert("d\u{7}e"));
        assert!(!edit.insert("e") && !edit.insert("\u{8}"));
        assert_eq!(edit.text(), "abcd");
        edit.select_all();
        edit.insert("p\tq\nrst");
        assert_eq!(edit.text(), "p q ");
        assert_eq!(edit.cut(), None);
        edit.select_all();
        assert_eq!(edit.cut().as_deref(), Some("p q "));
        assert!(!edit.delete(CaretMove::WordLeft) && edit.text().is_empty());
    }
}
