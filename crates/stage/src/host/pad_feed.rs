//! Gamepads of the system, told to an app as events.

#[cfg(any(
    target_arch = "wasm32",
    all(feature = "gamepad", any(target_os = "linux", target_os = "macos", windows))
))]
use crate::{App, InputEvent};
use crate::{MAX_PADS, Pad};

/// What an app has been told about gamepads, so that only changes are.
#[derive(Default)]
pub(super) struct PadFeed {
    told: [Pad; MAX_PADS as usize],
}

impl PadFeed {
    /// Tells what is new about a gamepad.
    #[cfg(any(
        target_arch = "wasm32",
        all(feature = "gamepad", any(target_os = "linux", target_os = "macos", windows))
    ))]
    pub(super) fn follow(&mut self, number: u32, now: &Pad, app: &mut dyn App) {
        if let Some(told) = self.told.get_mut(number as usize) {
            told.changes_to(now, |event| app.event(InputEvent::Pad(number, event)));
        }
    }

    /// Tells what is new about a gamepad: first as it was touched, with every button that went down since the last
    /// frame, then as it stands, so that a tap which is over before the frame is pressed and released.
    #[cfg(all(feature = "gamepad", any(target_os = "linux", target_os = "macos", windows)))]
    pub(super) fn follow_touched(
        &mut self,
        number: u32,
        touched: &Pad,
        now: &Pad,
        app: &mut dyn App,
    ) {
        self.follow(number, touched, app);
        self.follow(number, now, app);
    }

    /// The app has lost the keyboard and let go of everything; what is held when it comes back is told again.
    pub(super) fn lose_focus(&mut self) {
        self.told.iter_mut().for_each(Pad::rest);
    }
}
