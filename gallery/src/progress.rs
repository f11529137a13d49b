//! A bar on the terminal; nothing when the output goes elsewhere.

use std::io::{self, IsTerminal, Write};

/// Characters of the bar.
const WIDTH: u64 = 30;

/// A bar that fills up.
pub(crate) struct Progress {
    total: u64,
    shown: Option<u64>,
    terminal: bool,
}

impl Progress {
    /// An empty bar for this many steps.
    pub(crate) fn new(total: u64) -> Self {
        Self { total: total.max(1), shown: None, terminal: io::stderr().is_terminal() }
    }

    /// Shows that `done` steps are done and what comes next.
    pub(crate) fn show(&mut self, done: u64, what: &str) {
        let filled = done.min(self.total) * WIDTH / self.total;
        if !self.terminal || self.shown == Some(filled) && what.is_empty() {
            return;
        }
        self.shown = Some(filled);
        let bar = "█".repeat(filled as usize) + &"░".repeat((WIDTH - filled) as usize);
        let total = self.total;
        // A terminal that cannot be written to gets no bar.
        let _ = write!(io::stderr(), "\r\x1b[K{bar} {done}/{total} {what}");
        let _ = io::stderr().flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.terminal && self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
