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
    full_screen: FullScreen,
}

impl Applied {
    pub(super) fn new(title: &str) -> Self {
        let full_screen = FullScreen::default();
        Self { own_title: title.into(), now: Shell::default(), full_screen }
    }

    /// Brings the window up to date, and tells the shell where somebody else had the window fill the screen or leave
    /// it.
    pub(super) fn follow(&mut self, wanted: &mut Shell, native: &Native, view: View) {
        if (&wanted.title, wanted.notice) != (&self.now.title, self.now.notice) {
            native.set_title(&titled(wanted, &self.own_title));
        }
        if wanted.cursor != self.now.cursor {
            native.set_cursor_visible(wanted.cursor != Cursor::Hidden);
            native.set_cursor(icon(wanted.cursor));
        }
        if self.full_screen.follow(&mut wanted.full_screen, fills_screen(native)) {
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

/// Full screen, which sketch and desktop may both begin and end.
#[derive(Clone, Copy, Debug, Default)]
struct FullScreen {
    /// What was asked of the desktop last, or done by it.
    asked: bool,
    /// Whether the window has been seen like that: desktops take their time.
    done: bool,
    /// For how many pictures it has been otherwise since.
    otherwise: u32,
}

/// Pictures after which a window is what it looks like: while a screen changes its size, they differ for a moment.
const SETTLED: u32 = 20;

impl FullScreen {
    /// Compares what the sketch wants with what is so, and writes into it what the desktop did by itself; whether to
    /// ask the desktop for what is wanted. It is asked to end what it has ended, too: the library of the window may not
    /// know.
    fn follow(&mut self, wanted: &mut bool, is_so: bool) -> bool {
        if *wanted != self.asked {
            *self = Self { asked: *wanted, done: is_so == *wanted, otherwise: 0 };
            return true;
        }
        if is_so == self.asked {
            (self.done, self.otherwise) = (true, 0);
            return false;
        }
        self.otherwise += u32::from(self.done);
        if self.otherwise < SETTLED {
            return false;
        }
        *wanted = is_so;
        *self = Self { asked: is_so, done: true, otherwise: 0 };
        !is_so
    }
}

/// Whether a window fills its screen. On X11 only its size tells that a window manager has ended it.
fn fills_screen(native: &Native) -> bool {
    if native.fullscreen().is_none() {
        return false;
    }
    let (size, screen) = (native.inner_size(), native.current_monitor().map(|it| it.size()));
    cfg!(any(target_os = "macos", windows)) || screen.is_none_or(|screen| covers(size, screen))
}

/// Whether a window is as large as a screen, but for the pixel that scaling may round away.
const fn covers(size: PhysicalSize<u32>, screen: PhysicalSize<u32>) -> bool {
    size.width + 1 >= screen.width && size.height + 1 >= screen.height
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

    /// Whoever left full screen by the window manager had to press the key of the sketch twice to come back.
    #[test]
    fn full_screen_that_the_desktop_ends_is_told() {
        let mut state = FullScreen::default();
        // What the sketch finds after some pictures, and how often the desktop was asked meanwhile.
        let mut pass = |mut wanted, is_so, pictures| {
            let asked = (0..pictures).filter(|_| state.follow(&mut wanted, is_so)).count();
            (wanted, asked)
        };
        assert_eq!(pass(false, false, 50), (false, 0));
        assert_eq!(pass(true, false, 50), (true, 1), "the desktop takes its time");
        assert_eq!(pass(true, true, 50), (true, 0));
        assert_eq!(pass(true, false, 10), (true, 0), "the screen changes its size");
        assert_eq!(pass(true, true, 1), (true, 0));
        assert_eq!(pass(true, false, 50), (false, 1), "ended by the desktop");
        assert_eq!(pass(true, false, 1), (true, 1), "one wish is enough to come back");
        assert_eq!(pass(true, true, 50), (true, 0));
        assert_eq!(pass(false, true, 50), (false, 1), "ended by the sketch");
        assert_eq!(pass(false, false, 50), (false, 0));
        assert_eq!(pass(false, true, 50), (true, 0), "begun by the desktop");
    }

    #[test]
    fn a_window_covers_its_screen_to_the_pixel_or_one_less() {
        let screen = PhysicalSize::new(1920, 1080);
        for (width, height, covered) in
            [(1920, 1080, true), (1919, 1079, true), (1920, 1050, false), (640, 1080, false)]
        {
            assert_eq!(covers(PhysicalSize::new(width, height), screen), covered);
        }
    }

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
