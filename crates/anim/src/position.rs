//! Where in a timeline something goes.

use crate::{AnimError, Span};
use core::str::FromStr;
use std::sync::Arc;

/// Where in a timeline something goes: the position parameter of [`Timeline::add`](crate::Timeline::add).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Position {
    /// After everything so far.
    End,
    /// So long after the end of everything so far.
    Gap(Span),
    /// So long before the end of everything so far, at the earliest at 0.
    Overlap(Span),
    /// At a time.
    Time(Span),
    /// Together with the item added last, or so long after its beginning.
    WithPrevious(Span),
    /// When the item added last ends, or so long after.
    AfterPrevious(Span),
    /// At a label added before, or so long after it.
    Label(Arc<str>, Span),
    /// So long before another place, at the earliest at 0.
    Before(Box<Position>, Span),
}

impl Position {
    /// At a label added before.
    pub fn label(name: &str) -> Self {
        Self::Label(name.into(), Span::ZERO)
    }

    /// At a time in seconds.
    pub fn time(time: impl Into<Span>) -> Self {
        Self::Time(time.into())
    }

    /// So long before this place, at the earliest at 0.
    pub fn minus(self, time: impl Into<Span>) -> Self {
        Self::Before(Box::new(self), time.into())
    }
}

/// As GSAP writes positions: `1.5` is a time, `+=1` and `-=1` count from the end of everything so far, `<`
/// and `>` are the beginning and the end of the item added last, everything else is a label; all but a
/// time may be followed by `+=` or `-=` and a time, `<` and `>` by a number alone.
///
/// ```
/// use motile_anim::Position;
/// assert_eq!("<0.5".parse(), Ok(Position::WithPrevious(0.5.into())));
/// assert_eq!("outro-=250ms".parse(), Ok(Position::label("outro").minus(0.25)));
/// ```
impl FromStr for Position {
    type Err = AnimError;

    fn from_str(text: &str) -> Result<Self, AnimError> {
        let lead = text.len() - text.trim_start().len();
        let text = text.trim();
        let signs = text.find("+=").or_else(|| text.find("-="));
        let (place, rest): (fn(Span) -> Self, usize) = match text.as_bytes().first() {
            Some(b'<') => (Self::WithPrevious, 1),
            Some(b'>') => (Self::AfterPrevious, 1),
            Some(b'0'..=b'9' | b'.' | b':') => (Self::Time, 0),
            None => return Err(AnimError::BadTimeText { at: lead as u32 }),
            _ if signs == Some(0) => (Self::Gap, 0),
            _ => {
                let name = signs.map_or(text, |at| &text[..at]).trim_end();
                let offset = signs.map_or("", |at| &text[at..]);
                let (minus, time) = read_offset(offset, lead + text.len() - offset.len())?;
                return Ok(if minus {
                    Self::label(name).minus(time)
                } else {
                    Self::Label(name.into(), time)
                });
            }
        };
        let (minus, time) = read_offset(&text[rest..], lead + rest)?;
        Ok(if minus { place(Span::ZERO).minus(time) } else { place(time) })
    }
}

/// Whether an offset is negative, and how long it is; it stands at a byte of a text.
fn read_offset(text: &str, at: usize) -> Result<(bool, Span), AnimError> {
    let plus = text.strip_prefix("+=").or_else(|| text.strip_prefix('+'));
    let minus = text.strip_prefix("-=").or_else(|| text.strip_prefix('-'));
    let time = plus.or(minus).unwrap_or(text);
    if text.is_empty() {
        return Ok((false, Span::ZERO));
    }
    let begin = at + text.len() - time.len();
    let time = time.parse().map_err(|error| match error {
        AnimError::BadTimeText { at } => AnimError::BadTimeText { at: at + begin as u32 },
        other => other,
    });
    Ok((minus.is_some(), time?))
}
