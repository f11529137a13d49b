//! Why a sketch could not be started, shown or saved.

use core::{error::Error as StdError, fmt, iter};

/// The result of a sketch and of what runs one.
pub type Result<T = (), E = Error> = core::result::Result<T, E>;

/// Any failure, in words: what [`Sketch::setup`](crate::Sketch::setup), players and hosts return.
///
/// `?` turns every error into one: those of all motile crates, of the standard library, of other crates, and plain
/// texts. It shows as a sentence, with the causes after it, also when `main` returns it:
///
/// ```
/// use motile_stage::{Error, Result};
///
/// fn level(text: &str) -> Result<u32> {
///     let width = text.lines().next().ok_or("a level needs a first line")?;
///     let width = width.parse().map_err(|error| Error::from(error).context("width of the level"))?;
///     Ok(width)
/// }
///
/// assert_eq!(level("").unwrap_err().to_string(), "a level needs a first line");
/// let error = level("wide").unwrap_err();
/// assert_eq!(error.to_string(), "width of the level: invalid digit found in string");
/// assert!(error.downcast_ref::<std::num::ParseIntError>().is_some());
/// ```
#[doc(alias = "anyhow")]
pub struct Error(Source);

type Source = Box<dyn StdError + Send + Sync>;

impl Error {
    /// A failure in words.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into().into())
    }

    /// Puts in front what was being done: `context: cause`.
    pub fn context(self, context: impl Into<String>) -> Self {
        Self(Box::new(Context { text: context.into(), source: self.0 }))
    }

    /// The first error of a type among this one and its causes.
    pub fn downcast_ref<E: StdError + 'static>(&self) -> Option<&E> {
        self.chain().find_map(|error| error.downcast_ref())
    }

    /// The error and its causes, the first cause last.
    fn chain(&self) -> impl Iterator<Item = &(dyn StdError + 'static)> {
        let first: &(dyn StdError + 'static) = &*self.0;
        iter::successors(Some(first), |&error| error.source())
    }
}

/// The failure and its causes in one sentence. A cause that stands in the text before it is not said twice.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = String::new();
        for error in self.chain() {
            let text = error.to_string();
            if said.is_empty() {
                said = text;
            } else if !said.contains(&text) {
                said = format!("{said}: {text}");
            }
        }
        f.write_str(&said)
    }
}

/// The sentence of [`Display`](fmt::Display), because that is what a `main` which returns the error prints.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(all(feature = "web", target_arch = "wasm32"))]
        crate::host::web::note_printed(self);
        fmt::Display::fmt(self, f)
    }
}

/// From every error that can move between threads, and from `&str` and `String`. This is why [`Error`] is no
/// [`core::error::Error`] itself: it would convert into itself in two ways.
impl<E: Into<Source>> From<E> for Error {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl From<Error> for Box<dyn StdError> {
    fn from(error: Error) -> Self {
        error.0
    }
}

/// What was being done when another error came up.
#[derive(Debug)]
struct Context {
    text: String,
    source: Source,
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl StdError for Context {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.source)
    }
}

/// A file could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Its path.
    pub path: String,
    /// What the system said.
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl StdError for FileError {}

/// There is no display to open a window on, or the display refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowError {
    /// What the system said.
    pub message: String,
}

impl fmt::Display for WindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no window: {}", self.message)
    }
}

impl StdError for WindowError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ScriptError, Stage, StageError};
    use motile_pixels::{Surface, SurfaceError};
    use std::io;

    fn any(of: u32) -> Result {
        match of {
            0 => Err("a text")?,
            1 => Err(String::from("a string"))?,
            2 => drop(Stage::new(0, 1)?),
            3 => drop(Surface::new(0, u32::MAX)?),
            4 => Err(io::Error::other("a disk"))?,
            _ => drop(crate::Script::parse("1 jump")?),
        }
        Ok(())
    }

    #[test]
    fn any_error_and_any_text_converts() {
        let failed = [0, 1, 2, 3, 4, 5].map(|of| any(of).unwrap_err());
        assert_eq!(failed[0].to_string(), "a text");
        assert_eq!(failed[1].to_string(), "a string");
        assert!(failed[2].downcast_ref::<StageError>().is_some());
        assert!(failed[3].downcast_ref::<SurfaceError>().is_some());
        assert_eq!(failed[4].to_string(), "a disk");
        assert!(failed[5].downcast_ref::<ScriptError>().is_some());
        assert!(failed[5].downcast_ref::<StageError>().is_none());
    }

    #[test]
    fn causes_follow_and_are_said_once() {
        let error =
            Error::from(io::Error::other("no such file")).context("level.txt").context("setup");
        assert_eq!(error.to_string(), "setup: level.txt: no such file");
        assert_eq!(format!("{error:?}"), error.to_string());
        assert!(error.downcast_ref::<io::Error>().is_some());
        let twice = Error::new("no such file").context("no such file, says the disk");
        assert_eq!(twice.to_string(), "no such file, says the disk");
    }

    #[test]
    fn boxed_errors_take_it() {
        let run = || -> core::result::Result<(), Box<dyn StdError>> { Ok(any(0)?) };
        assert_eq!(run().unwrap_err().to_string(), "a text");
    }
}
