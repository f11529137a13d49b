//! What a sketch asks of its window, done.

use crate::{Cursor, Shell, View};
use winit::{
    dpi::{PhysicalPosition, PhysicalSize},
    window::{CursorIcon, Fullscreen, Window as Native},
};

/// What the window is like now, so that only differences are asked of the system.
pub(super) struct Applied {
    own_title: String,
    now: Shell,
}

impl Applied {
    pub(super) fn new(title: &str) -> Self {
        Self { own_title: title.into(), now: Shell::default() }
    }

    /// Brings the window up to date.
    pub(super) fn follow(&mut self, wanted: &Shell, native: &Native, view: View) {
        if (&wanted.title, wanted.notice) != (&self.now.title, self.now.notice) {
            native.set_title(&titled(wanted, &self.own_title));
        }
        if wanted.cursor != self.now.cursor {
            native.set_cursor_visible(wanted.cursor != Cursor::Hidden);
            native.set_cursor(icon(wanted.cursor));
        }
        if wanted.full_screen != self.now.full_screen {
            native.set_fullscreen(wanted.full_screen.then_some(Fullscreen::Borderless(None)));
        }
        if wanted.typing.is_some() != self.now.typing.is_some() {
            native.set_ime_allowed(wanted.typing.is_some());
        }
        if let Some(caret) = wanted.typing.filter(|_| wanted.typing != self.now.typing) {
            let (place, size) = (view.to_window(caret.min), caret.size() * view.scale);
            native.set_ime_cursor_area(
                PhysicalPosition::new(place.x, place.y),
                PhysicalSize::new(size.x, size.y),
            );
        }
        if *wanted != self.now {
            self.now = wanted.clone();
        }
    }
}

/// The title and, behind it, what the window has to tell.
fn titled(wanted: &Shell, own: &str) -> String {
    let title = wanted.title.as_deref().unwrap_or(own);
    wanted.notice.map_or_else(|| title.into(), |notice| format!("{title} ({notice})"))
}

const fn icon(cursor: Cursor) -> CursorIcon {
    match cursor {
        Cursor::Hand => CursorIcon::Pointer,
        Cursor::Grab => CursorIcon::Grab,
        Cursor::Grabbing => CursorIcon::Grabbing,
        Cursor::Crosshair => CursorIcon::Crosshair,
        Cursor::Text => CursorIcon::Text,
        Cursor::Wait => CursorIcon::Wait,
        _ => CursorIcon::Default,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_5_18_the_title_tells_what_is_on() {
        let mut shell = Shell::default();
        assert_eq!(titled(&shell, "Balloon"), "Balloon");
        shell.notice = Some("microphone on");
        assert_eq!(titled(&shell, "Balloon"), "Balloon (microphone on)");
        shell.title = Some("Balloon 2".into());
        assert_eq!(titled(&shell, "Balloon"), "Balloon 2 (microphone on)");
    }
}
