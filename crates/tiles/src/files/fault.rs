//! What is wrong while it is not yet known in which file and line.

use crate::{MapFileError, TileError};

/// An error on its way out: each step that knows more about the place adds it. Boxed, so that results are small.
#[derive(Debug)]
pub(super) struct Fault(Box<Known>);

#[derive(Debug)]
struct Known {
    /// Where in the text, bytes, until that becomes a line and a column.
    at: Option<usize>,
    error: MapFileError,
}

pub(super) type Read<T> = Result<T, Fault>;

impl Fault {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self(Box::new(Known { at: None, error: MapFileError::new("", what) }))
    }

    /// The place in the text of the file, unless it is known better.
    #[cfg(feature = "tiled")]
    pub(super) fn at(mut self, at: Option<usize>) -> Self {
        self.0.at = self.0.at.or(at);
        self
    }

    pub(super) fn at_line(mut self, line: usize, column: usize) -> Self {
        let number = |value: usize| u32::try_from(value).ok().filter(|&value| value > 0);
        (self.0.error.line, self.0.error.column) = (number(line), number(column));
        self
    }

    /// The layer it happened in; of nested ones, the innermost.
    pub(super) fn in_layer(mut self, name: &str) -> Self {
        self.0.error.layer.get_or_insert_with(|| name.into());
        self
    }

    pub(super) fn in_cell(mut self, x: i32, y: i32) -> Self {
        self.0.error.cell.get_or_insert((x, y));
        self
    }

    /// The file it happened in; of files that name each other, the innermost.
    pub(super) fn in_file(mut self, file: &str, text: &str) -> Self {
        if !self.0.error.file.is_empty() {
            return self;
        }
        self.0.error.file = file.into();
        if let Some(before) = self.0.at.take().and_then(|at| text.get(..at)) {
            let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            return self.at_line(line, before[start..].chars().count() + 1);
        }
        self
    }
}

impl From<Fault> for TileError {
    fn from(fault: Fault) -> Self {
        fault.0.error.into()
    }
}
