//! How a character is steered: by keys, by a gamepad, or toward a held pointer.

use motile::prelude::*;
use motile::tiles::CharacterInput;

/// The arrow keys, the cross and the left stick of the first gamepad, whichever is held.
pub(super) fn way(input: &Input) -> Vec2 {
    let pad = input.pad(0);
    (input.arrows() + pad.cross() + pad.left_stick()).clamp(Vec2::NEG_ONE, Vec2::ONE)
}

/// Whether a button to go on was pressed.
pub(super) fn goes(input: &Input) -> bool {
    let pad = input.pad(0);
    input.pressed(Key::Space) || pad.pressed(PadButton::South) || pad.pressed(PadButton::Start)
}

/// Whether the button to jump is held.
pub(super) fn jumps(input: &Input) -> bool {
    input.is_down(Key::Space) || input.pad(0).is_down(PadButton::South)
}

/// What keys and gamepad want, or a held pointer: it runs there, and jumps and climbs when that is above. `hero` is where it
/// is on the screen.
pub(super) fn wish(input: &Input, hero: Vec2) -> CharacterInput {
    let Vec2 { x, y } = way(input);
    let keys = CharacterInput { x, y, jump: jumps(input) };
    let Some(pointer) = input.pointer.held_at() else { return keys };
    let way = pointer - hero;
    let x = if way.x.abs() > 16.0 { way.x.signum() } else { 0.0 };
    let above = way.y < -40.0;
    CharacterInput { x, y: if above { -1.0 } else { 0.0 }, jump: above }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::stage::{Button, InputEvent, PadEvent};

    #[test]
    fn tile_x12_keys_gamepad_and_pointer_steer_alike() {
        let after = |events: &[InputEvent]| {
            let mut input = Input::default();
            for &event in events {
                input.apply(event);
            }
            (wish(&input, vec2(100.0, 100.0)), goes(&input))
        };
        let pad = |event| InputEvent::Pad(0, event);
        let (left, jump) = (PadEvent::Axis(PadAxis::LeftX, -1.0), PadEvent::Down(PadButton::South));
        let keys = after(&[InputEvent::Key(Key::Left), InputEvent::Key(Key::Space)]);
        assert_eq!(keys, (CharacterInput { x: -1.0, y: 0.0, jump: true }, true));
        assert_eq!(after(&[pad(left), pad(jump)]), keys);
        assert_eq!(after(&[pad(PadEvent::Down(PadButton::Left)), pad(jump)]), keys);
        let (pointed, _) =
            after(&[InputEvent::Move(vec2(20.0, 40.0)), InputEvent::Down(Button::Left)]);
        assert_eq!(pointed, CharacterInput { y: -1.0, ..keys.0 });
    }
}
