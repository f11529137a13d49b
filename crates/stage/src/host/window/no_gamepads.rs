//! Stands where the feature `gamepad` is off, or where no library knows the pads of the system: there are none.

use super::super::pad_feed::PadFeed;
use crate::{App, Rumble};

#[derive(Default)]
pub(super) struct Gamepads {}

impl Gamepads {
    #[expect(clippy::unused_self, reason = "as the one with pads")]
    pub(super) const fn follow(&mut self, _: &mut PadFeed, _: &mut dyn App) {}

    #[expect(clippy::unused_self, reason = "as the one with pads")]
    pub(super) const fn rumble(&mut self, _: Rumble) {}
}
