//! The lines of an OBJ and of its materials, and the words in them.

use super::ModelError;
use std::{borrow::Cow, str::SplitAsciiWhitespace};

/// Longest line, in bytes: a face of more corners is no face.
const LONGEST: usize = 1 << 16;

/// The lines of a text without their comments, counted from 1. A line that ends with `\` goes on in the next one. A line that is no text is
/// an error.
pub(super) fn lines(
    text: &[u8],
) -> impl Iterator<Item = Result<(usize, Cow<'_, str>), ModelError>> {
    let mut rows = (1..).zip(text.split(|&byte| byte == b'\n'));
    core::iter::from_fn(move || {
        let (line, row) = rows.next()?;
        let error = ModelError::Line { line, expected: "a line of UTF-8 text" };
        let (mut whole, mut goes_on) = match code(row) {
            Some((code, goes_on)) => (Cow::Borrowed(code), goes_on),
            None => return Some(Err(error)),
        };
        while goes_on && let Some((_, row)) = rows.next() {
            match code(row) {
                Some((code, more)) if whole.len() + code.len() < LONGEST => {
                    whole.to_mut().push(' ');
                    whole.to_mut().push_str(code);
                    goes_on = more;
                }
                _ => return Some(Err(error)),
            }
        }
        Some(Ok((line, whole)))
    })
}

/// What a row says, and whether it goes on in the next one.
fn code(row: &[u8]) -> Option<(&str, bool)> {
    let code = row.split(|&byte| byte == b'#').next().unwrap_or_default();
    let code = core::str::from_utf8(code).ok().filter(|code| code.len() <= LONGEST)?.trim_ascii();
    // Behind a comment nothing goes on.
    Some(match code.strip_suffix('\\') {
        Some(code) if !row.contains(&b'#') => (code, true),
        _ => (code, false),
    })
}

/// The first word of a line, and what follows it.
pub(super) fn key(line: &str) -> (&str, &str) {
    let (key, rest) =
        line.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((line, ""));
    (key, rest.trim_ascii_start())
}

/// All numbers of a line, at least `least` of them, all finite.
pub(super) fn numbers(rest: &str, line: usize, least: usize) -> Result<Vec<f32>, ModelError> {
    let expected = match least {
        1 => "a number",
        2 => "two numbers",
        _ => "three numbers",
    };
    let number = |word: &str| word.parse::<f32>().ok().filter(|number| number.is_finite());
    let found: Option<Vec<f32>> = rest.split_ascii_whitespace().map(number).collect();
    found.filter(|found| found.len() >= least).ok_or(ModelError::Line { line, expected })
}

/// The name of a picture behind the options of a map: names may have blanks in them.
pub(super) fn picture_name(rest: &str) -> &str {
    let mut name = rest;
    loop {
        let (option, mut after) = key(name);
        let (least, most) = match option {
            "-blendu" | "-blendv" | "-cc" | "-clamp" | "-imfchan" | "-texres" | "-bm"
            | "-boost" | "-type" => (1, 1),
            "-mm" => (2, 2),
            "-o" | "-s" | "-t" => (1, 3),
            _ => return name,
        };
        for count in 0..most {
            let (word, rest) = key(after);
            if count >= least && word.parse::<f32>().is_err() {
                break;
            }
            after = rest;
        }
        name = after;
    }
}

/// The words of a line, for lists of corners.
pub(super) fn words(rest: &str) -> SplitAsciiWhitespace<'_> {
    rest.split_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pictures_stand_behind_options() {
        for (rest, name) in [
            ("my sails.png", "my sails.png"),
            ("-clamp on my sails.png", "my sails.png"),
            ("-s 1 1 1 -o 0.5 2 wood.png", "wood.png"),
            ("-o 0.5 wood.png", "wood.png"),
            ("-mm 0 1 -texres 512 a  b.png", "a  b.png"),
            ("-clamp", ""),
            ("", ""),
            ("-odd.png", "-odd.png"),
        ] {
            assert_eq!(picture_name(rest), name, "{rest}");
        }
    }
}
