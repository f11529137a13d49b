//! What microphones and cameras tell, as numbers.

/// Senses a sketch can have at once.
pub const MAX_SENSES: u32 = 16;

/// What a sense tells in one tick: how loud it is, which note is whistled, where something moves. As an axis it is a
/// number, as an action it is down above one half; [`Input::sense`](crate::Input::sense) has it.
///
/// Sound and pictures themselves are no part of it, so that scripts and recordings hold what a game needs and nothing of
/// whoever plays it. A clap that begins and ends between two ticks is pressed and released in the same tick.
///
/// ```
/// use motile_stage::{Input, InputEvent};
/// let mut input = Input::default();
/// assert_eq!(input.sense(0).value, None, "nobody listens");
/// input.apply(InputEvent::Sense(0, Some(0.75)));
/// assert!(input.sense(0).pressed() && input.sense(0).is_down());
/// assert_eq!(input.sense(0).value.unwrap_or(0.0), 0.75);
/// ```
#[doc(alias = "microphone")]
#[doc(alias = "camera")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sense {
    /// The number; `None` while no device tells one, which is the time for something made up.
    pub value: Option<f32>,
    pressed: bool,
    released: bool,
}

/// Above this a sense counts as down.
const DOWN: f32 = 0.5;

impl Sense {
    /// A sense that tells nothing.
    pub const NONE: Self = Self { value: None, pressed: false, released: false };

    /// Whether it is above one half.
    pub fn is_down(&self) -> bool {
        self.value.is_some_and(|value| value > DOWN)
    }

    /// Whether it rose above one half in this tick.
    pub const fn pressed(&self) -> bool {
        self.pressed
    }

    /// Whether it fell to one half or below in this tick, or ended.
    pub const fn released(&self) -> bool {
        self.released
    }

    /// Takes in what it tells now.
    pub(super) fn tell(&mut self, value: Option<f32>) {
        let before = self.is_down();
        self.value = value;
        self.pressed |= self.is_down() && !before;
        self.released |= before && !self.is_down();
    }

    /// Forgets what was true for one tick only.
    pub(super) const fn end_tick(&mut self) {
        (self.pressed, self.released) = (false, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, InputEvent};

    #[test]
    fn a_clap_between_two_ticks_is_not_lost() {
        let mut input = Input::default();
        for value in [Some(0.0), Some(1.0), Some(0.0)] {
            input.apply(InputEvent::Sense(3, value));
        }
        let clap = input.sense(3);
        assert!(clap.pressed() && clap.released() && !clap.is_down());
        input.end_tick();
        let after = input.sense(3);
        assert_eq!((after.pressed(), after.released(), after.value), (false, false, Some(0.0)));
    }

    #[test]
    fn a_sense_that_ends_lets_go_and_bad_numbers_change_nothing() {
        let mut input = Input::default();
        input.apply(InputEvent::Sense(0, Some(0.9)));
        input.end_tick();
        input.apply(InputEvent::Sense(0, Some(f32::NAN)));
        input.apply(InputEvent::Sense(MAX_SENSES, Some(1.0)));
        assert_eq!((input.rejected, input.sense(0).value), (2, Some(0.9)));
        assert_eq!(*input.sense(MAX_SENSES), Sense::NONE);
        input.apply(InputEvent::Sense(0, None));
        assert!(input.sense(0).released() && input.sense(0).value.is_none());
    }

    #[test]
    fn hearing_goes_on_without_the_keyboard() {
        let mut input = Input::default();
        input.apply(InputEvent::Sense(0, Some(0.9)));
        input.apply(InputEvent::Focus(false));
        assert!(input.sense(0).is_down());
    }
}
