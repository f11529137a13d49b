//! Recordings: a session kept as a script.

use super::{InputEvent, Script};

/// Collects the events and changes of parameters of a session by tick, to be played back as a [`Script`].
///
/// Pointer moves of one tick are merged, as a tick sees only the last one and the sum of all. Of microphones and cameras
/// it has the numbers that they told, never sound or pictures.
///
/// ```
/// use motile_stage::{InputEvent, Key, Recording};
/// let mut recording = Recording::default();
/// recording.record(0, InputEvent::Key(Key::Right));
/// recording.record(30, InputEvent::KeyUp(Key::Right));
/// assert_eq!(recording.script().to_text(), "0 key Right\n30 keyup Right\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    script: Script,
}

impl Recording {
    /// Keeps an event for the tick that sees it first. Invalid events are ignored.
    pub fn record(&mut self, tick: u64, event: InputEvent) {
        if !event.is_valid() {
            return;
        }
        if let (InputEvent::Move(_), Some(last)) = (event, self.script.last_mut())
            && last.tick == tick
            && matches!(last.event, InputEvent::Move(_))
        {
            last.event = event;
            return;
        }
        self.script.push(tick, event);
    }

    /// Keeps the value of a parameter for the tick that sees it first.
    pub fn record_param(&mut self, tick: u64, name: &str, value: f32) {
        self.script.push_param(tick, name, &value.to_string());
    }

    /// What was recorded so far.
    pub const fn script(&self) -> &Script {
        &self.script
    }

    /// Gives the recording away as a script.
    pub fn into_script(self) -> Script {
        self.script
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Button;
    use motile_geom::vec2;

    #[test]
    fn moves_of_a_tick_merge_but_not_across_a_press() {
        let mut recording = Recording::default();
        recording.record(4, InputEvent::Move(vec2(1.0, 1.0)));
        recording.record(4, InputEvent::Move(vec2(2.0, 2.0)));
        recording.record(4, InputEvent::Down(Button::Left));
        recording.record(4, InputEvent::Move(vec2(3.0, 3.0)));
        recording.record(5, InputEvent::Move(vec2(4.0, f32::NAN)));
        let text = recording.into_script().to_text();
        assert_eq!(text, "4 move 2 2\n4 down\n4 move 3 3\n");
    }
}
