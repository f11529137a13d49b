//! How a character is steered: by keys, or toward a held pointer.

use motile::prelude::*;
use motile::tiles::CharacterInput;

/// What the keys want, or a held pointer: it runs there, and jumps and climbs when that is above. `hero` is where it is on
/// the screen.
pub(super) fn wish(input: &Input, hero: Vec2) -> CharacterInput {
    let arrows = input.arrows();
    let keys = CharacterInput { x: arrows.x, y: arrows.y, jump: input.is_down(Key::Space) };
    let Some(pointer) = input.pointer.held_at() else { return keys };
    let way = pointer - hero;
    let x = if way.x.abs() > 16.0 { way.x.signum() } else { 0.0 };
    let above = way.y < -40.0;
    CharacterInput { x, y: if above { -1.0 } else { 0.0 }, jump: above }
}
