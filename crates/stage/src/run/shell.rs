//! What a sketch asks of what is around it.

use crate::Rumble;
use motile_geom::Aabb;

/// What a sketch asks of the window or page that shows it, as plain values in [`Stage::shell`](crate::Stage::shell). The
/// host follows after each tick; headless they have no effect. A restart sets them back.
///
/// ```
/// use motile_stage::{Cursor, Stage};
/// let mut stage = Stage::new(320, 200)?;
/// stage.shell.title = Some("Level 2".into());
/// stage.shell.cursor = Cursor::Hidden;
/// stage.quit();
/// assert!(stage.shell.quit);
/// # Ok::<(), motile_stage::StageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is something a sketch wants or not")]
pub struct Shell {
    /// Text of the title bar or of the page's tab; `None` for that of the [`Window`](crate::Window).
    pub title: Option<String>,
    /// What a window tells behind its title, such as that a microphone is on; written by the host after what
    /// [`Companion::notice`](crate::Companion::notice) says. On the full screen, where there is no title, a red lamp in the
    /// corner says so; a page has a sign of its own.
    pub notice: Option<&'static str>,
    /// Shape of the pointer over the stage.
    #[doc(alias = "pointer")]
    pub cursor: Cursor,
    /// Whether to fill the whole screen. Browsers allow it only right after a click or a key, and their user may leave
    /// it at any time: the host writes here what is so.
    #[doc(alias = "fullscreen")]
    pub full_screen: bool,
    /// Whether a request to close is left to the sketch: it sees
    /// [`Input::close_requested`](crate::Input::close_requested) and calls [`Stage::quit`](crate::Stage::quit) when it
    /// is ready. A page asks its user instead.
    pub keeps_open: bool,
    /// Text for the clipboard; the host takes it away. A window hands it on with the feature `clipboard`. What somebody
    /// pastes arrives as if it were typed, in [`Input::text`](crate::Input::text).
    #[doc(alias = "copy")]
    #[doc(alias = "paste")]
    pub clipboard: Option<String>,
    /// Where somebody types, in stage pixels: the box of the caret. While there is one, input methods are on, with their
    /// lists beside it, and touch screens show their keyboard.
    #[doc(alias = "IME")]
    #[doc(alias = "virtual keyboard")]
    pub typing: Option<Aabb>,
    /// Whether time goes on while another window has the keyboard, as in a game with others; a window that is always to do so
    /// says it in [`Window::in_background`](crate::Window::in_background). A page in a tab that nobody sees stands still.
    #[doc(alias = "background")]
    pub in_background: bool,
    /// Gamepads to shake; the host takes them away.
    pub rumble: Vec<Rumble>,
    /// Whether the program is to end.
    pub quit: bool,
}

/// Shape of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cursor {
    /// The usual arrow.
    #[default]
    Arrow,
    /// No pointer at all.
    Hidden,
    /// A pointing hand, over what can be clicked.
    Hand,
    /// An open hand, over what can be dragged.
    Grab,
    /// A closed hand, while it is dragged.
    Grabbing,
    /// Cross hairs.
    Crosshair,
    /// A bar between letters.
    Text,
    /// The sign for waiting.
    Wait,
}

impl Cursor {
    /// The word style sheets of pages use.
    pub const fn css(self) -> &'static str {
        match self {
            Self::Arrow => "default",
            Self::Hidden => "none",
            Self::Hand => "pointer",
            Self::Grab => "grab",
            Self::Grabbing => "grabbing",
            Self::Crosshair => "crosshair",
            Self::Text => "text",
            Self::Wait => "wait",
        }
    }
}
