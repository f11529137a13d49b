//! The smallest game of the tests: integers that feel every input.

use crate::{Game, GameTick};
use motile_geom::state_fields;

/// Everybody pushes a number; who is there counts, and so does the order of everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Toy {
    pub(crate) position: [i64; 8],
    pub(crate) velocity: [i64; 8],
    pub(crate) mix: u64,
}

state_fields! { Toy { position, velocity, mix } }

impl Game for Toy {
    type Input = u8;

    fn step(&mut self, tick: &GameTick<'_, u8>) {
        for (player, &input) in tick.inputs.iter().enumerate() {
            let velocity = self.velocity[player].wrapping_add(i64::from(input as i8));
            self.velocity[player] = velocity;
            self.position[player] = self.position[player].wrapping_add(velocity);
            self.mix =
                (self.mix ^ u64::from(input)).rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        self.mix = self.mix.wrapping_add(u64::from(tick.present)).wrapping_add(tick.time.index);
    }
}
