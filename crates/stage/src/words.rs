//! Words of a text that is read line by line.

use core::{fmt, str::SplitWhitespace};

/// Something else than a line should hold, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unexpected {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) expected: &'static str,
    pub(crate) found: String,
}

/// Writes where something is wrong; `found` is empty at the end of the line.
pub(crate) fn write_place(
    f: &mut fmt::Formatter<'_>,
    (line, column): (u32, u32),
    expected: &str,
    found: &str,
) -> fmt::Result {
    write!(f, "line {line}, column {column}: expected {expected}, found ")?;
    if found.is_empty() { f.write_str("the end of the line") } else { write!(f, "\"{found}\"") }
}

/// The words of one line, read from left to right.
pub(crate) struct Words<'a> {
    number: u32,
    /// The line without a comment.
    text: &'a str,
    rest: SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    /// A line; its number counts from 1.
    pub(crate) fn new(number: u32, text: &'a str) -> Self {
        Self { number, text, rest: text.split_whitespace() }
    }

    /// The next word, or none at the end.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        self.rest.next()
    }

    /// The next word without taking it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.rest.clone().next()
    }

    /// The line from the next word on.
    pub(crate) fn rest(&self) -> &'a str {
        self.peek()
            .map_or("", |word| &self.text[word.as_ptr() as usize - self.text.as_ptr() as usize..])
    }

    /// Takes the next word if it is this one.
    pub(crate) fn take(&mut self, word: &str) -> bool {
        let there = self.peek() == Some(word);
        if there {
            self.next();
        }
        there
    }

    /// A word that has to be there.
    pub(crate) fn word(&mut self, expected: &'static str) -> Result<&'a str, Unexpected> {
        self.next().ok_or_else(|| self.error(expected, ""))
    }

    /// A finite number.
    pub(crate) fn number(&mut self, expected: &'static str) -> Result<f32, Unexpected> {
        let word = self.word(expected)?;
        let number: Option<f32> = word.parse().ok();
        number.filter(|number| number.is_finite()).ok_or_else(|| self.error(expected, word))
    }

    /// One of some names.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        names: &[(T, &str)],
        expected: &'static str,
    ) -> Result<T, Unexpected> {
        let word = self.word(expected)?;
        let known = names.iter().find(|known| known.1 == word);
        known.map(|known| known.0).ok_or_else(|| self.error(expected, word))
    }

    /// The end of the line.
    pub(crate) fn end(&mut self) -> Result<(), Unexpected> {
        self.next().map_or(Ok(()), |word| Err(self.error("nothing more on this line", word)))
    }

    /// An error at a word of this line; at its end for the empty word.
    pub(crate) fn error(&self, expected: &'static str, found: &str) -> Unexpected {
        let start = self.text.as_ptr() as usize;
        let byte = match found {
            "" => self.text.trim_end().len(),
            _ => (found.as_ptr() as usize).saturating_sub(start),
        };
        let column = self.text.get(..byte).map_or(0, |before| before.chars().count()) as u32 + 1;
        // Enough to find it again, however long the word is.
        let found = found.chars().take(40).collect();
        Unexpected { line: self.number, column, expected, found }
    }
}
