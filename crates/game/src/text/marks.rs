//! Where one character as people see it ends and the next begins.
//!
//! The rules of Unicode need tables as large as the rest of a small game; these are the cases that players type: marks that
//! join the letter before them, joined and toned emoji, flags, and the two parts of a line end.

/// Whether a character belongs to the one before it.
const fn joins(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' // accents
        | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' // Hebrew points
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' // Arabic vowels
        | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{93c}' | '\u{93e}'..='\u{94f}' | '\u{962}' | '\u{963}' // Devanagari
        | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' // Thai
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{3099}' | '\u{309a}' // voice marks of kana
        | '\u{200d}' // joins emoji
        | '\u{fe00}'..='\u{fe0f}' // chooses how a sign looks
        | '\u{1f3fb}'..='\u{1f3ff}' // tones of skin
        | '\u{e0020}'..='\u{e007f}' // tags of flags
    )
}

const fn is_half_flag(character: char) -> bool {
    matches!(character, '\u{1f1e6}'..='\u{1f1ff}')
}

/// Whether a caret may stand at this byte.
fn is_border(text: &str, at: usize) -> bool {
    if at == 0 || at == text.len() {
        return at <= text.len();
    }
    if !text.is_char_boundary(at) {
        return false;
    }
    let (before, after) = (text[..at].chars().next_back(), text[at..].chars().next());
    let (Some(before), Some(after)) = (before, after) else { return true };
    if is_half_flag(before) && is_half_flag(after) {
        let halves = text[..at].chars().rev().take_while(|&it| is_half_flag(it)).count();
        return halves % 2 == 0;
    }
    !(joins(after) || before == '\u{200d}' || before == '\r' && after == '\n')
}

/// The border at or before a byte.
pub(super) fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| is_border(text, at)).unwrap_or(0)
}

/// The border at or after a byte.
pub(super) fn ceil(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| is_border(text, at)).unwrap_or(text.len())
}

/// The border before a byte.
pub(super) fn previous(text: &str, at: usize) -> usize {
    at.checked_sub(1).map_or(0, |at| floor(text, at))
}

/// The border after a byte.
pub(super) fn next(text: &str, at: usize) -> usize {
    ceil(text, at.saturating_add(1))
}

/// The start of the word before a byte.
pub(super) fn word_left(text: &str, at: usize) -> usize {
    let gap = text[..at].trim_end_matches(|c: char| !c.is_alphanumeric());
    floor(text, gap.trim_end_matches(|c: char| c.is_alphanumeric() || joins(c)).len())
}

/// The end of the word after a byte.
pub(super) fn word_right(text: &str, at: usize) -> usize {
    let word = text[at..].trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = word.trim_start_matches(|c: char| c.is_alphanumeric() || joins(c));
    ceil(text, text.len() - rest.len())
}
