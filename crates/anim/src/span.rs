//! Lengths of time: seconds, milliseconds, frames, and text.

use crate::AnimError;
use core::{str::FromStr, time::Duration};

/// A length of time, kept in whole nanoseconds.
///
/// Numbers are seconds: wherever a span is asked for, `1.5` and [`Duration`]s will do. A negative or
/// infinite number is kept as it is and refused when the animation is built.
///
/// ```
/// use motile_anim::Span;
/// assert_eq!(Span::from(1.5), Span::ms(1500.0));
/// assert_eq!("5sec,12fr".parse(), Ok(Span::from(5.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span(Result<i64, f64>);

/// The longest time there is: about 146 years.
pub(crate) const FOREVER: i64 = i64::MAX / 2;
const SECOND: f64 = 1e9;
/// Frames a second where text does not say.
const DEFAULT_FPS: f32 = 24.0;

impl Span {
    /// No time.
    pub const ZERO: Self = Self(Ok(0));

    /// Seconds.
    pub fn secs(seconds: impl Into<f64>) -> Self {
        Self::from_seconds(seconds.into())
    }

    /// [`Span::secs`] for constants.
    pub(crate) const fn from_seconds(seconds: f64) -> Self {
        let nanos = (seconds * SECOND).round();
        // Above a century the sums of a timeline might overflow.
        if nanos >= 0.0 && nanos <= 3e18 { Self(Ok(nanos as i64)) } else { Self(Err(seconds)) }
    }

    /// Milliseconds.
    pub fn ms(milliseconds: impl Into<f64>) -> Self {
        Self::secs(milliseconds.into() / 1000.0)
    }

    /// Frames at a frame rate; a rate that is not above 0 is refused when the animation is built.
    pub fn frames(frames: impl Into<f64>, fps: f32) -> Self {
        Self::secs(if fps > 0.0 { frames.into() / as_written(fps) } else { f64::NAN })
    }

    /// Text as in `"3sec"`, `"1h2m3s4ms"`, `"5sec,12fr"` or the time code `"01:23:45;15"`; frames are
    /// counted at `fps`. A number without a unit is seconds.
    ///
    /// # Errors
    ///
    /// [`AnimError::BadTimeText`] with the byte at which the text stops making sense.
    pub fn parse(text: &str, fps: f32) -> Result<Self, AnimError> {
        let fps = as_written(fps);
        let seconds = if text.contains(':') { time_code(text, fps) } else { unit_list(text, fps) };
        let span = Self::secs(seconds.map_err(|at| AnimError::BadTimeText { at: at as u32 })?);
        span.nanos("time").map(|_| span)
    }

    /// In seconds, in `f64` because a day in nanoseconds has more digits than an `f32`; NaN when it is not a
    /// valid length.
    pub fn seconds(self) -> f64 {
        self.0.map_or(f64::NAN, |nanos| nanos as f64 / SECOND)
    }

    pub(crate) fn nanos(self, what: &'static str) -> Result<i64, AnimError> {
        self.0.map_err(|seconds| AnimError::BadTime { what, seconds })
    }
}

/// The number that was meant where an `f32` was written: 0.1 and not 0.100000001. Speeds and frame rates
/// multiply times of whole nanoseconds, where the difference would show.
pub(crate) fn as_written(number: f32) -> f64 {
    let six_digits = (number as f64 * 1e6).round() / 1e6;
    if six_digits as f32 == number { six_digits } else { number as f64 }
}

impl From<f64> for Span {
    fn from(seconds: f64) -> Self {
        Self::secs(seconds)
    }
}

impl From<f32> for Span {
    fn from(seconds: f32) -> Self {
        Self::secs(seconds as f64)
    }
}

impl From<Duration> for Span {
    fn from(duration: Duration) -> Self {
        let nanos =
            i64::try_from(duration.as_nanos()).ok().filter(|&n| n <= 3_000_000_000_000_000_000);
        Self(nanos.ok_or(duration.as_secs_f64()))
    }
}

/// [`Span::parse`] at 24 frames a second.
impl FromStr for Span {
    type Err = AnimError;

    fn from_str(text: &str) -> Result<Self, AnimError> {
        Self::parse(text, DEFAULT_FPS)
    }
}

/// Number–unit pairs; the error is the byte position.
fn unit_list(text: &str, fps: f64) -> Result<f64, usize> {
    let mut total = 0.0;
    let mut rest = text;
    let at = |rest: &str| text.len() - rest.len();
    let mut pairs = 0;
    loop {
        rest = rest.trim_start_matches([' ', ',']);
        if rest.is_empty() {
            return if pairs > 0 { Ok(total) } else { Err(at(rest)) };
        }
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..digits].parse().map_err(|_| at(rest))?;
        rest = rest[digits..].trim_start_matches(' ');
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        total += number * unit(&rest[..letters].to_ascii_lowercase(), fps).ok_or(at(rest))?;
        rest = &rest[letters..];
        pairs += 1;
    }
}

/// Seconds in a unit.
fn unit(name: &str, fps: f64) -> Option<f64> {
    Some(match name {
        "f" | "fr" | "frame" | "frames" if fps > 0.0 => 1.0 / fps,
        "ms" | "msec" | "msecs" | "millisecond" | "milliseconds" => 0.001,
        "" | "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3600.0,
        "d" | "day" | "days" => 86_400.0,
        _ => return None,
    })
}

/// `[[[dd:]hh:]mm]:ss[;ff]`
fn time_code(text: &str, fps: f64) -> Result<f64, usize> {
    let (clock, frames) = text.split_once(';').map_or((text, None), |(c, f)| (c, Some(f)));
    let mut seconds = 0.0;
    let mut at = clock.len();
    for (index, part) in clock.rsplit(':').enumerate() {
        at -= part.len();
        let size = *[1.0, 60.0, 3600.0, 86_400.0].get(index).ok_or(at)?;
        let leading = at == 0 && index > 0;
        if !(leading && part.is_empty()) {
            seconds += size * part.trim().parse::<u32>().map_err(|_| at)? as f64;
        }
        at = at.saturating_sub(1);
    }
    if let Some(frames) = frames {
        let count: u32 = frames.trim().parse().map_err(|_| clock.len() + 1)?;
        seconds += if fps > 0.0 { count as f64 / fps } else { f64::NAN };
    }
    Ok(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_28_frames_are_seconds_at_a_rate() {
        assert_eq!(Span::frames(24.0, 24.0), Span::from(1.0));
        assert!(Span::frames(1.0, 0.0).nanos("x").is_err());
    }

    #[test]
    fn t_32_time_strings() {
        let table = [
            ("3sec", 24.0, 3000),
            ("1h2m3s4ms", 24.0, 3_723_004),
            ("5sec,12fr", 24.0, 5500),
            ("01:23:45;15", 30.0, 5_025_500),
            (":03", 24.0, 3000),
            ("300 frames", 24.0, 12_500),
            ("1.25s", 24.0, 1250),
            ("5 milliseconds, 15mins, 6 hrs", 24.0, 22_500_005),
            ("0.25 days", 24.0, 21_600_000),
            ("2", 24.0, 2000),
            ("3 SEC", 24.0, 3000),
        ];
        for (text, fps, ms) in table {
            assert_eq!(Span::parse(text, fps), Ok(Span::ms(ms as f64)), "{text}");
        }
    }

    #[test]
    fn t_32_bad_time_strings_say_where() {
        for (text, at) in
            [("", 0), ("abc", 0), ("3 parsecs", 2), ("3s 4x", 4), ("1:x", 2), ("::::1", 3)]
        {
            assert_eq!(Span::parse(text, 24.0), Err(AnimError::BadTimeText { at }), "{text}");
        }
        assert!(Span::parse("99999999999999999999d", 24.0).is_err());
        assert!(Span::parse("3fr", 0.0).is_err());
    }

    #[test]
    fn t_27_bad_numbers_are_kept_for_the_error() {
        for bad in [-1.0, f64::NAN, f64::INFINITY] {
            let error = Span::from(bad).nanos("delay").expect_err("refused");
            assert!(error.to_string().contains("delay"));
        }
    }
}
