//! The clipboard of the desktop, with the feature `clipboard`; without it a window has none.

#[cfg(feature = "clipboard")]
use arboard::Clipboard as Board;

/// Copies text out and pastes it in. Connected at its first use, as most programs never have one.
#[derive(Default)]
pub(super) struct Clipboard {
    board: Option<Board>,
}

impl Clipboard {
    /// Hands a text to the desktop.
    ///
    /// # Errors
    /// Why the desktop does not take it.
    pub(super) fn copy(&mut self, text: String) -> Result<(), String> {
        self.board()?.set_text(text).map_err(|error| error.to_string())
    }

    /// The text that lies there, if it is one.
    pub(super) fn paste(&mut self) -> Option<String> {
        self.board().ok()?.get_text().ok()
    }

    fn board(&mut self) -> Result<&mut Board, String> {
        let board = match self.board.take() {
            Some(board) => board,
            None => Board::new().map_err(|error| error.to_string())?,
        };
        Ok(self.board.insert(board))
    }
}

/// Stands where the feature is off: there is no such thing, and whoever wants one is told how to get it.
#[cfg(not(feature = "clipboard"))]
enum Board {}

#[cfg(not(feature = "clipboard"))]
struct NoClipboard;

#[cfg(not(feature = "clipboard"))]
impl core::fmt::Display for NoClipboard {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("motile has one with its feature `clipboard`")
    }
}

#[cfg(not(feature = "clipboard"))]
impl Board {
    fn new() -> Result<Self, NoClipboard> {
        Err(NoClipboard)
    }

    fn set_text(&mut self, _: String) -> Result<(), NoClipboard> {
        match *self {}
    }

    fn get_text(&mut self) -> Result<String, NoClipboard> {
        match *self {}
    }
}
