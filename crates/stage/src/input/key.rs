//! Keys by name.

use core::fmt;

/// A key of the keyboard, by what it means rather than where it sits.
///
/// Keys that type something are [`Key::Char`] with the letter, digit or sign; all others have a name. [`Input`](super::Input)
/// holds letters in lower case and takes them in any: `Key::Char('A')` and `Key::Char('a')` ask for the same key. For
/// text that somebody types, with its capitals, there is [`Input::text`](super::Input::text). Scripts spell keys as
/// [`Key::parse`] reads them.
///
/// ```
/// use motile_stage::{Input, InputEvent, Key};
/// assert_eq!(Key::parse("Left"), Some(Key::Left));
/// assert_eq!(Key::parse("A"), Some(Key::Char('a')));
/// assert_eq!(Key::parse("Hyper"), None);
/// let mut input = Input::default();
/// input.apply(InputEvent::Key(Key::Char('a')));
/// assert!(input.is_down(Key::Char('A')));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Key {
    /// A letter, digit or sign; lower case wherever motile makes one.
    Char(char),
    /// Arrow to the left.
    Left,
    /// Arrow to the right.
    Right,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// The space bar.
    Space,
    /// Return, also on the number pad.
    Enter,
    /// Escape.
    Escape,
    /// Tabulator.
    Tab,
    /// Deletes to the left.
    Backspace,
    /// Deletes to the right.
    Delete,
    /// Insert.
    Insert,
    /// To the start.
    Home,
    /// To the end.
    End,
    /// One page up.
    PageUp,
    /// One page down.
    PageDown,
    /// Either shift key.
    Shift,
    /// Either control key.
    Control,
    /// Either alternative or option key.
    Alt,
    /// Either command, windows or super key.
    Super,
    /// A function key, 1…24.
    F(u8),
}

/// Names of the keys that type nothing, as scripts and [`fmt::Display`] spell them.
const NAMES: [(Key, &str); 19] = [
    (Key::Left, "Left"),
    (Key::Right, "Right"),
    (Key::Up, "Up"),
    (Key::Down, "Down"),
    (Key::Space, "Space"),
    (Key::Enter, "Enter"),
    (Key::Escape, "Escape"),
    (Key::Tab, "Tab"),
    (Key::Backspace, "Backspace"),
    (Key::Delete, "Delete"),
    (Key::Insert, "Insert"),
    (Key::Home, "Home"),
    (Key::End, "End"),
    (Key::PageUp, "PageUp"),
    (Key::PageDown, "PageDown"),
    (Key::Shift, "Shift"),
    (Key::Control, "Control"),
    (Key::Alt, "Alt"),
    (Key::Super, "Super"),
];

impl Key {
    /// The key for a typed character: the lower-case form, the named key for space and control
    /// characters that have one, `None` for other control characters.
    pub fn from_char(typed: char) -> Option<Self> {
        match typed {
            ' ' => Some(Self::Space),
            '\r' | '\n' => Some(Self::Enter),
            '\t' => Some(Self::Tab),
            '\u{8}' => Some(Self::Backspace),
            '\u{1b}' => Some(Self::Escape),
            '\u{7f}' => Some(Self::Delete),
            c if c.is_control() || c.is_whitespace() => None,
            c => Some(Self::Char(lower(c))),
        }
    }

    /// The key as [`Input`](super::Input) holds it: letters in lower case.
    #[must_use]
    pub fn folded(self) -> Self {
        match self {
            Self::Char(c) => Self::Char(lower(c)),
            named => named,
        }
    }

    /// Reads a name in any case: `Left`, `space`, `F5`, or the single character itself.
    pub fn parse(name: &str) -> Option<Self> {
        let mut chars = name.chars();
        if let (Some(only), None) = (chars.next(), chars.next()) {
            return Self::from_char(only);
        }
        if let Some((key, _)) = NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)) {
            return Some(*key);
        }
        let number = name.strip_prefix(['F', 'f'])?.parse().ok()?;
        (1..=24).contains(&number).then_some(Self::F(number))
    }
}

fn lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// The name that [`Key::parse`] reads back to the [folded](Key::folded) key.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => {
                // Some letters have a capital of two letters (ß), and some share one with another letter (ϐ and β):
                // those would not read back.
                let mut upper = c.to_uppercase();
                let single = upper.next().filter(|_| upper.next().is_none());
                write!(f, "{}", single.filter(|&upper| lower(upper) == *c).unwrap_or(*c))
            }
            Self::F(number) => write!(f, "F{number}"),
            named => {
                let name = NAMES.iter().find(|(key, _)| key == named).map_or("?", |(_, name)| name);
                f.write_str(name)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        let chars = "az09+-#ß/é".chars().filter_map(Key::from_char);
        let named = NAMES.iter().map(|(key, _)| *key);
        for key in chars.chain(named).chain((1..=24).map(Key::F)) {
            assert_eq!(Key::parse(&key.to_string()), Some(key));
        }
        // Every letter there is; "3 key ϐ" used to come back as "3 key β".
        for key in ('\0'..=char::MAX).filter_map(Key::from_char) {
            assert_eq!(Key::parse(&key.to_string()), Some(key), "{key:?}");
            assert_eq!(key.folded(), key);
        }
        assert_eq!(Key::parse("F25"), None);
        assert_eq!(Key::parse("F"), Some(Key::Char('f')));
        assert_eq!(Key::parse(""), None);
    }
}
